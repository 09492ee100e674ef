"""A drawing of a puzzle: nodes, streets and turns, and the pieces at the start and at the goal.

A drawing is a value: an edit makes a new one. It may be unfinished or wrong; `faults` says how.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..core.board import Board, Point
from ..core.values import Piece

#: Nodes of a drawing at most.
MAX_NODES = 200

#: The two layers of a drawing: the same board with pieces in other places.
LAYERS = ("start", "goal")

#: What a node holds at the goal where it does not matter.
ANY = "?"

#: The colours of pieces without a look of their own, one after the other.
_COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "teal", "pink", "brown", "lime")


class Node(NamedTuple):
    """A place for a piece: its name, where it lies (y upwards), and the colour of its ground."""

    name: str
    point: Point
    colour: str = ""


class Turn(NamedTuple):
    """A move that carries what lies on closed paths along them, some steps at once.

    >>> Turn(((0, 1, 2, 3),), 2).cycles
    ((0, 1, 2, 3), (0, 1, 2, 3))
    """

    paths: tuple[tuple[int, ...], ...]
    steps: int = 1

    @property
    def cycles(self) -> tuple[tuple[int, ...], ...]:
        """The cycles of the move, to be multiplied from left to right."""
        return self.paths * self.steps


class Drawing(NamedTuple):
    """A puzzle as it is drawn: nodes, one-way streets between them, turns by name, and pieces.

    A two-way street is two one-way ones. `start` and `goal` have a label for each node, "" for a
    hole; at the goal `ANY` is a place that does not matter. Equal labels are equal pieces, and
    `looks` says how a label looks. `motion` says how pieces move: "slide", "hop" or "fly".

    >>> drawing = Drawing((Node("a", (0, 0)), Node("b", (1, 0))), frozenset([(0, 1)]))
    >>> drawing.arcs, drawing.edges
    ([(0, 1)], [])
    """

    nodes: tuple[Node, ...] = ()
    ways: frozenset[tuple[int, int]] = frozenset()
    turns: tuple[tuple[str, Turn], ...] = ()
    start: tuple[str, ...] = ()
    goal: tuple[str, ...] = ()
    looks: tuple[tuple[str, Piece], ...] = ()
    title: str = ""
    author: str = ""
    rules: str = ""
    hint: str = ""
    motion: str = "slide"

    @property
    def edges(self) -> list[tuple[int, int]]:
        """The two-way streets, each from the lower number to the higher."""
        return sorted((a, b) for a, b in self.ways if a < b and (b, a) in self.ways)

    @property
    def arcs(self) -> list[tuple[int, int]]:
        """The one-way streets."""
        return sorted((a, b) for a, b in self.ways if (b, a) not in self.ways)

    @property
    def free(self) -> frozenset[int]:
        """The nodes that do not matter at the goal."""
        return frozenset(cell for cell, label in enumerate(self.goal) if label == ANY)

    @property
    def pieces(self) -> dict[str, Piece]:
        """How each label looks; those without a look of their own are balls."""
        given = dict(self.looks)
        labels = sorted({*self.start, *self.goal} - {"", ANY}, key=_order)
        return {
            label: given.get(label)
            or Piece("ball", _COLOURS[number % len(_COLOURS)], label if len(label) < 4 else "")
            for number, label in enumerate(labels)
        }

    @property
    def board(self) -> Board:
        """The nodes and streets as a board."""
        return Board(
            [node.name for node in self.nodes],
            [node.point for node in self.nodes],
            self.edges,
            self.arcs,
            colours={cell: node.colour for cell, node in enumerate(self.nodes) if node.colour},
        )

    def layer(self, name: str) -> tuple[str, ...]:
        """Return the labels of a layer."""
        return self.start if name == "start" else self.goal

    def with_layer(self, name: str, labels: tuple[str, ...]) -> Drawing:
        """Return the drawing with other labels in a layer."""
        return self._replace(start=labels) if name == "start" else self._replace(goal=labels)

    def node_at(self, point: Point, within: float = 1e-6) -> int | None:
        """Return the node at a point, or the nearest one that is no farther than some distance."""
        x, y = point
        near = [
            ((node.point[0] - x) ** 2 + (node.point[1] - y) ** 2, cell)
            for cell, node in enumerate(self.nodes)
        ]
        distance, cell = min(near, default=(float("inf"), 0))
        return cell if distance <= within**2 else None


def _order(label: str) -> tuple[int, int, str]:
    """Numbers in their order, then other labels."""
    return (0, int(label), "") if label.isdecimal() else (1, 0, label)


def renumbered(drawing: Drawing, kept: Mapping[int, int]) -> Drawing:
    """Return the drawing of the mapped nodes only; turns through other nodes are dropped."""
    cells = sorted(kept, key=kept.__getitem__)
    turns = [
        (name, Turn(tuple(tuple(kept[cell] for cell in path) for path in paths), turn.steps))
        for name, turn in drawing.turns
        if (paths := [path for path in turn.paths if all(cell in kept for cell in path)])
    ]
    return drawing._replace(
        nodes=tuple(drawing.nodes[cell] for cell in cells),
        ways=frozenset((kept[a], kept[b]) for a, b in drawing.ways if a in kept and b in kept),
        turns=tuple(turns),
        start=tuple(drawing.start[cell] for cell in cells),
        goal=tuple(drawing.goal[cell] for cell in cells),
    )
