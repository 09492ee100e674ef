"""What lies under the pieces: squares, streets, discs, hexagons, coordinates."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from ....core.board import Board, Point
from ....core.polygons import sides_of
from ... import art
from ...cells import chains, hull, name_point, named_inside, outline, pointed, rim
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
    return max(10.0, view.unit * 0.2) / canvas.scale


#: How far from the middle of a disc, in steps, the head of an arrow ends.
HEAD = 0.44

#: How thick the lines between hexagons and polygons are.
LINE = 1.5


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
        if self.board.tiled:
            self._draw_plane()
        elif self.board.shape in ("hexagon", "polygon"):
            self._draw_cells()
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
        if self.board.rims:
            self.canvas.sketch(self._rims())
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

    def _rims(self) -> str:
        """Return the painted sides of the board, with an edge that any ground sets off."""
        line = mix(self.canvas.theme.dim, (128, 128, 128), 0.5)
        wide = max(8, self.view.unit * (0.34 if self.board.shape == "hexagon" else 0.28))
        painted = []
        for name, sides in self.board.rims.items():
            whole = chains(each for side in sides for each in rim(self.board, side))
            pixels = [[self.view.pixel(*point) for point in chain] for chain in whole]
            painted.append((pixels, self.canvas.palette[name]))
        drawn = [art.lines(pixels, line, wide + 2 * max(2, wide / 10)) for pixels, _ in painted]
        drawn += [art.lines(pixels, colour, wide) for pixels, colour in painted]
        return "".join(drawn)

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
        steps = [*self.board.edges, *self.board.arcs]
        streets = [(self.pixel(a), self.pixel(b)) for a, b in steps]
        heads = [self._arrow_head(a, b) for a, b in self.board.arcs]
        self.canvas.sketch(art.lines(streets, colour, width) + art.areas(heads, colour))

    def _arrow_head(self, a: int, b: int) -> list[Point]:
        """Return the corners of the head of an arrow just before the disc of cell b."""
        (ax, ay), (bx, by) = self.pixel(a), self.pixel(b)
        length = math.hypot(bx - ax, by - ay) or 1
        ux, uy = (bx - ax) / length, (by - ay) / length
        tip = bx - ux * self.view.unit * HEAD, by - uy * self.view.unit * HEAD
        size = self.view.unit * 0.18
        wings = [
            (tip[0] - ux * size + s * uy * size * 0.62, tip[1] - uy * size - s * ux * size * 0.62)
            for s in (-1, 1)
        ]
        return [tip, *wings]

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
        lines = []
        if self.board.lines:
            lines = [(discs[a], discs[b]) for a, b in (*self.board.edges, *self.board.arcs)]
            for a, b in self.board.arcs:
                lines += sides_of(self._arrow_head(a, b))
        boxes = label_boxes(
            discs,
            self.view.unit * 0.46,
            [name.get_size() for name in names],
            lines,
            self.canvas.surface.get_rect(),
        )
        for name, found in zip(names, boxes, strict=True):
            if found is None:
                continue
            box, on_line = found
            if on_line:
                self.canvas.surface.fill(self.canvas.theme.background, box)
            self.canvas.surface.blit(name, box)

    def _draw_cells(self) -> None:
        """Draw hexagons and polygons in one picture, so that their lines are equally strong."""
        board, theme = self.board, self.canvas.theme
        grounds: dict[Colour, list[list[Point]]] = {}
        for cell in self.cells:
            named = board.colours.get(cell)
            ground = self.canvas.palette[named] if named else theme.wood
            corners = [self.view.pixel(*corner) for corner in outline(board, cell)]
            grounds.setdefault(ground, []).append(corners)
        whole = [corners for each in grounds.values() for corners in each]
        thick = max(LINE, LINE * self.canvas.scale)
        filled = [art.areas(each, ground) for ground, each in grounds.items()]
        lined = art.lines(whole, theme.wood_line, thick, closed=True)
        self.canvas.sketch("".join([self._rims(), *filled, lined]))
        if self.labels and named_inside(board):
            self._write_inside()

    def _draw_plane(self) -> None:
        """Draw the hexagons of a plane, which moves with the camera, by copies of one picture."""
        theme, unit = self.canvas.theme, self.view.unit
        fill, line = (mix(theme.background, theme.street, share) for share in (0.14, 0.34))
        turn, size = (30 if pointed(self.board) else 0), max(2, round(unit * 2 / math.sqrt(3)))
        picture = self.canvas.svg(art.hexagon(fill, line, turn), (size, size))
        for cell in self.cells:
            x, y = self.pixel(cell)
            self.canvas.surface.blit(picture, picture.get_rect(center=(round(x), round(y))))
            if self.labels and unit > 34 * self.canvas.scale:
                name = self._name(cell, mix(theme.dim, theme.background, 0.35))
                self.canvas.surface.blit(name, name.get_rect(center=(round(x), round(y))))

    def _write_inside(self) -> None:
        """Write the names of cells where they leave room for a piece, if they fit in the cells."""
        ink = mix(self.canvas.theme.wood_line, (0, 0, 0), 0.35)
        names = {cell: self._name(cell, ink) for cell in self.cells}
        high = max(name.get_bounding_rect().height for name in names.values())
        for cell, name in names.items():
            size = name.get_bounding_rect().width / self.view.unit, high / self.view.unit
            spot = name_point(self.board, cell, size)
            if spot is not None:
                self.canvas.surface.blit(name, name.get_rect(center=self.view.pixel(*spot)))
