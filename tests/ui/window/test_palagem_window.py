"""Palagem in the window: choosers and cards for each seat, and patterns to choose from."""

import pygame
import pytest
from puzzlekit.games.palagem import PALAGEMS
from support import assert_no_overlap

from puzzlekit.ui.window.launcher.selection import OPPONENT


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 6])
@pytest.mark.parametrize("size", [(1280, 800), (800, 600)])
def test_launcher_has_dropdown_per_seat(app, count, size):
    window = app(size=size)
    launcher = window.screen
    launcher.choose("palagem")
    launcher.selection.set_option("players", count)
    launcher.selection.set_player(1, "random")
    launcher.rebuild()
    choosers = [each for each in launcher.widgets if each.key.startswith("player ")]
    assert len(choosers) == len(launcher.selection.seats()) == count
    others = [each.box for each in launcher.widgets if not each.key.startswith("card ")]
    assert_no_overlap(others, window.surface.get_rect())
    launcher.actions.new_game()
    session = window.screen.session
    assert session.players == ["human", "random", *[OPPONENT] * (count - 2)]
    assert len(session.rules.players) == count


@pytest.mark.slow
def test_choose_palagem(app):
    window = app("palagem:players=3")
    window.touch(window.screen.rules.clicks("abca")[0].cells)
    assert window.moves() == ["abca"]
    window.press(pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_RETURN)
    assert len(window.moves()) == 2
    assert window.moves()[1] in PALAGEMS


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 4, 6])
@pytest.mark.parametrize("size", [(1280, 800), (800, 600)])
def test_card_per_seat(app, count, size):
    names = PALAGEMS[20 : 20 + count - 1]
    window = app(f"palagem:players={count} {' '.join(names)}", size=size)
    panel, cards = window.screen.panel, window.screen.panel.cards.boxes
    assert len(cards) == count
    # The areas of tooltips on the cards coincide with the cards.
    assert_no_overlap(
        [*cards, *(each.box for each in panel.widgets if each.box not in cards)], panel.box
    )
    tiles = {window.canvas.palette["white"], window.canvas.palette["blue"]}
    pixels = [iter(window.pixels(card)) for card in cards]
    with_tiles = [tiles <= set(zip(each, each, each, strict=True)) for each in pixels]
    assert with_tiles == [True] * (count - 1) + [False]


def test_move_tiles(app):
    window = app("palagem:tiles=12 abca baab 0,0a 1,0a 0,1a 1,-1a")
    screen = window.screen
    move = screen.rules.legal_moves(screen.session.state)[0]
    for click in screen.rules.clicks(move):
        screen.board.click(click.cells)
    assert screen.session.last_move == move


@pytest.mark.parametrize("size", [(480, 360), (700, 1000), (800, 600)])
def test_long_status_drops_least_important_part(app, truncated, size):
    window = app("palagem:players=6", ["human"] * 6, size=size)
    screen = window.screen
    assert {"moves", "first", "last"} <= window.widget_keys()
    for _ in range(7):
        moves = screen.rules.legal_moves(screen.session.state)
        screen.controller.play(moves[len(moves) // 2])
    truncated.clear()
    window.draw()
    assert any(" · " in seat.status for seat in screen.controller.seats())
    assert not truncated
