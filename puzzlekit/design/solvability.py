"""Obstacles that make a drawing unsolvable, found without searching, and quick fixes for them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, islice
from random import Random

from ..core.errors import LimitReachedError, OptionError, PuzzlekitError, join_names
from ..core.formatting import format_number
from ..core.translation import _
from ..groups.arrangements import NO_MOVES, reachability_obstacle
from ..rules.base import Puzzle
from ..solving.invariants import unsolvable_reason
from .distances import Labels
from .drawing import Drawing
from .edits import merge_labels, swap_labels
from .puzzle import rules_of_drawing
from .structure import GroupStructure


def find_obstacle(
    rules: Puzzle, drawing: Drawing, end: Labels, structure: GroupStructure
) -> str | None:
    """Return why the start cannot reach `end`, "" if it can, or None if unknown.

    >>> from puzzlekit import load
    >>> from puzzlekit.design.load import load_drawing
    >>> from puzzlekit.design.structure import find_structure
    >>> rules = load("fifteen:3,height=2")
    >>> drawing = load_drawing(rules)
    >>> end = ("2", "1", *rules.goal[2:])
    >>> find_obstacle(rules, drawing, end, find_structure(drawing))
    'Two pieces are swapped: the 5 pieces at a2, a1, b1, ... need an odd permutation; moves \
allow only even ones.'
    """
    start = drawing.start
    try:
        if rules.move_to_frame(start, end) is None:
            return _stuck_holes_text(start)
        carried = rules.move_to_frame(end, start)
    except LimitReachedError:
        return None
    if carried is None:
        return _stuck_holes_text(start)
    where = f"With the {_holes(start)} as at the start, node " if structure.places > 1 else "Node "
    cells = rules.board.cells
    reason = reachability_obstacle(structure.generators, carried, start, cells, where) or ""
    return _explain_obstacle(structure, carried, drawing) if reason == NO_MOVES else reason


def _explain_obstacle(structure: GroupStructure, carried: Labels, drawing: Drawing) -> str:
    """Return a detailed reason: a piece is in the wrong part or the group is too small."""
    for part in structure.parts:
        labels = Counter(drawing.start[cell] for cell in part.cells)
        if wanted := Counter(carried[cell] for cell in part.cells) - labels:
            names = join_names((drawing.nodes[cell].name for cell in part.cells), 4)
            label = min(wanted)
            return f"{label or 'The hole'} would have to reach {names}, but it cannot."
    if len(structure.parts) != 1:
        return NO_MOVES
    order, total = structure.info.order, math.factorial(len(structure.parts[0].cells))
    share = f"{format_number(order)} of {format_number(total)} permutations, none of them suitable"
    return f"{NO_MOVES[:-1]}: {structure.info.name or 'the group'} has {share}."


def _stuck_holes_text(labels: Labels) -> str:
    return f"The {_holes(labels)} cannot reach the goal."


def _holes(labels: Labels) -> str:
    return "hole" if labels.count("") == 1 else "holes"


def shuffle_start(drawing: Drawing, rng: Random) -> Drawing:
    """Return the drawing with a random solvable start, or any start if it is not a puzzle yet."""
    try:
        return drawing._replace(start=rules_of_drawing(drawing).scramble(rng))
    except PuzzlekitError:
        return drawing._replace(start=tuple(rng.sample(drawing.start, len(drawing.start))))


#: Maximum number of pairs of pieces to try.
MAX_TRIED = 300


def make_solvable_by_swap(drawing: Drawing) -> Drawing:
    """Swap two pieces to remove all known obstacles; raise `OptionError` if no swap does."""
    pairs = _swap_candidates(drawing)
    if fixed := _first_solvable(swap_labels(drawing, "start", a, b) for a, b in pairs):
        return fixed
    raise OptionError(_("No swap of two pieces makes it solvable."))


def make_solvable_by_merge(drawing: Drawing) -> Drawing:
    """Make two pieces equal to remove all known obstacles; raise `OptionError` if no pair does."""
    start, pairs = drawing.start, _swap_candidates(drawing)
    if fixed := _first_solvable(merge_labels(drawing, start[a], start[b]) for a, b in pairs):
        return fixed
    raise OptionError(_("No pair of identical pieces makes it solvable."))


def _first_solvable(changed: Iterable[Drawing]) -> Drawing | None:
    for drawing in islice(changed, MAX_TRIED):
        rules = rules_of_drawing(drawing)
        if unsolvable_reason(rules, drawing.start, rules.goal) is None:
            return drawing
    return None


def _swap_candidates(drawing: Drawing) -> list[tuple[int, int]]:
    """Return the pairs of nodes with different pieces, those with misplaced pieces first."""
    start, goal = drawing.start, drawing.goal
    cells = [cell for cell, label in enumerate(start) if label]
    pairs = [(a, b) for a, b in combinations(cells, 2) if start[a] != start[b]]
    return sorted(pairs, key=lambda pair: sum(start[c] == goal[c] for c in pair))
