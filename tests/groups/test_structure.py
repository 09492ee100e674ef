"""Orders by structure: right where the conditions hold, and no result where one fails."""

import json
import math
from random import Random
from unittest.mock import patch

import pytest
from group_builders import array, on_ordered_pairs, plain, side_by_side
from support import DATA_FOLDER

from puzzlekit import load
from puzzlekit.core.permutation import from_cycles
from puzzlekit.groups.compiled import engine
from puzzlekit.groups.compiled import structure as compiled
from puzzlekit.groups.giants import GiantWitness
from puzzlekit.groups.plain import structure
from puzzlekit.groups.plain.schreier_sims import SchreierSims

pytestmark = pytest.mark.slow

ORDERS = json.loads((DATA_FOLDER / "group_orders.json").read_text("utf-8"))


def twisted(blocks, size, rng):
    """Return a random element of C_m wr S_k."""
    images = []
    for place in rng.sample(range(blocks), blocks):
        by = rng.randrange(size)
        images += [place * size + (i + by) % size for i in range(size)]
    return tuple(images)


def spread(generators, size):
    """Return the generators on blocks of points, without twists."""
    return [tuple(size * image + i for image in g for i in range(size)) for g in generators]


def turned(blocks, size, twists):
    """Return an element that twists the blocks and leaves them in place."""
    return tuple(b * size + (i + twists[b]) % size for b in range(blocks) for i in range(size))


S5 = [(1, 2, 3, 4, 0), (1, 0, 2, 3, 4)]
S6 = [(1, 2, 3, 4, 5, 0), (1, 0, 2, 3, 4, 5)]
AGL15 = [(1, 2, 3, 4, 0), (0, 2, 4, 1, 3)]


#: Groups that violate one condition of the proof: generators, order, and the patch that assumes
#: the condition.
ALONE = {
    "no giant": (
        [*spread(AGL15, 3), turned(5, 3, (1, 0, 0, 0, 0))],
        20 * 3**5,
        (GiantWitness, "is_proved", True),
    ),
    "a kind that another one tells": (
        side_by_side([*spread(S5, 2), turned(5, 2, (1, 0, 0, 0, 0))], [*S5, (0, 1, 2, 3, 4)]),
        120 * 2**5,
        None,
    ),
    "two twisted kinds in step": (
        side_by_side(
            [*spread(S5, 2), turned(5, 2, (1, 0, 0, 0, 0)), tuple(range(10))],
            [*spread(S5, 2), tuple(range(10)), turned(5, 2, (1, 0, 0, 0, 0))],
        ),
        120 * 4**5,
        (structure._OrbitRelations, "in_step_with", lambda *_: False),
    ),
    "equal twists": (
        [*spread(S5, 3), turned(5, 3, (1, 1, 1, 1, 1))],
        360,
        (structure._OrbitRelations, "done", True),
    ),
    "twists that differ by even numbers": (
        [*spread(S5, 4), turned(5, 4, (2, 0, 0, 0, 0)), turned(5, 4, (1, 1, 1, 1, 1))],
        120 * 2 * 2**5,
        (structure._OrbitRelations, "done", True),
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
def test_where_one_condition_fails(name):
    generators, order, mistake = ALONE[name]
    assert SchreierSims(generators).order == order
    assert plain(generators).order == order
    assert engine.prove_order(array(generators)).order == order
    if mistake:  # the order would be wrong without the condition, so this test can fail
        owner, attribute, belief = mistake
        if not callable(belief):
            belief = property(lambda self, value=belief: value)
        with patch.object(owner, attribute, belief):
            assert plain(generators).order != order


def test_a_kind_tied_to_the_rest():
    """S5 acts on five points and, as PGL(2,5), on six. Only the rest shows the dependence."""
    sylow = {}
    for start in ordered_words(S5):
        if is_five_cycle(start):
            sylow.setdefault(frozenset(powers(start)), None)
    groups = list(sylow)
    assert len(groups) == 6
    six = [
        tuple(groups.index(frozenset(conjugate(c, g) for c in group)) for group in groups)
        for g in S5
    ]
    generators = side_by_side(S5, six)
    assert plain(generators).order == engine.prove_order(array(generators)).order == 120
    with patch.object(structure._OrbitRelations, "moves_blocks", lambda *_: True):
        assert plain(generators).order != 120


def ordered_words(generators):
    found, queue = {tuple(range(5))}, [tuple(range(5))]
    for each in queue:
        for g in generators:
            onward = tuple(g[i] for i in each)
            if onward not in found:
                found.add(onward)
                queue.append(onward)
    return queue


def is_five_cycle(g):
    at, length = g[0], 1
    while at:
        at, length = g[at], length + 1
    return length == 5


def powers(g):
    found, power = [], g
    for _ in range(4):
        found.append(power)
        power = tuple(g[i] for i in power)
    return found


def conjugate(c, g):
    images = [0] * len(g)
    for i, image in enumerate(c):
        images[g[i]] = g[image]
    return tuple(images)


@pytest.mark.parametrize(
    "sizes", [[(7, 3)], [(8, 2), (8, 1)], [(8, 3), (12, 2)], [(9, 1), (9, 1)], [(6, 4), (5, 6)]]
)
def test_whole_products_are_split_off(sizes):
    rng = Random(7)
    generators = side_by_side(*[[twisted(k, m, rng) for _ in range(6)] for k, m in sizes])
    found = structure.reduce_structure(generators)
    assert sorted((kind.blocks, kind.size) for kind in found.kinds) == sorted(sizes)
    fast = compiled.reduce(array(generators), 1)
    assert sorted(map(tuple, fast.kinds.tolist())) == sorted(sizes)
    assert found.factor == math.prod(math.factorial(k) // 2 * m ** (k - 1) for k, m in sizes)
    assert plain(generators).order == engine.prove_order(array(generators)).order


@pytest.mark.parametrize(("sample", "trials"), [(1, 0), (1, 1), (1, 3), (2, 2), (3, 100)])
@pytest.mark.parametrize("chance", range(4))
def test_few_witnesses_prove_less_but_nothing_wrong(sample, trials, chance):
    with (
        patch.object(structure, "SAMPLE", sample),
        patch.object(structure, "MAX_ELEMENTS", trials),
        patch.object(structure, "Random", lambda seed: Random(1000 * seed + chance)),
    ):
        for generators, order, _ in ALONE.values():
            assert plain(generators).order == order
        for entry in ORDERS:
            if len(entry["generators"][0]) <= 12:
                assert plain(entry["generators"]).order == int(entry["order"]), entry["id"]


def test_few_witnesses_really_prove_less():
    generators = [(*range(1, 40), 0), from_cycles([(0, 1)], 40)]
    assert structure.reduce_structure(generators) is not None
    with patch.object(structure, "SAMPLE", 1), patch.object(structure, "MAX_ELEMENTS", 0):
        assert structure.reduce_structure(generators) is None


@pytest.mark.parametrize(
    ("size", "order"),
    [
        # Corners; edges; wings and centres (24 each): permutations, twists, parities.
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
    generators = list(cube.generators(cube.start()).values())
    moved = [p for p in range(len(generators[0])) if any(g[p] != p for g in generators)]
    place = {p: i for i, p in enumerate(moved)}
    generators = [tuple(place[g[p]] for p in moved) for g in generators]
    for found in (plain(generators), engine.prove_order(array(generators))):
        assert (found.order, found.certain) == (order, True)


@pytest.mark.parametrize("entry", ORDERS, ids=lambda entry: entry["id"])
def test_the_reference_orders(entry):
    for found in (plain(entry["generators"]), engine.prove_order(array(entry["generators"]))):
        assert (found.order, found.certain) == (int(entry["order"]), True)
