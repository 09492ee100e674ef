"""What differs between a drawing and what is tried: only that is drawn anew."""

from __future__ import annotations

from typing import NamedTuple

from ....design.drawing import Drawing

Street = tuple[int, int]


class Change(NamedTuple):
    """The nodes and streets that differ, and the nodes that lie `elsewhere`.

    `rest` is equal where all the rest is as it was.
    """

    nodes: frozenset[int]
    elsewhere: frozenset[int]
    streets: frozenset[Street]
    rest: tuple[object, ...]

    @property
    def is_none(self) -> bool:
        """Whether nothing differs, or so much that it is not said what."""
        return not self.nodes and not self.streets

    def touches(self, street: Street) -> bool:
        return street in self.streets or not self.elsewhere.isdisjoint(street)

    def near(self, drawing: Drawing) -> list[Street]:
        """Return the streets that differ, or run otherwise."""
        return sorted(
            street
            for street in {(min(way), max(way)) for way in drawing.ways}
            if self.touches(street)
        )


def change(base: Drawing, shown: Drawing) -> Change:
    """Return what differs between a drawing and what is shown."""
    if shown is base or len(shown.nodes) < len(base.nodes):
        return Change(frozenset(), frozenset(), frozenset(), (shown,))
    old = list(zip(base.nodes, base.start, base.goal, strict=True))
    new = list(zip(shown.nodes, shown.start, shown.goal, strict=True))
    nodes = frozenset(
        cell for cell in range(len(new)) if cell >= len(old) or new[cell] != old[cell]
    )
    elsewhere = frozenset(
        cell for cell in nodes if cell >= len(old) or new[cell][0].point != old[cell][0].point
    )
    streets = frozenset((min(way), max(way)) for way in base.ways ^ shown.ways)
    if not nodes and not streets:
        return Change(nodes, elsewhere, streets, (shown,))
    kept = tuple(each for cell, each in enumerate(new) if cell not in nodes)
    # The streets that stay are those of both.
    rest = nodes, elsewhere, streets, kept, base.ways & shown.ways, shown.turns, shown.looks
    return Change(nodes, elsewhere, streets, rest)
