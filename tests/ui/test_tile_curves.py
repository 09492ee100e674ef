"""Curves on tiles: their outlines and how they join those of neighbouring tiles."""

import math

import pytest

from puzzlekit import Area
from puzzlekit.core.polygons import contains_point
from puzzlekit.ui import tile_curves


@pytest.mark.parametrize("first", range(6))
@pytest.mark.parametrize("between", range(1, 6))
def test_area_contains_inside_of_outline(first, between):
    area = Area(first, (first + between) % 6, "blue")
    outline = tile_curves.polygon(area)
    for i in range(-20, 21):
        for j in range(-20, 21):
            x, y = i / 36.7, j / 36.7
            if (
                tile_curves.tile_contains(x, y)
                and min(math.dist((x, y), p) for p in outline) > 0.05
            ):
                assert tile_curves.area_contains(area, x, y) == contains_point(outline, (x, y))


def test_curves_meet_edges_at_right_angles():
    for first in range(6):
        for last in set(range(6)) - {first}:
            chain = tile_curves.curve(first, last)
            for edge, a, b in ((first, *chain[:2]), (last, *chain[:-3:-1])):
                assert a == pytest.approx(tile_curves.step_towards(30 + 60 * edge, 0.5))
                way = b[0] - a[0], b[1] - a[1]
                normal = tile_curves.step_towards(30 + 60 * edge, 1)
                cos = (way[0] * normal[0] + way[1] * normal[1]) / math.hypot(*way)
                assert cos < -0.99
