"""Puzzles in which pieces slide and parts turn, against a search of all positions."""

from itertools import permutations
from random import Random

import pytest

from puzzlekit import (
    Board,
    IllegalMove,
    Mixed,
    OptionError,
    Piece,
    Sliding,
    Twisty,
    grid,
    grid_faces,
    ring,
)
from puzzlekit.core.permutation import to_cycles
from puzzlekit.groups import describe
from puzzlekit.groups.arrangements import count_arrangements
from puzzlekit.solving.group_facts import facts
from puzzlekit.solving.hints import hint, word_for
from puzzlekit.solving.invariants import hindrance
from puzzlekit.solving.search import levels, solve
from puzzlekit.testing.contract import find_problems
from puzzlekit.ui.pointer import Pointer
from puzzlekit.ui.sketch import plates

SEEDS = range(40)


def some_board(rng, cells, one_way):
    pairs = [(a, b) for a in range(cells) for b in range(a)]
    rng.shuffle(pairs)
    streets = pairs[: rng.randrange(2, cells + 2)]
    arcs = [pair[:: rng.choice((1, -1))] for pair in streets if rng.random() < one_way]
    edges = [pair for pair in streets if pair not in arcs and pair[::-1] not in arcs]
    return Board(map(str, range(cells)), ring(cells).points, edges, arcs)


def some_puzzle(seed, *, one_way=0.3, kind=Mixed):
    """Return a puzzle on a board drawn by chance, small enough for all its positions."""
    rng = Random(seed)
    cells = rng.randrange(4, 7)
    holes = rng.choice((1, 1, 2))
    board = some_board(rng, cells, one_way)
    labels = ["", ""][:holes] + [rng.choice("ABCDE") for _ in range(cells - holes)]
    rng.shuffle(labels)
    if kind is Sliding:
        return Sliding(board, labels)
    turns = {
        name: [rng.sample(range(cells), rng.randrange(2, 4))]
        for name in "TU"[: rng.randrange(1, 3)]
    }
    return Mixed(board, labels, turns) if kind is Mixed else Twisty(board, labels, turns)


def reached(rules, start, *, backward=False):
    return {state for level in levels(rules, start, backward=backward) for state in level}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_positions_are_configurations_times_arrangements(seed):
    rules = some_puzzle(seed)
    start = rules.start()
    returning = reached(rules, start) & reached(rules, start, backward=True)
    generators = list(rules.generators(start).values())
    count = rules.vertex_group(start).frames * count_arrangements(generators, start)
    assert len(returning) == count == facts(rules).arrangements
    assert len({tuple(map(bool, state)) for state in returning}) == rules.vertex_group(start).frames


@pytest.mark.parametrize("seed", SEEDS)
def test_the_group_is_what_closed_walks_do(seed):
    labelled = some_puzzle(seed)
    marks = [label and str(cell) for cell, label in enumerate(labelled.goal)]
    rules = Mixed(labelled.board, marks, {}, start=None)
    rules.twists, rules._backs = labelled.twists, labelled._backs
    start = rules.start()
    returning = reached(rules, start) & reached(rules, start, backward=True)
    home = [state for state in returning if all(map(_alike, state, start))]
    assert rules.group(start).order() == describe(list(rules.generators(start).values())).order
    assert len(home) == rules.group(start).order()


def _alike(a, b):
    return bool(a) == bool(b)


@pytest.mark.parametrize("kind", [Mixed, Sliding, Twisty])
@pytest.mark.parametrize("seed", range(25))
def test_what_shows_that_there_is_no_way_is_never_wrong(kind, seed):
    rules = some_puzzle(seed, kind=kind)
    start = rules.start()
    onward = reached(rules, start)
    for goal in sorted(set(permutations(start)))[:: max(1, seed)]:
        if goal in onward:
            assert hindrance(rules, start, goal) is None


def test_a_hole_that_cannot_come_back_may_go_two_ways():
    """One way would leave A behind for ever, the other one B."""
    board = Board("hxyz", [(0, 0), (1, 1), (1, -1), (2, 0)], ["xz", "yz", "xy"], ["xh", "yh"])
    rules = Sliding(board, ["B", "A", "", "C"], start=["", "A", "B", "C"])
    assert solve(rules) is not None
    assert hindrance(rules, rules.start(), rules.goal) is None
    rules = Sliding(board, ["A", "B", "", "C"], start=["", "A", "B", "C"])
    assert solve(rules) is not None
    assert hindrance(rules, rules.start(), rules.goal) is None


def test_holes_elsewhere_are_walked_home_first():
    two = Sliding(ring(6), ["1", "2", "3", "4", "", ""], start=["", "", "2", "1", "3", "4"])
    assert hindrance(two, two.start(), two.goal) is not None
    assert solve(two) is None


@pytest.mark.parametrize("seed", SEEDS)
def test_it_keeps_the_contract(seed):
    like = some_puzzle(seed)
    turns = {name: to_cycles(like.twists[name]) for name in "TU" if name in like.twists}

    class Some(Mixed):
        """Bring all home."""

        name = "Some"

        def __init__(self):
            super().__init__(like.board, like.goal, turns)

    found = find_problems(Some(), games=1, plies=12)
    assert [each for each in found if "same touches" not in each] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_hints_and_words_lead_home(seed):
    rules = some_puzzle(seed)
    start = rules.start(Random(seed))
    found, best = hint(rules, start), solve(rules, start)
    assert found.shortest
    assert len(found.moves) == best.length
    state = start
    for move in word_for(rules, start):
        state = rules.play(state, move)
    assert rules.result(state) is not None


@pytest.mark.parametrize("seed", SEEDS)
def test_compiled_spaces_count_what_the_rule_book_counts(seed):
    pytest.importorskip("numba")
    from puzzlekit.solving.spaces.space import space

    rules = some_puzzle(seed)
    for backward in (False, True):
        counts = list(map(len, levels(rules, rules.goal, backward=backward)))
        found = space(rules, rules.goal, backward=backward)
        if found is not None:
            assert list(found.levels(cores=1)) == counts


def test_a_large_one_is_solved_by_slides_after_a_turn_at_most():
    goal = [*map(str, range(1, 16)), ""]
    rules = Mixed(grid(4, 4), goal, {"R": [grid_faces(4, 4)[4]]})
    for seed in (1, 2, 3):
        state = rules.start(Random(seed))
        for move in word_for(rules, state):
            state = rules.play(state, move)
        assert rules.result(state) is not None


def test_slides_and_turns_are_clicked_apart():
    board = grid(3, 1)
    rules = Mixed(board, ["1", "2", ""], {"T": [(0, 1)]}, handles={"T": ["b1"]})
    pointer = Pointer(rules, rules.start())
    assert pointer.buttons == ["T"]
    assert pointer.touch((1,)) == ("b1-c1",)
    rules = Mixed(board, ["1", "2", ""], {"T": [(0, 1, 2)]})
    pointer = Pointer(rules, rules.start())
    assert pointer.touch((0, 1, 2)) == ("T",)
    assert Pointer(rules, rules.start()).touch((0, 1, 2), 1) == ("T'",)
    assert rules.prompt(rules.start()) == "Move a piece into the hole, or turn a part"


def test_what_is_wrong_is_said():
    with pytest.raises(OptionError, match="needs a hole"):
        Mixed(ring(3), "abc", {"T": [(0, 1)]})
    with pytest.raises(OptionError, match="The turn 1-2 is named like a slide; rename it"):
        Mixed(ring(3), ["a", "b", ""], {"1-2": [(0, 1)]})
    with pytest.raises(OptionError, match="which is no cell"):
        Mixed(ring(3), ["a", "b", ""], {"T": [("1", "9")]})


def test_moves_of_both_kinds_can_be_taken_back():
    rules = Mixed(
        Board("abc", [(0, 0), (1, 0), (2, 0)], ["ab"], ["bc"]),
        ["1", "2", ""],
        {"T": [(0, 1, 2)]},
        pieces={"1": Piece("ball", "red")},
    )
    assert [rules.inverse_move(move) for move in rules.words()] == ["b-a", "a-b", None, "T'", "T"]
    with pytest.raises(IllegalMove, match="'c-b' is not a legal move here"):
        rules.play(rules.start(), "c-b")


def test_no_turntable_hides_the_streets():
    rules = Mixed(grid(2, 2, shape="node"), ["1", "2", "3", ""], {"T": [(0, 1, 2)]})
    assert plates(rules) == []
    assert plates(Twisty(rules.board, rules.goal, {"T": [(0, 1, 2)]})) == [(0, 1, 2)]
