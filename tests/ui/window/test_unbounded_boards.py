"""Unbounded boards and curved tiles in the window, for any rules."""

import pygame
import pytest
from support import problems

from puzzlekit import Area, Board, BoardGame, Click, Piece, Result, hexagon_plane, load
from puzzlekit.play.session import Session
from puzzlekit.ui.terminal.board import draw
from puzzlekit.ui.window.drawing.board_view import BoardView
from puzzlekit.ui.window.drawing.canvas import Canvas


class Stones(BoardGame):
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


def variants(shown):
    return [click.variant for click in shown.screen.board.selector.path]


def test_two_tiles_in_any_order_rotated_and_taken_back(app):
    shown = app("palago 0,0a+0,-1b")
    shown.wheel()
    shown.touch("1,0")
    assert variants(shown) == [1]
    shown.touch("1,0")  # another click turns it again
    assert variants(shown) == [2]
    shown.press(pygame.K_ESCAPE)
    assert variants(shown) == []
    shown.touch("1,0")
    shown.hover(shown.spot("0,1"))
    shown.wheel()
    shown.wheel()
    shown.touch("0,1")
    assert shown.moves() == ["0,0a+0,-1b", "0,1c+1,0a"]


def test_ghosts_of_tiles(app):
    shown = app("palago 0,0a+0,-1b")
    selector, board = shown.screen.board.selector, shown.screen.rules.board
    cell = board.index["1,0"]
    for turned in range(3):
        selector.rotation = turned
        move = f"1,0{'abc'[turned]}+2,0a"
        after = shown.screen.rules.play(shown.screen.session.state, move)
        assert selector.ghosts((cell,)) == {cell: shown.screen.rules.pieces(after)[cell]}
    shown = app("palago 0,0b+1,0a 2,1c+2,0c -2,1a+-1,0c -2,0c+-2,-1a 3,0a+4,0b 3,1a+4,1c")
    selector = shown.screen.board.selector
    for cells in selector.targets():
        for turned in range(3):
            selector.rotation = turned
            assert list(selector.ghosts(cells)) == list(cells)


def test_plane_is_dragged_and_tiles_are_rotated(app):
    shown = app("palago 0,0a+0,-1b")
    view = shown.screen.board.view
    before, (x, y) = view.view, view.box[:2]
    shown.drag((x + 5, y + 5), (x + 45, y + 35))
    assert (view.view.left - before.left, view.view.top - before.top) == (40, 30)
    shown.press(pygame.K_PAGEUP, mod=pygame.KMOD_CTRL)
    assert view.view.unit == pytest.approx(before.unit * 1.25)
    shown.press(pygame.K_LEFT, pygame.K_HOME, mod=pygame.KMOD_CTRL)
    assert view.view.unit == pytest.approx(before.unit)
    assert shown.screen.session.ply == 1
    shown.press(pygame.K_RIGHT)
    shown.press(pygame.K_r, pygame.K_r, mod=pygame.KMOD_CTRL)
    shown.press(pygame.K_RETURN)
    assert variants(shown) == [2]
    shown.press(pygame.K_r, mod=pygame.KMOD_CTRL)
    shown.press(pygame.K_RETURN)
    first, second = shown.screen.session.moves
    assert first == "0,0a+0,-1b"
    assert {part[-1] for part in second.split("+")} == {"c", "b"}


def test_game_by_keyboard_alone(app):
    shown = app("palago:6")
    for _ in range(12):
        if shown.screen.session.result is not None:
            break
        shown.press(pygame.K_RIGHT, pygame.K_RETURN)
    assert shown.screen.session.result is not None


@pytest.mark.slow
def test_every_move_stays_in_view(app):
    shown = app("palago:30,turn=single")
    screen = shown.screen
    rules = screen.rules
    while screen.session.result is None:
        moves = rules.legal_moves(screen.session.state)
        screen.controller.play(moves[-1])
        shown.draw()
        for cell in screen.board.view.cells:
            assert pygame.Rect(screen.board.view.box).collidepoint(screen.board.view.pixel(cell))


@pytest.mark.slow
def test_second_frame_uses_cached_pictures(app, monkeypatch):
    shown = app("palago:48,turn=single")
    screen = shown.screen
    for _ in range(40):
        if screen.session.result is None:
            screen.controller.play(screen.rules.legal_moves(screen.session.state)[0])
    shown.draw()
    known, drawn, picture = set(shown.canvas._pictures), set(), Canvas.picture
    monkeypatch.setattr(BoardView, "_render_background", lambda self: pytest.fail("redrawn"))
    monkeypatch.setattr(
        Canvas, "picture", lambda self, key, make: drawn.add(key) or picture(self, key, make)
    )
    shown.draw()
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


def test_contract_of_games_on_a_plane():
    assert problems(Stones()) == []
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
        kind = type("Faulty", (Stones,), {**answers, "__doc__": "Badly."})
        assert any(words in sentence for sentence in problems(kind())), words


def test_plane_looks_the_same_in_any_unit(app):
    pictures = []
    for unit in (1, 64):
        rules = Stones()
        known = rules.board
        points = [(x * unit, y * unit) for x, y in known.points]
        rules.board = Board(known.cells, points, known.edges, shape="hexagon", plane=True)
        shown = app(Session(rules))
        shown.touch("1,0", "2,0", "3,0", "3,1")
        assert shown.moves() == ["1,0", "2,0", "3,0", "3,1"]
        pictures.append(shown.pixels())
        text = draw(rules, shown.screen.session.state)
        assert text.count("[R") == 5
        assert "3,1[R" in text
        assert "4,0" in text
        assert "-5,0" not in text
    assert pictures[0] == pictures[1]


def test_move_list_shows_the_places_of_tiles(app):
    shown = app("palago 0,0a+0,-1c")
    assert [entry.text for entry in shown.widget("moves").layout.entries] == ["0,0a+0,-1c"]
