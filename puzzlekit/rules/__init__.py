"""Base classes and functions for plugin authors, imported lazily."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # for type checkers; at run time `_EXPORTS` is used
    from .base import Puzzle as Puzzle
    from .base import Rules as Rules
    from .blocks import Blocks as Blocks
    from .compiled import DRAW as DRAW
    from .compiled import GOING_ON as GOING_ON
    from .compiled import CompiledRules as CompiledRules
    from .compiled import Kernel as Kernel
    from .compiled import outcome_of as outcome_of
    from .connection import Connection as Connection
    from .connection import makes_crosscut as makes_crosscut
    from .gliding import Gliding as Gliding
    from .incremental_values import IncrementalMoves as IncrementalMoves
    from .incremental_values import LargestRegions as LargestRegions
    from .lessons import Example as Example
    from .lessons import LessonStep as LessonStep
    from .position_notation import read_cells as read_cells
    from .position_notation import read_number as read_number
    from .position_notation import read_plies as read_plies
    from .position_notation import read_side as read_side
    from .position_notation import read_turn as read_turn
    from .position_notation import split_fields as split_fields
    from .position_notation import write_cells as write_cells
    from .position_notation import write_turn as write_turn
    from .region_game import RegionGame as RegionGame
    from .region_game import compare_regions as compare_regions
    from .region_game import region_sizes as region_sizes
    from .region_game import region_table as region_table
    from .region_game import regions as regions
    from .region_game import winning_regions as winning_regions
    from .sliding import Sliding as Sliding
    from .sliding_twisty import SlidingTwisty as SlidingTwisty
    from .solids import FACE_COLOURS as FACE_COLOURS
    from .solids import cube_board as cube_board
    from .solids import cube_turns as cube_turns
    from .solids import even_cube as even_cube
    from .solids import read_facelets as read_facelets
    from .solids import solid as solid
    from .stone_game import EMPTY as EMPTY
    from .stone_game import SWAP as SWAP
    from .stone_game import BoardGame as BoardGame
    from .stone_game import PieRule as PieRule
    from .stone_game import StoneGame as StoneGame
    from .stone_game import Stones as Stones
    from .stone_game import permuted as permuted
    from .stone_game import place_stone as place_stone
    from .toggle import Toggle as Toggle
    from .twisty import Twisty as Twisty
    from .twisty_solid import TwistySolid as TwistySolid

_EXPORTS = {
    "base": ("Puzzle", "Rules"),
    "blocks": ("Blocks",),
    "compiled": ("CompiledRules", "DRAW", "GOING_ON", "Kernel", "outcome_of"),
    "connection": ("Connection", "makes_crosscut"),
    "gliding": ("Gliding",),
    "incremental_values": ("IncrementalMoves", "LargestRegions"),
    "lessons": ("Example", "LessonStep"),
    "position_notation": (
        *("read_cells", "read_number", "read_plies", "read_side", "read_turn"),
        *("split_fields", "write_cells", "write_turn"),
    ),
    "region_game": (
        *("RegionGame", "compare_regions", "region_sizes", "region_table", "regions"),
        *("winning_regions",),
    ),
    "sliding": ("Sliding",),
    "sliding_twisty": ("SlidingTwisty",),
    "solids": ("FACE_COLOURS", "cube_board", "cube_turns", "even_cube", "read_facelets", "solid"),
    "stone_game": (
        *("BoardGame", "EMPTY", "PieRule", "SWAP", "StoneGame", "Stones", "permuted"),
        "place_stone",
    ),
    "toggle": ("Toggle",),
    "twisty": ("Twisty",),
    "twisty_solid": ("TwistySolid",),
}

#: The module that defines each name.
MODULE_OF = {name: module for module, names in _EXPORTS.items() for name in names}

__all__ = [*MODULE_OF]


def __getattr__(name: str) -> Any:
    if name in MODULE_OF:
        return getattr(import_module(f".{MODULE_OF[name]}", __name__), name)
    raise AttributeError(f"module 'puzzlekit.rules' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
