"""Goals with cells that do not matter, compared with a search of all positions."""

from contextlib import suppress
from random import Random

import pytest
from support import play_moves

from puzzlekit import LimitReachedError, OptionError, Sliding, Twisty, grid, ring
from puzzlekit.core.permutation import to_cycles
from puzzlekit.solving.goals_with_free_cells import count_goals, merge_equal_pieces
from puzzlekit.solving.invariants import unsolvable_reason
from puzzlekit.solving.optimal import solve_optimally
from puzzlekit.solving.search import solve
from puzzlekit.solving.short_solutions import find_hints, find_solution


def test_large_puzzle_with_free_cells():
    goal = [*map(str, range(1, 16)), ""]
    rules = Sliding(grid(4, 4), goal, free=range(4, 15))
    start = rules.start(Random(3))
    found = find_solution(rules, start)
    assert found.proved_optimal
    assert rules.result(play_moves(rules, start, found.moves)) is not None


def test_free_cells_allow_odd_permutations():
    goal = [*map(str, range(1, 9)), ""]
    start = ["2", "1", *goal[2:]]
    assert unsolvable_reason(Sliding(grid(3, 3), goal), tuple(start)) is not None
    rules = Sliding(grid(3, 3), goal, start=start, free=["a2", "b2"])
    assert unsolvable_reason(rules, tuple(start)) is None
    assert solve_optimally(rules) is not None


class TwoFirst(Sliding):
    """Bring 2 to the first cell."""

    def result(self, state):
        return self.solved if state[0] == "2" else None


@pytest.mark.parametrize("find", [solve, solve_optimally])
def test_own_test_for_solved_positions_sees_all_labels(find):
    rules = TwoFirst(grid(2, 2), ["1", "2", "3", ""], free=[0, 1])
    moves = find(rules).moves
    assert len(moves) == 3
    assert rules.result(play_moves(rules, rules.start(), moves)) is not None


@pytest.mark.slow
def test_long_solution_is_not_proved_shortest():
    turns = {"L": [range(12)], "T": [(0, 3), (1, 2)]}
    labels = [*"ABCDEFGHIJ", "A", "B"]
    rules = Twisty(ring(12), labels, turns, free=range(6, 12))
    start = rules.start(Random(1))
    assert count_goals(merge_equal_pieces(rules, start)[0]) > 1
    best = None
    with suppress(LimitReachedError):
        best = solve(rules, start).length
    for found in find_hints(rules, start, seconds=2):
        assert not found.shortest or best is None or len(found.moves) == best


def test_valid_and_invalid_free_cells():
    rules = Twisty(ring(5), "abcde", {"L": [range(5)], "S": [(0, 1)]}, free=[3, 4])
    whole, _ = merge_equal_pieces(rules, rules.goal)
    assert to_cycles(whole.twists["L"]) == to_cycles(rules.twists["L"])
    assert whole.generators(whole.goal) == rules.generators(rules.goal)
    with pytest.raises(OptionError, match="no cell 7; cells are 0 to 3"):
        Sliding(grid(2, 2), ["1", "2", "3", ""], free=[7])
    with pytest.raises(OptionError, match="'z9' is not a cell"):
        Twisty(ring(3), "abc", {}, free=["z9"])


def test_commands_measure_distance_from_goals(tmp_path, run):
    file = tmp_path / "some.toml"
    file.write_text('grid = [2, 2]\ngoal = "1 ? ? ."\nstart = "3 2 1 ."\n')
    commands = (["solve", file], ["solve", file, "--optimal"], ["distances", file, "--to-goal"])
    for command in commands:
        code, out, _ = run(*command)
        assert code == 0
        assert "No moves" not in out
