"""Drawings of puzzles that were made in other ways."""

from __future__ import annotations

from typing import Any

from ..core.errors import OptionError
from ..core.permutation import to_cycles
from ..play.setup import load
from ..rules.rule_book import Puzzle
from .drawing import ANY, MAX_NODES, Drawing, Node, Turn


def drawing_of(puzzle: Any) -> Drawing:
    """Return the drawing of a puzzle: a rule book, an ID, a file, or a drawing as it is.

    Raises `OptionError` for what cannot be drawn, else what `load` raises.

    >>> found = drawing_of("pinball")
    >>> len(found.nodes), len(found.arcs), found.start
    (9, 6, ('4', '1', '8', '6', '', '2', '9', '7', '3'))
    """
    if isinstance(puzzle, Drawing):
        return puzzle
    rules = puzzle if isinstance(puzzle, Puzzle) else load(str(puzzle))
    if not isinstance(rules, Puzzle):
        raise OptionError(f"{rules.name} is no puzzle of places and pieces that could be drawn.")
    board = rules.board
    if len(board) > MAX_NODES:
        raise OptionError(
            f"{rules.name} has {len(board)} cells; a drawing has at most {MAX_NODES} nodes."
        )
    if getattr(rules, "forbidden", None):
        raise OptionError(f"{rules.name} forbids what a drawing cannot say.")
    twists: dict[str, Any] = getattr(rules, "twists", {})
    slides = hasattr(rules, "configurations") or not twists
    kept = {min(name, rules.inverse_move(name) or name, key=len) for name in twists}
    turns = [
        (name, Turn(tuple(map(tuple, to_cycles(images)))))
        for name, images in twists.items()
        if name in kept
    ]
    free: frozenset[int] = getattr(rules, "free", frozenset())
    goal = [ANY if cell in free else label for cell, label in enumerate(rules.goal)]
    return Drawing(
        tuple(
            Node(name, point, board.colours.get(cell, ""))
            for cell, (name, point) in enumerate(zip(board.cells, board.points, strict=True))
        ),
        frozenset((a, b) for a in range(len(board)) for b in board.neighbours[a] if slides),
        tuple(turns),
        tuple(rules.start()),
        tuple(goal),
        tuple(rules.pieces.items()),
        rules.name,
        motion=rules.motion,
    )
