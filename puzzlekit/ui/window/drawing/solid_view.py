"""A solid puzzle in 3D with animated layers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

import pygame
from pygame import gfxdraw

from ....core.board import Point
from ....core.solid import Solid, Turn, Vector, add, centroid, cross, dot, normalize, scale
from ....core.values import Piece
from ....rules.base import Rules
from ....rules.solids.shapes import shape
from ...board_drawing import label_colour
from ...layout import Box
from ...solid.picking import PickedPoint, pick
from ...solid.scene import BODY, Batch, Turning, backdrop, scene
from ...solid.shape import SolidShape
from ...solid.view import Camera, camera_for
from ...theme import Colour, mix
from .canvas import Canvas, Surface
from .timeline import Timeline

#: Pictures with fewer pixels than this are supersampled.
SMALL = 90_000

#: Downscaling factor for the smooth backdrop.
COARSE = 8


def new_surface(size: tuple[int, int]) -> Surface:
    """Return a new surface for scenes."""
    return Surface(size, 0, 32)


def paint(surface: Surface, batches: Sequence[Batch]) -> None:
    """Paint a scene on a surface, with supersampling if the surface is small."""
    width, height = surface.get_size()
    fine = 2 if width * height < SMALL else 1
    large = pygame.transform.scale(surface, (fine * width, fine * height)) if fine > 1 else surface
    for batch in batches:
        rings = list(batch.rings(fine))
        for start, end, colour, sticker in batch.polygons():
            tones = bevel_tones(colour) if sticker >= 0 else (colour,)
            for points, tone in zip(rings, tones, strict=False):
                gfxdraw.filled_polygon(large, points[start:end], tone)
                gfxdraw.aapolygon(large, points[start:end], tone)
    if fine > 1:
        surface.blit(pygame.transform.smoothscale(large, (width, height)), (0, 0))


@cache
def bevel_tones(colour: Colour) -> tuple[Colour, Colour, Colour]:
    """Return the colours of a sticker's lower edges, its upper edges and the sticker itself."""
    return mix(colour, (0, 0, 0), 0.25), mix(colour, (255, 255, 255), 0.2), colour


def cutout(size: tuple[int, int], batches: Sequence[Batch]) -> Surface | None:
    """Return part of a scene on a transparent background (premultiplied), or None if empty."""
    if not batches:
        return None
    on_black, on_white = new_surface(size), new_surface(size)
    on_white.fill((255, 255, 255))
    for surface in (on_black, on_white):
        paint(surface, batches)
    result = on_black.convert_alpha()
    black, white = (pygame.surfarray.pixels_green(each) for each in (on_black, on_white))
    pygame.surfarray.pixels_alpha(result)[:] = 255 - (white - black)
    return result


def background(size: tuple[int, int], ground: Colour) -> Surface:
    """Return the backdrop behind a solid."""
    small = backdrop(max(2, size[0] // COARSE), max(2, size[1] // COARSE), ground)
    surface = new_surface(size)
    picture = pygame.surfarray.make_surface(small).convert(surface)
    surface.blit(pygame.transform.smoothscale(picture, size), (0, 0))
    return surface


#: Corners of an arrow, with coordinates along and across the arrow.
ARROW = ((-1, -0.3), (0.5, -0.3), (0.5, -1), (1, 0), (0.5, 1), (0.5, 0.3), (-1, 0.3))


class Rotation(NamedTuple):
    """A layer turn that is not a move: all other layers turn, and the camera follows.

    `camera` is the camera before the turn. `times` is the number of turns to make after the mouse
    is released.
    """

    permutation: Mapping[int, int]
    turn: Turn
    camera: Camera
    times: int = 0


class SolidView:
    """A solid puzzle in a box. A `small` view has no backdrop."""

    def __init__(
        self,
        rules: Rules,
        solid: Solid,
        canvas: Canvas,
        box: Box,
        timeline: Timeline,
        *,
        small: bool = False,
    ) -> None:
        self.rules, self.solid, self.canvas, self.timeline = rules, solid, canvas, timeline
        self.shape = SolidShape(solid)
        self.small = small
        self.box = box
        self.camera = camera_for(solid, (0, 0, *box[2:]))
        #: The current turn of a layer that is not a move, if any.
        self.spin: Rotation | None = None
        #: Caches for the last picture, and for the parts behind and in front of a turning layer.
        self._shown: tuple[object, Surface] | None = None
        self._layer_cache: tuple[object, Surface, Surface | None] | None = None

    def place(self, canvas: Canvas, box: Box) -> None:
        self.canvas, self.box = canvas, box
        self.camera = self.camera._replace(box=(0, 0, *box[2:]))
        if self.spin is not None:
            self.spin = self.spin._replace(camera=self.spin.camera._replace(box=self.camera.box))

    @cached_property
    def _moves(self) -> Mapping[frozenset[tuple[int, int]], str]:
        """The moves by permutation."""
        start = self.rules.start()
        moves = self.rules.legal_moves(start)
        return {frozenset(self.rules.cell_permutation(start, move).items()): move for move in moves}

    @cached_property
    def _turns(self) -> Mapping[frozenset[tuple[int, int]], Turn]:
        turns: dict[frozenset[tuple[int, int]], Turn] = {}
        for name, turn in self.solid.turns.items():
            forward, back = self._turn_permutations(name)
            turns |= {back: turn._replace(steps=-turn.steps), forward: turn}
        return turns

    def _turn_permutations(
        self, name: str
    ) -> tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]:
        """Return the permutation of a turn and its inverse."""
        permutation = self.rules.cell_permutation(self.rules.start(), name).items()
        return frozenset(permutation), frozenset((to, cell) for cell, to in permutation)

    def back(self, name: str) -> str | None:
        """Return the move that is the inverse of a turn, or None."""
        return self._moves.get(self._turn_permutations(name)[1])

    def turning(self, permutation: Mapping[int, int], share: float) -> Turning | None:
        """Return the turning layers, and their angle after a fraction of a move."""
        spin = self.spin
        turn = (
            spin.turn
            if spin is not None and permutation == spin.permutation
            else self.turn_of(permutation)
        )
        if turn is None or not share:
            return None
        angle = share * turn.steps * 2 * math.pi / self.solid.lines[turn.line].turn
        return Turning(turn.line, turn.low, turn.high, angle)

    def turn_of(self, permutation: Mapping[int, int]) -> Turn | None:
        return self._turns.get(frozenset(permutation.items()))

    def pick(self, at: tuple[int, int]) -> PickedPoint | None:
        return pick(self.solid, self.camera, at[0] - self.box[0], at[1] - self.box[1])

    def visible_moves(self, hit: PickedPoint, along: Vector) -> Point:
        """Return the screen vector, in pixels, of a unit step along the surface."""
        step = 1e-3
        end = self.camera.pixel(add(hit.point, scale(along, step)))
        start = self.camera.pixel(hit.point)
        return (end[0] - start[0]) / step, (end[1] - start[1]) / step

    def _key(
        self, pieces: Sequence[Piece | None], permutation: Mapping[int, int], share: float
    ) -> tuple[object, ...]:
        turning = self.turning(permutation, share)
        return self.camera, self._colours(pieces), self.canvas.theme, turning

    def _colours(self, pieces: Sequence[Piece | None]) -> tuple[Colour, ...]:
        palette = self.canvas.palette
        names = [piece and piece.colour for piece in pieces] + self._unmoved
        return tuple(BODY if name is None else palette[name] for name in names)

    @cached_property
    def _unmoved(self) -> list[str | None]:
        """The colours of stickers that are not cells."""
        colours = shape(self.solid.shape).colours
        spare = self.solid.stickers[self.solid.cells :]
        return [colours[self.solid.faces[each.face].name] for each in spare]

    def draw(self) -> None:
        """Draw the solid from a cached picture that is updated after changes."""
        pieces, permutation, share = self.timeline.now()
        if self.spin is not None:
            moves = permutation == self.spin.permutation
            self.camera = self._rotated_view(self.spin, max(0, self.spin.times - moves))
            if not moves:
                self.spin = None
        key = self._key(pieces, permutation, share)
        if self._shown is None or self._shown[0] != key:
            self._shown = key, self._painted(pieces, key)
        self.canvas.surface.blit(self._shown[1], self.box[:2])

    def _rotated_view(self, spin: Rotation, times: int) -> Camera:
        line = self.solid.lines[spin.turn.line]
        return spin.camera.spun(line.axis, times * spin.turn.steps * 2 * math.pi / line.turn)

    @property
    def size(self) -> tuple[int, int]:
        return self.box[2], self.box[3]

    def _painted(self, pieces: Sequence[Piece | None], key: tuple[object, ...]) -> Surface:
        """Return the current picture, using cached parts behind and in front of a turning layer."""
        *still, turning = key
        batches = scene(self.shape, self.camera, self._colours(pieces), turning)  # type: ignore
        surface = self._shown[1] if self._shown else new_surface(self.size)
        if surface.get_size() != self.size:
            surface = new_surface(self.size)
        at = next(i for i, batch in enumerate(batches) if batch.turns)
        if turning is None:
            surface.blit(self._backdrop(), (0, 0))
            paint(surface, batches)
            return surface
        layer_key = *still, turning._replace(angle=0.0)  # type: ignore
        if self._layer_cache is None or self._layer_cache[0] != layer_key:
            behind = new_surface(self.size)
            behind.blit(self._backdrop(), (0, 0))
            paint(behind, batches[:at])
            self._layer_cache = layer_key, behind, cutout(self.size, batches[at + 1 :])
        _, behind, in_front = self._layer_cache
        surface.blit(behind, (0, 0))
        paint(surface, batches[at : at + 1])
        if in_front is not None:
            surface.blit(in_front, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        return surface

    def _backdrop(self) -> Surface:
        ground, size = self.canvas.theme.background, self.size

        def make() -> Surface:
            surface = new_surface(size)
            surface.fill(ground)
            return surface if self.small else background(size, ground)

        return self.canvas.picture(("backdrop", size, ground, self.small), make)

    def pixel(self, point: Vector) -> Point:
        x, y = self.camera.pixel(point)
        return x + self.box[0], y + self.box[1]

    def is_seen(self, sticker: int) -> bool:
        normal = self.solid.faces[self.solid.stickers[sticker].face].normal
        return self.camera.height(normal) > 0

    def reveal(self, stickers: Sequence[int]) -> None:
        if not any(map(self.is_seen, stickers)):
            self.camera = self.camera.facing(
                self.solid.faces[self.solid.stickers[stickers[0]].face].normal
            )

    def outline(self, stickers: Iterable[int], colour: Colour, thick: float) -> None:
        for sticker in filter(self.is_seen, stickers):
            corners = [self.pixel(corner) for corner in self.shape.outlines[sticker]]
            self.canvas.polyline(corners, colour, thick)

    def write(self, pieces: Sequence[Piece | None]) -> None:
        for sticker, piece in enumerate(pieces):
            label = self.canvas.label_colour(piece) if piece is not None else ""
            if piece is None or not label or not self.is_seen(sticker):
                continue
            corners = self.solid.stickers[sticker].corners
            xs, ys = zip(*map(self.pixel, corners), strict=True)
            size = 0.4 * min(max(xs) - min(xs), max(ys) - min(ys)) / self.canvas.scale
            colour = label_colour(self.canvas.palette[piece.colour])
            self.canvas.text(
                label, self.pixel(centroid(corners)), size, colour, weight="Bold", anchor="center"
            )

    def arrow(self, turn: Turn, colour: Colour) -> None:
        """Draw arrows on visible faces along the rows that a turn moves."""
        for face, normal in enumerate(each.normal for each in self.solid.faces):
            row = [
                self.solid.stickers[each].corners
                for each in self.solid.moved_stickers(turn)
                if self.solid.stickers[each].face == face and self.is_seen(each)
            ]
            axis = self.solid.lines[turn.line].axis
            if not row or abs(dot(normal, axis)) > 1 - 1e-6:
                continue
            points = tuple(corner for corners in row for corner in corners)
            centre = centroid(points)
            along = normalize(cross(normal, axis))
            along = scale(along, math.copysign(1, dot(cross(axis, centre), along) * turn.steps))
            reach = max(dot(add(point, scale(centre, -1)), along) for point in points)
            across = scale(cross(along, normal), 0.13)
            self._draw_arrow(centre, scale(along, 0.7 * reach), across, colour)

    def _draw_arrow(self, centre: Vector, along: Vector, across: Vector, colour: Colour) -> None:
        points = [self.pixel(add(centre, scale(along, x), scale(across, y))) for x, y in ARROW]
        pygame.draw.polygon(self.canvas.surface, colour, points)
        self.canvas.polyline(points, (20, 24, 30), 1.5)
