"""Editing of positions: the contents of cells, and the side to move."""

from __future__ import annotations

from ..rules.base import Puzzle, Rules, State
from ..rules.notation import read_cells, write_cells
from ..rules.sliding_base import exchange_cells as exchange_cells


def can_edit(rules: Rules) -> bool:
    """Return whether positions can be edited."""
    labelled = isinstance(rules, Puzzle) and isinstance(rules.goal, tuple)
    return labelled or bool(rules.editor_letters[0])


def next_letter(rules: Rules, state: State, cell: int, step: int = 1) -> State:
    """Return the position after cycling a cell's content; drop an unfinished turn."""
    letters = rules.editor_letters[0]
    first, side = rules.encode(state).split("_")[:2]
    cells = read_cells(rules.board, first, letters)
    next_content = letters[(letters.index(cells[cell]) + step) % len(letters)]
    changed = cells[:cell] + next_content + cells[cell + 1 :]
    return rules.decode(f"{write_cells(rules.board, changed)}_{side}")


def next_side(rules: Rules, state: State) -> State:
    """Return the position of a game with the side to move changed."""
    letters = rules.editor_letters[1]
    first, side = rules.encode(state).split("_")[:2]
    return rules.decode(f"{first}_{letters[(letters.index(side) + 1) % len(letters)]}")
