"""Import of puzzle files as drawings, including faulty files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..core.errors import FormatError, OptionError, shorten_path
from ..core.files import read_text
from ..formats import MAX_BYTES
from ..formats.definition import Definition
from ..formats.toml.reader import parse_tolerant
from .drawing import ANY, MAX_NODES, Drawing, DrawnTurn
from .from_puzzle import nodes_and_ways, piece_styles
from .validation import DesignFault


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
    if parts.board is None:
        raise FormatError(
            messages[0].message if messages else "The file has no board. Add its cells."
        )
    if len(parts.board) > MAX_NODES:
        raise OptionError(
            f"{shorten_path(parts.name or title)} has {len(parts.board):,} cells; the maximum for "
            f"drawings is {MAX_NODES}."
        )
    return _drawing(parts, title), messages


def _drawing(parts: Definition, title: str) -> Drawing:
    board = parts.board
    assert board is not None
    goal = parts.goal if len(parts.goal) == len(board) else board.cells
    start = parts.start if len(parts.start) == len(board) else goal
    return Drawing(
        *nodes_and_ways(board, parts.slides or not parts.cycles),
        turns=tuple((name, _turn(cycles)) for name, cycles in parts.cycles.items() if cycles),
        start=start,
        goal=tuple(ANY if cell in parts.free else goal[cell] for cell in range(len(board))),
        looks=piece_styles(goal, parts.pieces),
        title=parts.name or title,
        author=parts.author,
        rules=parts.rules,
        hint=parts.hint,
        motion=parts.motion or "slide",
    )


def _turn(cycles: Sequence[Sequence[int]]) -> DrawnTurn:
    """Return a turn for cycles. A list of cycles that repeats is a turn with several steps."""
    all_cycles = tuple(map(tuple, cycles))
    for steps in range(len(all_cycles), 0, -1):
        paths = all_cycles[: len(all_cycles) // steps]
        if paths * steps == all_cycles:
            return DrawnTurn(paths, steps)
    return DrawnTurn(all_cycles)
