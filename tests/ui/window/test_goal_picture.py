"""The goal of a puzzle: always visible where space allows, one key away elsewhere."""

import pygame
import pytest

from puzzlekit.ui.window.game.puzzle_cards import goal_picture
from puzzlekit.ui.window.puzzle_dialogs import GoalDialog


@pytest.mark.parametrize("name", ["fifteen#1", "knights", "pinball"])
@pytest.mark.parametrize(
    ("size", "in_sight"), [((480, 360), False), ((800, 600), True), ((1280, 800), True)]
)
def test_the_goal_is_in_sight_where_it_can_be_made_out(app, name, size, in_sight):
    shown = app(name, size=size)
    assert ("goal-picture" in shown.widget_keys()) == in_sight
    assert "goal" in shown.widget_keys()


def test_dialog_by_picture_button_and_key(app):
    shown = app("pinball", size=(800, 600))
    for act, leave in (
        (lambda: shown.click("goal"), pygame.K_ESCAPE),
        (lambda: shown.click("goal-picture"), pygame.K_ESCAPE),
        (lambda: shown.press(pygame.K_F7), pygame.K_F7),
    ):
        act()
        assert isinstance(shown.dialogs[-1], GoalDialog)
        shown.press(leave)
        assert not shown.dialogs
    assert shown.moves() == []


def test_large_board_has_no_small_picture(app):
    shown = app("fifteen:13,height=13#1")
    assert shown.screen.panel.cards.goal is None
    assert "goal-picture" not in shown.widget_keys()
    shown.click("goal")
    assert shown.dialogs


def test_games_have_no_goal_to_show(app):
    shown = app("hex:3", ["human", "human"])
    assert "goal" not in shown.widget_keys()
    shown.press(pygame.K_F7)
    assert not shown.dialogs


def test_the_goal_fades_where_it_is_not_reached(app):
    shown = app("twist")
    rules, canvas = shown.screen.rules, shown.canvas
    whole, part = (
        pygame.surfarray.array3d(goal_picture(canvas, rules, [True] * 8 + [is_last], (90, 90)))
        for is_last in (True, False)
    )
    changed = (whole != part).any(axis=2).nonzero()
    assert changed[0].size
    assert min(map(min, changed)) > 45  # the last cell is in the bottom right corner
    assert canvas.theme.background != canvas.theme.surface  # the theme is unchanged


def test_number_of_pieces_in_place(app):
    shown = app("fifteen:3,height=3@1,2,3,4,5,6,.,7,8")
    assert "6 of 8 in place" in shown.widget("goal-picture").tip


@pytest.mark.parametrize("name", ["cube", "pyraminx"])
def test_letters_need_more_space_than_colours(app, name):
    for letters in (False, True):
        keys = app(name, size=(1200, 900), letters=letters).widget_keys()
        assert ("goal-picture" in keys) == (not letters)


def test_chart_extends_over_an_unreadable_goal(app):
    cards = app("topspin", size=(1200, 900)).screen.panel.cards
    assert cards.goal is not None
    assert cards.chart.contains(cards.goal)
