"""What `new` writes: for each kind a small whole plugin to be changed, and its test."""

from __future__ import annotations

from string import Template
from typing import NamedTuple


class Blueprint(NamedTuple):
    """The texts of a plugin and of its test, in which names are filled in."""

    plugin: Template
    test: Template


_TWISTY = '''\
"""$title, a puzzle of permutations."""

from typing import Annotated

from puzzlekit import Twisty, ring


class $kind(Twisty):
    """Bring the discs into order.

    L turns the ring of discs by one place, S exchanges the discs on the first two places.
    """

    name = "$title"
    presets = {"6 discs": {}, "9 discs": {"discs": 9}}

    def __init__(self, discs: Annotated[int, range(3, 31)] = 6):
        goal = [str(number + 1) for number in range(discs)]
        # The cycles of each move, by numbers or names of cells; its inverse comes by itself.
        moves = {"L": [range(discs)], "S": [(0, 1)]}
        super().__init__(ring(discs), goal, moves)
'''

_SLIDING = '''\
"""$title, a sliding puzzle."""

from typing import Annotated

from puzzlekit import Sliding, grid


class $kind(Sliding):
    """Slide the numbers into order.

    A tile beside the hole can slide into it.
    """

    name = "$title"
    presets = {"3 x 3": {}, "4 x 3": {"width": 4}}

    def __init__(
        self, width: Annotated[int, range(2, 9)] = 3, height: Annotated[int, range(2, 9)] = 3
    ):
        # One label for each cell, row by row from the top left; the empty one is the hole.
        goal = [*(str(number + 1) for number in range(width * height - 1)), ""]
        super().__init__(grid(width, height), goal)
'''

_GAME = '''\
"""$title, a game for two players."""

from typing import Annotated

from puzzlekit import EMPTY, StoneGame, Stones, grid, put


class $kind(StoneGame):
    """Put stones beside none of your own; who cannot move loses.

    Black and White in turn put a stone of their colour on an empty cell that has no side in common
    with a cell on which there is another stone of that colour. Black begins.
    """

    name = "$title"
    players = ("Black", "White")
    presets = {"5 x 5": {}, "8 x 8": {"size": 8}}

    def __init__(self, size: Annotated[int, range(2, 20)] = 5):
        super().__init__(grid(size, size))

    def free(self, state, own):
        """Return the cells on which a colour may put a stone."""
        return [
            cell
            for cell, stone in enumerate(state.stones)
            if stone == EMPTY
            and all(state.stones[near] != own for near in self.board.neighbours[cell])
        ]

    def moves(self, state):
        return [self.board.cells[cell] for cell in self.free(state, self.own(state))]

    def after(self, state, move):
        # The move is one of `moves(state)`: that has been looked at.
        stones = put(state.stones, self.board.index[move], self.own(state))
        return Stones(stones, state.ply + 1)

    def evaluate(self, state, seat):
        # What computer players like: here, cells that are left to the seat alone.
        ours, theirs = self.initials[seat], self.initials[1 - seat]
        return len(self.free(state, ours)) - len(self.free(state, theirs))
'''

_CONNECTION = '''\
"""$title, a connection game."""

from typing import Annotated

from puzzlekit import Connection, grid


class $kind(Connection):
    """Join your two sides of the board.

    Black and White in turn put a stone of their colour on an empty point. No 2 x 2 block may have
    one colour on one diagonal and the other colour on the other. Black wins by a chain from the
    bottom to the top, White by one from the left to the right; a chain may go along a row, a column
    or a diagonal. The second player may answer the first stone by taking it over.
    """

    name = "$title"
    players = ("Black", "White")
    presets = {"7 x 7": {}, "11 x 11": {"size": 11}}

    # No 2 x 2 block may look so after a turn: X are the mover's stones, O the opponent's, `.` is
    # empty, `-` is all but X. Such words are compiled; another rule goes into a method `places`,
    # which says where the mover may put a stone, and is played as it is written.
    forbidden = ("XO/OX",)

    def __init__(self, size: Annotated[int, range(2, 20)] = 7):
        rims = {"black": ("bottom", "top"), "white": ("left", "right")}
        board = grid(size, size, shape="point", rims=rims)
        super().__init__(board, links=grid(size, size, diagonals=True))
'''

_TEST = '''\
"""$title keeps the contract, and does what its rules say."""

from puzzlekit import $names


def test_it_keeps_the_contract():
    for rules in (load("$name"), load("$name:$small")):
        assert check(rules) == []
'''

_TEST_TWISTY = """

def test_every_order_can_be_reached():
    rules = load("$name:5")
    assert rules.group(rules.start()).order() == 5 * 4 * 3 * 2
"""

_TEST_SLIDING = """

def test_half_of_all_orders_can_be_reached():
    rules = load("$name:2,height=2")
    assert rules.group(rules.start()).order() == 3
    assert solve(load("$name#1")).moves
"""

_TEST_GAME = """

def test_the_first_moves():
    # 9 cells are free for Black; White may use the other 8, also beside the stone.
    assert list(perft(load("$name:3"), 2)) == [9, 9 * 8]
"""

_TEST_CONNECTION = """

def test_the_first_moves():
    # Any of 9 points; then any of the other 8, or the swap.
    assert list(perft(load("$name:3"), 2)) == [9, 9 * (8 + 1)]
"""


def _blueprint(plugin: str, test: str, *names: str, small: int = 3) -> Blueprint:
    listed = ", ".join(sorted(("check", "load", *names)))
    head = Template(_TEST).safe_substitute(names=listed, small=small)
    return Blueprint(Template(plugin), Template(head + test))


BLUEPRINTS = {
    "twisty": _blueprint(_TWISTY, _TEST_TWISTY, small=4),
    "sliding": _blueprint(_SLIDING, _TEST_SLIDING, "solve"),
    "game": _blueprint(_GAME, _TEST_GAME, "perft"),
    "connection": _blueprint(_CONNECTION, _TEST_CONNECTION, "perft"),
}

PROJECT = Template("""\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "puzzlekit-$name"
version = "0.1.0"
description = "$title, for puzzlekit."
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["puzzlekit-framework"]

[project.optional-dependencies]
test = ["pytest"]

[project.entry-points."puzzlekit.plugins"]
$name = "$module:$kind"

[tool.hatch.build.targets.wheel]
only-include = ["$module.py"]
""")

README = Template("""\
# $title

For puzzlekit. `python -m pip install -e ".[test]"` installs it, `puzzlekit play $name` plays it,
`puzzlekit check $name` and `python -m pytest` test it.
""")
