"""Drawing primitives for the designer's sheet: arrows, discs, rings, labels and axes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from ....core.board import Point
from ....design.copies import DrawingSymmetry
from ... import art
from ...routes import arrow_head, thick_line, trim
from ...theme import Colour, is_dark, mix
from ..drawing.canvas import Canvas, Rect, Surface
from .viewport import BADGE, Pane

#: Colours of turns.
TONES = ("teal", "orange", "purple", "lime", "pink", "yellow", "blue", "red")

BLACK, WHITE = (0, 0, 0), (255, 255, 255)


class Pen:
    """A painter of the designer's shapes (arrows, nodes, labels) on a canvas."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        theme = canvas.theme
        #: The sheet is darker than the background in a dark theme, and lighter in a light theme.
        self.ground = mix(theme.background, BLACK if is_dark(theme.background) else WHITE, 0.3)

    def arrow(
        self,
        pane: Pane,
        route: Sequence[Point],
        colour: Colour,
        *,
        forward: bool = True,
        backward: bool = False,
        strong: bool = False,
        behind: float = 1.12,
    ) -> None:
        radius = pane.radius
        line = trim([pane.pixel(point) for point in route], radius * 1.1, radius * behind)
        if len(line) < 2:
            return
        width = max(2.0, radius * (0.19 if strong else 0.15))
        size = min(radius * 0.4 + width, math.dist(line[0], line[-1]) * 0.45)
        body = trim(line, size * 0.7 * backward, size * 0.7 * forward)
        if len(body) == 2:
            self.line(body[0], body[1], colour, width)
        elif body:
            self.polygon(thick_line(body, width - 1), colour)
        if forward:
            self.polygon(arrow_head(line[-1], _before(line, size), size), colour)
        if backward:
            self.polygon(arrow_head(line[0], _before(line[::-1], size), size), colour)

    def line(self, start: Point, end: Point, colour: Colour, width: float) -> None:
        # pygame measures the width of a line along an axis, not across the line.
        dx, dy = abs(end[0] - start[0]), abs(end[1] - start[1])
        along = max(dx, dy) / (math.hypot(dx, dy) or 1.0)
        pygame.draw.aaline(self.canvas.surface, colour, start, end, round(width / (along or 1.0)))

    def polygon(self, corners: Sequence[Point], colour: Colour) -> None:
        pygame.draw.polygon(self.canvas.surface, colour, corners)
        pygame.draw.aalines(self.canvas.surface, colour, True, corners)

    def fill(self, colour: str) -> Colour:
        if not colour:
            return self.canvas.theme.surface
        return mix(self.canvas.palette[colour], self.ground, 0.3)

    def disc(self, size: int, colour: str) -> Surface:
        return self.canvas.svg(art.node(self.fill(colour), self.canvas.theme.edge), (size, size))

    def hole(self, size: int, ground: Colour, *, any_: bool = False) -> Surface:
        """Return the picture of a hole, or of a node whose piece the goal ignores."""
        colour = mix(WHITE if is_dark(ground) else BLACK, ground, 0.3)
        inner = max(6, round(size * 0.62))
        return self.canvas.svg(art.dashed(colour, 5, "?" if any_ else ""), (inner, inner))

    def tone(self, number: int) -> Colour:
        return self.canvas.palette[TONES[number % len(TONES)]]

    def badge(self, at: tuple[float, float], name: str, steps: int, number: int) -> None:
        canvas, tone = self.canvas, self.tone(number)
        size = canvas.px(BADGE)
        box = Rect(0, 0, size, size)
        box.center = round(at[0]), round(at[1])
        canvas.panel(box, self.ground, tone, BADGE / 2)
        canvas.text(name, box.center, 14, weight="Bold", anchor="center", width=size)
        if steps > 1:
            chip = Rect(0, 0, canvas.px(24), canvas.px(17))
            chip.midleft = box.right - canvas.px(6), box.bottom - canvas.px(4)
            canvas.panel(chip, tone, None, 8)
            colour = (255, 255, 255) if is_dark(tone) else (20, 24, 30)
            canvas.text(f"×{steps}", chip.center, 11, colour, weight="Bold", anchor="center")

    def ring(self, pane: Pane, point: Point, colour: Colour, share: float, thick: float) -> None:
        """Draw a ring around a node; `share` is its radius as a multiple of the node's radius."""
        radius, width = round(pane.radius * share), max(2, round(thick * self.canvas.scale))
        pygame.draw.aacircle(self.canvas.surface, colour, pane.centre(point), radius, width)

    def dashed_ring(self, pane: Pane, point: Point, colour: Colour) -> None:
        size = round(pane.radius * 2.5)
        shown = self.canvas.svg(art.dashed(colour, 2.2), (size, size))
        self.canvas.surface.blit(shown, shown.get_rect(center=pane.centre(point)))

    def cross(self, pane: Pane, point: Point, colour: Colour) -> None:
        x, y = pane.pixel(point)
        size, width = max(8, pane.radius * 0.6), max(2.0, pane.radius * 0.12)
        for side in (-1, 1):
            start, end = (x - size, y - side * size), (x + size, y + side * size)
            self.line(start, end, colour, width)

    def count(self, pane: Pane, point: Point, number: int) -> None:
        canvas, theme = self.canvas, self.canvas.theme
        x, y = pane.pixel(point)
        box = Rect(0, 0, canvas.px(22), canvas.px(20))
        box.center = round(x + pane.radius * 0.85), round(y - pane.radius * 0.85)
        canvas.panel(box, theme.accent, None, 9)
        canvas.text(str(number), box.center, 12, theme.on_accent, weight="Bold", anchor="center")

    def axes(self, pane: Pane, copies: DrawingSymmetry) -> None:
        colour = mix(self.ground, self.canvas.theme.accent, 0.55)
        x, y = pane.pixel(copies.centre)
        length = max(pane.box.size)
        count = int(copies.kind) if copies.kind.isdecimal() else 0
        angles = [90 + 360 * k / count for k in range(count)] or [90, 270]
        for angle in angles:
            dx, dy = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
            self.dashes((x, y), (x + dx * length, y + dy * length), colour)
        if count:
            radius = self.canvas.px(6)
            pygame.draw.aacircle(self.canvas.surface, colour, pane.centre(copies.centre), radius, 2)

    def dashes(self, start: Point, end: Point, colour: Colour) -> None:
        length, dash = math.dist(start, end), self.canvas.px(7)
        for number in range(0, int(length // dash), 2):
            p = towards(start, end, number * dash)
            q = towards(start, end, (number + 1) * dash)
            pygame.draw.aaline(self.canvas.surface, colour, p, q)


def towards(start: Point, end: Point, length: float) -> Point:
    """Return the point at a distance from `start` in the direction of `end`."""
    share = length / (math.dist(start, end) or 1.0)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _before(line: Sequence[Point], length: float) -> Point:
    """Return the point on a line at a distance before its end."""
    return (trim(line, 0, length) or line)[-1] if len(line) > 2 else line[0]
