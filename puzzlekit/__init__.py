"""puzzlekit: rearrangement puzzles and abstract games, to play, compute with and extend.

Everything a plugin or a script needs can be imported from here; nothing is imported
before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what a type checker sees; `_HOME` is what Python does
    from .core.board import Board as Board
    from .core.boards import chess as chess
    from .core.boards import from_graph as from_graph
    from .core.boards import grid as grid
    from .core.boards import grid_faces as grid_faces
    from .core.boards import hexagon_plane as hexagon_plane
    from .core.boards import hexagons as hexagons
    from .core.boards import hexhex as hexhex
    from .core.boards import polygons as polygons
    from .core.boards import rhombus as rhombus
    from .core.boards import ring as ring
    from .core.boards import triangles as triangles
    from .core.errors import FrameError as FrameError
    from .core.errors import IllegalMove as IllegalMove
    from .core.errors import LimitReached as LimitReached
    from .core.errors import NotationError as NotationError
    from .core.errors import OptionError as OptionError
    from .core.errors import PuzzlekitError as PuzzlekitError
    from .core.permutation import multiply_cycles as multiply_cycles
    from .core.permutation import path_to_perm as path_to_perm
    from .core.permutation import products as products
    from .core.permutation import simplify_cycles as simplify_cycles
    from .core.solid import Solid as Solid
    from .core.solid import Turn as Turn
    from .core.values import Area as Area
    from .core.values import Piece as Piece
    from .core.values import Question as Question
    from .core.values import Result as Result
    from .core.values import Summary as Summary
    from .core.values import Touch as Touch
    from .notebook.answers import check as check
    from .notebook.answers import convert as convert
    from .notebook.answers import group as group
    from .notebook.answers import hint as hint
    from .notebook.answers import optimal as optimal
    from .notebook.answers import order as order
    from .notebook.answers import outcome as outcome
    from .notebook.answers import perft as perft
    from .notebook.answers import prove as prove
    from .notebook.answers import solve as solve
    from .notebook.answers import states as states
    from .notebook.answers import word as word
    from .notebook.given import rule_book as rule_book
    from .notebook.pictures import show as show
    from .play.session import Session as Session
    from .play.setup import load as load
    from .plugin.discovery import plugins as plugins
    from .rules.board_game import BoardGame as BoardGame
    from .rules.connection import Connection as Connection
    from .rules.connection import crosscut as crosscut
    from .rules.fast import DRAW as DRAW
    from .rules.fast import GOING_ON as GOING_ON
    from .rules.fast import Fast as Fast
    from .rules.fast import Kernel as Kernel
    from .rules.fast import outcome_of as outcome_of
    from .rules.largest_groups import LargestGroups as LargestGroups
    from .rules.mixed import Mixed as Mixed
    from .rules.nearby import Nearby as Nearby
    from .rules.position_text import read_cells as read_cells
    from .rules.position_text import read_number as read_number
    from .rules.position_text import read_plies as read_plies
    from .rules.position_text import read_side as read_side
    from .rules.position_text import read_turn as read_turn
    from .rules.position_text import split_fields as split_fields
    from .rules.position_text import write_cells as write_cells
    from .rules.position_text import write_turn as write_turn
    from .rules.rule_book import Puzzle as Puzzle
    from .rules.rule_book import Rules as Rules
    from .rules.sliding import Sliding as Sliding
    from .rules.solids import FACE_COLOURS as FACE_COLOURS
    from .rules.solids import cube_board as cube_board
    from .rules.solids import cube_turns as cube_turns
    from .rules.solids import even_cube as even_cube
    from .rules.solids import solid as solid
    from .rules.stones import EMPTY as EMPTY
    from .rules.stones import SWAP as SWAP
    from .rules.stones import PieRule as PieRule
    from .rules.stones import StoneGame as StoneGame
    from .rules.stones import Stones as Stones
    from .rules.stones import carried as carried
    from .rules.stones import put as put
    from .rules.territory import GroupGame as GroupGame
    from .rules.territory import compare_groups as compare_groups
    from .rules.territory import group_sizes as group_sizes
    from .rules.territory import group_table as group_table
    from .rules.territory import groups_of as groups_of
    from .rules.territory import winning_groups as winning_groups
    from .rules.twisty import Twisty as Twisty
    from .rules.twisty_solid import TwistySolid as TwistySolid

__version__ = "0.1.0"

_HOME = {
    "core.board": ("Board",),
    "core.boards": (
        *("chess", "from_graph", "grid", "grid_faces", "hexagon_plane", "hexagons", "hexhex"),
        *("polygons", "rhombus", "ring", "triangles"),
    ),
    "core.permutation": ("simplify_cycles", "multiply_cycles", "path_to_perm", "products"),
    "rules.fast": ("DRAW", "GOING_ON", "Fast", "Kernel", "outcome_of"),
    "rules.largest_groups": ("LargestGroups",),
    "rules.nearby": ("Nearby",),
    "rules.rule_book": ("Puzzle", "Rules"),
    "core.solid": ("Solid", "Turn"),
    "core.values": ("Area", "Piece", "Question", "Result", "Summary", "Touch"),
    "rules.twisty": ("Twisty",),
    "rules.twisty_solid": ("TwistySolid",),
    "rules.mixed": ("Mixed",),
    "rules.sliding": ("Sliding",),
    "rules.board_game": ("BoardGame",),
    "rules.stones": ("EMPTY", "SWAP", "PieRule", "StoneGame", "Stones", "carried", "put"),
    "rules.connection": ("Connection", "crosscut"),
    "rules.territory": (
        *(
            "GroupGame",
            "compare_groups",
            "group_sizes",
            "group_table",
            "groups_of",
            "winning_groups",
        ),
    ),
    "rules.solids": ("FACE_COLOURS", "cube_board", "cube_turns", "even_cube", "solid"),
    "plugin.discovery": ("plugins",),
    "play.setup": ("load",),
    "play.session": ("Session",),
    "notebook.answers": (
        *("check", "convert", "group", "hint", "optimal", "order", "outcome", "perft", "prove"),
        *("solve", "states", "word"),
    ),
    "notebook.given": ("rule_book",),
    "notebook.pictures": ("show",),
    "rules.position_text": (
        *("read_cells", "read_number", "read_plies", "read_side", "read_turn", "split_fields"),
        *("write_cells", "write_turn"),
    ),
    "core.errors": (
        "FrameError",
        "IllegalMove",
        "LimitReached",
        "NotationError",
        "OptionError",
        "PuzzlekitError",
    ),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}

#: Modules that are used by their own names, and where they stand.
_SPACES = {
    "board": "core.board",
    "boards": "core.boards",
    "design": "design",
    "formats": "formats",
    "games": "games",
    "groups": "groups",
    "permutation": "core.permutation",
    "puzzles": "puzzles",
    "records": "play.records",
    "saves": "play.saves",
    "words": "core.words",
}

__all__ = ["__version__", *_MODULE]


def __getattr__(name: str) -> Any:
    if name in _MODULE:
        return getattr(import_module(f".{_MODULE[name]}", __name__), name)
    if name in _SPACES:
        return import_module(f".{_SPACES[name]}", __name__)
    raise AttributeError(f"module 'puzzlekit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
