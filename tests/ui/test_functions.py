"""Small functions shared by the front ends."""

import math

import pygame
import pytest
from pygame import Rect
from pygame.event import Event

from puzzlekit import chess, grid, load, ring
from puzzlekit.design.report import Report
from puzzlekit.play import records
from puzzlekit.play.distance_bounds import DistanceBound
from puzzlekit.ui.board_drawing import edges_cross_cells, margin
from puzzlekit.ui.board_input import MoveSelector
from puzzlekit.ui.cells import hull_of_cells, nearest_in_direction
from puzzlekit.ui.graph_layout import (
    Label,
    Routes,
    arrow_head,
    distance,
    label_boxes,
    thick_line,
    trim,
)
from puzzlekit.ui.highlights import block_at, edge_of
from puzzlekit.ui.motion import Place, interpolate, place_between, places_between, turning_centre
from puzzlekit.ui.screen_layout import board_extent, inset_box, usable_scale
from puzzlekit.ui.terminal.terminal import width
from puzzlekit.ui.theme import mix
from puzzlekit.ui.window.designer.dialogs import lines
from puzzlekit.ui.window.drawing.canvas import replace_unprintable
from puzzlekit.ui.window.drawing.widgets import Pager
from puzzlekit.ui.window.game.board import split_gallery_box
from puzzlekit.ui.window.game.move_list import MoveLayout, MoveList
from puzzlekit.ui.window.game.player_cards import player_name
from puzzlekit.ui.window.game.puzzle_cards import is_small_enough, last_change
from puzzlekit.ui.window.sounds import sound_of

SQUARE = [(0, 0), (2, 0), (2, 2), (0, 2)]


def test_points():
    assert nearest_in_direction([(0, 0), (2, 0), (1, 0)], (0, 0), 1, 0) == 2
    assert nearest_in_direction([(0, 0)], (0, 0), 1, 0) is None
    assert hull_of_cells([(0, 0), (1, 0)]) == [(-0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (-0.5, 0.5)]
    assert turning_centre([(0, 0), (0, 1), (1, 1), (1, 0)]) == (0.5, 0.5)
    assert turning_centre([(0, 0), (1, 0), (2, 0)]) is None


def test_boxes():
    assert Label(0, 0, 4, 2).is_crossed((-1, 1), (5, 1))
    assert not Label(0, 0, 4, 2).is_crossed((-1, 1), (1, 4))
    assert board_extent(grid(3, 1), 0.5) == ((1.0, 0.0), (3.0, 1.0))
    assert (usable_scale(1280, 800, 1.0), usable_scale(800, 600, 2.0)) == (1.0, 600 / 560)
    assert inset_box((0, 0, 800, 760), 1.0, 1.25) == (0, 614, 182, 146)
    assert inset_box((0, 0, 300, 300), 1.0, 1.25) is None
    assert split_gallery_box((0, 0, 100, 100)) == ((0, 0, 100, 70), (0, 70, 100, 30))


def test_pager():
    pager = Pager()
    assert (pager.items("abcdefg", 3), pager.button("next").label) == ("abc", "1/3 ›")
    pager.turn(-1)
    assert (pager.items("abcdefg", 3), pager.page) == ("g", 2)
    assert (pager.items("abcd", 3), pager.page) == ("abc", 0)


def test_interpolation():
    corners = interpolate([(0, 0), (1, 0), (0, 1)], [(0, 1), (0, 0), (3, 0)], 0.5)
    assert corners == [(0, 0), (2, 0), (0, 1)]
    assert place_between((0, 0), (2, 0), 0.5, "slide", None) == Place(1.0, 0.0)
    assert places_between([(0, 0), (1, 0)], {0: 1, 1: 0}, 1.0, "slide")[0] == Place(1.0, 0.0)


def test_line_geometry():
    routes = Routes([(0, 0), (1, 0), (2, 0)], 0.3)
    assert (len(routes.between(0, 1)), len(routes.between(0, 2))) == (2, 13)
    assert distance((1, 1), [(0, 0), (2, 0)]) == distance((3, 0), [(0, 0), (2, 0)]) == 1
    assert trim([(0, 0), (4, 0)], 1, 2) == [(1, 0), (2, 0)]
    assert arrow_head((10, 0), (0, 0), 5) == [(10, 0), (5.0, 3.1), (5.0, -3.1)]
    assert thick_line([(0, 0), (2, 0)], 1) == [(0, 0.5), (2, 0.5), (2, -0.5), (0, -0.5)]


def test_board_properties():
    assert (margin(grid(2, 2), labels=True), margin(ring(4), labels=True)) == (1.05, 0.8)
    assert edges_cross_cells(chess([(0, 0), (1, 2), (2, 1)]))
    assert not edges_cross_cells(grid(3, 3, shape="point"))
    assert is_small_enough(load("fifteen"))
    assert not is_small_enough(load("fifteen:13,height=13"))
    for name, has_cards in (("palagem", True), ("palago", False)):
        rules = load(name)
        assert MoveSelector(rules, rules.start()).has_patterns() == has_cards


def test_texts():
    assert (width("ab"), width("馬")) == (2, 2)
    assert (replace_unprintable("one\u200b"), replace_unprintable("two\0")) == ("one�", "two�")
    names = {"human": "you", "mcts:club": "Club", "mcts:5s": "mcts:5s"}
    assert {player: player_name(player) for player in names} == names
    assert last_change([DistanceBound(5, True), DistanceBound(4, True)]) == "last move: closer"
    assert last_change([DistanceBound(5, True), DistanceBound(6, False)]) == ""
    report = Report(positions=12, solution=("a", "b"), levels=(1, 2, 3))
    assert lines(report, Report(positions=6)) == [
        ("group unknown", False),
        ("6 → 12 positions", True),
        ("2 moves, 2 at most", True),
    ]


def test_colours_and_sounds():
    assert mix((0, 0, 0), (100, 200, 50), 0.5) == (50, 100, 25)
    assert edge_of((255, 206, 84)) == (20, 24, 30)
    assert edge_of((29, 96, 214)) == (250, 250, 250)
    rules = load("cube:2")
    looks = rules.pieces(rules.start())
    assert sound_of(rules, looks, looks) == "turn"
    assert sound_of(rules, looks, [None, *looks[1:]]) == "capture"


def test_block_cells():
    rules = load("rush_hour")
    board, pieces = rules.board, rules.pieces(rules.start())

    def names(cell):
        return sorted(board.cells[each] for each in block_at(board, pieces, board.index[cell]))

    assert (names("b6"), names("d1"), names("e6")) == (["a6", "b6"], ["c1", "d1", "e1"], ["e6"])


def move_list(session, columns=2):
    rules, root = session.rules, session.tree.root
    sizes = {"columns": columns, "by_seat": rules.is_game(), "width": 150}
    layout = MoveLayout(rules, root, lambda text: 8 * len(text), int, **sizes)
    return MoveList(Rect(0, 0, 300, 200), layout, session, lambda node: None)


def test_power_is_one_entry_of_move_list():
    session = records.read("cube R R U'")
    for ply, current in ((0, -1), (1, 0), (2, 0), (3, 1)):
        session.go_to_ply(ply)
        shown = move_list(session)
        assert [entry.text for entry in shown.layout.entries] == ["R2", "U'"]
        assert shown.current == current
    for key, ply in ((pygame.K_UP, 2), (pygame.K_UP, 0), (pygame.K_DOWN, 2)):
        shown = move_list(session)
        shown.focused = True
        shown.handle(Event(pygame.KEYDOWN, key=key))
        assert session.ply == ply


@pytest.mark.parametrize(
    ("record", "columns", "places", "numbers"),
    [
        ("cube R U F", 2, [(0, 0), (0, 1), (1, 0)], {0: "1.", 1: "3."}),
        ("hex:3,swap=off a1 b1 c1", 2, [(0, 0), (0, 1), (1, 0)], {0: "1.", 1: "2."}),
        ("hex:3,swap=off a1 b1 c1", 1, [(0, 0), (1, 0), (2, 0)], {0: "1.", 2: "2."}),
        # The second player's second stone is below the first; then a new round.
        ("catchup:3 c3 a1 a2 c4", 2, [(0, 0), (0, 1), (1, 1), (2, 0)], {0: "1.", 2: "2."}),
    ],
)
def test_move_list_columns(record, columns, places, numbers):
    layout = move_list(records.read(record), columns).layout
    assert [(entry.row, entry.column) for entry in layout.entries] == places
    assert layout.numbers == numbers


def test_numbers_of_variations():
    shown = move_list(records.read("cube 1. U2 2. R 3. F (3. R 4. U) 4. B2"))
    texts = [entry.text for entry in shown.layout.entries]
    assert texts == ["U2", "R", "F", "3. R", "U", "B2"]
    assert "1. U2 R F (3. R U) 4. B2" in records.write(shown.session)


def test_move_list_with_variations():
    shown = move_list(
        records.read("hex:5,swap=off 1. a1 (1. b1! b2 (1... c1) 2. b3 c4) (1. d1) 1... a2 2. a3")
    )
    rows = [(entry.row, entry.left, entry.column, entry.text) for entry in shown.layout.entries]
    assert rows == [
        (0, 0, 0, "a1"),
        (1, 28, 0, "1. b1!"),
        (1, 76, 0, "b2"),
        (2, 42, 0, "1… c1"),
        (3, 28, 0, "2. b3"),
        (3, 68, 0, "c4"),
        (4, 28, 0, "1. d1"),
        (5, 0, 1, "a2"),
        (6, 0, 0, "a3"),
    ]
    assert shown.layout.numbers == {0: "1.", 5: "1.", 6: "2."}
    shown.focused = True
    for key, move in ((pygame.K_HOME, "a3"), (pygame.K_UP, "a2"), (pygame.K_UP, "a1")):
        shown.handle(Event(pygame.KEYDOWN, key=key))
        shown = move_list(shown.session)
        shown.focused = True
        assert shown.session.last_move == move
    for move in ("b1", "d1", "a1"):
        shown.handle(Event(pygame.KEYDOWN, key=pygame.K_RIGHT))
        assert shown.session.last_move == move


def test_labels_are_closest_to_their_discs():
    angles = [math.pi * step / 5 for step in range(10)]
    discs = [(100 + 80 * math.cos(angle), 100 + 80 * math.sin(angle)) for angle in angles]
    boxes = label_boxes(discs, 21, [(8, 14)] * 10, [], (250, 250))
    for disc, (box, _) in zip(discs, boxes, strict=True):
        centre = box.left + box.width / 2, box.top + box.height / 2
        assert min(discs, key=lambda other: math.dist(other, centre)) == disc
        others = [math.dist(other, centre) for other in discs if other != disc]
        assert min(others) > 1.2 * math.dist(disc, centre)
