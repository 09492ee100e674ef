"""Tests for recognizing solids from their moves, whatever the names of points and moves."""

from random import Random

import pytest

from puzzlekit import load
from puzzlekit.core.permutation import identity, inverse, multiply
from puzzlekit.core.solid import Turn
from puzzlekit.rules.solids import recognize_solid
from puzzlekit.rules.solids.recognize_solid import recognize
from puzzlekit.rules.solids.turning import turn_permutation

SOLIDS = ["cube:2", "cube:3", "cube:4", "cube:5", "pyraminx", "skewb", "dino", "octahedron"]
SOLIDS += ["helicopter", "megaminx"]


@pytest.fixture(scope="module")
def known():
    return {name: load(name).solid for name in SOLIDS}


def shuffle_moves(moves, seed=1):
    """Return the moves with points renumbered, and moves renamed and shuffled."""
    rng, (first, *_) = Random(seed), moves.values()
    points = rng.sample(range(len(first)), len(first))
    to, back = tuple(points), inverse(points)
    changed = [multiply(back, images, to) for images in moves.values()]
    return {f"m{i}": images for i, images in enumerate(rng.sample(changed, len(changed)))}


def turns_equal_moves(solid, moves):
    """Return whether the turns of a solid equal the moves and fix the spare stickers."""
    spare = tuple(range(solid.cells, len(solid.stickers)))
    return all(
        turn_permutation(solid, solid.turns[name]) == (*images, *spare)
        for name, images in moves.items()
    )


@pytest.mark.parametrize("name", SOLIDS)
def test_recognize_shuffled_solids(known, name):
    rules = load(name)
    moves = shuffle_moves(rules.generators(rules.start()))
    found = recognize(len(rules.board), moves, known.values())
    assert (found.shape, len(found.stickers)) == (rules.solid.shape, len(rules.board))
    assert turns_equal_moves(found, moves)


@pytest.fixture
def cube_moves():
    rules = load("cube:3")
    return rules.generators(rules.start())


def test_wide_turns_half_turns_and_slices(known):
    cube = known["cube:3"]
    turns = {"r": Turn(2, 1, 2, -1), "M": Turn(2, 1, 1, 1), "U2": Turn(0, 2, 2, 2)}
    turns |= {"f": Turn(1, 0, 1, 1), "b2": Turn(1, 0, 1, 2)}
    moves = shuffle_moves({name: turn_permutation(cube, turn) for name, turn in turns.items()})
    found = recognize(54, moves, known.values())
    assert turns_equal_moves(found, moves)
    widths = sorted(turn.high - turn.low for turn in found.turns.values())
    assert widths == [0, 0, 1, 1, 1]


def test_omitted_centres_are_spare(known, cube_moves):
    rest = [i for i in range(54) if any(each[i] != i for each in cube_moves.values())]
    moves = {
        name: tuple(rest.index(images[i]) for i in rest) for name, images in cube_moves.items()
    }
    found = recognize(48, shuffle_moves(moves), known.values())
    assert (found.unmoved_cells, found.cells) == (6, 48)
    faces = [found.stickers[i].face for i in range(48, 54)]
    assert sorted(faces) == list(range(6))


def test_other_moves_are_not_recognized(known, cube_moves, monkeypatch):
    twist = multiply(*[cube_moves[name] for name in "URF"])
    assert recognize(54, {**cube_moves, "U": twist}, known.values()) is None
    images = [cube_moves["U"], *list(cube_moves.values())[:-1]]
    other = dict(zip(cube_moves, images, strict=True))
    assert turns_equal_moves(recognize(54, other, known.values()), other)  # U occurs twice, B never
    assert recognize(54, cube_moves, [known["skewb"], known["megaminx"]]) is None
    assert recognize(12, {"A": (1, 0, *identity(12)[2:])}, known.values()) is None
    monkeypatch.setattr(recognize_solid, "MAX_WORK", 1000)
    assert recognize(54, cube_moves, known.values()) is None
