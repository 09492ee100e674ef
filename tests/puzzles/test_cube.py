"""Turns of cubes, compared with standard cubing notation."""

import math

import pytest
from support import evaluate, play_moves

from puzzlekit import OptionError, distances, load, solve
from puzzlekit.core import words
from puzzlekit.core.permutation import order
from puzzlekit.rules.solids.cubes import FACE_COLOURS
from puzzlekit.solving.group_facts import facts

SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"


def sequence(rules, text):
    return evaluate(words.parse(text, rules.twists), rules.twists)


def test_faces_turn_clockwise_and_commute():
    rules = load("cube:3")
    index = rules.board.index
    for face in "URFDLB":
        corners = [index[f"{face}{i}"] for i in (1, 3, 9, 7)]
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            assert rules.twists[face][a] == b
        assert rules.twists[face][index[f"{face}5"]] == index[f"{face}5"]
    assert order(sequence(rules, "[U, D]")) == 1
    assert order(sequence(rules, "[U, R]")) > 1
    images = sequence(rules, SUPERFLIP)
    assert order(images) == 2
    cells = rules.board.cells
    moved = {cells[i][1:] for i, image in enumerate(images) if i != image}
    assert moved == {"2", "4", "6", "8"}
    assert sum(i != image for i, image in enumerate(images)) == 24
    assert rules.result(rules.start()).winner == 0
    assert rules.result(rules.play(rules.start(), "U")) is None
    shown = rules.pieces(rules.start())
    assert {piece.colour for piece in shown} == set(FACE_COLOURS.values())


@pytest.mark.slow
def test_cross():
    """The numbers of positions at each distance are those found by many cubers."""
    counts = [1, 15, 158, 1_394, 9_809, 46_381, 97_254, 34_966, 102]
    assert list(distances("cube:3,mask=cross", metric="turns")) == counts


def test_masks():
    corners, edges = 3**3 * 8 * 7 * 6 * 5 * 3, 2**8 * math.perm(12, 8)
    assert facts(load("cube:3,mask=F2L")).arrangements == corners * edges
    with pytest.raises(OptionError, match="needs a cube with three layers"):
        load("cube:4,mask=OLL")


@pytest.mark.slow
def test_rotated_cube_is_solved():
    rules = load("cube:4")
    turned = play_moves(rules, rules.goal, ["R", "2R", "2L'", "L'"])
    assert turned != rules.goal
    assert rules.result(turned)
    assert not rules.result(rules.play(turned, "U"))
    assert solve(rules, turned, seconds=0).length == 0
    assert solve(rules, turned, to=rules.goal, seconds=0).length == 4
