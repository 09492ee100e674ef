"""Tests for reading, writing and converting puzzle files."""

import json
import math
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import DATA_FOLDER, sample_size, state_after
from sympy.combinatorics import PermutationGroup

from puzzlekit import distances, formats, load
from puzzlekit.core.errors import FormatError, PuzzlekitError
from puzzlekit.core.permutation import multiply, to_sympy
from puzzlekit.formats.as_rules import convert_slides, definition_of, plugin_class_from
from puzzlekit.formats.piece_sets import pattern_of, sets_of
from puzzlekit.formats.toml import parse_tolerant
from puzzlekit.groups import describe

FOLDER = DATA_FOLDER / "puzzles"
SAMPLES = {path.name: path for path in sorted(FOLDER.iterdir())}

#: Known orders: the Pyraminx from twsearch and GAP, 11 * 10 * 9 * 8 for M11, and by hand C4 wr C2,
#: C2 wr S3, D6, S6 and S7.
ORDERS = {
    "pyraminx.tws": 302_330_880,
    "m11.g": 7920,
    "coin.json": 4 * 4 * 2,
    "topspin.tws": 1152,
    "coins.tws": 2**3 * 6,
    "dihedral.sympy": 12,
    "loopover.toml": 720,
    "rings.cycles": math.factorial(7),
    "pocket.tws": 3_674_160,
}


def rules_of(name):
    return plugin_class_from(formats.read(SAMPLES[name]))()


def rewritten(definition, format):
    """Return the definition written in a format and read again."""
    return formats.parse(formats.write(definition, format), format, "back")


def order_of(definition):
    return describe(definition.moves.values()).order


@pytest.mark.parametrize("name", ORDERS)
def test_orders(name):
    definition = formats.read(SAMPLES[name])
    assert order_of(definition) == ORDERS[name]
    if ORDERS[name] < 10_000:
        group = PermutationGroup([to_sympy(images) for images in definition.moves.values()])
        assert group.order() == ORDERS[name]


# -- meaning --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_square1_shapes():
    # Number of shapes where both layers can be cut: J. Scherphuis, C. Shuang.
    rules = rules_of("square1.tws")
    assert sum(distances(rules)) == 3678
    assert rules.legal_moves(rules.start())[:4] == ["U", "D'", "/", "U2'"]


def test_equal_pieces_and_rotations():
    assert sum(distances(rules_of("coins.tws"))) == 6 * 2 * 2  # not 2 * 2 * 2
    # Equal coins, orientations modulo 2.
    assert sum(distances(rules_of("coin.json"))) == 2 * 2
    definition = formats.read(SAMPLES["coins.tws"])
    assert list(definition.moves) == ["A", "B"]
    assert list(definition.rotations) == ["x"]


def test_topspin():
    definition = formats.read(SAMPLES["topspin.tws"])
    assert [label.rpartition("-")[2] for label in definition.goal] == [*"87654321"]
    assert definition.aliases == {"Left": "L", "Back": "L'"}
    assert list(definition.moves) == ["L", "T", "LT"]
    rules = rules_of("topspin.tws")
    assert state_after(rules, ["LT"]) == state_after(rules, ["L", "T"])
    assert formats.read(SAMPLES["topspin.tws"]).cells[:2] == ("DISCS-1", "DISCS-2")
    text = SAMPLES["topspin.tws"].read_text()
    text += "MoveSequence P Q2 LT'\nMoveSequence Q T,Left,T\nMoveAlias W Q'\n"
    definition = formats.parse(text, "tws")
    rules = plugin_class_from(definition)()
    assert state_after(rules, ["P"]) == state_after(
        rules, ["T", "L", "T", "T", "L", "T", "T", "L'"]
    )
    assert definition.aliases["W"] == "Q'"


def test_derived_moves():
    twists = rules_of("coin.json").twists | formats.read(SAMPLES["coin.json"]).rotations

    def images(moves):
        return multiply(*(twists[move] for move in moves.split()))

    assert twists["G"] == images("S F S")
    assert twists["K"] == images("F S F' S")
    assert twists["FF"] == images("F' F' x x")


def test_gap_and_sympy_permutations():
    gap = formats.parse("Group((1,2,3)(4,5),(1,2));", "gap")
    assert list(gap.moves.values()) == [(1, 2, 0, 4, 3), (1, 0, 2, 3, 4)]
    text = "gens:=[(1,2),\n (3,4)]; # a comment\nip:=[[1],[3]];\nSize(Group(gens));"
    gap = formats.parse(text, "gap")
    assert list(gap.moves.values()) == [(1, 0, 2, 3), (0, 1, 3, 2)]
    for text in (
        "PermutationGroup([Permutation(0,1,2), Permutation(3)(0, 1)])",
        "a = Permutation([1, 2, 0], size=4)\nb = Permutation([[0, 1]])",
        "(3)(0 1 2)\n(0 1)",
        "[(0,1,2), Permutation([1,0,2,3])]",
    ):
        assert list(formats.parse(text, "sympy").moves.values()) == [(1, 2, 0, 3), (1, 0, 2, 3)]
    product = formats.parse("Permutation(0, 1)(1, 2)", "sympy")
    assert product.moves == {"g1": (2, 0, 1)}


def test_plain_cycles_accept_words_as_points():
    found = formats.parse("# beads\nL: (b 10 9)(z, a)\n(a b)(b z)  # a product", "cycles")
    assert found.cells == ("9", "10", "a", "b", "z")
    assert list(found.moves) == ["L", "g2"]
    assert found.moves["g2"] == (0, 1, 4, 2, 3)


@pytest.mark.parametrize(
    ("name", "text", "format"),
    [
        ("a.txt", "(1 2 3)(4 5)", "cycles"),
        ("a.txt", "L = (1 2 3)", "cycles"),
        ("a.txt", "Permutation(0, 1)", "sympy"),
        ("a.txt", "g:=[(1,2)];", "gap"),
        ("a.txt", "Group( (1,2) );", "gap"),
        ("a.txt", "[(1,2),(3,4)]", "gap"),
        ("a.puzzle", '{"name": "x"}', "kpuzzle"),
        ("a", "Name x\nSet A 1 1\n", "tws"),
        ("a", "ring = 3\n[moves]\n", "toml"),
        ("a.TWS", "?", "tws"),
        ("a.g", "?", "gap"),
        ("a.cycles", "Permutation(0, 1)", "cycles"),
    ],
)
def test_formats_by_suffix_or_content(name, text, format):
    assert formats.format_of(Path(name), text) == format


def test_toml_boards():
    for text, cells in [
        ('cells = "a b"', ("a", "b")),
        ("grid = [2, 1]", ("a1", "b1")),
        ("ring = 2", ("1", "2")),
        ('drawing = """\n. p\nq .\n"""', ("p", "q")),
    ]:
        move = f'\n[moves]\nM = "({" ".join(cells)})"\n'
        assert formats.parse(text + move, "toml").cells == cells
    drawn = formats.read(SAMPLES["seven.toml"])
    joined = ["".join(sorted((drawn.cells[a], drawn.cells[b]))) for a, b in drawn.board.edges]
    assert sorted(joined) == ["12", "13", "24", "34", "45", "46", "57", "67"]


def test_toml_polygons():
    corners = [[0, 0], [30, 0], [0, 30]], [[30, 0], [30, 30], [0, 30]]
    text = f'cells = "a b"\noutlines = {[*corners]}\nedges = "a-b"\ngoal = "1 ."\n'
    one = formats.parse(text, "toml")
    board, again = one.board, rewritten(one, "toml").board
    assert board.shape == "polygon"
    assert [tuple(map(round, point)) for point in board.points] == [(10, 10), (20, 20)]
    assert again.outlines == board.outlines
    assert again.points == tuple((round(x, 6), round(y, 6)) for x, y in board.points)


# -- round trips ----------------------------------------------------------------------------------

TWISTY = ["cube:2", "cube:3", "cube:4", "hungarian", "topspin", "topspin:9,turn=3", "twist"]
SLIDING = ["fifteen", "fifteen:3,height=2", "knights", "pinball"]


def assert_same_moves(one, other):
    """Compare the moves, their names, and which pieces of the goals are equal."""
    assert list(one.moves.items()) == list(other.moves.items())
    pairs = set(zip(one.goal, other.goal, strict=True))
    assert len(pairs) == len(set(one.goal)) == len(set(other.goal))


@pytest.mark.parametrize("format", ["tws", "kpuzzle"])
@pytest.mark.parametrize("name", [*TWISTY, *SLIDING])
def test_round_trip_of_plugins(name, format):
    one = convert_slides(definition_of(load(name)))
    other = rewritten(one, format)
    found = [pattern_of(each, other.goal) for each in other.sets]
    cells = [cell for each in sets_of(one) for slot in each.slots for cell in slot]
    place = {cell: i for i, cell in enumerate(cells)}
    assert list(one.moves) == list(other.moves)
    for move, images in one.moves.items():
        assert [place[images[cell]] for cell in cells] == list(other.moves[move])
    for each, back in zip(sets_of(one), found, strict=True):
        assert pattern_of(each, one.goal) == back
    assert order_of(one) == order_of(other)


def test_pieces_are_found_from_stickers():
    # Rubik's cube has 8 corners with 3 orientations, 12 edges with 2, and 6 centres.
    sets = sets_of(definition_of(load("cube:3")))
    assert sorted((len(each.slots), each.twists) for each in sets) == [(6, 1), (8, 3), (12, 2)]
    text = formats.write(definition_of(load("cube:2")), "tws")
    assert "Set A 7 3" in text


@pytest.mark.parametrize("name", [*TWISTY, *SLIDING])
def test_round_trip_of_plugins_as_gap(name):
    one = convert_slides(definition_of(load(name)))
    other = rewritten(one, "gap")
    assert list(one.moves) == list(other.moves)
    for move, images in one.moves.items():
        size = len(other.cells)
        assert images[:size] == other.moves[move]
        assert images[size:] == tuple(range(size, len(images)))


@pytest.mark.parametrize("format", ["tws", "kpuzzle", "toml"])
@pytest.mark.parametrize("name", [name for name in SAMPLES if name.endswith((".tws", ".json"))])
def test_round_trip_of_samples(name, format):
    one = formats.read(SAMPLES[name])
    other = rewritten(one, format)
    if format != "kpuzzle":
        assert one.forbidden.keys() == other.forbidden.keys()
    if format != "toml":
        assert list(one.rotations) == list(other.rotations)
    assert_same_moves(one, other)


@pytest.mark.slow
@given(st.data())
def test_round_trip_of_permutations(data):
    size = data.draw(st.integers(2, 9))
    images = st.permutations(range(size)).map(tuple)
    moves = data.draw(st.dictionaries(st.sampled_from(["A", "B2", "2C"]), images, min_size=1))
    labels = tuple(data.draw(st.lists(st.sampled_from("xyz"), min_size=size, max_size=size)))
    cells = tuple(f"c{i}" for i in range(size))
    one = formats.Definition(name="Any", cells=cells, goal=labels, moves=moves)
    for format in ("tws", "kpuzzle", "toml"):
        other = rewritten(one, format)
        order = [cell for each in sets_of(one) for slot in each.slots for cell in slot]
        place = {cell: i for i, cell in enumerate(order if format != "toml" else range(size))}
        for name, found in one.moves.items():
            assert all(place[found[cell]] == other.moves[name][place[cell]] for cell in range(size))
        counts, back = (list(distances(plugin_class_from(d)())) for d in (one, other))
        assert counts == back


# -- errors ---------------------------------------------------------------------------------------

BAD = json.loads((DATA_FOLDER / "bad_puzzles.json").read_text())


@pytest.mark.parametrize(("format", "text", "line", "words"), BAD)
def test_errors(format, text, line, words):
    with pytest.raises(FormatError) as caught:
        formats.parse(text, format, "file.x")
    where = "file.x: " if line is None else f"file.x, line {line}: "
    assert str(caught.value).startswith(where)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
    if format == "toml":
        _, faults = parse_tolerant(text)
        message = str(caught.value).removeprefix(where)
        assert (line, message) in [(fault.line, fault.sentence) for fault in faults]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("empty.tws", "is empty"),
        ("latin.tws", "line 2: not valid UTF-8"),
        ("odd.puzzle", "has an unknown format"),
        ("folder.tws", "is a folder"),
        ("huge.tws", "1,000,000,000 bytes"),
        ("missing.tws", "cannot be read"),
        ("a\0b.tws", "cannot be read"),
        ("/dev/null", "not a regular file"),
    ],
)
def test_unreadable_files(tmp_path, name, words):
    (tmp_path / "empty.tws").write_text(" \n")
    (tmp_path / "latin.tws").write_bytes(b"Name x\nSet \xe9 1 1\n")
    (tmp_path / "odd.puzzle").write_text("Dear diary\n")
    (tmp_path / "folder.tws").mkdir()
    with (tmp_path / "huge.tws").open("wb") as file:
        file.truncate(10**9)
    with pytest.raises(FormatError, match=words):
        formats.read(tmp_path / name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "format"),
    [
        ('{"a": ' * 100_000, "kpuzzle"),
        ('{"a": ' + "9" * 100_000 + "}", "kpuzzle"),
        ("a = " + "[" * 100_000, "toml"),
        ("a = " + "9" * 1_000_000, "toml"),
        ("a" + ".a" * 100_000 + " = 1", "toml"),
        ("a" * 1_000_000, "toml"),
        ("[" + '"a".' * 100_000, "toml"),
        ("(" * 1_000_000, "cycles"),
        ("(1)" + " " * 1_000_000 + "x", "cycles"),
        ("(" * 200_000, "gap"),
        ("[" * 100_000, "gap"),
        ("Group(" * 100_000, "gap"),
        ("(1,999999999999)", "gap"),
        ("[" * 100_000, "sympy"),
        ("PermutationGroup(" * 100_000, "sympy"),
        ("Permutation(9, size=99999999)", "sympy"),
        ("Set A 255 127\n" * 10, "tws"),
        ("".join(f"Set A{i} 255 127\n" for i in range(1000)), "tws"),
    ],
)
def test_excessive_files(text, format):
    with pytest.raises(FormatError):
        formats.parse(text, format)


@pytest.mark.slow
def test_overlong_move_sequences():
    coin = json.loads(SAMPLES["coin.json"].read_text())
    coin["derivedMoves"] = {f"M{i}": "((((((S F)99)99)99)9)9)" for i in range(100)}
    with pytest.raises(FormatError):
        formats.parse(json.dumps(coin), "kpuzzle")
    topspin = SAMPLES["topspin.tws"].read_text()
    chain = "".join(f"MoveSequence P{i + 1} P{i}999999999\n" for i in range(900))
    formats.parse(topspin + "MoveSequence P0 L\n" + chain, "tws")


@pytest.mark.parametrize("format", ["tws", "kpuzzle"])
def test_move_named_like_rotation_is_not_written(format):
    with pytest.raises(FormatError, match="'x' would be read as a rotation of the puzzle"):
        formats.write(formats.parse("x: (1 2)", "cycles"), format)


def test_cells_beyond_tws_limits():
    ring = formats.parse("(" + " ".join(map(str, range(256))) + ")(a b)\n(0 1)", "cycles")
    with pytest.raises(FormatError, match="at most 255 pieces"):
        formats.write(ring, "tws")
    text = formats.write(formats.parse("(1,2)(1000)", "sympy"), "tws")
    assert "Set A 2 1\nSet FIXED 255 1\nSet FIXED1 255 1\n" in text
    assert len(formats.parse(text, "tws").cells) == 1001


# -- fuzz -----------------------------------------------------------------------------------------

PIECES = [
    *("(", ")", "[", "]", "{", "}", ",", ";", ":", "=", "#", "'", '"', "?", "-1", "0", "1", "255"),
    *("256", "99999999999999999999", "\n", " ", "\t", "\r", "\0", "é", "\u2028", ".", "End", "Set"),
    *("Move A", "MoveAlias A A", "Illegal", "Group", ":=", "[moves]", "null", "true", "1e999"),
    "nan",
    *("Permutation", "size", "<", "\\", "|", "x", "'''", '"""', "{}", "[]"),
]


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
@given(st.data())
@settings(max_examples=sample_size(150))
def test_errors_for_damaged_files(name, data):
    text = SAMPLES[name].read_text()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 6))
        text = text[:at] + data.draw(st.sampled_from(PIECES)) + text[at + cut :]
    format = formats.format_of(Path(name), text)
    if format == "toml":
        parse_tolerant(text)
    message = ""
    try:
        definition = formats.parse(text, format, "file")
        rules = plugin_class_from(definition)()
        rules.legal_moves(rules.start())
    except PuzzlekitError as error:
        message = str(error)
    assert not message or message.startswith("file")
    assert "\n" not in message


@given(st.sampled_from(sorted(formats.READERS)), st.lists(st.sampled_from(PIECES), max_size=30))
def test_errors_for_random_text(format, parts):
    for joint in ("", " ", "\n"):
        with suppress(FormatError):
            formats.parse(joint.join(parts), format)


def test_written_kpuzzle_moves_have_all_orbits():
    # cubing.js 0.63 fails to read moves that leave out an orbit.
    written = json.loads(formats.write(formats.read(SAMPLES["pyraminx.tws"]), "kpuzzle"))
    names = {orbit["orbitName"] for orbit in written["orbits"]}
    assert len(names) == 3
    assert all(move.keys() == names for move in written["moves"].values())


def test_name_with_brackets_in_a_kpuzzle():
    definition = formats.parse("S: (1 2)", "cycles")._replace(name="No. [ 1 ]")
    assert formats.parse(formats.write(definition, "kpuzzle"), "kpuzzle").name == "No. [ 1 ]"


def test_negative_kpuzzle_orientations():
    # The z rotation of the clock in cubing.js 0.63 has the orientationDelta -1.
    coin = json.loads(SAMPLES["coin.json"].read_text())
    coin["moves"]["F"]["COINS"]["orientationDelta"] = [3, 0]
    expected = formats.parse(json.dumps(coin), "kpuzzle")
    coin["moves"]["F"]["COINS"]["orientationDelta"] = [-1, 0]
    assert formats.parse(json.dumps(coin), "kpuzzle") == expected


def test_kpuzzle_rotations_and_repeated_names():
    # "_" stands for the move of the same name; a move that equals a rotation is one.
    coin = json.loads(SAMPLES["coin.json"].read_text())
    coin["moves"]["turned"] = coin["moves"]["x"]
    before = formats.parse(json.dumps(coin), "kpuzzle")
    coin["derivedMoves"] = {"S": "_", **coin["derivedMoves"]}
    assert formats.parse(json.dumps(coin), "kpuzzle").moves == before.moves
    assert set(before.rotations) == {"x", "turned"}
    # PuzzleGeometry's Pyraminx turns as a whole by uv, lv, rv and bv.
    pyraminx = SAMPLES["pyraminx.tws"].read_text().replace("Move u\n", "Move uv\n")
    assert set(formats.parse(pyraminx, "tws").rotations) == {"uv"}
    # twsearch takes uv, and a second name for x, for moves.
    written = formats.write(formats.parse(pyraminx, "tws"), "tws")
    assert formats.parse(written, "tws").rotations.keys() == {"UVv"}
    assert formats.parse(formats.write(before, "tws"), "tws").rotations.keys() == {"x"}
    coin["derivedMoves"]["other"] = "_"
    with pytest.raises(FormatError, match="There is no move '_'"):
        formats.parse(json.dumps(coin), "kpuzzle")


def test_ambiguous_names():
    named = formats.parse("１ = (a b)\n12: (b c)", "cycles")
    assert [*formats.parse(formats.write(named, "gap"), "gap").moves] == ["１", "12"]
    comment = formats.parse('cells = "a b"\n[moves]\n"#1" = "(a b)"', "toml")
    with pytest.raises(FormatError, match="'#1' would be read as a comment"):
        formats.write(comment, "tws")
    swap = "Set A 2 1\nSolved\nEnd\nMoveTransformation L\nA\n1 0\nEnd\nMoveAlias M L"
    aliases = formats.parse(swap, "tws")._replace(aliases={"#1": "L", "M": "L"})
    assert formats.parse(formats.write(aliases, "tws"), "tws").aliases == {"M": "L"}
    assert formats.lost_features(aliases, "tws") == ["some alternative names of moves"]
