"""Tests for recognizing solids from their moves, whatever the names of points and moves."""

from random import Random

import pytest

from puzzlekit import load
from puzzlekit.core.permutation import identity, inverse, multiply
from puzzlekit.core.solid import Turn
from puzzlekit.rules.solids import match
from puzzlekit.rules.solids.centres import with_split_centres
from puzzlekit.rules.solids.match import recognize
from puzzlekit.rules.solids.turning import turn_permutation

SOLIDS = ["cube:2", "cube:3", "cube:4", "cube:5", "pyraminx", "skewb", "dino", "octahedron"]
SOLIDS += ["helicopter", "megaminx"]


@pytest.fixture(scope="module")
def known():
    return {name: load(name).solid for name in SOLIDS}


def disguised(moves, seed=1):
    """Return the moves with points renumbered, and moves renamed and shuffled."""
    rng, (first, *_) = Random(seed), moves.values()
    points = rng.sample(range(len(first)), len(first))
    to, back = tuple(points), inverse(points)
    changed = [multiply(back, images, to) for images in moves.values()]
    return {f"m{i}": images for i, images in enumerate(rng.sample(changed, len(changed)))}


def acts(solid, moves):
    """Return whether the turns of a solid equal the moves and fix the spare stickers."""
    spare = tuple(range(solid.cells, len(solid.stickers)))
    return all(
        turn_permutation(solid, solid.turns[name]) == (*images, *spare)
        for name, images in moves.items()
    )


@pytest.mark.parametrize("name", SOLIDS)
def test_a_solid_in_disguise_is_found(known, name):
    rules = load(name)
    moves = disguised(rules.generators(rules.start()))
    found = recognize(len(rules.board), moves, known.values())
    assert (found.shape, len(found.stickers)) == (rules.solid.shape, len(rules.board))
    assert acts(found, moves)


def test_moves_that_bear_the_names_of_turns_are_these_turns(known):
    rules = load("cube:3")
    moves = rules.generators(rules.start())
    assert recognize(54, moves, known.values()).turns == rules.solid.turns


def test_wide_turns_half_turns_and_slices_are_turns(known):
    cube = known["cube:3"]
    turns = {"r": Turn(2, 1, 2, -1), "M": Turn(2, 1, 1, 1), "U2": Turn(0, 2, 2, 2)}
    turns |= {"f": Turn(1, 0, 1, 1), "b2": Turn(1, 0, 1, 2)}
    moves = disguised({name: turn_permutation(cube, turn) for name, turn in turns.items()})
    found = recognize(54, moves, known.values())
    assert acts(found, moves)
    widths = sorted(turn.high - turn.low for turn in found.turns.values())
    assert widths == [0, 0, 1, 1, 1]


def test_centres_that_a_file_leaves_out_are_spare(known):
    rules = load("cube:3")
    middles = {i for i in range(54) if all(each[i] == i for each in rules.twists.values())}
    rest = [i for i in range(54) if i not in middles]
    moves = {
        name: tuple(rest.index(images[i]) for i in rest)
        for name, images in rules.generators(rules.start()).items()
    }
    found = recognize(48, disguised(moves), known.values())
    assert (found.unmoved_cells, found.cells) == (6, 48)
    faces = [found.stickers[i].face for i in range(48, 54)]
    assert sorted(faces) == list(range(6))


def test_centres_that_turn_come_in_parts(known):
    cube = with_split_centres(known["cube:3"])
    moves = disguised({name: turn_permutation(cube, turn) for name, turn in cube.turns.items()})
    found = recognize(72, moves, known.values())
    assert len(found.stickers) == 72
    assert acts(found, moves)


def test_what_is_no_solid_is_not_taken_for_one(known):
    rules = load("cube:3")
    moves = rules.generators(rules.start())
    twist = multiply(*[moves[name] for name in "URF"])
    assert recognize(54, {**moves, "U": twist}, known.values()) is None
    other = dict(zip(moves, [moves["U"], *list(moves.values())[:-1]], strict=True))
    assert acts(recognize(54, other, known.values()), other)  # U occurs twice, B never
    assert recognize(54, moves, [known["skewb"], known["megaminx"]]) is None
    assert recognize(12, {"A": (1, 0, *identity(12)[2:])}, known.values()) is None


def test_a_search_that_takes_too_long_ends(known, monkeypatch):
    rules = load("cube:3")
    moves = rules.generators(rules.start())
    monkeypatch.setattr(match, "MAX_WORK", 1000)
    assert recognize(54, moves, known.values()) is None
