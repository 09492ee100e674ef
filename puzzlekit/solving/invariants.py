"""Fast tests that can prove an arrangement unreachable."""

from __future__ import annotations

from ..core.errors import FrameError, LimitReachedError
from ..core.sparse_permutations import dense
from ..groups.arrangements import NO_MOVES, NO_NOUNS, reachability_obstacle
from ..groups.pieces import explain_missing_piece, piece_slots
from ..rules.base import Puzzle
from ..rules.toggle import Toggle
from .goals_with_free_cells import count_goals, goals, merge_equal_pieces
from .modular import toggle_obstacle

Labels = tuple[str, ...]

#: The pieces of a solid by their number of stickers.
NOUNS = dict.fromkeys(range(2, 9), "corner") | {2: "edge"}

#: Maximum number of goals that are tested.
MAX_GOALS = 20


def unsolvable_reason(rules: Puzzle, state: Labels, goal: Labels | None = None) -> str | None:
    """Return why an arrangement cannot reach another (default: the goal), or None if not known.

    >>> from puzzlekit import load
    >>> rules = load("fifteen")
    >>> unsolvable_reason(rules, rules.play(rules.goal, "c1-d1"))
    >>> unsolvable_reason(rules, (*rules.goal[:13], "15", "14", ""))
    'Two pieces are swapped: the 15 pieces at a4, a3, a2, ... need an odd permutation; moves \
allow only even ones.'
    """
    if goal is None and not rules.goal_defines_solved:
        return None
    if goal is None:
        rules, state = merge_equal_pieces(rules, state)
        if count_goals(rules) > MAX_GOALS:
            return None
        reasons = [_reason(rules, state, each) for each in goals(rules)]
        return None if None in reasons else next(iter(reasons), "No matching position is allowed.")
    return _reason(rules, state, goal, goal_shows_pieces=goal == rules.goal)


def _frame_of_goal(goal: Labels) -> str:
    """Return the beginning of a sentence about the positions in the frame of the goal."""
    holes = {0: "frame", 1: "hole"}.get(goal.count(""), "holes")
    return f"With the {holes} as in the goal, "


def _reason(
    rules: Puzzle, state: Labels, goal: Labels, *, goal_shows_pieces: bool = True
) -> str | None:
    """Return why an arrangement cannot reach another; one of the two shows the puzzle's pieces."""
    if isinstance(rules, Toggle):
        return toggle_obstacle(rules, state, goal)
    try:
        in_frame = rules.move_to_frame(state, goal)
        if in_frame is None:
            return NO_MOVES
        group = rules.vertex_group(in_frame)
        generators = dense(list(group.generators.values()))
        cells, nouns = rules.board.cells, NO_NOUNS if rules.solid is None else NOUNS
        where = _frame_of_goal(goal) if group.frames + group.dead_ends > 1 else ""
        reason = reachability_obstacle(generators, goal, in_frame, cells, where, nouns)
        fixed_cells_differ = any(
            goal[cell] != in_frame[cell] and all(images[cell] == cell for images in generators)
            for cell in range(len(goal))
        )
        known, wrong = (goal, in_frame) if goal_shows_pieces else (in_frame, goal)
        for slots in piece_slots(generators) if reason and not fixed_cells_differ else ():
            sides = len(slots[0]) * len(slots[0][0])
            missing = explain_missing_piece(slots, known, wrong, cells, nouns.get(sides, "piece"))
            if missing and sides > 1:
                return where + missing[0].lower() + missing[1:] if where else missing
        return reason
    except (LimitReachedError, FrameError):
        return None
