"""The position editor."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from ...core.errors import PuzzlekitError
from ...core.translation import _, translate
from ...play.editing import exchange_cells, next_letter, next_side
from ...play.session import Session
from ...rules.base import Puzzle, Rules, State
from ..cells import nearest_in_direction
from ..checked_pieces import checked_pieces
from ..layout import game_boxes
from .drawing.board_view import position_view
from .drawing.canvas import Canvas, Rect
from .drawing.column import Column
from .drawing.widgets import ARROWS, CONFIRM_KEYS, Button, Widget
from .interface import Window
from .screen import Screen


class PositionEditor(Screen):
    """A screen for editing a position; `begin` starts a game from the edited position."""

    def __init__(
        self, window: Window, rules: Rules, state: State, begin: Callable[[State], Session]
    ) -> None:
        super().__init__(window)
        self.rules, self.state, self.begin = rules, state, begin
        self.is_puzzle = isinstance(self.rules, Puzzle)
        self.message = ""
        #: The cell at the cursor and, in a puzzle, the first of two cells to be swapped.
        self.cell: int | None = None
        self.first: int | None = None
        self.view = position_view(rules, self.canvas, self._box(), state)
        self.title = _("Edit {name}").format(name=self.rules.name)
        self.window.log("editor", self.rules.name)

    def _box(self) -> tuple[int, int, int, int]:
        return game_boxes(*self.window.size, self.canvas.scale).board

    def cycle_piece(self, cell: int, step: int = 1) -> None:
        """Change a cell to its next piece; in a puzzle, swap it with the cell selected first."""
        if not self.is_puzzle:
            self.change(next_letter(self.rules, self.state, cell, step))
        elif self.first is None:
            self.first = cell
            self.rebuild()
        else:
            first, self.first = self.first, None
            self.change(exchange_cells(self.state, first, cell))

    def turn(self) -> None:
        self.change(next_side(self.rules, self.state))

    def change(self, state: object) -> None:
        self.state, self.message = state, ""
        self.view.timeline.show(checked_pieces(self.rules, state))
        self.rebuild()

    def play(self) -> None:
        try:
            session = self.begin(self.state)
        except PuzzlekitError as error:
            self.show_error(error)
        else:
            self.window.play(session)

    def show_error(self, error: object) -> None:
        self.message = str(error)
        super().show_error(error)
        self.rebuild()

    def build(self) -> None:
        self.view.place(self.canvas, self._box())
        self.box = Rect(game_boxes(*self.window.size, self.canvas.scale).panel)
        column = Column(self.canvas, self.box.inflate(-2 * self.px(14), -2 * self.px(14)))
        self.title_box = column.from_top(34)
        self.widgets = self.tools(column)
        self.widgets += [button.placed(column.from_top(38)) for button in self.buttons()]
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
        tip, leave = _("Start a game from this position"), self.window.leave_editor
        return [
            Button("edit-play", _("Play from here"), self.play, tip, primary=True),
            Button("edit-leave", _("Cancel"), leave, _("Back to the game (Esc)")),
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
                self.view.marks.mark([cell], colour, 4)
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
        self.window.dirty = True
        return True

    def cell_under(self, place: tuple[int, int]) -> int | None:
        return (
            self.view.cell_at(self.view.view.point(*place))
            if Rect(self._box()).collidepoint(place)
            else None
        )

    def key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self.window.leave_editor()
        elif event.key in ARROWS:
            self.focus(None)  # so that Enter goes to the board
            self.cell = self._beside(*ARROWS[event.key])
        elif event.key in CONFIRM_KEYS and self.cell is not None:
            self.cycle_piece(self.cell, -1 if event.mod & pygame.KMOD_SHIFT else 1)
        else:
            return False
        self.window.dirty = True
        return True

    def _beside(self, dx: int, dy: int) -> int:
        points = self.view.board.points
        if self.cell is None:
            return 0
        nearest = nearest_in_direction(points, points[self.cell], dx, dy)
        return self.cell if nearest is None else nearest
