"""The fast path of Hex: equal to the rule book, and playouts as the exact chances say."""

from collections import Counter
from fractions import Fraction
from functools import cache
from random import Random

import numpy
import pytest

from puzzlekit import load, perft
from puzzlekit.testing.fast_path import check_choices, check_playouts, check_position, check_step

pytestmark = pytest.mark.slow

PLAYOUTS = 40_000


@pytest.mark.parametrize(
    ("text", "games"),
    [
        *(("hex:2", 400), ("hex:2,swap=off", 100), ("hex:3", 400), ("hex:4,swap=off", 200)),
        *(("hex:5", 150), ("hex:7", 60), ("hex", 15), ("hex:14,swap=off", 6), ("hex:26", 1)),
    ],
)
def test_equal_to_the_rule_book(text, games, fast_games):
    rules = load(text)
    fast = rules.fast_path
    for state, move, array in fast_games(rules, games):
        assert list(check_position(rules, state)) == []
        assert move is None or list(check_step(rules, state, move)) == []
        # What has been played move by move is the state, whatever the order of its moves was.
        assert fast.decode(array) == state
        assert array[: fast.key_size].tolist() == fast.encode(state)[: fast.key_size].tolist()


@pytest.mark.parametrize("text", ["hex:3", "hex:4,swap=off", "hex"])
def test_choices_and_playouts(text, fast_games):
    rules, rng = load(text), Random(5)
    for state, _, _ in list(fast_games(rules, 1, seed=4))[:60:6]:
        assert list(check_choices(rules, state)) == []
        assert list(check_playouts(rules, state, rng)) == []


@pytest.mark.parametrize("text", ["hex:2", "hex:3,swap=off", "hex:4"])
def test_perft_is_that_of_the_rule_book(text, monkeypatch):
    rules, plain = load(text), load(text)
    monkeypatch.setattr(plain, "fast", lambda: None)
    assert plain.fast_path is None
    assert list(perft(rules, 4)) == list(perft(plain, 4))


def exact(rules):
    """Return the chances of (winner, plies) when each move is as likely as any other."""

    @cache
    def ends(state):
        result = rules.result(state)
        if result is not None:
            return {(result.winner, 0): Fraction(1)}
        moves, found = rules.moves(state), Counter()
        for move in moves:
            for (winner, plies), chance in ends(rules.play(state, move)).items():
                found[winner, plies + 1] += chance / len(moves)
        return found

    return ends(rules.start())


@pytest.mark.parametrize("text", ["hex:2", "hex:2,swap=off", "hex:3", "hex:3,swap=off"])
def test_playouts_end_as_the_exact_chances_say(text, is_likely):
    rules = load(text)
    fast, chances = rules.fast_path, exact(rules)
    assert sum(chances.values()) == 1
    draws, trace = numpy.array([2026], numpy.uint64), numpy.empty((fast.max_plies, 2), numpy.int32)
    start = fast.encode(rules.start())
    array, found = start.copy(), Counter()
    for _ in range(PLAYOUTS):
        array[:] = start
        plies = fast.kernel.playout(fast.table, array, draws, trace)
        found[int(array[1]), plies] += 1
    assert set(found) == set(chances)
    assert is_likely(found, chances)


def test_playouts_from_the_middle_are_games_of_the_rule_book(fast_games):
    rules = load("hex:6")
    fast = rules.fast_path
    draws, trace = numpy.array([7], numpy.uint64), numpy.empty((fast.max_plies, 2), numpy.int32)
    for state, _, array in fast_games(rules, 15):
        array = array.copy()
        plies = fast.kernel.playout(fast.table, array, draws, trace)
        assert plies == 0 or rules.result(state) is None
        for seat, move in trace[:plies].tolist():
            assert rules.turn(state) == seat
            state = rules.play(state, fast.word(move))
        assert rules.result(state) is not None
        assert array[: fast.key_size].tolist() == fast.encode(state)[: fast.key_size].tolist()


def test_a_short_trace_stops_a_playout():
    rules = load("hex:5")
    fast = rules.fast_path
    for room in (0, 1, 7):
        array = fast.encode(rules.start())
        trace = numpy.empty((room, 2), numpy.int32)
        assert fast.kernel.playout(fast.table, array, numpy.array([3], numpy.uint64), trace) == room
        state = rules.start()
        for _, move in trace.tolist():
            state = rules.play(state, fast.word(move))
        assert fast.decode(array) == state
