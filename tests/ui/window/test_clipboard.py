"""Copying and pasting games, records and positions, with or without a clipboard."""

import re
from functools import partial
from types import SimpleNamespace

import pygame
import pytest
from support import ROOT, play_moves

from puzzlekit import load
from puzzlekit.play.engine import Request
from puzzlekit.play.parse_moves import read_moves
from puzzlekit.play.positions import parse_position
from puzzlekit.play.solve_history import Solve, SolveHistory
from puzzlekit.ui.game_worker import SCRAMBLE, Job


@pytest.fixture
def clipboard(monkeypatch):
    """Return a fake desktop clipboard."""
    found = SimpleNamespace(text="", get_text=lambda: found.text)
    found.put_text = partial(setattr, found, "text")
    monkeypatch.setattr(pygame, "scrap", found)
    return found


def paste(window, clipboard, text=None):
    """Paste a text, by default what the clipboard contains."""
    if text is not None:
        clipboard.text = text
    window.press(pygame.K_v, mod=pygame.KMOD_CTRL)
    return window.screen.session


def test_copy_and_paste_records(app, clipboard):
    window = app("hex:5 c3 swap b4")
    window.press(pygame.K_c, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert "1. c3 swap 2. b4 *" in clipboard.text
    window.press(pygame.K_c, mod=pygame.KMOD_CTRL)
    assert clipboard.text == "hex:size=5 c3 swap b4"
    window.press(pygame.K_l, mod=pygame.KMOD_CTRL)
    assert clipboard.text == "hex:size=5@5,5,2R2,1B3,5_R_3"
    assert clipboard.text in window.screen.controller.message
    assert paste(window, clipboard).setup.id == "hex:size=5@5,5,2R2,1B3,5_R_3"
    record = '[ID "hex:2,swap=off"] [Result "0-1"] 1. a1 {corner} b1 2. a2 0-1'
    session = paste(window, clipboard, record)
    assert (session.moves, session.comments) == (["a1", "b1", "a2"], {1: "corner"})
    assert "the result is 1-0" in window.screen.controller.message
    paste(window, clipboard, "hex:2 1. a1 a1")
    assert "line 1, move 2: 'a1' is not a legal move here" in window.screen.controller.message
    assert window.screen.controller.game_id == "hex:size=2,swap=off"


def test_desktop_without_clipboard_and_full_screen(app, monkeypatch):
    def nothing(*_):
        raise pygame.error("no desktop")

    monkeypatch.setattr(pygame.scrap, "put_text", nothing)
    monkeypatch.setattr(pygame.scrap, "get_text", nothing)
    monkeypatch.setattr(pygame.display, "toggle_fullscreen", nothing)
    window = app("hex:5 c3")
    for key, what in ((pygame.K_c, "copy"), (pygame.K_v, "paste")):
        window.press(key, mod=pygame.KMOD_CTRL)
        assert window.screen.controller.message == f"Cannot {what} (no desktop)."
    window.press(pygame.K_F11)
    assert window.screen.controller.message == "Full screen is not available (no desktop)."


def test_fallible_desktop_calls_are_in_one_module():
    refused = re.compile(r"pygame\.(scrap\.|display\.toggle_fullscreen)")
    files = (ROOT / "puzzlekit").rglob("*.py")
    found = [path.name for path in files if refused.search(path.read_text(encoding="utf-8"))]
    assert found == ["desktop.py"]


def test_pasted_game_keeps_players(app, clipboard):
    window = app("hex:5 c3 swap b4", ["human", "mcts:casual"])
    window.screen.controller.go(1)
    window.press(pygame.K_c, mod=pygame.KMOD_CTRL)
    assert clipboard.text == "hex:size=5 c3 swap b4"  # the whole game, even at an earlier position
    session = paste(window, clipboard)
    assert session.players == ["human", "mcts:casual"]
    assert session.all_moves == ["c3", "swap", "b4"]
    record = '[ID "hex:2,swap=off"] [Red "human"] [Blue "human"] 1. a1'
    assert paste(window, clipboard, record).players == ["human", "human"]
    assert paste(window, clipboard, "knights 1-8").players == ["human"]


def test_paste_facelets(app, clipboard):
    window = app("cube")
    facelets = "DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD"
    for text in (facelets, "\n".join(facelets[at : at + 9] for at in range(0, 54, 9))):
        assert paste(window, clipboard, text).state == parse_position(load("cube"), facelets)
    paste(window, clipboard, "U" * 54)
    assert "Cannot paste: Cube cannot start from" in window.screen.controller.message


def test_paste_in_launcher(app, clipboard):
    window = app("cube:2")
    rules = window.screen.rules
    session = paste(window, clipboard, "R U2 F'")
    assert session.state == play_moves(rules, rules.goal, ["R", "U", "U", "F'"])
    assert not session.moves
    assert window.screen.controller.message == "Pasted as the start of a new game."
    paste(window, clipboard, "R U Q2 F")
    assert "There is no move 'Q2'" in window.screen.controller.message
    assert window.screen.controller.session is session
    window.go_home()
    assert paste(window, clipboard, "hex:3 a1").setup.id == "hex:size=3"


def wait_for_scramble(window):
    """Return the text of the open dialog when it has been computed."""
    dialog = window.dialogs[-1]
    while dialog.busy():
        window.step(wait=True)
    window.draw()
    return dialog.text


@pytest.mark.slow
def test_show_and_copy_scramble(app, clipboard, home):
    window = app("skewb#7")
    window.click("scramble")
    window.press(pygame.K_RETURN)  # nothing to copy yet
    assert clipboard.text == ""
    text = wait_for_scramble(window)
    window.press(pygame.K_c, mod=pygame.KMOD_CTRL)
    assert clipboard.text == text
    rules = load("skewb#7")
    assert play_moves(rules, rules.goal, read_moves(rules, rules.goal, text)) == rules.start()
    window.press(pygame.K_ESCAPE)
    SolveHistory().add(Solve("skewb", "skewb#8", 9, 1000))
    window.press(pygame.K_t, mod=pygame.KMOD_CTRL)
    window.click("scramble")
    assert wait_for_scramble(window) not in ("", text)


def test_scramble_of_unknown_game(app, clipboard):
    window = app("lights_out#1")
    window.press(pygame.K_l, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    window.dialogs[-1].worker.submit(Job("lights_out:99", Request(SCRAMBLE, ())))
    assert "lights_out" in wait_for_scramble(window)
    window.click("copy")
    assert clipboard.text == ""
