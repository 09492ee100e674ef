"""Fast tests that can prove that an arrangement is unreachable."""

from __future__ import annotations

from ..core.errors import FrameError, LimitReachedError
from ..core.sparse import dense
from ..groups.arrangements import NO_MOVES, reachability_obstacle
from ..rules.base import Puzzle
from ..rules.toggle import Toggle
from .free_cells import count_goals, goals, merge_kinds
from .toggles import toggle_obstacle

Labels = tuple[str, ...]

#: Maximum number of goals that are tested.
MAX_GOALS = 20


def unsolvable_reason(rules: Puzzle, state: Labels, goal: Labels | None = None) -> str | None:
    """Return why an arrangement cannot reach another (default: the goal), or None if not known.

    >>> from puzzlekit import load
    >>> rules = load("fifteen")
    >>> unsolvable_reason(rules, rules.play(rules.goal, "c1-d1"))
    >>> unsolvable_reason(rules, (*rules.goal[:13], "15", "14", ""))
    'The 15 pieces at a4, a3, a2, ... need an odd permutation; moves permute them evenly.'
    """
    if goal is None and not rules.ends_at_goal:
        return None
    if goal is None:
        rules, state = merge_kinds(rules, state)
        if count_goals(rules) > MAX_GOALS:
            return None
        reasons = [unsolvable_reason(rules, state, each) for each in goals(rules)]
        return None if None in reasons else reasons[0]
    if isinstance(rules, Toggle):
        return toggle_obstacle(rules, state, goal)
    try:
        in_frame = rules.move_to_frame(state, goal)
        if in_frame is None:
            return NO_MOVES
        group = rules.vertex_group(in_frame)
        generators = dense(list(group.generators.values()))
        where = "In the frame of the goal, " if group.frames + group.dead_ends > 1 else ""
        return reachability_obstacle(generators, goal, in_frame, rules.board.cells, where)
    except (LimitReachedError, FrameError):
        return None
