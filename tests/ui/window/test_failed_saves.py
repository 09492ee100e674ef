"""Messages and questions of the window when a game, setting or drawing cannot be saved."""

import pygame
import pytest

from puzzlekit.design.draft_files import Draft
from puzzlekit.design.drawing import Drawing, Node
from puzzlekit.play.game_database import Library
from puzzlekit.ui.settings import read
from puzzlekit.ui.window.dialogs import SettingsDialog
from puzzlekit.ui.window.drawing.canvas import Rect
from puzzlekit.ui.window.drawing.widgets import Button, Column
from puzzlekit.ui.window.game.status_box import StatusBox, StatusMessage


@pytest.fixture
def full_disk(app, home, monkeypatch):
    """Return a window with a game on a full disk; `free_disk` frees the disk."""
    home.mkdir(exist_ok=True)
    (home / "games.sqlite3").mkdir()  # a folder in place of the file
    window = app("hex:3")
    window.free_disk = (home / "games.sqlite3").rmdir
    window.touch("b2")
    return window


def test_warning_while_game_cannot_be_saved(full_disk):
    assert full_disk.dialogs[-1].title == "Not saved"
    assert "games.sqlite3 (" in full_disk.dialogs[-1].text
    full_disk.press(pygame.K_ESCAPE)
    assert full_disk.screen.controller.question() is not None
    assert full_disk.screen.question_box.message == ""  # the question is still open
    full_disk.click("play swap")
    assert not full_disk.dialogs  # the error is reported once
    full_disk.click("not-kept")
    assert full_disk.dialogs[-1].title == "Not saved"
    full_disk.press(pygame.K_ESCAPE)
    full_disk.free_disk()
    full_disk.touch("a1")
    assert full_disk.screen.status.text == "Saving works again."
    assert "not-kept" not in full_disk.widget_keys()
    assert Library().open(1)[0].all_moves == ["b2", "swap", "a1"]


@pytest.mark.parametrize("way", ["home", "escape", "quit", "new"])
def test_leaving_unsaved_game_asks(full_disk, way):
    full_disk.press(pygame.K_ESCAPE)
    full_disk.click("question-no")
    act = {
        "home": lambda: full_disk.click("home"),
        "escape": lambda: full_disk.press(pygame.K_ESCAPE),
        "quit": lambda: full_disk.press(pygame.K_q, mod=pygame.KMOD_CTRL),
        "new": lambda: full_disk.press(pygame.K_n, mod=pygame.KMOD_CTRL),
    }[way]
    game, session = full_disk.screen, full_disk.screen.session
    act()
    assert full_disk.dialogs[-1].title == "Leave the game?"
    full_disk.click("stay")
    assert full_disk.running
    assert full_disk.screen is game
    assert game.session is session
    act()
    full_disk.click("leave")
    assert not full_disk.running or full_disk.screen is not game or game.session is not session


def test_leaving_does_not_ask_after_successful_save(full_disk):
    full_disk.press(pygame.K_ESCAPE)
    full_disk.free_disk()
    full_disk.click("home")
    assert not full_disk.dialogs
    assert Library().open(1)[0].all_moves == ["b2"]


def test_damaged_library_is_reported(app, home):
    damaged = bytes(range(256)) * 40
    (home / "games.sqlite3").write_bytes(damaged)
    window = app()
    assert "was damaged. It has been moved to" in window.screen.notice
    window.press(pygame.K_ESCAPE)
    assert window.screen.notice == ""
    (home / "games.sqlite3").write_bytes(damaged)
    window.click("games")
    assert "was damaged. It has been moved to" in window.dialogs[-1].message


def test_windows_merge_their_settings(open_launcher):
    one, two = open_launcher(), open_launcher()
    one.change_setting("theme", "light")
    one.change_setting("players", {"hex": ["human", "random"]})
    two.change_setting("players", {"pentago": ["random", "human"]})
    two.change_setting("letters", True)
    one.close()
    two.close()
    known = read()
    assert (known.theme, known.letters) == ("light", True)
    assert known.players == {"hex": ["human", "random"], "pentago": ["random", "human"]}


def test_warning_if_settings_cannot_be_saved(open_launcher, home):
    home.mkdir(exist_ok=True)
    (home / "settings.json").mkdir()
    window = open_launcher()
    window.show(SettingsDialog(window))
    window.change_setting("theme", "light")
    window.draw()
    assert "cannot be written" in window.dialogs[-1].message
    (home / "settings.json").rmdir()


def test_scale_is_limited_by_window(app):
    window = app(size=(800, 600))
    window.show(SettingsDialog(window))
    window.change_setting("scale", 2.0)
    window.draw()
    assert "shown at 107%" in window.dialogs[-1].message
    window.press(pygame.K_ESCAPE)
    window.press(pygame.K_MINUS, mod=pygame.KMOD_CTRL)
    assert window.canvas.scale == pytest.approx(0.97)
    for _ in range(5):
        window.press(pygame.K_PLUS, mod=pygame.KMOD_CTRL)
    assert window.settings.scale == pytest.approx(1.07)


@pytest.mark.parametrize(
    ("size", "scale"), [((480, 360), 1.0), ((800, 600), 1.0), ((1400, 1120), 2.0)]
)
def test_click_in_move_list(app, size, scale):
    window = app("hex:4,swap=off", size=size, scale=scale)
    window.touch("a1", "b2", "a2", "c3")
    listed = window.widget("moves")
    left, wide = listed.box.left + window.canvas.px(44), listed.column_width
    for x, ply in ((1, 1), (wide - 2, 1), (wide + 1, 0), (2 * wide - 2, 0)):
        window.click((left + x, listed.box.top + 5))
        assert window.screen.session.ply % 2 == ply


def test_long_result_is_wrapped(app):

    window = app("hex:3")
    result = "Yellow wins with the pattern of three stones in a row"
    answers = [Button("new", "New", print), Button("close", "Close", print)]
    box = StatusBox(StatusMessage(result, severity="end"), answers, grows=True)
    box.place(Column(window.canvas, Rect(0, 0, 260, 400)))
    assert " ".join(box.fitted.lines) == result
    assert len(box.fitted.lines) == 2
    assert box.buttons[0].box.top >= box.inner.top + box.fitted.height


def test_drawing_open_in_other_window_is_saved_again(home):
    two = Drawing((Node("a", (0, 0)), Node("b", (1, 0))), start=("", ""), goal=("", ""))
    one, other = Draft(), Draft()
    assert one.save(two, now=True) == ""
    assert other.claim() == two
    other.save(Drawing((Node("a", (0, 0)),), start=("",), goal=("",)), now=True)
    assert not one.path.exists()
    one.save(two, now=True)
    assert Draft().claim() == two
