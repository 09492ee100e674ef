"""The compiled rasterizer, compared with supersampling."""

import math

import numpy as np
import pytest

pytestmark = pytest.mark.slow


def star(corners, radius, x, y, turn):
    angles = [turn + 2 * math.pi * i / corners for i in range(corners)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def painted(polygons, paint, size=(60, 50), ground=0):
    from puzzlekit.ui.solid.raster_kernel import fill

    pixels = np.full(size[::-1], ground, np.uint32)
    points = np.array([each for polygon in polygons for each in polygon], np.float32)
    starts = np.cumsum([0, *map(len, polygons)]).astype(np.int32)
    fill(pixels, points, starts, np.array(paint, np.float32))
    return pixels


def coverage(polygon, size=(60, 50), fine=16):
    """Return the fraction of each pixel covered by a polygon, from `fine`² samples per pixel."""
    xs = (np.arange(size[0] * fine) + 0.5) / fine
    ys = (np.arange(size[1] * fine) + 0.5) / fine
    x, y = np.meshgrid(xs, ys)
    inside = np.ones_like(x, bool)
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], *polygon[:1]], strict=True):
        inside &= (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
    return inside.reshape(size[1], fine, size[0], fine).mean((1, 3))


@pytest.mark.parametrize("turn", [0.0, 0.3, 1.1])
@pytest.mark.parametrize("corners", [3, 4, 5, 16])
def test_edges_cover_what_they_should(corners, turn):
    polygon = star(corners, 20.3, 29.7, 24.2, turn)
    flat = [255, 0, 0, *[0] * 7]
    red = painted([polygon], [flat]) >> 16
    wanted = coverage(polygon)
    assert abs(red / 255 - wanted).max() < 0.35  # sharp corners are slightly rounded
    assert abs(red / 255 - wanted).mean() < 0.003
    other = painted([polygon[::-1]], [flat]) >> 16
    assert (abs(red.astype(int) - other) <= 1).all()


def test_later_polygons_lie_above():
    below, above = star(4, 60, 30, 25, 0.1), star(4, 12, 30, 25, 0.4)
    pixels = painted([below, above], [[0, 200, 0, *[0] * 7], [0, 0, 150, *[0] * 7]])
    assert pixels[25, 30] == 150
    assert pixels[25, 2] == 200 << 8
    outside = [star(4, 9, -30, 25, 0), star(4, 9, 30, 90, 0)]
    assert not painted(outside, [[255] * 3 + [0] * 7] * 2).any()


def test_a_bevel_is_light_towards_the_lamp_and_dark_away_from_it():
    paint = [100, 100, 100, 0.3, -0.4, -0.6, 0, 0, 0, 0]
    pixels = painted([star(4, 24, 30, 25, math.pi / 4)], [paint]) & 255
    assert pixels[9, 30] > 110
    assert pixels[40, 30] < 90
    assert pixels[25, 30] == 100


def test_painter_is_compiled_in_the_background(monkeypatch):
    from puzzlekit.ui.solid import compiled_painter

    monkeypatch.setattr(compiled_painter, "_painter", [])
    monkeypatch.setattr(compiled_painter, "_thread", None)
    assert compiled_painter.painter() is None
    compiled_painter.start_compiling()
    compiled_painter._thread.join()
    assert not compiled_painter.is_compiling()
    assert compiled_painter.painter() is not None
    assert any(mark.exists() for mark in compiled_painter._marks(new=False))


def test_a_highlight_fades_with_the_distance():
    paint = [100, 100, 100, 0, 0, 0, 25, 25, 0.3, 1 / 100]
    pixels = painted([star(4, 30, 30, 25, math.pi / 4)], [paint]) & 255
    assert pixels[25, 25] > pixels[25, 31] > pixels[25, 41] >= 100
