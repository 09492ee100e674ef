"""Runs, which are sequences of steps of the same sliding piece or block."""

from __future__ import annotations

from typing import Any, NamedTuple

State = Any


class Run(NamedTuple):
    """The moves of a run, and the state at its end."""

    moves: tuple[str, ...]
    state: State


def runs(rules: Any, state: State) -> list[Run]:
    """Return a shortest run to each state that moving a single piece can reach.

    `rules` is a puzzle with `step_cells`, such as `Sliding` or `Blocks`.

    >>> from puzzlekit import Sliding, grid
    >>> rules = Sliding(grid(3, 1), ["1", "", ""])
    >>> [run.moves for run in runs(rules, rules.start())]
    [('a1-b1',), ('a1-b1', 'b1-c1')]
    """
    seen, queue = {state}, [Run((), state)]
    for moves, before in queue:
        end = rules.step_cells[moves[-1]][1] if moves else None
        for move in rules.legal_moves(before):
            if end is not None and rules.step_cells[move][0] != end:
                continue
            after = rules.apply(before, move)
            if after not in seen:
                seen.add(after)
                queue.append(Run((*moves, move), after))
    return queue[1:]
