"""Files dropped on the window: games and puzzles are opened, others are told of."""

import pygame
import pytest

from puzzlekit.play import records, saves
from puzzlekit.play.new_game import new_session
from puzzlekit.ui.window.game.screen import GameScreen
from puzzlekit.ui.window.launcher.screen import Launcher


def drop(shown, path):
    shown.handle(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    shown.draw()


@pytest.fixture
def files(tmp_path):
    """A save, a record and a puzzle, and three files that are nothing of that."""
    session = new_session("hex:3 b2")
    (tmp_path / "save.json").write_text(saves.dump(session))
    records.write_file(session, tmp_path / "record.pgn")
    (tmp_path / "turn.gap").write_text("a := (1,2,3);")
    (tmp_path / "bad.toml").write_text("[[")
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "bad.bin").write_bytes(b"\xff\x00")
    return tmp_path


@pytest.mark.parametrize("game", [None, "knights"])
def test_what_can_be_played_is_opened(app, files, game):
    shown = app(game)
    drop(shown, files / "save.json")
    assert shown.moves() == ["b2"]
    shown.screen.table.play("a1")
    assert saves.read(files / "save.json").moves == ["b2", "a1"]
    drop(shown, files / "record.pgn")
    assert shown.moves() == ["b2"]
    shown.screen.table.play("a1")
    assert records.read_file(files / "record.pgn").moves == ["b2"]  # it is kept in the library
    drop(shown, files / "turn.gap")
    assert shown.screen.rules.moves(shown.screen.session.state) == ["a", "a'"]


@pytest.mark.parametrize("name", ["bad.toml", "bad.json", "bad.bin", "missing.json", "."])
@pytest.mark.parametrize("size", [(480, 360), (1280, 800)])
def test_the_launcher_says_what_is_wrong(app, files, name, size):
    shown = app(size=size)
    cards = [each.box.copy() for each in shown.screen.widgets if each.key.startswith("card ")]
    drop(shown, files / name)
    assert isinstance(shown.screen, Launcher)
    strip = shown.widget("refused")
    assert shown.screen.refused
    assert strip.box.top == shown.screen.area.bottom  # it covers no card
    assert shown.surface.get_rect().contains(strip.box)
    after = [each.box for each in shown.screen.widgets if each.key.startswith("card ")]
    assert after == cards  # nothing jumps
    shown.click("refused") if name == "." else shown.press(pygame.K_ESCAPE)
    assert "refused" not in shown.widget_keys()


def test_a_game_goes_on_when_something_else_is_dropped(app, files):
    shown = app("hex:4 c3")
    shown.press(pygame.K_F4)
    drop(shown, files / "bad.toml")
    assert isinstance(shown.screen, GameScreen)
    assert not shown.dialogs
    assert "bad.toml, line 1: this is no TOML" in shown.screen.table.said()
    assert shown.moves() == ["c3"]
