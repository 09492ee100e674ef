"""A drawing being edited, with its undo history, selection and preview."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from ..core.board import Point
from ..core.errors import PuzzlekitError
from ..core.translation import _
from . import edits
from .drawing import SAME_POINT, Drawing
from .grids import snap_to_grid
from .symmetric_drawing import DrawingSymmetry
from .validation import DesignFault

#: A drawing in the history, and the faults in the file from which it was read.
_Step = tuple[Drawing, tuple[DesignFault, ...]]


class Document:
    """A drawing with its undo and redo history.

    Edits are made with `apply`, or with a method that respects symmetry and grid. A preview, such
    as an edge dragged over a node, is stored in `preview_drawing` until it is applied or discarded.
    The drawing to display is `shown`.

    >>> document = Document()
    >>> document.apply_edit(document.with_edge, (0.2, 0.1), (1.1, 0))
    True
    >>> document.drawing.edges, document.undo(), document.drawing.edges
    ([(0, 1)], True, [])
    """

    def __init__(self, drawing: Drawing | None = None) -> None:
        self.drawing = drawing or Drawing()
        self.preview_drawing: Drawing | None = None
        self._past: list[_Step] = []
        self._future: list[_Step] = []
        #: The last drawing that did not result from an edit.
        self._unrelated: Drawing | None = None
        self.selection: frozenset[int] = frozenset()
        #: The layer being edited: "start", "goal", or "both" side by side.
        self.layer = "start"
        self.symmetry = DrawingSymmetry()
        self.grid = "square"
        #: The drawing as last saved.
        self.saved = self.drawing
        self.message = ""
        #: Faults in the file from which the drawing was read.
        self.remarks: tuple[DesignFault, ...] = ()

    @property
    def shown(self) -> Drawing:
        """The preview if there is one, otherwise the drawing."""
        return self.preview_drawing or self.drawing

    @property
    def message(self) -> str:
        """The current message: an error, unless `is_error` is set to False afterwards."""
        return self._message

    @message.setter
    def message(self, text: str) -> None:
        self._message, self.is_error = text, True

    @property
    def changed(self) -> bool:
        """True if the drawing has unsaved changes."""
        return self.drawing != self.saved

    # -- history --------------------------------------------------------------------------------

    def apply(self, drawing: Drawing) -> bool:
        """Replace the drawing in a single undoable step; return whether it changed."""
        self.preview_drawing = None
        if drawing == self.drawing:
            return False
        self._past.append((self.drawing, self.remarks))
        self._future.clear()
        self._set_drawing(drawing)
        return True

    def replace(self, drawing: Drawing) -> None:
        """Replace the drawing by an unrelated one in a single undoable step."""
        self.apply(drawing)
        self._unrelated, self.remarks = self.drawing, ()

    def apply_edit(self, edit: Callable[..., Drawing], *arguments: Any, **options: Any) -> bool:
        """Apply an edit; return whether it succeeded, and set `message` if not."""
        self.message = ""
        try:
            return self.apply(edit(self.drawing, *arguments, **options))
        except PuzzlekitError as error:
            self.preview_drawing = None
            self.message = str(error)
            return False

    def undo(self) -> bool:
        """Undo the last edit; return whether there was one."""
        return self._undo_or_redo(self._past, self._future)

    def redo(self) -> bool:
        """Redo the last undone edit; return whether there was one."""
        return self._undo_or_redo(self._future, self._past)

    @property
    def previous_drawing(self) -> Drawing | None:
        """The drawing before the last edit, or None if there is none or it is unrelated."""
        return self._past[-1][0] if self._past and self.drawing is not self._unrelated else None

    @property
    def can_undo(self) -> bool:
        """True if there is an edit to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """True if there is an edit to redo."""
        return bool(self._future)

    def can_return_to(self, drawing: Drawing) -> bool:
        """Return whether a drawing is the current one, or undo or redo can lead to it."""
        return drawing is self.drawing or any(
            drawing is step[0] for step in (*self._past, *self._future)
        )

    def _undo_or_redo(self, source: list[_Step], other: list[_Step]) -> bool:
        self.preview_drawing, self.message = None, ""
        if not source:
            return False
        other.append((self.drawing, self.remarks))
        drawing, self.remarks = source.pop()
        self._set_drawing(drawing)
        return True

    def _set_drawing(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.selection = frozenset(c for c in self.selection if c < len(drawing.nodes))

    # -- edits that respect the copies and the grid -----------------------------------------------

    def with_edge(
        self,
        drawing: Drawing,
        a: int | Point,
        b: int | Point,
        *,
        one_way: bool = False,
        free: bool = False,
    ) -> Drawing:
        """Return the drawing with an edge added or changed.

        An end given as a point becomes a new node, snapped to the grid unless `free`. If both ends
        are the same, there is no edge.
        """
        ends = []
        for end in (a, b):
            if isinstance(end, int):
                ends.append(end)
                continue
            place = end if free else snap_to_grid(self.grid, end)
            drawing = self.symmetry.add(drawing, place)
            cell = drawing.node_at(place)
            assert cell is not None
            ends.append(cell)
        first, last = ends
        return drawing if first == last else self.symmetry.join(drawing, first, last, one_way)

    def place(self, where: edits.PlaneMap) -> bool:
        """Move each selected node to the point given by `where`, unless points are occupied."""
        points = {c: where(self.drawing.nodes[c].point) for c in self.selection}
        places = {(round(x, 4), round(y, 4)) for x, y in points.values()}
        if self._are_taken(points) or len(places) < len(points):
            self.message = _("Two nodes would be at the same point; choose free points")
            return False
        return self.apply_edit(edits.move_nodes, points)

    def _are_taken(self, points: Mapping[int, Point]) -> bool:
        """Return whether other nodes are at the given points."""
        others = [node.point for c, node in enumerate(self.drawing.nodes) if c not in points]
        return any(
            math.dist(point, taken) < SAME_POINT for taken in others for point in points.values()
        )

    def paste(self, part: Drawing, where: edits.PlaneMap) -> bool:
        """Paste part of a drawing at the points given by `where`, and select the new nodes."""
        before = len(self.drawing.nodes)
        done = self.apply_edit(edits.paste, part, where)
        if done:
            self.selection = frozenset(range(before, len(self.drawing.nodes)))
        return done

    def erase(
        self,
        cells: Collection[int] = (),
        edges: Iterable[tuple[int, int]] = (),
        turns: Iterable[str] = (),
    ) -> bool:
        """Erase nodes and edges, together with their copies, and turns."""
        drawing = self.drawing
        for edge in edges:
            drawing = self.symmetry.remove_edge(drawing, *edge)
        for turn in turns:
            drawing = edits.change_turn(drawing, turn, None)
        done = self.apply(edits.remove_nodes(drawing, self.symmetry.nodes(drawing, cells)))
        self.selection = frozenset() if cells else self.selection
        return done

    def shift(self, cells: Iterable[int], by: Point, free: bool = False) -> Drawing:
        """Return the drawing with nodes shifted so that the first one snaps to the grid."""
        nodes = self.drawing.nodes
        cells = sorted(cells)
        if not cells:
            return self.drawing
        x, y = nodes[cells[0]].point
        target = x + by[0], y + by[1]
        end = target if free else snap_to_grid(self.grid, target)
        by = end[0] - x, end[1] - y
        points = {c: (nodes[c].point[0] + by[0], nodes[c].point[1] + by[1]) for c in cells}
        if self._are_taken(points):
            return self.drawing
        return self.symmetry.move(self.drawing, points)
