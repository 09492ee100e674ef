"""What shows at once that no moves lead from one arrangement to another."""

from __future__ import annotations

from ..core.errors import LimitReached
from ..group.arrangements import NO_MOVES, obstacle
from ..rules.rule_book import Puzzle

Labels = tuple[str, ...]


def hindrance(rules: Puzzle, state: Labels, goal: Labels) -> str | None:
    """Return why no moves lead from one arrangement to another; None if they may.

    >>> from puzzlekit import load
    >>> rules = load("fifteen")
    >>> hindrance(rules, rules.play(rules.goal, "c1-d1"), rules.goal)
    >>> hindrance(rules, (*rules.goal[:13], "15", "14", ""), rules.goal)
    'The 15 pieces at a4, a3, a2, ... would be permuted oddly; moves keep that even.'
    """
    try:
        found = rules.homeward(state, goal)
        if found is None:
            return NO_MOVES
        generators = list(rules.generators(goal).values())
        return obstacle(generators, goal, found, rules.board.cells)
    except LimitReached:
        return None
