"""Conversion of puzzle IDs, rules objects and puzzle files, even faulty ones, to drawings."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ..core.board import Board, Point
from ..core.errors import FormatError, OptionError, shorten_path
from ..core.files import expand_path, read_text
from ..core.game_id import is_path
from ..core.permutation import to_cycles
from ..core.values import Piece
from ..formats import MAX_BYTES
from ..formats.definition import Definition
from ..formats.toml.reader import parse_tolerant
from ..play.setup import load
from ..plugin.discovery import plugins_folder
from ..rules.base import Puzzle, Rules
from ..rules.sliding import SlidingBase
from ..rules.twisty import Twisty
from .drawing import ANY, MAX_NODES, Drawing, DrawnTurn, Node
from .validation import DesignFault

#: Base classes of the puzzles that can be drawn.
DRAWABLE_KINDS = (SlidingBase, Twisty)

#: Typical distances between cells, in grid units, with which the points in a file are kept.
MIN_DISTANCE, MAX_DISTANCE = 0.1, 10.0


def as_drawing(given: str | Rules | Drawing) -> tuple[Drawing, list[DesignFault]]:
    """Return a drawing and its faults; raise `PuzzlekitError` if the puzzle cannot be read.

    >>> drawing, faults = as_drawing("fifteen:2,height=2")
    >>> len(drawing.nodes), faults
    (4, [])
    """
    if isinstance(given, Drawing):
        return given, []
    if isinstance(given, Rules):
        return drawing_of_rules(given), []
    own = plugins_folder() / f"{given}.toml"
    if os.path.isfile(own):  # `Path.is_file` fails if the name is too long
        return drawing_of_file(own)
    if is_path(given) and given.lower().endswith(".toml"):
        return drawing_of_file(expand_path(given))
    return drawing_of_rules(load(given)), []


def load_drawing(given: str | Rules | Drawing) -> Drawing:
    """Return a drawing; raise `PuzzlekitError` for the first fault.

    >>> drawing = load_drawing("pinball")
    >>> len(drawing.nodes), len(drawing.arcs), drawing.start
    (9, 6, ('4', '1', '8', '6', '', '2', '9', '7', '3'))
    """
    drawing, faults = as_drawing(given)
    if faults:
        raise FormatError(faults[0].message)
    return drawing


# -- rules objects ---------------------------------------------------------------------------------


def drawing_of_rules(rules: Rules) -> Drawing:
    """Return a drawing of a puzzle; raise `OptionError` if the puzzle cannot be drawn.

    The text of the rules is left out, because edits would make it wrong.
    """
    name = rules.name or type(rules).__name__
    if not isinstance(rules, Puzzle):
        raise OptionError(f"{name} is not a puzzle of pieces on a graph. Choose another puzzle.")
    board = rules.board
    _check_forbidden(name, getattr(rules, "forbidden", None))
    _check_size(name, board)
    slides = isinstance(rules, SlidingBase)
    if not isinstance(rules, DRAWABLE_KINDS):
        raise OptionError(f"{name} has moves that cannot be drawn. Choose another puzzle.")
    return Drawing(
        *nodes_and_ways(board, slides, points_in_grid_units(board)),
        turns=tuple(_turns(rules)),
        start=tuple(rules.start()),
        goal=tuple(ANY if cell in rules.free else label for cell, label in enumerate(rules.goal)),
        looks=piece_styles(rules.goal, rules.piece_by_label),
        title=rules.name,
        motion=rules.motion if slides else "slide",
    )


def _check_forbidden(name: str, forbidden: object) -> None:
    if forbidden:
        raise OptionError(
            f"{name} has forbidden positions, which cannot be drawn. Choose another puzzle."
        )


def _check_size(name: str, board: Board) -> None:
    if len(board) > MAX_NODES:
        raise OptionError(
            f"{name} has {len(board):,} cells; the maximum for drawings is {MAX_NODES}."
        )


def piece_styles(
    labels: Iterable[str], pieces: Mapping[str, Piece]
) -> tuple[tuple[str, Piece], ...]:
    """Return the appearance of each label, by default a tile."""
    return tuple(
        (label, pieces.get(label) or Piece("tile", "plain", label))
        for label in dict.fromkeys(labels)
        if label
    )


def nodes_and_ways(
    board: Board, slides: bool, points: Sequence[Point]
) -> tuple[tuple[Node, ...], frozenset[tuple[int, int]]]:
    """Return nodes for the cells of a board, and its edges if pieces slide along them."""
    nodes = tuple(
        Node(cell, point, board.colours.get(number, ""))
        for number, (cell, point) in enumerate(zip(board.cells, points, strict=True))
    )
    ways = {(a, b) for a, ends in enumerate(board.neighbours) for b in ends if a != b}
    return nodes, frozenset(ways) if slides else frozenset()


def points_in_grid_units(board: Board) -> list[Point]:
    """Return the points of a board in grid units, with the top left corner as the origin."""
    nearest = sorted(distance for distance, _ in board.nearest if distance > 0)
    step = nearest[0] if nearest and nearest[0] < float("inf") else 1.0
    left = min(x for x, _ in board.points)
    top = max(y for _, y in board.points)
    return [
        (round((x - left) / step, 6) + 0.0, round((y - top) / step, 6) + 0.0)
        for x, y in board.points
    ]


def _points_of_file(board: Board) -> Sequence[Point]:
    """Return the points in a file, as they are in the files of the designer."""
    is_drawn = MIN_DISTANCE <= board.default_distance <= MAX_DISTANCE
    return board.points if is_drawn else points_in_grid_units(board)


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


# -- puzzle files ----------------------------------------------------------------------------------


def drawing_of_file(path: Path) -> tuple[Drawing, list[DesignFault]]:
    """Return the drawing of a puzzle file, and its faults.

    Raises `FormatError` if the file has no board.
    """
    return drawing_of_text(read_text(path, "a puzzle file", MAX_BYTES, FormatError), path.stem)


def drawing_of_text(text: str, title: str = "") -> tuple[Drawing, list[DesignFault]]:
    """Return the drawing of a TOML source, and its faults."""
    parts, faults = parse_tolerant(text)
    index = parts.board.index if parts.board is not None else {}
    messages = [
        DesignFault(
            f"Line {fault.line}: {fault.sentence}" if fault.line else fault.sentence,
            (index[fault.cell],) if fault.cell in index else (),
            is_fatal=False,
        )
        for fault in faults
    ]
    name = shorten_path(parts.name or title)
    if parts.board is None:
        if parts.turned:
            raise OptionError(
                f"{name} is a bandaged cube, which cannot be drawn. "
                "Play it and press Ctrl+E to glue its pieces, or edit the picture in the file."
            )
        problem = messages[0].message if messages else "The file has no board. Add its cells."
        raise FormatError(f"{name}: {problem}" if name else problem)
    _check_forbidden(name, parts.forbidden)
    _check_size(name, parts.board)
    return _drawing_of_definition(parts, title), messages


def _drawing_of_definition(definition: Definition, title: str) -> Drawing:
    board = definition.board
    assert board is not None
    goal = definition.goal if len(definition.goal) == len(board) else board.cells
    start = definition.start if len(definition.start) == len(board) else goal
    # Without holes, edges are only lines, but they belong to the drawing.
    has_ways = definition.slides or not definition.cycles or "" not in goal
    return Drawing(
        *nodes_and_ways(board, has_ways, _points_of_file(board)),
        turns=tuple((name, _turn(cycles)) for name, cycles in definition.cycles.items() if cycles),
        start=start,
        goal=tuple(ANY if cell in definition.free else goal[cell] for cell in range(len(board))),
        looks=piece_styles(goal, definition.pieces),
        title=definition.name or title,
        author=definition.author,
        rules=definition.rules,
        hint=definition.hint,
        motion=definition.motion or "slide",
    )


def _turn(cycles: Sequence[Sequence[int]]) -> DrawnTurn:
    """Return a turn for cycles. A list of cycles that repeats is a turn with several steps."""
    all_cycles = tuple(map(tuple, cycles))
    for steps in range(len(all_cycles), 0, -1):
        paths = all_cycles[: len(all_cycles) // steps]
        if paths * steps == all_cycles:
            return DrawnTurn(paths, steps)
    return DrawnTurn(all_cycles)
