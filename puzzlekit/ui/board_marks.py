"""Marks on a board: frames, outlines, tints, dots and arrows, drawn by a window or as SVG."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from ..core.board import Board, Point
from ..core.permutation import cycles_of
from ..core.polygons import area, sides_of
from ..core.values import Piece
from .board_drawing import MAX_PLATE_CELLS
from .cells import cell_outline, centre_of, hull_of_cells
from .motion import turning_centre
from .screen_layout import View
from .theme import Colour, lightness

#: Size of a frame relative to its cell.
INSIDE = 0.94

#: Edge colours of bright and dark lines, and the minimum lightness of a bright line.
EDGES, BRIGHT = ((20, 24, 30), (250, 250, 250)), 110

#: Number of corners of a disc.
CORNERS = 32

Line = tuple[Point, Point]


def edge_of(colour: Colour) -> Colour:
    """Return a contrasting colour for the edges of a line."""
    return EDGES[lightness(colour) < BRIGHT]


class BoardMarks(ABC):
    """A view of a board on which marks are drawn; subclasses draw them.

    `scale` is the number of pixels per unscaled pixel. The thickness of lines is in unscaled
    pixels, all other sizes are in pixels.
    """

    board: Board
    view: View
    scale: float = 1.0

    @property
    @abstractmethod
    def pieces(self) -> Sequence[Piece | None]:
        """The pieces that are shown."""

    @property
    @abstractmethod
    def shows_names(self) -> bool:
        """True if the cells show their names."""

    # -- drawing ----------------------------------------------------------------------------------

    @abstractmethod
    def ghost(self, cell: int, piece: Piece, opacity: float) -> None:
        """Draw a translucent piece."""

    @abstractmethod
    def draw_frame(self, corners: Sequence[Point], colour: Colour, thick: float) -> None:
        """Draw a closed polygon."""

    @abstractmethod
    def draw_ring(
        self, centre: Point, size: float, radius: float, colour: Colour, thick: float
    ) -> None:
        """Draw a square with rounded corners."""

    @abstractmethod
    def draw_lines(self, lines: Sequence[Line], colour: Colour, width: float) -> None:
        """Draw lines with round ends, `width` pixels wide."""

    @abstractmethod
    def draw_area(self, corners: Sequence[Point], colour: Colour, opacity: float) -> None:
        """Fill a polygon."""

    @abstractmethod
    def draw_disc(self, centre: Point, colour: Colour, radius: float) -> None:
        """Draw a disc with a dark edge."""

    @abstractmethod
    def draw_sign(
        self, icon: str, centre: Point, size: float, colour: Colour, *, turn: float, mirrored: bool
    ) -> None:
        """Draw an icon in a disc, turned counterclockwise by degrees and perhaps mirrored."""

    # -- marks ------------------------------------------------------------------------------------

    def mark(self, cells: Sequence[int], colour: Colour, thick: float = 3) -> None:
        """Frame cells together if they fill a convex area, otherwise one by one."""
        points = [self.board.points[cell] for cell in cells]
        if self.board.shape in ("square", "bare") and len(cells) > 1:
            corners = hull_of_cells(points)
            if abs(area(corners) - len(cells)) < 0.5:
                self.draw_frame([self.view.pixel(*each) for each in corners], colour, thick)
                return
        if len(cells) <= MAX_PLATE_CELLS:
            for cell in cells:
                self.mark_cell(cell, colour, thick)

    def mark_clearly(self, cells: Sequence[int], colour: Colour, thick: float) -> None:
        """Frame cells as `mark` does, with an edge that is visible on any background."""
        self.mark(cells, edge_of(colour), thick + 2)
        self.mark(cells, colour, thick)

    def mark_cell(self, cell: int, colour: Colour, thick: float) -> None:
        px, py = self.board.points[cell]
        if self.board.shape in ("square", "bare"):
            self.draw_ring(self.view.pixel(px, py), self.view.unit, 4 * self.scale, colour, thick)
        elif self.board.is_tiling or self.board.outlines:
            corners = [
                self.view.pixel(px + INSIDE * (x - px), py + INSIDE * (y - py))
                for x, y in cell_outline(self.board, cell)
            ]
            self.draw_frame(corners, colour, thick)
        else:
            size = self.view.unit * 0.98
            self.draw_ring(self.view.pixel(px, py), size, size / 2, colour, thick)

    def outline(self, cells: Iterable[int], colour: Colour, thick: float) -> None:
        """Outline an area of adjacent cells or, on a board with gaps, each cell."""
        if self.board.shape not in ("square", "bare", "hexagon", "polygon"):
            for cell in cells:
                self.mark_cell(cell, edge_of(colour), thick + 2.5)
                self.mark_cell(cell, colour, thick)
            return
        sides: dict[Point, Line | None] = {}
        for cell in cells:
            for a, b in sides_of(cell_outline(self.board, cell)):
                x, y = centre_of([a, b])
                key = round(x, 3), round(y, 3)
                sides[key] = None if key in sides else (a, b)
        # Thin lines on tiny cells, such as those of a small net.
        width = max(1, min(round(thick * self.scale), round(self.view.unit / 9)))
        edge = min(round(3 * self.scale), max(1, width))
        pixel = self.view.pixel
        lines = [(pixel(*side[0]), pixel(*side[1])) for side in sides.values() if side]
        self.draw_lines(lines, edge_of(colour), width + edge)  # visible on any background
        self.draw_lines(lines, colour, width)

    def tint(self, cells: Iterable[int], colour: Colour, opacity: float) -> None:
        """Tint cells below the pieces."""
        for cell in cells:
            corners = [self.view.pixel(*point) for point in self._corners(cell)]
            self.draw_area(corners, colour, opacity)

    def _corners(self, cell: int) -> Sequence[Point]:
        if self.board.shape in ("square", "bare") or self.board.is_tiling or self.board.outlines:
            return cell_outline(self.board, cell)
        (x, y), turn = self.board.points[cell], math.tau / CORNERS
        return [
            (x + 0.49 * math.cos(i * turn), y + 0.49 * math.sin(i * turn)) for i in range(CORNERS)
        ]

    def line(self, start: Point, end: Point, colour: Colour) -> None:
        ends = self.view.pixel(*start), self.view.pixel(*end)
        self.draw_lines([ends], colour, max(2, round(self.view.unit * 0.08)))

    def dot(self, point: Point, colour: Colour, size: float = 0.13) -> None:
        """Draw a dot at a target."""
        self.draw_disc(self.view.pixel(*point), colour, max(3, round(self.view.unit * size)))

    def arrow(self, cells: Sequence[int], permutation: Mapping[int, int], colour: Colour) -> None:
        """Draw an arrow for the direction of a move in the middle of its click target."""
        points = self.board.points
        inside = [cell for cell in permutation if cell < len(self.board)]
        if not inside or len(cells) < 2:
            return
        centre = centre_of([points[cell] for cell in cells])
        near = min(inside, key=lambda cell: math.dist(points[cell], centre))
        a, b = points[near], points[permutation[near]]
        cycles = [[c for c in cycle if c < len(self.board)] for cycle in cycles_of(permutation)]
        turns = any(turning_centre([points[c] for c in cycle]) is not None for cycle in cycles)
        across = (a[0] - centre[0]) * (b[1] - centre[1]) - (a[1] - centre[1]) * (b[0] - centre[0])
        self.draw_sign(
            "clockwise" if turns else "forward",
            self.view.pixel(*centre),
            max(14, round(self.view.unit * 0.6)),
            colour,
            turn=0.0 if turns else math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])),
            mirrored=turns and across > 0,
        )
