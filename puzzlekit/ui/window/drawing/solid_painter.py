"""Painting a scene on a surface: by compiled code, or by plain polygons while there is none."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import gfxdraw

from ...solid import raster
from ...solid.scene import Batch, backdrop
from ...theme import Colour
from .canvas import Surface

#: Where red, green and blue stand in a pixel, as the compiled painter writes them.
MASKS = (0xFF0000, 0xFF00, 0xFF, 0)

#: Pixels below which a plain picture is made twice as large and then reduced.
SMALL = 90_000

#: How much smaller the backdrop is made, which is smooth.
COARSE = 8


def new_surface(size: tuple[int, int]) -> Surface:
    """Return a surface that scenes can be painted on."""
    return Surface(size, 0, 32, MASKS)


def paint(surface: Surface, batches: Sequence[Batch]) -> None:
    """Paint what is seen of a solid over what a surface shows."""
    fill = raster.painter()
    if fill is None:
        _paint_plainly(surface, batches)
        return
    pixels = pygame.surfarray.pixels2d(surface).T
    for batch in batches:
        fill(pixels, batch.points, batch.starts, batch.paint)


def cut_out(size: tuple[int, int], batches: Sequence[Batch]) -> Surface | None:
    """Return a part of a scene on nothing, in premultiplied colours; None if it is empty."""
    if not batches:
        return None
    on_black, on_white = new_surface(size), new_surface(size)
    on_white.fill((255, 255, 255))
    for surface in (on_black, on_white):
        paint(surface, batches)
    found = on_black.convert_alpha()
    black, white = (pygame.surfarray.pixels_green(each) for each in (on_black, on_white))
    pygame.surfarray.pixels_alpha(found)[:] = 255 - (white - black)
    return found


def _paint_plainly(surface: Surface, batches: Sequence[Batch]) -> None:
    """Paint flat polygons; what is small is painted twice as large first, to look smooth."""
    wide, high = surface.get_size()
    fine = 2 if wide * high < SMALL else 1
    large = pygame.transform.scale(surface, (fine * wide, fine * high)) if fine > 1 else surface
    for batch in batches:
        points = [(round(fine * x), round(fine * y)) for x, y in batch.points.tolist()]
        starts, paints = batch.starts.tolist(), batch.paint.tolist()
        for start, end, (red, green, blue, *_) in zip(starts, starts[1:], paints, strict=False):
            if end - start > 2:
                colour = int(red), int(green), int(blue)
                gfxdraw.filled_polygon(large, points[start:end], colour)
                gfxdraw.aapolygon(large, points[start:end], colour)
    if fine > 1:
        surface.blit(pygame.transform.smoothscale(large, (wide, high)), (0, 0))


def background(size: tuple[int, int], ground: Colour) -> Surface:
    """Return what lies behind a solid."""
    small = backdrop(max(2, size[0] // COARSE), max(2, size[1] // COARSE), ground)
    surface = new_surface(size)
    picture = pygame.surfarray.make_surface(small).convert(surface)
    surface.blit(pygame.transform.smoothscale(picture, size), (0, 0))
    return surface
