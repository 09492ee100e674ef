"""What is wrong with a drawing, in words, where, and how it can be mended at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ..core.errors import join_names
from .drawing import ANY, Drawing


class DesignFault(NamedTuple):
    """What is wrong, the nodes where, and which edit mends it.

    `mend` is "goal" (make the goal the start) or "hole" (take a piece away), or nothing. A fault
    that is `grave` leaves no puzzle to compute with; others are only remarks.
    """

    says: str
    cells: tuple[int, ...] = ()
    mend: str = ""
    grave: bool = True


def find_faults(drawing: Drawing) -> list[DesignFault]:
    """Return what is wrong with a drawing, what is grave first."""
    found = list(_grave(drawing))
    return found or list(_remarks(drawing))


def _grave(drawing: Drawing) -> Iterator[DesignFault]:
    if not drawing.nodes:
        yield DesignFault("Click to draw the first node")
        return
    if not drawing.ways and not drawing.turns:
        draw = "draw a street" if len(drawing.nodes) > 1 else "draw a second node and a street"
        yield DesignFault(f"Nothing can move yet: {draw}, or a turn")
        return
    if "" not in drawing.start and not drawing.turns:
        yield DesignFault("There is no hole: pieces slide along streets into holes", mend="hole")
        return
    if not any(drawing.start):
        yield DesignFault("There is no piece: nothing but holes")
        return
    start, goal = Counter(drawing.start), Counter(drawing.goal)
    if over := goal - start - Counter({ANY: goal[ANY]}):
        label = next(iter(over))
        cells = tuple(cell for cell, each in enumerate(drawing.goal) if each == label)
        says = f"{start[label]} {_called(label)} at the start, {goal[label]} at the goal"
        yield DesignFault(f"The layers differ: {says}", cells, "goal")


def _called(label: str) -> str:
    return label or "holes"


def _remarks(drawing: Drawing) -> Iterator[DesignFault]:
    cells = range(len(drawing.nodes))
    turned = {cell for _, turn in drawing.turns for path in turn.paths for cell in path}
    into = {b for _, b in drawing.ways} | turned
    out = {a for a, _ in drawing.ways} | turned
    names = [node.name for node in drawing.nodes]
    for says, ends in (
        ("Nothing ever comes to", [cell for cell in cells if cell not in into]),
        ("Nothing ever leaves", [cell for cell in cells if cell not in out and cell in into]),
    ):
        if ends:
            yield DesignFault(
                f"{says} {join_names((names[c] for c in ends), 6)}", tuple(ends), grave=False
            )
