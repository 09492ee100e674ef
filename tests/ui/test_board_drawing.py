"""The parts of a board's drawing that both graphical front ends share."""

import pytest

from puzzlekit import load
from puzzlekit.ui.board_drawing import BoardDrawing
from puzzlekit.ui.cells import View
from puzzlekit.ui.svg_art import rgb
from puzzlekit.ui.theme import PALETTES, THEMES, is_too_similar

VIEW = View(40.0, 0.0, 400.0)


def svg_sides(game, theme):
    """Return the coloured sides of a board as SVG."""
    return BoardDrawing(load(game).board, VIEW, THEMES[theme], PALETTES["standard"]).rims()


@pytest.mark.parametrize(
    ("theme", "faint", "strong"), [("dark", "black", "white"), ("light", "white", "black")]
)
def test_low_contrast_sides_are_tinted(theme, faint, strong):
    palette, background = PALETTES["standard"], THEMES[theme].background
    assert is_too_similar(palette[faint], background)
    svg = svg_sides("shifty:5", theme)
    assert rgb(palette[faint]) not in svg
    assert rgb(palette[strong]) in svg


@pytest.mark.parametrize("theme", THEMES)
def test_other_sides_keep_their_colour(theme):
    svg = svg_sides("hex:5", theme)
    for colour in ("red", "blue"):
        assert rgb(PALETTES["standard"][colour]) in svg
