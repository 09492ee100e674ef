"""An exception of a plugin is reported with its own words, file and line, wherever it is met."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import io
import sys

import pytest

import puzzlekit
from puzzlekit import load
from puzzlekit.cli import main
from puzzlekit.core.errors import PluginError
from puzzlekit.play.new_game import new_session
from puzzlekit.plugin.errors import plugin_boundary
from puzzlekit.ui.settings import Settings
from puzzlekit.ui.terminal.launcher import launch
from puzzlekit.ui.window.app import App
from puzzlekit.ui.window.drawing.canvas import Canvas

RACE = '''"""A game."""

from puzzlekit import BoardGame, Result, ring


def remember(state):
    if state[0] >= {failing}:
        {fault}


class Race(BoardGame):
    """Add one or two in turn; the player who reaches seven wins."""

    name = "Race"

    def __init__(self):
        self.board = ring(7)

    def start(self, rng=None):
        return 0, 0

    def turn(self, state):
        return state[1]

    def moves(self, state):
        remember(state)
        return [] if self.result(state) else ["add1", "add2"]

    def after(self, state, move):
        return state[0] + int(move[3:]), 1 - state[1]

    def result(self, state):
        return Result(1 - state[1], "The end is reached") if state[0] >= 7 else None

    def look(self, state):
        return [None] * 7
'''

FAULT = 'raise ValueError("disk full")'


@pytest.fixture
def said(capfd, monkeypatch, add_plugin):
    """Return a function that meets the plugin on some way and returns what is said."""

    def command(*argv, lines=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        capfd.readouterr()
        main(argv)
        return "".join(capfd.readouterr())

    def terminal(lines):
        out = io.StringIO()
        launch(io.StringIO(lines), out)
        return out.getvalue()

    def window(act):
        messages = []

        def log(app, name, text=""):
            messages.append(text if name in ("message", "error") else "")

        monkeypatch.setattr(App, "log", log)
        monkeypatch.setattr(Canvas, "error_card", lambda canvas, text, box: messages.append(text))
        app = App(Settings(speed="off"), remember=False)
        try:
            with app._guarded():
                act(app)
            app.step()
            broken = app.screen.selection.broken if hasattr(app.screen, "selection") else ()
            return "\n".join([*messages, *map(str, broken)])
        finally:
            app.close()

    def play(app):
        app.play(new_session("race"))
        app.screen.table.enter("add1")

    ways = {
        "playouts": lambda: command("playouts", "race", "--games", "2"),
        "match": lambda: command("match", "race", "random", "random", "--games", "1"),
        "match of processes": lambda: command(
            "match", "race", "greedy", "random", "--games", "2", "--jobs", "2"
        ),
        "play": lambda: command("play", "race", "--text", lines="add1\nquit\n"),
        "check": lambda: command("check", "race"),
        "perft": lambda: command("perft", "race", "--depth", "4"),
        "window": lambda: window(play),
        "launcher": lambda: window(lambda app: app.home()),
        "launcher in text": lambda: terminal("race\nadd1\nquit\nquit\n"),
    }

    def meet(way, text):
        add_plugin("race", text)
        return ways[way]()

    return meet


WAYS = ["playouts", "match", "match of processes", "play", "check", "perft", "window"]


@pytest.mark.parametrize("way", [*WAYS, "launcher", "launcher in text"])
def test_the_words_of_an_exception_are_shown_everywhere(way, said):
    """It fails after the first move, and in the launcher from the start."""
    text = said(way, RACE.format(failing=0 if way == "launcher" else 1, fault=FAULT))
    assert "ValueError: disk full" in text
    assert "race.py, line 8" in text
    assert "moves(state)" in text
    assert "Traceback" not in text


ANSWERS = {
    "solve": lambda rules: puzzlekit.solve(rules),
    "order": lambda rules: puzzlekit.order(rules),
    "group": lambda rules: puzzlekit.group(rules),
    "hint": lambda rules: puzzlekit.hint(rules),
    "optimal": lambda rules: puzzlekit.optimal(rules),
    "word": lambda rules: puzzlekit.word(rules),
    "states": lambda rules: list(puzzlekit.states(rules)),
    "perft": lambda rules: list(puzzlekit.perft(rules, 3)),
    "outcome": lambda rules: puzzlekit.outcome(rules),
    "prove": lambda rules: puzzlekit.prove(rules),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_functions_raise_plugin_errors(name, add_plugin, monkeypatch):
    failing = 'int(__import__("os").environ.get("FAILING", 9))'
    text = RACE.format(failing=failing, fault=FAULT)
    if name not in ("outcome", "prove"):  # which are for games
        text = text.replace("BoardGame", "Rules").replace("1 - state[1]", "0")
    add_plugin("race", text)
    rules = load("race")
    monkeypatch.setenv("FAILING", "0")
    with pytest.raises(PluginError) as caught:
        ANSWERS[name](rules)
    assert "race.py, line 8): moves(state) raises ValueError: disk full" in str(caught.value)
    assert str(caught.value.__cause__) == "disk full"


def test_a_function_finds_an_invalid_return_value(add_plugin, monkeypatch):
    text = RACE.format(failing=9, fault="pass").replace(
        '["add1", "add2"]', '["add1"] if not __import__("os").environ.get("FAILING") else None'
    )
    add_plugin("race", text)
    rules = load("race")
    monkeypatch.setenv("FAILING", "1")
    with pytest.raises(PluginError, match=r"race\.py, line 25\): moves\(state\) returns None"):
        puzzlekit.order(rules)


def test_a_plugin_must_not_end_the_program(said):
    text = said("playouts", RACE.format(failing=1, fault="raise SystemExit(3)"))
    assert "race.py, line 8): moves(state) raises SystemExit: 3. A plugin must not end" in text


@pytest.mark.parametrize("way", ["playouts", "match"])
def test_a_file_that_is_missing_is_the_plugins_fault(way, said):
    text = said(way, RACE.format(failing=1, fault='open("/no/such/file")'))
    assert "race.py, line 8): moves(state) raises FileNotFoundError" in text
    assert "in `open(" in text


def test_ctrl_c_passes(add_plugin):
    add_plugin("race", RACE.format(failing=9, fault="pass"))
    with pytest.raises(KeyboardInterrupt), plugin_boundary(load("race")):
        raise KeyboardInterrupt


def test_our_own_faults_pass(add_plugin):
    """The plugin returns nothing invalid, and no line of its own is in the traceback."""
    add_plugin("race", RACE.format(failing=9, fault="pass"))
    with pytest.raises(ZeroDivisionError), plugin_boundary(load("race")):
        1 / 0  # noqa: B018


def test_an_invalid_return_value_is_found(add_plugin, capfd):
    """It fails in our code, so that no line of the plugin is in the traceback."""
    text = RACE.format(failing=9, fault="pass").replace(
        '["add1", "add2"]', '["add1"] if not state[0] else None'
    )
    add_plugin("race", text)
    assert main(["perft", "race", "--depth", "2"]) == 2
    said = capfd.readouterr().err
    assert "race.py, line 25): moves(state) returns None; expected a list of words" in said
    assert "Does every code path return a value? (TypeError: " in said


def test_the_traceback_can_be_seen(add_plugin, monkeypatch):
    add_plugin("race", RACE.format(failing=1, fault=FAULT))
    monkeypatch.setenv("PUZZLEKIT_DEBUG", "1")
    with pytest.raises(Exception) as raised:
        main(["playouts", "race", "--games", "2"])
    assert isinstance(raised.value.__cause__, ValueError)
