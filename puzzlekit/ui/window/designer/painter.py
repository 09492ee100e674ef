"""Draws the sheet: the ground with its grid, streets, nodes, pieces and turns.

What stays while something is dragged is drawn once and kept.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

import pygame

from ....core.board import Point
from ....design.copies import Copies
from ....design.drawing import ANY, Drawing, Turn
from ....design.grids import points_in
from ... import art
from ...labels import label_boxes
from ...routes import Route, Routes, head, trimmed
from ...theme import Colour, is_dark, mix
from ..drawing.canvas import Canvas, Rect, Surface
from .pane import BADGE, RADIUS, Pane, Roads

#: The colours of turns, one after the other.
TONES = ("teal", "orange", "purple", "lime", "pink", "yellow", "blue", "red")

BLACK, WHITE = (0, 0, 0), (255, 255, 255)

#: How near the points of the grid may be on the screen, in pixels before scaling.
_DENSE = 13


#: Pairs of a name and a line at most for which is found where the name is free.
_MANY = 100_000


class Painter:
    """Draws panes on a canvas."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        theme = canvas.theme
        self.ground = mix(
            theme.background, (0, 0, 0) if is_dark(theme.background) else (255,) * 3, 0.3
        )
        self._named: tuple[object, list[Point | None]] = None, []
        self._kept: dict[tuple[str, int], tuple[tuple[object, ...], Surface]] = {}

    # -- a whole pane -----------------------------------------------------------------------------

    def draw(
        self,
        pane: Pane,
        base: Drawing,
        shown: Drawing,
        roads: Roads,
        *,
        grid: str = "free",
        tints: dict[int, str] | None = None,
        small: bool = False,
    ) -> None:
        """Draw a pane: a drawing as it is shown, which differs little from its base."""
        moving, streets = differences(base, shown)
        still = without(shown, moving, streets)
        tints = tints or {}
        key = still, grid, tuple(tints.items()), pane.view, pane.step, tuple(pane.box), small
        name = pane.layer, small
        known = self._kept.get(name)
        if known is None or known[0] != key:
            back = Surface(pane.box.size).convert()
            shifted = pane._replace(
                box=back.get_rect(),
                view=pane.view._replace(
                    left=pane.view.left - pane.box.left, top=pane.view.top - pane.box.top
                ),
            )
            with self.canvas.on(back):
                self._still(shifted, base, shown, moving, streets, roads, grid, tints, small)
            known = self._kept[name] = key, back
        self.canvas.surface.blit(known[1], pane.box)
        if moving or streets:
            self.canvas.surface.set_clip(pane.box)
            near = [way for way in _streets(shown) if way in streets or moving & {*way}]
            finder = Routes([node.point for node in shown.nodes], RADIUS * pane.step)
            for street in near:
                route, new = finder.between(*street), street in streets
                self.street(pane, shown, street, route, self.canvas.theme.accent, new)
            self._nodes(pane, shown, sorted(moving), tints)
            ends = {cell for street in near for cell in street} - moving
            self._nodes(pane, shown, sorted(ends), tints)
            self.canvas.surface.set_clip(None)

    def _still(
        self,
        pane: Pane,
        base: Drawing,
        drawing: Drawing,
        moving: set[int],
        streets: set[tuple[int, int]],
        roads: Roads,
        grid: str,
        tints: dict[int, str],
        small: bool,
    ) -> None:
        canvas, theme = self.canvas, self.canvas.theme
        canvas.surface.fill(theme.panel if small else self.ground)
        if not small:
            self._dots(pane, grid)
        routes = roads.of(base if moving or streets else drawing, RADIUS * pane.step)
        self._turns(pane, drawing, moving)
        shown = []
        for street, route in routes.items():
            if street not in streets and not moving & {*street}:
                self.street(pane, drawing, street, route, theme.street)
                shown.append(route)
        cells = [cell for cell in range(len(drawing.nodes)) if cell not in moving]
        self._nodes(pane, drawing, cells, tints)
        if not small:
            self._badges(pane, drawing)
            self._names(pane, drawing, cells, shown)

    def _dots(self, pane: Pane, grid: str) -> None:
        if pane.view.unit < _DENSE * self.canvas.scale:
            return
        left, top = pane.view.point(*pane.box.topleft)
        right, low = pane.view.point(*pane.box.bottomright)
        size = max(2, self.canvas.px(2))
        dot = Surface((size, size))
        dot.fill(mix(self.ground, self.canvas.theme.dim, 0.6))
        pixels = (pane.pixel(point) for point in points_in(grid, (left, low, right, top)))
        self.canvas.surface.fblits(
            [(dot, (round(x) - size // 2, round(y) - size // 2)) for x, y in pixels]
        )

    # -- streets ----------------------------------------------------------------------------------

    def street(
        self,
        pane: Pane,
        drawing: Drawing,
        street: tuple[int, int],
        route: Route,
        colour: Colour,
        strong: bool = True,
    ) -> None:
        """Draw a street with the heads of its arrows."""
        a, b = street
        there, back = (a, b) in drawing.ways, (b, a) in drawing.ways
        self.arrow(pane, route, colour, back=back, there=there, strong=strong)

    def arrow(
        self,
        pane: Pane,
        route: Sequence[Point],
        colour: Colour,
        *,
        there: bool,
        back: bool,
        strong: bool = False,
        behind: float = 1.12,
    ) -> None:
        """Draw an arrow along a route, from the edge of a node to that of another."""
        radius = pane.radius
        line = trimmed([pane.pixel(point) for point in route], radius * 1.1, radius * behind)
        if len(line) < 2:
            return
        wide = max(2.0, radius * (0.16 if strong else 0.12))
        size = min(radius * 0.4 + wide, math.dist(line[0], line[-1]) * 0.45)
        body = trimmed(line, size * 0.7 * back, size * 0.7 * there)
        for p, q in pairwise(body):
            self.line(p, q, colour, wide)
        if there:
            self.polygon(head(line[-1], _before(line, size), size), colour)
        if back:
            self.polygon(head(line[0], _before(line[::-1], size), size), colour)

    def line(self, start: Point, end: Point, colour: Colour, wide: float) -> None:
        """Draw a line that is equally wide in all directions."""
        # pygame measures the width of a line along an axis.
        dx, dy = abs(end[0] - start[0]), abs(end[1] - start[1])
        along = max(dx, dy) / (math.hypot(dx, dy) or 1.0)
        pygame.draw.aaline(self.canvas.surface, colour, start, end, round(wide / (along or 1.0)))

    def polygon(self, corners: Sequence[Point], colour: Colour) -> None:
        """Fill a polygon with smooth edges."""
        pygame.draw.polygon(self.canvas.surface, colour, corners)
        pygame.draw.aalines(self.canvas.surface, colour, True, corners)

    # -- nodes and pieces -------------------------------------------------------------------------

    def _nodes(
        self, pane: Pane, drawing: Drawing, cells: Iterable[int], tints: dict[int, str]
    ) -> None:
        pieces = drawing.pieces
        labels = drawing.layer(pane.layer)
        size = round(2 * pane.radius)
        blits: list[tuple[Surface, Rect]] = []
        for cell in cells:
            node = drawing.nodes[cell]
            at = pane.pixel(node.point)
            centre = round(at[0]), round(at[1])
            blits.append(_centred(self.disc(size, tints.get(cell) or node.colour), centre))
            if labels[cell] in pieces:
                shown = self.canvas.piece(pieces[labels[cell]], round(size * 0.78), rounded=True)
                blits.append(_centred(shown, centre))
            else:
                ground = self.fill(tints.get(cell) or node.colour)
                blits.append(_centred(self.hole(size, ground, any_=labels[cell] == ANY), centre))
        self.canvas.surface.fblits(blits)

    def fill(self, colour: str) -> Colour:
        """Return the ground of a node that has a colour, or none."""
        if not colour:
            return self.canvas.theme.raised
        return mix(self.canvas.palette[colour], self.ground, 0.3)

    def disc(self, size: int, colour: str) -> Surface:
        """Return the picture of a node without a piece."""
        return self.canvas.svg(art.node(self.fill(colour), self.canvas.theme.street), (size, size))

    def hole(self, size: int, ground: Colour, *, any_: bool = False) -> Surface:
        """Return the picture of a hole on a ground, or of a place that does not matter."""
        ink = mix(WHITE if is_dark(ground) else BLACK, ground, 0.3)
        inner = max(6, round(size * 0.62))
        return self.canvas.svg(art.dashed(ink, 5, "?" if any_ else ""), (inner, inner))

    def _names(
        self, pane: Pane, drawing: Drawing, cells: Sequence[int], routes: Iterable[Route]
    ) -> None:
        """Write the names of nodes outside of them, off streets."""
        canvas, theme = self.canvas, self.canvas.theme
        size = max(10.0, min(15.0 * canvas.scale, pane.radius * 0.36)) / canvas.scale
        if pane.radius < 9:
            return
        font = canvas.font(size)
        names = [drawing.nodes[cell].name for cell in cells]
        key = drawing.nodes, drawing.ways, drawing.turns, tuple(cells), pane.view.unit, size
        if key != self._named[0]:
            self._named = key, self._beside(pane, drawing, cells, routes, map(font.size, names))
        left, top = pane.view.left, pane.view.top
        for name, place in zip(names, self._named[1], strict=True):
            if place is not None:
                box = Rect(round(place[0] + left), round(place[1] + top), *font.size(name))
                canvas.surface.fill(self.ground, box)  # it may lie on a street
                canvas.text(name, box.topleft, size, theme.dim)

    def _beside(
        self,
        pane: Pane,
        drawing: Drawing,
        cells: Sequence[int],
        routes: Iterable[Route],
        sizes: Iterable[tuple[int, int]],
    ) -> list[Point | None]:
        """Return where the names of nodes stand, from where the plane has its origin.

        They keep off streets and turns, unless there are so many that finding where would take
        long: then each is above its node.
        """
        radius, left, top = pane.radius * 1.26, pane.view.left, pane.view.top
        discs = [pane.pixel(drawing.nodes[cell].point) for cell in cells]
        lines = [(pane.pixel(p), pane.pixel(q)) for route in routes for p, q in pairwise(route)]
        for number, (_, turn) in enumerate(drawing.turns):
            for path in turn.paths:
                lines += self._sides(pane, drawing, path, number)
        if len(lines) * len(discs) > _MANY:
            return [
                (x - radius - wide / 2 - left, y - radius - high / 2 - top)
                for (x, y), (wide, high) in zip(discs, sizes, strict=True)
            ]
        # The whole drawing is looked at, so that the places stay as it is moved.
        ox, oy = (min(each, default=0) - 9 * radius for each in _axes(discs))
        width, height = (max(each, default=0) + 9 * radius for each in _axes(discs))
        places = label_boxes(
            [(x - ox, y - oy) for x, y in discs],
            radius,
            list(sizes),
            [((ax - ox, ay - oy), (bx - ox, by - oy)) for (ax, ay), (bx, by) in lines],
            (round(width - ox), round(height - oy)),
        )
        return [
            None if each is None else (each[0].left + ox - left, each[0].top + oy - top)
            for each in places
        ]

    # -- turns ------------------------------------------------------------------------------------

    def tone(self, number: int) -> Colour:
        """Return the colour of a turn."""
        return self.canvas.palette[TONES[number % len(TONES)]]

    def _turns(self, pane: Pane, drawing: Drawing, moving: Collection[int]) -> None:
        for number, (_, turn) in enumerate(drawing.turns):
            if not any(cell in moving for path in turn.paths for cell in path):
                self.turn(pane, drawing, turn, number)

    def turn(self, pane: Pane, drawing: Drawing, turn: Turn, number: int) -> None:
        """Draw the outlines of a turn, with a head on each side that says which way it goes."""
        tone, radius = self.tone(number), pane.radius
        wide = max(2.0, radius * 0.12)
        for path in turn.paths:
            for p, q in self._sides(pane, drawing, path, number):
                self.line(p, q, tone, wide)
                length = math.dist(p, q)
                if length > radius:
                    tip = _towards(p, q, length / 2 + radius * 0.25)
                    self.polygon(head(tip, p, radius * 0.5), tone)

    def _sides(
        self, pane: Pane, drawing: Drawing, path: Sequence[int], number: int
    ) -> list[tuple[Point, Point]]:
        """Return the sides of a path, drawn in so that those of two turns lie side by side."""
        points = [pane.pixel(drawing.nodes[cell].point) for cell in path]
        if len(points) == 2:
            (ax, ay), (bx, by) = points
            off = pane.radius * 0.45 / (math.dist(*points) or 1.0)
            dx, dy = (by - ay) * off, (ax - bx) * off
            points = [
                (ax + dx, ay + dy),
                (bx + dx, by + dy),
                (bx - dx, by - dy),
                (ax - dx, ay - dy),
            ]
        else:
            x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
            inwards = pane.radius * (0.42 + 0.22 * (number % 3))
            points = [_towards(point, (x, y), inwards) for point in points]
        return list(zip(points, [*points[1:], points[0]], strict=True))

    def _badges(self, pane: Pane, drawing: Drawing) -> None:
        places = pane.badges(drawing, BADGE * self.canvas.scale)
        for number, (name, turn) in enumerate(drawing.turns):
            self.badge(places[name], name, turn.steps, number)

    def badge(self, at: tuple[float, float], name: str, steps: int, number: int) -> None:
        """Draw the letter of a turn, and by how many steps it goes if that is not one."""
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
            ink = (255, 255, 255) if is_dark(tone) else (20, 24, 30)
            canvas.text(f"×{steps}", chip.center, 11, ink, weight="Bold", anchor="center")

    # -- marks ------------------------------------------------------------------------------------

    def ring(self, pane: Pane, point: Point, colour: Colour, share: float, thick: float) -> None:
        """Draw a ring round a node; `share` is its radius in those of a node."""
        x, y = pane.pixel(point)
        radius = pane.radius * share
        wide = max(2, round(thick * self.canvas.scale))
        pygame.draw.aacircle(self.canvas.surface, colour, (round(x), round(y)), round(radius), wide)

    def dashed_ring(self, pane: Pane, point: Point, colour: Colour) -> None:
        """Draw a dashed ring round a node."""
        size = round(pane.radius * 2.5)
        shown = self.canvas.svg(art.dashed(colour, 2.2), (size, size))
        x, y = pane.pixel(point)
        self.canvas.surface.blit(shown, shown.get_rect(center=(round(x), round(y))))

    def cross(self, pane: Pane, point: Point, colour: Colour) -> None:
        """Cross something out."""
        x, y = pane.pixel(point)
        size, wide = max(8, pane.radius * 0.6), max(2.0, pane.radius * 0.12)
        for side in (-1, 1):
            start, end = (x - size, y - side * size), (x + size, y + side * size)
            self.line(start, end, colour, wide)

    def count(self, pane: Pane, point: Point, number: int) -> None:
        """Write a number on a chip at the edge of a node."""
        canvas, theme = self.canvas, self.canvas.theme
        x, y = pane.pixel(point)
        box = Rect(0, 0, canvas.px(22), canvas.px(20))
        box.center = round(x + pane.radius * 0.85), round(y - pane.radius * 0.85)
        canvas.panel(box, theme.accent, None, 9)
        canvas.text(str(number), box.center, 12, theme.on_accent, weight="Bold", anchor="center")

    def axes(self, pane: Pane, copies: Copies) -> None:
        """Draw about what copies are made."""
        colour = mix(self.ground, self.canvas.theme.accent, 0.55)
        x, y = pane.pixel(copies.centre)
        far = max(pane.box.size)
        count = int(copies.kind) if copies.kind.isdecimal() else 0
        angles = [90 + 360 * k / count for k in range(count)] or [90, 270]
        for angle in angles:
            dx, dy = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
            self.dashes((x, y), (x + dx * far, y + dy * far), colour)
        if count:
            pygame.draw.aacircle(
                self.canvas.surface, colour, (round(x), round(y)), self.canvas.px(6), 2
            )

    def dashes(self, start: Point, end: Point, colour: Colour) -> None:
        """Draw a dashed line."""
        length, dash = math.dist(start, end), self.canvas.px(7)
        for number in range(0, int(length // dash), 2):
            p = _towards(start, end, number * dash)
            q = _towards(start, end, (number + 1) * dash)
            pygame.draw.aaline(self.canvas.surface, colour, p, q)


def differences(base: Drawing, shown: Drawing) -> tuple[set[int], set[tuple[int, int]]]:
    """Return the nodes that are new or elsewhere or hold other pieces, and the streets that differ.

    Where nodes went away everything differs, so nothing is said to.
    """
    if shown is base or len(shown.nodes) < len(base.nodes):
        return set(), set()
    old, new = (list(zip(each.nodes, each.start, each.goal, strict=True)) for each in (base, shown))
    moving = {cell for cell in range(len(new)) if cell >= len(old) or new[cell] != old[cell]}
    ways = base.ways ^ shown.ways
    return moving, {(min(way), max(way)) for way in ways}


def without(
    drawing: Drawing, moving: Collection[int], streets: Collection[tuple[int, int]]
) -> tuple[object, ...]:
    """Return what tells whether the rest of a drawing is as it was."""
    if not moving and not streets:
        return (drawing,)
    kept = [cell for cell in range(len(drawing.nodes)) if cell not in moving]
    return (
        frozenset(moving),
        frozenset(streets),
        tuple((drawing.nodes[c], drawing.start[c], drawing.goal[c]) for c in kept),
        frozenset(way for way in drawing.ways if (min(way), max(way)) not in streets),
        drawing.turns,
        drawing.looks,
    )


def _streets(drawing: Drawing) -> list[tuple[int, int]]:
    return sorted({(min(way), max(way)) for way in drawing.ways})


def _centred(picture: Surface, centre: tuple[int, int]) -> tuple[Surface, Rect]:
    return picture, picture.get_rect(center=centre)


def _towards(start: Point, end: Point, length: float) -> Point:
    """Return the point at a distance from one point on the way to another."""
    share = length / (math.dist(start, end) or 1.0)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _before(line: Sequence[Point], length: float) -> Point:
    """Return the point of a line that lies some way before its end."""
    return (trimmed(line, 0, length) or line)[-1] if len(line) > 2 else line[0]


def _axes(points: Sequence[Point]) -> tuple[list[float], list[float]]:
    return [x for x, _ in points], [y for _, y in points]
