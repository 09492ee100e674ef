"""Orders found by structure, against sympy's on the same groups, and against known cubes."""

import json
import math
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlekit import group, load
from puzzlekit.errors import NotationError
from puzzlekit.structure import by_structure

ORDERS = json.loads((Path(__file__).parent / "data" / "group_orders.json").read_text("utf-8"))


def twisted(sizes, rng):
    """A random element of a product of wreath products C_m wr S_k, on neighbouring points."""
    images, base = [], 0
    for blocks, size in sizes:
        places = rng.sample(range(blocks), blocks)
        for place in places:
            turn = rng.randrange(size)
            images += [base + place * size + (i + turn) % size for i in range(size)]
        base += blocks * size
    return tuple(images)


def moved_only(generators):
    """The generators on the points that they move, renumbered."""
    points = [p for p in range(len(generators[0])) if any(g[p] != p for g in generators)]
    place = {p: i for i, p in enumerate(points)}
    return [tuple(place[g[p]] for p in points) for g in generators]


kinds = st.lists(st.tuples(st.integers(5, 7), st.sampled_from([1, 2, 3])), min_size=1, max_size=2)


@settings(max_examples=120, deadline=None)
@given(
    kinds, st.integers(1, 4), st.integers(0, 2**32), st.sampled_from(["any", "squares", "twins"])
)
def test_random_groups_of_twisted_pieces(sizes, count, seed, how):
    rng = Random(seed)
    generators = [twisted(sizes, rng) for _ in range(count)]
    if how == "squares":  # even permutations and sums: the abelian quotient is small
        generators = [tuple(g[i] for i in g) for g in generators]
    if how == "twins":  # every piece twice over: the second orbit tells nothing new
        half = len(generators[0])
        generators = [g + tuple(half + i for i in g) for g in generators]
    generators = moved_only(generators)
    if not generators[0]:
        return
    found = by_structure(generators)
    if found is not None:
        assert found[0] == group.sympy_group(generators).order()


@pytest.mark.parametrize("sizes", [[(7, 3)], [(8, 2), (8, 1)], [(8, 3), (12, 2)], [(9, 1), (9, 1)]])
def test_whole_products_are_found(sizes):
    rng = Random(7)
    generators = [twisted(sizes, rng) for _ in range(6)]
    found = by_structure(generators)
    assert found is not None
    assert found[0] == group.sympy_group(generators).order()


def test_two_kinds_that_move_alike_are_not_taken_for_a_product():
    # S5 on five points and, tied to it, on its ten pairs of points.
    pairs = [(a, b) for a in range(5) for b in range(a + 1, 5)]

    def tied(g):
        return g + tuple(5 + pairs.index(tuple(sorted((g[a], g[b])))) for a, b in pairs)

    generators = [tied((1, 2, 3, 4, 0)), tied((1, 0, 2, 3, 4))]
    assert by_structure(generators) in (None, (120, "S5"))
    assert group.describe(generators).order == 120


def test_the_sign_tied_to_another_orbit():
    # A transposition of seven points goes with one of six others: index 2 in S7 x S6.
    generators = [
        (1, 2, 3, 4, 5, 6, 0, *range(7, 13)),
        (1, 0, 2, 3, 4, 5, 6, 8, 7, 9, 10, 11, 12),
        (*range(7), 7, 9, 10, 11, 12, 8),
    ]
    order = math.factorial(7) * math.factorial(6) // 2
    assert by_structure(generators) == (order, "index 2 in S6 x S7")


@pytest.mark.parametrize(
    ("size", "order"),
    [
        # Corners; edges; wings and centres, 24 of each: permutations, twists, parities.
        (2, math.factorial(7) * 3**6),
        (3, math.factorial(8) * 3**7 * math.factorial(12) * 2**11 // 2),
        (4, math.factorial(8) * 3**7 * math.factorial(24) ** 2 // 2),
        (
            7,
            math.factorial(8) * 3**7 * math.factorial(12) * 2**10 * math.factorial(24) ** 8 // 2**6,
        ),
    ],
)
def test_cubes(size, order):
    cube = load(f"cube:{size}")
    assert group.describe(cube.generators(cube.start()).values()).order == order


def test_the_reference_orders():
    proved = 0
    for entry in ORDERS:
        found = by_structure([tuple(g) for g in entry["generators"]])
        assert found is None or found[0] == int(entry["order"]), entry["id"]
        proved += found is not None
    assert proved >= 10


@pytest.mark.parametrize("generators", [[(0, 0, 1)], [(1, 0), (0, 1, 2)], [(1, 2, 3)]])
def test_what_is_no_permutation_gets_a_sentence(generators):
    with pytest.raises(NotationError, match="no list of the images"):
        group.describe(generators)
