"""The last move on the board: where something came from, and where it is now."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ....play.table import Table
from ...theme import Theme, mix
from ..drawing.board_view import BoardView

#: How much of the colour of the mark lies on the ground of a cell.
TINT = 0.4

#: Steps from which on a line joins the two ends of a move.
FAR = 1.2


class LastMove:
    """Marks the last move: under the pieces the ground of its cells, over them a frame."""

    def __init__(self, table: Table, view: BoardView) -> None:
        self.view, self.marks = view, view.marks
        self.carry = table.session.last_carry()
        moved, looks = table.session.moved_cells(), view.timeline.looks
        self.few = len(moved) <= max(4, len(looks) // 2)
        self.turned = turned(table, moved)
        still = set(self.turned)
        self.to = [cell for cell in moved if looks[cell] is not None and cell not in still]
        self.left = [cell for cell in moved if looks[cell] is None and cell not in still]
        #: Tiles are seen against a colour that none of them has.
        self.is_tiled = any(look is not None and look.form == "hexagon" for look in looks)

    def draw_under(self, theme: Theme) -> None:
        """Colour the ground, and join both ends of a move that went far."""
        if not self.few:
            return
        self.marks.tint([*self.turned, *self.left, *self.to], theme.accent, TINT)
        if len(self.left) == len(self.to) == 1:
            points = self.view.board.points
            start, end = points[self.left[0]], points[self.to[0]]
            if math.dist(start, end) > FAR:
                self.marks.line(start, end, mix(theme.accent, theme.wood, 1 - TINT))

    def draw(self, theme: Theme) -> None:
        ink = theme.focus if self.is_tiled else theme.accent
        if not self.few:  # nearly all has moved: say which way
            self.marks.arrow([*self.turned, *self.to, *self.left], self.carry, ink)
            return
        self.marks.outline(self.turned, ink, 3)
        for cell in self.to:
            self.marks.outline([cell], ink, 3)
        for cell in self.left:
            self.marks.dot(self.view.board.points[cell], ink, 0.1)


def turned(table: Table, moved: Sequence[int]) -> Sequence[int]:
    """Return the part of the board that the last move has turned, its middle included."""
    move = table.session.last
    if table.rules.motion != "turn" or len(moved) < 3 or move is None:
        return ()
    touched = (touch.cells for touch in table.rules.touches(move))
    return sorted({*moved, *max(touched, key=len, default=())})
