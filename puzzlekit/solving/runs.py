"""The metric `runs`, in which any number of steps of one sliding piece or block is one move."""

from __future__ import annotations

from collections.abc import Callable

from ..core.errors import OptionError
from ..rules.base import Rules, State
from ..rules.blocks import Blocks
from ..rules.frames import is_standard
from ..rules.runs import runs
from ..rules.sliding import Sliding

#: The separator between the moves of a run.
SEPARATOR = " "

RunSteps = Callable[[State], list[tuple[str, State]]]


def run_steps(rules: Rules) -> tuple[RunSteps, RunSteps]:
    """Return a function for the runs from a state and a function for the runs to a state.

    A run is written as a sequence of its moves. Raises `OptionError` unless all moves of a puzzle
    can be undone.
    """
    puzzle: Blocks | Sliding
    if isinstance(rules, Blocks) or (is_standard(rules, Sliding) and not rules.board.arcs):
        puzzle = rules
    else:
        raise OptionError(f"{rules.name} does not support the metric runs. Omit the metric.")

    def undo(move: str) -> str:
        back = puzzle.inverse_move(move)
        assert back is not None  # there are no arcs
        return back

    def forward(state: State) -> list[tuple[str, State]]:
        return [(SEPARATOR.join(run.moves), run.state) for run in runs(puzzle, state)]

    def backward(state: State) -> list[tuple[str, State]]:
        return [
            (SEPARATOR.join(undo(move) for move in reversed(run.moves)), run.state)
            for run in runs(puzzle, state)
        ]

    return forward, backward
