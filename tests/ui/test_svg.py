"""SVG pictures of positions: their contents, drawn without a window."""

import re
from itertools import islice, pairwise
from random import Random
from xml.etree import ElementTree

import pytest
from support import SHIPPED, Slide, random_game

from puzzlekit import (
    Area,
    Board,
    OptionError,
    Piece,
    Twisty,
    grid,
    hexhex,
    load,
    polygons,
    ring,
    triangles,
)
from puzzlekit.ui.cells import piece_radius, shows_cell_names
from puzzlekit.ui.svg import BASELINE_SHIFT, UNIT, picture
from puzzlekit.ui.svg_art import rgb
from puzzlekit.ui.theme import PALETTES, THEMES

SVG = "{http://www.w3.org/2000/svg}"


def svg_of(rules, state=None, **options):
    text = picture(rules, rules.start() if state is None else state, **options)
    return ElementTree.fromstring(text)


def texts(image):
    return [each.text for each in image.iter(f"{SVG}text")]


def number(element, name):
    return float(element.get(name))


def size_of(image):
    return number(image, "width"), number(image, "height")


def shared_pictures(image, kind):
    """Return the centre and size, in pixels, of each use of a shared picture."""
    sizes = {}
    for each in image.find(f".//{SVG}defs"):
        (inner,) = each
        sizes[each.get("id")] = -2 * float(
            re.match(r"translate\(([-\d.]+)", inner.get("transform"))[1]
        )
    return [
        (number(each, "x"), number(each, "y"), sizes[each.get("href")[1:]])
        for each in image.iter(f"{SVG}use")
        if re.fullmatch(rf"#{kind}(-[0-9a-f]+)*", each.get("href"))
    ]


def inline_pieces(image):
    """Return the groups of pieces that fill their cells; they are drawn in place."""
    groups = image.iter(f"{SVG}g")
    return [
        each for each in groups if re.fullmatch(r"translate\(\S+ \S+\)", each.get("transform", ""))
    ]


class AnyPieces(Twisty):
    """Any pieces on any board."""

    name = "Any"

    def __init__(self, board, pieces):
        self.board = board
        labels = [f"p{i}" if i < len(pieces) else "" for i in range(len(board))]
        shown = {f"p{i}": piece for i, piece in enumerate(pieces)}
        super().__init__(board, labels, {"L": [range(len(board))]}, pieces=shown)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", SHIPPED)
def test_picture_of_every_plugin(name, theme):
    rules = load(name)
    first, *states = islice(random_game(rules, Random(1)), 61)
    state = states[:6][-1]
    for each in (first, states[-1]):
        assert len(picture(rules, each, theme=theme, net=True)) < 100_000
    image = svg_of(rules, state, theme=theme, net=True)
    wide, high = size_of(image)
    assert image.get("viewBox") == f"0 0 {wide:g} {high:g}"
    known = [each.get("id") for each in image.iter() if each.get("id")]
    assert len(known) == len(set(known))
    pieces = [piece for piece in rules.pieces(state) if piece is not None]
    forms = "stone", "ball", "knight", "tile", "tile-round", "sticker", "sticker-round", "curves"
    found = [each for form in forms for each in shared_pictures(image, form)]
    assert len(found) + len(inline_pieces(image)) == len(pieces)
    groups = [each for each in image.iter(f"{SVG}g") if each.get("data-cell")]
    cells = [cell for cell, piece in enumerate(rules.pieces(state)) if piece is not None]
    assert [int(each.get("data-cell")) for each in groups] == cells
    marks = [piece for piece in pieces if piece.mark]
    assert len(shared_pictures(image, "bandage") + shared_pictures(image, "pin")) == len(marks)
    assert all(0 < x < wide and 0 < y < high for x, y, _ in found)
    for each in image.iter(f"{SVG}use"):  # every reference resolves
        assert each.get("href")[1:] in known
    for shade in re.findall(r"url\(#([^)]*)\)", ElementTree.tostring(image, encoding="unicode")):
        assert shade in known


def test_pictures_with_different_prefixes_share_no_ids():
    rules = load("fifteen")
    plain, other = svg_of(rules), svg_of(rules, prefix="b-")
    ids = [{each.get("id") for each in image.iter() if each.get("id")} for image in (plain, other)]
    assert ids[1] == {f"b-{each}" for each in ids[0]}
    text = ElementTree.tostring(other, encoding="unicode")
    used = re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', text)
    assert used
    assert {first or second for first, second in used} <= ids[1]


@pytest.mark.parametrize("name", [name for name in SHIPPED if name != "palagem"])
def test_names_as_in_window(name):
    rules = load(name)
    image, pieces = svg_of(rules), [piece for piece in rules.pieces(rules.start()) if piece]
    has_labels = all(piece.form != "sticker" for piece in pieces)
    labels = sum(bool(piece.text) for piece in pieces) if has_labels else 0
    beside = texts(image)[: len(texts(image)) - labels]
    assert bool(beside) == shows_cell_names(rules)
    letters = {letter for cell in rules.board.cells for letter in cell}
    assert set("".join(beside)) <= letters


def test_pieces_lie_on_their_cells():
    rules = load("fifteen")
    image = svg_of(rules)
    tiles = shared_pictures(image, "tile")
    xs, ys = sorted({x for x, _, _ in tiles}), sorted({y for _, y, _ in tiles})
    assert [b - a for a, b in pairwise(xs)] == pytest.approx([UNIT] * 3)
    assert [b - a for a, b in pairwise(ys)] == pytest.approx([UNIT] * 3)
    assert {size for _, _, size in tiles} == {round(0.98 * UNIT, 2)}
    assert (tiles[0][0], tiles[0][1]) == (xs[0], ys[0])  # 1 is in the top left corner
    labels = {each.text: each for each in image.iter(f"{SVG}text")}
    for label, (x, y, size) in enumerate(tiles, 1):
        text = labels[str(label)]
        assert number(text, "x") == pytest.approx(x, abs=0.02)
        middle = number(text, "y") - BASELINE_SHIFT * number(text, "font-size")
        assert middle == pytest.approx(y - 0.02 * size, abs=0.02)


def test_all_piece_forms_and_cell_shapes():
    forms = ["stone", "tile", "ball", "knight", "sticker"]
    pieces = [Piece(form, "red", "7", "pin") for form in forms]
    boards = [
        grid(6, 1),
        ring(6),
        hexhex(2),
        triangles([(i, 0) for i in range(6)]),
        Board("abcdef", [(i, 0) for i in range(6)], shape="bare"),
        Board("abcdef", [(i, 0) for i in range(6)], shape="point"),
    ]
    for board in boards:
        image = svg_of(AnyPieces(board, pieces))
        assert len(shared_pictures(image, "pin")) == 5
        assert texts(image).count("7") == 4  # stickers have no labels
        assert len(inline_pieces(image)) == (board.shape in ("hexagon", "polygon"))
    assert shared_pictures(
        svg_of(AnyPieces(ring(4), [Piece("tile")])), "tile-round"
    )  # cells without corners
    assert shared_pictures(svg_of(AnyPieces(grid(2, 2), [Piece("tile")])), "tile")


def test_curved_tile():
    piece = Piece("hexagon", "white", areas=(Area(1, 4, "blue"),))
    image = svg_of(AnyPieces(hexhex(2), [piece]))
    colours = {each.get("fill") for each in image.iter(f"{SVG}polygon")}
    assert rgb(PALETTES["standard"]["blue"]) in colours


def test_piece_size_depends_on_cell():
    rules = AnyPieces(polygons({"a": [(0, 0), (4, 0), (0, 3)], "b": [(4, 0), (4, 3), (0, 3)]}), [])
    both = AnyPieces(rules.board, [Piece("ball"), Piece("ball")])
    board = both.board.with_unit_step
    sizes = [size for _, _, size in shared_pictures(svg_of(both), "ball")]
    rooms = [piece_radius(board, cell, named=shows_cell_names(both)) for cell in (0, 1)]
    assert sizes[0] / sizes[1] == pytest.approx(rooms[0] / rooms[1], rel=1e-3)


def test_labels_are_escaped_and_fit():
    pieces = [Piece("tile", text=text) for text in ("<&>", "1234567", "a very long text", "A")]
    image = svg_of(AnyPieces(grid(2, 2), pieces))
    found = texts(image)
    assert "<&>" in found
    assert "1234567" in found
    assert "a very long text" not in found
    assert any(text.startswith("a very") and text.endswith("…") for text in found)
    sizes = {each.text: number(each, "font-size") for each in image.iter(f"{SVG}text")}
    assert sizes["A"] > sizes["<&>"] > sizes["1234567"]


def test_size_of_large_board():
    few, many = (svg_of(load(f"fifteen:{size},height={size}")) for size in (2, 50))
    assert number(few, "width") < 250
    assert 50 * 14 <= number(many, "width") < 50 * 15


def test_arrows_on_one_way_edges():
    board = Board("abc", [(0, 0), (2, 0), (1, 1.7)], arcs=[(0, 1), (1, 2), (2, 0)])
    paths = [each.get("d") for each in svg_of(Slide(board)).iter(f"{SVG}path")]
    assert sum(path.count("Z") == 3 for path in paths) == 1  # three arrowheads in one path


@pytest.mark.parametrize("shape", ["square", "node", "point", "bare", "hexagon"])
def test_plane_of_any_shape(shape):
    # Only the occupied cell and its neighbour are drawn, out of ten.
    points, edges = [(i, 0) for i in range(10)], [(i, i + 1) for i in range(9)]
    board = Board("abcdefghij", points, edges, shape=shape, plane=True, labels=True)

    class Far(AnyPieces):
        """A game without anything to click."""

        def legal_moves(self, state):
            return []

    rules = Far(board, [Piece("stone", "red")])
    image = svg_of(rules, tuple(reversed(rules.goal)))
    ((x, y, _),) = shared_pictures(image, "stone")
    wide, high = size_of(image)
    assert 0 < x < wide < 400
    assert 0 < y < high < 400
    assert {*texts(image)} <= set("ij")


def test_theme_colours():
    for name, theme in THEMES.items():
        ground = next(svg_of(load("hex:2"), theme=name).iter(f"{SVG}rect"))
        assert ground.get("fill") == rgb(theme.background)
    with pytest.raises(OptionError, match="Unknown theme 'blue'; choose from dark, light"):
        svg_of(load("hex:2"), theme="blue")


def test_solid_and_net():
    rules = load("megaminx")
    state = rules.play(rules.start(), rules.legal_moves(rules.start())[0])
    space, net = svg_of(rules, state), svg_of(rules, state, net=True)
    wide, high = size_of(space)
    paths = [each.get("d") for each in space.iter(f"{SVG}path")]
    numbers = [float(each) for path in paths for each in re.findall(r"[\d.-]+", path)]
    # The body and four visible faces of eleven stickers.
    assert len(paths) == 1 + 4 * 11
    assert 0 <= min(numbers) < max(numbers) <= min(wide, high)
    assert len(net.findall(f".//{SVG}g")) + len(list(net.iter(f"{SVG}use"))) >= 132
    assert picture(rules, state) != picture(rules, rules.start())


@pytest.mark.parametrize("net", [True, False])
def test_letters_distinguish_grey_pieces(net):
    rules = load("cube:2")
    grey, plain = svg_of(rules, palette="grey", letters=True, net=net), svg_of(rules, net=net)
    names = {*rules.board.cells}
    assert {*texts(grey)} - names == {*("URFDLB" if net else "URF")}
    assert {*texts(plain)} <= names
    assert {*fill_colours(grey)} != {*fill_colours(plain)}


def fill_colours(image):
    return [each.get("fill") for each in image.iter() if each.get("fill")]
