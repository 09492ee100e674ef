"""Distances from positions to the goals of a puzzle, found by backward breadth-first search."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import LimitReachedError
from ..core.progress import Progress, silent
from ..rules.base import Puzzle
from ..solving.goals_with_free_cells import count_goals, goals

Labels = tuple[str, ...]

#: Number of positions between two progress reports (a few hundredths of a second).
_REPORT_INTERVAL = 2_000


def solved_positions(rules: Puzzle, limit: int) -> list[Labels]:
    """Return the solved positions; raise `LimitReachedError` if there are more than `limit`."""
    if count_goals(rules) > limit:
        raise LimitReachedError(f"There are more than {limit:,} solved positions.")
    return list(goals(rules))


class DistanceTable:
    """All positions that can reach a goal, with their distances and shortest-solution counts.

    Raises `LimitReachedError` if there are more than `limit` such positions.

    >>> from puzzlekit import load
    >>> rules = load("fifteen:2,height=2")
    >>> table = DistanceTable(rules, [rules.goal], 100)
    >>> table.levels, table.farthest, table.solution_counts[table.farthest[0]]
    ([1, 2, 2, 2, 2, 2, 1], [('', '3', '2', '1')], 2)
    >>> table.solution(table.farthest[0])
    ['b2-a2', 'b1-b2', 'a1-b1', 'a2-a1', 'b2-a2', 'b1-b2']
    """

    def __init__(
        self, rules: Puzzle, goals: Sequence[Labels], limit: int, progress: Progress = silent
    ) -> None:
        self._rules = rules
        self.solution_counts = dict.fromkeys(goals, 1)
        self.distance = dict.fromkeys(goals, 0)
        self.farthest: list[Labels] = list(goals)
        self.levels: list[int] = []
        level = self.farthest
        expanded = 0
        while level:
            self.farthest = level
            self.levels.append(len(level))
            next_level: list[Labels] = []
            for state in level:
                count = self.solution_counts[state]
                for _, origin in rules.predecessors(state):
                    if (distance := self.distance.get(origin)) is None:
                        self.distance[origin] = len(self.levels)
                        self.solution_counts[origin] = count
                        next_level.append(origin)
                    elif distance == len(self.levels):
                        self.solution_counts[origin] += count
                if len(self.distance) > limit:
                    raise LimitReachedError(f"There are more than {limit:,} positions.")
                expanded += 1
                if expanded % _REPORT_INTERVAL == 0:
                    progress("positions", len(self.distance), None)
            level = next_level

    def solution(self, state: Labels) -> list[str]:
        """Return a shortest solution for a position in the table."""
        moves = []
        while distance := self.distance[state]:
            for move in self._rules.legal_moves(state):
                after = self._rules.apply_unchecked(state, move)
                if self.distance.get(after) == distance - 1:
                    break
            moves.append(move)
            state = after
        return moves
