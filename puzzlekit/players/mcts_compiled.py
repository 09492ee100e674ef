"""Compiled Monte Carlo tree search with time limits, multiple cores and tree reuse."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from ..core.prng import splitmix64
from ..rules.compiled import DRAW, GOING_ON, SEAT, CompiledRules, reward
from . import mcts_kernel as kernel
from . import turn_kernel
from .mcts_plain import EXPAND_AFTER, EXPLORATION, RAVE_WEIGHT
from .player import SearchResult

#: Maximum number of nodes in a tree. A node takes 40 bytes, or 80 while a subtree is copied.
MAX_NODES = 1_500_000

#: With RAVE, the exploration weight of moves for which AMAF has no data.
NON_AMAF_EXPLORATION = 0.5

#: Maximum depth of the tree in plies.
MAX_DEPTH = 200

#: Maximum length of the principal variation, and minimum number of visits to each of its moves.
LINE_LENGTH, LINE_VISITS = 8, 10

#: Approximate number of moves tried to find wins that take several moves of one turn.
MAX_TURN_MOVES = 100_000

#: Seconds of compiled search between checks for Ctrl-C.
BATCH_SECONDS = 0.02


class RootChild(NamedTuple):
    """Statistics of a move at the root."""

    move: int
    visits: float
    reward: float
    proved: int


class Tree:
    """A search tree for one thread."""

    def __init__(
        self, fast: CompiledRules, seats: int, seed: int, *, rave: bool, prior_scale: float | None
    ) -> None:
        self.fast = fast
        functions, uses_ratings = fast.kernel, prior_scale is not None
        self.playout = (uses_ratings and functions.rollout) or functions.playout
        self.rate = (uses_ratings and rave and functions.rate) or kernel.rate_nothing
        self.links = numpy.empty((MAX_NODES, 6), numpy.int32)
        self.stats = numpy.empty((MAX_NODES, 4), numpy.float32)
        self.counts = numpy.zeros(2, numpy.int64)
        self.expand_after = EXPAND_AFTER if rave else 1
        # With RAVE, AMAF statistics replace exploration, except for moves such as a swap.
        self.settings = numpy.array(
            [
                0.0,
                RAVE_WEIGHT,
                self.expand_after,
                seats,
                (prior_scale or 0.0) * fast.prior,
                NON_AMAF_EXPLORATION,
            ]
            if rave
            else [EXPLORATION, 0.0, self.expand_after, seats, 0.0, 0.0]
        )
        self.draws = numpy.array([splitmix64(seed) | 1], numpy.uint64)
        self.state = numpy.empty(fast.size, numpy.int32)
        self.move_buffer = numpy.empty(fast.max_moves, numpy.int32)
        self.rates = numpy.empty(fast.max_moves)
        self.trace = numpy.empty((fast.max_plies + MAX_DEPTH, 2), numpy.int32)
        self.path = numpy.empty(MAX_DEPTH, numpy.int32)
        self.seat_flags = numpy.zeros((seats, kernel.NODE_FLAGS), numpy.int64)
        self.root = numpy.full(fast.size, -9, numpy.int32)
        self._clear()

    def _clear(self) -> None:
        self.links[0], self.stats[0] = 0, 0
        self.links[0, kernel.PROVED] = GOING_ON
        self.counts[kernel.USED] = 1

    def start_at(self, root: NDArray[numpy.int32]) -> None:
        """Make a position the root; keep its subtree if there is one."""
        fast = self.fast
        work = numpy.empty_like(root), numpy.empty_like(root)
        node = kernel.find(
            *(fast.kernel.play, fast.table, self.root, self.links, root, fast.key_size), *work
        )
        if node < 0:
            self._clear()
        elif node:
            self._transplant(node, 0)
            if not self.links[0, kernel.FIRST]:  # the moves that prove the outcome were dropped
                self.links[0, kernel.PROVED] = GOING_ON
        self.settings[kernel.EXPAND_AFTER] = self.expand_after
        self.root = root

    def _transplant(self, node: int, visits: float) -> None:
        links, stats = numpy.empty_like(self.links), numpy.empty_like(self.stats)
        used = kernel.transplant(self.links, self.stats, node, links, stats, visits)
        self.links, self.stats, self.counts[kernel.USED] = links, stats, used

    def load(self) -> None:
        """Load or compile the machine code, outside the time of a search."""
        self._run(0)

    def search(self, times: int) -> None:
        """Run `times` playouts; if the tree is full, prune rarely visited nodes."""
        while times := times - self._run(times):
            self.settings[kernel.EXPAND_AFTER] *= 2
            self._transplant(0, self.settings[kernel.EXPAND_AFTER])

    def _run(self, times: int) -> int:
        functions = self.fast.kernel.legal_moves, self.fast.kernel.play, self.playout, self.rate
        tree = self.links, self.stats, self.counts, self.settings
        scratch = self.state, self.move_buffer, self.rates, self.trace, self.path, self.seat_flags
        arguments = self.fast.table, self.root, tree, self.draws, scratch
        return int(kernel.search(*functions, *arguments, times))

    def children(self) -> list[RootChild]:
        """Return the statistics of the moves at the root."""
        first, count = self.links[0, : kernel.OPEN]
        row = slice(first, first + count)
        return [
            RootChild(
                links[kernel.MOVE], stats[kernel.VISITS], stats[kernel.REWARD], links[kernel.PROVED]
            )
            for links, stats in zip(self.links[row].tolist(), self.stats[row].tolist(), strict=True)
        ]

    def line(self, move: int) -> list[int]:
        """Return the line of most-visited moves that begins with a given move at the root."""
        node = 0
        line: list[int] = []
        while len(line) < LINE_LENGTH and (first := int(self.links[node, kernel.FIRST])):
            row = slice(first, first + int(self.links[node, kernel.COUNT]))
            if not line:
                node = first + int(numpy.argmax(self.links[row, kernel.MOVE] == move))
            else:
                node = first + int(numpy.argmax(self.stats[row, kernel.VISITS]))
                if self.stats[node, kernel.VISITS] < LINE_VISITS:
                    break
            line.append(int(self.links[node, kernel.MOVE]))
        return line


class CompiledTree:
    """Monte Carlo tree search on compiled rules; classical UCT without `rave`.

    Each core searches its own tree; trees are reused from move to move. Unless `tactics`, wins and
    losses within a turn are only found by playouts. `prior_scale` scales the game's `prior`;
    with `None` the search ignores the game's move ratings and `rollout`.
    """

    def __init__(
        self,
        fast: CompiledRules,
        seats: int = 2,
        *,
        rave: bool = True,
        cores: int = 1,
        tactics: bool = True,
        prior_scale: float | None = 1.0,
    ) -> None:
        self.fast, self.seats, self.rave, self.cores = fast, seats, rave, cores
        self.tactics, self.prior_scale = tactics, prior_scale
        self.trees: list[Tree] = []
        self._left = numpy.zeros(turn_kernel.WON + turn_kernel.MAX_MOVES, numpy.int64)

    def think(
        self,
        state: object,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> SearchResult:
        """Choose a move after a number of playouts or seconds, whichever comes first.

        The same history, seed and number of playouts give the same move. With `tactics`, it takes a
        win within the turn, and prevents one in the next turn if possible.
        """
        root = self.fast.encode(state)
        win = self._win(root) if self.tactics else -1
        if win != -1:
            word = self.fast.word(win)
            return SearchResult(word, (word,), 1.0)
        self.prepare(seed)
        for tree in self.trees:
            tree.start_at(root)
            tree.load()
        self._search(playouts, seconds, clock)
        children = self._merge_children()
        best = self._best_move(root, children)
        line = max((tree.line(best.move) for tree in self.trees), key=len)
        chance = best.reward / best.visits if best.visits else 0.0
        if best.proved != GOING_ON:
            chance = reward(best.proved, int(root[SEAT]), self.seats)
        return SearchResult(
            self.fast.word(best.move),
            tuple(map(self.fast.word, line)),
            chance,
            int(sum(child.visits for child in children)),
        )

    def prepare(self, seed: int) -> None:
        """Create an empty tree for each core unless the trees already exist."""
        if not self.trees:
            seeds = [seed + 1_000_003 * core for core in range(self.cores)]
            self.trees = [
                Tree(self.fast, self.seats, each, rave=self.rave, prior_scale=self.prior_scale)
                for each in seeds
            ]

    def _search(
        self, playouts: int | None, seconds: float | None, clock: Callable[[], float]
    ) -> None:
        if playouts is seconds is None:
            raise ValueError("Set a limit for the search: playouts or seconds.")
        stop = Event()
        left = [
            math.inf
            if playouts is None
            else playouts // self.cores + (core < playouts % self.cores)
            for core in range(self.cores)
        ]

        def run(core: int) -> None:
            tree, times, done = self.trees[core], 64, 0
            before = clock()
            end = math.inf if seconds is None else before + seconds
            while done < left[core] and before < end and not stop.is_set():
                batch = int(min(times, left[core] - done))
                tree.search(batch)
                done += batch
                now = clock()
                if tree.links[0, kernel.PROVED] != GOING_ON:
                    return
                rate = batch / max(now - before, 1e-6)
                # With a coarse clock, a batch may seem to take no time.
                times = max(
                    1, min(4 * batch, int(rate * min(BATCH_SECONDS, max(end - now, 0.001))))
                )
                before = now

        if self.cores == 1:
            run(0)
        else:
            with ThreadPoolExecutor(self.cores) as pool:
                try:
                    list(pool.map(run, range(self.cores)))
                finally:  # Ctrl-C is raised here: stop all threads
                    stop.set()

    def _merge_children(self) -> list[RootChild]:
        """Return the statistics of the moves, summed over all trees."""
        children: dict[int, RootChild] = {}
        for tree in self.trees:
            for child in tree.children():
                known = children.get(child.move, RootChild(child.move, 0, 0, GOING_ON))
                children[child.move] = RootChild(
                    child.move,
                    known.visits + child.visits,
                    known.reward + child.reward,
                    max(known.proved, child.proved),
                )
        return list(children.values())

    def _best_move(self, root: NDArray[numpy.int32], children: list[RootChild]) -> RootChild:
        """Return the most-visited move, preferably one that does not lose at once."""
        seat = int(root[SEAT])

        def order(child: RootChild) -> tuple[bool, bool, float]:
            lost = child.proved not in (seat, DRAW, GOING_ON)
            return child.proved == seat, not lost, child.visits

        ordered = sorted(children, key=order, reverse=True)
        if not self.tactics:
            return ordered[0]
        for child in ordered:
            if child.proved in (seat, DRAW) or not self._loses(root, child.move, MAX_TURN_MOVES):
                return child
        # Lost: at least prevent a win in one move.
        late = (child for child in ordered if not self._loses(root, child.move, 0))
        return next(late, ordered[0])._replace(proved=(seat + 1) % self.seats)

    def _loses(self, root: NDArray[numpy.int32], move: int, limit: int) -> bool:
        """Return whether a move loses before the seat's next turn, trying up to `limit` moves."""
        after, seat = self.fast.apply(root, move), int(root[SEAT])
        return bool(self._query_kernel(turn_kernel.loses_in_turn, limit, after, seat))

    def _win(self, state: NDArray[numpy.int32]) -> int:
        """Return a move that wins, at once or within the turn, or -1."""
        return int(self._query_kernel(turn_kernel.win_in_turn, MAX_TURN_MOVES, state))

    def _query_kernel(self, function: Any, limit: int, *position: Any) -> Any:
        fast, left = self.fast, self._left
        left[turn_kernel.LEFT] = limit
        if not limit:  # without retrying the last winning turn
            left[turn_kernel.LENGTH] = 0
        winning = fast.kernel.winning or turn_kernel.no_known_win
        functions = fast.kernel.legal_moves, fast.kernel.play, winning
        return function(*functions, fast.table, *position, fast.max_moves, left)
