"""Terminal input and output: colour, width, columns, characters outside its encoding."""

import io

from puzzlekit.play.new_game import new_session
from puzzlekit.ui.terminal.game import TerminalGame
from puzzlekit.ui.terminal.terminal import Terminal, columns


class FakeScreen(io.StringIO):
    def isatty(self):
        return True


def test_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "12")
    assert columns(["a1-b1", "b", "c", "d"]) == ["a1-b1", "b", "c", "d"]
    monkeypatch.setenv("COLUMNS", "14")
    assert columns(["a1-b1", "b", "c"]) == ["a1-b1  b", "c"]
    assert columns([]) == []


def test_when_colour_is_used(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert Terminal(io.StringIO(), FakeScreen()).colour
    assert not Terminal(io.StringIO(), io.StringIO()).colour
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Terminal(io.StringIO(), FakeScreen()).colour


def test_console_of_windows_shows_colours(monkeypatch):
    commands = []
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "")
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr("os.system", commands.append)
    Terminal(io.StringIO(), io.StringIO())
    assert not commands
    assert Terminal(io.StringIO(), FakeScreen()).colour
    assert commands == [""]


def test_paragraphs_on_screen_and_in_file(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    end = "word\n\n  indented\n  lines\n\nCoup\u00a0: «\u202fa1\u202f»"
    text = f"{'word ' * 18}\n{end}"
    screen, file = FakeScreen(), io.StringIO()
    for out in (screen, file):
        terminal = Terminal(io.StringIO(), out)
        terminal.write_wrapped("word " * 20)
        terminal.write_paragraphs(text)
    assert max(map(len, screen.getvalue().splitlines())) < 40
    assert screen.getvalue().endswith(f"{end}\n")
    wrapped, paragraphs = file.getvalue().split("\n", 1)
    assert wrapped.split() == ["word"] * 20
    assert paragraphs == f"{text}\n"


def test_help_on_narrow_screen(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    screen = FakeScreen()
    TerminalGame(new_session("hex:3"), Terminal(io.StringIO("help\n"), screen), None).run()
    lines = screen.getvalue().splitlines()
    assert max(map(len, lines)) < 60
    assert "  moves         list the legal moves" in lines


def test_progress_is_overwritten():
    shown = Terminal(io.StringIO(), FakeScreen())
    for text in ("states: 10 %", "states: 20 %", "cells", ""):
        shown.write_transient(text)
    lines = shown.stdout.getvalue().split("\r")
    written = [line.rstrip() for line in lines if line]
    assert written == ["states: 10 %", "states: 20 %", "cells", ""]
    assert {len(line) for line in lines[3:] if line} == {12, 5}
    silent = Terminal(io.StringIO(), io.StringIO())
    silent.write_transient("states")
    assert silent.stdout.getvalue() == ""


def test_dumb_terminal_shows_no_progress(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    shown = Terminal(io.StringIO(), FakeScreen())
    shown.write_transient("states: 10 %")
    shown.write("text")
    assert shown.stdout.getvalue() == "text\n"


def test_closed_output(monkeypatch):
    monkeypatch.setattr("sys.stdout", None)
    terminal = Terminal(io.StringIO("help\n"))
    terminal.write("text")
    assert not terminal.is_screen
    assert terminal.ask("> ") == "help"


def test_encoding_errors_are_ignored():
    source = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n"), encoding="utf-8")
    target = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    terminal = Terminal(source, target)
    assert terminal.ask("> ") == "\ufffd\ufffd"
    terminal.write("ö")
    assert Terminal(source, target).ask("> ") is None
