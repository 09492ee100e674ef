"""Compilation of a search before the first move of a game."""

from __future__ import annotations

from random import Random

from ..rules.base import Rules
from .alphabeta_plain import AlphaBetaPlayer
from .compile_status import ALPHABETA, mark_ready


def compile_player(rules: Rules, search: str) -> None:
    """Compile a search by running it briefly; mark it as ready even on failure."""
    try:
        _think(rules, search)
    finally:
        mark_ready(type(rules), search)


def _think(rules: Rules, search: str) -> None:
    fast, state = rules.compiled, rules.start()
    if fast is None or not rules.legal_moves(state):
        return
    if search == ALPHABETA:
        AlphaBetaPlayer(2).think(rules, state, Random(0))
        return
    from .mcts_compiled import CompiledTree

    tree = CompiledTree(fast, len(rules.players))
    for _ in range(2):  # the second search reuses the tree
        if rules.legal_moves(state):
            state = rules.play(state, tree.think(state, playouts=8).move)
