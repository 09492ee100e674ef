"""A stranger's fault is a sentence: what crashes, hangs or leaves does so in another process."""

import json
import os
import tempfile
import time

import pytest

from puzzlekit import BoardGame, Result, check, load, ring

GAME = '''
import ctypes, os, threading, time

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

posix = pytest.mark.skipif(os.name != "posix", reason="signals have other names")


def member(name, deed):
    return f"    def {name}(self, *given):\n        {deed}\n"


#: What stands at the top of the file or in a member, and what is reported.
DEEDS = [
    ("", member("moves", "os._exit(7)"), "ends the process (exit status 7); a plugin must not end"),
    (
        "",
        member("moves", "raise SystemExit(4)"),
        "line 38): moves(state) raises SystemExit",
    ),
    ("", member("status", "raise KeyboardInterrupt"), "status(state) raises KeyboardInterrupt"),
    (
        "",
        member("status", "os.abort()"),
        "line 38): status() ends the process (SIGABRT).",
    ),
    ("", member("moves", "ctypes.string_at(0)"), "line 38): moves() ends the process (SIGSEGV)."),
    ("", member("__init__", "os.abort()"), "line 38): __init__() ends the process (SIGABRT)."),
    ("", member("sides", "time.sleep(1000)"), "line 38): sides() does not end within 4 s."),
    ("", member("status", "os.fork()"), "raises RuntimeError: a plugin must not fork the process"),
    ("", member("__copy__", "1 / 0"), "line 38): __copy__() raises ZeroDivisionError"),
    ("threading.Thread(target=time.sleep, args=(9,)).start()", "", "make it daemon=True"),
    ("os._exit(7)", "", "race: loading ends the process (exit status 7)"),
    ("os.fork()", "", "race.py, line 6: RuntimeError: a plugin must not fork the process"),
    ("raise KeyboardInterrupt", "", "KeyboardInterrupt"),
]


@posix
@pytest.mark.slow
@pytest.mark.parametrize(("top", "inside", "said"), DEEDS)
def test_what_ends_or_holds_the_process(add_plugin, run, top, inside, said):
    """It does not even import the plugin in its own process."""
    add_plugin("race", GAME.format(top=top, member=inside))
    code, out, err = run("check", "race", "--seconds", "4", "--json")
    (found,) = json.loads(out)["problems"]
    assert said in found
    assert (code, "Traceback" in err) == (1, False)


@pytest.mark.slow
def test_slow_moves_are_reported_in_time(add_plugin, run):
    add_plugin(
        "race",
        GAME.format(top="", member="").replace("return [] if", "time.sleep(0.4); return [] if"),
    )
    begin = time.monotonic()
    code, out, _ = run("check", "race", "--seconds", "8")
    assert time.monotonic() - begin < 10
    assert code == 0
    assert "warning: Race (race.py, line 23): moves(state) takes 0.4" in out
    assert "The time was too short" in out


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
        ({"playout": "trace[len(trace), 0] = 1"}, "The compiled playout() goes beyond"),
        ({"playout": "while state[0] >= 0: state[2] = 1"}, "does not end within 6 s."),
    ],
)
def test_compiled_code_that_goes_beyond(add_plugin, changes, said):
    """It was compiled without bounds checks before; that code is not taken."""
    add_plugin("race", fast_game(**changes))
    rules = load("race")
    assert rules.fast_path is not None
    found = check(rules, seconds=6)
    assert found == [] if said is None else said in found[0]


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
    assert "ends the process (exit status 7)" in said


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

    assert "no other process can make these rules" in check(Fast())[0]


def test_nothing_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert check(load("pinball")) == []
    assert list(tmp_path.iterdir()) == []
