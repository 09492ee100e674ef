"""The editors of positions, of the stickers of solids, and of bandaged cubes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from ...core.formatting import column_letters
from ...core.translation import _, ngettext, translate
from ...core.values import Piece
from ...design.glued_cubes import cube_size, glued_pieces, piece_cells, save_bandaged_cube
from ...play.editing import (
    cycle_cell_content,
    explain_stickers,
    paint_sticker,
    remove_stickers,
    switch_side_to_move,
)
from ...play.new_game import new_session
from ...play.session import Session
from ...plugin.validation import checked_pieces
from ...rules.base import Puzzle, Rules, State
from ...rules.sliding import exchange_cells
from ..cells import nearest_in_direction
from .dialogs import ConfirmDialog
from .drawing.board_view import position_view
from .drawing.canvas import Canvas, Rect
from .drawing.input_widgets import TextField
from .drawing.widgets import ARROWS, CONFIRM_KEYS, Button, Column, Widget
from .screen import Screen, Shortcuts, Window


class PositionEditor(Screen):
    """A screen for editing a position; `begin` starts a game from the edited position."""

    def __init__(
        self, window: Window, rules: Rules, state: State, begin: Callable[[State], Session]
    ) -> None:
        super().__init__(window)
        self.rules, self.state, self.original, self.begin = rules, state, state, begin
        self.is_puzzle = isinstance(self.rules, Puzzle)
        self._past: list[State] = []
        self._future: list[State] = []
        self.message = ""
        #: The cell at the cursor and, in a puzzle, the first of two cells to be swapped.
        self.cell: int | None = None
        self.first: int | None = None
        self.view = position_view(rules, self.canvas, self.game_boxes().board, state)
        self.title = _("Edit {name}").format(name=self.rules.name)

    def cycle_piece(self, cell: int, step: int = 1) -> None:
        """Change a cell to its next piece; in a puzzle, swap it with the cell selected first."""
        if not self.is_puzzle:
            self.change(cycle_cell_content(self.rules, self.state, cell, step))
        elif self.first is None:
            self.first = cell
        else:
            first, self.first = self.first, None
            self.change(exchange_cells(self.state, first, cell))

    def turn(self) -> None:
        self.change(switch_side_to_move(self.rules, self.state))

    def change(self, state: State) -> None:
        """Change the position in a single undoable step."""
        if state != self.state:
            self._past.append(self.state)
            self._future.clear()
        self._show(state)

    def undo(self) -> None:
        self._undo_or_redo(self._past, self._future)

    def redo(self) -> None:
        self._undo_or_redo(self._future, self._past)

    def _undo_or_redo(self, source: list[State], other: list[State]) -> None:
        if source:
            self.first = None
            other.append(self.state)
            self._show(source.pop())

    def _show(self, state: State) -> None:
        self.state, self.message = state, ""
        self.view.timeline.show(self.pieces())

    def is_changed(self) -> bool:
        """Return whether leaving the editor would lose changes."""
        return bool(self.state != self.original)

    def leave(self) -> None:
        self.confirm_leave(self.window.leave_editor)

    def confirm_leave(self, act: Callable[[], object]) -> None:
        if not self.is_changed():
            act()
            return
        answers = (
            Button("stay", _("Keep editing"), lambda: None, primary=True),
            Button("leave", _("Discard"), act),
        )
        text = _("Your changes will be lost.")
        self.window.show(ConfirmDialog(self.window, _("Discard changes?"), text, answers))

    def pieces(self) -> Sequence[Piece | None]:
        """Return the pieces to show."""
        return checked_pieces(self.rules, self.state)

    def play(self) -> None:
        self.window.play(self.begin(self.state))

    def show_error(self, error: object) -> None:
        self.message = str(error)
        super().show_error(error)
        self.rebuild()

    def build(self) -> None:
        boxes = self.game_boxes()
        self.view.place(self.canvas, boxes.board)
        self.box = Rect(boxes.panel)
        column = Column(self.canvas, self.box.inflate(-2 * self.px(14), -2 * self.px(14)))
        self.title_box = column.from_top(34)
        self.widgets = self.tools(column)
        *buttons, leave = self.buttons()
        self.widgets += [button.placed(column.from_top(38)) for button in buttons]
        undo_tip, redo_tip = _("Undo (Ctrl+Z)"), _("Redo (Ctrl+Y)")
        last_row = [
            leave,
            Button("undo", "", self.undo, undo_tip, bool(self._past), icon="undo"),
            Button("redo", "", self.redo, redo_tip, bool(self._future), icon="redo"),
        ]
        column.place_in_row(column.from_top(38), last_row)
        self.widgets += last_row
        column.top += self.px(6)
        self.below = column.rest()

    def tools(self, column: Column) -> list[Widget]:
        """Return the widgets above the buttons, placed from the top of a column."""
        if self.is_puzzle:
            return []
        label = _("{side} to move").format(
            side=translate(self.rules.sides(self.state)[self.rules.turn(self.state)])
        )
        button = Button("edit-turn", label, self.turn, _("Change the side to move"))
        return [button.placed(column.from_top(38))]

    def buttons(self) -> list[Button]:
        tip = _("Start a game from this position")
        return [
            Button("edit-play", _("Play from here"), self.play, tip, primary=True),
            Button("edit-leave", _("Cancel"), self.leave, _("Back to the game (Esc)")),
        ]

    def help(self) -> str:
        if self.is_puzzle:
            return _("Click two cells to swap their pieces.")
        return _("Click a cell to change its piece; right-click for the previous one.")

    def draw_back(self, canvas: Canvas) -> None:
        theme = canvas.theme
        self.view.draw()
        for cell, colour in ((self.first, theme.focus), (self.cell, theme.accent)):
            if cell is not None:
                self.view.mark([cell], colour, 4)
        canvas.panel(self.box, theme.panel, theme.line, 14)
        place = self.title_box
        canvas.text(self.title, place.topleft, 22, weight="Bold", width=place.width)
        text = self.message or self.help()
        canvas.paragraph(text, self.below, 15, theme.text, max_lines=12)

    def mouse(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self.cell = self.cell_under(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            cell = self.cell_under(event.pos)
            if cell is None:
                return False
            self.cycle_piece(cell, 1 if event.button == 1 else -1)
        else:
            return False
        return True

    def cell_under(self, place: tuple[int, int]) -> int | None:
        is_inside = Rect(self.view.box).collidepoint(place)
        return self.view.cell_at(self.view.view.point(*place)) if is_inside else None

    def shortcuts(self) -> Shortcuts:
        redo = dict.fromkeys(("Ctrl+Y", "Ctrl+Shift+Z"), self.redo)
        return {"Escape": self.leave, "Ctrl+Z": self.undo, **redo}

    def key(self, event: pygame.event.Event) -> bool:
        if event.key in ARROWS:
            self.focus(None)  # so that Enter goes to the board
            self.cell = self._neighbour_cell(*ARROWS[event.key])
        elif event.key in CONFIRM_KEYS and self.cell is not None:
            self.cycle_piece(self.cell, -1 if event.mod & pygame.KMOD_SHIFT else 1)
        else:
            return super().key(event)
        return True

    def _neighbour_cell(self, dx: int, dy: int) -> int:
        points = self.view.board.points
        if self.cell is None:
            return 0
        nearest = nearest_in_direction(points, points[self.cell], dx, dy)
        return self.cell if nearest is None else nearest


#: Number of colours or letters in a row.
COLUMNS = 6


class ColourButton(Button):
    """A sticker, and the number of stickers of its colour that are left to place."""

    def __init__(
        self, label: str, piece: Piece | None, left: int, act: Callable[[], object], *, on: bool
    ) -> None:
        tip = ngettext("{label}: {count} sticker left", "{label}: {count} stickers left", left)
        tip = tip.format(label=label, count=left)
        super().__init__(f"colour {label}", label, act, tip, on=on)
        self.piece, self.left = piece, left

    def draw(self, canvas: Canvas) -> None:
        theme, side = canvas.theme, canvas.px(28)
        canvas.panel(self.box, theme.surface, theme.accent if self.on else theme.line, 8)
        if self.on:
            canvas.ring(self.box, theme.accent, 8)
        if self.piece is not None:
            at = self.box.centerx, self.box.top + canvas.px(20)
            picture = canvas.piece(self.piece, min(side, self.box.width - canvas.px(6)))
            canvas.blit(picture, center=at)
        colour = theme.danger if self.left < 0 else theme.muted_text
        at = self.box.centerx, self.box.bottom - canvas.px(3)
        canvas.text(str(self.left), at, 13, colour, anchor="midbottom")


class StickerEditor(PositionEditor):
    """A position editor in which a click gives a sticker the selected colour."""

    rules: Puzzle

    def __init__(
        self, window: Window, rules: Puzzle, state: State, begin: Callable[[State], Session]
    ) -> None:
        self.labels = tuple(dict.fromkeys(rules.goal))
        self.label = self.labels[0]
        super().__init__(window, rules, state, begin)

    def cycle_piece(self, cell: int, step: int = 1) -> None:
        """Give a sticker the selected colour; if `step` is -1, select the sticker's colour."""
        if step == 1:
            self.change(paint_sticker(self.state, cell, self.label))
        elif self.state[cell]:
            self.label = self.state[cell]

    def pieces(self) -> Sequence[Piece | None]:
        """Return the pieces to show, with grey stickers where the colour is missing."""
        goal = self.rules.pieces(self.rules.goal)
        return [
            piece if label or other is None else other._replace(colour="grey", text="")
            for label, piece, other in zip(self.state, super().pieces(), goal, strict=True)
        ]

    def tools(self, column: Column) -> list[Widget]:
        pieces = dict(zip(self.rules.goal, self.rules.pieces(self.rules.goal), strict=True))
        widgets: list[Widget] = []
        for label in self.labels:
            left = self.rules.goal.count(label) - self.state.count(label)
            select, on = partial(setattr, self, "label", label), label == self.label
            widgets.append(ColourButton(label, pieces[label], left, select, on=on))
        column.grid(widgets, COLUMNS, 54)
        return widgets

    def buttons(self) -> list[Button]:
        tip = _("Check the position and find a solution")
        play, leave = super().buttons()
        play.primary = False
        clear = partial(self.change, remove_stickers(self.rules))
        tip_glue = _("Make a bandaged cube")
        glue = Button("edit-glue", _("Glue pieces…"), self.glue, tip_glue)
        return [
            Button(
                "edit-solve", _("Solve this"), partial(self.play, solve=True), tip, primary=True
            ),
            play,
            Button("edit-clear", _("Clear"), clear, _("Remove all stickers that can move")),
            *([glue] if cube_size(self.rules) else []),
            leave,
        ]

    def draw_back(self, canvas: Canvas) -> None:
        super().draw_back(canvas)
        if "..." not in self.message:  # otherwise it names examples
            cells = self.rules.board.cells_named_in(self.message)
            self.view.mark(cells, canvas.theme.danger, 4)

    def help(self) -> str:
        return _("Click a colour, then stickers. Right-click a sticker to take its colour.")

    def glue(self) -> None:
        self.window.edit(GlueEditor(self.window, self.rules, self.begin))

    def play(self, *, solve: bool = False) -> None:
        fault = explain_stickers(self.rules, self.state)
        if fault is not None:
            self.show_error(fault)
            return
        screen = self.window.play(self.begin(self.state))
        if solve:
            screen.controls.request_or_play_hint()

    def key(self, event: pygame.event.Event) -> bool:
        if event.unicode and event.unicode.upper() in self.labels:
            self.label = event.unicode.upper()
            return True
        return super().key(event)


#: Maximum number of blocks of glued pieces.
BLOCKS = 12


class GlueEditor(PositionEditor):
    """An editor in which a click gives a piece of the solved cube the selected letter."""

    rules: Puzzle

    def __init__(self, window: Window, rules: Puzzle, begin: Callable[[State], Session]) -> None:
        self.letter = column_letters(0)
        self.name = _("Bandaged cube")
        super().__init__(window, rules, rules.goal, begin)
        #: The letters of the glued pieces by cell.
        self.state = self.original = {}
        self.title = _("Glue pieces")

    def cycle_piece(self, cell: int, step: int = 1) -> None:
        """Give a piece the selected letter; if it has that letter, or `step` is -1, remove it."""
        remove = step == -1 or self.state.get(cell) == self.letter
        cells = piece_cells(self.rules, cell)
        others = {each: letter for each, letter in self.state.items() if each not in cells}
        self.change(others if remove else others | dict.fromkeys(cells, self.letter))

    def pieces(self) -> Sequence[Piece | None]:
        return glued_pieces(self.rules, self.state)

    def tools(self, column: Column) -> list[Widget]:
        change, hint = partial(setattr, self, "name"), _("Name")
        field = TextField("glue-name", column.from_top(36), self.name, change, hint=hint)
        buttons = []
        for letter in map(column_letters, range(BLOCKS)):
            choose, on = partial(setattr, self, "letter", letter), letter == self.letter
            tip = _("Glue pieces with the letter {letter}").format(letter=letter)
            buttons.append(Button(f"glue {letter}", letter, choose, tip, on=on))
        column.grid(buttons, COLUMNS, 32)
        return [field, *buttons]

    def buttons(self) -> list[Button]:
        tip = _("Save to your plugins folder")
        return [
            Button("glue-save", _("Save and play"), self.play, tip, primary=True),
            Button("edit-leave", _("Cancel"), self.leave, _("Back (Esc)")),
        ]

    def help(self) -> str:
        return _(
            "Click a letter, then pieces to glue together. Click a piece again to remove its "
            "letter. A turn must then move all pieces with the same letter or none."
        )

    def play(self) -> None:
        path = save_bandaged_cube(self.rules, self.state, self.name)
        self.window.rescan_plugins()
        self.window.play(new_session(path.stem))
