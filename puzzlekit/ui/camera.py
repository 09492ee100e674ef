"""The visible part of an infinite board. It follows the game until the user scrolls or zooms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core.board import Board, Point
from ..core.values import Piece
from ..rules.base import Rules, State
from .screen_layout import MIN_UNIT, Box, View

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
        return self._centred_on(
            middle, max(MIN_UNIT, min(self.box[2] / width, self.box[3] / height))
        )

    def _centred_on(self, point: Point, unit: float) -> View:
        left, top, width, height = self.box
        return View(unit, left + width / 2 - point[0] * unit, top + height / 2 + point[1] * unit)

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
            self.view = self._centred_on(point, self.view.unit)

    def reset(self) -> None:
        self.is_manual = False
        self.view = self._fitted()
