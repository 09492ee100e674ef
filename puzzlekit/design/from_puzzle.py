"""Conversion of existing puzzles to drawings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..core.board import Board, Point
from ..core.errors import OptionError
from ..core.permutation import to_cycles
from ..core.values import Piece
from ..rules.base import Puzzle, Rules
from ..rules.sliding_base import SlidingBase
from .drawing import ANY, MAX_NODES, Drawing, DrawnTurn, Node


def drawing_of_rules(rules: Rules) -> Drawing:
    """Return a drawing of a puzzle; raise `OptionError` if the puzzle cannot be drawn."""
    name = rules.name or type(rules).__name__
    if not isinstance(rules, Puzzle):
        raise OptionError(f"{name} is not a puzzle of pieces on a graph. Choose another puzzle.")
    board = rules.board
    if getattr(rules, "forbidden", None):
        raise OptionError(
            f"{name} has forbidden positions, which cannot be drawn. Choose another puzzle."
        )
    if len(board) > MAX_NODES:
        raise OptionError(
            f"{name} has {len(board):,} cells; the maximum for drawings is {MAX_NODES}."
        )
    slides = isinstance(rules, SlidingBase)
    if not slides and not hasattr(rules, "twists"):
        raise OptionError(f"{name} has moves that cannot be drawn. Choose another puzzle.")
    return Drawing(
        *nodes_and_ways(board, slides),
        turns=tuple(_turns(rules)),
        start=tuple(rules.start()),
        goal=tuple(ANY if cell in rules.free else label for cell, label in enumerate(rules.goal)),
        looks=piece_styles(rules.goal, rules.piece_by_label),
        title=rules.name,
        rules=rules.rules_text(),
        motion=rules.motion if slides else "slide",
    )


def piece_styles(
    labels: Iterable[str], pieces: Mapping[str, Piece]
) -> tuple[tuple[str, Piece], ...]:
    """Return the appearance of each label; the default is a tile."""
    return tuple(
        (label, pieces.get(label) or Piece("tile", "plain", label))
        for label in dict.fromkeys(labels)
        if label
    )


def nodes_and_ways(
    board: Board, slides: bool
) -> tuple[tuple[Node, ...], frozenset[tuple[int, int]]]:
    """Return nodes for the cells of a board, and its edges if pieces slide along them."""
    nodes = tuple(
        Node(cell, point, board.colours.get(number, ""))
        for number, (cell, point) in enumerate(zip(board.cells, in_steps(board), strict=True))
    )
    ways = {(a, b) for a, ends in enumerate(board.neighbours) for b in ends if a != b}
    return nodes, frozenset(ways) if slides else frozenset()


def in_steps(board: Board) -> list[Point]:
    """Return the points of a board in grid units, with the top left corner as the origin."""
    nearest = sorted(distance for distance, _ in board.nearest if distance > 0)
    step = nearest[0] if nearest and nearest[0] < float("inf") else 1.0
    left = min(x for x, _ in board.points)
    top = max(y for _, y in board.points)
    return [
        (round((x - left) / step, 6) + 0.0, round((y - top) / step, 6) + 0.0)
        for x, y in board.points
    ]


def _turns(rules: Puzzle) -> list[tuple[str, DrawnTurn]]:
    """Return the twists as turns, leaving out inverses of earlier twists."""
    turns: dict[str, DrawnTurn] = {}
    twists = getattr(rules, "twists", {})
    for name, images in twists.items():
        inverse = rules.inverse_move(name)
        if inverse in turns and inverse != name:
            continue
        turns[name] = DrawnTurn(tuple(map(tuple, to_cycles(images))))
    return list(turns.items())
