"""Distances of positions: exact counts, and lower bounds by counting words."""

import pytest

from puzzlekit import Twisty, load, ring
from puzzlekit.solving import difficulty
from puzzlekit.solving.difficulty import DistanceSummary, distance_summary
from puzzlekit.solving.search import bfs_layers

SMALL = Twisty(ring(7), "1234567", {"L": [range(7)], "T": [(0, 1, 2)]})


@pytest.mark.parametrize(
    "text",
    ["fifteen:3,height=2", pytest.param("pinball", marks=pytest.mark.slow), "knights", SMALL],
)
def test_bound_and_exact_distances(text):
    rules = load(text) if isinstance(text, str) else text
    counts = [len(each) for each in bfs_layers(rules, rules.goal, backward=True)]
    bound = distance_summary(rules, sum(counts), limit=0)
    assert (bound.farthest, bound.average) == (None, None)
    assert 0 < bound.minimum <= len(counts) - 1
    found = distance_summary(rules, sum(counts), limit=10**6)
    assert found.farthest == found.minimum == len(counts) - 1
    assert found.average == sum(n * count for n, count in enumerate(counts)) / sum(counts)


def test_bounds_from_word_counts(monkeypatch):
    cube, positions = load("cube:3"), 43_252_003_274_489_856_000

    def fewest(face):
        """Count words; `face(n)` is the number of words of length n that turn one face."""
        total, words = 1, [1.5]  # three first axes, then two
        while total < positions:
            n = len(words)
            axis = [
                2 * face(k) + sum(face(i) * face(k - i) for i in range(1, k))
                for k in range(1, n + 1)
            ]
            words.append(2 * sum(axis[k - 1] * words[n - k] for k in range(1, n + 1)))
            total += words[-1]
        return len(words) - 1

    assert distance_summary(cube, positions).minimum == fewest(lambda n: 2)
    in_turns = distance_summary(cube, positions, metric="turns")
    assert in_turns.minimum == fewest(lambda n: 3 * (n == 1)) == 18
    monkeypatch.setattr(difficulty, "MAX_PRODUCT_LABELS", 0)
    assert distance_summary(cube, positions).minimum == 19  # 12**18 < positions < 12**19


def test_unknown_distances():
    assert distance_summary(load("fifteen:width=30,height=30"), 10**100) == DistanceSummary()
    assert distance_summary(load("fifteen"), 10**13, metric="runs") == DistanceSummary()
