"""The status line, the reasons for refused clicks, and the last move's mark."""

import pygame
import pytest
from support import Noughts

from puzzlekit import EMPTY, Session, StoneGame, Stones, grid, place_stone
from puzzlekit.ui.highlights import LastMove
from puzzlekit.ui.window.drawing.board_view import BoardView
from puzzlekit.ui.window.drawing.canvas import Rect, wrap
from puzzlekit.ui.window.drawing.widgets import Column
from puzzlekit.ui.window.game.status_box import SIZES, StatusBox, StatusMessage
from puzzlekit.ui.window.launcher.screen import Launcher


def test_prompt_for_each_half_of_move(app):
    window = app("permute:4,swap=off", ["human", "human"])
    screen = window.screen
    assert screen.status.text == "Twist a face, then bandage a stone"
    assert screen.status.detail == ("Orange to move", "right-click: other direction")
    window.press(pygame.K_RIGHT)
    assert screen.status.detail == ("Orange to move", "Shift+Enter: other direction")
    box = screen.panel.status_box.box
    window.touch(next(iter(screen.board.selector.targets())))
    assert screen.status.text == "Bandage one of your stones"
    assert "Esc takes back the click" in screen.status.detail
    assert screen.panel.status_box.box == box  # the line keeps its place
    window.press(pygame.K_BACKSPACE)
    assert not screen.board.selector.path
    assert screen.status.text == "Twist a face, then bandage a stone"


def test_status_of_games_shows_all_details(app):
    panel = app("palago", size=(1200, 750)).screen.panel
    assert "White to move" in panel.status_box.fitted.below[0]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(480, 360), (800, 600), (1280, 800)])
@pytest.mark.parametrize("game", ["permute:6", "palagem:players=6", "cube#1", "fifteen#1"])
def test_status_line_at_every_size(app, size, game):
    for scale in (1.0, 2.0):
        window = app(game, size=size, scale=scale)
        panel = window.screen.panel
        box = panel.status_box.box
        assert Rect(panel.box).contains(box)
        assert box.collidelist([each.box for each in panel.widgets]) < 0
        assert not box.colliderect(window.screen.game_boxes().board)
        window.screen.controller.show_status("word " * 40)
        assert window.screen.panel.status_box.box == box


@pytest.mark.parametrize(("size", "has_room"), [((480, 360), False), ((800, 600), True)])
def test_long_prompt_has_tooltip(app, drawn_texts, size, has_room):
    window = app("hex:3", size=size)
    canvas = window.canvas
    drawn_texts.clear()
    text = "Lay a second tile that touches the first one, or else the one beside the other"
    box = StatusBox(StatusMessage(text, ("Red to move",), "do"))
    whole = window.screen.panel.box
    box.place(Column(canvas, whole if has_room else window.screen.panel.column.rest()))
    box.draw(canvas)
    if has_room:
        assert " ".join(drawn_texts).startswith(text)
        assert box.widgets == []
    else:
        assert text.startswith(" ".join(drawn_texts).rstrip("…"))
        assert [each.tip for each in box.widgets] == [text]


def test_letters_in_smallest_window(app):
    canvas = app("pentago", size=(480, 360)).canvas
    assert canvas.scale < 0.7
    assert all(canvas.font(size).get_linesize() >= canvas.font(15).get_linesize() for size in SIZES)
    assert canvas.font(6).get_height() == canvas.font(15).get_height()


@pytest.mark.parametrize("words", [2, 40])
def test_long_message_gets_a_tooltip(app, words):
    window = app("pentago", size=(480, 360))
    text = " ".join(["another"] * words)
    window.screen.controller.show_status(text)
    window.draw()
    notes = [each.tip for each in window.screen.widgets if each.key == "said"]
    assert notes == ([text] if words == 40 else [])


@pytest.mark.parametrize("game", ["hex:4 a1", "hex:2,swap=off a1 b1 a2"])
def test_long_message_in_question_or_result_gets_a_tooltip(app, game):
    window = app(game, ["human", "human"])
    screen = window.screen
    screen._show_end()
    before = window.widget_keys()
    text = "word " * 70
    screen.controller.show_status(text)
    (note,) = [each for each in screen.widgets if each.key == "said"]
    assert note.tip == text
    assert note.box.collidelist([each.box for each in screen.panel.status_box.buttons]) < 0
    screen.controller.show_status("Saved")
    assert window.widget_keys() == before


def test_long_word_in_tooltip_is_broken(app):
    canvas = app("hex").canvas
    lines = wrap(f"Cannot paste: {'x' * 300} is not a game ID", canvas.font(13), 236)
    assert all(canvas.font(13).size(line)[0] <= 236 for line in lines)
    assert "".join(lines).count("x") == 300


def test_prompt_while_computer_thinks(app):
    window = app("hex:4,swap=off", ["human", "greedy"])
    screen = window.screen
    screen.controller.play("b2")
    assert (screen.status.text, screen.status.severity) == ("Blue is thinking…", "wait")
    window.wait()
    assert screen.status.severity == "do"
    screen.controller.go(1)
    assert screen.status.text == "Earlier position. Redo to return."


def test_refused_click_is_explained(app, monkeypatch):
    window = app("shifty:5,swap=off c3 a1 c4 b1", ["human", "human"])
    screen, dots = window.screen, []
    monkeypatch.setattr(BoardView, "dot", lambda self, *more: dots.append(more))
    window.draw()
    plain = len(dots)
    at = screen.board.view.pixel(screen.rules.board.index["a1"])
    window.click(at)
    refusal = "That stone is White's: choose one of yours"
    assert screen.status == StatusMessage(refusal, severity="refuse")
    dots.clear()
    window.draw()
    assert len(dots) > plain
    window.touch("c4")  # a valid click clears the message
    assert screen.status.severity == "do"
    window.click(at)
    assert screen.status.text == "That point is taken"
    assert screen.board.selector.path  # the selection remains
    window.press(pygame.K_ESCAPE)
    assert screen.status.severity == "do"
    assert not screen.board.selector.path


def test_placed_tile_can_be_rotated(app):
    window = app("palago", ["human", "human"])
    window.touch("0,0")
    assert "click again to rotate it" in window.screen.status.detail
    before = window.screen.board.selector.path[-1]
    window.click(window.screen.board.view.pixel(before.cells[0]))
    assert window.screen.board.selector.path[-1].variant != before.variant


def test_partial_move_replaces_question(app):
    window = app("permute:4 Ca1-b2", ["human", "human"])
    screen = window.screen
    assert "play swap" in window.widget_keys()
    window.touch(next(iter(screen.board.selector.targets())))
    assert screen.status == screen.panel.status_box.text
    assert screen.status.text == "Bandage one of your stones"
    window.press(pygame.K_BACKSPACE)
    assert screen.panel.status_box is screen.question_box


def test_escape_clears_refusal_before_leaving(app):
    window = app("fifteen#1")
    screen = window.screen
    hole = screen.board.view.pixel(screen.session.state.index(""))
    window.click(hole)
    assert screen.status.text == "That is the hole: click a tile next to it"
    window.press(pygame.K_ESCAPE)
    assert window.screen is screen
    assert screen.status.severity == "do"
    window.click(hole)
    screen.controller.show_status("Something else.")  # a newer message replaces the refusal
    assert screen.status.text == "Something else."
    window.press(pygame.K_ESCAPE)
    assert isinstance(window.screen, Launcher)


def test_clicks_select_and_refused_drags_are_explained(app):
    window = app("shifty:5,swap=off c3 a1 c4 b1", ["human", "human"])
    board = window.screen.board
    first, second = window.spot("c3"), window.spot("c4")
    window.click(first)
    window.click(second)
    assert [click.cells for click in board.selector.path] == [(board.rules.board.index["c4"],)]
    window.click(second)  # another click deselects it
    assert not board.selector.path
    screen = window.screen
    window.drag(window.spot("c4"), screen.board.view.pixel(screen.rules.board.index["a1"]))
    assert screen.status.text == "That point is taken"
    assert screen.board.selector.path
    window.drag(screen.board.view.pixel(screen.rules.board.index["c4"]), window.spot("e4"))
    assert window.moves() == ["c3", "a1", "c4", "b1"]  # pressing c4 first deselected the stone
    window.drag(window.spot("c4"), screen.board.view.pixel(screen.rules.board.index["e4"]))
    assert window.moves()[-1] == "c4-e4"


class InvalidMessages(Noughts):
    """A game with invalid messages."""

    name = "Stranger"

    def prompt(self, state, clicks=()):
        return state[99]

    def explain_refusal(self, state, clicks, cell):
        return 3


def test_invalid_messages_of_a_plugin(app):
    window = app(Session(InvalidMessages()))
    screen = window.screen
    assert not screen.fault
    assert "): prompt(state, clicks) raises IndexError: " in screen.status.text
    window.touch("a1")
    assert screen.status.text == "Choose an empty cell"
    window.click(screen.board.view.pixel(screen.rules.board.index["a1"]))
    assert screen.status.text == "That cell is not empty"
    assert len(window.moves()) == 1
    window.press(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert (window.moves(), screen.board.refusal) == ([], "")


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
def test_cells_of_last_move(app, game, to, left):
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


def test_no_line_between_placed_and_removed_stone(app, monkeypatch):
    lines = []
    monkeypatch.setattr(BoardView, "line", lambda self, *ends: lines.append(ends))
    session = Session(Shots())
    session.play("a1-e5")
    app(session).draw()
    assert lines == []
    app("knights 1-8").draw()
    assert lines


def test_rotated_part_is_framed(app, monkeypatch):
    window = app("pentago c3 1R", ["human", "human"])
    screen, framed = window.screen, []
    last = LastMove(screen.controller, screen.board.view)
    assert len(last.turned) == 9  # including the centre, which did not move
    monkeypatch.setattr(BoardView, "outline", lambda self, cells, *more: framed.append(list(cells)))
    window.draw()
    assert list(last.turned) in framed


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_last_move_is_marked(app, theme):
    window = app("knights", theme=theme)
    view, names = window.screen.board.view, window.screen.rules.board.index

    def patches():
        window.draw()
        half = round(view.view.unit * 0.4)
        spots = [view.pixel(names[name]) for name in ("1", "8", "7")]
        return [
            window.pixels(Rect(round(x - half) - 4, round(y + half) - 4, 9, 9)) for x, y in spots
        ]

    before = patches()
    window.screen.controller.play("1-8")
    after = patches()
    assert [a != b for a, b in zip(before, after, strict=True)] == [True, True, False]
