"""Monte Carlo tree search: the parts shared by plain and compiled trees.

The search is UCT (L. Kocsis and C. Szepesvári, 2006) with RAVE (S. Gelly and D. Silver, 2011).
Proved outcomes are backed up (MCTS-Solver: M. Winands, Y. Björnsson and J.-T. Saito, 2008).

`TreeSearch` controls the time, chooses the move and reports the statistics. The trees are those of
`mcts_plain`, for any rules, or of `mcts_compiled`, for compiled rules. Leaves are evaluated by a
`RolloutEvaluator` in plain trees, and by a function with the signature `PLAYOUT` in compiled trees.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import chain
from threading import Event
from typing import TYPE_CHECKING, Any, TypeAlias

from ..rules.base import State
from ..rules.compiled import DRAW, ONGOING, reward
from .mcts_selection import Limits, RootMove
from .player import SearchResult

if TYPE_CHECKING:
    from .mcts_compiled import CompiledTree
    from .mcts_plain import PlainTree

    Tree: TypeAlias = PlainTree | CompiledTree

#: Seconds of search between checks of the clock and for Ctrl+C.
BATCH_SECONDS = 0.02

#: Seconds after which Ctrl+C ends a wait for threads. Windows does not interrupt the wait itself.
WAIT_SECONDS = 0.2


class TreeSearch:
    """A search with one tree per core. The trees are reused from move to move.

    `think` accepts any position and keeps the subtrees below it. The same history, seed and number
    of playouts give the same move. With the `tactics` of the trees, the chosen move wins within the
    turn or prevents an opponent's win in the next turn, if possible.
    """

    def __init__(self, trees: Sequence[Tree]) -> None:
        self.trees = trees
        self.game, self.seats = trees[0].game, trees[0].seats
        #: The position and the moves of the last search.
        self._root: Any = None
        self._moves: list[RootMove] = []

    def think(
        self,
        state: State,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> SearchResult:
        """Choose a move after a number of playouts or seconds, whichever limit is reached first."""
        if playouts is seconds is None:
            raise ValueError("Set a limit for the search: playouts or seconds.")
        root, self._moves = self.game.encode(state), []
        if forced := self.trees[0].find_forced_move(root):
            return forced
        limits = Limits(playouts, seconds, clock)
        for core, tree in enumerate(self.trees):
            tree.start_at(root, seed + 1_000_003 * core, limits)
        limits.start()
        self._run(limits)
        self._root, self._moves = root, self._merge_moves()
        best = self._choose(root, self._moves)
        return self._result(best)._replace(
            playouts=int(sum(move.visits for move in self._moves)),
            cut_playouts=sum(tree.cut_count for tree in self.trees),
        )

    def alternatives(self, count: int) -> list[SearchResult]:
        """Return the most-visited moves of the last search, each with its own playouts."""
        moves = sorted(self._moves, key=lambda move: move.visits, reverse=True)
        return [self._result(move) for move in moves[:count] if move.visits]

    def _result(self, root_move: RootMove) -> SearchResult:
        """Return a move of the last search with its line, value and playouts."""
        line: Sequence[Any] = max((tree.line(root_move.move) for tree in self.trees), key=len)
        is_proved = root_move.outcome != ONGOING
        chance = root_move.reward / root_move.visits if root_move.visits else None
        if is_proved:
            chance = reward(root_move.outcome, self.game.turn(self._root), self.seats)
        return SearchResult(
            self.game.word(root_move.move),
            tuple(map(self.game.word, line)),
            chance,
            int(root_move.visits),
            is_proved=is_proved,
        )

    def _run(self, limits: Limits) -> None:
        """Search all trees until a limit is reached or the outcome is proved."""
        stop, clock, deadline = Event(), limits.clock, limits.deadline

        def run(core: int) -> None:
            tree, left = self.trees[core], math.inf
            if limits.playouts is not None:
                share, rest = divmod(limits.playouts, len(self.trees))
                left = share + (core < rest)
            batch, before = tree.first_batch, clock()
            while left > 0 and not stop.is_set():  # at least one batch
                batch = int(min(batch, left))
                tree.search(batch)
                left, now = left - batch, clock()
                if tree.outcome != ONGOING or now >= deadline:
                    return
                rate = batch / max(now - before, 1e-6)
                # With a coarse clock, a batch may seem to take no time.
                seconds = min(BATCH_SECONDS, max(deadline - now, 0.001))
                batch, before = max(1, min(4 * batch, int(rate * seconds))), now

        if len(self.trees) == 1:
            run(0)
        else:
            with ThreadPoolExecutor(len(self.trees)) as pool:
                tasks = [pool.submit(run, core) for core in range(len(self.trees))]
                try:
                    for task in tasks:
                        while not wait([task], WAIT_SECONDS).done:
                            pass
                        task.result()
                finally:  # Ctrl+C is raised here: stop all threads
                    stop.set()

    def _merge_moves(self) -> list[RootMove]:
        """Return the statistics of the moves, summed over all trees."""
        merged: dict[Any, RootMove] = {}
        for each in chain.from_iterable(tree.root_moves() for tree in self.trees):
            known = merged.get(each.move, RootMove(each.move, 0, 0, ONGOING))
            merged[each.move] = RootMove(
                each.move,
                known.visits + each.visits,
                known.reward + each.reward,
                max(known.outcome, each.outcome),
            )
        return list(merged.values())

    def _choose(self, root: Any, moves: list[RootMove]) -> RootMove:
        """Return the most-visited move, preferably one that does not lose immediately."""
        seat = self.game.turn(root)

        def sort_key(move: RootMove) -> tuple[bool, bool, float]:
            return move.outcome == seat, move.outcome in (seat, DRAW, ONGOING), move.visits

        ordered = sorted(moves, key=sort_key, reverse=True)
        if not self.trees[0].tactics:
            return ordered[0]
        for move in ordered:
            if move.outcome in (seat, DRAW) or not self.trees[0].loses(root, move.move):
                return move
        # Lost: at least prevent a win in one move.
        late = (move for move in ordered if not self.trees[0].loses(root, move.move, at_once=True))
        return next(late, ordered[0])._replace(outcome=(seat + 1) % self.seats)
