"""The board below the pieces: squares, edges, discs, hexagons and coordinates."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from ....core.board import Board
from ... import art
from ...board_drawing import LINE_WIDTH, NODE_SIZE, BoardDrawing, steps_cross
from ...cells import has_inner_names, hull_of_cells, is_pointy_topped, name_point
from ...labels import label_boxes
from ...layout import View
from ...names import has_letters, named_in_corners
from ...theme import Colour, mix
from .canvas import Canvas, Rect, Surface

#: Minimum font size in pixels beside a board; if it were larger, labels could overlap.
MIN_LABEL_SIZE = 6

#: Minimum pixels per cell for labels on a board; in smaller cells they would be illegible.
LEGIBLE_SIZE = 9


def name_size(canvas: Canvas, view: View) -> float:
    """Return the font size of cell names."""
    return max(10.0, view.unit * 0.2) / canvas.scale


class BoardBackground:
    """A board without pieces, drawn once per size."""

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
        self.sketch = BoardDrawing(board, view, canvas.theme, canvas.palette)
        self.labels = labels
        self.cells = range(len(board)) if cells is None else cells

    def pixel(self, cell: int) -> tuple[float, float]:
        return self.view.pixel(*self.board.points[cell])

    def draw(self, plates: Sequence[Sequence[int]] = ()) -> None:
        if self.board.shape in ("square", "point"):
            self._draw_squares()
        if self.board.lines and not steps_cross(self.board):
            self.canvas.sketch(self.sketch.edges())
        for cells in plates:
            corners = hull_of_cells([self.board.points[cell] for cell in cells])
            pixels = [self.view.pixel(*corner) for corner in corners]
            pygame.draw.polygon(self.canvas.surface, self.canvas.theme.surface, pixels)
            self.canvas.polyline(pixels, self.canvas.theme.line, 2)
        if self.board.shape == "node":
            self._draw_nodes()
        if self.board.is_tiling:
            self._draw_plane()
        elif self.board.shape in ("hexagon", "polygon"):
            self._draw_cells()
        if self.labels and self.view.unit >= LEGIBLE_SIZE:
            if has_letters(self.board):
                self._draw_coordinates()
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
            self.canvas.sketch(self.sketch.rims())
        for cell, (box, colour) in enumerate(zip(boxes, self.sketch.square_colours(), strict=True)):
            pygame.draw.rect(self.canvas.surface, colour, box)
            if self.board.shape == "square":
                pygame.draw.rect(self.canvas.surface, theme.wood_line, box, 1)
            if named:
                self.canvas.surface.blit(
                    label := self._name(cell, mix(theme.wood_line, (0, 0, 0), 0.35)),
                    (box.left + unit * 0.07, box.top + unit * 0.03, *label.get_size()),
                )

    def _name(self, cell: int, colour: Colour) -> Surface:
        font = self.canvas.font(name_size(self.canvas, self.view), "Semibold")
        return font.render(self.board.cells[cell], True, colour)

    def _sign_size(self) -> float:
        return max(9.0, min(18.0, self.view.unit * 0.3 / self.canvas.scale))

    def _draw_signs(self) -> None:
        """Draw the labels beside the board."""
        for text, at in self.sketch.signs():
            self.canvas.text(
                text,
                at,
                self._sign_size(),
                self.canvas.theme.muted_text,
                anchor="center",
                least=MIN_LABEL_SIZE,
            )

    def _draw_coordinates(self) -> None:
        """Draw the coordinates below and to the left of the board."""
        size, dim = self._sign_size(), self.canvas.theme.muted_text
        files, ranks = self.sketch.coordinates()
        for text, at in files:
            self.canvas.text(text, at, size, dim, anchor="center", least=MIN_LABEL_SIZE)
        for text, at in ranks:
            self.canvas.text(text, at, size, dim, anchor="midright", least=MIN_LABEL_SIZE)

    def _draw_nodes(self) -> None:
        size = max(3, round(self.view.unit * NODE_SIZE))
        for cell in range(len(self.board)):
            picture = self.canvas.svg(self.sketch.node(cell), (size, size))
            where = picture.get_rect(center=tuple(map(round, self.pixel(cell))))
            self.canvas.surface.blit(picture, where)
        if self.labels and not self.board.signs:
            self._draw_names()

    def _draw_names(self) -> None:
        names = [self._name(cell, self.canvas.theme.muted_text) for cell in range(len(self.board))]
        discs = [self.pixel(cell) for cell in range(len(self.board))]
        lines = []
        if self.board.lines:
            lines = self.sketch.obstacles()
        boxes = label_boxes(
            discs,
            self.view.unit * 0.46,
            [name.get_size() for name in names],
            lines,
            self.canvas.surface.get_size(),
        )
        for name, label_box in zip(names, boxes, strict=True):
            if label_box is None:
                continue
            box, on_line = label_box
            if on_line:
                self.canvas.surface.fill(self.canvas.theme.background, box)
            self.canvas.surface.blit(name, box)

    def _draw_cells(self) -> None:
        """Draw hexagons and polygons in one picture, so that all lines have the same width."""
        thick = max(LINE_WIDTH, LINE_WIDTH * self.canvas.scale)
        self.canvas.sketch(self.sketch.fields(self.cells, thick))
        if self.labels and has_inner_names(self.board):
            self._write_inside()

    def _draw_plane(self) -> None:
        """Draw the hexagons of a plane as copies of one picture, which is fast to scroll."""
        theme, unit = self.canvas.theme, self.view.unit
        fill, line = (mix(theme.background, theme.edge, share) for share in (0.14, 0.34))
        # Names on an unbounded plane are rarely useful, so show them only with the legal moves.
        named = self.labels and self.canvas.settings.legal and unit > 34 * self.canvas.scale
        turn, size = (
            (30 if is_pointy_topped(self.board) else 0),
            max(2, round(unit * 2 / math.sqrt(3))),
        )
        picture = self.canvas.svg(art.hexagon(fill, line, turn), (size, size))
        for cell in self.cells:
            x, y = self.pixel(cell)
            self.canvas.surface.blit(picture, picture.get_rect(center=(round(x), round(y))))
            if named:
                name = self._name(cell, mix(theme.muted_text, theme.background, 0.35))
                self.canvas.surface.blit(name, name.get_rect(center=(round(x), round(y))))

    def _write_inside(self) -> None:
        """Draw cell names inside the cells, beside the pieces, if they fit."""
        colour = mix(self.canvas.theme.wood_line, (0, 0, 0), 0.35)
        names = {cell: self._name(cell, colour) for cell in self.cells}
        height = max(name.get_bounding_rect().height for name in names.values())
        for cell, name in names.items():
            size = name.get_bounding_rect().width / self.view.unit, height / self.view.unit
            pos = name_point(self.board, cell, size)
            if pos is not None:
                self.canvas.surface.blit(name, name.get_rect(center=self.view.pixel(*pos)))
