"""Marks on a board: frames, outlines, dots and arrows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import pygame

from ....core.board import Board, Point
from ....core.permutation import cycles_of
from ....core.polygons import area, sides_of
from ... import art
from ...board_drawing import MAX_PLATE_CELLS
from ...cells import cell_outline, centre_of, hull_of_cells
from ...layout import View
from ...motion import turning_centre
from ...theme import Colour, lightness
from .canvas import Canvas, Rect

#: Size of a frame relative to its cell.
INSIDE = 0.94

#: Edge colours of bright and dark lines, and the minimum lightness of a bright line.
EDGES, BRIGHT = ((20, 24, 30), (250, 250, 250)), 110


class Marks:
    """Marks on a board in a given view."""

    def __init__(self, canvas: Canvas, board: Board, view: View) -> None:
        self.canvas, self.board, self.view = canvas, board, view

    def mark(self, cells: Sequence[int], colour: Colour, thick: float = 3) -> None:
        """Frame cells together if they fill a convex area, else one by one."""
        points = [self.board.points[cell] for cell in cells]
        if self.board.shape in ("square", "bare") and len(cells) > 1:
            corners = hull_of_cells(points)
            if abs(area(corners) - len(cells)) < 0.5:
                self.canvas.polyline([self.view.pixel(*each) for each in corners], colour, thick)
                return
        if len(cells) <= MAX_PLATE_CELLS:
            for cell in cells:
                self.mark_cell(cell, colour, thick)

    def mark_cell(self, cell: int, colour: Colour, thick: float) -> None:
        x, y = self.view.pixel(*self.board.points[cell])
        if self.board.shape in ("square", "bare"):
            size = round(self.view.unit)
            box = Rect(round(x - size / 2), round(y - size / 2), size, size)
            self.canvas.ring(box, colour, 4, thick)
        elif self.board.is_tiling or self.board.outlines:
            px, py = self.board.points[cell]
            corners = [
                self.view.pixel(px + INSIDE * (x - px), py + INSIDE * (y - py))
                for x, y in cell_outline(self.board, cell)
            ]
            self.canvas.polyline(corners, colour, thick)
        else:
            size = round(self.view.unit * 0.98)
            box = Rect(round(x - size / 2), round(y - size / 2), size, size)
            self.canvas.ring(box, colour, size / 2 / self.canvas.scale, thick)

    def outline(self, cells: Iterable[int], colour: Colour, thick: float) -> None:
        """Outline an area of adjacent cells or, on a board with gaps, each cell."""
        if self.board.shape not in ("square", "bare", "hexagon", "polygon"):
            for cell in cells:
                self.mark_cell(cell, edge_of(colour), thick + 2.5)
                self.mark_cell(cell, colour, thick)
            return
        sides: dict[tuple[float, float], tuple[Point, Point] | None] = {}
        for cell in cells:
            corners = cell_outline(self.board, cell)
            for a, b in sides_of(corners):
                x, y = centre_of([a, b])
                key = round(x, 3), round(y, 3)
                sides[key] = None if key in sides else (a, b)
        # Thin lines on tiny cells, such as those of a small net.
        width = max(1, min(self.canvas.px(thick), round(self.view.unit / 9)))
        edge = min(self.canvas.px(3), max(1, width))
        lines = [
            tuple(self.view.pixel(*point) for point in side) for side in sides.values() if side
        ]
        for text_colour, box_width in ((edge_of(colour), width + edge), (colour, width)):
            for start, end in lines:  # a contrasting edge is visible on any background
                pygame.draw.line(self.canvas.surface, text_colour, start, end, box_width)
                for pos in (start, end):
                    pygame.draw.aacircle(self.canvas.surface, text_colour, pos, box_width / 2)

    def tint(self, cells: Iterable[int], colour: Colour, share: float) -> None:
        """Tint cells below the pieces."""
        for cell in cells:
            corners = [self.view.pixel(*point) for point in self._fill_corners(cell)]
            left, top = (math.floor(min(each)) for each in zip(*corners, strict=True))
            right, low = (math.ceil(max(each)) for each in zip(*corners, strict=True))
            patch = pygame.Surface((right - left + 1, low - top + 1), pygame.SRCALPHA)
            inside = [(x - left, y - top) for x, y in corners]
            pygame.draw.polygon(patch, (*colour, round(255 * share)), inside)
            self.canvas.surface.blit(patch, (left, top))

    def _fill_corners(self, cell: int) -> Sequence[Point]:
        if self.board.shape in ("square", "bare") or self.board.is_tiling or self.board.outlines:
            return cell_outline(self.board, cell)
        (x, y), turn = self.board.points[cell], math.tau / 32
        return [(x + 0.49 * math.cos(i * turn), y + 0.49 * math.sin(i * turn)) for i in range(32)]

    def line(self, start: Point, end: Point, colour: Colour) -> None:
        a, b = self.view.pixel(*start), self.view.pixel(*end)
        pygame.draw.line(self.canvas.surface, colour, a, b, max(2, round(self.view.unit * 0.08)))

    def dot(self, point: tuple[float, float], colour: Colour, size: float = 0.13) -> None:
        """Draw a dot at a target."""
        x, y = self.view.pixel(*point)
        radius = max(3, round(self.view.unit * size))
        pygame.draw.aacircle(self.canvas.surface, (0, 0, 0), (round(x), round(y)), radius + 1)
        pygame.draw.aacircle(self.canvas.surface, colour, (round(x), round(y)), radius)

    def arrow(self, cells: Sequence[int], permutation: Mapping[int, int], colour: Colour) -> None:
        """Draw an arrow for the direction of a move in the middle of its click target."""
        inside = [cell for cell in permutation if cell < len(self.board)]
        if not inside or len(cells) < 2:
            return
        centre = centre_of([self.board.points[cell] for cell in cells])
        near = min(inside, key=lambda cell: math.dist(self.board.points[cell], centre))
        a, b = self.board.points[near], self.board.points[permutation[near]]
        x, y = self.view.pixel(*centre)
        size = max(18, round(self.view.unit * 0.6))
        cycles = [[c for c in cycle if c < len(self.board)] for cycle in cycles_of(permutation)]
        if all(turning_centre([self.board.points[c] for c in cycle]) is None for cycle in cycles):
            picture = self.canvas.svg(art.icon("forward", colour), (size, size))
            angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
            picture = pygame.transform.rotate(picture, angle)
        else:
            picture = self.canvas.svg(art.icon("clockwise", colour), (size, size))
            across = (a[0] - centre[0]) * (b[1] - centre[1])
            if across > (a[1] - centre[1]) * (b[0] - centre[0]):
                picture = pygame.transform.flip(picture, True, False)
        back = self.canvas.svg(art.node((20, 24, 30), colour), (size + 8, size + 8))
        self.canvas.surface.blit(back, back.get_rect(center=(x, y)))
        self.canvas.surface.blit(picture, picture.get_rect(center=(x, y)))


def edge_of(colour: Colour) -> Colour:
    """Return a contrasting colour for the edges of a line."""
    return EDGES[lightness(colour) < BRIGHT]
