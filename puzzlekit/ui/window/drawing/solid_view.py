"""A solid puzzle in 3D with animated layers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import pygame
from pygame import gfxdraw

from ....core.board import Point
from ....core.solid import Solid, Turn, centroid
from ....core.values import Piece
from ....rules.base import Rules
from ...board_drawing import label_colour
from ...screen_layout import Box
from ...solid.scene import Batch
from ...solid.solid_model import SolidModel
from ...theme import Colour, is_dark, mix
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
    for corners, colour, sticker in (patch for batch in batches for patch in batch.patches):
        if len(corners) < 3:
            continue
        tones = bevel_tones(colour) if sticker >= 0 else (colour,)
        for points, tone in zip(rings(corners, fine), tones, strict=False):
            gfxdraw.filled_polygon(large, points, tone)
            gfxdraw.aapolygon(large, points, tone)
    if fine > 1:
        surface.blit(pygame.transform.smoothscale(large, (width, height)), (0, 0))


def rings(corners: Sequence[Point], fine: int) -> Iterator[list[tuple[int, int]]]:
    """Yield the pixels of a polygon, and of two smaller copies for bevelled edges."""
    yield [(round(fine * x), round(fine * y)) for x, y in corners]
    xs, ys = zip(*corners, strict=True)
    middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
    width = max(xs) - middle_x
    for share, shift in ((0.96, 0.02), (0.92, 0.0)):
        left = (1 - share) * middle_x - shift * width
        top = (1 - share) * middle_y - shift * width
        factor, left, top = fine * share, fine * left, fine * top
        yield [(round(factor * x + left), round(factor * y + top)) for x, y in corners]


@cache
def bevel_tones(colour: Colour) -> tuple[Colour, Colour, Colour]:
    """Return the colours of a sticker's lower edges, its upper edges and the sticker itself."""
    return mix(colour, (0, 0, 0), 0.25), mix(colour, (255, 255, 255), 0.2), colour


def background(size: tuple[int, int], ground: Colour) -> Surface:
    """Return the backdrop behind a solid."""
    small = _backdrop(max(2, size[0] // COARSE), max(2, size[1] // COARSE), ground)
    surface = new_surface(size)
    picture = pygame.surfarray.make_surface(small).convert(surface)
    surface.blit(pygame.transform.smoothscale(picture, size), (0, 0))
    return surface


def _backdrop(width: int, height: int, background: Colour) -> Any:
    """Return the colours of a small background picture, column by column."""
    import numpy as np  # only needed here

    x, y = np.mgrid[0:width, 0:height] + 0.5
    across, down = 2 * x / width - 1, 2 * y / height - 1
    light = (1 - across**2) * (1 - down**2)  # zero at the edges, to match the window
    half = min(width, height) / 2
    across, down = (x - width / 2) / half, (y - height / 2) / half
    shadow = light**0.5 * np.exp(-3 * (across**2 + 6 * (down - 0.74) ** 2))
    dark = is_dark(background)
    lit = np.array(mix(background, (96, 116, 136) if dark else (255, 255, 255), 0.26), float)
    picture = background + (lit - background) * light[..., None]
    picture *= 1 - (0.7 if dark else 0.28) * shadow[..., None]
    return picture.round().astype(np.uint8)


class SolidView(SolidModel):
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
        super().__init__(rules, solid, box)
        self.canvas, self.timeline, self.small = canvas, timeline, small
        #: The last picture, with what it shows.
        self._shown: tuple[object, Surface] | None = None

    def place(self, canvas: Canvas, box: Box) -> None:
        self.canvas, self.box = canvas, box
        self.camera = self.camera._replace(box=(0, 0, *box[2:]))
        if self.spin is not None:
            self.spin = self.spin._replace(camera=self.spin.camera._replace(box=self.camera.box))

    def draw(self) -> None:
        """Draw the solid from a cached picture that is updated after changes."""
        pieces, permutation, share = self.timeline.now()
        if self.spin is not None:
            moves = permutation == self.spin.permutation
            self.camera = self.camera_after(self.spin, max(0, self.spin.times - moves))
            if not moves:
                self.spin = None
        colours = self.colours(pieces, self.canvas.palette)
        turning = self.turning(permutation, share)
        key = self.size, self.camera, colours, turning, self.canvas.theme
        if self._shown is None or self._shown[0] != key:
            surface = new_surface(self.size)
            surface.blit(self._backdrop(), (0, 0))
            paint(surface, self.scene(colours, turning))
            self._shown = key, surface
        self.canvas.surface.blit(self._shown[1], self.box[:2])

    @property
    def size(self) -> tuple[int, int]:
        return self.box[2], self.box[3]

    def _backdrop(self) -> Surface:
        ground, size = self.canvas.theme.background, self.size

        def make() -> Surface:
            surface = new_surface(size)
            surface.fill(ground)
            return surface if self.small else background(size, ground)

        return self.canvas.picture(("backdrop", size, ground, self.small), make)

    def draw_outlines(self, stickers: Iterable[int], colour: Colour, thick: float) -> None:
        for sticker in filter(self.is_seen, stickers):
            self.canvas.polyline(self.outline(sticker), colour, thick)

    def write(self, pieces: Sequence[Piece | None]) -> None:
        for sticker, piece in enumerate(pieces):
            label = self.canvas.piece_label(piece) if piece is not None else ""
            if piece is None or not label or not self.is_seen(sticker):
                continue
            corners = self.solid.stickers[sticker].corners
            xs, ys = zip(*map(self.pixel, corners), strict=True)
            size = 0.4 * min(max(xs) - min(xs), max(ys) - min(ys)) / self.canvas.scale
            colour = label_colour(self.canvas.palette[piece.colour])
            self.canvas.text(
                label, self.pixel(centroid(corners)), size, colour, weight="Bold", anchor="center"
            )

    def draw_arrows(self, turn: Turn, colour: Colour) -> None:
        """Draw arrows on visible faces along the rows that a turn moves."""
        for points in self.arrows(turn):
            pygame.draw.polygon(self.canvas.surface, colour, points)
            self.canvas.polyline(points, (20, 24, 30), 1.5)
