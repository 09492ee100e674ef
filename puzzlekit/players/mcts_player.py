"""The MCTS player and its levels, and the player with an opening book."""

from __future__ import annotations

import time
from contextlib import suppress
from random import Random

from ..core.capabilities import PLATFORM, thread_time
from ..core.errors import PuzzlekitError
from ..core.numba_status import retry_without_numba
from ..core.values import LEVELS
from ..rules.base import Rules, State
from ..rules.compiled import PACE, CompiledRules
from .book import Book
from .compile_status import is_ready
from .mcts import TreeSearch
from .player import PLAIN_SECONDS, SearchResult

#: Weight of the game's move ratings by level; None ignores the ratings. In games where ratings are
#: more reliable than playouts, these weights make the difference between levels.
PRIOR_SCALES: dict[str, float | None] = dict(
    zip(LEVELS, (None, None, 0.0, 0.1, 0.3, 1.0), strict=True)
)

#: The level used for the player name `mcts`.
DEFAULT_LEVEL = "club"

#: Playouts per move of the weakest level, and seconds per move of the strongest level. The seconds
#: apply to one core of a machine that reaches the pace defined for the game.
WEAKEST, SECONDS = 10, 2.0

#: The extra level above all others, and its seconds per move on all cores.
DEEP, DEEP_SECONDS = "deep", 10.0

#: Minimum number of games for a book move, which must also have at least an average score.
MIN_BOOK_GAMES = 10

#: Minimum seconds per move with a clock, however long it took to load compiled code.
MIN_SECONDS = 0.02

#: Maximum seconds per move by level in plain Python, which runs a few hundred playouts in that
#: time.
PLAIN_LEVEL_SECONDS: dict[str, float] = {
    level: SECONDS / 2**weaker for weaker, level in enumerate(reversed(LEVELS))
}

#: On platforms without a compiler, the maximum seconds per move of the levels that are offered,
#: and the seconds for measuring the pace.
PATIENCE, MEASURING_SECONDS = 8.0, 0.4


def playouts_of(level: str, pace: int = PACE) -> int:
    """Return the playouts per move of a level, which grow by a constant factor per level."""
    max_playouts = max(WEAKEST, SECONDS * pace)
    playouts = WEAKEST * (max_playouts / WEAKEST) ** (LEVELS.index(level) / (len(LEVELS) - 1))
    return int(float(f"{playouts:.2g}"))


def affordable_levels(rules: Rules) -> list[str]:
    """Return the levels that reach their playouts in plain Python within `PATIENCE` seconds.

    The pace is measured, which takes `MEASURING_SECONDS`.
    """
    player = MctsPlayer(seconds=MEASURING_SECONDS)
    playouts = player.think(rules, rules.start(), Random(0)).playouts
    limit = playouts / MEASURING_SECONDS * PATIENCE
    return [level for level in LEVELS if playouts_of(level) <= limit]


class MctsPlayer:
    """A player that uses Monte Carlo tree search.

    The number of playouts for a `level` depends on the pace of the game. Slow machines run fewer
    playouts.
    """

    def __init__(
        self,
        playouts: int | None = None,
        seconds: float | None = None,
        *,
        level: str = "",
        rave: bool = True,
        cores: int = 1,
        blocking: bool = True,
    ) -> None:
        self.playouts, self.seconds, self.level = playouts, seconds, level
        self.rave, self.cores, self.blocking = rave, cores, blocking
        self._search: TreeSearch | None = None
        self._rules: Rules | None = None
        self._fast: CompiledRules | None = None

    @retry_without_numba
    def think(
        self, rules: Rules, state: State, rng: Random, limit: float | None = None
    ) -> SearchResult:
        """Return the move with the most visits."""
        begun = time.monotonic()
        unready = not self.blocking and not is_ready(type(rules))
        fast = None if unready else rules.compiled
        if self._search is None or self._rules is not rules or self._fast is not fast:
            self._search, self._rules = self._new_search(rules, fast), rules
            self._fast = fast
        playouts, seconds, clock = self.playouts, self.seconds, time.monotonic
        if self.level:
            pace = PACE if fast is None else fast.pace
            playouts = playouts_of(self.level, pace)
            seconds = playouts / pace
            if fast is None:
                seconds = PLAIN_LEVEL_SECONDS[self.level] if PLATFORM.compiler else PATIENCE
            # Load from other processes must not make a level weaker.
            clock = thread_time
        if unready and self.seconds is None:
            seconds = min(seconds or PLAIN_SECONDS, PLAIN_SECONDS)
        if limit is not None:
            limit = max(limit - (time.monotonic() - begun), MIN_SECONDS)
            seconds, clock = min(limit, seconds or limit), time.monotonic
        seed = rng.randrange(2**62)
        result = self._search.think(
            state, playouts=playouts, seconds=seconds, seed=seed, clock=clock
        )
        is_proved = result.win_probability in (None, 0.0, 1.0)
        if fast is None and self.level and playouts and not is_proved:
            return result._replace(wanted_playouts=playouts)
        return result

    def alternatives(self, count: int) -> list[SearchResult]:
        """Return the most-visited moves of the last search, each with its own playouts."""
        return [] if self._search is None else self._search.alternatives(count)

    def _new_search(self, rules: Rules, fast: CompiledRules | None) -> TreeSearch:
        """Return a new search, which uses tactics except at the weakest level."""
        tactics = self.level != LEVELS[0]
        if fast is None:
            from .mcts_plain import PlainTree

            return TreeSearch([PlainTree(rules, rave=self.rave, tactics=tactics)])
        from .mcts_compiled import CompiledTree

        # The number of trees affects the move. With a playout limit, use one to prevent this.
        cores = 1 if self.playouts or self.level else self.cores
        scale = PRIOR_SCALES.get(self.level, 1.0)
        return TreeSearch(
            [
                CompiledTree(fast, rave=self.rave, prior_scale=scale, tactics=tactics)
                for _ in range(cores)
            ]
        )


class DeepPlayer(MctsPlayer):
    """The strongest player: it uses the book built by `puzzlekit learn`, then a long search."""

    def __init__(self, *, cores: int = 1, blocking: bool = True, game: str = "") -> None:
        super().__init__(seconds=DEEP_SECONDS, cores=cores, blocking=blocking)
        self._game = game
        self._book: Book | None = None

    def think(
        self, rules: Rules, state: State, rng: Random, limit: float | None = None
    ) -> SearchResult:
        """Return a book move or, if there is none, the move with the most visits."""
        if self._book is None or self._book.rules is not rules:
            self._book = Book(rules, self._game)
            with suppress(PuzzlekitError):  # ignore an unreadable book
                self._book.read()
        entry = None
        with suppress(PuzzlekitError):  # not every position can be encoded
            entry = self._book.best(state)
        if entry is None or entry.games < MIN_BOOK_GAMES or entry.score < 1 / len(rules.players):
            return super().think(rules, state, rng, limit)
        return SearchResult(entry.move, (entry.move,), entry.score, book_games=entry.games)
