"""Whether the games of a rule book end: seen in random and in greedy play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..players.player import MAX_PLIES, Player
from ..players.simple import GreedyPlayer, RandomPlayer
from ..rules.rule_book import Rules

#: Positions that are looked at in a game.
MAX_LOOKS = 4_000

#: Plies of a game that is certainly too long, if nothing bounds it.
LONG = 1_000


def check_ending(rules: Rules, rng: Random) -> Iterator[str]:
    """Say of a game that can go on for ever that nothing ends it."""
    if not rules.is_game() or rules.longest is not None or rules.repetition:
        return
    for title, player, looks in (("random", RandomPlayer(), 1), ("greedy", GreedyPlayer(), 0)):
        yield from _played(rules, title, player, rng, looks)
        
