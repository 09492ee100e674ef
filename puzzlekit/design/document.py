"""A drawing being worked on: edits that can be undone, what is selected, and what is only tried."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from ..core.board import Point
from ..core.errors import OptionError
from . import edits
from .copies import Copies
from .drawing import Drawing
from .grids import snapped
from .validation import DesignFault


class Document:
    """Keeps a drawing, all earlier ones, and those that were undone.

    An edit goes through `do`, or through one of the methods that respect the copies and the
    grid. What is only tried, such as a street that hovers over a node, is `tried` until it is done
    or dropped; `shown` is what is to be drawn.

    >>> workshop = Workshop()
    >>> workshop.add((0.2, 0.1)), workshop.add((1.1, 0))
    (0, 1)
    >>> workshop.undo()
    True
    >>> len(workshop.drawing.nodes), workshop.redo(), len(workshop.drawing.nodes)
    (1, True, 2)
    """

    def __init__(self, drawing: Drawing | None = None) -> None:
        self.drawing = drawing or Drawing()
        self.tried: Drawing | None = None
        self._past: list[Drawing] = []
        self._future: list[Drawing] = []
        self.selection: frozenset[int] = frozenset()
        #: The layer that is edited: "start" or "goal", or "both" side by side.
        self.layer = "start"
        self.copies = Copies()
        self.grid = "square"
        #: The drawing as it was saved last, and what went wrong, in words.
        self.saved = self.drawing
        self.message = ""
        #: What was wrong with the file from which the drawing comes.
        self.remarks: tuple[DesignFault, ...] = ()

    @property
    def shown(self) -> Drawing:
        """What is tried, or else the drawing."""
        return self.tried or self.drawing

    @property
    def changed(self) -> bool:
        """Whether the drawing is not as it was saved last."""
        return self.drawing != self.saved

    # -- one drawing after the other --------------------------------------------------------------

    def apply(self, drawing: Drawing) -> bool:
        """Take another drawing; return whether it is another one. One gesture is one `do`."""
        self.tried = None
        if drawing == self.drawing:
            return False
        self._past.append(self.drawing)
        self._future.clear()
        self._take(drawing)
        return True

    def preview(self, edit: Callable[..., Drawing], *given: Any, **more: Any) -> bool:
        """Do an edit of the drawing, or keep in `message` why it cannot be done."""
        self.message = ""
        try:
            return self.apply(edit(self.drawing, *given, **more))
        except OptionError as error:
            self.tried = None
            self.message = str(error)
            return False

    def discard(self) -> None:
        """Take back what was only tried."""
        self.tried = None

    def undo(self) -> bool:
        """Take back the last edit; return whether there was one."""
        return self._step(self._past, self._future)

    def redo(self) -> bool:
        """Do again what was taken back last; return whether there was anything."""
        return self._step(self._future, self._past)

    @property
    def previous(self) -> Drawing | None:
        """The drawing before the last edit."""
        return self._past[-1] if self._past else None

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is an edit to do again."""
        return bool(self._future)

    def _step(self, source: list[Drawing], other: list[Drawing]) -> bool:
        self.tried, self.message = None, ""
        if not source:
            return False
        other.append(self.drawing)
        self._take(source.pop())
        return True

    def _take(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.selection = frozenset(c for c in self.selection if c < len(drawing.nodes))

    # -- edits that respect the copies and the grid -----------------------------------------------

    def add(self, point: Point, free: bool = False) -> int | None:
        """Add a node, snapped to the grid unless it is to be free; return it, or None."""
        place = point if free else snapped(self.grid, point)
        known = self.drawing.node_at(place)
        if known is not None:
            return known
        self.preview(self.copies.add, place)
        return self.drawing.node_at(place)

    def join(self, a: int, b: int, one_way: bool = False) -> bool:
        """Draw a street, or change the kind of one."""
        return self.preview(self.copies.join, a, b, one_way)

    def street(
        self,
        drawing: Drawing,
        a: int | Point,
        b: int | Point,
        *,
        one_way: bool = False,
        free: bool = False,
    ) -> Drawing:
        """Return the drawing with a street between nodes, or new nodes at points, to try or do."""
        ends = []
        for end in (a, b):
            if isinstance(end, int):
                ends.append(end)
                continue
            place = end if free else snapped(self.grid, end)
            drawing = self.copies.add(drawing, place)
            there = drawing.node_at(place, 1e-4)
            assert there is not None
            ends.append(there)
        first, last = ends
        return drawing if first == last else self.copies.join(drawing, first, last, one_way)

    def place(self, where: edits.Points) -> bool:
        """Move what is selected by a map of the plane, unless other nodes lie there."""
        points = {c: where(self.drawing.nodes[c].point) for c in self.selection}
        places = {(round(x, 4), round(y, 4)) for x, y in points.values()}
        if self._are_taken(points) or len(places) < len(points):
            self.message = "Two nodes would lie at one point"
            return False
        return self.preview(edits.moved, points)

    def _are_taken(self, points: Mapping[int, Point]) -> bool:
        """Return whether other nodes than those that move lie at some points."""
        others = [node.point for c, node in enumerate(self.drawing.nodes) if c not in points]
        return any(
            abs(x - px) < 1e-4 and abs(y - py) < 1e-4
            for x, y in others
            for px, py in points.values()
        )

    def paste(self, part: Drawing, where: edits.Points) -> bool:
        """Put down a part of a drawing by a map of the plane; it is selected after it."""
        before = len(self.drawing.nodes)
        done = self.preview(edits.pasted, part, where)
        if done:
            self.selection = frozenset(range(before, len(self.drawing.nodes)))
        return done

    def erase(self, cells: Collection[int] = (), street: tuple[int, int] | None = None) -> bool:
        """Erase nodes and a street, with their copies."""
        kept = self.drawing
        drawing = self.copies.part(kept, *street) if street else kept
        done = self.apply(self.copies.remove(drawing, cells))
        self.selection = frozenset() if cells else self.selection
        return done

    def shift(self, cells: Iterable[int], by: Point, free: bool = False) -> Drawing:
        """Return the drawing with some nodes moved, the first of them to the grid."""
        nodes = self.drawing.nodes
        cells = sorted(cells)
        if not cells:
            return self.drawing
        x, y = nodes[cells[0]].point
        target = x + by[0], y + by[1]
        end = target if free else snapped(self.grid, target)
        by = end[0] - x, end[1] - y
        points = {c: (nodes[c].point[0] + by[0], nodes[c].point[1] + by[1]) for c in cells}
        if self._are_taken(points):
            return self.drawing
        return self.copies.move(self.drawing, points)
