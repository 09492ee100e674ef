"""What a hand does on the sheet, from pressing to letting go.

Most gestures end when the button is let go; a street or a turn that is drawn by clicks goes on.
What a gesture would do is tried as it goes on, and done at its end, or dropped.
"""

from __future__ import annotations

import math
from collections.abc import Collection

import pygame

from ....core.board import Point
from ....core.errors import OptionError
from ....design import edits
from ....design.drawing import Drawing
from ....design.grids import snapped
from ..drawing.canvas import Canvas, Rect
from .desk import Desk
from .painter import Painter
from .pane import Pane, Spot
from .sheet import Sheet

#: How far the mouse goes in a click, in pixels before scaling.
SLACK = 5


class Gesture:
    """One gesture; `over` says that it has come to its end."""

    #: Whether it is drawn by clicks, so that it goes on when the button is let go.
    by_clicks = False

    #: Whether the node under the mouse is its aim.
    aims = False

    #: Whether it goes on beside the sheet as at its edge; others have nothing to do there.
    holds_on = False

    def __init__(self, desk: Desk, sheet: Sheet) -> None:
        self.desk, self.sheet = desk, sheet
        self.workshop = desk.workshop
        #: The drawing as it was when it began: it knows the nodes by their numbers there.
        self.base = self.workshop.drawing
        self.over = False

    @property
    def says(self) -> str:
        """What can be done now, in place of what the tool says."""
        return ""

    def press(self, spot: Spot) -> None:
        """Go on with another click."""

    def move(self, spot: Spot) -> None:
        """Follow the hand."""

    def release(self, spot: Spot) -> None:
        """Let go."""

    def wheel(self, by: int) -> bool:
        """Use the wheel, or leave it."""
        return False

    def confirm(self) -> None:
        """End it as if all were said."""

    def drop(self) -> None:
        """End it as if it had not begun."""
        tried = self.workshop.tried is not None
        self.workshop.drop()
        self.over = True
        if tried:
            self.desk.changed()

    def done(self) -> None:
        """End it, and tell that the drawing has changed."""
        self.over = True
        self.desk.changed()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        """Draw what is seen of it above the drawing."""

    def show(self, tried: Drawing | None) -> None:
        """Show what would be."""
        if tried != self.workshop.tried:
            self.workshop.tried = tried
            self.desk.changed()


def is_free() -> bool:
    """Tell whether nodes are to lie off the grid now: while Alt is held."""
    return bool(pygame.key.get_mods() & pygame.KMOD_ALT)


def is_adding() -> bool:
    """Tell whether what is selected stays selected: while Shift is held."""
    return bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)


class Pan(Gesture):
    """Moving the whole sheet."""

    holds_on = True

    def __init__(self, desk: Desk, sheet: Sheet, spot: Spot) -> None:
        super().__init__(desk, sheet)
        self.last = spot.pixel

    def move(self, spot: Spot) -> None:
        x, y = spot.pixel
        self.sheet.pan(x - self.last[0], y - self.last[1])
        self.last = spot.pixel

    def release(self, spot: Spot) -> None:
        self.over = True


class Band(Gesture):
    """Selecting what lies in a box; a click selects nothing."""

    holds_on = True

    def __init__(self, desk: Desk, sheet: Sheet, spot: Spot) -> None:
        super().__init__(desk, sheet)
        self.first, self.last = spot, spot.pixel
        self.before = self.workshop.selection if is_adding() else frozenset()

    def _box(self) -> Rect:
        (ax, ay), (bx, by) = self.first.pixel, self.last
        return Rect(min(ax, bx), min(ay, by), abs(ax - bx), abs(ay - by))

    def move(self, spot: Spot) -> None:
        self.last = spot.pixel
        box, pane = self._box(), self.first.pane
        inside = {
            cell
            for cell, node in enumerate(self.workshop.drawing.nodes)
            if box.collidepoint(pane.pixel(node.point))
        }
        self.workshop.selection = self.before | inside

    def release(self, spot: Spot) -> None:
        self.move(spot)
        self.over = True
        self.desk.rebuild()

    def drop(self) -> None:
        self.workshop.selection = self.before
        super().drop()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        canvas.ring(self._box().inflate(2, 2), canvas.theme.accent, 3, 1.5)


class Move(Gesture):
    """Moving nodes; it does not begin before the mouse has gone some way."""

    holds_on = True

    def __init__(self, desk: Desk, sheet: Sheet, spot: Spot, cells: Collection[int]) -> None:
        super().__init__(desk, sheet)
        self.first, self.cells = spot, cells
        self.begun = False

    def move(self, spot: Spot) -> None:
        self.begun |= math.dist(spot.pixel, self.first.pixel) > SLACK * self.sheet.scale
        if self.begun:
            x, y = self.first.point
            px, py = self.first.pane.view.point(*spot.pixel)
            drawing = self.workshop.shift(self.cells, (px - x, py - y), is_free())
            if drawing is not self.workshop.drawing:  # else other nodes lie there
                self.workshop.tried = drawing

    def release(self, spot: Spot) -> None:
        self.move(spot)
        if self.workshop.tried is not None:
            self.workshop.do(self.workshop.tried)
        self.done()


class Street(Gesture):
    """Drawing a street from a node, or from where one shall be; a click alone is a node.

    From a node a click is enough if it `stays`: the next click is its end.
    """

    aims = True

    def __init__(self, desk: Desk, sheet: Sheet, spot: Spot, *, one_way: bool, stays: bool) -> None:
        super().__init__(desk, sheet)
        self.first = self.last = spot
        self.one_way, self.stays = one_way, stays
        self.start: int | Point = spot.point if spot.node is None else spot.node

    @property
    def says(self) -> str:
        return "Let go over a node or on the ground; Esc drops it" if self._far() else ""

    def _far(self) -> bool:
        return math.dist(self.first.pixel, self.last.pixel) > SLACK * self.sheet.scale

    def move(self, spot: Spot) -> None:
        self.last = spot
        if spot.node is None or spot.node == self.start or not self._far():
            self.show(None)
        else:
            self.show(self._with(spot.node))

    def _with(self, end: int | Point) -> Drawing | None:
        try:
            return self.workshop.street(
                self.workshop.drawing, self.start, end, one_way=self.one_way, free=is_free()
            )
        except OptionError:
            return None

    def press(self, spot: Spot) -> None:
        self._end(spot)

    def release(self, spot: Spot) -> None:
        self.last = spot
        if self._far() or self.start != spot.node:
            self._end(spot)
        elif self.stays:
            self.by_clicks = True
        else:
            self.over = True

    def _end(self, spot: Spot) -> None:
        end: int | Point = spot.node if spot.node is not None else spot.point
        if not self._far():
            end = self.start
        self.workshop.attempt(
            self.workshop.street, self.start, end, one_way=self.one_way, free=is_free()
        )
        self.done()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        if self.workshop.tried is not None or not (self._far() or self.by_clicks):
            return
        pane, nodes = self.first.pane, self.workshop.drawing.nodes
        start = nodes[self.start].point if isinstance(self.start, int) else self._place(self.start)
        x, y = self.last.point
        painter.arrow(
            pane, (start, (x, y)), canvas.theme.accent, there=True, back=not self.one_way, behind=0
        )
        for end in (self.start, self.last.point):
            if not isinstance(end, int) and (self.last.node is None or end is self.start):
                painter.ring(pane, self._place(end), canvas.theme.accent, 0.95, 2)

    def _place(self, point: Point) -> Point:
        return point if is_free() else snapped(self.workshop.grid, point)


class Carry(Gesture):
    """Carrying a piece from the tray to a node, or from a node to another.

    A click on a node, from which nothing is carried, lays something else there.
    """

    aims = True

    def __init__(
        self,
        desk: Desk,
        sheet: Sheet,
        pixel: tuple[int, int],
        label: str,
        origin: Spot | None,
        lay: str,
    ) -> None:
        super().__init__(desk, sheet)
        self.label, self.origin, self.lay = label, origin, lay
        self.first = self.pixel = pixel

    def has_moved(self) -> bool:
        """Tell whether it is more than a click."""
        return math.dist(self.first, self.pixel) > SLACK * self.sheet.scale

    def _with(self, spot: Spot) -> Drawing | None:
        drawing, cell, layer = self.workshop.drawing, spot.node, spot.pane.layer
        if cell is None:
            return None
        if self.origin is None:
            return edits.replaced(drawing, layer, cell, self.label)
        if self.origin.node in (None, cell) or self.origin.pane.layer != layer:
            return None
        return edits.exchanged(drawing, layer, self.origin.node, cell)

    def move(self, spot: Spot) -> None:
        self.pixel = spot.pixel
        self.show(self._with(spot) if self.has_moved() else None)

    def away(self, pixel: tuple[int, int]) -> None:
        """Follow the hand where there is no sheet."""
        self.pixel = pixel
        self.show(None)

    def release(self, spot: Spot) -> None:
        self.move(spot)
        if self.workshop.tried is not None:
            self.workshop.do(self.workshop.tried)
        elif not self.has_moved() and spot.node is not None:
            self.workshop.attempt(edits.replaced, spot.pane.layer, spot.node, self.lay)
        self.done()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        if not self.has_moved():
            return
        size = max(24, round(1.5 * self.sheet.panes[0].radius))
        piece = self.workshop.drawing.pieces.get(self.label)
        if piece is None and self.label:
            drawing = self.workshop.drawing
            piece = drawing._replace(start=(*drawing.start, self.label)).pieces.get(self.label)
        shown = (
            canvas.piece(piece, size, rounded=True) if piece else painter.hole(size, painter.ground)
        )
        canvas.surface.blit(shown, shown.get_rect(center=self.pixel))


class Erase(Gesture):
    """Sweeping over what shall go; it goes at once when the hand lets go."""

    def __init__(self, desk: Desk, sheet: Sheet, spot: Spot) -> None:
        super().__init__(desk, sheet)
        self.cells: set[int] = set()
        self.streets: set[tuple[int, int]] = set()
        self.turns: set[str] = set()
        self.move(spot)

    def move(self, spot: Spot) -> None:
        if spot.node is not None:
            self.cells.add(spot.node)
        elif spot.turn:
            self.turns.add(spot.turn)
        elif spot.street is not None:
            self.streets.add(spot.street)

    def release(self, spot: Spot) -> None:
        self.move(spot)
        self.workshop.attempt(self._without)
        if self.cells:
            self.workshop.selection = frozenset()
        self.done()

    def _without(self, drawing: Drawing) -> Drawing:
        for street in self.streets:
            drawing = self.workshop.copies.part(drawing, *street)
        for turn in self.turns:
            drawing = edits.turn_changed(drawing, turn, None)
        return self.workshop.copies.remove(drawing, self.cells)

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        drawing, bad = self.workshop.drawing, canvas.theme.bad
        for pane in self.sheet.panes:
            for cell in self.cells:
                painter.cross(pane, drawing.nodes[cell].point, bad)
            for a, b in self.streets:
                (ax, ay), (bx, by) = drawing.nodes[a].point, drawing.nodes[b].point
                painter.cross(pane, ((ax + bx) / 2, (ay + by) / 2), bad)


class Turning(Gesture):
    """Drawing a turn by clicks on the nodes of a closed path."""

    by_clicks = aims = True

    def __init__(self, desk: Desk, sheet: Sheet, spot: Spot) -> None:
        super().__init__(desk, sheet)
        self.path: list[int] = []
        self.steps = 1
        self.pane: Pane = spot.pane
        self.last = spot
        self.press(spot)

    @property
    def says(self) -> str:
        steps = "1 step" if self.steps == 1 else f"{self.steps} steps"
        return f"{len(self.path)} nodes, {steps} (wheel, digits); the first node or Enter ends it"

    def press(self, spot: Spot) -> None:
        if spot.node is None:
            return
        self.last = spot
        if spot.node in self.path:
            if spot.node in (self.path[0], self.path[-1]) and len(self.path) > 1:
                self.confirm()
            return
        self.path.append(spot.node)
        self._show()

    def _show(self) -> None:
        if len(self.path) > 1:
            self.steps = min(self.steps, len(self.path) - 1)
            copies, drawing = self.workshop.copies, self.workshop.drawing
            self.show(copies.turn(drawing, self.path, self.steps))

    def move(self, spot: Spot) -> None:
        self.last = spot

    def wheel(self, by: int) -> bool:
        most = max(1, len(self.path) - 1)
        self.steps = (self.steps - 1 + (1 if by > 0 else -1)) % most + 1
        self._show()
        return True

    def digit(self, steps: int) -> None:
        """Let the turn go by so many steps."""
        self.steps = max(1, steps)
        self._show()

    def confirm(self) -> None:
        if len(self.path) < 2:
            self.drop()
            return
        self.workshop.attempt(self.workshop.copies.turn, self.path, self.steps)
        self.done()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        pane, nodes = self.pane, self.workshop.drawing.nodes
        if len(self.path) == 1:
            start = nodes[self.path[0]].point
            painter.arrow(
                pane,
                (start, self.last.point),
                canvas.theme.accent,
                there=True,
                back=False,
                behind=0,
            )
        for number, cell in enumerate(self.path):
            painter.ring(pane, nodes[cell].point, canvas.theme.accent, 1.15, 3)
            painter.count(pane, nodes[cell].point, number + 1)
