"""Tests for the cuts, stickers, turns and nets of solids against known values."""

import itertools
import math

import pytest

from puzzlekit import OptionError, Turn, TwistySolid, even_cube, load, solid
from puzzlekit.core.permutation import order
from puzzlekit.core.polygons import area, contains_point
from puzzlekit.core.solid import add, cross, dot, rotate, scale
from puzzlekit.rules.solids.net import net
from puzzlekit.rules.solids.shapes import PLANS, shape
from puzzlekit.rules.solids.turning import turn_permutation

SOLIDS = {
    "cube 2": solid("cube", faces=[0]),
    "cube 3": solid("cube", faces=[1 / 3]),
    "cube 7": even_cube(7),
    "pyraminx": solid("tetrahedron", vertices=[5 / 3, 1 / 3]),
    "megaminx": solid("dodecahedron", faces=[0.7]),
    "skewb": solid("cube", vertices=[0]),
    "dino": solid("cube", vertices=[3**-0.5]),
    "octahedron": solid("octahedron", faces=[1 / 3]),
    "helicopter": solid("cube", edges=[2**-0.5]),
    "crystal": solid("dodecahedron", faces=[5**-0.5]),
    "icosahedron": solid("icosahedron", vertices=[0.8]),
    "of two kinds": solid("tetrahedron", vertices=[1.5], faces=[0.25, 0.5]),
}


each_solid = pytest.mark.parametrize("whole", SOLIDS.values(), ids=SOLIDS)


@pytest.mark.parametrize(
    ("name", "corners", "edges", "sides"),
    [
        ("tetrahedron", 4, 6, 3),
        ("cube", 8, 12, 4),
        ("octahedron", 6, 12, 3),
        ("dodecahedron", 20, 30, 5),
        ("icosahedron", 12, 30, 3),
    ],
)
def test_regular_solids(name, corners, edges, sides):
    faces = shape(name).faces
    assert len(faces) == 2 - corners + edges  # Euler's formula
    assert {len(face.corners) for face in faces} == {sides}
    points = {tuple(round(x, 6) + 0.0 for x in corner) for f in faces for corner in f.corners}
    assert len(points) == corners
    lengths = [
        math.dist(a, b)
        for face in faces
        for a, b in itertools.pairwise((*face.corners, face.corners[0]))
    ]
    assert len(lengths) == 2 * edges
    assert max(lengths) - min(lengths) < 1e-9
    for face in faces:
        assert math.hypot(*face.normal) == pytest.approx(1)
        assert [dot(face.normal, each) for each in face.corners] == pytest.approx([1] * sides)


@pytest.mark.parametrize("name", PLANS)
def test_face_colours_and_net(name):
    whole = shape(name)
    names = [face.name for face in whole.faces]
    assert list(whole.colours) == names
    assert sorted(whole.net) == sorted(names[1:] if name != "cube" else {*names} - {"F"})


@pytest.mark.parametrize(
    ("name", "stickers", "pieces", "turns", "steps"),
    [
        ("cube 2", 24, 8, 6, 4),
        ("cube 3", 54, 26, 6, 4),
        ("cube 7", 294, 218, 18, 4),
        ("pyraminx", 36, 14, 8, 3),
        ("megaminx", 132, 62, 12, 5),
        ("skewb", 30, 14, 8, 3),
        ("dino", 24, 12, 8, 3),
        ("octahedron", 72, 42, 8, 3),
        ("helicopter", 48, 32, 12, 2),
        ("crystal", 120, 50, 12, 5),
    ],
)
def test_stickers_pieces_and_turns(name, stickers, pieces, turns, steps):
    whole = SOLIDS[name]
    assert len(whole.stickers) == stickers
    assert len({sticker.layers for sticker in whole.stickers}) == pieces
    assert len(whole.turns) == turns
    assert {order(turn_permutation(whole, turn)) for turn in whole.turns.values()} == {steps}


@each_solid
def test_stickers_cover_faces(whole):
    for number, face in enumerate(whole.faces):
        cells = [sticker.corners for sticker in whole.stickers if sticker.face == number]
        assert sum(map(polygon_area, cells)) == pytest.approx(polygon_area(face.corners))
        for corners in cells:  # convex, and anticlockwise from outside
            around = itertools.pairwise([*corners, *corners[:2]])
            for (a, b), (_, c) in itertools.pairwise(around):
                one, other = add(b, scale(a, -1)), add(c, scale(b, -1))
                assert dot(cross(one, other), face.normal) > 1e-6


def polygon_area(corners):
    """Return the area of a flat polygon in space."""
    fans = [add(corner, scale(corners[0], -1)) for corner in corners[1:]]
    return math.hypot(*add(*(cross(a, b) for a, b in itertools.pairwise(fans)))) / 2


@each_solid
def test_layers_lie_between_their_planes(whole):
    for line, layers in enumerate(zip(*(each.layers for each in whole.stickers), strict=True)):
        axis, planes, _ = whole.lines[line]
        bounds = [-math.inf, *planes, math.inf]
        assert sorted(set(layers)) == list(range(len(planes) + 1))
        for sticker, layer in zip(whole.stickers, layers, strict=True):
            for corner in sticker.corners:
                assert bounds[layer] - 1e-6 <= dot(axis, corner) <= bounds[layer + 1] + 1e-6


@each_solid
def test_turns_map_stickers_to_their_images(whole):
    for turn in whole.turns.values():
        line, images = whole.lines[turn.line], turn_permutation(whole, turn)
        for number, sticker in enumerate(whole.stickers):
            turns = turn.low <= sticker.layers[turn.line] <= turn.high
            angle = turn.steps * math.tau / line.turn if turns else 0
            image = whole.stickers[images[number]].corners
            for corner in sticker.corners:
                there = rotate(corner, line.axis, angle)
                assert min(math.dist(there, other) for other in image) < 1e-6


@each_solid
def test_turns_are_clockwise_and_keep_centre(whole):
    for turn in whole.turns.values():
        line = whole.lines[turn.line]
        bounds = [-math.inf, *line.planes, math.inf]
        low, high = bounds[turn.low], bounds[turn.high + 1]
        if low > -1e-6 or high < 1e-6:
            assert turn.steps == (-1 if low >= -1e-6 else 1)
        else:  # only on a tetrahedron whose axes have cuts at both ends
            assert whole.shape == "tetrahedron"
            assert (2 * turn.low > len(line.planes)) == (turn.steps == -1)


@pytest.mark.parametrize(
    ("cuts", "names"),
    [
        ({"faces": [1 / 3]}, "U D F B R L"),
        ({"faces": [0.5, 0.2]}, "U D F B R L 2U 2D 2F 2B 2R 2L"),
        ({"vertices": [0]}, "URF UBR ULB UFL DFR DLF DBL DRB"),
        ({"edges": [1]}, "UR UB UL UF DF DL DB DR FL FR BR BL"),
    ],
)
def test_names_of_turns(cuts, names):
    assert " ".join(solid("cube", **cuts).turns) == " ".join(names.split())


@each_solid
def test_net_shows_stickers(whole):
    board = net(whole)
    assert len(board) == len(whole.stickers)
    faces = [whole.faces[sticker.face].name for sticker in whole.stickers]
    assert [cell.rstrip("0123456789") for cell in board.cells] == faces
    if board.outlines:
        areas = [area(outline) for outline in board.outlines]
        scale = areas[0] / polygon_area(whole.stickers[0].corners)
        for found, sticker in zip(areas, whole.stickers, strict=True):
            assert found == pytest.approx(scale * polygon_area(sticker.corners))
    for point, cell in zip(board.points, board.cells, strict=True):  # no two overlap
        on = [i for i, each in enumerate(board.outlines) if contains_point(each, point)]
        assert on == ([board.index[cell]] if board.outlines else [])
    assert len(set(board.points)) == len(board)


def test_net_of_a_cube():
    # Neighbouring faces are unfolded about their common edge, so its corners stay together.
    board = net(solid("cube"))
    points = {"U1": (0, 1.25), "L1": (-1.25, 0), "F1": (0, 0), "R1": (1.25, 0)}
    points |= {"B1": (2.5, 0), "D1": (0, -1.25)}
    assert dict(zip(board.cells, board.points, strict=True)) == points


@pytest.mark.parametrize(
    ("name", "cuts", "words"),
    [
        ("cub", {"faces": [0.5]}, "Did you mean 'cube'?"),
        (None, {}, "There is no shape 'None'"),
        ([], {}, "There is no shape '[]'"),
        ("cube", {"faces": [1]}, "A cut at depth 1 misses the faces"),
        ("cube", {"vertices": [2]}, "from -1.732 to 1.732"),
        ("cube", {"edges": [-1.5]}, "depth -1.5"),
        ("cube", {"faces": 0.5}, "write a list of depths, such as faces=[0.5]"),
        ("cube", {"faces": "0.5"}, "write a list of depths"),
        ("cube", {"faces": [math.nan]}, "A depth must be a number, not 'nan'"),
        ("cube", {"faces": ["a"]}, "must be a number, not"),
        ("cube", {"faces": [i / 60 for i in range(60)]}, "make fewer cuts"),
    ],
)
def test_invalid_solids(name, cuts, words):
    with pytest.raises(OptionError) as error:
        solid(name, **cuts)
    assert words in str(error.value)


@pytest.mark.parametrize("size", [0, 1, -2, 2.5, "x", None])
def test_cube_without_layers(size):
    with pytest.raises(OptionError, match="at least two layers"):
        even_cube(size)


@pytest.mark.parametrize("given", [3, None, "cube"])
def test_puzzle_without_solid(given):
    with pytest.raises(OptionError, match="needs a Solid"):
        TwistySolid(given)


@pytest.mark.parametrize("turn", [Turn(3, 0, 0, 1), Turn(0, 1, 0, 1), Turn(0, 0, 3, 1)])
def test_turn_of_missing_layers(turn):
    with pytest.raises(OptionError, match="names layers that"):
        TwistySolid(solid("cube", faces=[1 / 3]).with_turns({"X": turn}))


def test_named_slices_and_wide_turns():
    whole = solid("cube", faces=[1 / 3])
    puzzle = TwistySolid(whole.with_turns({"M": Turn(2, 1, 1, 1), "Rw": Turn(2, 1, 2, -1)}))
    both = load("cube:3")
    assert puzzle.solid.turns["M"] == Turn(2, 1, 1, 1)
    assert puzzle.twists["Rw"] != both.twists["R"]
    assert order(puzzle.twists["M"]) == order(puzzle.twists["Rw"]) == 4


@pytest.mark.parametrize("size", range(2, 8))
def test_layers_of_a_cube_have_equal_thickness(size):
    for line in even_cube(size).lines:
        bounds = [-1, *line.planes, 1]
        assert all(b - a == pytest.approx(2 / size) for a, b in itertools.pairwise(bounds))
