"""Editing of positions: the contents of cells, and the side to move."""

from __future__ import annotations

from collections import Counter

from ..core.permutation import moved_points
from ..core.translation import _, ngettext, translate
from ..rules.base import Labels, Puzzle, Rules, State
from ..rules.position_notation import read_cells, write_cells
from ..solving.invariants import unsolvable_reason


def can_edit(rules: Rules) -> bool:
    """Return whether positions can be edited."""
    labelled = isinstance(rules, Puzzle) and isinstance(rules.goal, tuple)
    return labelled or bool(rules.editor_letters[0])


def cycle_cell_content(rules: Rules, state: State, cell: int, step: int = 1) -> State:
    """Return the position after cycling a cell's content; drop an unfinished turn."""
    letters = rules.editor_letters[0]
    first, side = rules.encode(state).split("_")[:2]
    cells = read_cells(rules.board, first, letters)
    next_content = letters[(letters.index(cells[cell]) + step) % len(letters)]
    changed = cells[:cell] + next_content + cells[cell + 1 :]
    return rules.decode(f"{write_cells(rules.board, changed)}_{side}")


def switch_side_to_move(rules: Rules, state: State) -> State:
    """Return the position of a game with the side to move changed."""
    letters = rules.editor_letters[1]
    first, side = rules.encode(state).split("_")[:2]
    return rules.decode(f"{first}_{letters[(letters.index(side) + 1) % len(letters)]}")


def paint_sticker(state: Labels, cell: int, label: str) -> Labels:
    """Return the state with the label of one cell changed."""
    return (*state[:cell], label, *state[cell + 1 :])


def remove_stickers(rules: Puzzle) -> Labels:
    """Return the goal with the labels of all movable cells removed."""
    generators = rules.generators(rules.goal).values()
    moved = {cell for images in generators for cell in moved_points(images)}
    return tuple(["" if cell in moved else label for cell, label in enumerate(rules.goal)])


def explain_stickers(rules: Puzzle, state: Labels) -> str | None:
    """Return why a painted position cannot be solved, or None if no reason is known.

    >>> from puzzlekit import load
    >>> cube = load("cube:2")
    >>> explain_stickers(cube, paint_sticker(cube.goal, 0, "F"))
    'Wrong number of stickers: white (U) 3 instead of 4, green (F) 5 instead of 4.'
    """
    wanted, given = Counter(rules.goal), Counter(state)
    if blank := given[""] - wanted[""]:
        return ngettext(
            "{count} sticker has no colour.", "{count} stickers have no colour.", blank
        ).format(count=blank)
    pieces = dict(zip(rules.goal, rules.pieces(rules.goal), strict=True))
    wrong = [
        # Translators: Part of a list, such as "white (U) 3 instead of 4".
        _("{label} {given} instead of {wanted}").format(
            label=f"{translate(piece.colour)} ({label})" if (piece := pieces.get(label)) else label,
            given=given[label],
            wanted=wanted[label],
        )
        for label in wanted | given
        if wanted[label] != given[label]
    ]
    if wrong:
        return _("Wrong number of stickers: {list}.").format(list=", ".join(wrong))
    return unsolvable_reason(rules, state)
