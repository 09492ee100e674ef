"""Tests for reporting plugin exceptions with message, file and line in all front ends."""

import io
import re
import sys

import pytest
from race_plugin import RULES, location, modified_race
from window_messages import game_messages, launcher_messages

import puzzlekit
from puzzlekit import load, records
from puzzlekit.cli import main
from puzzlekit.core.errors import PluginError
from puzzlekit.plugin.discovery import plugins
from puzzlekit.plugin.errors import plugin_boundary
from puzzlekit.ui.terminal.launcher import launch

HELPER = """
def remember(state):
    if state[0] >= {failing}:
        {fault}
"""


def failing_race(failing, fault):
    """Return the source of a race whose `legal_moves` calls a helper that fails at some ply."""
    helper = HELPER.format(failing=failing, fault=fault)
    text = modified_race("MOST = 2\n", f"MOST = 2\n\n{helper}")
    return modified_race(
        "        return [] if", "        remember(state)\n        return [] if", text
    )


FAULT = 'raise ValueError("disk full")'
WHERE = location(failing_race(1, FAULT), FAULT)
MOVES = 'else [f"add{i + 1}" for i in range(MOST)]'


@pytest.fixture
def output_of(capfd, monkeypatch, add_plugin):
    """Return a function that runs the plugin in a front end and returns the output."""

    def command(*argv, lines=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        capfd.readouterr()
        main(argv)
        return "".join(capfd.readouterr())

    def terminal(lines):
        out = io.StringIO()
        launch(io.StringIO(lines), out)
        return out.getvalue()

    front_ends = {
        "playouts": lambda: command("playouts", "race", "--games", "2"),
        "match": lambda: command("match", "race", "random", "random", "--games", "1"),
        "match of processes": lambda: command(
            "match", "race", "greedy", "random", "--games", "2", "--jobs", "2"
        ),
        "play": lambda: command("play", "race", "--text", lines="add1\nquit\n"),
        "check": lambda: command("check", "race"),
        "perft": lambda: command("perft", "race", "--depth", "4"),
        "window": lambda: game_messages(monkeypatch, "race", "add1"),
        "launcher": lambda: launcher_messages(monkeypatch),
        "launcher in text": lambda: terminal("race\nadd1\nquit\nquit\n"),
    }

    def run_front_end(way, text):
        add_plugin("race", text)
        return front_ends[way]()

    return run_front_end


WAYS = ["playouts", "match", "match of processes", "play", "check", "perft", "window"]


@pytest.mark.slow
@pytest.mark.parametrize("way", [*WAYS, "launcher", "launcher in text"])
def test_exceptions_in_all_front_ends(way, output_of):
    # The plugin fails after the first move, and in the launcher at once.
    text = output_of(way, failing_race(0 if way == "launcher" else 1, FAULT))
    assert "ValueError: disk full" in text
    assert WHERE in text
    assert "legal_moves(state)" in text
    assert "Traceback" not in text


@pytest.mark.parametrize("way", ["playouts", "match", "play", "check", "perft", "window"])
def test_stop_iteration_in_generator(way, output_of):
    # Python turns it into a RuntimeError of the generator, which may be one of puzzlekit.
    text = output_of(way, failing_race(1, 'raise StopIteration("disk full")'))
    assert "StopIteration: disk full" in text
    assert WHERE in text


@pytest.mark.usefixtures("probes")
@pytest.mark.parametrize("error", ["LimitReachedError", "PuzzlekitError"])
def test_plugin_raises_puzzlekit_error(error, output_of):
    text = output_of(
        "perft", failing_race(0, f'raise __import__("puzzlekit").{error}("disk full")')
    )
    assert f"{error}: disk full" in text
    assert WHERE in text


def test_failing_plugin_does_not_break_record_import(add_plugin):
    failing = (
        "    @classmethod\n    def import_record(cls, text):\n        raise ValueError('no')\n\n"
    )
    add_plugin("a_race", modified_race("    def legal_moves", f"{failing}    def legal_moves"))
    assert next(iter(plugins()[0])) == "a_race"
    assert records.read("https://hexworld.org/board/#5,a2b3").moves == ["a2", "b3"]
    with pytest.raises(PluginError, match=r"a_race.py, line \d+\): import_record\(text\) raises"):
        records.read("https://example.org")


def test_broken_pipe_in_plugin(add_plugin, command_error):
    add_plugin("race", failing_race(0, 'raise BrokenPipeError("disk full")'))
    assert "disk full" in command_error("perft", "race", "--depth", "4")


@pytest.mark.parametrize(
    ("name", "given"),
    [
        *((name, ()) for name in ("solve", "order", "group", "distances")),
        *(("perft", (3,)), ("outcome", ()), ("prove", ())),
    ],
)
def test_functions_raise_plugin_errors(name, given, add_plugin, monkeypatch):
    text = failing_race('int(__import__("os").environ.get("FAILING", 9))', FAULT)
    if name not in ("outcome", "prove"):  # these two need a game
        text = text.replace("BoardGame", "Rules").replace("1 - state[1]", "0")
    add_plugin("race", text)
    rules = load("race")
    monkeypatch.setenv("FAILING", "0")
    message = f"{location(text, FAULT)}): legal_moves(state) raises ValueError: disk full"
    with pytest.raises(PluginError, match=re.escape(message)) as caught:
        list(getattr(puzzlekit, name)(rules, *given))  # some are iterators
    assert str(caught.value.__cause__) == "disk full"


@pytest.mark.parametrize(
    ("way", "fault", "words"),
    [
        ("playouts", "raise SystemExit(3)", "SystemExit: 3. A plugin must not end"),
        ("playouts", "open('/no/such/file')", "FileNotFoundError"),
        ("match", "open('/no/such/file')", "FileNotFoundError"),
        (
            "playouts",
            "raise type('Odd', (Exception,), {'__str__': lambda self: 1 / 0})",
            "Odd: ZeroDivisionError in its __str__",
        ),
        (
            "playouts",
            "raise TypeError('bad') from ValueError('disk full')",
            "TypeError: bad (caused by ValueError: disk full).",
        ),
    ],
)
def test_exceptions_that_look_like_internal_errors(way, fault, words, output_of):
    text = output_of(way, failing_race(1, fault))
    assert f"{WHERE}): legal_moves(state) raises {words}" in text
    assert ("in `open(" in text) is ("open" in fault)


@pytest.mark.parametrize("kind", [KeyboardInterrupt, ZeroDivisionError])
def test_other_exceptions_propagate(kind, add_plugin):
    # The plugin returns valid values, and no line of it is in the traceback.
    add_plugin("race", RULES)
    with pytest.raises(kind), plugin_boundary(load("race")):
        raise kind


RESULT = 'Result(1 - state[1], "The end is reached")'
NEXT = "state[0] + int(move[3:]), 1 - state[1]"
COUNTING = modified_race("MOST = 2", 'MOST, COUNT = 2, __import__("itertools").count()')

#: For each mistake: the text to replace, its replacement, and the expected message.
SLIPS = {
    "no seat wins": (RESULT, "Result(5, 'Over')", "result(state) has the winner 5; expected"),
    "a text wins": (RESULT, "'Black'", "result(state) is 'Black'; expected None"),
    "a number wins": (RESULT, "0", "result(state) is 0; expected None during the"),
    "no state": (NEXT, f"({NEXT}) if state[0] < 3 else None", "play(state, move) returns None; "),
    "other moves": (MOVES, 'else [f"add{next(COUNT) % 2 + 1}"]', "legal_moves(state) returns ['"),
}


@pytest.mark.slow
@pytest.mark.usefixtures("probes")
@pytest.mark.parametrize("players", ["random", "greedy"])
@pytest.mark.parametrize("slip", SLIPS)
def test_match_reports_plugin_errors(slip, players, add_plugin, command_error):
    sound, wrong, words = SLIPS[slip]
    text = modified_race(sound, wrong, COUNTING)
    add_plugin("race", text)
    err = command_error("match", "race", players, players, "--games", "2", "--jobs", "1")
    assert f"{location(text, f'def {words[:5]}')}): {words}" in err
    if slip == "no state":  # the exception comes first, then its cause
        assert "raises TypeError: 'NoneType' object is not subscriptable" in err


def test_traceback_for_debugging(add_plugin, monkeypatch):
    add_plugin("race", failing_race(1, FAULT))
    monkeypatch.setenv("PUZZLEKIT_DEBUG", "1")
    with pytest.raises(Exception) as raised:
        main(["playouts", "race", "--games", "2"])
    assert isinstance(raised.value.__cause__, ValueError)


def test_traceback_while_playing(add_plugin, monkeypatch, capsys):
    add_plugin("race", failing_race(1, FAULT))
    monkeypatch.setenv("PUZZLEKIT_DEBUG", "1")
    out = io.StringIO()
    launch(io.StringIO("race\nadd1\nadd1\nquit\nq\n"), out)
    assert WHERE in out.getvalue()
    assert "in remember" in capsys.readouterr().err


@pytest.mark.slow
def test_check_shows_traceback_for_debugging(add_plugin, monkeypatch, capfd):
    add_plugin("race", failing_race(1, FAULT))
    monkeypatch.setenv("PUZZLEKIT_DEBUG", "1")
    main(["check", "race"])
    out, err = capfd.readouterr()
    assert WHERE in out
    assert "Traceback" not in out
    assert "in remember" in err


BANDAGED = '''
from puzzlekit import Puzzle, ring


class Bandaged(Puzzle):
    """Turn all, or swap two while the first is at its place."""

    def __init__(self):
        super().__init__(ring(5), "12345")

    def legal_moves(self, state):
        return ["turn", "swap"] if state[0] == "1" else ["turn"]

    def cell_permutation(self, state, move):
        return {i: (i + 1) % 5 for i in range(5)} if move == "turn" else {0: 1, 1: 0}
'''


@pytest.mark.parametrize("command", ["order", "group", "check"])
def test_frame_error_has_location(command, add_plugin, run):
    add_plugin("race", BANDAGED)
    code, out, output = run(command, "race")
    assert code == (1 if command == "check" else 2)
    where = location(BANDAGED, "def __init__")
    assert f"Bandaged ({where}): two positions have the same frame" in (out + output)
