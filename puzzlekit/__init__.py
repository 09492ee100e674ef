"""puzzlekit: rearrangement puzzles and abstract games, to play, analyse and extend.

Everything that plugins and scripts need can be imported from this package. Imports are lazy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # for type checkers; at run time `__getattr__` imports them
    from .api import check as check
    from .api import convert as convert
    from .api import distances as distances
    from .api import explain_unsolvable as explain_unsolvable
    from .api import group as group
    from .api import order as order
    from .api import outcome as outcome
    from .api import perft as perft
    from .api import play_moves as play_moves
    from .api import prove as prove
    from .api import show as show
    from .api import solve as solve
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
    from .core.errors import IllegalMoveError as IllegalMoveError
    from .core.errors import LimitReachedError as LimitReachedError
    from .core.errors import NotationError as NotationError
    from .core.errors import OptionError as OptionError
    from .core.errors import PuzzlekitError as PuzzlekitError
    from .core.permutation import close_under_product as close_under_product
    from .core.permutation import multiply_cycles as multiply_cycles
    from .core.permutation import path_to_perm as path_to_perm
    from .core.permutation import simplify_cycles as simplify_cycles
    from .core.solid import Solid as Solid
    from .core.solid import Turn as Turn
    from .core.translation import gettext as gettext
    from .core.translation import ngettext as ngettext
    from .core.translation import translate as translate
    from .core.values import Area as Area
    from .core.values import Click as Click
    from .core.values import Piece as Piece
    from .core.values import Polygon as Polygon
    from .core.values import Question as Question
    from .core.values import Result as Result
    from .core.values import Summary as Summary
    from .play.api_arguments import load as load
    from .play.session import Session as Session
    from .plugin.discovery import plugins as plugins
    from .rules.base import Puzzle as Puzzle
    from .rules.base import Rules as Rules
    from .rules.blocks import Blocks as Blocks
    from .rules.compiled import DRAW as DRAW
    from .rules.compiled import GOING_ON as GOING_ON
    from .rules.compiled import CompiledRules as CompiledRules
    from .rules.compiled import Kernel as Kernel
    from .rules.compiled import outcome_of as outcome_of
    from .rules.connection import Connection as Connection
    from .rules.connection import makes_crosscut as makes_crosscut
    from .rules.gliding import Gliding as Gliding
    from .rules.incremental_values import IncrementalMoves as IncrementalMoves
    from .rules.incremental_values import LargestRegions as LargestRegions
    from .rules.lessons import Example as Example
    from .rules.lessons import LessonStep as LessonStep
    from .rules.position_notation import read_cells as read_cells
    from .rules.position_notation import read_number as read_number
    from .rules.position_notation import read_plies as read_plies
    from .rules.position_notation import read_side as read_side
    from .rules.position_notation import read_turn as read_turn
    from .rules.position_notation import split_fields as split_fields
    from .rules.position_notation import write_cells as write_cells
    from .rules.position_notation import write_turn as write_turn
    from .rules.region_game import RegionGame as RegionGame
    from .rules.region_game import compare_regions as compare_regions
    from .rules.region_game import region_sizes as region_sizes
    from .rules.region_game import region_table as region_table
    from .rules.region_game import regions as regions
    from .rules.region_game import winning_regions as winning_regions
    from .rules.sliding import Sliding as Sliding
    from .rules.sliding_twisty import SlidingTwisty as SlidingTwisty
    from .rules.solids import FACE_COLOURS as FACE_COLOURS
    from .rules.solids import cube_board as cube_board
    from .rules.solids import cube_keys as cube_keys
    from .rules.solids import cube_turns as cube_turns
    from .rules.solids import even_cube as even_cube
    from .rules.solids import read_facelets as read_facelets
    from .rules.solids import solid as solid
    from .rules.stone_game import EMPTY as EMPTY
    from .rules.stone_game import SWAP as SWAP
    from .rules.stone_game import BoardGame as BoardGame
    from .rules.stone_game import PieRule as PieRule
    from .rules.stone_game import StoneGame as StoneGame
    from .rules.stone_game import Stones as Stones
    from .rules.stone_game import permuted as permuted
    from .rules.stone_game import place_stone as place_stone
    from .rules.toggle import Toggle as Toggle
    from .rules.twisty import Twisty as Twisty
    from .rules.twisty_solid import TwistySolid as TwistySolid

__version__ = "0.2.0"

_EXPORTS = {
    "api": (
        *("check", "convert", "distances", "explain_unsolvable", "group", "order", "outcome"),
        *("perft", "play_moves", "prove", "show", "solve"),
    ),
    "core.board": ("Board",),
    "core.boards": (
        *("chess", "from_graph", "grid", "grid_faces", "hexagon_plane", "hexagons"),
        *("hexhex", "polygons", "rhombus", "ring", "triangles"),
    ),
    "core.errors": (
        *("FrameError", "IllegalMoveError", "LimitReachedError", "NotationError"),
        *("OptionError", "PuzzlekitError"),
    ),
    "core.permutation": (
        "close_under_product",
        "multiply_cycles",
        "path_to_perm",
        "simplify_cycles",
    ),
    "core.solid": ("Solid", "Turn"),
    "core.translation": ("gettext", "ngettext", "translate"),
    "core.values": ("Area", "Click", "Piece", "Polygon", "Question", "Result", "Summary"),
    "play.api_arguments": ("load",),
    "play.session": ("Session",),
    "plugin.discovery": ("plugins",),
    "rules.base": ("Puzzle", "Rules"),
    "rules.blocks": ("Blocks",),
    "rules.compiled": ("CompiledRules", "DRAW", "GOING_ON", "Kernel", "outcome_of"),
    "rules.connection": ("Connection", "makes_crosscut"),
    "rules.gliding": ("Gliding",),
    "rules.incremental_values": ("IncrementalMoves", "LargestRegions"),
    "rules.lessons": ("Example", "LessonStep"),
    "rules.position_notation": (
        *("read_cells", "read_number", "read_plies", "read_side", "read_turn"),
        *("split_fields", "write_cells", "write_turn"),
    ),
    "rules.region_game": (
        *("RegionGame", "compare_regions", "region_sizes", "region_table", "regions"),
        *("winning_regions",),
    ),
    "rules.sliding": ("Sliding",),
    "rules.sliding_twisty": ("SlidingTwisty",),
    "rules.solids": (
        *("FACE_COLOURS", "cube_board", "cube_keys", "cube_turns", "even_cube", "read_facelets"),
        "solid",
    ),
    "rules.stone_game": (
        *("BoardGame", "EMPTY", "PieRule", "SWAP", "StoneGame", "Stones", "permuted"),
        "place_stone",
    ),
    "rules.toggle": ("Toggle",),
    "rules.twisty": ("Twisty",),
    "rules.twisty_solid": ("TwistySolid",),
}
_MODULE_OF = {name: module for module, names in _EXPORTS.items() for name in names}

#: Public modules by their short names.
_MODULES = {
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

__all__ = ["__version__", *_MODULE_OF]


if not TYPE_CHECKING:  # type checkers would accept any name

    def __getattr__(name: str) -> Any:
        if name in _MODULE_OF:
            return getattr(import_module(f".{_MODULE_OF[name]}", __name__), name)
        if name in _MODULES:
            return import_module(f".{_MODULES[name]}", __name__)
        raise AttributeError(f"module 'puzzlekit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
