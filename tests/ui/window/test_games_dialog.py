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


def listed(shown):
    return [w.entry.number for w in shown.dialogs[-1].widgets if w.key.startswith("game ")]


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_search_and_resume(app, games, size, scale):
    shown = app(size=size, scale=scale)
    shown.click("games")
    assert listed(shown)[0] == 3
    shown.write("hex size=4")
    assert listed(shown) == [1]
    shown.press(pygame.K_RETURN)
    assert isinstance(shown.screen, GameScreen)
    assert not shown.dialogs
    assert shown.moves() == ["b2"]
    shown.screen.controller.play("a1")
    assert games.open(1)[0].moves == ["b2", "a1"]


def test_delete_and_restore(app, games):
    shown = app()
    shown.press(pygame.K_F6)
    assert listed(shown) == [3, 2, 1]
    shown.write("hex")
    shown.press(pygame.K_DELETE)  # typing selects no game
    assert len(games.entries()) == 4
    shown.press(*[pygame.K_BACKSPACE] * 3, pygame.K_DOWN)
    assert not shown.widget("undo").enabled
    shown.press(pygame.K_DELETE)
    assert listed(shown) == [3, 1]
    assert shown.dialogs[-1].message == "Deleted. Undo restores it."
    shown.press(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert listed(shown) == [3, 2, 1]
    shown.click("delete", "delete")
    assert len(listed(shown)) == 1
    shown.dialogs[-1].show_which("Deleted")
    assert len(listed(shown)) == 2
    shown.click("back")
    assert len(listed(shown)) == 1
    assert shown.widget("undo").enabled
    shown.click("back")
    assert not shown.widget("undo").enabled  # both games have been restored
    shown.press(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert len(games.entries()) == 4
    shown.dialogs[-1].show_which("Unfinished")
    shown.press(pygame.K_DELETE)
    shown.dialogs[-1].show_which("Finished")
    assert listed(shown) == [4]
    assert len(games.entries()) == 3


def test_finished_game_is_exported_and_opened(app, games, home, monkeypatch):
    monkeypatch.setattr(widgets, "DOUBLE_CLICK", 60)
    shown = app()
    shown.click("games", "which")
    shown.press(pygame.K_DOWN, pygame.K_RETURN)
    assert listed(shown) == [4]
    shown.click("export")
    path = home / "records" / "hex-4.pgn"
    assert shown.dialogs[-1].message == f"Written to {path}."
    assert "1. a1 b1 2. a2 1-0" in path.read_text()
    shown.click("game 4", "game 4")
    assert shown.screen.session.players == ["human", "mcts:casual"]


def test_click_beside_the_list(app, games):
    shown = app(size=(480, 360))
    for _ in range(30):
        games.add(new_session("hex:3 b2"))
    shown.click("games")
    dialog = shown.dialogs[-1]
    shown.wheel(-1)
    rows = [w for w in dialog.widgets if w.key.startswith("game ")]
    assert 0 < len(rows) < 12
    chosen = dialog.chosen
    shown.click("which")  # this list overlaps a row
    shown.press(pygame.K_ESCAPE)
    assert dialog.chosen == chosen
    shown.press(*[pygame.K_DOWN] * 40)
    assert dialog.chosen == 1
    assert dialog.widgets[-5].box.bottom <= dialog.area.bottom
    shown.press(pygame.K_ESCAPE)
    assert not shown.dialogs


def test_empty_list(app):
    shown = app()
    shown.click("games")
    assert listed(shown) == []
    shown.press(pygame.K_RETURN, pygame.K_DELETE, pygame.K_DOWN)
    assert isinstance(shown.screen, Launcher)
    assert not shown.widget("open").enabled


def test_new_and_resume(app, games):
    shown = app()
    shown.screen.choose("hex")
    shown.click("resume")
    assert shown.moves() == ["c3", "c4"]
    shown.screen.controls.start_new_game()
    shown.screen.controller.play("a1")
    shown.go_home()
    shown.screen.choose("hex")
    shown.click("resume")
    assert shown.moves() == ["a1"]
    assert [entry.number for entry in games.entries("hex")][:2] == [5, 4]


def picture_of(shown, number):
    """Return the thumbnail of a listed game, once all are drawn."""
    dialog = shown.dialogs[-1]
    while dialog.needs_poll():
        shown.step()
    row = next(w for w in dialog.widgets if w.key == f"game {number}")
    return row.picture


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_pictures_of_games(app, games, size, scale):
    games.add(new_session("hex:4 b2"))
    games.add(new_session("cube:2"))
    shown = app(size=size, scale=scale)
    shown.press(pygame.K_F6)
    shown.write("hex")
    one, other, alike = (
        pygame.image.tobytes(picture_of(shown, number), "RGB") for number in (3, 1, 5)
    )
    assert other == alike != one
    # The thumbnail is at the left of its row.
    shown.draw()
    row = shown.widget("game 5")
    assert row.box.contains(place := row.picture_box(shown.canvas))
    assert shown.pixels(place) == alike
    shown.dialogs[-1].search("cube")
    assert len(set(pygame.image.tobytes(picture_of(shown, 6), "RGB"))) > 20
    assert not shown.dialogs[-1].needs_poll()
    shown.dialogs[-1].search("")
    shown.dialogs[-1].show_which("Finished")
    assert picture_of(shown, 4) is not None


def test_failing_picture(app, games, monkeypatch):
    def broken(*_):
        raise ValueError("no")

    monkeypatch.setattr("puzzlekit.ui.window.games_dialog.checked_pieces", broken)
    shown = app()
    shown.press(pygame.K_F6)
    assert picture_of(shown, 1) is None
    assert listed(shown) == [3, 2, 1]


def test_next_game_after_a_deletion_is_visible(app, games):
    for _ in range(30):
        games.add(new_session("hex:3 b2"))
    shown = app(size=(480, 360))
    shown.click("games")
    dialog = shown.dialogs[-1]
    shown.press(pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_DOWN)
    numbers, first = dialog.items(), dialog.chosen
    at = numbers.index(first)
    for below in numbers[at + 1 : at + 3]:
        shown.press(pygame.K_DELETE)
        assert dialog.chosen == below
        assert below in listed(shown)
    for number in (numbers[at + 1], first):  # one undo for each deletion
        shown.press(pygame.K_z, mod=pygame.KMOD_CTRL)
        assert dialog.chosen == number
        assert number in listed(shown)
    assert dialog.items() == numbers
    assert not shown.widget("undo").enabled


def test_the_selected_game_stays_visible_when_the_window_is_resized(app, games):
    for _ in range(9):
        games.add(new_session("hex:3"))
    shown = app(size=(1280, 800))
    shown.click("games")
    shown.dialogs[-1].choose(listed(shown)[-1])
    chosen = shown.dialogs[-1].chosen
    shown.resize((480, 360))
    assert chosen in listed(shown)
