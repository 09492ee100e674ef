"""puzzlekit: rearrangement puzzles and abstract games, to play, compute with and extend.

Everything a plugin or a script needs can be imported from here; nothing is imported
before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what a type checker sees; `_HOME` is what Python does
    from .board import Board as Board
    from .boardgame import BoardGame as BoardGame
    from .boards import chess as chess
    from .boards import from_graph as from_graph
    from .boards import grid as grid
    from .boards import hexagon_plane as hexagon_plane
    from .boards import hexagons as hexagons
    from .boards import hexhex as hexhex
    from .boards import rhombus as rhombus
    from .boards import ring as ring
    from .connection import Connection as Connection
    from .connection import crosscut as crosscut
    from .connection import put as put
    from .errors import IllegalMove as IllegalMove
    from .errors import LimitReached as LimitReached
    from .errors import NotationError as NotationError
    from .errors import OptionError as OptionError
    from .errors import PuzzlekitError as PuzzlekitError
    from .fast import DRAW as DRAW
    from .fast import GOING_ON as GOING_ON
    from .fast import Fast as Fast
    from .fast import Kernel as Kernel
    from .fast import outcome_of as outcome_of
    from .lines import read_cells as read_cells
    from .lines import read_number as read_number
    from .lines import read_side as read_side
    from .lines import read_turn as read_turn
    from .lines import split_fields as split_fields
    from .lines import write_cells as write_cells
    from .lines import write_turn as write_turn
    from .permutation import multiply_cycles as multiply_cycles
    from .permutation import path_to_perm as path_to_perm
    from .permutation import products as products
    from .permutation import simplify_cycles as simplify_cycles
    from .proof import prove as prove
    from .registry import load as load
    from .registry import plugins as plugins
    from .rules import Puzzle as Puzzle
    from .rules import Rules as Rules
    from .search import perft as perft
    from .search import solve as solve
    from .search import states as states
    from .session import Session as Session
    from .sliding import Sliding as Sliding
    from .solids import FACE_COLOURS as FACE_COLOURS
    from .solids import cube_board as cube_board
    from .solids import cube_turns as cube_turns
    from .territory import compare_groups as compare_groups
    from .territory import group_sizes as group_sizes
    from .territory import group_table as group_table
    from .territory import groups_of as groups_of
    from .territory import winning_groups as winning_groups
    from .testing import check as check
    from .twisty import Twisty as Twisty
    from .values import Area as Area
    from .values import Piece as Piece
    from .values import Question as Question
    from .values import Result as Result
    from .values import Summary as Summary
    from .values import Touch as Touch

__version__ = "0.1.0"

_HOME = {
    "board": ("Board",),
    "boards": (
        *("chess", "from_graph", "grid", "hexagon_plane", "hexagons", "hexhex", "rhombus", "ring"),
    ),
    "permutation": ("simplify_cycles", "multiply_cycles", "path_to_perm", "products"),
    "fast": ("DRAW", "GOING_ON", "Fast", "Kernel", "outcome_of"),
    "rules": ("Puzzle", "Rules"),
    "values": ("Area", "Piece", "Question", "Result", "Summary", "Touch"),
    "twisty": ("Twisty",),
    "sliding": ("Sliding",),
    "boardgame": ("BoardGame",),
    "connection": ("Connection", "crosscut", "put"),
    "territory": (
        *("compare_groups", "group_sizes", "group_table", "groups_of", "winning_groups"),
    ),
    "solids": ("FACE_COLOURS", "cube_board", "cube_turns"),
    "registry": ("load", "plugins"),
    "session": ("Session",),
    "search": ("perft", "solve", "states"),
    "proof": ("prove",),
    "testing": ("check",),
    "lines": (
        *("read_cells", "read_number", "read_side", "read_turn", "split_fields"),
        *("write_cells", "write_turn"),
    ),
    "errors": ("IllegalMove", "LimitReached", "NotationError", "OptionError", "PuzzlekitError"),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}

#: Modules that are used by their own names.
_SPACES = (
    "board",
    "boards",
    "formats",
    "games",
    "group",
    "permutation",
    "puzzles",
    "records",
    "saves",
    "words",
)

__all__ = ["__version__", *_MODULE]


def __getattr__(name: str) -> Any:
    if name in _MODULE:
        return getattr(import_module(f".{_MODULE[name]}", __name__), name)
    if name in _SPACES:
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module 'puzzlekit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
