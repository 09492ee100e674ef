"""Orders by structure: right where the conditions hold, and no result where one fails."""

import math
from random import Random
from unittest.mock import patch

import pytest
from group_builders import (
    PUBLISHED,
    affine,
    array,
    compiled_result,
    five_as_six,
    on_ordered_pairs,
    plain_result,
    side_by_side,
    symmetric,
)

from puzzlekit import load
from puzzlekit.core.permutation import restrict
from puzzlekit.groups import sympy_group
from puzzlekit.groups.compiled import structure_reduction as compiled
from puzzlekit.groups.giants import GiantWitness
from puzzlekit.groups.plain import structure_reduction

pytestmark = pytest.mark.slow


def random_twisted(blocks, size, rng):
    """Return a random element of C_m wr S_k."""
    images = []
    for place in rng.sample(range(blocks), blocks):
        by = rng.randrange(size)
        images += [place * size + (i + by) % size for i in range(size)]
    return tuple(images)


def on_blocks(generators, size):
    """Return the generators on blocks of points, without twists."""
    return [tuple(size * image + i for image in g for i in range(size)) for g in generators]


def twist_blocks(blocks, size, twists):
    """Return an element that twists the blocks and leaves them in place."""
    return tuple(b * size + (i + twists[b]) % size for b in range(blocks) for i in range(size))


S5, S6, AGL15 = symmetric(5), symmetric(6), affine(5, 2)


#: Groups that violate one condition of the proof: generators, order, and the patch that assumes
#: the condition.
ALONE = {
    "no giant": (
        [*on_blocks(AGL15, 3), twist_blocks(5, 3, (1, 0, 0, 0, 0))],
        20 * 3**5,
        (GiantWitness, "is_proved", True),
    ),
    "a kind that another one tells": (
        side_by_side(
            [*on_blocks(S5, 2), twist_blocks(5, 2, (1, 0, 0, 0, 0))], [*S5, (0, 1, 2, 3, 4)]
        ),
        120 * 2**5,
        None,
    ),
    "two twisted kinds in step": (
        side_by_side(
            [*on_blocks(S5, 2), twist_blocks(5, 2, (1, 0, 0, 0, 0)), tuple(range(10))],
            [*on_blocks(S5, 2), tuple(range(10)), twist_blocks(5, 2, (1, 0, 0, 0, 0))],
        ),
        120 * 4**5,
        (structure_reduction._OrbitRelations, "in_step_with", lambda *_: False),
    ),
    "equal twists": (
        [*on_blocks(S5, 3), twist_blocks(5, 3, (1, 1, 1, 1, 1))],
        360,
        (structure_reduction._OrbitRelations, "done", True),
    ),
    "twists that differ by even numbers": (
        [
            *on_blocks(S5, 4),
            twist_blocks(5, 4, (2, 0, 0, 0, 0)),
            twist_blocks(5, 4, (1, 1, 1, 1, 1)),
        ],
        120 * 2 * 2**5,
        (structure_reduction._OrbitRelations, "done", True),
    ),
    "blocks of no giant": (
        [*(g + tuple(range(5, 10)) for g in AGL15), (*range(5, 10), *range(5))],
        800,
        (GiantWitness, "is_proved", True),
    ),
    "blocks in step": (
        [*(g + tuple(5 + i for i in g) for g in S5), (*range(5, 10), *range(5))],
        240,
        None,
    ),
    "blocks that no element moves alone": (on_ordered_pairs(S6), 720, None),
}


@pytest.mark.parametrize("name", ALONE)
def test_one_condition_fails(name):
    generators, order, mistake = ALONE[name]
    assert sympy_group(generators).order() == order
    assert plain_result(generators).order == order
    assert compiled_result(generators).order == order
    if mistake:  # the order would be wrong without the condition, so this test can fail
        owner, attribute, belief = mistake
        if not callable(belief):
            belief = property(lambda self, value=belief: value)
        with patch.object(owner, attribute, belief):
            assert plain_result(generators).order != order


def test_piece_orbit_tied_to_other_orbits():
    """S5 acts on five points and, as PGL(2,5), on six. Only the rest shows the dependence."""
    generators = side_by_side(S5, five_as_six(S5))
    assert len(generators[0]) == 5 + 6
    assert plain_result(generators).order == compiled_result(generators).order == 120
    with patch.object(structure_reduction._OrbitRelations, "moves_blocks", lambda *_: True):
        assert plain_result(generators).order != 120


@pytest.mark.parametrize(
    "sizes", [[(7, 3)], [(8, 2), (8, 1)], [(8, 3), (12, 2)], [(9, 1), (9, 1)], [(6, 4), (5, 6)]]
)
def test_products_are_split(sizes):
    rng = Random(7)
    generators = side_by_side(*[[random_twisted(k, m, rng) for _ in range(6)] for k, m in sizes])
    found = structure_reduction.reduce_structure(generators)
    assert sorted((kind.blocks, kind.size) for kind in found.kinds) == sorted(sizes)
    reduced = compiled.reduce_structure(array(generators), 1)
    assert sorted(reduced.kinds) == sorted(sizes)
    assert found.factor == math.prod(math.factorial(k) // 2 * m ** (k - 1) for k, m in sizes)
    assert plain_result(generators).order == compiled_result(generators).order


@pytest.mark.parametrize(("sample", "trials"), [(1, 0), (1, 1), (1, 3), (2, 2), (3, 100)])
@pytest.mark.parametrize("chance", range(4))
def test_orders_with_few_witnesses(sample, trials, chance):
    with (
        patch.object(structure_reduction, "SAMPLE", sample),
        patch.object(structure_reduction, "MAX_ELEMENTS", trials),
        patch.object(structure_reduction, "Random", lambda seed: Random(1000 * seed + chance)),
    ):
        for generators, order, _ in ALONE.values():
            assert plain_result(generators).order == order
        for entry in PUBLISHED:
            if len(entry["generators"][0]) <= 12:
                assert plain_result(entry["generators"]).order == int(entry["order"]), entry["id"]


def test_too_few_witnesses():
    generators = symmetric(40)
    assert structure_reduction.reduce_structure(generators) is not None
    with (
        patch.object(structure_reduction, "SAMPLE", 1),
        patch.object(structure_reduction, "MAX_ELEMENTS", 0),
    ):
        assert structure_reduction.reduce_structure(generators) is None


# Corners; edges; wings and centres (24 each): permutations, twists, parities.
CORNERS, EDGES, WINGS = math.factorial(8) * 3**7, math.factorial(12) * 2**10, math.factorial(24)


@pytest.mark.parametrize(
    ("size", "order"),
    [
        (2, math.factorial(7) * 3**6),
        (3, CORNERS * EDGES),
        (4, CORNERS * WINGS**2 // 2),
        (7, CORNERS * EDGES * WINGS**8 // 2**6),
    ],
)
def test_cubes(size, order):
    cube = load(f"cube:{size}")
    generators = list(cube.generators(cube.start()).values())
    moved = [p for p in range(len(generators[0])) if any(g[p] != p for g in generators)]
    generators = restrict(generators, moved)
    for found in (plain_result(generators), compiled_result(generators)):
        assert (found.order, found.certain) == (order, True)
