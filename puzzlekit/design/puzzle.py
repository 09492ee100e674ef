"""The rule book of a drawing."""

from __future__ import annotations

from ..core.errors import OptionError
from ..rules.base import Puzzle
from ..rules.sliding import Sliding
from ..rules.sliding_twisty import SlidingTwisty
from ..rules.twisty import Twisty
from .drawing import ANY, Drawing
from .validation import find_faults


def rule_book(drawing: Drawing) -> Puzzle:
    """Return the rule book of a drawing: pieces slide, or turn, or both.

    Raises `OptionError` with what is wrong with it.

    >>> from puzzlekit.design.drawing import Node
    >>> nodes = (Node("a", (0, 0)), Node("b", (1, 0)))
    >>> rule_book(Drawing(nodes, frozenset([(0, 1)]), (), ("1", ""), ("", "1"))).legal_moves(("1", ""))
    ['a-b']
    """
    for fault in find_faults(drawing):
        if fault.grave:
            raise OptionError(f"{fault.says}.")
    turns = {name: turn.cycles for name, turn in drawing.turns}
    kind: type[Puzzle] = Sliding
    if turns:
        kind = SlidingTwisty if drawing.ways and "" in drawing.start else Twisty
    facts = {"name": drawing.title or "A drawing", "__doc__": drawing.rules}
    if kind is not Twisty:
        facts["motion"] = drawing.motion
    made = type("Drawn", (kind,), facts)
    rules: Puzzle = made(
        drawing.board,
        goal_of(drawing),
        *([turns] if turns else []),
        start=drawing.start,
        pieces=drawing.pieces,
        free=drawing.free,
    )
    return rules


def goal_of(drawing: Drawing) -> tuple[str, ...]:
    """Return the goal of a drawing, with pieces that are left over where it does not matter."""
    left = list(drawing.start)
    for label in drawing.goal:
        if label != ANY:
            left.remove(label)
    left.reverse()
    return tuple(left.pop() if label == ANY else label for label in drawing.goal)
