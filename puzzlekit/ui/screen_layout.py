"""Window layout for a given window size and interface scale, and views of boards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..core.board import Board, Point
from ..core.values import Piece
from ..rules.base import Rules, State
from .cells import View

Box = tuple[int, int, int, int]  # left, top, width, height in pixels


#: Margin around a label next to the board, in steps.
SIGN_MARGIN = 0.5

#: Minimum pixels per step.
MIN_UNIT = 0.01


def fit_board(
    board: Board, box: Box, margin: float = 0.7, *, signs: bool = False, min_steps: float = 0.0
) -> View:
    """Return the view that makes a board, optionally with its signs, as large as possible in a box.

    `margin` is added around points or corners. At least `min_steps` steps are shown.
    """
    middle, (width, height) = board_extent(board, margin, signs=signs, min_steps=min_steps)
    return View.centred(max(MIN_UNIT, min(box[2] / width, box[3] / height)), middle, box)


def board_extent(
    board: Board, margin: float, *, signs: bool = False, min_steps: float = 0.0
) -> tuple[Point, Point]:
    """Return the centre and the size, in steps, of the area shown by `fit_board`."""
    corners = [corner for cell in board.outlines for corner in cell]
    places = [(point, margin) for point in corners or board.points]
    places += [(point, SIGN_MARGIN) for _, point in board.signs if signs]
    xs = [x + side * space for (x, _), space in places for side in (-1, 1)]
    ys = [y + side * space for (_, y), space in places for side in (-1, 1)]
    size = max(min_steps, max(xs) - min(xs)), max(min_steps, max(ys) - min(ys))
    return ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2), size


def usable_scale(width: int, height: int, wanted: float) -> float:
    """Return the wanted scale, reduced if the window is too small for it."""
    return max(0.5, min(wanted, width / 700, height / 560))


class GameBoxes(NamedTuple):
    """The boxes of the parts of the game window."""

    board: Box
    panel: Box


def game_boxes(width: int, height: int, scale: float) -> GameBoxes:
    """Return the boxes of the board and the panel beside it."""
    gap = round(16 * scale)
    panel = round(min(400 * scale, max(250 * scale, width * 0.34)))
    left = width - panel - gap
    return GameBoxes(
        (gap, gap, left - 2 * gap, height - 2 * gap), (left, gap, panel, height - 2 * gap)
    )


#: Minimum width of an inset.
MIN_INSET = 100


def inset_box(box: Box, scale: float, aspect: float) -> Box | None:
    """Return the box of an inset beside a disc, or None if there is no space."""
    left, top, width, height = box
    inset_width = round(min(width / 4.4, height / 3 * aspect))
    inset_height = round(inset_width / aspect)
    is_free = math.hypot(width / 2 - inset_width, height / 2 - inset_height) >= 0.38 * min(
        width, height
    )
    is_large = inset_width >= MIN_INSET * max(1.0, scale)
    if not (is_free and is_large):
        return None
    return left, top + height - inset_height, inset_width, inset_height


class LauncherBoxes(NamedTuple):
    """The boxes of the parts of the launcher."""

    bar: Box
    cards: Box
    panel: Box
    columns: int


def launcher_boxes(width: int, height: int, scale: float) -> LauncherBoxes:
    """Return the boxes of the launcher's bar, cards and panel, and the number of columns."""
    gap = round(20 * scale)
    panel = round(min(320 * scale, width * 0.4))
    bar = round(40 * scale)
    cards_width = width - panel - 3 * gap
    columns = max(
        1, min(2, math.floor(cards_width / (190 * scale))), math.floor(cards_width / (270 * scale))
    )
    top = gap + bar + gap // 2
    return LauncherBoxes(
        bar=(gap, gap, cards_width, bar),
        cards=(gap, top, cards_width, height - top),
        panel=(width - panel - gap, gap, panel, height - 2 * gap),
        columns=columns,
    )


class DesignerBoxes(NamedTuple):
    """The boxes of the parts of the designer window."""

    tools: Box
    bar: Box
    viewport: Box
    palette: Box
    panel: Box


def designer_boxes(width: int, height: int, scale: float) -> DesignerBoxes:
    """Return the boxes of the designer's toolbar, bar, sheet, palette and panel."""
    gap = round(16 * scale)
    small = gap // 2
    _, panel = game_boxes(width, height, scale)
    bar, palette = round(40 * scale), round(66 * scale)
    tools = round((64 if height > 700 * scale else 46) * scale)
    left = gap + tools + round(12 * scale)
    top = gap + bar + round(10 * scale)
    viewport_width = panel[0] - round(12 * scale) - left
    palette_top = height - gap - palette
    return DesignerBoxes(
        tools=(gap, top, tools, height - gap - top),
        bar=(gap, gap, left + viewport_width - gap, bar),
        viewport=(left, top, viewport_width, palette_top - small - top),
        palette=(left, palette_top, viewport_width, palette),
        panel=panel,
    )


#: Minimum width and height of the visible part, and the margin around it, in steps.
MIN_VISIBLE_CELLS = 6.0
MARGIN = 1.2

#: Zoom limits in pixels per step.
CLOSEST, FARTHEST = 240.0, 8.0


def occupied_cells(pieces: Sequence[Piece | None]) -> list[int]:
    """Return the cells that are not empty."""
    return [cell for cell, piece in enumerate(pieces) if piece is not None]


def clickable_cells(rules: Rules, state: State) -> set[int]:
    """Return the cells where the first click of a move is possible."""
    sequences = (
        sequence
        for move in rules.legal_moves(state)
        for sequence in rules.click_sequences(state, move)
    )
    return {cell for sequence in sequences for click in sequence[:1] for cell in click.cells}


def surroundings(board: Board, cells: Iterable[int]) -> list[int]:
    """Return the given cells and their neighbours, in board order."""
    chosen = set(cells)
    return sorted(chosen.union(*(board.neighbours[cell] for cell in chosen)))


class BoardCamera:
    """The visible part of a board, drawn in a box.

    The camera stays fixed while everything relevant is visible and large enough, and after the user
    has moved it.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.box: Box = (0, 0, 0, 0)  # so that the first cells to follow are centred
        self.points: list[Point] = [(0.0, 0.0)]
        self.is_manual = False
        self.view = self._fitted()

    def _fitted(self) -> View:
        xs, ys = zip(*self.points, strict=True)
        width = max(MIN_VISIBLE_CELLS, max(xs) - min(xs) + 2 * MARGIN)
        height = max(MIN_VISIBLE_CELLS, max(ys) - min(ys) + 2 * MARGIN)
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        unit = max(MIN_UNIT, min(self.box[2] / width, self.box[3] / height))
        return View.centred(unit, middle, self.box)

    def _shows(self, points: Iterable[Point]) -> bool:
        left, top, width, height = self.box
        half = self.view.unit * 0.6
        pixels = (self.view.pixel(*point) for point in points)
        return all(
            left + half <= x <= left + width - half and top + half <= y <= top + height - half
            for x, y in pixels
        )

    def follow(self, cells: Iterable[int], box: Box) -> None:
        self.points = [self.board.points[cell] for cell in cells] or [(0.0, 0.0)]
        if box != self.box:
            self.box, self.is_manual = box, False
            self.view = self._fitted()
        elif not self.is_manual:
            fitted = self._fitted()
            if not self._shows(self.points) or fitted.unit > self.view.unit * 1.6:
                self.view = fitted

    def scroll(self, dx: float, dy: float) -> None:
        """Scroll by an offset in pixels so that part of the contents stays visible."""
        moved = self.view.scrolled(dx, dy)
        left, top, width, height = self.box
        pixels = [moved.pixel(*point) for point in self.points]
        if any(left <= x <= left + width and top <= y <= top + height for x, y in pixels):
            self.view, self.is_manual = moved, True

    def zoom(self, factor: float, at: tuple[float, float] | None = None) -> None:
        """Zoom by a factor around the pixel `at`."""
        left, top, width, height = self.box
        x, y = at or (left + width / 2, top + height / 2)
        unit = min(max(self.view.unit * factor, FARTHEST), CLOSEST)
        self.view, self.is_manual = self.view.zoomed(unit, x, y), True

    def reveal(self, point: Point) -> None:
        if not self._shows([point]):
            self.view = View.centred(self.view.unit, point, self.box)

    def reset(self) -> None:
        self.is_manual = False
        self.view = self._fitted()
