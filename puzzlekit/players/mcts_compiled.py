"""Compiled Monte Carlo tree search: memory, tree reuse and statistics of the kernel."""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray

from ..core.prng import splitmix64
from ..rules.compiled import ONGOING, SEAT, CompiledRules
from ..solving.rules_adapters import CompiledPositions
from . import mcts_kernel as kernel
from . import winning_turn_kernel
from .mcts_selection import EXPAND_AFTER, EXPLORATION, RAVE_WEIGHT, Limits, RootMove
from .player import SearchResult

#: Maximum number of nodes in a tree. A node takes 40 bytes, or 80 while a subtree is copied.
MAX_NODES = 1_500_000

#: With RAVE, the exploration weight of moves for which AMAF has no data.
NON_AMAF_EXPLORATION = 0.5

#: Maximum depth of the tree in plies.
MAX_DEPTH = 200

#: Maximum length of the principal variation, and minimum number of visits to each of its moves.
LINE_LENGTH, LINE_VISITS = 8, 10

#: Approximate number of moves tried in the search for wins that take several moves of a turn.
MAX_TURN_MOVES = 100_000


class CompiledTree:
    """A search tree that uses compiled rules. Without `rave`, the search is classical UCT.

    `prior_scale` scales the game's `prior`. If it is None, the search ignores the game's move
    ratings and `rollout`.
    """

    #: Number of playouts before the first clock check, and number of playouts cut off.
    first_batch, cut_count = 64, 0

    def __init__(
        self,
        fast: CompiledRules,
        *,
        rave: bool = True,
        prior_scale: float | None = 1.0,
        tactics: bool = True,
    ) -> None:
        self.fast, self.game, self.seats = fast, CompiledPositions(fast), fast.seats
        self.tactics = tactics
        functions, uses_ratings = fast.kernel, prior_scale is not None
        self.playout = (uses_ratings and functions.rollout) or functions.playout
        self.rate = (uses_ratings and rave and functions.rate) or kernel.rate_nothing
        self.links = numpy.empty((MAX_NODES, 6), numpy.int32)
        self.stats = numpy.empty((MAX_NODES, 4), numpy.float32)
        self.counts = numpy.zeros(2, numpy.int64)
        self.expand_after = EXPAND_AFTER if rave else 1
        self.settings = numpy.zeros(6)
        self.settings[kernel.SEATS] = self.seats
        if rave:  # AMAF statistics replace exploration, except for moves such as a swap
            self.settings[kernel.RAVE] = RAVE_WEIGHT
            self.settings[kernel.PRIOR] = (prior_scale or 0.0) * fast.prior
            self.settings[kernel.NON_AMAF_EXPLORATION] = NON_AMAF_EXPLORATION
        else:
            self.settings[kernel.EXPLORATION] = EXPLORATION
        self.draws = numpy.zeros(1, numpy.uint64)
        self.state = numpy.empty(fast.size, numpy.int32)
        self.move_buffer = numpy.empty(fast.max_moves, numpy.int32)
        self.rates = numpy.empty(fast.max_moves)
        self.trace = numpy.empty((fast.max_plies + MAX_DEPTH, 2), numpy.int32)
        self.path = numpy.empty(MAX_DEPTH, numpy.int32)
        self.seat_flags = numpy.zeros((self.seats, kernel.NODE_FLAGS), numpy.int64)
        self.turn = numpy.zeros(
            winning_turn_kernel.WON + winning_turn_kernel.MAX_MOVES, numpy.int64
        )
        self.root = numpy.full(fast.size, -9, numpy.int32)
        self._clear()
        self.load()

    def _clear(self) -> None:
        self.links[0], self.stats[0] = 0, 0
        self.links[0, kernel.PROVED] = ONGOING
        self.counts[kernel.USED] = 1

    @property
    def outcome(self) -> int:
        """The proved outcome of the root, or `ONGOING`."""
        return int(self.links[0, kernel.PROVED])

    def find_forced_move(self, position: NDArray[numpy.int32]) -> SearchResult | None:
        """Return a move that wins within the turn, or None. Without `tactics`, return None."""
        if not self.tactics:
            return None
        move = int(self._search_turn(winning_turn_kernel.win_in_turn, MAX_TURN_MOVES, position))
        word = self.fast.word(move) if move != -1 else ""
        return SearchResult(word, (word,), 1.0, is_proved=True) if word else None

    def load(self) -> None:
        """Load or compile the machine code before the time of a search starts."""
        self._find(self.root)
        self._run(0)

    def start_at(self, position: NDArray[numpy.int32], seed: int, limits: Limits) -> None:
        """Make a position the root, keeping its subtree if the tree contains it."""
        self.draws[0] = splitmix64(seed) | 1
        node = self._find(position)
        if node < 0:
            self._clear()
        elif node:
            self._transplant(node, 0)
            if not self.links[0, kernel.FIRST]:  # the moves that prove the outcome were dropped
                self.links[0, kernel.PROVED] = ONGOING
        self.settings[kernel.EXPAND_AFTER] = self.expand_after
        self.root = position

    def _find(self, position: NDArray[numpy.int32]) -> int:
        """Return the node of a position, at most two plies below the root, or -1."""
        fast = self.fast
        work = numpy.empty_like(position), numpy.empty_like(position)
        arguments = fast.kernel.play, fast.table, self.root, self.links, position, fast.key_size
        return int(kernel.find(*arguments, *work))

    def _transplant(self, node: int, visits: float) -> None:
        links, stats = numpy.empty_like(self.links), numpy.empty_like(self.stats)
        used = kernel.transplant(self.links, self.stats, node, links, stats, visits)
        self.links, self.stats, self.counts[kernel.USED] = links, stats, used

    def search(self, playouts: int) -> None:
        """Run a number of playouts, pruning rarely visited nodes whenever the tree is full."""
        while playouts := playouts - self._run(playouts):
            self.settings[kernel.EXPAND_AFTER] *= 2
            self._transplant(0, self.settings[kernel.EXPAND_AFTER])

    def _run(self, times: int) -> int:
        functions = self.fast.kernel.legal_moves, self.fast.kernel.play, self.playout, self.rate
        tree = self.links, self.stats, self.counts, self.settings
        scratch = self.state, self.move_buffer, self.rates, self.trace, self.path, self.seat_flags
        arguments = self.fast.table, self.root, tree, self.draws, scratch
        return int(kernel.search(*functions, *arguments, times))

    def root_moves(self) -> list[RootMove]:
        """Return the statistics of the moves at the root."""
        first, count = self.links[0, : kernel.OPEN]
        row = slice(first, first + count)
        return [
            RootMove(
                links[kernel.MOVE], stats[kernel.VISITS], stats[kernel.REWARD], links[kernel.PROVED]
            )
            for links, stats in zip(self.links[row].tolist(), self.stats[row].tolist(), strict=True)
        ]

    def line(self, move: int) -> list[int]:
        """Return the line of most-visited moves that starts with a move at the root."""
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

    def loses(self, position: NDArray[numpy.int32], move: int, *, at_once: bool = False) -> bool:
        """Return whether a move at the root loses before the seat's next turn.

        If `at_once` is true, consider only wins of opponents in a single move, not in longer turns.
        """
        if at_once:
            self.turn[winning_turn_kernel.LENGTH] = 0  # do not retry the last winning turn
        after, seat = self.fast.apply(position, move), int(position[SEAT])
        limit = 0 if at_once else MAX_TURN_MOVES
        return bool(self._search_turn(winning_turn_kernel.loses_in_turn, limit, after, seat))

    def _search_turn(self, function: Any, limit: int, *position: Any) -> Any:
        fast = self.fast
        self.turn[winning_turn_kernel.LEFT] = limit
        winning = fast.kernel.winning or winning_turn_kernel.no_known_win
        functions = fast.kernel.legal_moves, fast.kernel.play, winning
        return function(*functions, fast.table, *position, fast.max_moves, self.turn)
