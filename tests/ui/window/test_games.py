"""The dialog with past games."""

import pygame
import pytest

from puzzlekit.play.library import Library
from puzzlekit.play.new_game import new_session
from puzzlekit.ui.window.drawing import widgets
from puzzlekit.ui.window.game.screen import GameScreen
from puzzlekit.ui.window.games_dialog import PICTURE
from puzzlekit.ui.window.launcher.screen import Launcher

SIZES = [(480, 360), (800, 600), (1280, 800)]


@pytest.fixture
def games(home):
    """Return a library of four games, the last of which is over."""
    library = Library()
    for text in ("hex:4 b2", "knights 1-8", "hex:5 c3 c4"):
        library.add(new_session(text))
    library.add(new_session("hex:2,swap=off a1 b1 a2", ["human", "mcts:casual"]))
    return library


def listed(shown):
    """Return the numbers of the listed games."""
    return [w.entry.number for w in shown.dialogs[-1].widgets if w.key.startswith("game ")]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_game_is_searched_and_gone_on_with(app, games, size, scale):
    shown = app(size=size, scale=scale)
    shown.click("games")
    assert listed(shown)[0] == 3
    shown.write("hex size=4")
    assert listed(shown) == [1]
    shown.press(pygame.K_RETURN)
    assert isinstance(shown.screen, GameScreen)
    assert not shown.dialogs
    assert shown.moves() == ["b2"]
    shown.screen.table.play("a1")
    assert games.open(1)[0].moves == ["b2", "a1"]


def test_what_is_deleted_is_brought_back(app, games):
    shown = app()
    shown.press(pygame.K_F6)
    assert listed(shown) == [3, 2, 1]
    shown.press(pygame.K_DOWN)
    assert not shown.widget("undo").enabled
    shown.press(pygame.K_DELETE)
    assert listed(shown) == [3, 1]
    assert shown.dialogs[-1].said == "Deleted. Undo restores it."
    shown.press(pygame.K_z, pygame.KMOD_CTRL)
    assert listed(shown) == [3, 2, 1]
    shown.click("delete")
    shown.click("delete")
    assert len(listed(shown)) == 1
    shown.dialogs[-1].show_which("Deleted")
    assert len(listed(shown)) == 2
    shown.click("back")
    assert len(listed(shown)) == 1
    shown.dialogs[-1].show_which("Finished")
    assert listed(shown) == [4]
    assert len(games.entries()) == 3


def test_a_finished_game_is_opened_by_two_clicks_and_exported(app, games, home, monkeypatch):
    monkeypatch.setattr(widgets, "DOUBLE_CLICK", 60)
    shown = app()
    shown.click("games")
    shown.click("which")
    shown.press(pygame.K_DOWN)
    shown.press(pygame.K_RETURN)
    assert listed(shown) == [4]
    shown.click("export")
    path = home / "records" / "hex-4.pgn"
    assert shown.dialogs[-1].said == f"Written to {path}."
    assert "1. a1 b1 2. a2 1-0" in path.read_text()
    shown.click("game 4")
    shown.click("game 4")
    assert shown.screen.session.players == ["human", "mcts:casual"]


def test_a_click_beside_the_list_opens_nothing(app, games):
    shown = app(size=(480, 360))
    for _ in range(30):
        games.add(new_session("hex:3 b2"))
    shown.click("games")
    dialog = shown.dialogs[-1]
    shown.wheel(-1)
    rows = [w for w in dialog.widgets if w.key.startswith("game ")]
    assert 0 < len(rows) < 12
    chosen = dialog._chosen
    shown.click("which")  # this list overlaps a row
    shown.press(pygame.K_ESCAPE)
    assert dialog._chosen == chosen
    for _ in range(40):
        shown.press(pygame.K_DOWN)
    assert dialog._chosen == 1
    assert dialog.widgets[-5].box.bottom <= dialog.area.bottom
    shown.press(pygame.K_ESCAPE)
    assert not shown.dialogs


def test_without_games_it_is_said(app):
    shown = app()
    shown.click("games")
    assert listed(shown) == []
    for key in (pygame.K_RETURN, pygame.K_DELETE, pygame.K_DOWN):
        shown.press(key)
    assert isinstance(shown.screen, Launcher)
    assert not shown.widget("open").enabled


def test_new_and_resume(app, games):
    shown = app()
    shown.screen.choose("hex")
    shown.click("resume")
    assert shown.moves() == ["c3", "c4"]
    shown.screen.new_game()
    shown.screen.table.play("a1")
    shown.home()
    shown.screen.choose("hex")
    shown.click("resume")
    assert shown.moves() == ["a1"]
    assert [entry.number for entry in games.entries("hex")][:2] == [5, 4]


def seen(shown, number):
    """Return the thumbnail of a listed game, once all are drawn."""
    dialog = shown.dialogs[-1]
    while dialog.waiting():
        shown.step()
    row = next(w for w in dialog.widgets if w.key == f"game {number}")
    return dialog.pictures.find(row.entry, shown.canvas, shown.canvas.px(PICTURE))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_games_are_shown_as_they_stand(app, games, size, scale):
    games.add(new_session("hex:4 b2"))
    games.add(new_session("cube:2"))
    shown = app(size=size, scale=scale)
    shown.press(pygame.K_F6)
    shown.write("hex")
    one, other, alike = (seen(shown, number) for number in (3, 1, 5))
    data = [pygame.image.tobytes(each, "RGB") for each in (one, other, alike)]
    assert data[1] == data[2] != data[0]
    # The thumbnail is at the left of its row.
    shown.draw()
    row = shown.widget("game 5")
    assert row.box.contains(place := row.picture_box(shown.canvas))
    assert pygame.image.tobytes(shown.surface.subsurface(place), "RGB") == data[2]
    shown.dialogs[-1].search("cube")
    assert len(set(pygame.image.tobytes(seen(shown, 6), "RGB"))) > 20
    assert not shown.dialogs[-1].waiting()
    shown.dialogs[-1].search("")
    shown.dialogs[-1].show_which("Finished")
    assert seen(shown, 4) is not None


def test_a_game_that_cannot_be_shown_has_no_picture(app, games, monkeypatch):
    def broken(*_):
        raise ValueError("no")

    monkeypatch.setattr("puzzlekit.ui.window.games_dialog.checked_pieces", broken)
    shown = app()
    shown.press(pygame.K_F6)
    assert seen(shown, 1) is None
    assert listed(shown) == [3, 2, 1]


def test_what_is_deleted_next_is_in_sight(app, games):
    for _ in range(30):
        games.add(new_session("hex:3 b2"))
    shown = app(size=(480, 360))
    shown.click("games")
    dialog = shown.dialogs[-1]
    for key in (pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_DOWN):
        shown.press(key)
    numbers, first = dialog._numbers(), dialog._chosen
    at = numbers.index(first)
    for below in numbers[at + 1 : at + 3]:
        shown.press(pygame.K_DELETE)
        assert dialog._chosen == below
        assert below in listed(shown)
    for number in (numbers[at + 1], first):  # one undo for each deletion
        shown.press(pygame.K_z, pygame.KMOD_CTRL)
        assert dialog._chosen == number
        assert number in listed(shown)
    assert dialog._numbers() == numbers
    assert not shown.widget("undo").enabled


def test_who_types_deletes_no_game(app, games):
    shown = app()
    shown.click("games")
    shown.write("hex")
    shown.press(pygame.K_DELETE)
    assert len(games.entries()) == 4
    shown.press(pygame.K_DOWN)
    shown.press(pygame.K_DELETE)
    assert len(games.entries()) == 3
