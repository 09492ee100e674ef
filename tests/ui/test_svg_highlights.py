"""The highlights of a position as SVG, without a window."""

from xml.etree import ElementTree

import pytest
from support import SHIPPED

from puzzlekit.play.controller import GameController
from puzzlekit.play.new_game import new_session
from puzzlekit.ui.board_input import BoardInput
from puzzlekit.ui.svg import picture_layout
from puzzlekit.ui.svg_art import rgb
from puzzlekit.ui.svg_highlights import mark_layers
from puzzlekit.ui.theme import THEMES

THEME = THEMES["light"]


def start_game(game):
    """Return the input on the board of a game, and the layout of its picture."""
    controller = GameController(new_session(game))
    board = BoardInput(controller, controller.play)
    return board, picture_layout(board.rules, controller.session.state)


def tags_with_colour(layer, colour):
    """Return the kinds of the elements in a colour."""
    elements = ElementTree.fromstring(f"<g>{layer}</g>").iter()
    return [each.tag for each in elements if rgb(colour) in (each.get("fill"), each.get("stroke"))]


def test_last_move_is_tinted_and_outlined():
    board, layout = start_game("knights 1-8")
    below, above = mark_layers(board, layout)
    assert tags_with_colour(below, THEME.accent) == ["polygon"] * 2  # and a line in a mixed colour
    assert tags_with_colour(above, THEME.accent) == ["path", "circle"]
    board.click(next(iter(board.selector.targets())))
    assert mark_layers(board, layout).below == ""


def test_hint_is_framed():
    board, layout = start_game("fifteen:3,height=3")
    assert not tags_with_colour(mark_layers(board, layout).above, THEME.success)
    move = board.controller.rules.legal_moves(board.selector.state)[0]
    board.controller.hint = [move]
    frames = tags_with_colour(mark_layers(board, layout).above, THEME.success)
    assert len(frames) == len(board.rules.clicks(move))


def test_placement_preview_is_translucent():
    board, layout = start_game("hex:3,swap=off")
    board.hover(board.selector.anchor((4,)))
    layer = ElementTree.fromstring(f"<g>{mark_layers(board, layout).above}</g>")
    (ghost,) = [each for each in layer.iter("g") if each.get("opacity")]
    (use,) = ghost.iter("use")
    assert use.get("href")[1:] in {each.get("id") for each in ghost.iter()}
    x, y = layout.view.pixel(*board.selector.anchor((4,)))
    assert float(use.get("x")) == pytest.approx(x, abs=0.01)
    assert float(use.get("y")) == pytest.approx(y, abs=0.01)


@pytest.mark.parametrize("name", SHIPPED)
def test_highlights_of_every_plugin(name):
    board, layout = start_game(name)
    board.hovered = next(iter(board.selector.targets()), None)
    layers = mark_layers(board, layout, legal=True)
    assert bool(list(ElementTree.fromstring(f"<g>{layers.above}</g>"))) == (
        board.hovered is not None
    )
    assert layers.below == ""
