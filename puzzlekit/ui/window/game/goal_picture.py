"""Pictures of a puzzle's goal: a small picture in the panel, and a large one in a dialog."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from ....core.translation import _
from ....play.controller import GameController
from ....rules.base import Puzzle
from ...board_drawing import MIN_VISIBLE_STEPS, SQUARE, margin
from ...cells import cell_outline
from ...checked_pieces import checked_pieces
from ...screen_layout import fit_board
from ...theme import Colour
from ..dialogs import Dialog
from ..drawing.board_view import BoardView, position_view
from ..drawing.canvas import Canvas, Rect, Surface
from ..drawing.widgets import Widget
from ..interface import Window

#: Maximum number of cells of a board with a small picture.
MAX_CELLS = 150

#: Opacity (0 to 255) of the overlay on cells with a wrong piece.
VEIL_ALPHA = 175

#: Height of a line, and minimum height of a box with the caption above the picture.
LINE, HIGH = 17, 110

#: Horizontal and vertical padding of the box.
FREE = 12, 8

#: Width of the caption beside the picture.
BESIDE = 28

#: Minimum pixels per cell at which pieces, and stickers without labels, are readable.
MIN_PIECE_PIXELS, MIN_STICKER_PIXELS = 14, 5


def is_small_enough(rules: Puzzle) -> bool:
    """Return whether a board has few enough cells for a small picture."""
    return len(rules.board) <= MAX_CELLS


class GoalPicture(Widget):
    """The goal in a box. A click calls `act`.

    In a tall box, the cells with a wrong piece are faded. In a low box, the caption is beside the
    picture.
    """

    keeps_focus = is_small = False

    def __init__(self, controller: GameController, box: Rect, act: Callable[[], object]) -> None:
        super().__init__("goal-picture", box)
        assert isinstance(controller.rules, Puzzle)
        self.id, self.rules, self.act = controller.game_id, controller.rules, act
        rules, state = self.rules, controller.session.state
        pairs = enumerate(zip(state, rules.goal, strict=True))
        self.right_cells = [a == b or cell in rules.free for cell, (a, b) in pairs]
        self.in_place = _in_place(rules, self.right_cells)
        self.tip = ". ".join(filter(None, [self.in_place, _("Click to enlarge the goal (F7)")]))

    def place(self, canvas: Canvas) -> Rect:
        inner = self.box.inflate(*(-canvas.px(each) for each in FREE))
        if self.box.height >= canvas.px(HIGH):
            return inner.inflate(0, -2 * canvas.px(LINE))
        left = canvas.px(BESIDE)
        return Rect(inner.left + left, inner.top, inner.width - left, inner.height)

    def is_readable(self, canvas: Canvas) -> bool:
        size = self.place(canvas).size
        if not is_small_enough(self.rules) or min(size) < 1:
            return False
        board = self.rules.board.with_unit_step
        unit = fit_board(
            board, (0, 0, *size), margin(board, labels=False), min_steps=MIN_VISIBLE_STEPS
        ).unit
        pieces = checked_pieces(self.rules, self.rules.goal)
        plain = all(
            each is None or (each.form in ("sticker", "ball") and not canvas.piece_label(each))
            for each in pieces
        )
        return unit >= (MIN_STICKER_PIXELS if plain else MIN_PIECE_PIXELS)

    def draw(self, canvas: Canvas) -> None:
        theme, place = canvas.theme, self.place(canvas)
        canvas.panel(self.box, theme.surface, theme.accent if self.hovered() else theme.line, 10)
        inner = self.box.inflate(*(-canvas.px(each) for each in FREE))
        canvas.text(_("Goal"), inner.topleft, 12, theme.muted_text, width=inner.width)
        right_cells = self.right_cells
        if self.box.height < canvas.px(HIGH) or len(set(self.rules.goal)) == 1:
            right_cells = [True] * len(right_cells)  # dimming would look like another goal
        elif self.in_place:
            canvas.text(self.in_place, inner.bottomleft, 12, theme.success, anchor="bottomleft")
        settings = canvas.settings
        look = theme, settings.palette, settings.uses_letters
        key = ("goal", self.id, tuple(right_cells), place.size, look)
        shown = canvas.picture(
            key, lambda: goal_picture(canvas, self.rules, right_cells, place.size)
        )
        canvas.surface.blit(shown, place)


class GoalDialog(Dialog):
    """A dialog with a large picture of the goal."""

    title = _("Goal")
    width, height = 640.0, 700.0

    def __init__(self, window: Window, rules: Puzzle) -> None:
        super().__init__(window)
        self.rules = rules

    def draw_back(self, canvas: Canvas) -> None:
        box, pad, top = self.frame(), self.px(20), self.px(62)
        place = box.left + pad, box.top + top, box.width - 2 * pad, box.height - top - pad
        position_view(self.rules, canvas, place, self.rules.goal).draw()

    def key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_F7:
            self.window.close_dialog()
            return True
        return super().key(event)


def _in_place(rules: Puzzle, right_cells: Sequence[bool]) -> str:
    """Return text on how many pieces are in place, or "" if most pieces are identical."""
    pieces = [label for label in rules.goal if label]
    if 2 * len(set(pieces)) <= len(pieces):
        return ""
    right = sum(good for good, label in zip(right_cells, rules.goal, strict=True) if label)
    return _("{right:,} of {count:,} in place").format(right=right, count=len(pieces))


def goal_picture(
    canvas: Canvas, rules: Puzzle, right_cells: Sequence[bool], size: tuple[int, int]
) -> Surface:
    """Return a small picture of the goal, in which cells with a wrong piece are faded."""
    picture, theme = Surface(size), canvas.theme
    canvas.theme = theme._replace(background=theme.surface)  # the panel behind it has this colour
    with canvas.on(picture):
        view = position_view(rules, canvas, (0, 0, *size), rules.goal, labels=False)
        view.draw()
    canvas.theme = theme
    picture.blit(_make_veil(view, right_cells, theme.surface, size), (0, 0))
    return picture


def _make_veil(
    view: BoardView, right_cells: Sequence[bool], colour: Colour, size: tuple[int, int]
) -> Surface:
    veil, board = Surface(size, pygame.SRCALPHA), view.board
    for cell, good in enumerate(right_cells):
        if good:
            continue
        if board.shape in SQUARE or board.is_tiling or board.outlines:
            corners = [view.view.pixel(*point) for point in cell_outline(board, cell)]
            pygame.draw.polygon(veil, (*colour, VEIL_ALPHA), corners)
        else:
            pygame.draw.circle(veil, (*colour, VEIL_ALPHA), view.pixel(cell), view.view.unit / 2)
    return veil
