"""Checks that the group of a puzzle matches its moves."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.errors import FrameError, LimitReachedError
from ..rules.base import Puzzle, Rules
from ..rules.frames import FrameGraph
from ..solving.group_facts import count_positions
from ..solving.search import bfs_layers
from .budget import Budget, BudgetSpentError

#: Limits of the search that counts positions: number of positions, and seconds.
MAX_POSITIONS, SECONDS = 1_000_000, 8.0


def check_frames(rules: Rules, seconds: float = SECONDS) -> Iterator[str]:
    """Yield a message if moves depend on more than the frame, or if group and search disagree.

    The search is skipped if there are too many positions or there is too little time.
    """
    if not isinstance(rules, Puzzle):
        return
    start, budget = rules.start(), Budget(seconds)
    try:
        graph = FrameGraph(rules, start)
        expected = count_positions(rules, start)
        if expected is None or expected > MAX_POSITIONS:
            return
        component = graph.component(0)
        counted = sum(
            graph.index.get(rules.frame(state)) in component
            for level in bfs_layers(rules, start, limit=2 * MAX_POSITIONS, progress=budget)
            for state in level
        )
    except FrameError as error:
        yield str(error)
    except (LimitReachedError, BudgetSpentError):
        return
    else:
        if counted != expected:
            yield (
                f"According to the group and the frames, there are {expected:,} positions, but "
                f"moves lead to {counted:,}. Define frame(state) so that positions with the same "
                "frame have the same moves, and let cell_permutation(state, move) depend only on "
                "the frame."
            )
