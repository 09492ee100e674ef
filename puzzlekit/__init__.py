"""puzzlekit: rearrangement puzzles and abstract games, to play, compute with and extend.

Everything a plugin or a script needs can be imported from here; nothing is imported
before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOME = {
    "board": ("Board", "grid", "ring", "hexagons", "chess", "from_graph"),
    "permutation": ("simplify_cycles", "multiply_cycles", "path_to_perm", "products"),
    "rules": ("Piece", "Puzzle", "Result", "Rules", "Touch"),
    "twisty": ("Twisty",),
    "sliding": ("Sliding",),
    "boardgame": ("BoardGame",),
    "solids": ("cube_board", "cube_turns"),
    "registry": ("load", "plugins"),
    "session": ("Session",),
    "search": ("perft", "solve", "states"),
    "testing": ("check",),
    "errors": ("IllegalMove", "LimitReached", "OptionError", "PuzzlekitError"),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}

__all__ = ["__version__", *_MODULE]


def __getattr__(name: str) -> Any:
    if name in _MODULE:
        return getattr(import_module(f".{_MODULE[name]}", __name__), name)
    if name in ("board", "games", "group", "permutation", "puzzles", "saves", "words"):
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module 'puzzlekit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
