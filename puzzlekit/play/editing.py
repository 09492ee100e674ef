"""Changing a position by hand: what stands on a cell, and who is to move.

Games whose lines begin with a field of cells and one for who is to move say in `editing` which
letters these may hold; the pieces of a puzzle can be exchanged.
"""

from __future__ import annotations

from ..rules.holes import exchanged as exchanged
from ..rules.position_text import read_cells, write_cells
from ..rules.rule_book import Puzzle, Rules, State


def can_edit(rules: Rules) -> bool:
    """Return whether positions can be changed by hand.

    >>> from puzzlekit import load
    >>> can_edit(load("hex")), can_edit(load("pinball")), can_edit(load("palago"))
    (True, True, False)
    """
    labelled = isinstance(rules, Puzzle) and isinstance(rules.goal, tuple)
    return labelled or bool(rules.editing[0])


def next_in(rules: Rules, state: State, cell: int, step: int = 1) -> State:
    """Return the position of a game with the next thing that a cell can hold.

    Its opening is over then, and a turn that was half made is given up.

    >>> from puzzlekit import load
    >>> rules = load("hex:2")
    >>> rules.line_of(next_in(rules, rules.start(), 1))
    '1R,2_R_2'
    """
    letters = rules.editing[0]
    first, side = rules.line_of(state).split("_")[:2]
    cells = read_cells(rules.board, first, letters)
    onward = letters[(letters.index(cells[cell]) + step) % len(letters)]
    changed = cells[:cell] + onward + cells[cell + 1 :]
    return rules.state_of(f"{write_cells(rules.board, changed)}_{side}")


def next_side(rules: Rules, state: State) -> State:
    """Return the position of a game with the other side to move.

    >>> from puzzlekit import load
    >>> rules = load("hex:2")
    >>> rules.line_of(next_side(rules, rules.start()))
    '2,2_B_3'
    """
    letters = rules.editing[1]
    first, side = rules.line_of(state).split("_")[:2]
    return rules.state_of(f"{first}_{letters[(letters.index(side) + 1) % len(letters)]}")
