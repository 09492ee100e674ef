"""Copying and pasting games, records and positions, with or without a clipboard."""

import re

import pygame
import pytest
from support import ROOT


class Clipboard:
    """A fake desktop clipboard."""

    text = ""

    def put_text(self, text):
        self.text = text

    def get_text(self):
        return self.text


@pytest.fixture
def clipboard(monkeypatch):
    found = Clipboard()
    monkeypatch.setattr(pygame, "scrap", found)
    return found


def test_records_are_copied_and_pasted(app, clipboard):
    shown = app("hex:5 c3 swap b4")
    shown.press(pygame.K_c, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert "1. c3 swap 2. b4 *" in clipboard.text
    shown.press(pygame.K_c, pygame.KMOD_CTRL)
    assert clipboard.text == "hex:size=5 c3 swap b4"
    shown.press(pygame.K_l, pygame.KMOD_CTRL)
    assert clipboard.text == "hex:size=5@5,5,2R2,1B3,5_R_3"
    assert clipboard.text in shown.screen.table.message
    shown.press(pygame.K_v, pygame.KMOD_CTRL)
    assert shown.screen.table.game_id == "hex:size=5@5,5,2R2,1B3,5_R_3"
    clipboard.text = '[ID "hex:2,swap=off"] [Result "0-1"] 1. a1 {corner} b1 2. a2 0-1'
    shown.press(pygame.K_v, pygame.KMOD_CTRL)
    assert shown.moves() == ["a1", "b1", "a2"]
    assert shown.screen.session.comments == {1: "corner"}
    assert "the result is 1-0" in shown.screen.table.message
    clipboard.text = "hex:2 1. a1 a1"
    shown.press(pygame.K_v, pygame.KMOD_CTRL)
    assert "line 1, move 2: 'a1' is not a legal move here" in shown.screen.table.message
    assert shown.screen.table.game_id == "hex:size=2,swap=off"


def test_without_a_clipboard_it_is_said(app, monkeypatch):
    def nothing(*_):
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", nothing)
    monkeypatch.setattr(pygame.scrap, "get_text", nothing)
    shown = app("hex:5 c3")
    for key, what in ((pygame.K_c, "copy"), (pygame.K_v, "paste")):
        shown.press(key, pygame.KMOD_CTRL)
        assert shown.screen.table.message == f"Cannot {what} (no clipboard)."


def test_without_a_full_screen_the_window_stays(app, monkeypatch):
    def nothing():
        raise pygame.error("no full screen")

    monkeypatch.setattr(pygame.display, "toggle_fullscreen", nothing)
    shown = app("hex:5 c3")
    shown.press(pygame.K_F11)
    assert shown.screen.table.game_id == "hex:size=5"


def test_only_the_desktop_helper_calls_what_a_desktop_may_refuse():
    refused = re.compile(r"pygame\.(scrap\.|display\.toggle_fullscreen)")
    files = (ROOT / "puzzlekit").rglob("*.py")
    found = [path.name for path in files if refused.search(path.read_text(encoding="utf-8"))]
    assert found == ["desktop.py"]


def test_what_is_pasted_is_played_by_those_who_sit_there(app, clipboard):
    shown = app("hex:5 c3 swap b4", ["human", "mcts:casual"])
    shown.screen.table.go(1)
    shown.press(pygame.K_c, pygame.KMOD_CTRL)
    assert clipboard.text == "hex:size=5 c3 swap b4"  # the whole game, even at an earlier position
    shown.press(pygame.K_v, pygame.KMOD_CTRL)
    assert shown.screen.session.players == ["human", "mcts:casual"]
    assert shown.screen.session.all_moves == ["c3", "swap", "b4"]
    clipboard.text = '[ID "hex:2,swap=off"] [Red "human"] [Blue "human"] 1. a1'
    shown.press(pygame.K_v, pygame.KMOD_CTRL)
    assert shown.screen.session.players == ["human", "human"]
    clipboard.text = "knights 1-8"
    shown.press(pygame.K_v, pygame.KMOD_CTRL)
    assert shown.screen.session.players == ["human"]
