"""Fast paths: equal to the rule book on many positions, and each kind of fault is found."""

import math
from itertools import count
from random import Random

import numpy
import pytest

from puzzlekit import check, load
from puzzlekit.play.plugins import plugins
from puzzlekit.testing.fast_path import check_choices, check_position, check_step

KINDS, _ = plugins()
NAMES = [name for name in KINDS if load(name).fast_path is not None]

#: Positions to compare for each ID.
POSITIONS = 1500

PERMUTE = [
    *("permute:2", "permute:3", "permute:4,start=blocks", "permute:5,corner=orange"),
    *("permute:6,start=blocks,swap=off", "permute:7,swap=positions", "permute:9", "permute:12"),
]


def random_game(rules, rng):
    """Yield the positions of a random game, each with the move that was made there."""
    state = rules.start(rng)
    while moves := rules.moves(state):
        move = rng.choice(moves)
        yield state, move
        state = rules.play(state, move)
    yield state, None


@pytest.mark.parametrize("text", PERMUTE)
def test_equal_to_the_rule_book(text):
    rules = load(text)
    seen = 0
    for seed in count():
        for state, move in random_game(rules, Random(seed)):
            seen += 1
            assert list(check_position(rules, state)) == []
            assert move is None or list(check_step(rules, state, move)) == []
        if seen >= POSITIONS:
            break


@pytest.mark.parametrize("text", PERMUTE)
def test_choices_in_some_positions(text):
    rules = load(text)
    for state, _ in list(random_game(rules, Random(7)))[::5]:
        assert list(check_choices(rules, state)) == []


@pytest.mark.parametrize("name", NAMES)
def test_equal_positions_are_equal_numbers(name):
    """Moves that can be made in either order lead to equal arrays."""
    rules = load(name)
    fast, rng, found = rules.fast_path, Random(3), 0
    state = rules.start()
    for _ in range(4):
        state = rules.play(state, rng.choice(rules.moves(state)))
    for _ in range(300):
        a, c = rng.sample(rules.moves(state), 2)
        b = rng.choice(rules.moves(rules.play(state, a)) or [a])
        ways = []
        for line in ((a, b, c), (c, b, a)):
            array, book = fast.encode(state), state
            for move in line:
                if move not in rules.moves(book):
                    break
                book = rules.play(book, move)
                fast.kernel.play(fast.table, array, fast.number(move))
            else:
                ways.append((book, array[: fast.said].tolist()))
        if len(ways) == 2:
            assert (ways[0][0] == ways[1][0]) == (ways[0][1] == ways[1][1])
            found += ways[0][0] == ways[1][0]
        if found > 10:
            break
    assert found


def faulty(**changes):
    """Return a small Permute of which some functions of the fast path are others."""
    rules = load("permute:4")
    fast = rules.fast_path
    kernel = {key: change(getattr(fast.kernel, key)) for key, change in changes.items()}
    rules.__dict__["fast_path"] = fast._replace(kernel=fast.kernel._replace(**kernel))
    return rules


def fewer(moves):
    return lambda table, state, out: moves(table, state, out) - 1


def turned_round(moves):
    def found(table, state, out):
        number = moves(table, state, out)
        out[:number] = out[:number][::-1].copy()
        return number

    return found


def too_many(moves):
    def found(table, state, out):
        out.base[-1] = 5
        return moves(table, state, out)

    return found


def writes(moves):
    def found(table, state, out):
        number = moves(table, state, out)
        state[5] += 1
        return number

    return found


def forgets(play):
    def played(table, state, move):
        play(table, state, move)
        state[2] = 0

    return played


def never_the_first(playout):
    def played(table, state, draws, trace):
        start = state.copy()
        length = playout(table, state, draws, trace)
        while trace[0, 1] < 8:
            state[:] = start
            length = playout(table, state, draws, trace)
        return length

    return played


def one_too_short(playout):
    return lambda table, state, draws, trace: playout(table, state, draws, trace) - 1


def wrong_winner(playout):
    def played(table, state, draws, trace):
        length = playout(table, state, draws, trace)
        state[1] = 1 - max(state[1], 0)
        return length

    return played


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"moves": fewer}, "other moves"),
        ({"moves": turned_round}, "another order"),
        ({"moves": too_many}, "writes more than"),
        ({"moves": writes}, "changes the state"),
        ({"play": forgets}, "otherwise than the rule book"),
        ({"playout": never_the_first}, "not equally likely"),
        ({"playout": one_too_short}, "more plies than it says"),
        ({"playout": wrong_winner}, "the rule book says otherwise"),
        ({"evaluate": lambda old: lambda *given: old(*given) + 1}, "evaluate is"),
        ({"rate": lambda old: lambda *given: given[4].fill(-math.inf) or 1}, "rate drops"),
        ({"rate": lambda old: lambda *given: 1}, "leaves out"),
        ({"winning": lambda old: lambda table, state: 0}, "where the winning moves are"),
    ],
)
def test_a_fault_is_found(changes, text):
    assert any(text in problem for problem in check(faulty(**changes)))


def test_no_fault_where_there_is_none():
    assert check(faulty()) == []


def test_a_wrong_way_in_or_out_is_found():
    rules = load("permute:4")
    fast = rules.fast_path
    for change, text in (
        ({"encode": lambda state: fast.encode(state)[:-1]}, "no int32 array"),
        ({"encode": lambda state: fast.encode(state).astype(numpy.int64)}, "no int32 array"),
        ({"decode": lambda array: fast.decode(array)._replace(ply=9)}, "another state"),
        ({"word": lambda number: fast.word(number ^ 1)}, "another move"),
    ):
        rules.__dict__["fast_path"] = fast._replace(**change)
        assert any(text in problem for problem in check(rules))
