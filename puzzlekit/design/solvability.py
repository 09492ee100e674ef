"""Why the start of a drawing cannot be solved, in words, without a search through positions."""

from __future__ import annotations

import math
from collections import Counter

from ..core.errors import LimitReachedError, join_names
from ..core.formatting import format_number
from ..groups.arrangements import NO_MOVES, reachability_obstacle
from ..rules.base import Puzzle
from .distances import Labels
from .drawing import Drawing
from .structure import GroupStructure


def find_obstacle(
    rules: Puzzle, drawing: Drawing, end: Labels, structure: GroupStructure
) -> str | None:
    """Return why no moves lead from the start to an end, "" if some do, None if it is not known.

    >>> from puzzlekit import load
    >>> from puzzlekit.design.load import drawing_of
    >>> from puzzlekit.design.structure import structure
    >>> rules = load("fifteen:3,height=2")
    >>> drawing = drawing_of(rules)
    >>> obstacle_to(rules, drawing, ("2", "1", *rules.goal[2:]), structure(drawing))
    'The 5 pieces at a2, a1, b1, ... need an odd permutation; moves permute them evenly.'
    """
    start = drawing.start
    try:
        if rules.solve_frame(start, end) is None:
            return _stuck(start)
        there = rules.solve_frame(end, start)
    except LimitReachedError:
        return None
    if there is None:
        return _stuck(start)
    found = reachability_obstacle(structure.generators, there, start, rules.board.cells) or ""
    return _told(structure, there, drawing) if found == NO_MOVES else found


def _told(structure: GroupStructure, there: Labels, drawing: Drawing) -> str:
    """Return more of why there are no moves: pieces of other parts, or too small a group."""
    for part in structure.parts:
        here = Counter(drawing.start[cell] for cell in part.cells)
        if wanted := Counter(there[cell] for cell in part.cells) - here:
            names = join_names((drawing.nodes[cell].name for cell in part.cells), 4)
            label = min(wanted)
            return f"{label or 'The hole'} would have to come to {names}, but never does."
    if len(structure.parts) != 1:
        return NO_MOVES
    order, every = structure.info.order, math.factorial(len(structure.parts[0].cells))
    of = f"{format_number(order)} of {format_number(every)} permutations"
    return f"{NO_MOVES[:-1]}: {structure.info.name or 'the group'} has {of}, none of these."


def _stuck(labels: Labels) -> str:
    who = (
        "The hole cannot get to where it is"
        if labels.count("") == 1
        else "The holes cannot get to where they are"
    )
    return f"{who} at the goal."
