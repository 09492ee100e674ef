"""What differs between a drawing and what is tried: only that is drawn anew."""

from __future__ import annotations

from typing import NamedTuple

from ....design.drawing import Drawing

Street = tuple[int, int]


class Change(NamedTuple):
    """The nodes that are new, elsewhere, or hold other pieces, and the streets that differ.

    `rest` is equal where all the rest is as it was.
    """

    moving: frozenset[int]
    streets: frozenset[Street]
    rest: tuple[object, ...]

    @property
    def is_none(self) -> bool:
        """Whether nothing differs, or so much that it is not said what."""
        return not self.moving and not self.streets

    def near(self, drawing: Drawing) -> list[Street]:
        """Return the streets that differ, or lead to a node that does."""
        touched = self.moving
        return sorted(
            {
                (min(way), max(way))
                for way in drawing.ways
                if way[0] in touched or way[1] in touched or (min(way), max(way)) in self.streets
            }
        )


def change(base: Drawing, shown: Drawing) -> Change:
    """Return what differs between a drawing and what is shown.

    >>> from puzzlekit.design.drawing import Node
    >>> base = Drawing((Node("a", (0, 0)), Node("b", (1, 0))), start=("", "1"), goal=("", "1"))
    >>> change(base, base._replace(ways=frozenset([(1, 0)]))).streets
    frozenset({(0, 1)})
    """
    if shown is base or len(shown.nodes) < len(base.nodes):
        return Change(frozenset(), frozenset(), (shown,))
    old = list(zip(base.nodes, base.start, base.goal, strict=True))
    new = list(zip(shown.nodes, shown.start, shown.goal, strict=True))
    moving = frozenset(
        cell for cell in range(len(new)) if cell >= len(old) or new[cell] != old[cell]
    )
    streets = frozenset((min(way), max(way)) for way in base.ways ^ shown.ways)
    if not moving and not streets:
        return Change(moving, streets, (shown,))
    kept = tuple(each for cell, each in enumerate(new) if cell not in moving)
    # The streets that stay are those of both.
    rest = moving, streets, kept, base.ways & shown.ways, shown.turns, shown.looks
    return Change(moving, streets, rest)
