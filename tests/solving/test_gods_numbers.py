"""Published God's numbers and numbers of positions."""

import pytest
from support import example_plugin

from puzzlekit import Twisty, distances, load
from puzzlekit.core.permutation import multiply, to_cycles
from puzzlekit.solving.spaces.space import open_space

pytest.importorskip("numba")
pytestmark = pytest.mark.slow


def half_turn_cube():
    """Return Rubik's cube with half turns only."""
    cube = load("cube:3")
    halves = {name: to_cycles(multiply(cube.twists[name], cube.twists[name])) for name in "URFDLB"}
    return Twisty(cube.board, cube.goal, halves)


def pyraminx_without_tips():
    """Return the Pyraminx without separate turns of the tips."""
    whole = example_plugin("tetrahedron")()
    return Twisty(whole.board, whole.goal, {name: to_cycles(whole.twists[name]) for name in "ABCD"})


@pytest.mark.parametrize(
    ("game", "metric", "positions", "farthest"),
    [
        ("fifteen:3,height=2", "steps", 360, 21),
        ("fifteen:4,height=2", "steps", 20_160, 36),
        ("fifteen:5,height=2", "steps", 1_814_400, 55),
        ("fifteen:3,height=3", "steps", 181_440, 31),
        ("pinball", "steps", 181_440, 46),
        ("knights", "steps", 1_260, 47),
        ("twist:2,height=3", "steps", 120, 7),
        ("twist:2,height=4", "steps", 40_320, 12),
        ("twist:2,height=5", "steps", 3_628_800, 18),
        ("twist", "steps", 362_880, 11),
        ("fifteen:2,height=2", "steps", 12, 6),
        ("topspin:9", "steps", 181_440, 23),
        ("topspin:10", "steps", 3_628_800, 28),
        ("cube:2", "turns", 3_674_160, 11),
        (pyraminx_without_tips, "turns", 933_120, 11),
        ("skewb", "turns", 3_149_280, 11),
        (half_turn_cube, "turns", 663_552, 15),
    ],
)
def test_positions_and_distances(game, metric, positions, farthest):
    rules = load(game) if isinstance(game, str) else game()
    counts = list(open_space(rules, rules.start(), metric=metric).levels())
    assert (sum(counts), len(counts) - 1) == (positions, farthest)
    if positions < 1_000_000:
        assert list(distances(rules, metric=metric)) == counts
