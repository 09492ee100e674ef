"""Alternating and symmetric groups, proved from generators that move few points."""

import math
from random import Random

import pytest

from puzzlekit import LimitReachedError
from puzzlekit.core import sparse
from puzzlekit.core.permutation import from_cycles
from puzzlekit.core.sparse import Sparse, as_sparse
from puzzlekit.groups import describe, order_proof, orders
from puzzlekit.groups.giants import giant_order

N = 40


def generators(*cycles):
    return [Sparse.of(from_cycles([cycle], N)) for cycle in cycles]


def test_symmetric_and_alternating_group():
    swaps = generators(*((i, i + 1) for i in range(N - 1)))
    turns = generators(*((i, i + 1, i + 2) for i in range(N - 2)))
    assert giant_order(swaps).order == math.factorial(N)
    assert giant_order(turns).order == math.factorial(N) // 2


@pytest.mark.parametrize(
    "cycles",
    [
        [range(N)],  # regular
        [(i, i + 1) for i in range(N - 2)],  # one fixed point
        [(i, i + 1) for i in range(N - 1) if i != 20],  # two orbits
        [(i, i + 2) for i in range(N - 2)] + [range(N)],  # blocks
    ],
)
def test_other_groups(cycles):
    assert giant_order(generators(*cycles)) is None


def test_sparse_and_dense_generators(monkeypatch):
    rng = Random(1)
    for _ in range(150):
        degree = rng.randint(2, 12)
        images = [
            from_cycles([rng.sample(range(degree), rng.randint(1, min(degree, 4)))], degree)
            for _ in range(rng.randint(1, 12))
        ]
        expected = describe(images)
        for large in (order_proof.LARGE_DEGREE, 0):
            with monkeypatch.context() as patch:
                patch.setattr(orders, "LARGE_DEGREE", large)
                found = describe(as_sparse(images))
            assert found == expected


def test_too_many_images(monkeypatch):
    monkeypatch.setattr(orders, "LARGE_DEGREE", 0)
    monkeypatch.setattr(sparse, "MAX_IMAGES", 100)
    blocks = generators(*((i, i + 2) for i in range(N - 2)), range(N))
    with pytest.raises(LimitReachedError, match="39 permutations of 40 points"):
        describe(blocks)
