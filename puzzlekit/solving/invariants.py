"""What shows at once that no moves lead from one arrangement to another."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import LimitReached
from ..group.arrangements import NO_MOVES, obstacle
from ..rules.rule_book import Puzzle
from ..rules.sliding import Sliding
from ..rules.twisty import Twisty

Labels = tuple[str, ...]

#: Cells of a sliding puzzle at most, whose closed walks are soon listed.
CELLS = 150


def hindrance(rules: Puzzle, state: Labels, goal: Labels) -> str | None:
    """Return why no moves lead from one arrangement to another; None if they may.

    >>> from puzzlekit import load
    >>> rules = load("fifteen")
    >>> hindrance(rules, rules.play(rules.goal, "c1-d1"), rules.goal)
    >>> hindrance(rules, (*rules.goal[:13], "15", "14", ""), rules.goal)
    'The 15 pieces at a4, a3, a2, ... would be permuted oddly; moves keep that even.'
    """
    if isinstance(rules, Sliding):
        if not (goal.count("") == state.count("") == 1 and len(goal) <= CELLS):
            return None
        found = _walked(rules, state, goal.index(""))
        if found is None:
            return NO_MOVES
        state = found
    elif not isinstance(rules, Twisty):
        return None
    try:
        generators = list(rules.generators(goal).values())
        return obstacle(generators, goal, state, rules.board.cells)
    except LimitReached:
        return None


def _walked(rules: Sliding, state: Sequence[str], home: int) -> Labels | None:
    """Return the arrangement after the hole has gone home, or None if it cannot."""
    hole = state.index("")
    after = {hole: list(state)}
    queue = [hole]
    for cell in queue:
        if cell == home:
            return tuple(after[cell])
        for source in rules.board.sources[cell]:
            if source not in after:
                labels = list(after[cell])
                labels[source], labels[cell] = labels[cell], labels[source]
                after[source] = labels
                queue.append(source)
    return None
