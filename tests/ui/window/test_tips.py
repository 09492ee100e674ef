"""Tooltips: they cover no other button, neither the board nor the panel's text."""

import re

import pygame
import pytest

from puzzlekit import load
from puzzlekit.ui.rules_sections import TABS
from puzzlekit.ui.window import screen as screens
from puzzlekit.ui.window.drawing.canvas import Rect
from puzzlekit.ui.window.screen import draw_tip, place_tip

WHOLE = Rect(0, 0, 300, 200)


@pytest.fixture
def tip_boxes(monkeypatch):
    boxes = []
    monkeypatch.setattr(screens, "draw_tip", lambda *given: boxes.append(draw_tip(*given)))
    return boxes


@pytest.mark.parametrize("size", [(480, 360), (800, 600), (1280, 800)])
@pytest.mark.parametrize("game", ["fifteen#1", "hex:5"])
def test_tip_does_not_cover_buttons_or_board(app, tip_boxes, game, size):
    window = app(game, ["human"] * (1 + (game != "fifteen#1")), size=size)
    screen = window.screen
    tipped = [each for each in screen.widgets if getattr(each, "tip", "") and each.focusable]
    assert len(tipped) > 4
    for widget in tipped:
        tip_boxes.clear()
        screen.focus(widget.key)
        window.draw()
        [tip] = tip_boxes
        assert window.surface.get_rect().contains(tip)
        others = [each.box for each in screen.widgets if each is not widget and each.is_small]
        others += [screen.panel.status_box.box, widget.box, Rect(screen.game_boxes().board)]
        assert tip.collidelist(others) < 0, widget.key


def test_tip_without_free_space():
    taken = [Rect(0, 0, 300, 90), Rect(0, 115, 300, 85)]
    place = place_tip((60, 20), Rect(100, 95, 40, 16), taken, WHOLE, 4)
    assert WHOLE.contains(place)
    assert sum(place.clip(each).w * place.clip(each).h for each in taken) <= 60
    full = place_tip((60, 20), Rect(100, 95, 40, 16), [WHOLE], WHOLE, 4)
    assert WHOLE.contains(full)


def test_no_tip_behind_dialog(app, tip_boxes, monkeypatch):
    window = app("twist#1")
    button = window.widget("sequences")
    window.hover(button.box.center)
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: button.box.center)
    window.draw()
    assert tip_boxes
    tip_boxes.clear()
    button.act()
    window.draw()
    assert not tip_boxes


@pytest.mark.parametrize("game", ["hex:3,swap=off a1", "cube:2 R", "twist#1 a1"])
def test_keys_tab_lists_keys_of_tips(app, game):
    tips = " ".join(widget.tip for widget in app(game).screen.widgets)
    keys = r"F\d+|Ctrl\+(?:Shift\+)?[A-Z]"
    listed = " ".join(row[0] for each in TABS["Keys"](load(game.split()[0])) for row in each.rows)
    assert set(re.findall(keys, tips)) <= set(re.findall(keys, listed))
