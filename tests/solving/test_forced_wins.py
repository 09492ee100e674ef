"""Proofs of forced wins: Palago openings, small games checked by minimax, and replays."""

import json
import math
from functools import cache
from random import Random

import numpy as np
import pytest
from support import Circle, Clock, play_moves, random_game, sample, sample_size, state_after

from puzzlekit import LimitReachedError, OptionError, Result, load
from puzzlekit.solving.forced_wins import ProofGame, prove

pytestmark = pytest.mark.slow

OPENINGS = {"a": "0,0a+0,-1a", "b": "0,0b+0,-1c", "c": "0,0a+0,-1c", "c again": "0,0b+0,-1a"}


def find_refutation(rules, state, proof):
    """Return a line of play that refutes a proof, or None if there is none."""
    game = ProofGame(rules, proof.seat)
    waiting, seen = [(state, [])], {state}
    while waiting:
        state, line = waiting.pop()
        if (result := rules.outcome(state)) is not None:
            if result.seat != proof.seat:
                return line
            continue
        moves = rules.legal_moves(state)
        if rules.turn(state) == proof.seat:
            move = proof.plan.get(state)
            if move is None:
                win = game.win(game.encode(state))
                if win is None:
                    return line
                move = game.word(win)
            moves = [move]
        for move in moves:
            after = rules.play(state, move)
            if after not in seen:
                seen.add(after)
                waiting.append((after, [*line, move]))
    return None


@cache
def proof_of(name):
    rules = load("palago")
    state = state_after(rules, [OPENINGS[name]])
    return rules, state, prove(rules, state)


@pytest.mark.parametrize("name", sample(OPENINGS, 2))
def test_lost_openings(name):
    rules, state, found = proof_of(name)
    assert found.seat == 1
    assert found.turns == (3 if name in "ab" else 4)
    state = play_moves(rules, state, found.line)
    assert rules.result(state).winner == 1
    assert len(found.line) == 2 * found.turns - 1


@pytest.mark.parametrize(("name", "reply"), [("a", "-2,0c+-1,-1c"), ("b", "0,-2c+1,-2a")])
def test_published_replies(name, reply):
    rules = load("palago")
    found = prove(rules, state_after(rules, [OPENINGS[name], reply]), seat=1)
    assert found.turns == 2


def test_complete_proof_has_no_refutation():
    assert find_refutation(*proof_of("a")) is None


def test_refutation_of_incomplete_and_wrong_proofs():
    rules, state, found = proof_of("a")
    first = found.plan[state]
    less = {each: move for each, move in found.plan.items() if each != state}
    assert find_refutation(rules, state, found._replace(plan=less)) == []
    bad = next(move for move in rules.legal_moves(state) if move != first)
    line = find_refutation(rules, state, found._replace(plan={**less, state: bad}))
    assert line[0] == bad
    assert len(line) == 2
    other = next(each for each in found.plan if each != state)
    less = {each: move for each, move in found.plan.items() if each != other}
    line = find_refutation(rules, state, found._replace(plan=less))
    assert line[0] == first
    assert state_after(rules, [OPENINGS["a"], *line]) == other


def minimax(rules, seat):
    """Return a function that gives the number of turns to a forced win, or infinity."""

    @cache
    def turns(state):
        result = rules.result(state)
        if result is not None:
            return 0 if result.winner == seat else math.inf
        afters = [rules.play(state, move) for move in rules.legal_moves(state)]
        if rules.turn(state) != seat:
            return max(map(turns, afters))
        return min(
            turns(after) + (rules.result(after) is not None or rules.turn(after) != seat)
            for after in afters
        )

    return turns


def compare_with_minimax(rules, state):
    """Compare the proofs for both seats with minimax, and return the numbers of turns."""
    found = set()
    for seat in range(2):
        proof, turns = prove(rules, state, seat=seat), minimax(rules, seat)(state)
        assert (math.inf if proof is None else proof.turns) == turns
        assert proof is None or find_refutation(rules, state, proof) is None
        found.add(turns)
    return found


SMALL_GAMES = [
    *("hex:2", "hex:3", "slyde:2", "crossway:3", "permute:3,swap=off", "permute:2"),
    *("hex:2,swap=off", "permute:3", "catchup:2", "hex:3,swap=off", "slither:2", "slyde:3"),
    "shifty:3,swap=off",
]


@pytest.mark.parametrize("game", sample(SMALL_GAMES, 5))
def test_small_games_and_minimax(game):
    rules = load(game)
    compare_with_minimax(rules, rules.start())


def test_no_forced_win():
    rules = load("palago:6")
    assert prove(rules) is None
    rules = load("palago")
    state = state_after(rules, [OPENINGS["a"]])
    assert prove(rules, state, turns=2) is None
    with pytest.raises(LimitReachedError, match="within 50 positions"):
        prove(rules, state, limit=50)
    with pytest.raises(OptionError, match="is not a game"):
        prove(load("pinball"))


def test_cycles():
    class Alone(Circle):
        """A circle where the second player moves forever after the first player's move."""

        def play(self, state, move):
            return super().play(state, move)[0], 1

    assert prove(Alone(6), turns=3) is None
    assert prove(Circle(6, goal=3), turns=6) is None
    assert prove(Circle(4, goal=2), seat=1).turns == 1
    limits = r"within 300 positions \(there is none in [0-9]+ turns"
    with pytest.raises(LimitReachedError, match=limits):
        prove(Circle(6, goal=3), limit=300)
    found = prove(Round(7, goal=3))
    assert (found.turns, found.line) == (1, ["forth", "forth", "forth"])
    assert prove(Round(7, goal=9), turns=2) is None


class Round(Circle):
    """A circle where a player may make any number of moves before ending the turn."""

    def turn(self, state):
        return state[1] % 2

    def legal_moves(self, state):
        return [*super().legal_moves(state), *(["over"] if self.result(state) is None else [])]

    def play(self, state, move):
        place, seat = state
        return (place, 1 - seat) if move == "over" else (super().play(state, move)[0], seat)

    def result(self, state):
        return Result(state[1], "There") if state[0] == self.goal else None


def test_time_limit(monkeypatch):
    clock, reports = Clock(1), []
    monkeypatch.setattr("puzzlekit.solving.forced_wins.time", clock)
    with pytest.raises(LimitReachedError, match=r"within 30\.5 seconds.*`seconds`"):
        prove(Circle(6, goal=3), seconds=30.5, progress=lambda *report: reports.append(report))
    assert clock.monotonic() < 34
    assert reports[0][0] == "positions, wins in 1 turn"


class Wide(Circle):
    """A circle with a thousand moves per position."""

    def legal_moves(self, state):
        return [str(number) for number in range(1000 if self.result(state) is None else 0)]

    def play(self, state, move):
        return super().play(state, "forth")


def test_time_limit_with_many_moves(monkeypatch):
    clock = Clock(0.001)
    monkeypatch.setattr("puzzlekit.solving.forced_wins.time", clock)
    with pytest.raises(LimitReachedError, match=r"within 5 seconds \(there is none in 1 turn\)"):
        prove(Wide(60, goal=40), seconds=5)
    assert clock.monotonic() < 6


def test_interrupted_command(run_interrupted):
    code, out, err = run_interrupted(["prove", "hex:4,swap=off", "--side", "blue"], "positions", 40)
    assert (code, out) == (130, "")
    assert err.startswith("puzzlekit: interrupted; no win found in 40 positions")


def count_wrong_answers(fast, start, games):
    """Return the number of positions with a threat and the number of wrong answers or threats.

    An answer is a move after which the opponent has not won and cannot win at once. A threat
    would win at once if it were the same player's turn again.
    """
    kernel, table = fast.kernel, fast.table
    winning, play = kernel.winning, kernel.play
    out, replies = np.empty((2, fast.max_moves), np.int32)
    trace, draws = np.empty((1, 2), np.int32), np.array([5], np.uint64)
    threatened, wrong = 0, 0
    for game in range(games):
        state = start.copy()
        while state[1] == -2:
            win = winning(table, state)
            other = state.copy()
            other[0] = 1 - state[0]
            count, at = kernel.answers(table, state, replies), 0
            if win != -1:
                wrong += count != 1 or replies[0] != win
            elif winning(table, other) != -1:
                threatened += 1
                for number in range(kernel.legal_moves(table, state, out)):
                    after = state.copy()
                    play(table, after, out[number])
                    lost = after[1] == 1 - state[0]
                    if not lost and (after[1] != -2 or winning(table, after) == -1):
                        wrong += at >= count or replies[at] != out[number]
                        at += 1
                wrong += at != count
            for number in range(kernel.threats(table, state, replies)):
                after = state.copy()
                play(table, after, replies[number])
                if after[1] == -2:
                    after[0] = state[0]
                    wrong += winning(table, after) == -1
                else:
                    wrong += win == -1
            if game % 3 == 0 and state[4] > 6:
                kernel.playout(table, state, draws, trace)
            else:
                kernel.rollout(table, state, draws, trace)
    return threatened, wrong


@pytest.mark.parametrize(
    ("game", "games"),
    [
        *(("palago", 15), ("palago:24", 30), ("palago:20,turn=single", 120)),
        ("palago:14,turn=anywhere", 15),
    ],
)
def test_replies_to_threats(game, games):
    rules = load(game)
    fast = rules.compiled
    threatened, wrong = count_wrong_answers(fast, fast.encode(rules.start()), games)
    assert threatened >= 10
    assert wrong == 0


def test_command(run, data):
    code, out, _ = run("prove", "palago", "--moves", OPENINGS["a"])
    assert code == 0
    assert out.startswith("Blue wins in 3 turns against any defence.")
    assert len(out.splitlines()) == 6
    assert run("prove", "hex:2,swap=off", "--side", "blue")[:2] == (1, "Blue cannot force a win.\n")
    result = run("prove", "palago", "--from", "0,0a+0,-1a_B_1", "--turns", "2")
    assert result[:2] == (1, "Blue cannot force a win by threats alone in 2 turns.\n")
    found = data("prove", "hex:2,swap=off")
    assert (found["side"], found["proved"], found["turns"]) == ("Red", True, 2)
    assert len(found["line"]) == 3
    code, out, _ = run("prove", "hex:2,swap=off", "--side", "Blue", "--json")
    assert (code, json.loads(out)["line"]) == (1, None)
    code, _, err = run("prove", "palago", "--moves", OPENINGS["a"], "--limit", "20")
    assert (code, "within 20 positions" in err) == (3, True)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        *(("slyde:3", 6), ("permute:4", 2), ("catchup:2", 5), ("slither:3", 4), ("crossway:3", 5)),
        *(("shifty:3", 5), ("hex:3", 5)),
    ],
)
def test_fewest_turns(text, left):
    """The opponent's turn can end Slyde and Permute; other games have turns of several moves."""
    rules, rng = load(text), Random(text)
    found = set()
    for _ in range(sample_size(8, 4)):
        states = list(random_game(rules, rng))
        state = states[max(0, len(states) - 1 - rng.randrange(1, left + 1))]
        found |= compare_with_minimax(rules, state)
    assert len(found) > 1


@pytest.mark.parametrize(
    "text",
    [
        "pentago@WB3B,1WBBB1,2WB1W,1W1B2,WWBBWW,W4B_W_40",
        "slither:5@BBWWB,W1WWB,WBBWW,BBB1B,1WWWB_B_22",
        "slyde:3@Wbb,wbw,wBb_W_2",
    ],
)
def test_two_moves_per_turn(text):
    rules = load(text)
    state = rules.start()
    seat = rules.turn(state) if "slyde" not in text else 1
    assert prove(rules, state, seat=seat, turns=1).turns == 1
