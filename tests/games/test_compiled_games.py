"""Compiled rules compared with plain rules: moves, random games, counts and playouts."""

import math
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import numpy
import pytest
from support import sample, sample_size

from puzzlekit import load, perft
from puzzlekit.play.new_game import new_session
from puzzlekit.testing.fast_path import (
    check_playouts,
    check_position,
    check_step,
    check_winning_and_rate,
)

pytestmark = pytest.mark.slow

#: IDs, each with a number of games and the depth of the full count.
GAMES = [
    ("pentago", 4, 3),
    ("catchup:2", 20, 5),
    ("catchup:3,third=record", 10, 3),
    ("catchup:2,third=none", 20, 5),
    ("catchup:4,third=none", 4, 3),
    ("catchup", 1, 2),
    ("slyde:2", 20, 4),
    ("slyde:4", 10, 4),
    ("slyde:5", 4, 3),
    ("slyde:6,symmetry=off", 2, 3),
    ("palagem:tiles=14", 3, 3),
    ("palagem:players=3,tiles=20,inversion=on", 2, 2),
    ("slyde:8", 1, 2),
    *(("permute:3", 10, 4), ("permute:4", 10, 4), ("permute:4,swap=positions", 10, 4)),
    *(("hex:2", 40, 4), ("hex:3,swap=off", 9, 4), ("hex:4", 9, 4), ("hex:5", 9, 2)),
    *(("crossway:3", 10, 5), ("crossway:4", 10, 3), ("slither:2", 10, 7), ("slither:3", 10, 5)),
    *(("slither:3,moving=advanced", 10, 5), ("slither:3,moving=mixed", 10, 5)),
]
IDS = [text for text, _, _ in GAMES]

HEX = [("hex:2,swap=off", 20), ("hex:3", 20), ("hex:7", 3)]

CONNECTION = [
    *(("crossway:2", 10), ("crossway:3,swap=off", 10), ("crossway:5", 5), ("crossway:9", 4)),
    *(("slither:3,swap=off", 10), ("slither:5", 2), ("slither:4,moving=mixed", 10)),
    *(("slither:6,moving=mixed,swap=off", 3), ("slither:4,moving=advanced", 10)),
    ("slither:6,moving=advanced,swap=off", 3),
]

PERMUTE = [
    *(("permute:2", 20), ("permute:4,start=blocks", 10), ("permute:5,corner=orange", 5)),
    *(("permute:6,start=blocks,swap=off", 5), ("permute:7,swap=positions", 3), ("permute:12", 1)),
]

SHIFTY = [
    f"board={board},landing={landing},singletons={singletons},swap={swap}"
    for board, landing, singletons, swap in product(
        ("square", "hex"), ("none", "fewer"), (1, 3), ("on", "off")
    )
]
SHIFTY += ["board=hex12,swap=off", "board=hex12,landing=fewer,singletons=3"]


@pytest.mark.parametrize(
    ("text", "games"),
    [
        *((text, games) for text, games, _ in GAMES),
        *(*HEX, *CONNECTION, *PERMUTE),
        *sample(
            (
                (f"shifty:{size},{options}", games)
                for options in SHIFTY
                for size, games in ((2, 20), (3, 20), (4, 15), (6, 4))
            ),
            least=17,
        ),
    ],
)
def test_equal_to_plain_rules(text, games, compare_rules):
    compare_rules(load(text), sample_size(games, 3, 5))


@pytest.mark.parametrize(
    "text",
    [
        *("hex:26", "shifty:20,board=hex12", "crossway", "crossway:13,swap=off", "slither:13"),
        *("slither:9", "slither:9,moving=advanced"),
    ],
)
def test_large_boards(text, compare_rules):
    compare_rules(load(text), 1, every=40)


@pytest.mark.parametrize(
    "text", [*sample(IDS, 12), *(f"shifty:5,{options}" for options in sample(SHIFTY, 4))]
)
def test_choices_and_playouts(text, fast_games):
    rules, rng = load(text), Random(5)
    states = [state for state, move, _ in fast_games(rules, 2, seed=4) if move]
    for state in states[:: max(1, len(states) // 2)]:
        assert list(check_winning_and_rate(rules, state)) == []
        assert list(check_playouts(rules, state, rng)) == []


@pytest.mark.parametrize(("text", "_games", "depth"), GAMES)
def test_perft_equals_plain_rules(text, _games, depth, monkeypatch):
    rules, plain = load(text), load(text)
    monkeypatch.setattr(plain, "compiled_rules", lambda: None)
    assert rules.compiled is not None
    assert list(perft(rules, depth)) == list(perft(plain, depth))


def test_all_positions_of_small_board():
    """Some positions allow only a pass. A second pass, which never follows there, makes a draw."""
    rules = load("shifty:3,swap=off")
    fast = rules.compiled
    todo, seen, passes = [rules.start()], {}, 0
    for number, state in enumerate(todo):
        if number % 72 == 0:
            assert list(check_position(rules, state)) == []
        array = fast.encode(state)
        for move in rules.legal_moves(state):
            after, numbers = rules.play(state, move), fast.apply(array, fast.number(move))
            numbers = numbers[: fast.key_size].tolist()
            if after not in seen:
                seen[after] = numbers
                todo.append(after)
            assert seen[after] == numbers
        if rules.legal_moves(state) == ["pass"]:
            passes += 1
            state = state._replace(passes=1)
            assert list(check_position(rules, state)) == []
            assert list(check_step(rules, state, "pass")) == []
            assert rules.result(rules.play(state, "pass")).winner is None
    assert passes
    assert len({tuple(numbers) for numbers in seen.values()}) == len(seen)


def playouts(fast, start, games, plies):
    """Yield the final array and the number of plies of each playout."""
    draws, trace = numpy.array([2026], numpy.uint64), numpy.empty((plies, 2), numpy.int32)
    array = start.copy()
    for _ in range(games):
        array[:] = start
        yield array, fast.kernel.playout(fast.table, array, draws, trace)


@pytest.mark.parametrize("text", sample(IDS, 12))
def test_playout_statistics_match_random_games(text):
    """Mean plies and wins of two samples differ by a few standard errors or less."""
    rules, rng, plain = load(text), Random(9), []
    fast = rules.compiled
    for _ in range(120):
        state, plies = rules.start(), 0
        while moves := rules.legal_moves(state):
            state, plies = rules.apply_unchecked(state, rng.choice(moves)), plies + 1
        result = rules.result(state)
        plain.append((-1 if result.winner is None else result.winner, plies))
    ends = playouts(fast, fast.encode(rules.start()), 6000, fast.max_plies)
    found = [(int(array[1]), plies) for array, plies in ends]
    for value in (lambda end: end[0] == 0, lambda end: end[0] == -1, lambda end: end[1]):
        many, few = numpy.array([*map(value, found)]), numpy.array([*map(value, plain)])
        error = math.sqrt(many.var() * (1 / len(few) + 1 / len(many)))
        assert abs(many.mean() - few.mean()) <= 4.5 * error + 1e-9


@pytest.mark.parametrize("text", IDS)
def test_short_trace_stops_playout(text):
    rules = load(text)
    fast = rules.compiled
    for room in (0, 1, 3):
        array, trace = fast.encode(rules.start()), numpy.empty((room, 2), numpy.int32)
        plies = fast.kernel.playout(fast.table, array, numpy.array([3], numpy.uint64), trace)
        state = rules.start()
        for _, move in trace[:plies].tolist():
            state = rules.play(state, fast.word(move))
        assert plies == room or (plies < room and rules.result(state) is not None)
        assert fast.decode(array) == state


def outcome_or_state(rules, state):
    """Return the state, or the winner and the ply if the game is over."""
    result = rules.result(state)
    return state if result is None else (result.winner, state.ply)


def exact_distribution(rules, plies):
    """Return the probability of each `outcome_or_state` after up to `plies` random plies."""

    @cache
    def ends(state, plies):
        moves = rules.legal_moves(state)
        if not moves or plies == 0:
            return {outcome_or_state(rules, state): Fraction(1)}
        found = Counter()
        for move in moves:
            for end, chance in ends(rules.play(state, move), plies - 1).items():
                found[end] += chance / len(moves)
        return found

    return ends(rules.start(), plies)


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        *(("hex:2", 9), ("hex:2,swap=off", 9), ("hex:3,swap=off", 6)),
        *(("shifty:2", 6), ("shifty:2,swap=off", 20), ("shifty:2,board=hex", 8)),
        *(("shifty:3,swap=off", 3), ("shifty:3,singletons=2,landing=fewer,swap=off", 3)),
    ],
)
def test_playouts_match_exact_probabilities(text, plies, is_likely):
    rules = load(text)
    fast, chances = rules.compiled, exact_distribution(rules, plies)
    assert sum(chances.values()) == 1
    ends = playouts(fast, fast.encode(rules.start()), sample_size(40_000, 10_000), plies)
    assert is_likely(
        Counter(outcome_or_state(rules, fast.decode(array)) for array, _ in ends), chances
    )


@pytest.mark.parametrize("chosen", ["abca bbca", "abca cccc bbca", "abca cccc bbbb", "cccc abca"])
def test_palagem_endings(chosen):
    """One tile completes palagems of no player, the mover, another player or several players."""
    game = f"palagem:players={len(chosen.split())}"
    session = new_session(f"{game} {chosen} 0,0a 1,0b 1,-1c 0,1a 1,1a 2,0a")
    rules, state = session.rules, session.state
    fast, mover, won = rules.compiled, rules.turn(state), set()
    array = fast.encode(state)
    for move in rules.legal_moves(state):
        result = rules.result(rules.play(state, move))
        outcome = int(fast.apply(array, fast.number(move))[1])
        assert outcome == (-2 if result is None else result.winner)
        if outcome == mover:
            won.add(fast.number(move))
    assert fast.kernel.winning(fast.table, array) in (won or {-1})
    if won:  # an informed playout wins at once
        draws, trace = numpy.array([1], numpy.uint64), numpy.empty((9, 2), numpy.int32)
        assert fast.kernel.rollout(fast.table, array, draws, trace) == 1
        assert trace[0, 1] in won
