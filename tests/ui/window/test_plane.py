"""Planes and curved tiles in the front end, for any rule book that has them."""

import math
import os
import time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from puzzlekit import Area, BoardGame, Piece, Result, Touch, check, hexagon_plane, load
from puzzlekit.play.new_game import new_session
from puzzlekit.play.session import Session
from puzzlekit.ui import curves
from puzzlekit.ui.camera import Camera
from puzzlekit.ui.settings import Settings
from puzzlekit.ui.terminal.board import draw
from puzzlekit.ui.window.app import App

BOX = (0, 0, 800, 600)


class Stones(BoardGame):
    """Put stones beside stones; the seventh one ends it."""

    name = "Stones"

    def __init__(self):
        self.board = hexagon_plane(6)
        self.reserve = 7

    def start(self, rng=None):
        return (self.board.index["0,0"],)

    def turn(self, state):
        return (len(state) - 1) % 2

    def moves(self, state):
        near = {cell for each in state for cell in self.board.neighbours[each]} - set(state)
        return [] if self.result(state) else [self.board.cells[cell] for cell in sorted(near)]

    def play(self, state, move):
        if move not in self.moves(state):
            raise self.illegal(state, move)
        return (*state, self.board.index[move])

    def result(self, state):
        return Result(None, "Over") if len(state) == 7 else None

    def look(self, state):
        return [Piece("stone", "red") if i in state else None for i in range(len(self.board))]

    def carry(self, state, move):
        return {}


@pytest.fixture
def app(tmp_path, monkeypatch):
    monkeypatch.setenv("PUZZLEKIT_HOME", str(tmp_path))
    opened = []

    def start(game, **settings):
        shown = App(Settings(speed="off", **settings), remember=False)
        opened.append(shown)
        session = new_session(game, ["human", "human"]) if isinstance(game, str) else game
        shown.play(session, tmp_path / "game.json")
        shown.draw()
        return shown

    yield start
    for each in opened:
        each.close()


def mouse(app, kind, at, **fields):
    app.handle(pygame.event.Event(kind, pos=tuple(map(round, at)), **fields))


def point(app, name):
    board = app.screen.rules.board
    return app.screen.view.view.pixel(*board.points[board.index[name]])


def hover(app, name):
    mouse(app, pygame.MOUSEMOTION, point(app, name), rel=(0, 0), buttons=(0, 0, 0))
    app.draw()


def click(app, name, button=1):
    hover(app, name)
    at = point(app, name)
    mouse(app, pygame.MOUSEBUTTONDOWN, at, button=button)
    mouse(app, pygame.MOUSEBUTTONUP, at, button=button)
    app.draw()


def press(app, key, mod=0):
    app.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))
    app.draw()


def wheel(app, by=1):
    app.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=by, pos=(0, 0)))


@pytest.mark.slow
def test_two_tiles_are_laid_in_any_order_turned_and_taken_back(app):
    shown = app("palago 0,0a+0,-1b")
    screen = shown.screen
    wheel(shown)
    click(shown, "1,0")
    assert [touch.variant for touch in screen.pointer.path] == [1]
    click(shown, "1,0")  # once more turns it
    assert [touch.variant for touch in screen.pointer.path] == [2]
    press(shown, pygame.K_ESCAPE)
    assert screen.pointer.path == []
    click(shown, "1,0")
    hover(shown, "0,1")
    wheel(shown)
    wheel(shown)
    click(shown, "0,1")
    assert screen.session.moves == ["0,0a+0,-1b", "0,1c+1,0a"]


def test_a_tile_is_turned_by_a_key_before_it_is_laid(app):
    shown = app("palago 0,0a+0,-1b")
    press(shown, pygame.K_RIGHT)
    press(shown, pygame.K_r, pygame.KMOD_CTRL)
    press(shown, pygame.K_r, pygame.KMOD_CTRL)
    press(shown, pygame.K_RETURN)
    assert [touch.variant for touch in shown.screen.pointer.path] == [2]
    press(shown, pygame.K_r, pygame.KMOD_CTRL)
    press(shown, pygame.K_RETURN)
    first, second = shown.screen.session.moves
    assert first == "0,0a+0,-1b"
    assert {part[-1] for part in second.split("+")} == {"c", "b"}


def test_a_ghost_is_shown_though_one_of_the_moves_would_end_the_game(app):
    shown = app("palago 0,0b+1,0a 2,1c+2,0c -2,1a+-1,0c -2,0c+-2,-1a 3,0a+4,0b 3,1a+4,1c")
    pointer = shown.screen.pointer
    for cells in pointer.targets():
        for turned in range(3):
            pointer.turned = turned
            assert list(pointer.ghosts(cells)) == list(cells)


def test_the_ghost_is_the_tile_that_would_lie_there(app):
    shown = app("palago 0,0a+0,-1b")
    pointer, board = shown.screen.pointer, shown.screen.rules.board
    cell = board.index["1,0"]
    for turned in range(3):
        pointer.turned = turned
        move = f"1,0{'abc'[turned]}+2,0a"
        after = shown.screen.rules.play(shown.screen.session.state, move)
        assert pointer.ghosts((cell,)) == {cell: shown.screen.rules.look(after)[cell]}


def test_a_plane_is_dragged_zoomed_and_fitted(app):
    shown = app("palago 0,0a+0,-1b")
    screen = shown.screen
    before = screen.view.view
    at = (screen.view.box[0] + 5, screen.view.box[1] + 5)
    mouse(shown, pygame.MOUSEBUTTONDOWN, at, button=1)
    mouse(shown, pygame.MOUSEMOTION, (at[0] + 40, at[1] + 30), rel=(40, 30), buttons=(1, 0, 0))
    mouse(shown, pygame.MOUSEBUTTONUP, (at[0] + 40, at[1] + 30), button=1)
    moved = screen.view.view
    assert (moved.left - before.left, moved.top - before.top) == (40, 30)
    press(shown, pygame.K_PAGEUP, pygame.KMOD_CTRL)
    assert screen.view.view.unit == pytest.approx(before.unit * 1.25)
    press(shown, pygame.K_LEFT, pygame.KMOD_CTRL)
    press(shown, pygame.K_HOME, pygame.KMOD_CTRL)
    assert screen.view.view.unit == pytest.approx(before.unit)
    assert screen.session.ply == 1


@pytest.mark.slow
def test_a_game_by_the_keyboard_alone(app):
    shown = app("palago:6")
    for _ in range(12):
        if shown.screen.session.result is not None:
            break
        press(shown, pygame.K_RIGHT)
        press(shown, pygame.K_RETURN)
    assert shown.screen.session.result is not None


def test_a_strangers_game_on_a_plane(app):
    rules = Stones()
    rules.id = "palago"  # any that can be saved
    shown = app(Session(rules))
    for name in ("1,0", "2,0", "3,0", "3,1"):
        click(shown, name)
    assert shown.screen.session.moves == ["1,0", "2,0", "3,0", "3,1"]
    text = draw(rules, shown.screen.session.state)
    assert text.count("[R") == 5
    assert "4,0" in text
    assert "-5,0" not in text


@pytest.mark.slow
def test_every_move_stays_in_sight_until_the_camera_is_taken(app):
    shown = app("palago:30,turn=single")
    screen = shown.screen
    rules = screen.rules
    while screen.session.result is None:
        moves = rules.moves(screen.session.state)
        screen.play(moves[-1])
        shown.draw()
        for cell in screen.view.cells:
            assert pygame.Rect(screen.view.box).collidepoint(screen.view.pixel(cell))


def test_the_camera_stays_while_all_is_in_sight():
    board = hexagon_plane(20)
    camera = Camera(board, BOX)
    near = [board.index["0,0"], board.index["3,0"]]
    camera.follow(near, BOX)
    view = camera.view
    camera.follow([*near, board.index["1,1"]], BOX)
    assert camera.view == view
    camera.follow([*near, board.index["9,0"]], BOX)
    assert camera.view.unit < view.unit
    camera.zoom(0.5)
    by_hand = camera.view
    camera.follow([board.index["-15,0"]], BOX)
    assert camera.view == by_hand
    camera.scroll(1e6, 0)
    assert camera.view == by_hand  # out of sight is too far


@pytest.mark.slow
def test_a_frame_of_a_whole_game_is_fast(app):
    shown = app("palago:48,turn=single")
    screen = shown.screen
    for _ in range(40):
        if screen.session.result is None:
            screen.play(screen.rules.moves(screen.session.state)[0])
    shown.draw()
    began = time.process_time()
    for _ in range(10):
        shown.draw()
    assert (time.process_time() - began) / 10 < 0.1


@pytest.mark.parametrize("first", range(6))
@pytest.mark.parametrize("between", range(1, 6))
def test_the_outline_of_an_area_is_what_lies_inside(first, between):
    area = Area(first, (first + between) % 6, "blue")
    outline = curves.polygon(area)
    for i in range(-20, 21):
        for j in range(-20, 21):
            x, y = i / 36.7, j / 36.7
            if curves.contains(x, y) and min(math.dist((x, y), p) for p in outline) > 0.05:
                assert curves.inside(area, x, y) == within(outline, x, y)


def within(outline, x, y):
    """Tell by the crossings of a ray whether a point is inside of a polygon."""
    inside = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def test_curves_of_neighbours_meet_at_right_angles():
    for first in range(6):
        for last in set(range(6)) - {first}:
            chain = curves.curve(first, last)
            for edge, a, b in ((first, *chain[:2]), (last, *chain[:-3:-1])):
                assert a == pytest.approx(curves.towards(30 + 60 * edge, 0.5))
                way = b[0] - a[0], b[1] - a[1]
                normal = curves.towards(30 + 60 * edge, 1)
                cos = (way[0] * normal[0] + way[1] * normal[1]) / math.hypot(*way)
                assert cos < -0.99


def test_the_terminal_shows_tiles_and_what_can_be_touched():
    rules = load("palago")
    start = draw(rules, rules.start())
    assert "0,0" in start
    assert "1,-1" in start
    text = draw(rules, rules.play(rules.start(), "0,0a+0,-1b"))
    assert ". white, # blue" in text
    assert "1,0" in text
    assert len(text.splitlines()) < 30


def test_touch_order():
    rules = load("palago")
    state = rules.play(rules.start(), "0,0a+0,-1b")
    a, b = (rules.board.index[name] for name in ("0,1", "1,0"))
    assert [list(way) for way in rules.ways(state, "0,1c+1,0a")] == [
        [Touch((a,), 2), Touch((b,), 0)],
        [Touch((b,), 0), Touch((a,), 2)],
    ]


def test_the_contract_knows_of_ways_spellings_areas_and_decisive_cells():
    class Faulty(Stones):
        """Put stones beside stones, badly."""

    assert check(Stones()) == []
    faults = {
        "names no way to click": {"ways": lambda self, state, move: []},
        "must leave a legal move as it is": {"read": lambda self, state, text: text + "!"},
        "does not know a part": {
            "look": lambda self, state: [
                Piece("hexagon", "red", areas=(Area(0, 1, "mauve"),)) for _ in self.board.cells
            ]
        },
    }
    for words, answers in faults.items():
        kind = type("Faulty", (Faulty,), {**answers, "__doc__": "Badly."})
        assert any(words in sentence for sentence in check(kind())), words
