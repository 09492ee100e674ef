"""The player that searches a tree by playouts, and its levels."""

from __future__ import annotations

import time
from random import Random

from ..rules.rule_book import Rules, State
from .player import PLAIN_SECONDS, Thought, Tree
from .readiness import MCTS, is_ready

#: Levels, with their playouts a move; each has about three times those of the one before.
LEVELS = {
    "beginner": 100,
    "casual": 300,
    "club": 1_000,
    "expert": 3_000,
    "master": 10_000,
    "champion": 30_000,
}

#: The level that is meant by `mcts` alone.
USUAL_LEVEL = "club"

#: The level beyond all others, and for how many seconds it thinks about a move, on all cores.
DEEP, DEEP_SECONDS = "deep", 10.0

#: Playouts a second that levels count on. Where a core makes fewer, all levels make so many times
#: fewer: then the strongest takes less than two seconds a move as well, and none is like another.
PACE = 16_000

#: Seconds that levels think at most about a move of a game without a fast path: plain Python makes
#: some hundred playouts meanwhile.
PLAIN_LEVEL_SECONDS = {
    level: 2.0 / 2**weaker for weaker, level in enumerate(reversed(LEVELS.keys()))
}


class MctsPlayer:
    """Plays many games at random in its head; see `mcts_plain`.

    It makes so many playouts, or as many as it can in so many seconds. A `level` is a number of
    playouts, or what it has time for.
    """

    def __init__(
        self,
        playouts: int | None,
        seconds: float | None = None,
        *,
        level: str = "",
        rave: bool = True,
        cores: int = 1,
        waits: bool = True,
    ) -> None:
        self.playouts, self.seconds, self.level = playouts, seconds, level
        self.rave, self.cores, self.waits = rave, cores, waits
        self._tree: Tree | None = None
        self._rules: Rules | None = None
        self._plain = False

    def think(self, rules: Rules, state: State, rng: Random, limit: float | None = None) -> Thought:
        """Return the move that won most often."""
        unready = not self.waits and not is_ready(type(rules), MCTS)
        plain = unready or rules.fast_path is None
        if self._tree is None or self._rules is not rules or self._plain != plain:
            self._tree, self._rules = self._new_tree(rules, plain), rules
            self._plain = plain
        seconds, clock = self.seconds, time.monotonic
        if seconds is None and self.level:
            # What others do on this machine must not make a level weaker.
            clock = time.thread_time
            seconds = PLAIN_LEVEL_SECONDS[self.level] if plain else LEVELS[self.level] / PACE
        if unready and self.seconds is None:
            seconds = min(seconds or PLAIN_SECONDS, PLAIN_SECONDS)
        if limit is not None:
            seconds, clock = min(limit, seconds or limit), time.monotonic
        seed = rng.randrange(2**62)
        thought = self._tree.think(
            state, playouts=self.playouts, seconds=seconds, seed=seed, clock=clock
        )
        is_proved = thought.chance in (None, 0.0, 1.0)
        if plain and self.level and not is_proved:
            return thought._replace(wanted=LEVELS[self.level])
        return thought

    def _new_tree(self, rules: Rules, plain: bool) -> Tree:
        """Return a compiled tree for a game with a fast path, a plain one for others."""
        if not plain and rules.fast_path is not None:
            from .mcts_compiled import FastTree

            # Which move several trees find depends on their number: it must not if playouts count.
            cores = self.cores if self.playouts is None else 1
            return FastTree(rules.fast_path, len(rules.players), rave=self.rave, cores=cores)
        from .mcts_plain import PlainTree

        return PlainTree(rules, rave=self.rave)
