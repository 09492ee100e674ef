"""Drawings of puzzles: nodes, edges, turns, and pieces at the start and at the goal.

Drawings are immutable: each edit returns a new drawing. A drawing may be unfinished; see
`find_faults`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..core.board import Board, Point
from ..core.permutation import name_sort_key
from ..core.values import Piece

#: A pair of nodes.
Edge = tuple[int, int]

#: Maximum number of nodes.
MAX_NODES = 200

#: Points closer than this are the same. Files contain points to a thousandth of a grid unit.
SAME_POINT = 0.005

#: The two layers of a drawing: the same board with different arrangements of the pieces.
LAYERS = ("start", "goal")

#: Goal label of a node that accepts any piece.
ANY = "?"

#: Default colours of pieces, in the order of the labels.
_COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "teal", "pink", "brown", "lime")


class Node(NamedTuple):
    """A place for a piece, with a name, a point (y points up), and a background colour."""

    name: str
    point: Point
    colour: str = ""


class DrawnTurn(NamedTuple):
    """A move that rotates the pieces along closed paths by some number of steps.

    >>> DrawnTurn(((0, 1, 2, 3),), 2).cycles
    ((0, 1, 2, 3), (0, 1, 2, 3))
    """

    paths: tuple[tuple[int, ...], ...]
    steps: int = 1

    @property
    def cycles(self) -> tuple[tuple[int, ...], ...]:
        """The cycles of the move, multiplied from left to right."""
        return self.paths * self.steps


def _default_piece(label: str, rank: int) -> Piece:
    """Return a ball. The colour of a number does not depend on the other labels."""
    short = len(label) < 4
    number = int(label) if short and label.isdecimal() else rank
    return Piece("ball", _COLOURS[(number - 1) % len(_COLOURS)], label if short else "")


class Drawing(NamedTuple):
    """A puzzle as a drawing: nodes, one-way edges (`ways`), named turns, and pieces.

    A two-way edge is a pair of one-way edges. `start` and `goal` have a label for each node. The
    label of a hole is "". A node with the label `ANY` in `goal` accepts any piece. Pieces with the
    same label are interchangeable. `looks` pairs labels with their appearance. `motion` is "slide",
    "hop" or "fly".

    >>> drawing = Drawing((Node("a", (0, 0)), Node("b", (1, 0))), frozenset([(0, 1)]))
    >>> drawing.arcs, drawing.edges
    ([(0, 1)], [])
    """

    nodes: tuple[Node, ...] = ()
    ways: frozenset[Edge] = frozenset()
    turns: tuple[tuple[str, DrawnTurn], ...] = ()
    start: tuple[str, ...] = ()
    goal: tuple[str, ...] = ()
    looks: tuple[tuple[str, Piece], ...] = ()
    title: str = ""
    author: str = ""
    rules: str = ""
    hint: str = ""
    motion: str = "slide"

    @property
    def edges(self) -> list[Edge]:
        """The two-way edges as pairs (a, b) with a < b."""
        return sorted((a, b) for a, b in self.ways if a < b and (b, a) in self.ways)

    @property
    def arcs(self) -> list[Edge]:
        """The one-way edges."""
        return sorted((a, b) for a, b in self.ways if (b, a) not in self.ways)

    @property
    def free(self) -> frozenset[int]:
        """The nodes that accept any piece in the goal."""
        return frozenset(cell for cell, label in enumerate(self.goal) if label == ANY)

    @property
    def pieces(self) -> dict[str, Piece]:
        """The appearance of each label, by default a ball."""
        looks = dict(self.looks)
        labels = sorted({*self.start, *self.goal} - {"", ANY}, key=name_sort_key)
        return {
            label: looks.get(label) or _default_piece(label, rank)
            for rank, label in enumerate(labels, 1)
        }

    @property
    def board(self) -> Board:
        """The board with the nodes and edges of the drawing."""
        return Board(
            [node.name for node in self.nodes],
            [node.point for node in self.nodes],
            self.edges,
            self.arcs,
            colours={cell: node.colour for cell, node in enumerate(self.nodes) if node.colour},
        )

    def unused_labels(self, used: Iterable[str]) -> list[str]:
        """Return the labels at the start that remain after removing the used ones."""
        unused = list(self.start)
        for label in used:
            if label in unused:
                unused.remove(label)
        return unused

    def full_goal(self) -> tuple[str, ...]:
        """Return the goal with the leftover pieces on the nodes that accept any piece."""
        unused = iter(self.unused_labels(self.goal))
        return tuple(next(unused, "") if label == ANY else label for label in self.goal)

    def layer(self, name: str) -> tuple[str, ...]:
        """Return the labels in the start or goal layer."""
        return self.start if name == "start" else self.goal

    def with_layer(self, name: str, labels: tuple[str, ...]) -> Drawing:
        """Return the drawing with the labels in a layer replaced by others."""
        return self._replace(start=labels) if name == "start" else self._replace(goal=labels)

    def node_at(self, point: Point, within: float = SAME_POINT) -> int | None:
        """Return the node nearest to a point, or None if none is within the distance `within`."""
        x, y = point
        near = [
            ((node.point[0] - x) ** 2 + (node.point[1] - y) ** 2, cell)
            for cell, node in enumerate(self.nodes)
        ]
        distance, cell = min(near, default=(float("inf"), 0))
        return cell if distance <= within**2 else None


def edges_of(ways: Iterable[Edge]) -> set[Edge]:
    """Return the edges, one-way or not, as pairs (a, b) with a < b."""
    return {(min(arc), max(arc)) for arc in ways}


def renumbered(drawing: Drawing, numbers: Mapping[int, int]) -> Drawing:
    """Return the drawing with the mapped nodes only, dropping paths through other nodes."""
    cells = sorted(numbers, key=numbers.__getitem__)
    turns = [
        (
            name,
            DrawnTurn(tuple(tuple(numbers[cell] for cell in path) for path in paths), turn.steps),
        )
        for name, turn in drawing.turns
        if (paths := [path for path in turn.paths if all(cell in numbers for cell in path)])
    ]
    return drawing._replace(
        nodes=tuple(drawing.nodes[cell] for cell in cells),
        ways=frozenset(
            (numbers[a], numbers[b]) for a, b in drawing.ways if a in numbers and b in numbers
        ),
        turns=tuple(turns),
        start=tuple(drawing.start[cell] for cell in cells),
        goal=tuple(drawing.goal[cell] for cell in cells),
    )
