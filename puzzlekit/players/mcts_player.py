"""The player that searches a tree by playouts, and its levels."""

from __future__ import annotations

import time
from random import Random

from ..rules.base import Rules, State
from ..rules.compiled import PACE
from .compile_status import MCTS, is_ready
from .player import PLAIN_SECONDS, SearchResult, Tree

#: Levels, the weakest first.
LEVELS = ("beginner", "casual", "club", "expert", "master", "champion")

#: How much the levels trust what a game says about good moves; `None`: they know nothing of it.
#: Where ratings tell more than playouts, it is this that makes the difference between levels.
EVALUATION_TRUST = dict(zip(LEVELS, (None, None, 0.0, 0.1, 0.3, 1.0), strict=True))

#: The level that is meant by `mcts` alone.
DEFAULT_LEVEL = "club"

#: Playouts of the weakest level for a move; and the seconds that the strongest works at one, on one
#: core, where the machine makes as many playouts as the game counts on.
WEAKEST, SECONDS = 10, 2.0

#: The level beyond all others, and for how many seconds it thinks about a move, on all cores.
DEEP, DEEP_SECONDS = "deep", 10.0

#: Seconds that levels think at most about a move of a game without a fast path: plain Python makes
#: some hundred playouts meanwhile.
PLAIN_LEVEL_SECONDS = {level: SECONDS / 2**weaker for weaker, level in enumerate(reversed(LEVELS))}


def playouts_of(level: str, pace: int = PACE) -> int:
    """Return how many playouts a level makes for a move, a constant factor from level to level."""
    most = max(WEAKEST, SECONDS * pace)
    playouts = WEAKEST * (most / WEAKEST) ** (LEVELS.index(level) / (len(LEVELS) - 1))
    return int(float(f"{playouts:.2g}"))


class MctsPlayer:
    """Plays many games at random in its head; see `mcts_plain`.

    A `level` makes as many playouts as the pace of a game allows, and fewer on a slow machine.
    """

    def __init__(
        self,
        playouts: int | None = None,
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

    def think(
        self, rules: Rules, state: State, rng: Random, limit: float | None = None
    ) -> SearchResult:
        """Return the move that won most often."""
        unready = not self.waits and not is_ready(type(rules), MCTS)
        plain = unready or rules.compiled is None
        if self._tree is None or self._rules is not rules or self._plain != plain:
            self._tree, self._rules = self._new_tree(rules, plain), rules
            self._plain = plain
        playouts, seconds, clock = self.playouts, self.seconds, time.monotonic
        if self.level:
            pace = PACE if plain or rules.compiled is None else rules.compiled.pace
            playouts = playouts_of(self.level, pace)
            seconds = PLAIN_LEVEL_SECONDS[self.level] if plain else playouts / pace
            # What others do on this machine must not make a level weaker.
            clock = time.thread_time
        if unready and self.seconds is None:
            seconds = min(seconds or PLAIN_SECONDS, PLAIN_SECONDS)
        if limit is not None:
            seconds, clock = min(limit, seconds or limit), time.monotonic
        seed = rng.randrange(2**62)
        found = self._tree.think(state, playouts=playouts, seconds=seconds, seed=seed, clock=clock)
        is_proved = found.win_probability in (None, 0.0, 1.0)
        if plain and self.level and playouts and not is_proved:
            return found._replace(wanted_playouts=playouts)
        return found

    def _new_tree(self, rules: Rules, plain: bool) -> Tree:
        """Return a compiled or plain tree; the weakest level alone is not alert."""
        alert = self.level != LEVELS[0]
        if not plain and rules.compiled is not None:
            from .mcts_compiled import CompiledTree

            # Which move several trees find depends on their number: it must not if playouts count.
            cores = 1 if self.playouts or self.level else self.cores
            seats = len(rules.players)
            trust = EVALUATION_TRUST.get(self.level, 1.0)
            return CompiledTree(
                *(rules.compiled, seats), rave=self.rave, cores=cores, alert=alert, trust=trust
            )
        from .mcts_plain import PlainTree

        return PlainTree(rules, rave=self.rave, alert=alert)
