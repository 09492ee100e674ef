"""The goal of a puzzle: always visible where space allows, one key away elsewhere."""

import pygame
import pytest

from puzzlekit.ui.window.game import move_list, puzzle_cards
from puzzlekit.ui.window.game.puzzle_cards import goal_picture
from puzzlekit.ui.window.puzzle_dialogs import GoalDialog


@pytest.mark.parametrize("name", ["fifteen#1", "knights", "pinball"])
@pytest.mark.parametrize(
    ("size", "in_sight"), [((480, 360), False), ((800, 600), True), ((1280, 800), True)]
)
def test_goal_is_shown_if_readable(app, name, size, in_sight):
    window = app(name, size=size)
    assert ("goal-picture" in window.widget_keys()) == in_sight
    assert "goal" in window.widget_keys()


def test_open_goal_by_picture_button_or_key(app):
    window = app("pinball", size=(800, 600))
    for act, leave in (
        (lambda: window.click("goal"), pygame.K_ESCAPE),
        (lambda: window.click("goal-picture"), pygame.K_ESCAPE),
        (lambda: window.press(pygame.K_F7), pygame.K_F7),
    ):
        act()
        assert isinstance(window.dialogs[-1], GoalDialog)
        window.press(leave)
        assert not window.dialogs
    assert window.moves() == []


def test_large_board_has_no_small_picture(app):
    window = app("fifteen:13,height=13#1")
    assert window.screen.panel.cards.goal is None
    assert "goal-picture" not in window.widget_keys()
    window.click("goal")
    assert window.dialogs


def test_games_have_no_goal(app):
    window = app("hex:3", ["human", "human"])
    assert "goal" not in window.widget_keys()
    window.press(pygame.K_F7)
    assert not window.dialogs


def test_unreached_cells_of_goal_are_faded(app):
    window = app("twist")
    rules, canvas = window.screen.rules, window.canvas
    whole, part = (
        pygame.surfarray.array3d(goal_picture(canvas, rules, [True] * 8 + [is_last], (90, 90)))
        for is_last in (True, False)
    )
    changed = (whole != part).any(axis=2).nonzero()
    assert changed[0].size
    assert min(map(min, changed)) > 45  # the last cell is in the bottom right corner
    assert canvas.theme.background != canvas.theme.surface  # the theme is unchanged


def test_number_of_pieces_in_place(app):
    window = app("fifteen:3,height=3@1,2,3,4,5,6,.,7,8")
    assert "6 of 8 in place" in window.widget("goal-picture").tip


@pytest.mark.parametrize("name", ["cube", "pyraminx"])
def test_letters_need_more_space_than_colours(app, name):
    for letters in (False, True):
        keys = app(name, size=(1200, 900), letters=letters).widget_keys()
        assert ("goal-picture" in keys) == (not letters)


def test_chart_extends_over_unreadable_goal(app):
    cards = app("topspin", size=(1200, 900)).screen.panel.cards
    assert cards.goal is not None
    assert cards.chart.contains(cards.goal)


def test_long_translations_fit(app, monkeypatch, drawn_texts):
    words = {"Goal": "Objectif", "No moves yet": "Pas encore de coups"}
    for module in (move_list, puzzle_cards):
        monkeypatch.setattr(module, "_", lambda text: words.get(text, text))
    window = app("cube", size=(800, 600))
    drawn_texts.clear()
    window.draw()
    assert "goal-picture" in window.widget_keys()
    assert "Objectif" not in drawn_texts
    assert window.widget("moves").box.contains(drawn_texts["Pas encore de coups"])
