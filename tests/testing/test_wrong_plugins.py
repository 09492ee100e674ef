"""What `check`, `list`, `play` and the window say of wrong plugins, in their authors' words."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import io
import random
import re
import sys
from pathlib import Path

import pytest

import puzzlekit
from puzzlekit.cli import main
from puzzlekit.play import trial
from puzzlekit.play.new_game import new_session
from puzzlekit.testing import apart
from puzzlekit.ui.settings import Settings
from puzzlekit.ui.window.app import App
from puzzlekit.ui.window.drawing.canvas import Canvas

from .wrong_plugins import BASES, FIRST, WRONG, text_of

pytestmark = pytest.mark.slow

#: Where no sentence may lead.
OURS = str(Path(puzzlekit.__file__).parent)


class Said(App):
    """A window that notes what it says."""

    def __init__(self):
        self.said = []
        super().__init__(Settings(speed="off"), remember=False)

    def log(self, name, text=""):
        if name == "message":
            self.said.append(text)


class Doors:
    """The four ways on which a person meets a plugin."""

    def __init__(self, name, capfd, monkeypatch):
        self.name, self.capfd, self.monkeypatch = name, capfd, monkeypatch

    def _run(self, *argv):
        self.capfd.readouterr()
        main(argv)
        return "".join(self.capfd.readouterr())

    def check(self):
        """Return what `check` finds, in this process: another one would say the same."""
        random.seed(1)
        return self._run("check", self.name)

    def list(self):
        lines = self._run("list").splitlines()
        return "\n".join(line for line in lines if line.startswith("puzzlekit: "))

    def play(self):
        """Return what the terminal says to a wrong word, a wish for a hint, and a move."""
        lines = f"zzz\nhint\n{FIRST[self.name]}\nquit\n"
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        lines = self._run("play", f"{self.name}#1", "--text").splitlines()
        told = [line.removeprefix("> ") for line in lines if ".py, line" in line]
        return "\n".join(dict.fromkeys(told))

    def window(self):
        app = Said()
        self.monkeypatch.setattr(
            Canvas, "error_card", lambda canvas, text, box: app.said.append(text)
        )
        try:
            with app._guarded():
                app.play(new_session(f"{self.name}#1"))
            app.step()
            with app._guarded():
                app.screen.table.enter(FIRST[self.name])
            app.step()
        finally:
            app.close()
        return "\n".join(dict.fromkeys(app.said))


@pytest.fixture
def doors(add_plugin, capfd, monkeypatch):
    """Return a function that adds a plugin and returns its doors."""
    monkeypatch.setattr(trial, "needed", False)
    monkeypatch.setattr(
        apart, "checked", lambda job, limit, progress: apart.found_by(job, apart.made(job), None)
    )

    def opened(name, text):
        add_plugin(name, text)
        return Doors(name, capfd, monkeypatch)

    return opened


@pytest.mark.parametrize("mistake", WRONG)
def test_what_is_said_of(mistake, doors):
    wrong = WRONG[mistake]
    at = doors(wrong.plugin, text_of(mistake))
    for door in ("check", "list", "play", "window"):
        said = getattr(at, door)()
        if door not in wrong.doors.split():
            assert f"{wrong.plugin}.py" not in said, (door, said)
            continue
        assert wrong.words in said, (door, said)
        places = {*map(int, re.findall(rf"{wrong.plugin}\.py, line ([0-9]+)", said))}
        assert places, (door, said)
        assert places <= {*wrong.lines}, (door, said)
        assert "Traceback" not in said
        assert OURS not in said
        assert said.count(wrong.words) == 1, (door, said)
        assert "warning: " not in said or "keeps the contract" in said, (door, said)


def test_the_sound_plugins_say_nothing(doors):
    for name, text in BASES.items():
        at = doors(name, text)
        assert at.check() == f"{name} keeps the contract.\n"
        assert [at.list(), at.play(), at.window()] == ["", "", ""]
