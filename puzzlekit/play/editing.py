"""Editing a position: what stands on a cell, and the side to move."""

from __future__ import annotations

from ..rules.holes import exchanged as exchanged
from ..rules.position_text import read_cells, write_cells
from ..rules.rule_book import Puzzle, Rules, State


def can_edit(rules: Rules) -> bool:
    """Return whether positions can be edited."""
    labelled = isinstance(rules, Puzzle) and isinstance(rules.goal, tuple)
    return labelled or bool(rules.editing[0])


def next_in(rules: Rules, state: State, cell: int, step: int = 1) -> State:
    """Return the position with the next content of a cell; a half-made turn is given up."""
    letters = rules.editing[0]
    first, side = rules.line_of(state).split("_")[:2]
    cells = read_cells(rules.board, first, letters)
    onward = letters[(letters.index(cells[cell]) + step) % len(letters)]
    changed = cells[:cell] + onward + cells[cell + 1 :]
    return rules.state_of(f"{write_cells(rules.board, changed)}_{side}")


def next_side(rules: Rules, state: State) -> State:
    """Return the position of a game with the other side to move."""
    letters = rules.editing[1]
    first, side = rules.line_of(state).split("_")[:2]
    return rules.state_of(f"{first}_{letters[(letters.index(side) + 1) % len(letters)]}")
