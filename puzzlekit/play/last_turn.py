"""The turns of a session: the cells changed in the last one, and the plies where they end."""

from __future__ import annotations

from itertools import accumulate

from ..rules.merged_moves import merge_moves
from .session import Session

#: Maximum number of cells that a small move changes, such as placing or moving a stone.
SMALL_MOVE = 2


def moved_cells(session: Session) -> list[int]:
    """Return the board cells changed by the last move.

    If it is one of several small moves in a turn, return the cells changed in the turn so far.

    >>> from puzzlekit.play.new_game import new_session
    >>> session = new_session("catchup a1 b1 c1")
    >>> [session.rules.board.cells[cell] for cell in moved_cells(session)]
    ['c1', 'b1']
    """
    moved = _changed_cells(session, session.ply)
    if not session.rules.is_game() or not 1 <= len(moved) <= SMALL_MOVE:
        return moved
    seat = session.rules.turn(session.state_at(session.ply - 1))
    for ply in range(session.ply - 1, 0, -1):
        earlier = _changed_cells(session, ply)
        if session.rules.turn(session.state_at(ply - 1)) != seat or len(earlier) > SMALL_MOVE:
            break
        moved += [cell for cell in earlier if cell not in moved]
    return moved


def _changed_cells(session: Session, ply: int) -> list[int]:
    """Return the board cells changed by the move that led to a ply, if any."""
    if ply == 0:
        return []
    rules, move = session.rules, session.tree.line[ply].move
    changed = rules.cell_permutation(session.state_at(ply - 1), move)
    return [cell for cell in changed if cell < len(rules.board)]


def neighbouring_turn(session: Session, step: int) -> int:
    """Return the ply at the end of the next turn (step 1) or the previous one (step -1)."""
    counts = (count for _, count in merge_moves(session.rules, session.all_moves))
    ends = [0, *accumulate(counts)]
    if step < 0:
        return max((end for end in ends if end < session.ply), default=0)
    return min((end for end in ends if end > session.ply), default=session.ply)
