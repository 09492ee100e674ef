"""What lies under the pieces: squares, streets, discs, hexagons, coordinates."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from ....core.board import Board
from ... import art
from ...layout import View
from ...motion import hull, pointed, rim
from ...theme import Colour, mix
from .canvas import Canvas, Rect, Surface


def lettered(board: Board) -> bool:
    """Tell whether the cells are named by column and row, to be written at the edges."""
    return board.shape in ("square", "point") and all(
        name.rstrip("0123456789").isalpha() for name in board.cells
    )


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
        if self.board.shape == "hexagon":
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
        if self.labels and lettered(self.board):
            self._draw_coordinates()
        if self.labels:
            self._draw_signs()

    def _draw_squares(self) -> None:
        theme, unit = self.canvas.theme, self.view.unit
        frame = max(3, round(unit * 0.14))
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
            if self.labels and not lettered(self.board):
                self.canvas.surface.blit(
                    label := self._name(cell, mix(theme.wood_line, (0, 0, 0), 0.35)),
                    (box.left + unit * 0.07, box.top + unit * 0.03, *label.get_size()),
                )

    def _name(self, cell: int, ink: Colour) -> Surface:
        font = self.canvas.font(max(9.0, self.view.unit * 0.2 / self.canvas.scale), "Semibold")
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
        size = self._sign_size()
        xs = {round(x) for x, _ in self.board.points}
        ys = {round(y) for _, y in self.board.points}
        left = min(xs) - (0.76 if self.board.rims else 0.68)
        low = min(ys) - 0.78
        for name, (x, y) in zip(self.board.cells, self.board.points, strict=True):
            letters = name.rstrip("0123456789")
            if round(y) == min(ys):
                self.canvas.text(
                    letters, self.view.pixel(x, low), size, self.canvas.theme.dim, anchor="center"
                )
            if round(x) == min(xs):
                self.canvas.text(
                    name[len(letters) :],
                    self.view.pixel(left, y),
                    size,
                    self.canvas.theme.dim,
                    anchor="midright",
                )

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
        size = round(self.view.unit * 0.92)
        for cell in range(len(self.board)):
            named = self.board.colours.get(cell)
            ground = self.canvas.palette[named] if named else theme.raised
            picture = self.canvas.svg(
                art.node(mix(ground, theme.background, 0.25 if named else 0), theme.street),
                (size, size),
            )
            where = picture.get_rect(center=tuple(map(round, self.pixel(cell))))
            self.canvas.surface.blit(picture, where)
            if self.labels:
                label = self._name(cell, theme.dim)
                x, y = self.pixel(cell)
                offset = self.view.unit * 0.46
                self.canvas.surface.blit(
                    label, label.get_rect(center=(round(x - offset), round(y - offset)))
                )

    def _draw_hexagons(self) -> None:
        theme = self.canvas.theme
        size = round(self.view.unit * 2 / math.sqrt(3))
        fill, line = theme.wood, theme.wood_line
        if self.board.plane:
            fill = mix(theme.background, theme.street, 0.14)
            line = mix(theme.background, theme.street, 0.34)
        turn = 30 if pointed(self.board) else 0
        picture = self.canvas.svg(art.hexagon(fill, line, turn), (size, size))
        for cell in self.cells:
            x, y = self.pixel(cell)
            self.canvas.surface.blit(picture, picture.get_rect(center=(round(x), round(y))))
            if self.board.plane and self.labels and self.view.unit > 34 * self.canvas.scale:
                name = self._name(cell, mix(theme.dim, theme.background, 0.35))
                self.canvas.surface.blit(name, name.get_rect(center=(round(x), round(y))))
