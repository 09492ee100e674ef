"""Real windows: each plugin is opened, played by mouse and by keyboard, and closed."""

import json

import pytest
from cube_drags import diagonal, drag_directions, expected_move, row_of, sticker_centre
from real_window import REAL
from support import sample

from puzzlekit import load
from puzzlekit.core.solid import add, scale
from puzzlekit.play.new_game import new_session
from puzzlekit.plugin.discovery import plugins
from puzzlekit.ui.board_input import MoveSelector
from puzzlekit.ui.cells import View
from puzzlekit.ui.solid.dragging import PickedPoint
from puzzlekit.ui.solid.view import camera_for
from puzzlekit.ui.window.game.solid_board import Net

pytestmark = REAL


def play_by_mouse(window, rules, state):
    """Click until a move is made; return it, or all moves made together."""
    selector = MoveSelector(rules, state)
    view = View(*json.loads(window.last["view"]))
    moves = ()
    while not moves:
        cells = next(iter(selector.targets()))
        x, y = view.pixel(*selector.anchor(cells))
        assert selector.target_at(*view.point(x, y)) == cells
        window.click(x, y)
        moves = selector.click(cells)
        if not moves:
            window.wait_for("widgets")
    window.wait_for("move", moves[-1])
    window.wait_for("view")
    return moves


#: Plugins that share a class of rules and look alike, with the one tested in a real window.
#: `test_solids` drags the layers of solids, and posted events play all of them.
KINDS = {"dino": "skewb", "helicopter": "skewb", "octahedron": "skewb", "pyraminx": "skewb"}


@pytest.mark.parametrize("name", sample(sorted({*plugins()[0]} - {*KINDS}), 4))
def test_every_plugin_by_mouse_and_keyboard(open_real_window, name):
    with_seats = ["--players", "human,human"] if load(name).is_game() else []
    setup = new_session(name).setup  # has a seed only if the start is random
    game = f"{name}#1" if setup.seed is not None else name
    window = open_real_window("play", game, *with_seats)
    assert window.last["game"] == game
    rules = load(game)
    state = rules.start()

    for move in play_by_mouse(window, rules, state):
        state = rules.play(state, move)

    typed = rules.legal_moves(state)[-1]
    window.type(typed)
    window.press("Return")
    window.wait_for("move", typed)
    state = rules.play(state, typed)
    window.press("Escape")  # from the text field back to the board
    window.press("ctrl+z")
    window.wait_for("view")
    window.press("ctrl+y")
    window.wait_for("view")

    if rules.result(state) is None and MoveSelector(rules, state).targets():
        for _ in range(4):  # cursor and selection for each step of the move
            window.press("Down", "Return")
        window.wait_for("move")

    window.quit()


def refuse_lesson(window):
    """Start a game without its guided game, which is offered once."""
    window.wait_for("dialog")
    while "lesson" not in json.loads(window.last["widgets"]):
        window.wait_for("widgets")
    window.click(*window.widget("start"))


def test_open_plugins_from_launcher(open_real_window):
    window = open_real_window()
    played = sample(sorted(plugins()[0].items()), 3)
    for name, kind in played:
        window.type(kind.name)
        window.press("Return")
        refuse_lesson(window)
        game = window.wait_for("game")
        assert game.partition("#")[0].partition(":")[0] == name
        window.press("Escape")
        window.wait_for("launcher")
    window.wait_for("widgets")
    cards = [key for key in json.loads(window.last["widgets"]) if key.startswith("card ")]
    name = cards[0].removeprefix("card ")  # scrolling may be needed for the other cards
    window.click(*window.widget(cards[0]))
    window.wait_for("choose", name)
    window.wait_for("widgets")
    window.click(*window.widget("new"))
    if name not in dict(played):
        refuse_lesson(window)
    assert window.wait_for("game").partition("#")[0].partition(":")[0] == name
    window.wait_for("widgets")
    window.click(*window.widget("rules"))
    window.wait_for("dialog", plugins()[0][name].name)
    window.wait_for("widgets") if "close" not in window.last["widgets"] else None
    window.press("Escape")
    window.wait_for("dialog-closed")
    window.wait_for("widgets")
    window.click(*window.widget("home"))
    window.wait_for("launcher")
    window.quit()


def rows_of_moves(rules):
    """Yield each move of a cube once, with the first sticker of a row and its direction."""
    seen = set()
    faces = [number for number, face in enumerate(rules.solid.faces) if face.name in "FU"]
    for sticker in diagonal(rules.solid, faces):
        for way in drag_directions(rules.solid, sticker):
            move = expected_move(rules, sticker, way)
            if move is not None and move not in seen:
                seen.add(move)
                first = row_of(rules.solid, sticker, way)[0]
                yield move, PickedPoint(first, sticker_centre(rules.solid, first)), way


def test_drag_every_cube_layer(open_real_window):
    for size in sample([2, 3, 4, 7], 2):
        window = open_real_window("play", f"cube:{size}#1")
        rules = load(f"cube:{size}")
        drags = list(rows_of_moves(rules))
        assert {move for move, _, _ in drags} == {*rules.legal_moves(rules.start())}

        wanted = [move for move, _, _ in drags]
        shares = 0, 0.3, 1

        large = window.last["solid"]
        left, top, wide, high = json.loads(large)
        eye = camera_for(rules.solid, (0, 0, wide, high))
        paths = []
        for _, spot, way in drags:
            pixels = [eye.pixel(add(spot.point, scale(way, share))) for share in shares]
            paths.append([(left + x, top + y) for x, y in pixels])
        window.drag(paths)
        assert [window.wait_for("move") for _ in paths] == wanted

        window.press("F6")
        while window.last["solid"] == large:
            window.wait_for("solid")
        view, net = View(*json.loads(window.last["view"])), Net(rules.solid, rules.board.points)
        paths = []
        for _, spot, way in drags:
            (x, y), (dx, dy) = rules.board.points[spot.sticker], net.screen_direction(spot, way)
            paths.append([view.pixel(x + share * dx, y + share * dy) for share in shares])
        window.drag(paths)
        assert [window.wait_for("move") for _ in paths] == wanted
        window.close()
