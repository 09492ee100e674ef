"""What is done with what is selected: copied, mirrored, rotated, put on one line."""

from __future__ import annotations

import math

from ....core.board import Point
from ....design import edits, grids
from ....design.drawing import Drawing
from .desk import Desk
from .hand import Hand

#: By how much a rotation turns on each grid.
ANGLES = {"triangular": 60, "hexagonal": 60, "rings": 30}


class Arranger:
    """Arranges what is selected."""

    def __init__(self, desk: Desk, hand: Hand) -> None:
        self.desk, self.hand, self._work = desk, hand, desk.workshop
        self._kept: Drawing | None = None
        self._rotated: tuple[Drawing, frozenset[int], Point] | None = None

    def select_all(self) -> None:
        self._work.selection = frozenset(range(len(self._work.drawing.nodes)))
        self.desk.rebuild()

    def copy(self) -> None:
        if self._work.selection:
            self._kept = edits.part_of(self._work.drawing, self._work.selection)

    def paste(self) -> None:
        """Put down what was copied: under the mouse, or beside where it was."""
        if self._kept is None:
            return
        part = self._kept
        x, y = part.nodes[0].point
        if self.hand.hover is not None and self.hand.cursor is None:
            px, py = grids.snapped(self._work.grid, self.hand.hover.point)
            self._put(part, px - x, py - y)
        else:
            self._put(part, *_beyond(part))

    def double(self) -> None:
        """Copy what is selected to where it does not touch itself, at the right."""
        if self._work.selection:
            part = edits.part_of(self._work.drawing, self._work.selection)
            self._put(part, *_beyond(part))

    def _put(self, part: Drawing, dx: float, dy: float) -> None:
        self.hand.drop()
        self._work.paste(part, lambda point: (round(point[0] + dx, 9), round(point[1] + dy, 9)))
        self.desk.changed()

    def mirror(self, upside: bool = False) -> None:
        """Exchange left and right of what is selected, or above and below."""
        centre = edits.middle(self._work.drawing, self._work.selection)
        self._place(edits.mirrored_at(centre, across=not upside))

    def rotate(self, back: bool = False) -> None:
        """Rotate what is selected by a step of the grid, counterclockwise, or back."""
        work = self._work
        if self._rotated is None or self._rotated[:2] != (work.drawing, work.selection):
            centre = self._centre()
        else:  # about the same point again, so that four quarters lead back
            centre = self._rotated[2]
        angle = ANGLES.get(work.grid, 90)
        self._place(edits.turned_about(centre, -angle if back else angle))
        self._rotated = work.drawing, work.selection, centre

    def _centre(self) -> Point:
        """Return the point nearest to the middle of what is selected that keeps it on the grid."""
        x, y = edits.middle(self._work.drawing, self._work.selection)
        if self._work.grid == "square":
            x, y = math.floor(2 * x + 0.5) / 2, math.floor(2 * y + 0.5) / 2
            return (x, y) if (x + y).is_integer() else (math.floor(x), math.floor(y))
        return (0.0, 0.0) if self._work.grid == "rings" else grids.snapped(self._work.grid, (x, y))

    def _place(self, where: edits.Points) -> None:
        self.hand.drop()
        if self._work.selection:
            self._work.place(where)
            self.desk.changed()

    def align(self) -> None:
        """Put what is selected on one line: a row if it is wider than high, else a column."""
        work = self._work
        if len(work.selection) > 1:
            self.hand.drop()
            points = [work.drawing.nodes[cell].point for cell in work.selection]
            xs, ys = zip(*points, strict=True)
            axis = 1 if max(xs) - min(xs) >= max(ys) - min(ys) else 0
            level = grids.snapped(work.grid, edits.middle(work.drawing, work.selection))[axis]
            work.place(lambda p: (level, p[1]) if axis == 0 else (p[0], level))
            self.desk.changed()


def _beyond(part: Drawing) -> tuple[float, float]:
    """Return the way to the right after which a part of a drawing does not touch itself."""
    xs = [node.point[0] for node in part.nodes]
    return float(int(max(xs) - min(xs) + 1.999)), 0.0
