"""Compilation of the players' code before the first move of a game."""

from __future__ import annotations

from ..rules.base import Rules
from .compile_status import mark_ready
from .mcts import TreeSearch


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
    from .mcts_compiled import CompiledTree

    search = TreeSearch([CompiledTree(fast)])
    for _ in range(2):  # the second one reuses the tree
        if rules.legal_moves(state):
            state = rules.play(state, search.think(state, playouts=8).move)
