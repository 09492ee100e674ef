"""Puzzles of solids: groups, moves, and the solids that display them."""

import math

import pytest
from support import evaluate, sample

from puzzlekit import OptionError, Turn, TwistySolid, load
from puzzlekit.core import words
from puzzlekit.core.permutation import order
from puzzlekit.groups import describe
from puzzlekit.rules.solids.turning import turn_permutation
from puzzlekit.solving.group_facts import facts

PUZZLES = {
    "cube:2": (3_674_160, 3, 4),
    "cube:3": (math.factorial(8) * 3**7 * math.factorial(12) * 2**10, 6, 4),
    "cube:7": (None, 18, 4),
    "pyraminx": (math.factorial(6) // 2 * 2**5 * 3**8, 8, 3),
    "skewb": (3_149_280, 4, 3),
    "megaminx": (math.factorial(20) // 2 * 3**19 * math.factorial(30) // 2 * 2**29, 12, 5),
    "dino": (math.factorial(12) // 2, 8, 3),
    "octahedron": (math.factorial(6) // 2 * 2**5 * (math.factorial(12) // 2) ** 3, 8, 3),
    "helicopter": (math.factorial(8) * 3**7 * math.factorial(6) ** 4 // 2, 12, 2),
}


#: Orders found by PuzzleGeometry. On a tetrahedron, too, the layers at both ends of an axis turn.
#: If planes nearly meet in a point, there are tiny stickers.
DESCRIBED = {
    "solid:t f 0": 44_789_760,
    "solid:t v 1/3": 11_197_440,
    "solid:t v 0.333": 44_789_760,
    "solid:t f 1.333 v 0.5": 11_197_440,
    "solid:c v 0.577": 519_174_587_406_715_854_331_576_320_000_000,
    "solid:c v 0.58": 1_571_364_748_800,
}
ORDERS = {text: known for text, (known, *_) in PUZZLES.items() if known} | DESCRIBED


@pytest.mark.parametrize("text", ORDERS)
def test_group(text):
    rules = load(text)
    assert describe(rules.generators(rules.start()).values()).order == ORDERS[text]


#: Positions up to rotations of the whole, as published.
UP_TO_ROTATIONS = {
    "cube:2": 3_674_160,
    "cube:4": 7_401_196_841_564_901_869_874_093_974_498_574_336_000_000_000,
    "dino": 19_958_400,
    "helicopter": 493_694_233_804_800_000,
    "solid:o v 0.577350269": 2_009_078_326_886_400,  # Christopher's Jewel
}


@pytest.mark.slow
@pytest.mark.parametrize("text", UP_TO_ROTATIONS)
def test_positions_up_to_rotation(text):
    rules = load(text)
    assert facts(rules).up_to_rotations == UP_TO_ROTATIONS[text]


@pytest.mark.slow
@pytest.mark.parametrize(
    "cuts",
    sample(["c f 0.2 f 0.6", "c e 0.83", "t v -0.2 v 0.6 v 1.4", "d f 0 f 0.145905", "o e 0"], 3),
)
def test_turns_of_all_layers(cuts):
    """It does not matter which layer of an axis is held."""
    rules = load(f"solid:{cuts}")
    turns = {
        f"T{number}-{layer}": Turn(number, layer, layer, 1)
        for number, line in enumerate(rules.solid.lines)
        for layer in range(len(line.planes) + 1)
    }
    turned = facts(TwistySolid(rules.solid.with_turns(turns)))
    assert facts(rules).up_to_rotations == turned.up_to_rotations is not None


@pytest.mark.parametrize("text", ["solid:d f 0.7", "solid:c f 0.333"])
def test_solids_from_descriptions(text):
    known = load({"d": "megaminx", "c": "cube"}[text[6]])
    assert set(load(text).twists.values()) == set(known.twists.values())


@pytest.mark.parametrize("cuts", ["x", "c f", "c g 0.3", "c f x", "", "c f nan", "c f 1/0"])
def test_invalid_cuts(cuts):
    with pytest.raises(OptionError):
        type(load("solid"))(cuts)


@pytest.mark.parametrize("text", PUZZLES)
def test_moves(text):
    rules = load(text)
    _, count, steps = PUZZLES[text]
    assert len(rules.solid.turns) == count
    assert len(rules.twists) == (count if steps == 2 else 2 * count)
    assert {order(images) for images in rules.twists.values()} == {steps}
    assert set(rules.solid.turns) == {name for name in rules.twists if not name.endswith("'")}
    for name, turn in rules.solid.turns.items():  # `tests/rules/test_solids.py` checks turns
        assert tuple(rules.twists[name]) == tuple(turn_permutation(rules.solid, turn))


@pytest.mark.parametrize("text", PUZZLES)
def test_stickers_and_colours(text):
    rules = load(text)
    whole = rules.solid
    faces = [whole.faces[sticker.face].name for sticker in whole.stickers]
    assert list(rules.goal) == faces
    colours = {piece.text: piece.colour for piece in rules.pieces(rules.start())}
    assert len(set(colours.values())) == len(colours) == len(whole.faces)


@pytest.mark.parametrize("text", PUZZLES)
def test_clicks_of_outer_layers(text):
    """Turns have distinct clicks, except tips and inner layers, which may have none."""
    rules = load(text)
    places = [rules.clicks(name)[0].cells for name in rules.solid.turns if rules.clicks(name)]
    assert len(set(places)) == len(places) == sum(n[0] not in "23" for n in rules.solid.turns)


def test_pyraminx_tips():
    twists = load("pyraminx").twists
    for name in "ULRB":
        tip = {i for i, image in enumerate(twists[name.lower()]) if i != image}
        corner = {i for i, image in enumerate(twists[name]) if i != image}
        assert (len(tip), len(corner)) == (3, 3 + 9)
        assert tip < corner
        assert all(twists[name][i] == twists[name.lower()][i] for i in tip)


@pytest.mark.parametrize(("text", "corner"), [("skewb", "UFR"), ("cube:2", "LBD")])
def test_fixed_corner(text, corner):
    rules = load(text)
    kept = [
        cell
        for i, cell in enumerate(rules.board.cells)
        if all(images[i] == i for images in rules.twists.values())
    ]
    assert [cell[0] for cell in kept] == [*corner]


@pytest.mark.parametrize(
    ("text", "word", "times"),
    [
        ("cube", "U", 4),
        ("cube", "R U R' U'", 6),
        ("cube", "R U", 105),
        ("cube", "R U'", 63),
        ("cube", "R2 U2", 6),
        ("cube", "R' D' R D", 6),
        ("cube", "R U2 D' B D'", 1260),
        ("cube", "R U R' U R U2 R'", 6),
        ("megaminx", "R U R' U'", 6),
        ("megaminx", "U D", 5),
        ("pyraminx", "R U R' U R U R'", 3),
        ("pyraminx", "U u'", 3),
        ("dino", "[URF, UBR]", 3),
        ("octahedron", "U D", 3),
        ("octahedron", "[BL, R]", 1),
        ("helicopter", "UF UB", 2),
        ("helicopter", "UF UR", 6),
    ],
)
def test_orders_of_sequences(text, word, times):
    twists = load(text).twists
    assert order(evaluate(words.parse(word, twists), twists)) == times
