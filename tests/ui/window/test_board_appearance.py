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
def test_quarters_are_identical_and_separated(theme):
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
def line_ends(monkeypatch):
    """Return a function for the ends of the lines drawn on the board."""
    ends = []
    monkeypatch.setattr(BoardView, "line", lambda self, start, end, ink: ends.append(end))

    def line_ends(window):
        ends.clear()
        window.draw()
        board = window.screen.rules.board
        names = dict(zip(board.points, board.cells, strict=True))
        return {names[end] for end in ends}

    return line_ends


def test_steps_of_selected_piece(app, line_ends):
    window = app("knights")
    assert line_ends(window) == set()
    window.hover(window.spot("3"))
    assert line_ends(window) == {"8"}
    window.hover((2, 2))
    assert line_ends(window) == set()
    window.press(pygame.K_RIGHT)
    assert line_ends(window)
    window = app("knights 3-8 8-7")
    window.touch("7")
    window.hover((2, 2))
    assert line_ends(window) == {"2", "8"}


@pytest.mark.parametrize(("game", "there"), [("knights", False), ("pinball", True)])
def test_edges_across_cells_are_not_drawn(game, there, monkeypatch):
    asked = []
    monkeypatch.setattr(BoardDrawing, "edges", lambda self: asked.append(self) or "")
    rules = load(game)
    svg.picture(rules, rules.start())
    assert bool(asked) == there


@pytest.mark.parametrize("size", [(480, 360), (1280, 800)])
def test_enlarged_pattern_choices(app, size):
    window = app("palagem:tiles=12", ["human", "human"], size=size)
    board = window.screen.board
    assert board.card[1] + 1 >= board.view.box[1] + board.view.box[3]  # below all cells
    pictures = set()
    for cells in list(board.selector.targets())[:2]:
        window.hover(window.spot(cells))
        pictures.add(window.pixels(pygame.Rect(board.card)))
    assert len(pictures) == 2
    window.touch(cells)
    window.touch(next(iter(board.selector.targets())))
    assert len(window.moves()) == 2
    assert board.card is None
    assert board.view.box == window.screen.game_boxes().board


def test_cell_names_on_plane(app, drawn_texts):
    window = app("palago", ["human", "human"])
    names = {*window.screen.rules.board.cells}
    assert drawn_texts
    assert not drawn_texts.keys() & names
    window.press(pygame.K_F3)
    assert drawn_texts.keys() & names


def test_click_on_moving_plane_places_one_tile(app):
    window = app("palago 0,0a+0,1b 1,0a+1,1a", ["human", "human"])
    selector = window.screen.board.selector
    for cells in sorted(selector.targets()):
        window.touch(cells)
        assert [click.cells for click in selector.path] == [cells]
        window.press(pygame.K_ESCAPE)


def test_refused_click_on_plane_is_explained(app):
    window = app("palago", ["human", "human"])
    window.click(window.screen.board.view.pixel(window.screen.rules.board.index["0,1"]))
    assert window.screen.status.text == "The first tile goes in the centre"
    window.touch("0,0")
    assert window.screen.board.selector.path
    left, top, _, _ = window.screen.board.view.box
    window.click((left + 3, top + 3))  # a click outside all cells cancels
    assert not window.screen.board.selector.path


def test_thumbnail_skips_pattern_choice():
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
def test_text_contrast(theme):
    grounds = (theme.background, theme.panel, theme.surface)
    pairs = [(colour, ground) for colour in (theme.text, theme.muted_text) for ground in grounds]
    pairs.append((theme.on_accent, theme.accent))
    for colour in (theme.focus, theme.success, theme.danger):  # of the status bar
        pairs.append((colour, mix(theme.panel, colour, 0.16)))
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


@pytest.mark.parametrize(
    ("text", "first_line", "lines"),
    [
        ("Turn a 2 × 2 face\nof the board", "Turn a 2 ×", "Turn a|2 × 2 face|of the|board"),
        ("Coup\u00a0: a1", "Coup\u00a0:", "Coup\u00a0:|a1"),
    ],
)
def test_sizes_and_non_breaking_spaces_stay_together(app, text, first_line, lines):
    font = app().canvas.font(15)
    assert "|".join(wrap(text, font, font.size(first_line)[0])) == lines
