"""The parts of a board's drawing that both graphical front ends share."""

import pytest

from puzzlekit import load
from puzzlekit.ui.board_drawing import BoardDrawing
from puzzlekit.ui.cells import View
from puzzlekit.ui.svg_art import rgb
from puzzlekit.ui.theme import PALETTES, THEMES, is_too_similar

VIEW = View(40.0, 0.0, 400.0)


def painted(game, theme):
    """Return the coloured sides of a board as SVG."""
    return BoardDrawing(load(game).board, VIEW, THEMES[theme], PALETTES["standard"]).rims()


@pytest.mark.parametrize(
    ("theme", "faint", "strong"), [("dark", "black", "white"), ("light", "white", "black")]
)
def test_sides_that_could_not_be_seen_on_the_ground_are_toned(theme, faint, strong):
    palette, ground = PALETTES["standard"], THEMES[theme].background
    assert is_too_similar(palette[faint], ground)
    shown = painted("shifty:5", theme)
    assert rgb(palette[faint]) not in shown
    assert rgb(palette[strong]) in shown


@pytest.mark.parametrize("theme", THEMES)
def test_sides_that_stand_out_are_of_their_colour(theme):
    shown = painted("hex:5", theme)
    for colour in ("red", "blue"):
        assert rgb(PALETTES["standard"][colour]) in shown
