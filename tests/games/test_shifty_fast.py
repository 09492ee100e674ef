"""The fast path of Shifty: equal to the rule book with all options, and fair playouts."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import numpy
import pytest
from support import PERFT

from puzzlekit import load
from puzzlekit.testing.fast_path import check_choices, check_playouts, check_position, check_step

pytestmark = pytest.mark.slow

PLAYOUTS = 40_000

OPTIONS = [
    f"board={board},landing={landing},singletons={singletons},swap={swap}"
    for board, landing, singletons, swap in product(
        ("square", "hex"), ("none", "fewer"), (1, 3), ("on", "off")
    )
]
OPTIONS += ["board=hex12,swap=off", "board=hex12,landing=fewer,singletons=3"]

TABLE = PERFT
LINES = [line.split() for line in TABLE.read_text().splitlines() if line.startswith("shifty")]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize(("size", "games"), [(2, 20), (3, 20), (4, 15), (6, 4), (10, 1)])
def test_equal_to_the_rule_book(size, games, options, fast_games):
    rules = load(f"shifty:{size},{options}")
    fast = rules.fast_path
    for state, move, array in fast_games(rules, games):
        assert list(check_position(rules, state)) == []
        assert move is None or list(check_step(rules, state, move)) == []
        # What has been played move by move is the state, bookkeeping included.
        assert fast.decode(array) == state
        assert array[: fast.key_size].tolist() == fast.encode(state)[: fast.key_size].tolist()


@pytest.mark.parametrize("text", ["shifty:13", "shifty:26,board=hex12"])
def test_large_boards(text, fast_games):
    rules = load(text)
    for state, move, _ in list(fast_games(rules, 1))[::20]:
        assert list(check_position(rules, state)) == []
        assert move is None or list(check_step(rules, state, move)) == []


@pytest.mark.parametrize("options", OPTIONS)
def test_winning_and_rate(options, fast_games):
    for size in (3, 5, 8):
        rules = load(f"shifty:{size},{options}")
        for state, _, _ in list(fast_games(rules, 3, seed=size))[::3]:
            assert list(check_choices(rules, state)) == []


def test_every_position_of_a_small_board():
    """Some have no move but a pass; a second one, which never follows there, makes a draw."""
    rules = load("shifty:3,swap=off")
    fast = rules.fast_path
    todo, seen, passes = [rules.start()], {}, 0
    for state in todo:
        assert list(check_position(rules, state)) == []
        array = fast.encode(state)
        for move in rules.moves(state):
            after, played = rules.play(state, move), array.copy()
            fast.kernel.play(fast.table, played, fast.number(move))
            numbers = played[: fast.key_size].tolist()
            if after not in seen:
                seen[after] = numbers
                todo.append(after)
            assert seen[after] == numbers
        if rules.moves(state) == ["pass"]:
            passes += 1
            state = state._replace(passes=1)
            assert list(check_position(rules, state)) == []
            assert list(check_step(rules, state, "pass")) == []
            assert rules.result(rules.play(state, "pass")).winner is None
    assert passes
    assert len({tuple(numbers) for numbers in seen.values()}) == len(seen)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0])
def test_perft_over_the_door(line):
    text, *words = line
    counts = [int(word) for word in words]
    rules = load(text)
    fast = rules.fast_path
    room = numpy.empty((len(counts), fast.max_moves), numpy.int32)

    def leaves(array, depth):
        count = fast.kernel.moves(fast.table, array, room[depth - 1])
        if depth == 1:
            return count
        total = 0
        for move in room[depth - 1, :count].copy():
            after = array.copy()
            fast.kernel.play(fast.table, after, int(move))
            total += leaves(after, depth - 1)
        return total

    start = fast.encode(rules.start())
    shallow = [depth for depth, count in enumerate(counts, 1) if count <= 60_000]
    assert [leaves(start, depth) for depth in shallow] == counts[: len(shallow)]


# -- playouts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS)
def test_playouts_choose_evenly(options, fast_games):
    rules, rng = load(f"shifty:5,{options}"), Random(5)
    game = list(fast_games(rules, 1, seed=9))
    for state, _, _ in [game[1], *game[3::9]]:
        assert list(check_playouts(rules, state, rng)) == []


def exact(rules, plies):
    """Return the chances of how playouts stand after at most so many plies."""

    @cache
    def ends(state, plies):
        moves = rules.moves(state)
        if not moves or plies == 0:
            return {state: Fraction(1)}
        found = Counter()
        for move in moves:
            for end, chance in ends(rules.play(state, move), plies - 1).items():
                found[end] += chance / len(moves)
        return found

    return ends(rules.start(), plies)


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        *(("shifty:2", 6), ("shifty:2,swap=off", 20), ("shifty:2,board=hex", 8)),
        *(("shifty:3,swap=off", 3), ("shifty:3,singletons=2,landing=fewer,swap=off", 3)),
    ],
)
def test_playouts_stand_as_the_exact_chances_say(text, plies, is_likely):
    rules = load(text)
    fast, chances = rules.fast_path, exact(rules, plies)
    assert sum(chances.values()) == 1
    draws, trace = numpy.array([2026], numpy.uint64), numpy.empty((plies, 2), numpy.int32)
    start = fast.encode(rules.start())
    array, found = start.copy(), Counter()
    for _ in range(PLAYOUTS):
        array[:] = start
        fast.kernel.playout(fast.table, array, draws, trace)
        found[fast.decode(array)] += 1
    assert is_likely(found, chances)


@pytest.mark.parametrize("options", OPTIONS)
def test_playouts_are_games_of_the_rule_book(options, fast_games):
    rules = load(f"shifty:7,{options}")
    fast = rules.fast_path
    draws, trace = numpy.array([7], numpy.uint64), numpy.empty((fast.max_plies, 2), numpy.int32)
    for state, _, array in list(fast_games(rules, 1))[::12]:
        plies = fast.kernel.playout(fast.table, array, draws, trace)
        assert plies == 0 or rules.result(state) is None
        for seat, move in trace[:plies].tolist():
            assert rules.turn(state) == seat
            state = rules.play(state, fast.word(move))
        assert rules.result(state) is not None
        assert array[: fast.key_size].tolist() == fast.encode(state)[: fast.key_size].tolist()
