"""How far the positions of a puzzle are from its goals: a plain search back from all of them."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import LimitReachedError
from ..core.progress import Progress, silent
from ..rules.base import Puzzle
from ..solving.free_cells import count_goals, goals

Labels = tuple[str, ...]

#: Positions between two words about how far it has come: some hundredths of a second.
_SLICE = 2_000


def solved_positions(rules: Puzzle, most: int) -> list[Labels]:
    """Return the solved positions; raise `LimitReachedError` if there are more than `most`."""
    if count_goals(rules) > most:
        raise LimitReachedError(f"More than {most:,} positions are solved.")
    return list(goals(rules))


class DistanceTable:
    """All positions from which goals can be reached, with distances and numbers of shortest ways.

    Raises `LimitReachedError` if there are more than `most`.

    >>> from puzzlekit import load
    >>> rules = load("fifteen:2,height=2")
    >>> found = Spread(rules, [rules.goal], 100)
    >>> found.levels, found.farthest, found.ways[found.farthest[0]]
    ([1, 2, 2, 2, 2, 2, 1], [('', '3', '2', '1')], 2)
    >>> found.solution(found.farthest[0])
    ['b2-a2', 'b1-b2', 'a1-b1', 'a2-a1', 'b2-a2', 'b1-b2']
    """

    def __init__(
        self, rules: Puzzle, goals: Sequence[Labels], most: int, progress: Progress = silent
    ) -> None:
        self._rules = rules
        self.ways = dict.fromkeys(goals, 1)
        self.distance = dict.fromkeys(goals, 0)
        self.farthest: list[Labels] = list(goals)
        self.levels: list[int] = []
        level = self.farthest
        looked = 0
        while level:
            self.farthest = level
            self.levels.append(len(level))
            onward: list[Labels] = []
            for state in level:
                count = self.ways[state]
                for _, origin in rules.predecessors(state):
                    if (known := self.distance.get(origin)) is None:
                        self.distance[origin] = len(self.levels)
                        self.ways[origin] = count
                        onward.append(origin)
                    elif known == len(self.levels):
                        self.ways[origin] += count
                looked += 1
                if looked % _SLICE == 0:
                    progress("positions", len(self.distance), None)
                    if len(self.distance) > most:
                        break
            if len(self.distance) > most:
                raise LimitReachedError(f"There are more than {most:,} positions.")
            level = onward

    def solution(self, state: Labels) -> list[str]:
        """Return the moves of a shortest way from a position that was met to a goal."""
        found = []
        while distance := self.distance[state]:
            for move in self._rules.legal_moves(state):
                onward = self._rules.apply_unchecked(state, move)
                if self.distance.get(onward) == distance - 1:
                    break
            found.append(move)
            state = onward
        return found
