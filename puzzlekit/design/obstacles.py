"""Why the start of a drawing cannot be solved, in words, without a search through positions."""

from __future__ import annotations

import math
from collections import Counter

from ..core.errors import listed
from ..core.figures import in_figures
from ..group.arrangements import NO_MOVES, obstacle
from ..rules.rule_book import Puzzle
from .drawing import Drawing
from .spread import Labels
from .structure import Structure

#: Ways in which holes can lie that are walked through: some hundredths of a second.
MOST = 2_000


def obstacle_to(rules: Puzzle, drawing: Drawing, end: Labels, structure: Structure) -> str | None:
    """Return why no moves lead from the start to an end, "" if some do, None if it is not known.

    The group tells it once the holes lie alike. Where there is no way back it does not: another
    way there may do something else. Raises `LimitReached` where a search would take long.

    >>> from puzzlekit import load
    >>> from puzzlekit.design.given import drawing_of
    >>> from puzzlekit.design.structure import structure
    >>> rules = load("fifteen:3,height=2")
    >>> drawing = drawing_of(rules)
    >>> obstacle_to(rules, drawing, ("2", "1", *rules.goal[2:]), structure(drawing))
    'The 5 pieces at a2, a1, b1, ... would be permuted oddly; moves keep that even.'
    """
    start = drawing.start
    if not _can_return(drawing):
        if _walked(rules, start, end) == ():
            return _stuck(start)
        return None
    there = _walked(rules, end, start) if drawing.ways else end
    if there == ():
        return _stuck(start)
    if there is None:
        return None
    found = obstacle(structure.generators, there, start, rules.board.cells) or ""
    return _told(structure, there, drawing) if found == NO_MOVES else found


def _told(structure: Structure, there: Labels, drawing: Drawing) -> str:
    """Return more of why there are no moves: pieces of other parts, or too small a group."""
    for part in structure.parts:
        here = Counter(drawing.start[cell] for cell in part.cells)
        if wanted := Counter(there[cell] for cell in part.cells) - here:
            names = listed((drawing.nodes[cell].name for cell in part.cells), 4)
            label = min(wanted)
            return f"{label or 'The hole'} would have to come to {names}, but never does."
    if len(structure.parts) != 1:
        return NO_MOVES
    order, every = structure.info.order, math.factorial(len(structure.parts[0].cells))
    of = f"{in_figures(order)} of {in_figures(every)} permutations"
    return f"{NO_MOVES[:-1]}: {structure.info.name or 'the group'} has {of}, none of these."


def _can_return(drawing: Drawing) -> bool:
    """Tell whether each one-way street lies on a circle, so that going on undoes each move."""
    import networkx

    graph = networkx.DiGraph(drawing.ways)
    number = {
        cell: count
        for count, cells in enumerate(networkx.strongly_connected_components(graph))
        for cell in cells
    }
    return all(number[a] == number[b] for a, b in drawing.arcs)


def _walked(rules: Puzzle, state: Labels, home: Labels) -> Labels | None:
    """Return what a state becomes when its holes go where they are at home.

    It is empty if they cannot, and None if they can lie in too many ways.
    """
    wanted = _places(home)
    after = {_places(state): state}
    queue = list(after)
    for holes in queue:
        if wanted in after:
            return after[wanted]
        if len(after) > MOST:
            return None
        here = after[holes]
        for move in rules.moves(here):
            onward = rules.onward(here, move)
            if (there := _places(onward)) not in after:
                after[there] = onward
                queue.append(there)
    return ()


def _places(labels: Labels) -> tuple[int, ...]:
    return tuple([cell for cell, label in enumerate(labels) if not label])


def _stuck(labels: Labels) -> str:
    who = (
        "The hole cannot get to where it is"
        if labels.count("") == 1
        else "The holes cannot get to where they are"
    )
    return f"{who} at the goal."
