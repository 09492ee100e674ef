"""Statistics of random playouts: speed, length, branching factor and wins."""

from __future__ import annotations

import math
import time
from operator import add
from random import Random
from typing import NamedTuple

from ..core.errors import OptionError
from ..core.progress import Progress, silent
from ..rules.base import Rules, dead_end_error
from .player import MAX_PLIES
from .repetition_draws import RepetitionCounter

#: Number of compiled playouts, from the first one on, whose legal moves are counted.
MAX_COUNTED_PLAYOUTS = 100

#: Approximate seconds between reports.
REPORT_SECONDS = 0.1


class Playouts(NamedTuple):
    """Statistics: games, seconds, mean plies, mean legal moves per ply, and wins by seat.

    Games not counted in `wins` were draws. `interrupted` is True after Ctrl+C.
    """

    games: int
    seconds: float
    plies: float
    branching: float
    wins: tuple[int, ...]
    interrupted: bool = False

    @property
    def draws(self) -> int:
        """The number of drawn games."""
        return self.games - sum(self.wins)

    @property
    def rate(self) -> float:
        """The number of games per second."""
        return self.games / self.seconds if self.seconds else 0.0


def playouts(
    rules: Rules,
    *,
    games: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    plain: bool = False,
    progress: Progress = silent,
) -> Playouts:
    """Play random games with uniformly chosen moves, up to a number of games or seconds.

    Compiled rules are used if there are any, unless `plain` is set. The same seed and number of
    games give the same games. After Ctrl+C, return the statistics of the games played so far.
    Raises `OptionError` for a puzzle, for a game that is over, and if no limit is given.

    >>> from puzzlekit import load
    >>> result = playouts(load("hex:3,swap=off"), games=50)
    >>> result.games, sum(result.wins)
    (50, 50)
    """
    if not rules.is_game():
        raise OptionError(f"{rules.name} is a puzzle. Choose a game with players.")
    if games is seconds is None:
        raise OptionError("Set a number of games or seconds.")
    if rules.outcome(rules.start()) is not None:
        raise OptionError(f"{rules.name} is already over. Start from another position.")
    is_plain = plain or rules.compiled is None
    source = _PlainPlayouts(rules, seed) if is_plain else _Compiled(rules, seed)
    max_games = math.inf if games is None else games
    limit = math.inf if seconds is None else seconds
    totals = [0] * (3 + len(rules.players))
    done, batch, spent, interrupted = 0, 1, 0.0, False
    begun = time.perf_counter()
    try:
        while done < max_games and spent < limit:
            batch = int(min(batch, max_games - done))
            totals = list(map(add, totals, source.play(batch)))
            done += batch
            spent = time.perf_counter() - begun
            batch = max(
                1, int(done / max(spent, 1e-6) * min(REPORT_SECONDS, max(limit - spent, 0)))
            )
            progress("playouts", done, games)
    except KeyboardInterrupt:
        spent, interrupted = time.perf_counter() - begun, True
    plies, counted, choices, *wins = totals
    return Playouts(
        done, spent, plies / max(done, 1), choices / max(counted, 1), tuple(wins), interrupted
    )


class _PlainPlayouts:
    """Playouts in plain Python."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules, self.start = rules, rules.start()
        self.chance = Random(seed).random

    def play(self, games: int) -> list[int]:
        """Return the plies, plies with counted moves, counted moves, and wins by seat."""
        rules, chance = self.rules, self.chance
        wins = [0] * len(rules.players)
        plies = choices = 0
        for _ in range(games):
            state, longest = self.start, plies + MAX_PLIES
            counter = RepetitionCounter(rules)
            while (
                plies < longest
                and not counter.is_draw(state)
                and (moves := rules.legal_moves(state))
            ):
                choices += len(moves)
                plies += 1
                state = rules.apply_unchecked(state, moves[int(chance() * len(moves))])
            result = rules.outcome(state)
            if result is None and not moves:
                raise dead_end_error(rules, state)
            if result is not None and result.seat is not None:
                wins[result.seat] += 1
        return [plies, plies, choices, *wins]


class _Compiled:
    """Playouts with compiled rules."""

    def __init__(self, rules: Rules, seed: int) -> None:
        import numpy

        from ..core.prng import splitmix64

        assert rules.compiled is not None
        fast = self.fast = rules.compiled
        self.start = fast.encode(rules.start())
        self.state = numpy.empty_like(self.start)
        self.draws = numpy.array([splitmix64(seed) | 1], numpy.uint64)
        self.trace = numpy.empty((fast.max_plies, 2), numpy.int32)
        self.move_buffer = numpy.empty(fast.max_moves, numpy.int32)
        self.counted = 0
        self.play(1)  # loads the compiled code
        self.counted = MAX_COUNTED_PLAYOUTS

    def play(self, games: int) -> list[int]:
        """Return the plies, plies with counted moves, counted moves, and wins by seat."""
        import numpy

        from . import playouts_kernel as kernel

        wins, sums = numpy.zeros(self.fast.seats + 1, numpy.int64), numpy.zeros(3, numpy.int64)
        counted, self.counted = self.counted, max(0, self.counted - games)
        functions = self.fast.kernel.legal_moves, self.fast.kernel.play, self.fast.kernel.playout
        kernel.run_playouts(
            *functions,
            *(self.fast.table, self.start, self.state, self.draws, self.trace, self.move_buffer),
            *(wins, sums, games, counted),
        )
        return [*sums.tolist(), *wins[:-1].tolist()]
