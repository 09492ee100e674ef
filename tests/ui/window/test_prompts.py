"""The status line, the reasons for refused clicks, and the last move's mark."""

import pygame
import pytest
from support import Noughts

from puzzlekit import EMPTY, Session, StoneGame, Stones, grid, place_stone
from puzzlekit.ui.highlights import LastMove
from puzzlekit.ui.window.drawing.board_view import BoardView
from puzzlekit.ui.window.drawing.canvas import Rect, wrap
from puzzlekit.ui.window.drawing.widgets import Column
from puzzlekit.ui.window.game.status_bar import SIZES, StatusBar, StatusMessage
from puzzlekit.ui.window.launcher.screen import Launcher


def test_prompt_of_each_half_of_a_move(app):
    shown = app("permute:4,swap=off", ["human", "human"])
    screen = shown.screen
    assert screen.status.text == "Twist a face, then bandage a stone"
    assert screen.status.detail == ("Orange to move", "right-click: other direction")
    box = screen.panel.status_box.box
    shown.touch(next(iter(screen.board.selector.targets())))
    assert screen.status.text == "Bandage one of your stones"
    assert "Esc takes back the click" in screen.status.detail
    assert screen.panel.status_box.box == box  # the line keeps its place
    shown.press(pygame.K_BACKSPACE)
    assert not screen.board.selector.path
    assert screen.status.text == "Twist a face, then bandage a stone"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(480, 360), (800, 600), (1280, 800)])
@pytest.mark.parametrize("game", ["permute:6", "palagem:players=6", "cube#1", "fifteen#1"])
def test_status_line_has_its_place_at_every_size(app, size, game):
    for scale in (1.0, 2.0):
        shown = app(game, size=size, scale=scale)
        panel = shown.screen.panel
        box = panel.status_box.box
        assert Rect(panel.box).contains(box)
        assert box.collidelist([each.box for each in panel.widgets]) < 0
        assert not box.colliderect(shown.screen.game_boxes().board)
        shown.screen.controller.show_status("word " * 40)
        assert shown.screen.panel.status_box.box == box


@pytest.mark.parametrize(("size", "has_room"), [((480, 360), False), ((800, 600), True)])
def test_whole_prompt_is_shown_or_in_a_tooltip(app, written, size, has_room):
    shown = app("hex:3", size=size)
    canvas = shown.canvas
    written.clear()
    text = "Lay a second tile that touches the first one, or else the one beside the other"
    box = StatusBar(StatusMessage(text, ("Red to move",), "do"), buttons=False)
    whole = shown.screen.panel.box
    box.place(canvas, Column(canvas, whole if has_room else shown.screen.panel.column.rest()))
    box.draw(canvas)
    if has_room:
        assert " ".join(written).startswith(text)
        assert box.widgets == []
    else:
        assert text.startswith(" ".join(written).rstrip("…"))
        assert [each.tip for each in box.widgets] == [text]


def test_letters_are_readable_in_the_smallest_window(app):
    canvas = app("pentago", size=(480, 360)).canvas
    assert canvas.scale < 0.7
    assert all(canvas.font(size).get_linesize() >= canvas.font(15).get_linesize() for size in SIZES)
    assert canvas.font(6).get_height() == canvas.font(15).get_height()


@pytest.mark.parametrize("words", [2, 40])
def test_long_message_gets_a_tooltip(app, words):
    shown = app("pentago", size=(480, 360))
    text = " ".join(["another"] * words)
    shown.screen.controller.show_status(text)
    shown.draw()
    notes = [each.tip for each in shown.screen.widgets if each.key == "said"]
    assert notes == ([text] if words == 40 else [])


@pytest.mark.parametrize("game", ["hex:4 a1", "hex:2,swap=off a1 b1 a2"])
def test_long_message_in_a_question_or_a_result_gets_a_tooltip(app, game):
    shown = app(game, ["human", "human"])
    screen = shown.screen
    screen._show_end()
    before = shown.widget_keys()
    text = "word " * 70
    screen.controller.show_status(text)
    (note,) = [each for each in screen.widgets if each.key == "said"]
    assert note.tip == text
    assert note.box.collidelist([each.box for each in screen.panel.status_box.buttons]) < 0
    screen.controller.show_status("Saved")
    assert shown.widget_keys() == before


def test_long_word_in_a_tooltip_is_broken(app):
    canvas = app("hex").canvas
    lines = wrap(f"Cannot paste: {'x' * 300} is not a game ID", canvas.font(13), 236)
    assert all(canvas.font(13).size(line)[0] <= 236 for line in lines)
    assert "".join(lines).count("x") == 300


def test_prompt_while_a_computer_thinks(app):
    shown = app("hex:4,swap=off", ["human", "greedy"])
    screen = shown.screen
    screen.controller.play("b2")
    assert (screen.status.text, screen.status.severity) == ("Blue is thinking…", "wait")
    shown.wait()
    assert screen.status.severity == "do"
    screen.controller.go(1)
    assert screen.status.text == "Earlier position. Redo to return."


def test_refused_click_is_explained(app, monkeypatch):
    shown = app("shifty:5,swap=off c3 a1 c4 b1", ["human", "human"])
    screen, dots = shown.screen, []
    monkeypatch.setattr(BoardView, "dot", lambda self, *more: dots.append(more))
    shown.draw()
    plain = len(dots)
    at = screen.board.view.pixel(screen.rules.board.index["a1"])
    shown.click(at)
    refusal = "That stone is White's: choose one of yours"
    assert screen.status == StatusMessage(refusal, severity="refuse")
    dots.clear()
    shown.draw()
    assert len(dots) > plain
    shown.touch("c4")  # a valid click clears the message
    assert screen.status.severity == "do"
    shown.click(at)
    assert screen.status.text == "That point is taken"
    assert screen.board.selector.path  # the selection remains
    shown.press(pygame.K_ESCAPE)
    assert screen.status.severity == "do"
    assert not screen.board.selector.path


def test_placed_tile_can_be_rotated(app):
    shown = app("palago", ["human", "human"])
    shown.touch("0,0")
    assert "click again to rotate it" in shown.screen.status.detail
    before = shown.screen.board.selector.path[-1]
    shown.click(shown.screen.board.view.pixel(before.cells[0]))
    assert shown.screen.board.selector.path[-1].variant != before.variant


def test_half_a_move_replaces_the_question(app):
    shown = app("permute:4 Ca1-b2", ["human", "human"])
    screen = shown.screen
    assert "play swap" in shown.widget_keys()
    shown.touch(next(iter(screen.board.selector.targets())))
    assert screen.status == screen.panel.status_box.message
    assert screen.status.text == "Bandage one of your stones"
    shown.press(pygame.K_BACKSPACE)
    assert screen.panel.status_box is screen.question_box


def test_escape_clears_a_refusal_before_it_leaves(app):
    shown = app("fifteen#1")
    screen = shown.screen
    shown.click(screen.board.view.pixel(screen.session.state.index("")))
    assert screen.status.text == "That is the hole: click a tile next to it"
    shown.press(pygame.K_ESCAPE)
    assert shown.screen is screen
    assert screen.status.severity == "do"
    shown.press(pygame.K_ESCAPE)
    assert isinstance(shown.screen, Launcher)


def test_clicks_select_and_refused_drags_are_explained(app):
    shown = app("shifty:5,swap=off c3 a1 c4 b1", ["human", "human"])
    board = shown.screen.board
    first, second = shown.spot("c3"), shown.spot("c4")
    shown.click(first)
    shown.click(second)
    assert [click.cells for click in board.selector.path] == [(board.rules.board.index["c4"],)]
    shown.click(second)  # another click deselects it
    assert not board.selector.path
    screen = shown.screen
    shown.drag(shown.spot("c4"), screen.board.view.pixel(screen.rules.board.index["a1"]))
    assert screen.status.text == "That point is taken"
    assert screen.board.selector.path
    shown.drag(screen.board.view.pixel(screen.rules.board.index["c4"]), shown.spot("e4"))
    assert shown.moves() == ["c3", "a1", "c4", "b1"]  # pressing c4 first deselected the stone
    shown.drag(shown.spot("c4"), screen.board.view.pixel(screen.rules.board.index["e4"]))
    assert shown.moves()[-1] == "c4-e4"


class Stranger(Noughts):
    """A game with invalid messages."""

    name = "Stranger"

    def prompt(self, state, clicks=()):
        return state[99]

    def explain_refusal(self, state, clicks, cell):
        return 3


def test_invalid_messages_of_a_plugin(app):
    shown = app(Session(Stranger()))
    screen = shown.screen
    assert not screen.fault
    assert "): prompt(state, clicks) raises IndexError: " in screen.status.text
    shown.touch("a1")
    assert screen.status.text == "Choose an empty cell"
    shown.click(screen.board.view.pixel(screen.rules.board.index["a1"]))
    assert screen.status.text == "That cell is not empty"
    assert len(shown.moves()) == 1


@pytest.mark.parametrize(
    ("game", "to", "left"),
    [
        ("hex:3,swap=off b2", "b2", ""),
        ("knights 1-8", "8", "1"),
        ("pinball 2-5", "5", "2"),
        ("shifty:5,swap=off c3 a1 c4 b1 c4-e4", "e4", "c4"),
        ("slyde:4 a2-a1", "a1 a2", ""),
    ],
)
def test_cells_of_the_last_move(app, game, to, left):
    screen = app(game, ["human"] * (1 if game[0] in "kp" else 2)).screen
    last = LastMove(screen.controller, screen.board.view)
    names = screen.rules.board.cells
    assert " ".join(sorted(names[cell] for cell in last.targets)) == to
    assert " ".join(names[cell] for cell in last.sources) == left


class Shots(StoneGame):
    """Place a stone and remove another one."""

    name = "Shots"

    def __init__(self):
        super().__init__(grid(5, 5), "W" * 10 + "." * 15)

    def legal_moves(self, state):
        return ["a1-e5"]

    def apply(self, state, move):
        placed, removed = self.board.cells_named_in(move)
        stones = place_stone(place_stone(state.stones, placed, "B"), removed, EMPTY)
        return Stones(stones, state.ply + 1)

    def cell_permutation(self, state, move):
        placed, removed = self.board.cells_named_in(move)
        first = len(self.board)
        return {placed: first, first: placed, removed: first + 1, first + 1: removed}


def test_no_line_joins_a_placed_stone_to_a_removed_one(app, monkeypatch):
    lines = []
    monkeypatch.setattr(BoardView, "line", lambda self, *ends: lines.append(ends))
    session = Session(Shots())
    session.play("a1-e5")
    app(session).draw()
    assert lines == []
    app("knights 1-8").draw()
    assert lines


def test_turned_part_is_framed(app, monkeypatch):
    shown = app("pentago c3 1R", ["human", "human"])
    screen, framed = shown.screen, []
    last = LastMove(screen.controller, screen.board.view)
    assert len(last.turned) == 9  # including the centre, which did not move
    monkeypatch.setattr(BoardView, "outline", lambda self, cells, *more: framed.append(list(cells)))
    shown.draw()
    assert list(last.turned) in framed


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_last_move_is_marked(app, theme):
    shown = app("knights", theme=theme)
    view, names = shown.screen.board.view, shown.screen.rules.board.index

    def patches():
        shown.draw()
        half = round(view.view.unit * 0.4)
        spots = [view.pixel(names[name]) for name in ("1", "8", "7")]
        return [
            shown.pixels(Rect(round(x - half) - 4, round(y + half) - 4, 9, 9)) for x, y in spots
        ]

    before = patches()
    shown.screen.controller.play("1-8")
    after = patches()
    assert [a != b for a, b in zip(before, after, strict=True)] == [True, True, False]


def test_undo_after_a_refused_click(app):
    shown = app(Session(Noughts()))
    shown.touch("a1")
    shown.click(shown.screen.board.view.pixel(shown.screen.rules.board.index["a1"]))
    assert shown.screen.status.text == "That cell is not empty"
    shown.press(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert shown.moves() == []
    assert not shown.screen.board.refusal


def test_newer_message_replaces_a_refusal(app):
    # A newer message replaces the reason for a refused click.
    shown = app("pinball", size=(800, 600))
    screen = shown.screen
    movable = {cell for cells in screen.board.selector.start_cells() for cell in cells}
    state = screen.session.state
    fixed = next(c for c, piece in enumerate(state) if piece and c not in movable)
    shown.click(screen.board.view.pixel(fixed))
    assert screen.status.severity == "refuse"
    screen.controller.show_status("Something else.")
    assert screen.status.text == "Something else."
