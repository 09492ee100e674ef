"""Goals of which some cells do not matter, against a search of all positions."""

from contextlib import suppress
from random import Random

import pytest

from puzzlekit import LimitReached, Mixed, OptionError, Session, Sliding, Twisty, grid, ring
from puzzlekit.cli import main
from puzzlekit.core.permutation import to_cycles
from puzzlekit.rules.walking import walk_back
from puzzlekit.solving.distances import reach
from puzzlekit.solving.free_cells import count_goals, goals, merged
from puzzlekit.solving.hints import hint, hints, word_for
from puzzlekit.solving.invariants import hindrance
from puzzlekit.solving.optimal import optimal
from puzzlekit.solving.scrambles import scrambles
from puzzlekit.solving.search import solutions, solve

SEEDS = range(30)
KINDS = [Sliding, Twisty, Mixed]


def some_puzzle(kind, seed):
    """Return a small puzzle whose pieces, free cells and start are drawn by chance."""
    rng = Random(seed)
    board = rng.choice([grid(3, 2), ring(6), grid(5, 1)])
    labels = [rng.choice("ABCDEF") for _ in board.cells]
    if kind is not Twisty:
        labels[: rng.choice((1, 2))] = ["", ""][: rng.choice((1, 2))]
        labels = labels[: len(board)] if len(labels) >= len(board) else [*labels, "A"]
    rng.shuffle(labels)
    start = labels[:]
    rng.shuffle(start)
    free = rng.sample(range(len(board)), rng.randrange(1, 4))
    cells = range(len(board))
    turns = {"T": [rng.sample(cells, 3)], "U": [rng.sample(cells, rng.choice((2, 4)))]}
    given = {"start": start, "free": free}
    return kind(board, labels, *([] if kind is Sliding else [turns]), **given)


def distances_from(rules, start):
    found, level = {start: 0}, [start]
    for state in level:
        for move in rules.moves(state):
            onward = rules.play(state, move)
            if onward not in found:
                found[onward] = found[state] + 1
                level.append(onward)
    return found


def is_solved(rules, state):
    return all(state[c] == rules.goal[c] for c in range(len(state)) if c not in rules.free)


def nearest(rules, start):
    found = distances_from(rules, start)
    return min((far for state, far in found.items() if is_solved(rules, state)), default=None)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_shortest_solution_is_the_way_to_the_nearest_solved_position(kind, seed):
    rules = some_puzzle(kind, seed)
    start = rules.start()
    far = nearest(rules, start)
    for found in (solve(rules), optimal(rules), hint(rules, start)):
        assert (None if found is None else len(found.moves)) == far
    assert all(each.shortest <= (len(each.moves) == far) for each in hints(rules, start))
    word = word_for(rules, start)
    assert (word is None) == (far is None)
    for moves in [word, hint(rules, start).moves] if far is not None else []:
        session = Session(rules)
        for move in moves:
            session.play(move)
        assert is_solved(rules, session.state)
        assert session.result is not None
    if far is not None:
        assert hindrance(rules, start) is None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_number_of_shortest_solutions(kind, seed):
    rules = some_puzzle(kind, seed)
    far = nearest(rules, rules.start())
    if far is None or far > 5:
        return
    level = [rules.start()]
    for _ in range(far):
        level = [rules.play(state, move) for state in level for move in rules.moves(state)]
    assert solutions(rules).ways == sum(is_solved(rules, state) for state in level)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_positions_at_a_distance(kind, seed):
    rules = some_puzzle(kind, seed)
    rng = Random(seed)
    back = walk_back(rules, rng, 2)
    assert nearest(rules, back) <= 2
    try:
        found = scrambles(rules, 2, rng, seconds=5)
    except OptionError:
        return
    state = next(found.every)
    assert sorted(state) == sorted(rules.goal)
    assert nearest(rules, state) == 2


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_goals_are_all_solved_arrangements(kind, seed):
    rules = some_puzzle(kind, seed)
    every = list(goals(rules))
    assert len(set(every)) == len(every) == count_goals(rules)
    assert all(is_solved(rules, goal) and rules.result(goal) for goal in every)
    whole, _ = merged(rules, rules.goal)
    assert (not whole.free) == (count_goals(whole) == 1)


def test_gods_number_of_a_puzzle_with_free_cells():
    rules = Sliding(grid(3, 2), ["1", "2", "3", "4", "5", ""], free=["a1", "b1"])
    far = max(nearest(rules, state) for state in distances_from(rules, rules.start()) if state)
    assert reach(rules, 360).farthest == far
    several = Sliding(grid(3, 2), ["1", "2", "3", "4", "5", ""], free=["a1", "c1"])
    farthest = max(nearest(several, state) for state in distances_from(several, several.start()))
    assert reach(several, 360).farthest == farthest


def test_a_large_puzzle_of_which_only_a_part_is_given():
    goal = [*map(str, range(1, 16)), ""]
    rules = Sliding(grid(4, 4), goal, free=range(4, 15))
    start = rules.start(Random(3))
    found = hint(rules, start)
    assert found.shortest
    state = start
    for move in found.moves:
        state = rules.play(state, move)
    assert rules.result(state) is not None


def test_two_exchanged_pieces_do_not_matter_where_others_are_left_over():
    goal = [*map(str, range(1, 9)), ""]
    start = ["2", "1", *goal[2:]]
    assert hindrance(Sliding(grid(3, 3), goal), tuple(start)) is not None
    rules = Sliding(grid(3, 3), goal, start=start, free=["a2", "b2"])
    assert hindrance(rules, tuple(start)) is None
    assert optimal(rules) is not None


def test_a_long_way_by_twists_is_not_called_the_shortest_one():
    turns = {"L": [range(12)], "T": [(0, 3), (1, 2)]}
    labels = [*"ABCDEFGHIJ", "A", "B"]
    rules = Twisty(ring(12), labels, turns, free=range(6, 12))
    start = rules.start(Random(1))
    assert count_goals(merged(rules, start)[0]) > 1
    best = None
    with suppress(LimitReached):
        best = solve(rules, start).length
    for found in hints(rules, start, seconds=2):
        assert not found.shortest or best is None or len(found.moves) == best


def test_the_moves_are_those_of_the_puzzle_itself():
    rules = Twisty(ring(5), "abcde", {"L": [range(5)], "S": [(0, 1)]}, free=[3, 4])
    whole, _ = merged(rules, rules.goal)
    assert to_cycles(whole.twists["L"]) == to_cycles(rules.twists["L"])
    assert whole.generators(whole.goal) == rules.generators(rules.goal)


def test_a_free_cell_must_be_one():
    with pytest.raises(OptionError, match="free cell 7"):
        Sliding(grid(2, 2), ["1", "2", "3", ""], free=[7])
    with pytest.raises(OptionError, match="'z9' is no cell"):
        Twisty(ring(3), "abc", {}, free=["z9"])


def test_the_command_line_counts_from_the_goals(tmp_path, capsys):
    file = tmp_path / "some.toml"
    file.write_text('grid = [2, 2]\ngoal = "1 ? ? ."\nstart = "3 2 1 ."\n')
    assert main(["solve", str(file)]) == 0
    assert main(["word", str(file)]) == 0
    assert main(["states", str(file), "--to-goal"]) == 0
    out = capsys.readouterr().out
    assert "No moves" not in out
