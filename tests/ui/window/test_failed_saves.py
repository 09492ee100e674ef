"""Messages and questions of the window when a game, setting or drawing cannot be saved."""

import pygame
import pytest

from puzzlekit.design.draft_files import Draft
from puzzlekit.design.drawing import Drawing, Node
from puzzlekit.play.game_database import Library
from puzzlekit.ui.settings import read
from puzzlekit.ui.window.dialogs import SettingsDialog
from puzzlekit.ui.window.drawing.canvas import Rect
from puzzlekit.ui.window.drawing.widgets import Column
from puzzlekit.ui.window.game.status_bar import GameOverBox


@pytest.fixture
def full(app, home, monkeypatch):
    """Return a window with a game on a full disk; `quick_fix` frees the disk."""
    home.mkdir(exist_ok=True)
    (home / "games.sqlite3").mkdir()  # a folder in place of the file
    shown = app("hex:3")
    shown.quick_fix = (home / "games.sqlite3").rmdir
    shown.touch("b2")
    return shown


def test_warning_lasts_while_a_game_cannot_be_saved(full):
    assert full.dialogs[-1].title == "Not saved"
    assert "games.sqlite3 (" in full.dialogs[-1].text
    full.press(pygame.K_ESCAPE)
    assert full.screen.controller.question() is not None
    assert full.screen.question_box.message == ""  # the question is still open
    full.click("play swap")
    assert not full.dialogs  # the error is reported once
    full.click("not-kept")
    assert full.dialogs[-1].title == "Not saved"
    full.press(pygame.K_ESCAPE)
    full.quick_fix()
    full.touch("a1")
    assert full.screen.status.text == "Saving works again."
    assert "not-kept" not in full.widget_keys()
    assert Library().open(1)[0].all_moves == ["b2", "swap", "a1"]


@pytest.mark.parametrize("way", ["home", "escape", "quit", "new"])
def test_leaving_a_game_that_is_not_kept_is_asked_about(full, way):
    full.press(pygame.K_ESCAPE)
    full.click("question-no")
    act = {
        "home": lambda: full.click("home"),
        "escape": lambda: full.press(pygame.K_ESCAPE),
        "quit": lambda: full.press(pygame.K_q, mod=pygame.KMOD_CTRL),
        "new": lambda: full.press(pygame.K_n, mod=pygame.KMOD_CTRL),
    }[way]
    game, begun = full.screen, full.screen.session
    act()
    assert full.dialogs[-1].title == "Leave the game?"
    full.click("stay")
    assert full.running
    assert full.screen is game
    assert game.session is begun
    act()
    full.click("leave")
    assert not full.running or full.screen is not game or game.session is not begun


def test_leaving_is_not_asked_about_once_there_is_room_again(full):
    full.press(pygame.K_ESCAPE)
    full.quick_fix()
    full.click("home")
    assert not full.dialogs
    assert Library().open(1)[0].all_moves == ["b2"]


def test_a_damaged_library_is_told_of_in_the_launcher(app, home):
    home.mkdir(exist_ok=True)
    (home / "games.sqlite3").write_bytes(bytes(range(256)) * 40)
    shown = app()
    assert "was damaged. It has been moved to" in shown.screen.notice
    shown.press(pygame.K_ESCAPE)
    assert shown.screen.notice == ""


def test_each_window_remembers_what_was_changed_in_it(remembering):
    one, two = remembering(), remembering()
    one.change_setting("theme", "light")
    one.change_setting("players", {"hex": ["human", "random"]})
    two.change_setting("players", {"pentago": ["random", "human"]})
    two.change_setting("letters", True)
    one.close()
    two.close()
    known = read()
    assert (known.theme, known.letters) == ("light", True)
    assert known.players == {"hex": ["human", "random"], "pentago": ["random", "human"]}


def test_settings_that_cannot_be_remembered_say_so(remembering, home):
    home.mkdir(exist_ok=True)
    (home / "settings.json").mkdir()
    shown = remembering()
    shown.show(SettingsDialog(shown))
    shown.change_setting("theme", "light")
    shown.draw()
    assert "cannot be written" in shown.dialogs[-1].message
    (home / "settings.json").rmdir()


def test_scale_is_limited_by_the_window(app):
    shown = app(size=(800, 600))
    shown.show(SettingsDialog(shown))
    shown.change_setting("scale", 2.0)
    shown.draw()
    assert "shown at 107%" in shown.dialogs[-1].message
    shown.press(pygame.K_ESCAPE)
    shown.press(pygame.K_MINUS, mod=pygame.KMOD_CTRL)
    assert shown.canvas.scale == pytest.approx(0.97)
    for _ in range(5):
        shown.press(pygame.K_PLUS, mod=pygame.KMOD_CTRL)
    assert shown.settings.scale == pytest.approx(1.07)


@pytest.mark.parametrize(
    ("size", "scale"), [((480, 360), 1.0), ((800, 600), 1.0), ((1400, 1120), 2.0)]
)
def test_a_move_is_chosen_where_it_is_drawn(app, size, scale):
    shown = app("hex:4,swap=off", size=size, scale=scale)
    shown.touch("a1", "b2", "a2", "c3")
    listed = shown.widget("moves")
    left, wide = listed.box.left + shown.canvas.px(44), listed.column_width
    for x, ply in ((1, 1), (wide - 2, 1), (wide + 1, 0), (2 * wide - 2, 0)):
        shown.click((left + x, listed.box.top + 5))
        assert shown.screen.session.ply % 2 == ply


def test_a_long_result_is_there_whole(app):

    shown = app("hex:3")
    text = "Yellow wins with the pattern of three stones in a row"
    box = GameOverBox(text, None, again=print, label="New", dismiss=print)
    box.place(shown.canvas, Column(shown.canvas, Rect(0, 0, 260, 400)))
    assert " ".join(box.titles) == text
    assert len(box.titles) == 2
    assert box.buttons[0].box.top >= box.inner.top + 2 * 26


def test_drawing_opened_in_another_window_is_saved_again(home):
    two = Drawing((Node("a", (0, 0)), Node("b", (1, 0))), start=("", ""), goal=("", ""))
    one, other = Draft(), Draft()
    assert one.save(two, now=True) == ""
    assert other.claim() == two
    other.save(Drawing((Node("a", (0, 0)),), start=("",), goal=("",)), now=True)
    assert not one.path.exists()
    one.save(two, now=True)
    assert Draft().claim() == two
