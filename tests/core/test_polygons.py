"""Tests for polygon functions on regular polygons and triangles."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzlekit.core.polygons import area, centroid, clearance, contains_point

POINTS = st.tuples(st.integers(-50, 50), st.integers(-50, 50))


def regular(count, radius=2.0, middle=(7.0, -3.0)):
    angles = [2 * math.pi * i / count for i in range(count)]
    return [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]


@pytest.mark.parametrize("count", [3, 4, 5, 6, 12])
def test_regular_polygons(count):
    corners = regular(count)
    assert centroid(corners) == pytest.approx((7, -3))
    assert clearance(corners, (7, -3)) == pytest.approx(2 * math.cos(math.pi / count))
    assert area(corners) == pytest.approx(2 * count * math.sin(2 * math.pi / count))
    assert area(corners[::-1]) == pytest.approx(-area(corners))
    assert contains_point(corners, (7, -3))
    assert not contains_point(corners, (9.1, -3))


@given(st.lists(POINTS, min_size=3, max_size=3), POINTS)
def test_triangles(corners, point):
    assume(area(corners) != 0)
    mean = tuple(sum(each) / 3 for each in zip(*corners, strict=True))
    assert centroid(corners) == pytest.approx(mean, abs=1e-9)
    # A point is inside a triangle if and only if the areas of the three parts add up to its area.
    a, b, c = corners
    parts = [abs(area(part)) for part in ([point, a, b], [point, b, c], [point, c, a])]
    assume(all(parts))  # not on an edge
    assert contains_point(corners, point) == (sum(parts) == pytest.approx(abs(area(corners))))


def test_centroid_and_notch():
    assert centroid([(0, 0), (2, 2), (4, 4)]) == (2, 2)
    notched = [(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)]
    assert contains_point(notched, (2, 0.5))
    assert not contains_point(notched, (2, 2))
