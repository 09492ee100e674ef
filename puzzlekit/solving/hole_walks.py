"""Ways through sliding puzzles as words in closed walks of the hole.

A hole that walks round and comes back has permuted the pieces. Such walks generate the
rearrangement group (R. M. Wilson, 1974), so a factorization finds a word in them. The ways are
long; but they are found wherever there is one, also along one-way streets.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import LimitReached
from ..core.permutation import Images, inverse, order
from ..core.progress import Progress, silent
from ..rules.sliding import Sliding
from .factorization.words import ROUNDS, Factorization

#: Steps of a way at most; one-way streets are walked round and round, to come back.
MAX_STEPS = 1_000_000

#: Images of cells in all closed walks at most: where there are more, no table has room for them.
MAX_IMAGES = 16_000_000

Steps = list[tuple[int, int]]  # of a piece, from a cell to the cell of the hole


class Walks:
    """The closed walks of one hole from where it lies at the goal, and words in them.

    Further holes count as pieces, so with several holes there may be ways that are no words.

    >>> from puzzlekit import load
    >>> rules = load("fifteen:3,height=2#1")
    >>> len(Walks(rules, rules.goal).way(rules.start())) < 100
    True
    """

    def __init__(self, rules: Sliding, goal: Sequence[str], progress: Progress = silent) -> None:
        self.rules, self.goal = rules, tuple(goal)
        self.home = max(i for i, label in enumerate(goal) if not label)
        board = rules.board
        edges = sum(map(len, board.neighbours))
        if edges * len(board) > MAX_IMAGES:
            raise LimitReached(
                f"The closed walks on {len(board):,} cells are too many to find words in them; "
                "take a smaller board."
            )
        self.out = _tree(self.home, board.sources)
        self.back = {
            cell: [(b, a) for a, b in reversed(steps)]
            for cell, steps in _tree(self.home, board.neighbours).items()
        }
        self.walks: dict[str, Steps] = {}
        generators: dict[str, Images] = {}
        known: set[Images] = {tuple(range(len(board)))}
        loops = [
            [*self.out[hole], (a, hole), *self.back[a]]
            for hole in self.out
            for a in board.sources[hole]
            if hole in self.back and a in self.back
        ]
        for steps in sorted(loops, key=len):
            images = _images(len(board), steps)
            if images not in known:
                known |= {images, inverse(images)}
                name = f"w{len(self.walks) + 1}."
                self.walks[name], generators[name] = steps, images
        self.orders = {name: order(images) for name, images in generators.items()}
        costs = {name: (len(s), self._price_back(name)) for name, s in self.walks.items()}
        self.factors = (
            Factorization(generators, goal=self.goal, costs=costs, progress=progress)
            if generators
            else None
        )

    def _undone(self, name: str) -> Steps | None:
        """Return the walk the other way round, if all its streets allow it."""
        steps = [(b, a) for a, b in reversed(self.walks[name])]
        both = all(b in self.rules.board.neighbours[a] for a, b in steps)
        return steps if both else None

    def _price_back(self, name: str) -> int:
        steps = self.walks[name]
        return len(steps) * (1 if self._undone(name) else self.orders[name] - 1)

    def way(
        self,
        state: Sequence[str],
        *,
        seconds: float | None = None,
        rounds: int = ROUNDS,
        progress: Progress = silent,
    ) -> Steps | None:
        """Return steps to the goal, or None if no word leads there."""
        now = list(state)
        holes = [i for i, label in enumerate(state) if not label and i in self.back]
        if not holes:
            return None
        steps = list(self.back[min(holes, key=lambda hole: len(self.back[hole]))])
        for a, b in steps:
            now[a], now[b] = now[b], now[a]
        if tuple(now) == self.goal:
            return steps
        if self.factors is None:
            return None
        word = self.factors.way(now, self.goal, seconds=seconds, rounds=rounds, progress=progress)
        for name, exponent in word or ():
            walk = self.walks[name]
            if exponent < 0:
                undone = self._undone(name)
                walk, exponent = (undone or walk), (-exponent if undone else exponent)
            times = exponent % self.orders[name]
            if len(steps) + len(walk) * times > MAX_STEPS:
                raise LimitReached(f"The way takes more than {MAX_STEPS:,} steps.")
            steps += walk * times
        return None if word is None else steps


def _tree(home: int, ways: Sequence[Sequence[int]]) -> dict[int, Steps]:
    """Return steps by which a hole gets from home to each cell; `ways` leads from cell to cell."""
    found: dict[int, Steps] = {home: []}
    queue = [home]
    for hole in queue:
        for a in ways[hole]:
            if a not in found:
                found[a] = [*found[hole], (a, hole)]
                queue.append(a)
    return found


def _images(size: int, steps: Steps) -> Images:
    at = list(range(size))  # what lies where
    for a, b in steps:
        at[a], at[b] = at[b], at[a]
    return inverse(at)
