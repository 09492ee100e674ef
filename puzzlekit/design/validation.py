"""Validation of drawings, which reports faults with their nodes and quick fixes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ..core.errors import join_names
from ..core.translation import _
from .drawing import ANY, Drawing


class DesignFault(NamedTuple):
    """A fault in a drawing, the nodes concerned, and a quick fix.

    `quick_fix` is "goal" (copy the start to the goal), "hole" (remove a piece) or "". A drawing
    with a fatal fault is not a puzzle. Other faults are remarks.
    """

    message: str
    cells: tuple[int, ...] = ()
    quick_fix: str = ""
    is_fatal: bool = True


def find_faults(drawing: Drawing) -> list[DesignFault]:
    """Return the fatal faults in a drawing or, if there are none, the remarks on it.

    >>> from puzzlekit.design.drawing import Node
    >>> nodes = (Node("a", (0, 0)), Node("b", (1, 0)))
    >>> drawing = Drawing(nodes, frozenset([(0, 1)]), (), ("3", ""), ("1", ""))
    >>> [fault.message for fault in find_faults(drawing)]
    ['The layers differ in pieces labelled 1: 0 at the start, 1 at the goal']
    """
    faults = list(_fatal_faults(drawing))
    return faults or list(_remarks(drawing))


def _fatal_faults(drawing: Drawing) -> Iterator[DesignFault]:
    if not drawing.nodes:
        yield DesignFault(_("Click to add the first node"))
        return
    if not drawing.ways and not drawing.turns:
        yield DesignFault(
            _("Nothing can move yet: add an edge, or a turn")
            if len(drawing.nodes) > 1
            else _("Nothing can move yet: add a second node and an edge, or a turn")
        )
        return
    if "" not in drawing.start and not drawing.turns:
        yield DesignFault(
            _("There is no hole: pieces slide along edges into holes"), quick_fix="hole"
        )
        return
    if not any(drawing.start):
        yield DesignFault(_("There are no pieces, only holes"))
        return
    start, goal = Counter(drawing.start), Counter(drawing.goal)
    if surplus := goal - start - Counter({ANY: goal[ANY]}):
        label = next(iter(surplus))
        cells = tuple(cell for cell, each in enumerate(drawing.goal) if each == label)
        pieces = _("pieces labelled {label}").format(label=label) if label else _("holes")
        text = _("The layers differ in {pieces}: {first} at the start, {last} at the goal")
        text = text.format(pieces=pieces, first=start[label], last=goal[label])
        yield DesignFault(text, cells, "goal")


def _remarks(drawing: Drawing) -> Iterator[DesignFault]:
    cells = range(len(drawing.nodes))
    turned = {cell for _, turn in drawing.turns for path in turn.paths for cell in path}
    reachable = {b for _, b in drawing.ways} | turned
    leavable = {a for a, _ in drawing.ways} | turned
    names = [node.name for node in drawing.nodes]
    for text, ends in (
        (_("No piece can reach {nodes}"), [cell for cell in cells if cell not in reachable]),
        (
            _("No piece can leave {nodes}"),
            [cell for cell in cells if cell not in leavable and cell in reachable],
        ),
    ):
        if ends:
            nodes = join_names((names[c] for c in ends), 6)
            yield DesignFault(text.format(nodes=nodes), tuple(ends), is_fatal=False)
