"""Compiled rules of Palago, compared with the plain rules and with published counts."""

import json
from collections import Counter
from functools import partial
from random import Random

import numpy as np
import pytest
from numba import njit
from support import DATA_FOLDER, sample_size

from puzzlekit import load
from puzzlekit.rules.compiled import ONGOING, OUTCOME
from puzzlekit.rules.curved_tiles import TONES
from puzzlekit.testing.fast_path import check_position, check_step

pytestmark = pytest.mark.slow

GAMES = [
    *("palago", "palago:9", "palago:12,tiebreak=on", "palago:7,turn=anywhere,tiebreak=on"),
    *("palago:18,turn=single", "palago:13,turn=single,tiebreak=on", "palago:14,turn=anywhere"),
]

DATA = json.loads((DATA_FOLDER / "palago.json").read_text())


def random_central_move(rng, moves):
    """Return a random move, usually near the centre, so that creatures get completed."""
    some = rng.choices(moves, k=12)
    return min(some, key=distance_from_centre) if rng.random() < 0.9 else some[0]


def distance_from_centre(move):
    cells = [map(int, part[:-1].split(",")) for part in move.split("+")]
    return max(max(abs(q), abs(r), abs(q + r)) for q, r in cells)


@pytest.mark.parametrize("game", GAMES)
def test_equal_to_plain_rules(game):
    """Compare all moves of dense positions, and the positions after a sample of them."""
    rules = load(game)
    fast = rules.compiled
    for seed in range(sample_size(3, 1)):
        rng, state = Random(seed), rules.start()
        array = fast.encode(state)
        while moves := rules.legal_moves(state):
            assert list(check_position(rules, state)) == []
            assert fast.decode(array) == state
            assert fast.encode(state)[: fast.key_size].tolist() == array[: fast.key_size].tolist()
            for move in rng.sample(moves, min(len(moves), 100)):
                assert list(check_step(rules, state, move)) == []
            move = random_central_move(rng, moves)
            state, array = rules.play(state, move), fast.apply(array, fast.number(move))
        assert list(check_position(rules, state)) == []


@njit
def first_turns(playout, table, start, draws, count):
    found, trace = np.empty(count, np.int64), np.empty((1, 2), np.int32)
    for number in range(count):
        playout(table, start.copy(), draws, trace)
        found[number] = trace[0, 1]
    return found


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        *(("palago", 0), ("palago", 1), ("palago:8", 2), ("palago:7", 3), ("palago:6", 2)),
        *(("palago:9,turn=single", 0), ("palago:9,turn=single", 5)),
        *(("palago:9,turn=anywhere", 0), ("palago:9,turn=anywhere", 2)),
    ],
)
def test_random_turns_are_equally_likely(game, plies):
    rules, rng = load(game), Random(1)
    fast, state = rules.compiled, rules.start()
    for _ in range(plies):
        state = rules.play(state, random_central_move(rng, rules.legal_moves(state)))
    assert_uniform_first_moves(rules, fast, state)


@pytest.mark.parametrize("game", ["palago", "palago:12,turn=anywhere"])
def test_random_turns_near_the_end(game):
    rules = load(game)
    for seed in range(100):
        rng, state, singles = Random(seed), rules.start(), 0
        while singles < 2 and (moves := rules.legal_moves(state)):
            before, state = state, rules.play(state, random_central_move(rng, moves))
            singles = sum("+" not in move for move in moves) if len(moves) < 2000 else 0
        if singles >= 2:
            break
    assert singles >= 2
    assert_uniform_first_moves(rules, rules.compiled, before)


def assert_uniform_first_moves(rules, fast, state):
    """Check by chi-square that first moves are equally likely."""
    moves = rules.legal_moves(state)
    draws, count = np.array([2026], np.uint64), 200 * len(moves)
    start = fast.encode(state)
    found = Counter(first_turns(fast.kernel.playout, fast.table, start, draws, count).tolist())
    assert {fast.word(number) for number in found} == set(moves)
    chi = sum((times - 200) ** 2 / 200 for times in found.values())
    free = len(moves) - 1
    assert abs(chi - free) < 5 * (2 * free) ** 0.5


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["playout", "rollout"])
def test_playout_moves_are_legal(game, name):
    rules = load(game)
    fast = rules.compiled
    draws, trace = np.array([7], np.uint64), np.empty((fast.max_plies, 2), np.int32)
    for _ in range(6):
        state, array = rules.start(), fast.encode(rules.start())
        plies = getattr(fast.kernel, name)(fast.table, array, draws, trace)
        for seat, number in trace[:plies].tolist():
            assert seat == rules.turn(state)
            state = rules.play(state, fast.word(number))
        assert rules.result(state) is not None
        assert fast.encode(state).tolist() == array.tolist()


@njit
def wins_found(moves, play, winning, rollout, table, start, size, draws, games):
    """Return the numbers of positions, of positions with a win, and of errors of `winning`.

    The positions come from games of `rollout`, a ply at a time.
    """
    out, trace = np.empty(size, np.int32), np.empty((1, 2), np.int32)
    looked, won, faults = 0, 0, 0
    for _ in range(games):
        state = start.copy()
        while state[1] == -2:
            reported, has = winning(table, state), False
            for number in range(moves(table, state, out)):
                after = state.copy()
                play(table, after, out[number])
                if after[1] == state[0]:
                    has = True
                    break
            if reported != -1:
                after = state.copy()
                play(table, after, reported)
                faults += after[1] != state[0]
            faults += has != (reported != -1)
            looked += 1
            won += has
            rollout(table, state, draws, trace)
    return looked, won, faults


@pytest.mark.parametrize("game", GAMES)
def test_immediate_win_is_found(game):
    rules = load(game)
    fast = rules.compiled
    start, draws = fast.encode(rules.start()), np.array([99], np.uint64)
    kernel = fast.kernel
    functions = kernel.legal_moves, kernel.play, kernel.winning, kernel.rollout
    looked, won, faults = wins_found(*functions, fast.table, start, fast.max_moves, draws, 40)
    assert faults == 0
    assert looked >= 80
    assert won


def test_ratings_of_wins_and_losses():
    rules, rng = load("palago"), Random(8)
    fast, seen = rules.compiled, Counter()
    out, rates = np.empty(fast.max_moves, np.int32), np.empty(fast.max_moves)
    for _ in range(20):
        array, trace = fast.encode(rules.start()), np.empty((1, 2), np.int32)
        draws = np.array([rng.randrange(1, 1 << 60)], np.uint64)
        while array[1] == ONGOING:
            seat, count = array[0], fast.kernel.legal_moves(fast.table, array, out)
            assert fast.kernel.rate(fast.table, array, out, count, rates) == 1
            best, worst = rates[:count].max(), rates[:count].min()
            for number, rate in zip(out[:count], rates, strict=False):
                if number % 7 == 0 or "+" not in fast.word(number):
                    after = array.copy()
                    fast.kernel.play(fast.table, after, number)
                    kind = {seat: "win", 1 - seat: "loss"}.get(after[1], "other")
                    seen[kind] += 1
                    assert (rate == best > 100) == (kind == "win")
                    assert (rate == worst < -100) == (kind == "loss")
            fast.kernel.rollout(fast.table, array, draws, trace)
    assert min(seen["win"], seen["loss"]) > 5


@pytest.mark.parametrize("game", ["palago", "palago:20,turn=anywhere"])
def test_ratings_do_not_depend_on_move_order(game):
    rules = load(game)
    fast, found = rules.compiled, set()
    tiles = ["1,0b+1,-1c", "-1,1a+-1,0a", "0,2a+0,1a", "2,0b+3,0a"]
    for order in ([0, 1, 2, 3], [2, 0, 3, 1], [1, 2, 0, 3]):
        array = fast.encode(rules.start())
        for word in ["0,0a+0,-1b", *(tiles[number] for number in order)]:
            assert word in map(fast.word, fast.legal_moves(array))
            fast.kernel.play(fast.table, array, fast.number(word))
        found.add(array[: fast.key_size].tobytes())
    assert len(found) == 1


def test_replies_to_threat_have_highest_ratings():
    rules = load("palago")
    fast, threatened = rules.compiled, 0
    kernel, table = fast.kernel, fast.table
    reported, out, rates = *np.empty((2, fast.max_moves), np.int32), np.empty(fast.max_moves)
    draws, trace = np.array([3], np.uint64), np.empty((1, 2), np.int32)
    for _ in range(20):
        array = fast.encode(rules.start())
        while array[1] == ONGOING:
            other = array.copy()
            other[0] = 1 - array[0]
            count = kernel.legal_moves(table, array, out)
            answers = set(reported[: kernel.answers(table, array, reported)].tolist())
            if answers and kernel.winning(table, array) == -1 != kernel.winning(table, other):
                kernel.rate(table, array, out, count, rates)
                is_answer = np.isin(out[:count], list(answers))
                assert rates[:count][is_answer].min() > -5
                assert (rates[:count] < -5).sum() > count / 2
                threatened += 1
            kernel.rollout(table, array, draws, trace)
    assert threatened > 5


def opening_move(found):
    return f"0,0{'abc'[found['lower_rot']]}+0,-1{'abc'[found['upper_rot']]}"


def closing_text(move, tones):
    """Return the description of a turn that completes creatures."""
    return f"{move.count('+') + 1} tile(s) close {' and '.join(TONES[t].title() for t in tones)}"


def plain_end(rules, state, move):
    return state.complete and closing_text(move, state.complete)


def compiled_end(fast, array, move):
    if array[OUTCOME] == ONGOING:
        return ()
    return closing_text(fast.word(move), fast.decode(array).complete)


@pytest.mark.parametrize("name", [*[None] * sample_size(1, 0), *DATA["opening_classes"]])
def test_opening_class(name):
    rules, facts = load("palago"), DATA["opening_classes"][name or "a"]
    state = rules.play(rules.start(), opening_move(facts))
    play, moves_of, end = rules.play, rules.legal_moves, partial(plain_end, rules)
    if name:
        fast = rules.compiled
        state, play, moves_of = fast.encode(state), fast.apply, fast.legal_moves
        end = partial(compiled_end, fast)
    replies = moves_of(state)
    assert len(replies) == facts["replies"]
    ends, leaves = Counter(), 0
    for each in (play(state, reply) for reply in replies):
        moves = moves_of(each)
        leaves += len(moves)
        ends.update(found for move in moves if (found := end(play(each, move), move)))
    assert (leaves, ends) == (facts["depth3_leaves"], facts["depth3_terminal"])
