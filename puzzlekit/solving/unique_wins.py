"""Positions with a unique shortest win."""

from __future__ import annotations

from functools import partial

from ..core.progress import Progress, silent
from ..rules.base import Rules, State
from .forced_wins import MAX_POSITIONS, Proof, prove, tries_everything

#: Minimum number of turns of a win that is worth finding.
MIN_TURNS = 2


def find_unique_win(
    rules: Rules,
    state: State,
    *,
    turns: int,
    limit: int = MAX_POSITIONS,
    progress: Progress = silent,
) -> Proof | None:
    """Return the shortest win of the side to move if a single first move leads to it, else None.

    The win must take from two to `turns` turns. Every other move is proved not to win in as many
    turns. Raises `LimitReachedError` if one of these proofs needs more than `limit` positions.

    >>> from puzzlekit import load
    >>> rules = load("hex:4@1R2,2B1,1R2,2B1_R_4")
    >>> find_unique_win(rules, rules.start(), turns=3).line
    ['b2', 'a1', 'a4']
    """
    seat = rules.turn(state)
    find_win = partial(prove, rules, seat=seat, limit=limit, progress=progress)
    proof = find_win(state, turns=turns)
    if proof is None or proof.turns < MIN_TURNS:
        return None
    # A search for threats alone is fast, and finds most other wins.
    for exhaustive in (True,) if tries_everything(rules) else (False, True):
        find = partial(find_win, exhaustive=exhaustive)
        if exhaustive and find(state, turns=proof.turns - 1) is not None:
            return None
        for move in rules.legal_moves(state):
            after = rules.apply_unchecked(state, move)
            result, left = rules.outcome(after), proof.turns - (rules.turn(after) != seat)
            if move == proof.line[0] or (result is not None and result.seat != seat):
                continue
            if result is not None or find(after, turns=left) is not None:
                return None
    return proof
