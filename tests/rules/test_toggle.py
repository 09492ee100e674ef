"""Toggle puzzles: groups, counts and shortest solutions, compared with plain search."""

from itertools import product
from random import Random

import numpy
import pytest
from support import example_plugin, play_moves

from puzzlekit import (
    LimitReachedError,
    NotationError,
    OptionError,
    Toggle,
    distances,
    grid,
    group,
    load,
    order,
    ring,
    solve,
)
from puzzlekit.solving import search
from puzzlekit.solving.difficulty import difficulty
from puzzlekit.solving.group_facts import count_positions
from puzzlekit.solving.invariants import unsolvable_reason
from puzzlekit.solving.modular import solve_modular


def random_puzzle(rng):
    board = rng.choice([grid(2, 2), grid(3, 1), ring(4)])
    modulus = rng.choice([2, 3, 4, 6])
    moves = {
        f"m{number}": {
            cell: rng.randrange(1, modulus)
            for cell in rng.sample(range(len(board)), rng.randint(1, 3))
        }
        for number in range(3)
    }
    return Toggle(board, modulus, moves)


@pytest.mark.parametrize("seed", range(8))
def test_random_puzzles_equal_search(seed):
    rng = Random(seed)
    rules = random_puzzle(rng)
    levels = list(search.bfs_layers(rules, rules.goal))
    known = {state: distance for distance, level in enumerate(levels) for state in level}
    assert order(rules) == count_positions(rules, rules.goal) == len(known)
    assert list(distances(rules)) == list(map(len, levels))
    positions = list(product(rules.values, repeat=len(rules.board)))
    for state in rng.sample(positions, min(10, len(positions))):
        solution = solve(rules, state, optimal=True, count=True)
        if state not in known:
            assert solution is None
            assert "no move changes the sum" in unsolvable_reason(rules, state)
            continue
        assert unsolvable_reason(rules, state) is None
        assert (solution.length, solution.count) == (known[state], search.solve(rules, state).count)
        for word in [*solution.shortest, solve(rules, state).moves]:
            assert play_moves(rules, state, word) == rules.goal
            assert len(word) == known[state]


def test_turns_count_powers_of_moves():
    rules = Toggle(grid(2, 1), 7, {"a": {0: 1}, "b": {1: 2}})
    solution = solve(rules, ("4", "3"), optimal=True, metric="turns", count=True)
    assert (solution.length, solution.count, sorted(solution.moves)) == (2, 2, [*"aaabb"])


def test_lights_out():
    # The rank and the diameter are from M. Anderson and T. Feil, Turning lights out with linear
    # algebra, 1998, and from J. Scherphuis's page.
    rules = load("lights_out")
    assert order(rules) == 2**23
    hardest = solve(rules, ("1",) * 25, optimal=True)
    assert hardest.length == 15
    assert solve(rules, ("1", *"0" * 24)) is None


def test_linear_equations_equal_enumeration():
    rng = Random(5)
    for _ in range(200):
        modulus, unknowns = rng.choice([2, 4, 6, 9, 12]), rng.randint(1, 3)
        matrix = [[rng.randrange(modulus) for _ in range(unknowns)] for _ in range(2)]
        target = [rng.randrange(modulus) for _ in range(2)]
        found = solve_modular(matrix, target, modulus)
        every = [
            x
            for x in product(range(modulus), repeat=unknowns)
            if all(
                (sum(map(int.__mul__, row, x)) - b) % modulus == 0
                for row, b in zip(matrix, target, strict=True)
            )
        ]
        if found is None:
            assert not every
            continue
        periods = found.periods
        reduced = {tuple(a % period for a, period in zip(x, periods, strict=True)) for x in every}
        costs = {x: sum(min(a, p - a) for a, p in zip(x, periods, strict=True)) for x in reduced}
        best = sorted(x for x in reduced if costs[x] == min(costs.values()))
        assert list(map(tuple, found.smallest())) == best
        assert tuple(found.small()) in reduced


@pytest.mark.parametrize("metric", ["steps", "turns"])
def test_short_solution_with_too_many_candidates(metric):
    moves = {f"m{number}": {number % 40: 1 + number % 3} for number in range(60)}
    rules = Toggle(ring(40), 4, moves)
    state = play_moves(rules, rules.goal, list(moves))
    with pytest.raises(LimitReachedError):
        solve(rules, state, optimal=True, metric=metric)
    solution = solve(rules, state, metric=metric)
    assert not solution.proved_optimal
    assert play_moves(rules, state, solution.moves) == rules.goal
    assert solution.length <= len(moves)


def test_round_trip_of_positions():
    for modulus, line in ((2, "0110"), (12, "0,11,3,4")):
        rules = Toggle(grid(2, 2), modulus)
        assert rules.encode(rules.decode(line)) == line
        with pytest.raises(NotationError):
            rules.decode(line + "9")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"modulus": 1}, "modulus 1"),
        ({"goal": "0130"}, "label '3'"),
        ({"goal": [0, 1, 1, 0]}, "label 0"),
        ({"start": "011"}, "start has 3"),
        ({"moves": {"a": {0: 1}, "a'": {1: 1}}}, "Two moves would be named a'"),
        ({"moves": {1: {0: 1}}}, "must be a word"),
        ({"moves": {"a": {9: 1}}}, "no cell 9; cells are 0 to 3"),
        ({"moves": {"a": {-1: 1}}}, "no cell -1"),
        ({"moves": {"a": {0: 1.5}}}, "write an integer for each cell"),
        ({"moves": {"a": [0, 1]}}, "write an integer for each cell"),
        ({"moves": {"a": {"a1": 1, 2: 1}}}, "lists a cell twice"),
    ],
)
def test_invalid_definitions(options, message):
    with pytest.raises(OptionError, match=message):
        Toggle(grid(2, 2), **{"modulus": 3, **options})


def test_numpy_integers():
    rules = Toggle(grid(2, 2), numpy.int64(3), {"a": {numpy.int64(0): numpy.int8(-1)}})
    assert (order(rules), solve(rules, "1000").moves) == (3, ["a"])


def test_clock():
    rules = example_plugin("clock")()
    assert (order(rules), group(rules).name) == (12**14, "C12^14")
    state = rules.start(Random(3))
    solution = solve(rules, state, metric="turns")
    assert solution.proved_optimal
    assert solution.length <= 12  # T. Rokicki and J. Scherphuis: 12 turns always suffice


@pytest.mark.parametrize(
    ("text", "name"), [("lights_out", "C2^23"), ("lights_out:colours=3", "C3^22")]
)
def test_names_of_abelian_groups(text, name):
    assert group(text).name == name


def test_unsupported_metric():
    with pytest.raises(OptionError, match="Lights Out does not support the metric runs"):
        list(distances("lights_out", metric="runs"))
    with pytest.raises(OptionError, match="does not support the metric runs"):
        solve("lights_out#3", metric="runs")


def test_puzzle_without_moves():
    rules = Toggle(grid(2, 1), moves={})
    assert rules.scramble(Random(1)) == rules.goal
    assert order(rules) == 1


@pytest.mark.parametrize("modulus", [2, 4])
def test_own_test_for_solved_positions(modulus):
    class Equal(Toggle):
        """Make all numbers equal."""

        def result(self, state):
            return self.solved if len(set(state)) == 1 else None

    rules = Equal(grid(3, 1), modulus, start=["1", "0", "0"])
    expected = search.solve(rules).length
    assert expected == 1
    assert solve(rules, optimal=True).length == solve(rules).length == expected
    assert solve(rules, metric="turns").length == expected
    assert difficulty(rules, rules.goal).farthest is None
    assert solve(rules, to="000", optimal=True).length == 2


def test_frame_with_overridden_member():
    class Counted(Toggle):
        def play(self, state, move):
            return super().play(state, move)

    rules = Counted(grid(2, 1), 2, {"A": {0: 1}})
    assert rules.move_to_frame(("1", "0"), rules.goal) == ("1", "0")
