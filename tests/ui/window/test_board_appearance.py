"""Familiar drawing of boards: equal parts look equal, and moves have the expected steps."""

from itertools import pairwise

import pygame
import pytest

from puzzlekit import grid, load
from puzzlekit.ui import svg
from puzzlekit.ui.board_drawing import BoardDrawing
from puzzlekit.ui.cells import View
from puzzlekit.ui.theme import PALETTES, THEMES, mix
from puzzlekit.ui.window.drawing.board_view import BoardView
from puzzlekit.ui.window.drawing.canvas import wrap
from puzzlekit.ui.window.launcher.cards import Thumbnail


def square_colours(board, theme):
    drawing = BoardDrawing(board, View(10, 0, 0), THEMES[theme], PALETTES["standard"])
    return drawing.square_colours()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_quarters_look_alike_and_lie_apart(theme):
    rules = load("pentago")
    colours = square_colours(rules.board, theme)
    first, *others = ([colours[cell] for cell in quarter] for quarter in rules.quarters)
    assert len(set(first)) == 2
    assert all(other == first for other in others)
    columns = sorted({x for x, _ in rules.board.points})
    assert [round(b - a, 2) for a, b in pairwise(columns)] == [1, 1, 1.4, 1, 1]


def test_board_in_one_part_is_chequered():
    wood, light = THEMES["dark"].wood, THEMES["dark"].wood_light
    assert square_colours(grid(3, 2), "dark") == [light, wood, light, wood, light, wood]


@pytest.fixture
def drawn(monkeypatch):
    """Return a function for the ends of the lines drawn on the board."""
    ends = []
    monkeypatch.setattr(BoardView, "line", lambda self, start, end, ink: ends.append(end))

    def drawn(shown):
        ends.clear()
        shown.draw()
        board = shown.screen.rules.board
        names = dict(zip(board.points, board.cells, strict=True))
        return {names[end] for end in ends}

    return drawn


def test_steps_are_shown_for_the_piece_in_hand(app, drawn):
    shown = app("knights")
    assert drawn(shown) == set()
    shown.hover(shown.spot("3"))
    assert drawn(shown) == {"8"}
    shown.hover((2, 2))
    assert drawn(shown) == set()
    shown.press(pygame.K_RIGHT)
    assert drawn(shown)
    shown = app("knights 3-8 8-7")
    shown.touch("7")
    shown.hover((2, 2))
    assert drawn(shown) == {"2", "8"}


@pytest.mark.parametrize(("game", "there"), [("knights", False), ("pinball", True)])
def test_steps_over_other_cells_are_in_no_picture(game, there, monkeypatch):
    asked = []
    monkeypatch.setattr(BoardDrawing, "edges", lambda self: asked.append(self) or "")
    rules = load(game)
    svg.picture(rules, rules.start())
    assert bool(asked) == there


@pytest.mark.parametrize("size", [(480, 360), (1280, 800)])
def test_patterns_to_choose_from_are_seen_large(app, size):
    shown = app("palagem:tiles=12", ["human", "human"], size=size)
    board = shown.screen.board
    assert board.card[1] + 1 >= board.view.box[1] + board.view.box[3]  # below all cells
    pictures = set()
    for cells in list(board.selector.targets())[:2]:
        shown.hover(shown.spot(cells))
        pictures.add(shown.pixels(pygame.Rect(board.card)))
    assert len(pictures) == 2
    shown.touch(cells)
    shown.touch(next(iter(board.selector.targets())))
    assert len(shown.moves()) == 2
    assert board.card is None
    assert board.view.box == shown.screen.game_boxes().board


def test_a_plane_shows_the_names_of_its_cells_when_asked(app, written):
    shown = app("palago", ["human", "human"])
    names = {*shown.screen.rules.board.cells}
    assert written
    assert not written.keys() & names
    shown.press(pygame.K_F3)
    assert written.keys() & names


def test_click_on_a_moving_plane_places_one_tile(app):
    shown = app("palago 0,0a+0,1b 1,0a+1,1a", ["human", "human"])
    selector = shown.screen.board.selector
    for cells in sorted(selector.targets()):
        shown.touch(cells)
        assert [click.cells for click in selector.path] == [cells]
        shown.press(pygame.K_ESCAPE)


def test_a_click_on_a_plane_where_nothing_can_be_laid_says_why(app):
    shown = app("palago", ["human", "human"])
    shown.click(shown.screen.board.view.pixel(shown.screen.rules.board.index["0,1"]))
    assert shown.screen.status.text == "The first tile goes in the centre"
    shown.touch("0,0")
    assert shown.screen.board.selector.path
    left, top, _, _ = shown.screen.board.view.box
    shown.click((left + 3, top + 3))  # a click outside all cells cancels
    assert not shown.screen.board.selector.path


def test_a_card_shows_a_game_and_not_the_patterns_to_choose_from():
    rules = load("palagem")
    assert not rules.is_choosing(Thumbnail("palagem", type(rules)).state)


def contrast(a, b):
    """Return the contrast ratio of two colours (WCAG 2.2)."""
    shares = [[value / 255 for value in colour] for colour in (a, b)]
    linear = [
        [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in s] for s in shares
    ]
    low, high = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in linear)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_text_has_enough_contrast(theme):
    grounds = (theme.background, theme.panel, theme.surface)
    pairs = [(colour, ground) for colour in (theme.text, theme.muted_text) for ground in grounds]
    pairs.append((theme.on_accent, theme.accent))
    for colour in (theme.focus, theme.success, theme.danger):  # of the status bar
        pairs.append((colour, mix(theme.panel, colour, 0.16)))
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


def test_a_size_is_not_broken(app):
    font = app().canvas.font(15)
    lines = wrap("Turn a 2 × 2 face\nof the board", font, font.size("Turn a 2 ×")[0])
    assert lines == ["Turn a", "2 × 2 face", "of the", "board"]
