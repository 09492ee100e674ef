"""Terminal input and output: colour, width, columns, characters outside its encoding."""

import io

from puzzlekit.play.new_game import new_session
from puzzlekit.ui.terminal.game import TerminalGame
from puzzlekit.ui.terminal.terminal import Terminal, columns


class Screen(io.StringIO):
    def isatty(self):
        return True


def test_columns_fill_the_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "12")
    assert columns(["a1-b1", "b", "c", "d"]) == ["a1-b1", "b", "c", "d"]
    monkeypatch.setenv("COLUMNS", "14")
    assert columns(["a1-b1", "b", "c"]) == ["a1-b1  b", "c"]
    assert columns([]) == []


def test_colour_only_on_a_screen_that_wants_it(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert Terminal(io.StringIO(), Screen()).colour
    assert not Terminal(io.StringIO(), io.StringIO()).colour
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Terminal(io.StringIO(), Screen()).colour


def test_sentences_are_broken_between_words_on_a_screen(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    screen, file = Screen(), io.StringIO()
    for out in (screen, file):
        Terminal(io.StringIO(), out).write_wrapped("word " * 20)
    assert max(map(len, screen.getvalue().splitlines())) < 40
    assert len(file.getvalue().splitlines()) == 1


def test_paragraphs_fit_a_screen_and_pass_unchanged_to_a_file(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    text = f"{'word ' * 18}\nword\n\n  indented\n  lines"
    screen, file = Screen(), io.StringIO()
    for out in (screen, file):
        Terminal(io.StringIO(), out).write_paragraphs(text)
    assert max(map(len, screen.getvalue().splitlines())) < 40
    assert screen.getvalue().endswith("word\n\n  indented\n  lines\n")
    assert file.getvalue() == f"{text}\n"


def test_help_fits_a_narrow_screen(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    screen = Screen()
    TerminalGame(new_session("hex:3"), Terminal(io.StringIO("help\n"), screen), None).run()
    lines = screen.getvalue().splitlines()
    assert max(map(len, lines)) < 60
    assert "  moves         list the legal moves" in lines


def test_progress_is_overwritten():
    shown = Terminal(io.StringIO(), Screen())
    for text in ("states: 10 %", "states: 20 %", "cells", ""):
        shown.write_transient(text)
    lines = shown.stdout.getvalue().split("\r")
    written = [line.rstrip() for line in lines if line]
    assert written == ["states: 10 %", "states: 20 %", "cells", ""]
    assert {len(line) for line in lines[3:] if line} == {12, 5}
    silent = Terminal(io.StringIO(), io.StringIO())
    silent.write_transient("states")
    assert silent.stdout.getvalue() == ""


def test_output_may_be_closed(monkeypatch):
    monkeypatch.setattr("sys.stdout", None)
    terminal = Terminal(io.StringIO("help\n"))
    terminal.write("text")
    assert not terminal.is_screen
    assert terminal.ask("> ") == "help"


def test_undecodable_input_and_unencodable_output_stop_nothing():
    source = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n"), encoding="utf-8")
    target = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    terminal = Terminal(source, target)
    assert terminal.ask("> ") == "\ufffd\ufffd"
    terminal.write("ö")
    assert Terminal(source, target).ask("> ") is None
