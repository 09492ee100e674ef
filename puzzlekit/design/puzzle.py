"""Conversion of drawings to rules objects."""

from __future__ import annotations

from ..core.errors import OptionError
from ..rules.base import Puzzle
from ..rules.sliding import Sliding
from ..rules.sliding_twisty import SlidingTwisty
from ..rules.twisty import Twisty
from .drawing import Drawing
from .validation import find_faults


def rules_of_drawing(drawing: Drawing) -> Puzzle:
    """Return a rules object for a drawing: sliding, twisty, or both.

    Raises `OptionError` if the drawing is not a valid puzzle.

    >>> from puzzlekit.design.drawing import Node
    >>> nodes = (Node("a", (0, 0)), Node("b", (1, 0)))
    >>> drawing = Drawing(nodes, frozenset([(0, 1)]), (), ("1", ""), ("", "1"))
    >>> rules_of_drawing(drawing).legal_moves(("1", ""))
    ['a-b']
    """
    for fault in find_faults(drawing):
        if fault.is_fatal:
            raise OptionError(f"{fault.message}.")
    turns = {name: turn.cycles for name, turn in drawing.turns}
    kind: type[Puzzle] = Sliding
    if turns:
        kind = SlidingTwisty if drawing.ways and "" in drawing.start else Twisty
    facts = {"name": drawing.title or "A drawing", "__doc__": drawing.rules}
    if kind is not Twisty:
        facts["motion"] = drawing.motion
    cls = type("Drawn", (kind,), facts)
    rules: Puzzle = cls(
        drawing.board,
        drawing.full_goal(),
        *([turns] if turns else []),
        start=drawing.start,
        pieces=drawing.pieces,
        free=drawing.free,
    )
    return rules
