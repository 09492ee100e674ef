"""Alternating and symmetric groups, proved from generators that move few points."""

import math
from random import Random

import pytest

from puzzlekit import LimitReachedError
from puzzlekit.core import sparse_permutations
from puzzlekit.core.permutation import from_cycles
from puzzlekit.core.sparse_permutations import Sparse, as_sparse
from puzzlekit.groups import describe, order_proof, permutation_group, sympy_group
from puzzlekit.groups.giants import giant_order

N = 40


def generators(*cycles):
    return [Sparse.of(from_cycles([cycle], N)) for cycle in cycles]


def test_symmetric_and_alternating_group(monkeypatch):
    swaps = generators(*((i, i + 1) for i in range(N - 1)))
    turns = generators(*((i, i + 1, i + 2) for i in range(N - 2)))
    assert giant_order(swaps).order == math.factorial(N)
    assert giant_order(turns).order == math.factorial(N) // 2
    monkeypatch.setattr(order_proof, "LARGE_DEGREE", 0)
    monkeypatch.setattr(sparse_permutations, "MAX_IMAGES", 100)
    blocks = generators(*((i, i + 2) for i in range(N - 2)), range(N))
    with pytest.raises(LimitReachedError, match="39 permutations of 40 points"):
        describe(blocks)


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
                patch.setattr(order_proof, "LARGE_DEGREE", large)
                found = describe(as_sparse(images))
            assert found == expected


@pytest.mark.slow
@pytest.mark.parametrize(("degree", "even"), [(50, False), (51, True)])
def test_chains_of_giants(degree, even):
    cycle = range(degree) if even == degree % 2 else range(1, degree)
    known = permutation_group(
        [from_cycles([cycle], degree), from_cycles([(0, 1, 2) if even else (0, 1)], degree)]
        + ([] if even else [from_cycles([range(degree)], degree)])
    )
    whole = math.factorial(degree) // (2 if even else 1)
    assert known.order() == math.prod(map(len, known.basic_orbits)) == whole
    for level, point in enumerate(known.base):
        for image, element in known.basic_transversals[level].items():
            assert point ^ element == image
            assert all(p ^ element == p for p in known.base[:level])
            assert element.is_even or not even
    assert all(g.is_even or not even for g in known.strong_gens)
    assert sympy_group([g.array_form for g in known.strong_gens]).order() == whole
