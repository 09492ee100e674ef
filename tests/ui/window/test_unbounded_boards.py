"""Unbounded boards and curved tiles in the window, for any rules."""

import pygame
import pytest
from support import find_problems

from puzzlekit import Area, Board, BoardGame, Click, Piece, Result, hexagon_plane, load
from puzzlekit.play.session import Session
from puzzlekit.ui.terminal.board import draw
from puzzlekit.ui.window.drawing.board_view import BoardView
from puzzlekit.ui.window.drawing.canvas import Canvas


class StoneByStone(BoardGame):
    """Put stones next to stones; the seventh ends the game."""

    name = "Stones"

    def __init__(self):
        self.board = hexagon_plane(6)
        self.reserve = 7

    def start(self, rng=None):
        return (self.board.index["0,0"],)

    def turn(self, state):
        return (len(state) - 1) % 2

    def legal_moves(self, state):
        near = {cell for each in state for cell in self.board.neighbours[each]} - set(state)
        return [] if self.result(state) else [self.board.cells[cell] for cell in sorted(near)]

    def play(self, state, move):
        if move not in self.legal_moves(state):
            raise self.illegal_move(state, move)
        return (*state, self.board.index[move])

    def result(self, state):
        return Result(None, "Over") if len(state) == 7 else None

    def pieces(self, state):
        return [Piece("stone", "red") if i in state else None for i in range(len(self.board))]

    def cell_permutation(self, state, move):
        return {}


def variants(window):
    return [click.variant for click in window.screen.board.selector.path]


def test_place_rotate_and_take_back_two_tiles(app):
    window = app("palago 0,0a+0,-1b")
    window.wheel()
    window.touch("1,0")
    assert variants(window) == [1]
    window.touch("1,0")  # another click turns it again
    assert variants(window) == [2]
    window.press(pygame.K_ESCAPE)
    assert variants(window) == []
    window.touch("1,0")
    window.hover(window.spot("0,1"))
    window.wheel()
    window.wheel()
    window.touch("0,1")
    assert window.moves() == ["0,0a+0,-1b", "0,1c+1,0a"]


def test_tile_previews(app):
    window = app("palago 0,0a+0,-1b")
    selector, board = window.screen.board.selector, window.screen.rules.board
    cell = board.index["1,0"]
    for turned in range(3):
        selector.rotation = turned
        move = f"1,0{'abc'[turned]}+2,0a"
        after = window.screen.rules.play(window.screen.session.state, move)
        assert selector.ghosts((cell,)) == {cell: window.screen.rules.pieces(after)[cell]}
    window = app("palago 0,0b+1,0a 2,1c+2,0c -2,1a+-1,0c -2,0c+-2,-1a 3,0a+4,0b 3,1a+4,1c")
    selector = window.screen.board.selector
    for cells in selector.targets():
        for turned in range(3):
            selector.rotation = turned
            assert list(selector.ghosts(cells)) == list(cells)


def test_drag_plane_and_rotate_tiles(app):
    window = app("palago 0,0a+0,-1b")
    view = window.screen.board.view
    before, (x, y) = view.view, view.box[:2]
    window.drag((x + 5, y + 5), (x + 45, y + 35))
    assert (view.view.left - before.left, view.view.top - before.top) == (40, 30)
    window.press(pygame.K_PAGEUP, mod=pygame.KMOD_CTRL)
    assert view.view.unit == pytest.approx(before.unit * 1.25)
    window.press(pygame.K_LEFT, pygame.K_HOME, mod=pygame.KMOD_CTRL)
    assert view.view.unit == pytest.approx(before.unit)
    assert window.screen.session.ply == 1
    window.press(pygame.K_RIGHT)
    window.press(pygame.K_r, pygame.K_r, mod=pygame.KMOD_CTRL)
    window.press(pygame.K_RETURN)
    assert variants(window) == [2]
    window.press(pygame.K_r, mod=pygame.KMOD_CTRL)
    window.press(pygame.K_RETURN)
    first, second = window.screen.session.moves
    assert first == "0,0a+0,-1b"
    assert {part[-1] for part in second.split("+")} == {"c", "b"}


def test_fractional_steps_of_trackpad_rotate_nothing(app):
    window = app("palago:6")
    for by, rotation in ((0, 0), (1, 1), (0, 1), (-1, 0)):
        window.wheel(by)
        assert window.screen.board.selector.rotation == rotation


@pytest.mark.slow
def test_every_move_stays_in_view(app):
    window = app("palago:30,turn=single")
    screen = window.screen
    rules = screen.rules
    while screen.session.result is None:
        moves = rules.legal_moves(screen.session.state)
        screen.controller.play(moves[-1])
        window.draw()
        for cell in screen.board.view.cells:
            assert pygame.Rect(screen.board.view.box).collidepoint(screen.board.view.pixel(cell))


@pytest.mark.slow
def test_second_frame_uses_cached_pictures(app, monkeypatch):
    window = app("palago:48,turn=single")
    screen = window.screen
    for _ in range(40):
        if screen.session.result is None:
            screen.controller.play(screen.rules.legal_moves(screen.session.state)[0])
    window.draw()
    known, drawn, picture = set(window.canvas._pictures), set(), Canvas.picture
    monkeypatch.setattr(BoardView, "_render_background", lambda self: pytest.fail("redrawn"))
    monkeypatch.setattr(
        Canvas, "picture", lambda self, key, make: drawn.add(key) or picture(self, key, make)
    )
    window.draw()
    assert len(drawn) > 20
    assert drawn <= known


def test_order_of_clicks():
    rules = load("palago")
    state = rules.play(rules.start(), "0,0a+0,-1b")
    a, b = (rules.board.index[name] for name in ("0,1", "1,0"))
    assert [list(way) for way in rules.click_sequences(state, "0,1c+1,0a")] == [
        [Click((a,), 2), Click((b,), 0)],
        [Click((b,), 0), Click((a,), 2)],
    ]


def test_contract_of_plane_games():
    assert find_problems(StoneByStone()) == []
    faults = {
        "list a click sequence": {"click_sequences": lambda self, state, move: []},
        "must return legal moves unchanged": {"parse_move": lambda self, state, text: text + "!"},
        "the colour 'mauve' on cell": {
            "pieces": lambda self, state: [
                Piece("hexagon", "red", areas=(Area(0, 1, "mauve"),)) for _ in self.board.cells
            ]
        },
    }
    for words, answers in faults.items():
        kind = type("Faulty", (StoneByStone,), {**answers, "__doc__": "Badly."})
        assert any(words in sentence for sentence in find_problems(kind())), words


def test_plane_does_not_depend_on_unit(app):
    pictures = []
    for unit in (1, 64):
        rules = StoneByStone()
        known = rules.board
        points = [(x * unit, y * unit) for x, y in known.points]
        rules.board = Board(known.cells, points, known.edges, shape="hexagon", plane=True)
        window = app(Session(rules))
        window.touch("1,0", "2,0", "3,0", "3,1")
        assert window.moves() == ["1,0", "2,0", "3,0", "3,1"]
        pictures.append(window.pixels())
        text = draw(rules, window.screen.session.state)
        assert text.count("[R") == 5
        assert "3,1[R" in text
        assert "4,0" in text
        assert "-5,0" not in text
    assert pictures[0] == pictures[1]


def test_move_list_shows_cells_of_tiles(app):
    window = app("palago 0,0a+0,-1c")
    assert [entry.text for entry in window.widget("moves").layout.entries] == ["0,0a+0,-1c"]
