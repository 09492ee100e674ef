"""Compilation of the code of a game's players, and tests of whether it is ready.

A marker file next to the code shows that it is complete; its path depends on the sources.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ..core import code_cache
from ..core.numba_status import may_have_numba
from ..rules.base import Rules


def is_ready(kind: type[Rules]) -> bool:
    """Return whether all players of a game can run without compiling anything."""
    may_compile = kind.compiled_rules is not Rules.compiled_rules and may_have_numba()
    return not may_compile or any(mark.exists() for mark in _marks(kind, new=False))


def mark_ready(kind: type[Rules]) -> None:
    """Write the marker, if possible."""
    for mark in _marks(kind, new=True):
        with suppress(OSError):
            code_cache.write(mark.parent, mark.name, b"")
            return


def _marks(kind: type[Rules], *, new: bool) -> Iterator[Path]:
    """Yield possible paths of the marker, which is valid on one machine only."""
    stamp = code_cache.source_digest(
        getattr(sys.modules.get(kind.__module__), "__file__", None) or ""
    )
    if stamp:
        facts = f"{kind.__module__}.{kind.__qualname__} {platform.node()}"
        name = f"ready-{hashlib.sha256(facts.encode()).hexdigest()[:24]}"
        for top in code_cache.cache_paths(new=new):
            yield top / stamp / name


def compile_players(rules: Rules) -> None:
    """Compile the players' code with a short search; mark it as ready even if this fails."""
    try:
        _think(rules)
    finally:
        mark_ready(type(rules))


def _think(rules: Rules) -> None:
    fast, state = rules.compiled, rules.start()
    if fast is None or not rules.legal_moves(state):
        return
    from .mcts import TreeSearch
    from .mcts_compiled import CompiledTree

    search = TreeSearch([CompiledTree(fast)])
    for _ in range(2):  # the second one reuses the tree
        if rules.legal_moves(state):
            state = rules.play(state, search.think(state, playouts=8).move)
