"""Drawings of puzzle files, opened as far as they can be."""

from __future__ import annotations

from pathlib import Path

from ..core.errors import FormatError, OptionError, shorten_path
from ..core.files import read_text
from ..formats import MAX_BYTES
from ..formats.toml.reader import Parts, tolerant
from .drawing import ANY, MAX_NODES, Drawing, Node, Turn
from .from_puzzle import in_steps, piece_styles
from .validation import DesignFault


def drawing_of_file(path: Path) -> tuple[Drawing, list[DesignFault]]:
    """Return a drawing of a puzzle file, and its faults; raise `FormatError` if there is none."""
    return drawing_of_text(read_text(path, "a puzzle file", MAX_BYTES, FormatError), path.stem)


def drawing_of_text(text: str, title: str = "") -> tuple[Drawing, list[DesignFault]]:
    """Return what can be drawn of a TOML text, and what is wrong with it."""
    parts, faults = tolerant(text)
    index = parts.board.index if parts.board is not None else {}
    said = [
        DesignFault(
            f"Line {fault.line}: {fault.sentence}" if fault.line else fault.sentence,
            (index[fault.cell],) if fault.cell in index else (),
            grave=False,
        )
        for fault in faults
    ]
    if parts.board is None:
        raise FormatError(said[0].says if said else "There is no board in it; name its cells.")
    if len(parts.board) > MAX_NODES:
        raise OptionError(
            f"{shorten_path(parts.name or title)} has {len(parts.board):,} cells; a drawing has at most "
            f"{MAX_NODES} nodes."
        )
    return _drawing(parts, title), said


def _drawing(parts: Parts, title: str) -> Drawing:
    board = parts.board
    assert board is not None
    cells = range(len(board))
    goal = parts.goal if len(parts.goal) == len(board) else board.cells
    start = parts.start if len(parts.start) == len(board) else goal
    slides = parts.slides or not parts.moves
    ways = {(a, b) for a, ends in enumerate(board.neighbours) for b in ends if a != b}
    return Drawing(
        nodes=tuple(
            Node(name, point, board.colours.get(cell, ""))
            for cell, name, point in zip(cells, board.cells, in_steps(board), strict=True)
        ),
        ways=frozenset(ways) if slides else frozenset(),
        turns=tuple((name, _turn(cycles)) for name, cycles in parts.moves.items() if cycles),
        start=start,
        goal=tuple(ANY if cell in parts.free else goal[cell] for cell in cells),
        looks=piece_styles(goal, parts.pieces),
        title=parts.name or title,
        author=parts.author,
        rules=parts.rules,
        hint=parts.hint,
        motion=parts.motion or "slide",
    )


def _turn(cycles: list[list[int]]) -> Turn:
    """Return the turn of some cycles; those that are written several times are so many steps."""
    whole = tuple(map(tuple, cycles))
    for steps in range(len(whole), 0, -1):
        paths = whole[: len(whole) // steps]
        if paths * steps == whole:
            return Turn(paths, steps)
    return Turn(whole)
