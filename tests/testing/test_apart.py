"""A stranger's fault is a sentence: what crashes, hangs or leaves does so in another process."""

import json
import os
from functools import partial
from tempfile import TemporaryDirectory

import pytest

from puzzlekit import BoardGame, Result, check, load, ring
from puzzlekit.play import trial
from puzzlekit.testing import apart

GAME = '''
import ctypes, os, time

from puzzlekit import BoardGame, Result, ring

{top}


class Race(BoardGame):
    """Add one or two in turn; who reaches seven wins."""

    name = "Race"

    def __init__(self):
        self.board = ring(7)

    def start(self, rng=None):
        return 0, 0

    def turn(self, state):
        return state[1]

    def moves(self, state):
        return [] if self.result(state) else ["add1", "add2"]

    def play(self, state, move):
        if move not in self.moves(state):
            raise self.illegal(state, move)
        return state[0] + int(move[3:]), 1 - state[1]

    def result(self, state):
        return Result(1 - state[1], "The end is reached") if state[0] >= 7 else None

    def look(self, state):
        return [None] * 7

{member}
'''

#: What a member does, and what is said of it.
DEEDS = {
    "leaves": ("os._exit(7)", "ends the process (exit status 7)"),
    "exits": ("raise SystemExit(4)", "SystemExit: 4"),
    "is interrupted": ("raise KeyboardInterrupt", "raises KeyboardInterrupt"),
    "aborts": ("os.abort()", "ends the process (SIGABRT)"),
    "crashes": ("ctypes.string_at(0)", "ends the process (SIGSEGV)"),
    "hangs": ("time.sleep(1000)", "does not answer within 3 s"),
}
posix = pytest.mark.skipif(os.name != "posix", reason="signals have other names")


def member(name, deed):
    return f"    def {name}(self, *given):\n        {deed}\n"


@posix
@pytest.mark.slow
@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("name", ["moves", "status"])
def test_a_member_that(add_plugin, monkeypatch, name, deed):
    monkeypatch.setattr(trial, "needed", False)  # which would not even load it
    code, words = DEEDS[deed]
    add_plugin("race", GAME.format(top="", member=member(name, code)))
    (found, *more) = check(load("race"), seconds=3)
    assert words in found
    assert more == []
    assert name in found
    assert found.startswith("Race (race.py, line 3")


@posix
@pytest.mark.slow
@pytest.mark.parametrize(
    ("top", "inside", "said"),
    [
        ("os._exit(7)", "", "race: loading it ends the process (exit status 7)."),
        (
            "",
            member("__init__", "os.abort()"),
            "race (race.py, line 38): loading it ends the process (SIGABRT).",
        ),
        ("os.fork()", "", "race (race.py, line 6): loading it forks the process."),
        (
            "",
            member("status", "os.fork()\n        return '', ''"),
            "race (race.py, line 38): status() forks the process.",
        ),
        (
            "",
            member("moves", "os.abort()"),
            "race (race.py, line 38): moves() ends the process (SIGABRT).",
        ),
    ],
)
def test_the_command_says_it(add_plugin, run, top, inside, said):
    """It does not even import a stranger's plugin in its own process."""
    add_plugin("race", GAME.format(top=top, member=inside))
    assert run("check", "race") == (1, f"{said}\n", "")
    code, out, _ = run("check", "race", "--json")
    assert (code, json.loads(out)["problems"]) == (1, [said])


@pytest.mark.slow
def test_the_command_has_a_limit_for_each_question(add_plugin, run):
    add_plugin("race", GAME.format(top="", member=member("sides", "time.sleep(1000)")))
    assert run("check", "race", "--seconds", "3")[:2] == (
        1,
        "race (race.py, line 38): sides() does not answer within 3 s.\n",
    )


FAST = """
    def fast(self):
        import numpy
        from puzzlekit import GOING_ON, Fast, Kernel, outcome_of
        from puzzlekit.rules.fast_forms import MOVES, PLAY, PLAYOUT, compiled, draw, helper

        @helper
        def step(state, move):
            state[2] += move + 1
            if state[2] >= 7:
                state[1] = state[0]
            state[0] = 1 - state[0]

        @compiled(MOVES)
        def moves(table, state, out):
            {moves}
            if state[1] != GOING_ON:
                return 0
            out[0], out[1] = 0, 1
            return 2

        @compiled(PLAY)
        def play(table, state, move):
            {play}
            step(state, move)

        @compiled(PLAYOUT)
        def playout(table, state, draws, trace):
            {playout}
            plies = 0
            while state[1] == GOING_ON and plies < len(trace):
                move = draw(draws, 2)
                trace[plies, 0], trace[plies, 1] = state[0], move
                step(state, move)
                plies += 1
            return plies

        def encode(state):
            return numpy.array([state[1], outcome_of(self.result(state)), state[0]], numpy.int32)

        return Fast(
            Kernel(moves, play, playout),
            table=numpy.zeros(1, numpy.int32),
            size=3,
            key_size=3,
            max_moves=2,
            max_plies=7,
            encode=encode,
            decode=lambda array: (int(array[2]), int(array[0])),
            number=lambda word: int(word[3:]) - 1,
            word=lambda number: f"add{{number + 1}}",
        )
"""


def fast_game(**changes):
    parts = {"moves": "pass", "play": "pass", "playout": "pass"} | changes
    return GAME.format(top="", member=FAST.format(**parts))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, None),
        ({"play": "state[5000] = 1"}, "The compiled play() goes beyond an array"),
        ({"moves": "out[len(out) + 20] = 1"}, "The compiled moves() goes beyond an array"),
        ({"playout": "trace[len(trace), 0] = 1"}, "The compiled playout() goes beyond an array"),
        (
            {"playout": "while state[0] >= 0: state[2] = 1"},
            "the compiled playout() does not answer within 5 s.",
        ),
    ],
)
def test_compiled_code_that_goes_beyond(add_plugin, changes, said):
    """It was compiled without bounds checks before; that code is not taken."""
    add_plugin("race", fast_game(**changes))
    rules = load("race")
    assert rules.fast_path is not None
    found = check(rules, seconds=5)
    assert found == [] if said is None else said in found[0]


@posix
@pytest.mark.slow
def test_compiled_code_that_crashes(add_plugin):
    """What no bounds check sees."""
    crash = "Kernel(lambda *given: ctypes.string_at(0),"
    add_plugin("race", fast_game().replace("Kernel(moves,", crash))
    said = "Race (race.py, line 78): the compiled moves() ends the process (SIGSEGV)."
    assert check(load("race")) == [said]


class Counted(BoardGame):
    """Made by hand: it has an option, but no ID."""

    name = "Counted"

    def __init__(self, end=4):
        self.end = end
        self.board = ring(5)

    def start(self, rng=None):
        return 0

    def moves(self, state):
        return [] if self.result(state) else ["up"]

    def play(self, state, move):
        if move not in self.moves(state):
            raise self.illegal(state, move)
        return state + 1

    def turn(self, state):
        if state == 9:
            os._exit(7)
        return state % 2

    def result(self, state):
        return Result(0, "Over") if state == self.end else None

    def look(self, state):
        return [None] * 5


def test_a_rule_book_that_was_made_by_hand():
    assert check(Counted()) == check(Counted(8)) == []
    (said,) = check(Counted(12))
    line = Counted.turn.__code__.co_firstlineno
    assert said == f"Counted (test_apart.py, line {line}): turn() ends the process (exit status 7)."


def test_a_rule_book_that_only_this_process_has():
    class Here(Counted):
        """Of a class that no other process can import."""

        asked_in = []

        def moves(self, state):
            self.asked_in.append(os.getpid())
            return super().moves(state)

    assert check(Here()) == []
    assert set(Here.asked_in) == {os.getpid()}

    class Fast(Here):
        """With a fast path, which is not tried here."""

        def fast(self):
            os._exit(7)

    assert "no other process can make the rule book anew" in check(Fast())[0]


def test_nothing_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr(apart, "TemporaryDirectory", partial(TemporaryDirectory, dir=tmp_path))
    assert check(load("pinball")) == []
    assert list(tmp_path.iterdir()) == []


@posix
@pytest.mark.slow
@pytest.mark.parametrize(
    ("top", "inside", "said"),
    [
        ("", member("__copy__", "1 / 0"), "line 38): __copy__() raises ZeroDivisionError"),
        ("", member("__getattr__", "return {}[given[0]]"), "raises KeyError: '__setstate__'."),
        ("raise KeyboardInterrupt", "", "race.py, line 6: KeyboardInterrupt"),
        ("", member("start", "raise SystemExit(0)"), "start() raises SystemExit: 0. A plugin must"),
    ],
)
def test_what_fails_anywhere_is_a_sentence(add_plugin, run, top, inside, said):
    add_plugin("race", GAME.format(top=top, member=inside))
    code, out, err = run("check", "race")
    assert (code, err) == (1, "")
    assert said in out
    code, out, err = run("match", "race", "greedy", "random", "--games", "1")
    assert code == 2
    assert said in err


@posix
@pytest.mark.slow
def test_a_thread_that_goes_on_ends_nobody_elses_patience(add_plugin, run):
    start = "__import__('threading').Thread(target=time.sleep, args=(600,)).start()"
    add_plugin("race", GAME.format(top="", member=member("status", start)))
    code, out, _ = run("check", "race", "--seconds", "3")
    assert code == 1
    assert "the end of the process does not come within 3 s, as threads go on" in out
