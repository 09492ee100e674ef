"""Numbers of arrangements and reachability, compared with full enumeration."""

import math
import re
from random import Random

import pytest
from group_builders import M11, side_by_side
from hypothesis import given, settings
from hypothesis import strategies as st
from support import reachable

from puzzlekit import explain_unsolvable, load
from puzzlekit.core.errors import LimitReachedError
from puzzlekit.core.permutation import apply
from puzzlekit.groups import arrangements, colour_stabilizer
from puzzlekit.groups.arrangements import count_arrangements, reachability_obstacle
from puzzlekit.solving.group_facts import facts


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
        return side_by_side(inner, inner)
    if how == "product":
        factors = random_group(rng), random_group(rng)
        count = max(map(len, factors))
        return side_by_side(
            *([*each, *[tuple(range(len(each[0])))] * (count - len(each))] for each in factors)
        )
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


def reachable_colourings(generators, colours):
    """Return all reachable colourings, or None if there are too many."""
    return reachable(tuple(colours), lambda each: [apply(g, each) for g in generators], 3000)


def compare_with_enumeration(seed):
    """Compare a random group and colouring with all reachable colourings."""
    rng = Random(seed)
    generators = random_group(rng)
    degree = len(generators[0])
    colours = [rng.randrange(rng.choice([1, 2, 3])) for _ in range(degree)]
    if rng.random() < 0.2:
        colours = list(range(degree))
    reached = reachable_colourings(generators, colours)
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


def test_groups_and_colours():
    for seed in range(30):
        compare_with_enumeration(seed)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_random_groups_and_colours(seed):
    compare_with_enumeration(seed)


#: Arrangements of 24 wings, and of 24 centres of which four each are equal.
WINGS, CENTRES = math.factorial(24), math.factorial(24) // math.factorial(4) ** 6
CORNERS = math.factorial(8) * 3**7


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("pinball", 181440),
        ("knights", 1260),
        ("fifteen", math.factorial(16) // 2),
        ("cube:2", math.factorial(7) * 3**6),
        ("cube:4", CORNERS * WINGS * CENTRES),  # includes its 24 orientations in space
        ("cube:5", CORNERS * math.factorial(12) * 2**10 * WINGS * CENTRES**2),
        ("hungarian", math.factorial(38) // math.factorial(10) ** 2 // math.factorial(9) ** 2),
    ],
)
def test_positions_of_puzzles(text, count):
    assert facts(load(text)).arrangements == count


def obstacle(rules, *pairs):
    """Return why the goal cannot be reached with the contents of pairs of cells exchanged."""
    labels = list(rules.goal)
    index = rules.board.index
    for a, b in pairs:
        labels[index[a]], labels[index[b]] = labels[index[b]], labels[index[a]]
    generators = list(rules.generators(rules.start()).values())
    return reachability_obstacle(generators, rules.goal, labels, rules.board.cells)


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ([("U8", "F2")], "12 pieces with 2 sides .* total twist of 1/2"),
        ([("U9", "F3"), ("F3", "R1")], "8 pieces with 3 sides .* total twist of [12]/3"),
        ([("U8", "U6"), ("F2", "R2")], "permutations of different parity"),
        ([("U1", "D5")], "D5 always shows 'U', not 'D'"),
        ([("U1", "D1")], "include no piece"),
    ],
)
def test_cube_obstacles(pairs, words):
    assert re.search(words, obstacle(load("cube:3"), *pairs))


def test_obstacles_of_large_puzzles():
    # Equal centres make the exchange of one pair of wings solvable on the 4×4×4.
    assert obstacle(load("cube:4"), ("U14", "U15"), ("F2", "F3")) is None
    fifteen = load("fifteen")
    a, b = (fifteen.board.cells[number] for number in (13, 14))
    assert "an odd permutation" in obstacle(fifteen, (a, b))
    assert obstacle(fifteen) is None
    assert count_arrangements([], "ab") == 1
    assert reachability_obstacle([(0, 1)], "ab", "ab") is None
    assert reachability_obstacle([(0, 1)], "ab", "ba") == "0 always shows 'b', not 'a'."


def test_limits(monkeypatch):
    monkeypatch.setattr(colour_stabilizer, "MAX_TRIED", 100)
    monkeypatch.setattr(arrangements, "MAX_ARRANGEMENTS", 20)
    with pytest.raises(LimitReachedError, match="have more than"):
        count_arrangements(M11, "abababababa")
    with pytest.raises(LimitReachedError, match="Too many arrangements"):
        reachability_obstacle(M11, "aaaaaabbbbb", "abababababa")


def test_blocks_with_different_and_equal_pieces():
    """Blocks that A5 or S5 permutes inside, of which one shows five different labels."""
    cycle, three, pair = (1, 2, 3, 4, 0), (1, 2, 0, 3, 4), (1, 0, 2, 3, 4)
    swap = (5, 6, 7, 8, 9, 0, 1, 2, 3, 4)
    for inside in ([cycle, three], [cycle, pair]):
        generators = [swap, *((*each, *range(5, 10)) for each in inside)]
        for text in ("abcdexxxxx", "abcddxxxxx", "abcdexxxxy"):
            reached = reachable_colourings(generators, text)
            assert count_arrangements(generators, text) == len(reached)
            for other in (text[1] + text[0] + text[2:], text[5:] + text[:5]):
                is_reached = tuple(other) in reached
                assert (reachability_obstacle(generators, text, other) is None) == is_reached


def test_identical_pieces_hide_parity_and_twist():
    even = [(1, 2, 0, 3, 4, 5), (0, 2, 3, 4, 5, 1)]  # generators of A6
    assert count_arrangements(even, "aabcde") == 360
    assert reachability_obstacle(even, "aabcde", "aacbde") is None
    # Five two-sided pieces that are permuted and flipped freely; three of them are white.
    swap, flip = (2, 3, 0, 1, *range(4, 10)), (1, 0, *range(2, 10))
    pieces = [swap, flip, (2, 3, 4, 5, 6, 7, 8, 9, 0, 1)]
    assert count_arrangements(pieces, "wwwwwwabcd") == 5 * 4 * 2 * 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cycles", "words"),
    [
        ("(U8 F2)", "An edge is flipped: the 12 edges at "),
        ("(U9 F3 R1)", "A corner is twisted: the 8 corners at "),
        ("(U8 U6)(F2 R2)", "Two pieces are swapped: "),
        ("(U9 F3)", "There is no corner F-R-U in this order, as shown at U9-R1-F3."),
        ("(F2 R2)(U2 D2)", "The edge D-B is shown twice, at U2-B2 and D8-B8, but the edge U-B is"),
    ],
)
def test_kind_of_obstacle(cycles, words):
    assert explain_unsolvable("cube:3", cycles).startswith(words)


def test_obstacle_of_target():
    words = "There is no piece 1-0-2 in this order, as shown at 0-1-2."
    assert explain_unsolvable(["(0 1 2)"], to="(0 1)") == words
    assert explain_unsolvable(["(0 1 2)"], "(0 1)") == words


def test_parity_in_other_primitive_group():
    """All elements of M11 are even; M11 beside itself has even elements on the first set too."""
    for generators in (M11, side_by_side(M11, [M11[1], M11[0]])):
        labels = [*map(str, range(len(generators[0])))]
        why = "need an odd permutation; moves allow only even ones"
        state = [labels[1], labels[0], *labels[2:]]
        assert why in reachability_obstacle(generators, labels, state)
    rotated = ["1", "2", "0", *labels[3:]]
    assert reachability_obstacle(M11, labels[:11], rotated[:11]) == arrangements.NO_MOVES
