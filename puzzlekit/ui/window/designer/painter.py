"""The painter of the sheet, and the shapes on it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import pygame

from ....core.board import Point
from ....core.polygons import area, sides_of
from ....design.drawing import ANY, Drawing, DrawnTurn, Edge, edges_of
from ....design.grids import points_in
from ....design.symmetric_drawing import DrawingSymmetry
from ... import svg_art
from ...cells import centre_of
from ...graph_layout import Route, arrow_head, label_boxes, thick_line, trim
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
            self.polygon(arrow_head(line[-1], _point_before_end(line, size), size), colour)
        if backward:
            self.polygon(arrow_head(line[0], _point_before_end(line[::-1], size), size), colour)

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
        return self.canvas.svg(
            svg_art.node(self.fill(colour), self.canvas.theme.edge), (size, size)
        )

    def hole(self, size: int, ground: Colour, *, any_: bool = False) -> Surface:
        """Return the picture of a hole, or of a node whose piece the goal ignores."""
        colour = mix(WHITE if is_dark(ground) else BLACK, ground, 0.3)
        inner = max(6, round(size * 0.62))
        return self.canvas.svg(svg_art.dashed_ring(colour, 5, "?" if any_ else ""), (inner, inner))

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
        picture = self.canvas.svg(svg_art.dashed_ring(colour, 2.2), (size, size))
        self.canvas.blit(picture, center=pane.centre(point))

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


def _point_before_end(line: Sequence[Point], length: float) -> Point:
    """Return the point on a line at a distance before its end."""
    return (trim(line, 0, length) or line)[-1] if len(line) > 2 else line[0]


class Sketch(NamedTuple):
    """A drawing in a pane; a `small` one has neither grid nor names."""

    pane: Pane
    drawing: Drawing
    tints: Mapping[int, str]
    grid: str = "free"
    small: bool = False


#: Minimum distance, in unscaled pixels, between the points of a grid that is shown.
_DENSE = 13

#: Maximum number of pairs of names and lines for which overlaps are avoided.
_MANY = 100_000


class Painter(Pen):
    """A pen that draws the designer's panes."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        #: Offsets of names from their nodes, and pictures of the panes.
        self._name_offsets: tuple[object, list[Point | None]] = None, []
        self._pictures: dict[tuple[str, bool], tuple[object, Surface]] = {}

    def draw(self, sketch: Sketch, base: Drawing) -> None:
        """Draw a sketch, whose drawing may be a preview of a change to `base`."""
        pane, name = sketch.pane, (sketch.pane.layer, sketch.small)
        key = sketch, base
        known = self._pictures.get(name)
        if known is None or known[0] != key:
            picture = Surface(pane.box.size).convert()
            view = pane.view.scrolled(-pane.box.left, -pane.box.top)
            with self.canvas.on(picture):
                shifted = pane._replace(box=picture.get_rect(), view=view)
                self._draw_all(sketch._replace(pane=shifted), base)
            known = self._pictures[name] = key, picture
        self.canvas.surface.blit(known[1], pane.box)

    def _draw_all(self, sketch: Sketch, base: Drawing) -> None:
        theme, small, drawing = self.canvas.theme, sketch.small, sketch.drawing
        self.canvas.surface.fill(theme.panel if small else self.ground)
        if not small:
            self._dots(sketch.pane, sketch.grid)
        self._turns(sketch)
        routes, changed = sketch.pane.routes(drawing), edges_of(base.ways ^ drawing.ways)
        for edge, route in routes.items():
            is_new = edge in changed
            self.edge(sketch, edge, route, theme.accent if is_new else theme.edge, is_new)
        self._nodes(sketch)
        if not small:
            self._badges(sketch)
            self._names(sketch, routes.values(), is_preview=drawing is not base)

    def _dots(self, pane: Pane, grid: str) -> None:
        if pane.view.unit < _DENSE * self.canvas.scale:
            return
        left, top = pane.view.point(*pane.box.topleft)
        right, low = pane.view.point(*pane.box.bottomright)
        size = max(2, self.canvas.px(2))
        dot = Surface((size, size))
        dot.fill(mix(self.ground, self.canvas.theme.muted_text, 0.6))
        points = map(pane.centre, points_in(grid, (left, low, right, top)))
        self.canvas.surface.fblits([(dot, (x - size // 2, y - size // 2)) for x, y in points])

    def edge(
        self, sketch: Sketch, edge: Edge, route: Route, colour: Colour, strong: bool = False
    ) -> None:
        ways, (a, b) = sketch.drawing.ways, edge
        forward, backward = (a, b) in ways, (b, a) in ways
        self.arrow(sketch.pane, route, colour, backward=backward, forward=forward, strong=strong)

    def _nodes(self, sketch: Sketch) -> None:
        pane, drawing, tints, *_ = sketch
        size, pieces = round(2 * pane.radius), drawing.pieces
        blits: list[tuple[Surface, Rect]] = []
        for cell, (node, label) in enumerate(
            zip(drawing.nodes, drawing.layer(pane.layer), strict=True)
        ):
            colour = tints.get(cell) or node.colour
            if label in pieces:
                shown = self.canvas.piece(pieces[label], round(size * 0.78), rounded=True)
            else:
                shown = self.hole(size, self.fill(colour), any_=label == ANY)
            for picture in (self.disc(size, colour), shown):
                blits.append((picture, picture.get_rect(center=pane.centre(node.point))))
        self.canvas.surface.fblits(blits)

    def _names(self, sketch: Sketch, routes: Collection[Route], *, is_preview: bool) -> None:
        """Draw the names beside their nodes, which they follow in a preview."""
        canvas, theme, (pane, drawing, *_) = self.canvas, self.canvas.theme, sketch
        size = max(10.0, min(15.0 * canvas.scale, pane.radius * 0.36)) / canvas.scale
        if pane.radius < 9 or not drawing.nodes:
            return
        font = canvas.font(size)
        key = drawing.nodes, drawing.ways, drawing.turns, pane.view.unit, size
        if not is_preview and key != self._name_offsets[0]:
            sizes = [font.size(node.name) for node in drawing.nodes]
            self._name_offsets = key, self._find_name_offsets(sketch, routes, sizes)
        for node, offset in zip(drawing.nodes, self._name_offsets[1], strict=False):
            if offset is not None:
                x, y = pane.pixel(node.point)
                corner = round(x + offset[0]), round(y + offset[1])
                canvas.surface.fill(self.ground, Rect(corner, font.size(node.name)))
                canvas.text(node.name, corner, size, theme.muted_text)

    def _find_name_offsets(
        self, sketch: Sketch, routes: Iterable[Route], sizes: Sequence[tuple[int, int]]
    ) -> list[Point | None]:
        """Return offsets of names from nodes, away from edges and turns unless there are many."""
        pane, drawing, *_ = sketch
        radius = pane.radius * 1.26
        pane = pane._replace(view=pane.view._replace(left=0, top=0))
        discs = [pane.pixel(node.point) for node in drawing.nodes]
        lines = [(pane.pixel(p), pane.pixel(q)) for route in routes for p, q in pairwise(route)]
        for number, (_, turn) in enumerate(drawing.turns):
            lines += self._turn_sides(sketch._replace(pane=pane), turn, number)
        if len(lines) * len(discs) > _MANY:
            return [(-radius - width / 2, -radius - height / 2) for width, height in sizes]
        # Use the whole drawing, so that scrolling does not move the names.
        (left, right), (top, bottom) = (
            (min(each) - 9 * radius, max(each) + 9 * radius) for each in zip(*discs, strict=True)
        )
        places = label_boxes(
            [(x - left, y - top) for x, y in discs],
            radius,
            sizes,
            [((ax - left, ay - top), (bx - left, by - top)) for (ax, ay), (bx, by) in lines],
            (round(right - left), round(bottom - top)),
        )
        return [
            each and (each[0].left + left - x, each[0].top + top - y)
            for (x, y), each in zip(discs, places, strict=True)
        ]

    def _turns(self, sketch: Sketch) -> None:
        """Draw the outlines of turns, with arrowheads that show their directions."""
        radius = sketch.pane.radius
        for number, (_, turn) in enumerate(sketch.drawing.turns):
            tone = self.tone(number)
            for p, q in self._turn_sides(sketch, turn, number):
                self.line(p, q, tone, max(2.0, radius * 0.12))
                length = math.dist(p, q)
                if length > radius:
                    tip = towards(p, q, length / 2 + radius * 0.25)
                    self.polygon(arrow_head(tip, p, radius * 0.5), tone)

    def _turn_sides(
        self, sketch: Sketch, turn: DrawnTurn, number: int
    ) -> Iterator[tuple[Point, Point]]:
        """Yield the sides of a turn's paths, moved so that adjacent turns do not overlap."""
        pane, drawing, *_ = sketch
        for path in turn.paths:
            points = [pane.pixel(drawing.nodes[cell].point) for cell in path]
            if abs(area(points)) < pane.radius**2:  # a straight path: both directions side by side
                for (px, py), (qx, qy) in sides_of(points):
                    share = pane.radius * 0.5 / (math.dist((px, py), (qx, qy)) or 1.0)
                    dx, dy = share * (qy - py), share * (px - qx)
                    yield (px + dx, py + dy), (qx + dx, qy + dy)
            else:
                inwards = pane.radius * (0.42 + 0.22 * (number % 3))
                middle = centre_of(points)
                yield from sides_of([towards(point, middle, inwards) for point in points])

    def _badges(self, sketch: Sketch) -> None:
        places = sketch.pane.badges(sketch.drawing, BADGE * self.canvas.scale)
        for number, (name, turn) in enumerate(sketch.drawing.turns):
            self.badge(places[name], name, turn.steps, number)
