"""Shapes of cells, and the display of their names as labels or coordinates."""

import math

import pytest
from support import Slide

from puzzlekit import (
    Board,
    Twisty,
    formats,
    grid,
    hexagons,
    hexhex,
    polygons,
    rhombus,
    ring,
    triangles,
)
from puzzlekit.core.polygons import clearance
from puzzlekit.formats.as_rules import plugin_class_from
from puzzlekit.ui.cells import (
    LETTER_WIDTH,
    NAME_HEIGHT,
    cell_contains,
    cell_outline,
    cell_radius,
    coordinates,
    edge_chains,
    is_pointy_topped,
    name_point,
    piece_radius,
    shows_cell_names,
    side_outline,
)
from puzzlekit.ui.screen_layout import fit_board

TRIANGLES = triangles((x, y) for y in range(3) for x in range(y, 5 - y))
FORMS = [
    TRIANGLES,
    hexagons([(q, r) for q in range(3) for r in range(3)]),
    grid(3, 3),
    ring(9),
    Board("a", [(1, 1)], outlines=[[(0, 0), (2, 0), (2, 2), (0, 2)]]),
]


def single_turn(board, move="T"):
    """Return a puzzle whose only move turns everything."""
    return Twisty(board, [*map(str, range(len(board)))], {move: [range(len(board))]})


@pytest.mark.parametrize("board", FORMS, ids=str)
def test_piece_and_name_lie_in_cell(board):
    board = board.with_unit_step
    for cell, point in enumerate(board.points):
        corners = cell_outline(board, cell)
        assert cell_contains(board, cell, point)
        assert clearance(corners, point) >= cell_radius(board, cell) - 1e-9
        size = piece_radius(board, cell, named=True)
        assert 0 < size <= cell_radius(board, cell)
        if board.shape in ("hexagon", "polygon"):
            name = name_point(board, cell)
            assert cell_contains(board, cell, name)
            assert math.dist(point, name) > size


@pytest.mark.parametrize("board", [TRIANGLES, FORMS[1]], ids=str)
def test_point_belongs_to_one_cell(board):
    board = board.with_unit_step
    for cell in range(len(board)):
        (x, y), corners = board.points[cell], cell_outline(board, cell)
        for cx, cy in corners:
            near = x + 0.9 * (cx - x), y + 0.9 * (cy - y)
            found = [other for other in range(len(board)) if cell_contains(board, other, near)]
            assert found == [cell]


def test_polygon_corners_stay_in_box():
    board = TRIANGLES.with_unit_step
    view = fit_board(board, (0, 0, 300, 200), 0.0)
    pixels = [view.pixel(*corner) for corners in board.outlines for corner in corners]
    assert min(x for x, _ in pixels) >= -1e-6
    assert max(x for x, _ in pixels) <= 300 + 1e-6
    assert max(y for _, y in pixels) - min(y for _, y in pixels) <= 200 + 1e-6


def test_hexagon_orientation():
    for board, pointy in ((rhombus(3, 3), True), (hexagons([(0, 0), (0, 1), (1, 0)]), False)):
        assert is_pointy_topped(board) == pointy
        assert is_pointy_topped(Board(board.cells, board.points, shape="hexagon")) == pointy
    assert not is_pointy_topped(hexagons([(0, 0)]))
    for sixths, pointy in ((0.2, True), (0.3, False), (0.4, False), (0.8, True)):
        other = math.cos(sixths * math.pi / 3), math.sin(sixths * math.pi / 3)
        assert is_pointy_topped(Board("ab", [(0, 0), other], [(0, 1)])) == pointy


def board_from_drawing(words):
    text = f'name = "D"\ndrawing = """\n{words}\n"""\ngoal = "1 2 3 ."\n'
    return plugin_class_from(formats.parse(text, "toml"))()


def test_coordinates():
    assert coordinates(grid(3, 2)) == ({0: "a", 1: "b", 2: "c"}, {1: "2", 0: "1"})
    points = [(70 * x, 70 * y) for x, y in grid(3, 2).points]
    board = Board(grid(3, 2).cells, points, shape="square").with_unit_step
    assert coordinates(board) == coordinates(grid(3, 2))
    assert coordinates(board_from_drawing("a1 b1\na2 b2").board) == (
        {0: "a", 1: "b"},
        {0: "1", -1: "2"},
    )
    for words in ("UF UR\nDF DR", "a b\nc d", "x1 x2\nx3 x4", "a1 b2\na2 b1", "1 2\n3 4"):
        assert coordinates(board_from_drawing(words).board) is None
    assert coordinates(hexhex(2)) is None


def test_when_cell_names_are_shown():
    plain = Board("abc", [(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 2)])
    assert shows_cell_names(Slide(plain))
    assert not shows_cell_names(single_turn(plain))
    assert shows_cell_names(single_turn(plain, "Ca"))
    for wanted in (False, True):
        board = Board("abc", plain.points, plain.edges, labels=wanted)
        assert shows_cell_names(Slide(board)) == shows_cell_names(single_turn(board)) == wanted


def brick_wall(rows=4, shift=1.0, zigzag=False):
    """Return a brick wall: two-by-one bricks, with each (or every other) row shifted."""
    bricks = {}
    for y in range(rows):
        for x in range(rows):
            left = 2 * x + shift * (y % 2 if zigzag else y)
            corners = [(left, y), (left + 2, y), (left + 2, y + 1), (left, y + 1)]
            bricks[f"{'abcdefgh'[x]}{y + 1}"] = corners
    names = list(bricks)
    sides = {"bottom": names[:rows], "top": names[-rows:]}
    sides |= {"left": names[::rows], "right": names[rows - 1 :: rows]}
    return polygons(bricks, sides=sides).with_unit_step


@pytest.mark.parametrize("zigzag", [False, True])
@pytest.mark.parametrize("shift", [0.5, 1.0])
def test_sides_cover_border_of_brick_wall(shift, zigzag):
    board = brick_wall(4, shift, zigzag)
    unit = 2 * cell_radius(board, 0)  # height of a brick
    for side in board.sides:
        outline = side_outline(board, side)
        # Ledges count towards the side that they interrupt.
        bricks = 8 if side in ("bottom", "top") else 4 + 3 * shift
        assert sum(math.dist(a, b) for a, b in outline) == pytest.approx(bricks * unit)
        assert len(edge_chains(outline)) == 1


NAMED = [TRIANGLES, rhombus(3, 3), brick_wall()]


@pytest.mark.parametrize("board", NAMED, ids=str)
@pytest.mark.parametrize("size", [None, (0.4, 0.3)])
def test_name_avoids_cell_outline(board, size):
    board = board.with_unit_step
    for cell in range(len(board)):
        x, y = name_point(board, cell, size)
        width, height = size or (LETTER_WIDTH * len(board.cells[cell]), NAME_HEIGHT)
        for dx, dy in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            corner = x + dx * width / 2, y + dy * height / 2
            assert cell_contains(board, cell, corner)
            assert clearance(cell_outline(board, cell), corner) > 0.02


def test_neighbouring_names_keep_their_distance():
    board = TRIANGLES.with_unit_step
    for a, b in board.edges:
        assert math.dist(name_point(board, a), name_point(board, b)) > 0.7
