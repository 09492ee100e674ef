"""Tests for nearest-neighbour search against brute force."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlekit.core.board import chebyshev, nearest

NUMBERS = st.integers(-6, 6) | st.floats(-100, 100)


@pytest.mark.parametrize("distance", [math.dist, chebyshev])
@given(points=st.lists(st.tuples(NUMBERS, NUMBERS), min_size=2, max_size=60))
def test_against_all_pairs(distance, points):
    for number, (found, other) in enumerate(nearest(points, distance)):
        rest = [distance(points[number], p) for i, p in enumerate(points) if i != number]
        assert found == min(rest) == distance(points[number], points[other])
        assert other != number


def test_one_point_and_no_points():
    assert nearest([]) == []
    assert nearest([(3, 4)]) == [(math.inf, -1)]


@pytest.mark.parametrize(
    "points",
    [
        [(0, 0)] * 3000,
        [(i, 0) for i in range(3000)],
        [(i % 60, i // 60) for i in range(3000)],
        [(random.Random(1).gauss(0, 1) ** 9, 0) for _ in range(3000)],
    ],
    ids=["one place", "a row", "a grid", "clusters"],
)
def test_few_distances_are_measured(points):
    measured = 0

    def counting(a, b):
        nonlocal measured
        measured += 1
        return math.dist(a, b)

    nearest(points, counting)
    assert measured < 60 * len(points)
