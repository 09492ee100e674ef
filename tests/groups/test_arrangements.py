"""Numbers of arrangements and reachability, compared with full enumeration."""

import json
import math
import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import DATA_FOLDER

from puzzlekit import load
from puzzlekit.core.errors import LimitReachedError
from puzzlekit.core.permutation import apply
from puzzlekit.groups import arrangements
from puzzlekit.groups.arrangements import count_arrangements, reachability_obstacle
from puzzlekit.solving.group_facts import facts

ENTRIES = json.loads((DATA_FOLDER / "group_orders.json").read_text("utf-8"))


def random_group(rng):
    """Return generators of a random group: any, sparse, linked, twisted, in blocks or a product."""
    how = rng.choice(["any", "sparse", "linked", "twisted", "blocks", "product"])
    if how in ("any", "sparse"):
        degree = rng.randrange(2, 9)
        generators = []
        for _ in range(rng.randrange(1, 4)):
            moved = range(degree) if how == "any" else rng.sample(range(degree), 2)
            images = list(range(degree))
            for a, b in zip(moved, rng.sample(list(moved), len(moved)), strict=True):
                images[a] = b
            generators.append(tuple(images))
        return generators
    if how == "linked":
        inner = random_group(rng)
        return [g + tuple(len(g) + i for i in g) for g in inner]
    if how == "product":
        one, two = random_group(rng), random_group(rng)
        count = max(len(one), len(two))
        one += [tuple(range(len(one[0])))] * (count - len(one))
        two += [tuple(range(len(two[0])))] * (count - len(two))
        return [g + tuple(len(g) + i for i in h) for g, h in zip(one, two, strict=True)]
    size, blocks = (rng.choice([2, 3]), 5) if how == "twisted" else (5, 2)
    generators = []
    for _ in range(rng.randrange(1, 4)):
        places = rng.sample(range(blocks), blocks)
        images = []
        for place in places:
            turn = rng.randrange(size)
            inside = [(i + turn) % size for i in range(size)]
            if how == "blocks":
                rng.shuffle(inside)
            images += [place * size + i for i in inside]
        generators.append(tuple(images))
    return generators


def all_from(generators, colours, most=3000):
    """Return all reachable colourings, or None if there are too many."""
    seen = {tuple(colours)}
    queue = list(seen)
    for each in queue:
        for g in generators:
            onward = apply(g, each)
            if onward not in seen:
                seen.add(onward)
                queue.append(onward)
        if len(seen) > most:
            return None
    return seen


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_random_groups_and_colours(seed):
    rng = Random(seed)
    generators = random_group(rng)
    degree = len(generators[0])
    colours = [rng.randrange(rng.choice([1, 2, 3])) for _ in range(degree)]
    if rng.random() < 0.2:
        colours = list(range(degree))
    reached = all_from(generators, colours)
    if reached is None:
        return
    assert count_arrangements(generators, colours) == len(reached)
    states = [list(rng.choice(sorted(reached))), rng.sample(colours, degree)]
    a, b = rng.randrange(degree), rng.randrange(degree)
    swapped = list(states[0])
    swapped[a], swapped[b] = swapped[b], swapped[a]
    for state in (*states, swapped):
        why = reachability_obstacle(generators, colours, state)
        assert (why is None) == (tuple(state) in reached), why
        assert why is None or why.endswith(".")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("pinball", 181440),
        ("knights", 1260),
        ("fifteen", math.factorial(16) // 2),
        ("cube:2", math.factorial(7) * 3**6),
        # Equal centres are indistinguishable: 24!/(4!)^6 arrangements. The number for the 4×4×4
        # includes its 24 orientations in space.
        (
            "cube:4",
            math.factorial(8) * 3**7 * math.factorial(24) ** 2 // math.factorial(4) ** 6,
        ),
        (
            "cube:5",
            math.factorial(8)
            * 3**7
            * math.factorial(12)
            * 2**10
            * math.factorial(24) ** 3
            // math.factorial(4) ** 12,
        ),
        ("hungarian", math.factorial(38) // math.factorial(10) ** 2 // math.factorial(9) ** 2),
    ],
)
def test_positions_of_puzzles(text, count):
    assert facts(load(text)).arrangements == count


def with_exchanged(rules, *pairs):
    labels = list(rules.goal)
    index = rules.board.index
    for a, b in pairs:
        labels[index[a]], labels[index[b]] = labels[index[b]], labels[index[a]]
    return labels


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ([("U8", "F2")], "12 pieces with 2 sides .* total twist of 1/2"),
        ([("U9", "F3"), ("F3", "R1")], "8 pieces with 3 sides .* total twist of [12]/3"),
        ([("U8", "U6"), ("F2", "R2")], "permutations of different parity"),
        ([("U1", "D5")], "D5 always shows 'U', not 'D'"),
        ([("U1", "D1")], "do not include a piece"),
    ],
)
def test_why_a_cube_cannot_be_solved(pairs, words):
    cube = load("cube:3")
    generators = list(cube.generators(cube.start()).values())
    why = reachability_obstacle(
        generators, cube.goal, with_exchanged(cube, *pairs), cube.board.cells
    )
    assert why is not None
    assert re.search(words, why), why


def test_alike_centres_repair_a_parity():
    # Equal centres make the exchange of one pair of wings solvable on the 4×4×4.
    cube = load("cube:4")
    generators = list(cube.generators(cube.start()).values())
    state = with_exchanged(cube, ("U14", "U15"), ("F2", "F3"))
    assert reachability_obstacle(generators, cube.goal, state, cube.board.cells) is None


def test_the_15_puzzle_with_14_and_15_exchanged():
    fifteen = load("fifteen")
    generators = list(fifteen.generators(fifteen.start()).values())
    state = list(fifteen.goal)
    state[13], state[14] = state[14], state[13]
    assert "an odd permutation" in reachability_obstacle(
        generators, fifteen.goal, state, fifteen.board.cells
    )
    assert reachability_obstacle(generators, fifteen.goal, fifteen.goal) is None


@pytest.mark.slow
def test_too_many_to_look_at(monkeypatch):
    monkeypatch.setattr(arrangements, "MAX_ARRANGEMENTS", 1000)
    m24 = next(entry for entry in ENTRIES if entry["id"] == "m24_two")["generators"]
    with pytest.raises(LimitReachedError, match="have more than"):
        count_arrangements([tuple(g) for g in m24], "ab" * 12)
    with pytest.raises(LimitReachedError, match="The search exceeds"):
        reachability_obstacle([tuple(g) for g in m24], "a" * 12 + "b" * 12, "ab" * 12)


def test_nothing_moves():
    assert count_arrangements([], "ab") == 1
    assert reachability_obstacle([(0, 1)], "ab", "ab") is None
    assert reachability_obstacle([(0, 1)], "ab", "ba") == "0 always shows 'b', not 'a'."


def test_two_equal_pieces_hide_a_parity_and_equal_pieces_that_look_alike_hide_their_twists():
    even = [(1, 2, 0, 3, 4, 5), (0, 2, 3, 4, 5, 1)]  # generators of A6
    assert count_arrangements(even, "aabcde") == 360
    assert reachability_obstacle(even, "aabcde", "aacbde") is None
    # Five two-sided pieces that are permuted and flipped freely; three of them are white.
    swap, flip = (2, 3, 0, 1, *range(4, 10)), (1, 0, *range(2, 10))
    pieces = [swap, flip, (2, 3, 4, 5, 6, 7, 8, 9, 0, 1)]
    assert count_arrangements(pieces, "wwwwwwabcd") == 5 * 4 * 2 * 2
