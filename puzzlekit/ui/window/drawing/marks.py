"""Marks on a board in the window."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from ....core.board import Board, Point
from ... import art
from ...board_marks import BoardMarks, Line, edge_of
from ...layout import View
from ...theme import Colour
from .canvas import Canvas, Rect


class Marks(BoardMarks):
    """Marks on a board, drawn on a canvas."""

    def __init__(self, canvas: Canvas, board: Board, view: View) -> None:
        super().__init__(board, view, canvas.scale)
        self.canvas = canvas

    def draw_frame(self, corners: Sequence[Point], colour: Colour, thick: float) -> None:
        self.canvas.polyline(corners, colour, thick)

    def draw_ring(
        self, centre: Point, size: float, radius: float, colour: Colour, thick: float
    ) -> None:
        side = round(size)
        left, top = (round(each - side / 2) for each in centre)
        self.canvas.ring(Rect(left, top, side, side), colour, radius / self.scale, thick)

    def draw_lines(self, lines: Sequence[Line], colour: Colour, width: float) -> None:
        for start, end in lines:
            pygame.draw.line(self.canvas.surface, colour, start, end, round(width))
            for pos in (start, end):
                pygame.draw.aacircle(self.canvas.surface, colour, pos, width / 2)

    def draw_area(self, corners: Sequence[Point], colour: Colour, opacity: float) -> None:
        left, top = (math.floor(min(each)) for each in zip(*corners, strict=True))
        right, low = (math.ceil(max(each)) for each in zip(*corners, strict=True))
        patch = pygame.Surface((right - left + 1, low - top + 1), pygame.SRCALPHA)
        inside = [(x - left, y - top) for x, y in corners]
        pygame.draw.polygon(patch, (*colour, round(255 * opacity)), inside)
        self.canvas.surface.blit(patch, (left, top))

    def draw_disc(self, centre: Point, colour: Colour, radius: float) -> None:
        x, y = map(round, centre)
        pygame.draw.aacircle(self.canvas.surface, (0, 0, 0), (x, y), radius + 1)
        pygame.draw.aacircle(self.canvas.surface, colour, (x, y), radius)

    def draw_sign(
        self, icon: str, centre: Point, size: float, colour: Colour, *, turn: float, mirrored: bool
    ) -> None:
        side = round(size)
        picture = self.canvas.svg(art.icon(icon, colour), (side, side))
        if turn:
            picture = pygame.transform.rotate(picture, turn)
        if mirrored:
            picture = pygame.transform.flip(picture, True, False)
        size = min(side + 8, 1.35 * side)
        back = self.canvas.svg(art.node(edge_of(colour), colour), (round(size), round(size)))
        for each in (back, picture):
            self.canvas.surface.blit(each, each.get_rect(center=centre))
