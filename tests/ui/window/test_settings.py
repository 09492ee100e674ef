"""Settings: applied at once and saved, unless given for one run."""

import pygame
import pytest

from puzzlekit.play.new_game import new_session
from puzzlekit.ui.settings import Settings, read
from puzzlekit.ui.window.dialogs import SettingsDialog


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_settings_take_effect_at_once(app, theme):
    shown = app("pinball", theme=theme)
    shown.show(SettingsDialog(shown))
    shown.draw()
    before = shown.surface.get_at((2, 2))
    shown.change_setting("theme", "light" if theme == "dark" else "dark")
    shown.change_setting("scale", 1.5)
    shown.change_setting("palette", "grey")
    shown.change_setting("letters", True)
    shown.press(pygame.K_ESCAPE)
    assert not shown.dialogs
    assert shown.surface.get_at((2, 2)) != before


def test_highlighting_of_legal_moves_is_saved(remembering, tmp_path):
    shown = remembering()
    shown.play(new_session("hex:3", ["human", "human"]), tmp_path / "game.json")
    shown.click("legal")
    shown.close()
    assert read().legal


def test_settings_for_one_run_are_not_saved(remembering):
    settings = Settings(theme="light", speed="off")
    shown = remembering(settings, saved={"theme": "dark", "speed": "normal"})
    shown.change_setting("palette", "grey")
    shown.close()
    assert (read().theme, read().speed, read().palette) == ("dark", "normal", "grey")


def opponents(shown, game):
    """Return the players that the launcher offers for a game."""
    shown.screen.choose(game)
    return shown.screen.selection.seats()


def test_the_launcher_remembers_who_played_each_game_last(remembering):
    shown = remembering()
    shown.screen.choose("hex")
    shown.screen.selection.set_player(1, "mcts:club")
    shown.click("new")
    shown.press(pygame.K_ESCAPE)
    assert shown.screen.selection.chosen == "hex"  # still in the launcher
    shown.settings.lessons_offered = []
    shown.click("new")
    shown.click("start")  # rather than the guided game, which is offered once
    shown.close()
    again = remembering(read())
    assert read().lessons_offered == ["hex"]
    assert opponents(again, "hex") == ["human", "mcts:club"]
    assert opponents(again, "pentago") == ["human", "mcts:casual"]  # viewing does not save


@pytest.mark.parametrize(
    "players",
    ['{"hex": ["human", "nobody"]}', '{"hex": 5}', '{"hex": [1, 2]}', '{"hex": ["human"]}', "[]"],
)
def test_players_that_make_no_sense_are_the_usual_ones(remembering, home, players):
    home.mkdir(exist_ok=True)
    (home / "settings.json").write_text(f'{{"theme": "light", "players": {players}}}')
    assert read().theme == "light"
    assert opponents(remembering(read()), "hex") == ["human", "mcts:casual"]
