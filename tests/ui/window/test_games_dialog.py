"""The dialog with past games."""

import pygame
import pytest

from puzzlekit.play.game_database import Library
from puzzlekit.play.new_game import new_session
from puzzlekit.ui.window.drawing import widgets
from puzzlekit.ui.window.game.screen import GameScreen
from puzzlekit.ui.window.launcher.screen import Launcher

SIZES = [((480, 360), 1.0), ((800, 600), 2.0), ((1280, 800), 1.0)]


@pytest.fixture
def games(home):
    """Return a library of four games, the last of which is over."""
    library = Library()
    for text in ("hex:4 b2", "knights 1-8", "hex:5 c3 c4"):
        library.add(new_session(text))
    library.add(new_session("hex:2,swap=off a1 b1 a2", ["human", "mcts:casual"]))
    return library


def listed_games(window):
    return [w.entry.number for w in window.dialogs[-1].widgets if w.key.startswith("game ")]


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_search_and_resume(app, games, size, scale):
    window = app(size=size, scale=scale)
    window.click("games")
    assert listed_games(window)[0] == 3
    window.write("hex size=4")
    assert listed_games(window) == [1]
    window.press(pygame.K_RETURN)
    assert isinstance(window.screen, GameScreen)
    assert not window.dialogs
    assert window.moves() == ["b2"]
    window.screen.controller.play("a1")
    assert games.open(1)[0].moves == ["b2", "a1"]


def test_delete_and_restore(app, games):
    window = app()
    window.press(pygame.K_F6)
    assert listed_games(window) == [3, 2, 1]
    window.write("hex")
    window.press(pygame.K_DELETE)  # typing selects no game
    assert len(games.entries()) == 4
    window.press(*[pygame.K_BACKSPACE] * 3, pygame.K_DOWN)
    assert not window.widget("undo").enabled
    window.press(pygame.K_DELETE)
    assert listed_games(window) == [3, 1]
    assert window.dialogs[-1].message == "Deleted. Undo restores it."
    window.press(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert listed_games(window) == [3, 2, 1]
    window.click("delete", "delete")
    assert len(listed_games(window)) == 1
    window.dialogs[-1].show_which("Deleted")
    assert len(listed_games(window)) == 2
    window.click("back")
    assert len(listed_games(window)) == 1
    assert window.widget("undo").enabled
    window.click("back")
    assert not window.widget("undo").enabled  # both games have been restored
    window.press(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert len(games.entries()) == 4
    window.dialogs[-1].show_which("Unfinished")
    window.press(pygame.K_DELETE)
    window.dialogs[-1].show_which("Finished")
    assert listed_games(window) == [4]
    assert len(games.entries()) == 3


def test_export_and_open_finished_game(app, games, home, monkeypatch):
    monkeypatch.setattr(widgets, "DOUBLE_CLICK", 60)
    window = app()
    window.click("games", "which")
    window.press(pygame.K_DOWN, pygame.K_RETURN)
    assert listed_games(window) == [4]
    window.click("export")
    path = home / "records" / "hex-4.pgn"
    assert window.dialogs[-1].message == f"Written to {path}."
    assert "1. a1 b1 2. a2 1-0" in path.read_text()
    window.click("game 4", "game 4")
    assert window.screen.session.players == ["human", "mcts:casual"]


def test_click_next_to_list(app, games):
    window = app(size=(480, 360))
    for _ in range(30):
        games.add(new_session("hex:3 b2"))
    window.click("games")
    dialog = window.dialogs[-1]
    window.wheel(-1)
    rows = [w for w in dialog.widgets if w.key.startswith("game ")]
    assert 0 < len(rows) < 12
    chosen = dialog.chosen
    window.click("which")  # this list overlaps a row
    window.press(pygame.K_ESCAPE)
    assert dialog.chosen == chosen
    window.press(*[pygame.K_DOWN] * 40)
    assert dialog.chosen == 1
    assert dialog.widgets[-5].box.bottom <= dialog.area.bottom
    window.press(pygame.K_ESCAPE)
    assert not window.dialogs


def test_empty_list(app):
    window = app()
    window.click("games")
    assert listed_games(window) == []
    window.press(pygame.K_RETURN, pygame.K_DELETE, pygame.K_DOWN)
    assert isinstance(window.screen, Launcher)
    assert not window.widget("open").enabled


def test_new_and_resume(app, games):
    window = app()
    window.screen.choose("hex")
    window.click("resume")
    assert window.moves() == ["c3", "c4"]
    window.screen.controls.start_new_game()
    window.screen.controller.play("a1")
    window.go_home()
    window.screen.choose("hex")
    window.click("resume")
    assert window.moves() == ["a1"]
    assert [entry.number for entry in games.entries("hex")][:2] == [5, 4]


def thumbnail_of(window, number):
    """Return the thumbnail of a listed game, once all are drawn."""
    dialog = window.dialogs[-1]
    while dialog.needs_poll():
        window.step()
    row = next(w for w in dialog.widgets if w.key == f"game {number}")
    return row.picture


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_thumbnails(app, games, size, scale):
    games.add(new_session("hex:4 b2"))
    games.add(new_session("cube:2"))
    window = app(size=size, scale=scale)
    window.press(pygame.K_F6)
    window.write("hex")
    one, other, alike = (
        pygame.image.tobytes(thumbnail_of(window, number), "RGB") for number in (3, 1, 5)
    )
    assert other == alike != one
    # The thumbnail is at the left of its row.
    window.draw()
    row = window.widget("game 5")
    assert row.box.contains(place := row.picture_box(window.canvas))
    assert window.pixels(place) == alike
    window.dialogs[-1].search("cube")
    assert len(set(pygame.image.tobytes(thumbnail_of(window, 6), "RGB"))) > 20
    assert not window.dialogs[-1].needs_poll()
    window.dialogs[-1].search("")
    window.dialogs[-1].show_which("Finished")
    assert thumbnail_of(window, 4) is not None


def test_failing_thumbnail(app, games, monkeypatch):
    def broken(*_):
        raise ValueError("no")

    monkeypatch.setattr("puzzlekit.ui.window.games_dialog.checked_pieces", broken)
    window = app()
    window.press(pygame.K_F6)
    assert thumbnail_of(window, 1) is None
    assert listed_games(window) == [3, 2, 1]


def test_next_game_after_deletion_is_visible(app, games):
    for _ in range(30):
        games.add(new_session("hex:3 b2"))
    window = app(size=(480, 360))
    window.click("games")
    dialog = window.dialogs[-1]
    window.press(pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_DOWN)
    numbers, first = dialog.items(), dialog.chosen
    at = numbers.index(first)
    for below in numbers[at + 1 : at + 3]:
        window.press(pygame.K_DELETE)
        assert dialog.chosen == below
        assert below in listed_games(window)
    for number in (numbers[at + 1], first):  # one undo for each deletion
        window.press(pygame.K_z, mod=pygame.KMOD_CTRL)
        assert dialog.chosen == number
        assert number in listed_games(window)
    assert dialog.items() == numbers
    assert not window.widget("undo").enabled


def test_selected_game_stays_visible_after_resize(app, games):
    for _ in range(9):
        games.add(new_session("hex:3"))
    window = app(size=(1280, 800))
    window.click("games")
    window.dialogs[-1].choose(listed_games(window)[-1])
    chosen = window.dialogs[-1].chosen
    window.resize((480, 360))
    assert chosen in listed_games(window)
