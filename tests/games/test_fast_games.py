"""Fast paths against their rule books: all options, walks, counts, and how playouts end."""

import math
from random import Random

import numpy
import pytest

from puzzlekit import load, perft
from puzzlekit.testing.fast_path import check_choices, check_playouts, check_position, check_step

pytestmark = pytest.mark.slow

#: IDs, each with a number of games, and how deep all lines are counted.
GAMES = [
    ("pentago", 12, 3),
]
IDS = [text for text, _, _ in GAMES]


@pytest.mark.parametrize(("text", "games", "_depth"), GAMES)
def test_equal_to_the_rule_book(text, games, _depth, fast_games):
    rules = load(text)
    fast = rules.fast_path
    for state, move, array in fast_games(rules, games):
        assert list(check_position(rules, state)) == []
        assert move is None or list(check_step(rules, state, move)) == []
        # What has been played move by move is the state, and its bookkeeping is right.
        assert fast.decode(array) == state
        assert array[: fast.key_size].tolist() == fast.encode(state)[: fast.key_size].tolist()
        assert fast.moves(array) == [fast.number(word) for word in rules.moves(state)]


@pytest.mark.parametrize("text", IDS)
def test_choices_and_playouts(text, fast_games):
    rules, rng = load(text), Random(5)
    states = [state for state, move, _ in fast_games(rules, 2, seed=4) if move]
    for state in states[:: max(1, len(states) // 8)]:
        assert list(check_choices(rules, state)) == []
        assert list(check_playouts(rules, state, rng)) == []


@pytest.mark.parametrize(("text", "_games", "depth"), GAMES)
def test_perft_is_that_of_the_rule_book(text, _games, depth, monkeypatch):
    rules, plain = load(text), load(text)
    monkeypatch.setattr(plain, "fast", lambda: None)
    assert rules.fast_path is not None
    assert list(perft(rules, depth)) == list(perft(plain, depth))


def played(fast, start, games):
    """Return the outcome and the plies of so many playouts."""
    draws, trace = numpy.array([2026], numpy.uint64), numpy.empty((fast.max_plies, 2), numpy.int32)
    array = start.copy()
    for _ in range(games):
        array[:] = start
        plies = fast.kernel.playout(fast.table, array, draws, trace)
        yield int(array[1]), plies


@pytest.mark.parametrize("text", IDS)
def test_playouts_end_as_random_games_of_the_rule_book(text):
    """Mean plies and wins of two samples differ by a few standard errors at most."""
    rules, rng, plain = load(text), Random(9), []
    fast = rules.fast_path
    for _ in range(120):
        state, plies = rules.start(), 0
        while moves := rules.moves(state):
            state, plies = rules.onward(state, rng.choice(moves)), plies + 1
        result = rules.result(state)
        plain.append((-1 if result.winner is None else result.winner, plies))
    found = list(played(fast, fast.encode(rules.start()), 6000))
    for sample in (lambda end: end[0] == 0, lambda end: end[0] == -1, lambda end: end[1]):
        many, few = numpy.array([*map(sample, found)]), numpy.array([*map(sample, plain)])
        error = math.sqrt(many.var() * (1 / len(few) + 1 / len(many)))
        assert abs(many.mean() - few.mean()) <= 4.5 * error + 1e-9


@pytest.mark.parametrize("text", IDS)
def test_a_short_trace_stops_a_playout(text):
    rules = load(text)
    fast = rules.fast_path
    for room in (0, 1, 5):
        array, trace = fast.encode(rules.start()), numpy.empty((room, 2), numpy.int32)
        assert fast.kernel.playout(fast.table, array, numpy.array([3], numpy.uint64), trace) == room
        state = rules.start()
        for _, move in trace.tolist():
            state = rules.play(state, fast.word(move))
        assert fast.decode(array) == state
