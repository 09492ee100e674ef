"""Runs, which are sequences of steps of the same sliding piece or block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

State = Any


class StepPuzzle(Protocol):
    """A puzzle whose moves take a piece from one cell to another."""

    @property
    def step_cells(self) -> Mapping[str, tuple[int, int]]:
        """All moves, each with the cell of the piece before and after it."""

    def legal_moves(self, state: State) -> Sequence[str]:
        """Return the legal moves."""

    def apply(self, state: State, move: str) -> State:
        """Return the state after a move."""


class Run(NamedTuple):
    """The moves of a run, and the state at its end."""

    moves: tuple[str, ...]
    state: State


def runs(rules: StepPuzzle, state: State) -> list[Run]:
    """Return a shortest run to each state that moving a single piece can reach.

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
