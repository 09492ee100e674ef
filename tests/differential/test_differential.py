"""Random puzzles of every kind, compared with a brute-force oracle."""

import pytest
from differential.cases import KINDS, random_case
from differential.compare import as_large, compare
from differential.oracle import Oracle
from differential.puzzles import build
from support import play_moves

from puzzlekit import Board, OptionError, Puzzle, Sliding, SlidingTwisty, Twisty, grid, order, ring
from puzzlekit.core.errors import FrameError
from puzzlekit.solving.chains import api
from puzzlekit.solving.difficulty import distance_summary
from puzzlekit.solving.goals_with_free_cells import goals
from puzzlekit.solving.group_facts import facts
from puzzlekit.solving.invariants import unsolvable_reason
from puzzlekit.solving.optimal import solve_optimally
from puzzlekit.solving.search import bfs_layers
from puzzlekit.solving.short_solutions import find_solution
from puzzlekit.testing.contract import inspect_rules

#: The number of puzzles of each kind, and of those solved as large puzzles; `make nightly` tries
#: thousands.
PUZZLES, LARGE = 4, 2


@pytest.mark.slow
@pytest.mark.parametrize("kind", range(len(KINDS)), ids=KINDS)
def test_small_puzzles(kind):
    for number in range(PUZZLES):
        compare(len(KINDS) * number + kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", range(len(KINDS)), ids=KINDS)
def test_large_puzzle_algorithms(kind):
    pytest.importorskip("numba")
    for number in range(LARGE):
        compare(len(KINDS) * (1000 + number) + kind, large=True)


def third_party_copy(rules):
    """Return the rules as a third-party plugin would define them."""

    class Some(type(rules)):
        """Bring all pieces home."""

        name = "Some"

        def __init__(self):
            vars(self).update(vars(rules))

    return Some()


@pytest.mark.parametrize("kind", range(len(KINDS)), ids=KINDS)
def test_contract(kind):
    case = random_case(kind)
    rules = third_party_copy(build(case, Oracle(case).steps))
    found = inspect_rules(rules, games=1, plies=12).problems
    problems = [each for each in found if "same clicks" not in each]
    assert not problems or not Oracle(case).frames_hold(), problems


# -- regressions ----------------------------------------------------------------------------------


class RestrictedRotation(Puzzle):
    """Labels that rotate on a triangle unless A is on the first cell; `frame` is missing."""

    name = "Gated"

    def legal_moves(self, state):
        return [] if state[0] == "A" else ["T"]

    def cell_permutation(self, state, move):
        return {0: 1, 1: 2, 2: 0}


def test_frames_not_reachable_from_goal():
    rules = RestrictedRotation(ring(3), "ABC", start="BCA")
    for _ in range(2):
        with pytest.raises(FrameError, match="T is legal only in the first"):
            rules.vertex_group(rules.start())


def test_frames_of_start_and_goal():
    compare(90116)  # start and goal each follow their own frames


def test_obstacles_in_other_frames():
    rules = Sliding(grid(3, 1), ["1", "2", ""])
    why = "With the hole as in the goal, a1 always shows '2', not '1'."
    assert unsolvable_reason(rules, ("2", "", "1")) == why
    one_way = Sliding(Board("012", ring(3).points, arcs=[(0, 1), (2, 0)]), ["A", "", "C"])
    why = "With the hole as in the goal, 0 always"
    assert unsolvable_reason(one_way, ("C", "", "A")).startswith(why)
    turn = Twisty(ring(3), "abc", {"T": [(0, 1)]})
    assert unsolvable_reason(turn, ("b", "c", "a")) == "3 always shows 'a', not 'c'."


def test_orbit_is_not_a_block():
    assert facts(Twisty(ring(3), "abc", {"T": [(0, 1, 2)]})).orbits[0].block == 1
    of_pairs = {"T": [(1, 3), (2, 4)], "U": [(0, 3, 5, 2), (1, 4)]}  # the action of S4 on pairs
    assert facts(Twisty(ring(6), "abcdef", of_pairs)).orbits[0].block == 2


def test_forbidden_arrangements_are_not_goals():
    turns, forbidden = {"T": [(0, 1)]}, {0: {"B"}}
    rules = Twisty(ring(3), "ABC", turns, free=[0, 1], forbidden=forbidden)
    assert list(goals(rules)) == [("A", "B", "C")]
    assert distance_summary(rules, 1).farthest == 0


def test_missing_frames_are_reported():
    one_way = RestrictedRotation(ring(3), "ABC", start="CAB", free=[1])
    one_way.frame = lambda state: state
    assert distance_summary(one_way, 1).farthest is None
    with pytest.raises(OptionError, match="cannot be searched backward"):
        bfs_layers(one_way, one_way.goal, backward=True)


def test_distances_of_subclass_with_fewer_moves():
    class Slow(Sliding):
        """A sliding puzzle with one edge that is closed in one direction."""

        def legal_moves(self, state):
            return [move for move in super().legal_moves(state) if move != "1-0"]

    board = Board("012", ring(3).points, [(0, 1), (1, 2), (2, 0)])
    assert distance_summary(Slow(board, ["A", "", "C"]), 6, limit=0).minimum is None


def test_holes_count_as_fixed_with_one_frame():
    turns = {"T": [(0, 1)], "U": [(2, 3)]}
    rules = SlidingTwisty(Board("0123", ring(4).points), ["", "", "A", "B"], turns)
    assert order(rules) == 2


def test_hole_that_cannot_return():
    rules = Sliding(Board("012", ring(3).points, [], [(0, 1), (1, 2)]), ["", "A", "B"])
    assert find_solution(rules, ("A", "B", "")).moves == ["1-2", "0-1"]


def test_chain_keys_with_forbidden_labels():
    turns = {"T": [(0, 1, 2)]}
    one, two = (Twisty(ring(3), "ABC", turns, forbidden={0: {label}}) for label in "BC")
    assert api._cache_key(one, "steps") != api._cache_key(two, "steps")


def test_overridden_result():
    class Anything(Twisty):
        """A puzzle that is always solved."""

        def result(self, state):
            return self.solved

    assert unsolvable_reason(Anything(ring(3), "abc", {"T": [(0, 1)]}), ("a", "c", "b")) is None


@pytest.mark.slow
def test_too_many_identical_tiles_for_tables():
    rules = Sliding(grid(5, 5), [*12 * "a", *12 * "b", ""])
    with as_large():
        state = play_moves(rules, rules.goal, ("e2-e1", "d2-e2", "d3-d2"))
        assert solve_optimally(rules, state).length == 3
