"""Whether the compiled code that a search needs for a game is there, told without compiling it.

When all of it has been compiled, a mark is left beside it, and is found as long as it holds.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from random import Random

from ..core import code_cache
from ..rules.rule_book import Rules

#: The searches that have compiled code.
MCTS, ALPHABETA = SEARCHES = ("mcts", "alphabeta")


def may_compile(kind: type[Rules]) -> bool:
    """Tell whether thinking about a game may begin with compiling its code.

    >>> from puzzlekit import load
    >>> may_compile(type(load("pentago")))
    False
    """
    return kind.fast is not Rules.fast and find_spec("numba") is not None


def is_ready(kind: type[Rules], search: str) -> bool:
    """Tell whether a search can think about a game without compiling anything.

    >>> from puzzlekit import load
    >>> is_ready(type(load("pentago")), MCTS)
    True
    """
    return not may_compile(kind) or any(mark.exists() for mark in _marks(kind, search, new=False))


def prepare(rules: Rules, search: str) -> None:
    """Compile what a search needs for a game, by thinking a little, and leave the mark.

    What fails is marked too: it fails again for who plays, and is told there.
    """
    try:
        _think(rules, search)
    finally:
        for mark in _marks(type(rules), search, new=True):
            with suppress(OSError):
                code_cache.write(mark.parent, mark.name, b"")
                break


def _think(rules: Rules, search: str) -> None:
    fast, state = rules.fast_path, rules.start()
    if fast is None or not rules.moves(state):
        return
    if search == ALPHABETA:
        from .alphabeta_plain import AlphaBetaPlayer

        AlphaBetaPlayer(2).think(rules, state, Random(0))
        return
    from .mcts_compiled import FastTree

    tree = FastTree(fast, len(rules.players))
    for _ in range(2):  # a second time, in which the tree is kept
        if rules.moves(state):
            state = rules.play(state, tree.think(state, playouts=8).move)


def _marks(kind: type[Rules], search: str, *, new: bool) -> Iterator[Path]:
    """Yield where a mark may stand, or where a new one can; it holds for one machine."""
    stamp = code_cache.stamp(getattr(sys.modules.get(kind.__module__), "__file__", None) or "")
    if stamp:
        facts = f"{search} {kind.__module__}.{kind.__qualname__} {platform.node()}"
        name = f"ready-{hashlib.sha256(facts.encode()).hexdigest()[:24]}"
        for top in code_cache.places(new=new):
            yield top / stamp / name
