"""Groups of the bundled puzzles, with known orders and names."""

import itertools
import json
import math

import pytest
from group_builders import PUBLISHED
from support import DATA_FOLDER, play_moves

from puzzlekit import load
from puzzlekit.groups import describe

PINBALL = json.loads((DATA_FOLDER / "pinball.json").read_text())
ORDERS = {entry["id"]: int(entry["order"]) for entry in PUBLISHED}
BY_ID = {
    "pinball": ("A8", 20160),
    "knights": ("S4", 24),
    "knights:distinct": ("S4", 24),
    "knights:board=small": ("S4", 24),
    "fifteen": ("A15", ORDERS["slide4x4"]),
    "fifteen:2,height=2": ("C3", ORDERS["slide2x2"]),
    "fifteen:3,height=2": ("A5", 60),
    "fifteen:2,height=4": ("A7", ORDERS["slide2x4"]),
    "fifteen:3,height=3": ("A8", ORDERS["slide3x3"]),
    "fifteen:3,height=5": ("A14", ORDERS["slide3x5"]),
    "fifteen:5,height=4": ("A19", ORDERS["slide4x5"]),
    "fifteen:10,height=10": ("A99", math.factorial(99) // 2),
    "twist:2,height=2": ("C4", ORDERS["twist2x2"]),
    "twist:3,height=2": ("PGL(2,5)", 120),
    "twist:4,height=2": ("S8", ORDERS["twist2x4"]),
    "twist": ("S9", ORDERS["twist3x3"]),
    "twist:3,height=5": ("S15", ORDERS["twist3x5"]),
    "twist:5,height=4": ("S20", ORDERS["twist4x5"]),
    "topspin": ("S20", math.factorial(20)),
    # Turns preserve the parity of places or exchange the two classes: two blocks.
    "topspin:26,turn=5": ("index 2 in S13 wr C2", ORDERS["topspin26_5"]),
    "topspin:8,turn=3": ("S4 wr C2", ORDERS["topspin8_3"]),
    "topspin:6,turn=3": ("S3 wr C2", ORDERS["topspin6_3"]),
    "topspin:9": ("A9", ORDERS["topspin9_4"]),
    "topspin:9,turn=3": ("S9", math.factorial(9)),
    "hungarian": ("S38", ORDERS["hungarian38"]),
    "cube:2": ("index 3 in C3 wr S7", ORDERS["cube2_URF"]),
    "cube:3": ("index 12 in C3 wr S8 x C2 wr S12", ORDERS["cube3"]),
}


@pytest.mark.parametrize("text", BY_ID)
def test_order_and_name(text):
    rules = load(text)
    info = describe(rules.generators(rules.start()).values())
    assert (info.name, info.order) == BY_ID[text]
    assert info.certain


@pytest.mark.parametrize("discs", range(5, 16))
@pytest.mark.parametrize("turn", range(2, 6))
def test_topspin(discs, turn):
    """N odd: A_n if k is 0 or 1 mod 4, else S_n; n and k even: S_n; n even, k odd: two blocks."""
    if turn >= discs - 1:
        return  # the turntable reverses the whole ring or all but one disc
    rules = load(f"topspin:{discs},turn={turn}")
    order = describe(rules.generators(rules.start()).values()).order
    if discs % 2:
        assert order == math.factorial(discs) // (2 if turn % 4 in (0, 1) else 1)
    elif turn % 2 == 0:
        assert order == math.factorial(discs)
    else:
        both = 2 * math.factorial(discs // 2) ** 2
        assert order in (both, both // 2)


def test_subgroups_and_seeds():
    rules = load("cube:3")
    twists = rules.twists
    assert describe([twists["U"]]).name == "C4"
    assert describe([twists["U"], twists["D"]]).name == "C4^2"
    assert describe([twists["U"], twists["R"]]).order == ORDERS["cube3_UR"]
    for name in ("pinball", "twist", "knights"):
        rules = load(f"{name}#3")
        assert describe(rules.generators(rules.start()).values()).order == BY_ID[name][1]


@pytest.mark.parametrize("words", PINBALL["subgroups"])
def test_pinball_subgroups(words):
    rows = [PINBALL["table3"][letter] for letter in words.strip("<>").split(",")]
    assert describe([row["permutation"] for row in rows]).order == PINBALL["subgroups"][words]


def test_pinball_loops():
    """The four published loops, played on the board, give the published permutations."""
    rules = load("pinball")
    for row in PINBALL["table3"].values():
        steps = itertools.pairwise(row["path"].split("-"))
        state = play_moves(rules, rules.goal, [f"{tile}-{hole}" for hole, tile in steps])
        images = {label: str(state.index(label) + 1) for label in rules.goal if label}
        cycle = row["permutation"].strip("( )").split(" ")
        expected = dict(zip(cycle, cycle[1:] + cycle[:1], strict=True))
        assert images == {tile: expected.get(tile, tile) for tile in images}
