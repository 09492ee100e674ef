"""The goal of a puzzle: always visible where space allows, one key away elsewhere."""

import pygame
import pytest

from puzzlekit.ui.window.game.goal_picture import GoalDialog, goal_picture


@pytest.mark.parametrize("name", ["fifteen#1", "knights", "pinball"])
@pytest.mark.parametrize(
    ("size", "in_sight"), [((480, 360), False), ((800, 600), True), ((1280, 800), True)]
)
def test_the_goal_is_in_sight_where_it_can_be_made_out(app, name, size, in_sight):
    shown = app(name, size=size)
    assert ("goal-picture" in shown.widget_keys()) == in_sight
    assert "goal" in shown.widget_keys()


def test_the_picture_the_button_and_the_key_show_it_large(app):
    shown = app("pinball", size=(800, 600))
    for widget in ("goal", "goal-picture"):
        shown.click(widget)
        assert isinstance(shown.dialogs[-1], GoalDialog)
        shown.press(pygame.K_ESCAPE)
        assert not shown.dialogs
    shown.press(pygame.K_F7)
    assert isinstance(shown.dialogs[-1], GoalDialog)
    shown.press(pygame.K_F7)
    assert not shown.dialogs
    assert shown.moves() == []


def test_a_board_that_nobody_could_see_so_small_is_shown_large_alone(app):
    shown = app("fifteen:13,height=13#1")
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
    size = 90, 90
    whole = goal_picture(canvas, rules, [True] * 9, size)
    part = goal_picture(canvas, rules, [True] * 8 + [False], size)
    changed = [
        (x, y) for x in range(90) for y in range(90) if whole.get_at((x, y)) != part.get_at((x, y))
    ]
    assert changed
    assert min(min(each) for each in changed) > 45  # the last cell is in the bottom right corner
    assert canvas.theme.background != canvas.theme.surface  # the theme is unchanged


def test_how_much_is_in_place_is_told_beside_it(app):
    shown = app("fifteen:3,height=3@1,2,3,4,5,6,.,7,8")
    assert "6 of 8 in place" in shown.widget("goal-picture").tip


@pytest.mark.parametrize("name", ["cube", "pyraminx"])
def test_colours_alone_are_made_out_smaller(app, name):
    # Letters on stickers need more space than colours.
    keys = app(name, size=(1200, 900)).widget_keys()
    assert "goal-picture" in keys
    keys = app(name, size=(1200, 900), letters=True).widget_keys()
    assert "goal-picture" not in keys


def test_what_cannot_be_made_out_leaves_its_room_to_the_way(app):
    cards = app("topspin", size=(1200, 900)).screen.panel.cards
    assert cards.goal is not None
    assert cards.chart.contains(cards.goal)
