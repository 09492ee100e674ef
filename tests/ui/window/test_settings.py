"""Settings: applied at once and saved, unless given for one run."""

import json

import pygame
import pytest

from puzzlekit.play.new_game import new_session
from puzzlekit.ui.settings import Settings, read
from puzzlekit.ui.window.dialogs import SettingsDialog


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_settings_take_effect_immediately(app, theme):
    window = app("pinball", theme=theme)
    window.show(SettingsDialog(window))
    window.draw()
    before = window.surface.get_at((2, 2))
    window.change_setting("theme", "light" if theme == "dark" else "dark")
    window.change_setting("scale", 1.5)
    window.change_setting("palette", "grey")
    window.change_setting("letters", True)
    window.press(pygame.K_ESCAPE)
    assert not window.dialogs
    assert window.surface.get_at((2, 2)) != before


def test_highlighting_of_legal_moves_is_saved(open_launcher, tmp_path):
    window = open_launcher()
    window.play(new_session("hex:3", ["human", "human"]), tmp_path / "game.json")
    window.click("legal")
    window.close()
    assert read().legal


def test_settings_for_one_run_are_not_saved(open_launcher):
    settings = Settings(theme="light", speed="off")
    window = open_launcher(settings, saved={"theme": "dark", "speed": "normal"})
    window.change_setting("palette", "grey")
    window.close()
    assert (read().theme, read().speed, read().palette) == ("dark", "normal", "grey")


def offered_players(window, game):
    """Return the players that the launcher offers for a game."""
    window.screen.choose(game)
    return window.screen.selection.seats()


def test_last_players_of_each_game_are_saved(open_launcher):
    window = open_launcher()
    window.screen.choose("hex")
    window.screen.selection.set_player(1, "mcts:club")
    window.click("new")
    window.press(pygame.K_ESCAPE)
    assert window.screen.selection.chosen == "hex"  # still in the launcher
    window.settings.lessons_offered = []
    window.click("new")
    window.click("start")  # rather than the guided game, which is offered once
    window.close()
    again = open_launcher(read())
    assert read().lessons_offered == ["hex"]
    assert offered_players(again, "hex") == ["human", "mcts:club"]
    assert offered_players(again, "pentago") == ["human", "mcts:casual"]  # viewing does not save


@pytest.mark.parametrize(
    "players",
    ['{"hex": ["human", "nobody"]}', '{"hex": 5}', '{"hex": [1, 2]}', '{"hex": ["human"]}', "[]"],
)
def test_invalid_players_become_default(open_launcher, home, players):
    home.mkdir(exist_ok=True)
    (home / "settings.json").write_text(f'{{"theme": "light", "players": {players}}}')
    assert read().theme == "light"
    assert offered_players(open_launcher(read()), "hex") == ["human", "mcts:casual"]


def test_settings_of_another_version_are_kept(open_launcher, home):
    window = open_launcher()
    window.change_setting("palette", "grey")
    path = home / "settings.json"
    data = {**json.loads(path.read_text()), "tilt": 30, "theme": "sepia"}
    path.write_text(json.dumps(data))
    window.change_setting("letters", True)
    assert json.loads(path.read_text()) == data | {"letters": True}
    data = {**data, "letters": True, "players": {"hex": ["human"], "solo": {"side": "red"}}}
    path.write_text(json.dumps(data))
    window.change_setting("sound", False)
    assert json.loads(path.read_text()) == data | {"sound": False}
    path.write_text('{"theme": "lig')
    window.change_setting("scale", 1.5)
    assert read() == Settings(scale=1.5)
