"""Published God's numbers and numbers of positions."""

from itertools import product
from pathlib import Path
from runpy import run_path

import pytest

from puzzlekit import Board, Twisty, cube_board, cube_turns, load
from puzzlekit.solving.spaces.space import open_space

pytest.importorskip("numba")
pytestmark = pytest.mark.slow


def numbered(cells):
    cells = list(cells)
    return Board(map(str, range(len(cells))), [(n, 0) for n in range(len(cells))]), cells


class Skewb(Twisty):
    """A Skewb: half of the cube turns about one of four corners that are not adjacent."""

    name = "Skewb"

    def __init__(self):
        corners = list(product((-1, 1), repeat=3))
        faces = [
            tuple((axis == n) * side for n in range(3)) for axis in range(3) for side in (-1, 1)
        ]
        stickers = [(c, f) for c in corners for f in faces if sum(map(int.__mul__, c, f)) == 1]
        board, cells = numbered([*stickers, *(((0, 0, 0), face) for face in faces)])
        moves = {}
        for name, corner in zip(
            "ABCD", [c for c in corners if c[0] * c[1] * c[2] == 1], strict=True
        ):
            turned = {}
            for place, face in cells:
                # Corners in the half differ in at most one coordinate; its faces touch the axis.
                beside = sum(map(int.__mul__, corner, place if any(place) else face)) >= 1
                images = (place, face)
                if beside:
                    images = self.rolled(corner, place), self.rolled(corner, face)
                turned[cells.index((place, face))] = cells.index(images)
            moves[name] = turned
        super().__init__(board, map(str, range(len(cells))), cycles_of(moves))

    @staticmethod
    def rolled(axis, point):
        """Return a point rotated by 120 degrees about a corner axis."""
        x, y, z = map(int.__mul__, axis, point)
        return tuple(map(int.__mul__, axis, (z, x, y)))


class Floppy(Twisty):
    """A Floppy cube: 3×3×1, with half turns of the sides."""

    name = "Floppy"

    def __init__(self):
        board, cells = numbered(product((-1, 0, 1), (-1, 0, 1), (-1, 1)))
        moves = {}
        for name, axis, side in (("R", 0, 1), ("L", 0, -1), ("F", 1, 1), ("B", 1, -1)):
            turned = {}
            for cell in cells:
                images = [-n for n in cell]
                images[axis] = cell[axis]
                moved = tuple(images) if cell[axis] == side else cell
                turned[cells.index(cell)] = cells.index(moved)
            moves[name] = turned
        super().__init__(board, map(str, range(len(cells))), cycles_of(moves))


class Squares(Twisty):
    """Rubik's cube with half turns only."""

    name = "Squares"

    def __init__(self):
        board = cube_board(3)
        halves = {}
        for name, cycles in cube_turns(3).items():
            if name in "URFDLB":
                images = {cycle[n]: cycle[n - 2] for cycle in cycles for n in range(len(cycle))}
                halves[name] = images
        super().__init__(board, [cell[0] for cell in board.cells], cycles_of(halves))


class Tipless(Twisty):
    """The Pyraminx without separate turns of the tips."""

    name = "Tipless"

    def __init__(self):
        path = Path(__file__).parents[2] / "examples" / "plugins" / "tetrahedron.py"
        whole = run_path(path)["Tetrahedron"]()
        moves = {name: dict(enumerate(whole.twists[name])) for name in "ABCD"}
        super().__init__(whole.board, whole.goal, cycles_of(moves))


def cycles_of(moves):
    """Return the cycles of each map from cells to cells."""
    found = {}
    for name, images in moves.items():
        cycles, left = [], set(images)
        while left:
            cycle = [min(left)]
            while (onward := images[cycle[-1]]) != cycle[0]:
                cycle.append(onward)
            left -= set(cycle)
            if len(cycle) > 1:
                cycles.append(cycle)
        found[name] = cycles
    return found


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
        ("topspin:10", "steps", 3_628_800, 28),
        ("cube:2", "turns", 3_674_160, 11),
        ("cube:2", "steps", 3_674_160, 14),
        (Tipless, "turns", 933_120, 11),
        (Skewb, "turns", 3_149_280, 11),
        (Floppy, "turns", 192, 8),
        (Squares, "turns", 663_552, 15),
    ],
)
def test_positions_and_how_far_they_are(game, metric, positions, farthest):
    rules = load(game) if isinstance(game, str) else game()
    counts = list(open_space(rules, rules.start(), metric=metric).levels())
    assert (sum(counts), len(counts) - 1) == (positions, farthest)
