"""Puzzles whose moves take a piece from one cell to another, and their runs.

A run is a sequence of steps of the same piece or block.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from ..core.values import Click
from .base import Puzzle, State


class StepPuzzle(Puzzle):
    """The base class of puzzles whose moves, such as `a1-b1`, take a piece to another cell."""

    @cached_property
    def step_names(self) -> dict[tuple[int, int], str]:
        """The move for each step along an edge or an arc."""
        cells, near = self.board.cells, enumerate(self.board.neighbours)
        return {(a, b): f"{cells[a]}-{cells[b]}" for a, ends in near for b in ends}

    @cached_property
    def step_cells(self) -> dict[str, tuple[int, int]]:
        """All steps, each with the cell of the piece before and after it."""
        return {move: step for step, move in self.step_names.items()}

    def all_moves(self) -> Collection[str]:
        """Return all steps."""
        return self.step_cells

    def inverse_move(self, move: str) -> str | None:
        """Return the reverse step, or None if the edge is directed."""
        return self.step_names.get(self.step_cells[move][::-1])

    def clicks(self, move: str) -> Sequence[Click]:
        """Return clicks on the cell of the piece and on its target."""
        return [Click((cell,)) for cell in self.step_cells[move]]


def runs(rules: StepPuzzle, state: State) -> list[tuple[tuple[str, ...], State]]:
    """Return the moves of a shortest run to each state that moving a single piece can reach.

    >>> from puzzlekit import Sliding, grid
    >>> rules = Sliding(grid(3, 1), ["1", "", ""])
    >>> runs(rules, rules.start())
    [(('a1-b1',), ('', '1', '')), (('a1-b1', 'b1-c1'), ('', '', '1'))]
    """
    seen, queue = {state}, [(tuple[str, ...](), state)]
    for moves, before in queue:
        end = rules.step_cells[moves[-1]][1] if moves else None
        for move in rules.legal_moves(before):
            if end is not None and rules.step_cells[move][0] != end:
                continue
            after = rules.apply(before, move)
            if after not in seen:
                seen.add(after)
                queue.append(((*moves, move), after))
    return queue[1:]
