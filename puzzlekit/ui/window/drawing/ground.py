"""What lies under the pieces: squares, streets, discs, hexagons, coordinates."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from ....core.board import Board
from ... import art
from ...cells import hull, name_point, named_inside, pointed, rim
from ...layout import View
from ...names import coordinates
from ...theme import Colour, mix
from .canvas import Canvas, Rect, Surface
from .labels import label_boxes


def lettered(board: Board) -> bool:
    """Tell whether columns and rows have names that are written at the edges."""
    return board.shape in ("square", "point") and coordinates(board) is not None


def named_in_corners(board: Board) -> bool:
    """Tell whether the names of squares stand in their corners, as they are no coordinates."""
    return not board.signs and not lettered(board)


def name_size(canvas: Canvas, view: View) -> float:
    """Return how large the names of cells are written."""
    return max(9.0, view.unit * 0.2 / canvas.scale)


class Ground:
    """Draws a board without its pieces, once for each size."""

    def __init__(
        self,
        canvas: Canvas,
        board: Board,
        view: View,
        *,
        labels: bool,
        cells: Sequence[int] | None = None,
    ) -> None:
        self.canvas, self.board, self.view = canvas, board, view
        self.labels = labels
        self.cells = range(len(board)) if cells is None else cells

    def pixel(self, cell: int) -> tuple[float, float]:
        """Return the middle of a cell in pixels."""
        return self.view.pixel(*self.board.points[cell])

    def draw(self, plates: Sequence[Sequence[int]] = ()) -> None:
        """Draw everything, with a plate under the cells of each turntable."""
        if self.board.shape in ("hexagon", "polygon"):
            self._draw_rims()
        if self.board.shape in ("square", "point"):
            self._draw_squares()
        if self.board.lines:
            self._draw_edges()
        for cells in plates:
            corners = hull([self.board.points[cell] for cell in cells])
            pixels = [self.view.pixel(*corner) for corner in corners]
            pygame.draw.polygon(self.canvas.surface, self.canvas.theme.raised, pixels)
            self.canvas.polyline(pixels, self.canvas.theme.line, 2)
        if self.board.shape == "node":
            self._draw_nodes()
        if self.board.shape == "hexagon":
            self._draw_hexagons()
        if self.board.shape == "polygon":
            self._draw_polygons()
        if self.labels and lettered(self.board):
            self._draw_coordinates()
        if self.labels:
            self._draw_signs()

    def _draw_squares(self) -> None:
        theme, unit = self.canvas.theme, self.view.unit
        frame = max(3, round(unit * 0.14))
        named = self.labels and named_in_corners(self.board)
        boxes = []
        for cell in range(len(self.board)):
            x, y = self.pixel(cell)
            left, top = round(x - unit / 2), round(y - unit / 2)
            boxes.append(Rect(left, top, round(x + unit / 2) - left, round(y + unit / 2) - top))
        whole = boxes[0].unionall(boxes[1:])
        if abs(whole.width * whole.height - len(boxes) * unit * unit) < unit * unit / 2:
            self.canvas.panel(whole.inflate(2 * frame, 2 * frame), theme.wood_line, None, 8)
        else:
            for box in boxes:
                ground = box.inflate(2 * frame, 2 * frame)
                pygame.draw.rect(self.canvas.surface, theme.wood_line, ground)
        self._draw_rims()
        for cell, box in enumerate(boxes):
            x, y = self.board.points[cell]
            checked = (round(x) + round(y)) % 2 == 0 or self.board.shape == "point"
            colour = theme.wood if checked else theme.wood_light
            if cell in self.board.colours:
                colour = self.canvas.palette[self.board.colours[cell]]
            pygame.draw.rect(self.canvas.surface, colour, box)
            if self.board.shape == "square":
                pygame.draw.rect(self.canvas.surface, theme.wood_line, box, 1)
            if named:
                self.canvas.surface.blit(
                    label := self._name(cell, mix(theme.wood_line, (0, 0, 0), 0.35)),
                    (box.left + unit * 0.07, box.top + unit * 0.03, *label.get_size()),
                )

    def _name(self, cell: int, ink: Colour) -> Surface:
        font = self.canvas.font(name_size(self.canvas, self.view), "Semibold")
        return font.render(self.board.cells[cell], True, ink)

    def _draw_rims(self) -> None:
        """Paint the sides of the board, under the cells, with an edge that any ground sets off."""
        surface, line = self.canvas.surface, mix(self.canvas.theme.dim, (128, 128, 128), 0.5)
        wide = max(4, round(self.view.unit * (0.34 if self.board.shape == "hexagon" else 0.28)))
        for more, plain in ((max(2, wide // 10), line), (0, None)):
            for name, sides in self.board.rims.items():
                colour = plain or self.canvas.palette[name]
                lines = [each for side in sides for each in rim(self.board, side)]
                pixels = [(self.view.pixel(*a), self.view.pixel(*b)) for a, b in lines]
                met: set[tuple[int, int]] = set()
                for start, end in pixels:
                    pygame.draw.line(surface, colour, start, end, wide + 2 * more)
                    for x, y in (start, end):
                        if (spot := (round(x), round(y))) in met:  # where two lines meet
                            pygame.draw.circle(surface, colour, spot, wide / 2 + more)
                        met.add(spot)

    def _sign_size(self) -> float:
        return max(9.0, min(18.0, self.view.unit * 0.3 / self.canvas.scale))

    def _draw_signs(self) -> None:
        """Write what stands beside the board, a little further out where the sides are painted."""
        for text, (x, y) in self.board.signs:
            near = min(self.board.points, key=lambda point: math.dist(point, (x, y)))
            out = 0.2 if self.board.rims else 0.0
            at = self.view.pixel(x + out * (x - near[0]), y + out * (y - near[1]))
            self.canvas.text(text, at, self._sign_size(), self.canvas.theme.dim, anchor="center")

    def _draw_coordinates(self) -> None:
        """Write what columns and rows are called below the board and left of it."""
        known, size, dim = coordinates(self.board), self._sign_size(), self.canvas.theme.dim
        assert known is not None
        left = min(known.files) - (0.76 if self.board.rims else 0.68)
        low = min(known.ranks) - 0.78
        for x, text in known.files.items():
            self.canvas.text(text, self.view.pixel(x, low), size, dim, anchor="center")
        for y, text in known.ranks.items():
            self.canvas.text(text, self.view.pixel(left, y), size, dim, anchor="midright")

    def _draw_edges(self) -> None:
        theme = self.canvas.theme
        on_wood = self.board.shape in ("square", "point")
        colour = theme.wood_line if on_wood else theme.street
        width = max(2, round(self.view.unit * 0.045))
        both = {(a, b) for a, b in self.board.arcs if (b, a) in self.board.arcs}
        for a, b in [*self.board.edges, *(arc for arc in both if arc[0] < arc[1])]:
            pygame.draw.line(self.canvas.surface, colour, self.pixel(a), self.pixel(b), width)
        for a, b in self.board.arcs:
            if (a, b) in both:
                self._arrow_head(a, b, colour, 0.44)
            else:
                pygame.draw.line(self.canvas.surface, colour, self.pixel(a), self.pixel(b), width)
                self._arrow_head(a, b, colour, 0.44)

    def _arrow_head(self, a: int, b: int, colour: Colour, stop: float) -> None:
        """Draw the head of an arrow just before the disc of cell b."""
        (ax, ay), (bx, by) = self.pixel(a), self.pixel(b)
        length = math.hypot(bx - ax, by - ay) or 1
        ux, uy = (bx - ax) / length, (by - ay) / length
        tip = (bx - ux * self.view.unit * stop, by - uy * self.view.unit * stop)
        size = self.view.unit * 0.18
        wings = [
            (tip[0] - ux * size + s * uy * size * 0.62, tip[1] - uy * size - s * ux * size * 0.62)
            for s in (-1, 1)
        ]
        pygame.draw.polygon(self.canvas.surface, colour, [tip, *wings])
        pygame.draw.aalines(self.canvas.surface, colour, True, [tip, *wings])

    def _draw_nodes(self) -> None:
        theme = self.canvas.theme
        size = max(3, round(self.view.unit * 0.92))
        for cell in range(len(self.board)):
            named = self.board.colours.get(cell)
            ground = self.canvas.palette[named] if named else theme.raised
            picture = self.canvas.svg(
                art.node(mix(ground, theme.background, 0.25 if named else 0), theme.street),
                (size, size),
            )
            where = picture.get_rect(center=tuple(map(round, self.pixel(cell))))
            self.canvas.surface.blit(picture, where)
        if self.labels and not self.board.signs:
            self._draw_names()

    def _draw_names(self) -> None:
        """Write the names of discs beside them, where they are free."""
        names = [self._name(cell, self.canvas.theme.dim) for cell in range(len(self.board))]
        discs = [self.pixel(cell) for cell in range(len(self.board))]
        steps = [*self.board.edges, *self.board.arcs] if self.board.lines else []
        boxes = label_boxes(
            discs,
            self.view.unit * 0.46,
            [name.get_size() for name in names],
            [(discs[a], discs[b]) for a, b in steps],
            self.canvas.surface.get_rect(),
        )
        for name, found in zip(names, boxes, strict=True):
            if found is None:
                continue
            box, on_line = found
            if on_line:
                self.canvas.surface.fill(self.canvas.theme.background, box)
            self.canvas.surface.blit(name, box)

    def _draw_polygons(self) -> None:
        """Draw cells of any form; the name of one stands in the corner with the most room."""
        theme, surface = self.canvas.theme, self.canvas.surface
        named = self.labels and named_inside(self.board)
        for cell, corners in enumerate(self.board.outlines):
            pixels = [self.view.pixel(*corner) for corner in corners]
            colour = self.board.colours.get(cell)
            pygame.draw.polygon(
                surface, self.canvas.palette[colour] if colour else theme.wood, pixels
            )
            self.canvas.polyline(pixels, theme.wood_line, 1.5)
            if named:
                self._write_inside(cell)

    def _write_inside(self, cell: int) -> None:
        """Write the name of a cell where it leaves room for a piece."""
        name = self._name(cell, mix(self.canvas.theme.wood_line, (0, 0, 0), 0.35))
        at = self.view.pixel(*name_point(self.board, cell))
        self.canvas.surface.blit(name, name.get_rect(center=at))

    def _draw_hexagons(self) -> None:
        theme = self.canvas.theme
        size = max(2, round(self.view.unit * 2 / math.sqrt(3)))
        fill, line = theme.wood, theme.wood_line
        if self.board.plane:
            fill = mix(theme.background, theme.street, 0.14)
            line = mix(theme.background, theme.street, 0.34)
        named = self.labels and named_inside(self.board)
        turn = 30 if pointed(self.board) else 0
        picture = self.canvas.svg(art.hexagon(fill, line, turn), (size, size))
        for cell in self.cells:
            x, y = self.pixel(cell)
            self.canvas.surface.blit(picture, picture.get_rect(center=(round(x), round(y))))
            if named:
                self._write_inside(cell)
            elif self.board.plane and self.labels and self.view.unit > 34 * self.canvas.scale:
                name = self._name(cell, mix(theme.dim, theme.background, 0.35))
                self.canvas.surface.blit(name, name.get_rect(center=(round(x), round(y))))
