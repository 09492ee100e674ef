"""Keyboard control of the designer."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import pygame

from ....core.board import Point
from ....design import copies, edits, grids
from ....design.drawing import ANY, Drawing
from ...cells import nearest_in_direction
from ..drawing.widgets import ARROWS
from .context import DesignerContext
from .drawing_gestures import DrawEdge, DrawTurn
from .mouse import MouseTool
from .palette import Palette
from .pane import HitResult
from .tools import TOOLS
from .viewport import Viewport

#: Rotation step in degrees by grid; 90 on others.
ANGLES = {"triangular": 60, "hexagonal": 60, "rings": 30}


class Arranger:
    """Arrangement of the selection: copy, mirror, rotate and align."""

    def __init__(self, desk: DesignerContext, hand: MouseTool) -> None:
        self.desk, self.hand, self._work = desk, hand, desk.workshop
        self._clipboard: Drawing | None = None
        self._rotated: tuple[Drawing, frozenset[int], Point] | None = None

    def select_all(self) -> None:
        self._work.selection = frozenset(range(len(self._work.drawing.nodes)))
        self.desk.rebuild()

    def copy(self) -> None:
        if self._work.selection:
            self._clipboard = edits.selection(self._work.drawing, self._work.selection)

    def paste(self) -> None:
        """Paste under the mouse, or beside the original."""
        if self._clipboard is None:
            return
        part = self._clipboard
        x, y = part.nodes[0].point
        if self.hand.hover is not None and self.hand.cursor is None:
            px, py = grids.snap_to_grid(self._work.grid, self.hand.hover.point)
            self._paste_at(part, px - x, py - y)
        else:
            self._paste_at(part, *_beyond(part))

    def double(self) -> None:
        """Duplicate the selection to its right."""
        if self._work.selection:
            part = edits.selection(self._work.drawing, self._work.selection)
            self._paste_at(part, *_beyond(part))

    def _paste_at(self, part: Drawing, dx: float, dy: float) -> None:
        self.hand.drop()
        self._work.paste(part, lambda point: (round(point[0] + dx, 9), round(point[1] + dy, 9)))
        self.desk.changed()

    def mirror(self, upside: bool = False) -> None:
        """Mirror the selection left to right, or upside down."""
        centre = edits.centroid(self._work.drawing, self._work.selection)
        self._place(edits.mirrored_at(centre, across=not upside))

    def rotate(self, back: bool = False) -> None:
        """Rotate the selection counterclockwise by a step of the grid, or back."""
        work = self._work
        if self._rotated is None or self._rotated[:2] != (work.drawing, work.selection):
            centre = self._centre()
        else:  # the same centre, so that four quarter turns cancel out
            centre = self._rotated[2]
        angle = ANGLES.get(work.grid, 90)
        self._place(edits.turned_about(centre, -angle if back else angle))
        self._rotated = work.drawing, work.selection, centre

    def _centre(self) -> Point:
        """Return the rotation centre nearest to the selection's centroid that keeps to the grid."""
        x, y = edits.centroid(self._work.drawing, self._work.selection)
        if self._work.grid == "square":
            x, y = math.floor(2 * x + 0.5) / 2, math.floor(2 * y + 0.5) / 2
            return (x, y) if (x + y).is_integer() else (math.floor(x), math.floor(y))
        return (
            (0.0, 0.0)
            if self._work.grid == "rings"
            else grids.snap_to_grid(self._work.grid, (x, y))
        )

    def _place(self, where: edits.Points) -> None:
        self.hand.drop()
        if self._work.selection:
            self._work.place(where)
            self.desk.changed()

    def align(self) -> None:
        """Align the selection in a row if it is wider than high, else in a column."""
        work = self._work
        if len(work.selection) > 1:
            self.hand.drop()
            points = [work.drawing.nodes[cell].point for cell in work.selection]
            xs, ys = zip(*points, strict=True)
            axis = 1 if max(xs) - min(xs) >= max(ys) - min(ys) else 0
            level = grids.snap_to_grid(work.grid, edits.centroid(work.drawing, work.selection))[
                axis
            ]
            work.place(lambda p: (level, p[1]) if axis == 0 else (p[0], level))
            self.desk.changed()


def _beyond(part: Drawing) -> tuple[float, float]:
    """Return a shift to the right that moves a copy clear of the original."""
    xs = [node.point[0] for node in part.nodes]
    return float(int(max(xs) - min(xs) + 1.999)), 0.0


#: Maximum number of letters on a piece.
LONGEST = 3

_ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
_ERASE = (pygame.K_DELETE, pygame.K_BACKSPACE)


class Keyboard:
    """Handler of keys that no widget has handled."""

    def __init__(
        self, desk: DesignerContext, sheet: Viewport, hand: MouseTool, tray: Palette
    ) -> None:
        self.desk, self.sheet, self.hand, self.tray = desk, sheet, hand, tray
        self._work = desk.workshop
        #: Keyboard cursor on empty space, where Enter adds a node.
        self.ground: Point | None = None
        arranger = Arranger(desk, hand)
        #: The text being typed: (node, layer), text, drawing before and after.
        self._typed: tuple[tuple[int, str], str, Drawing, Drawing] | None = None
        self._letters: dict[str, Callable[[], object]] = {
            **{tool.letter: partial(hand.choose, tool.name) for tool in TOOLS},
            "c": partial(self.step_copies, 1),
            "g": self.step_grid,
            "b": hand.show_place,
            "o": hand.exchange_layers,
            "d": hand.free,
            "l": arranger.align,
            "0": self.desk.show_all,
            "+": lambda: self._zoom(1.25),
            "-": lambda: self._zoom(0.8),
        }
        self._commands: dict[int, Callable[[bool], object]] = {
            pygame.K_z: lambda shift: self.redo() if shift else self.undo(),
            pygame.K_y: lambda shift: self.redo(),
            pygame.K_a: lambda shift: arranger.select_all(),
            pygame.K_c: lambda shift: arranger.copy(),
            pygame.K_v: lambda shift: arranger.paste(),
            pygame.K_d: lambda shift: arranger.double(),
            pygame.K_m: arranger.mirror,
            pygame.K_r: arranger.rotate,
        }

    def key(self, event: pygame.event.Event) -> bool:
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            if event.key in ARROWS:
                self._nudge(*ARROWS[event.key])
            elif event.key in self._commands:
                self._commands[event.key](shift)
            else:
                return False
        elif event.key in ARROWS:
            self._walk(*ARROWS[event.key])
        elif event.key in _ENTER:
            self._enter()
        elif event.key == pygame.K_ESCAPE:
            return self._escape()
        elif event.key == pygame.K_BACKSPACE and self._is_typing():
            self._type("")
        elif event.key in _ERASE:
            self.hand.drop()
            self.hand.erase()
        else:
            return self._letter(event.unicode, shift)
        self.desk.window.dirty = True
        return True

    def _letter(self, letter: str, shift: bool) -> bool:
        gesture = self.hand.gesture
        if isinstance(gesture, DrawTurn) and letter.isdecimal():
            gesture.digit(int(letter))
        elif self._is_typing() and letter.isprintable() and letter.strip() and letter != ANY:
            self._type(letter)
        elif letter.lower() == "c" and shift:
            self.step_copies(-1)
        elif letter.lower() in self._letters:
            self._letters[letter.lower()]()
        else:
            return False
        return True

    def _walk(self, dx: int, dy: int) -> None:
        """Move the cursor to the nearest node in a direction, or on the grid with the Node tool."""
        nodes = self._work.drawing.nodes
        if self.hand.tool == "Node":
            self._walk_on_grid(dx, dy)
        elif nodes:
            points, start = [node.point for node in nodes], self.hand.cell
            if start is None:
                self.go_to(0)
            else:
                nearest = nearest_in_direction(points, points[start], dx, dy)
                self.go_to(start if nearest is None else nearest)

    def _walk_on_grid(self, dx: int, dy: int) -> None:
        before = self.ground
        if before is None and self.hand.cursor is not None:
            before = self._work.drawing.nodes[self.hand.cursor].point
        if before is None:
            pane = self.sheet.panes[0]
            target = grids.snap_to_grid(self._work.grid, pane.view.point(*pane.box.center))
        else:
            x, y = before
            box = x - 1.5, y - 1.5, x + 1.5, y + 1.5
            points = grids.points_in(self._work.grid, box) or [(x + dx / 2, y + dy / 2)]
            number = nearest_in_direction(points, before, dx, dy)
            target = before if number is None else points[number]
        cell = self._work.drawing.node_at(target, 1e-4)
        self.hand.cursor = None
        if cell is not None:
            self.go_to(cell)
        self.ground = target
        self.sheet.show(target)
        self._follow(cell)

    def go_to(self, cell: int | None) -> None:
        self.hand.cursor, self.ground = cell, None
        if cell is not None:
            self.sheet.show(self._work.drawing.nodes[cell].point)
            self._follow(cell)

    def _follow(self, cell: int | None) -> None:
        if self.hand.gesture is not None:
            self.hand.gesture.move(self._spot(cell))

    def _spot(self, cell: int | None) -> HitResult:
        if cell is not None:
            return self.sheet.spot_of(cell)
        pane, point = self.sheet.panes[0], self.ground or (0.0, 0.0)
        x, y = pane.pixel(point)
        return HitResult((round(x), round(y)), pane, point)

    def _enter(self) -> None:
        """Act like a click with the tool at the cursor."""
        hand, gesture, cell = self.hand, self.hand.gesture, self.hand.cursor
        if cell is None and self.ground is None:
            if isinstance(gesture, DrawTurn):
                gesture.confirm()
                hand.gesture = None
            return
        pos = self._spot(cell)
        if gesture is not None:
            gesture.press(pos)
        elif hand.tool == "Select" and cell is not None:
            self._work.selection ^= {cell}
            self.desk.rebuild()
        else:
            hand.begin(pos)
            if isinstance(hand.gesture, DrawEdge):
                hand.gesture.stays = cell is not None
            if hand.gesture is not None and not hand.gesture.by_clicks:
                hand.gesture.release(pos)
        if hand.gesture is not None and hand.gesture.over:
            hand.gesture = None
        if self.ground is not None:  # there may be a node now
            hand.cursor = self._work.drawing.node_at(self.ground, 1e-4)

    def _nudge(self, dx: int, dy: int) -> None:
        """Move the selection or the node at the cursor by a step of the grid."""
        cells = self._work.selection or {c for c in [self.hand.cell] if c is not None}
        if not cells:
            return
        start = self._work.drawing.nodes[min(cells)].point
        box = start[0] - 1.5, start[1] - 1.5, start[0] + 1.5, start[1] + 1.5
        points = grids.points_in(self._work.grid, box) or [(start[0] + dx / 4, start[1] + dy / 4)]
        number = nearest_in_direction(points, start, dx, dy)
        if number is not None:
            x, y = points[number]
            by = x - start[0], y - start[1]
            self._work.preview(lambda drawing: self._work.shift(cells, by))
            self.ground = None
            self.desk.changed()

    def _escape(self) -> bool:
        """Cancel a gesture, close a card or clear the selection; return whether there was one."""
        hand, work = self.hand, self._work
        if hand.drop():
            return True
        if self.tray.shut() or hand.card.shut():
            self.desk.rebuild()
        elif hand.cursor is not None or self.ground is not None:
            hand.cursor = self.ground = None
        elif work.selection:
            work.selection = frozenset()
            self.desk.rebuild()
        elif hand.tool in ("Piece", "Turn", "Erase", "Hole"):
            hand.choose("Select")
        else:
            return False
        self.desk.window.dirty = True
        return True

    def _is_typing(self) -> bool:
        return self.hand.tool == "Piece" and self.hand.cell is not None

    def _type(self, letter: str) -> None:
        """Label the current node; letters typed in succession form one label."""
        work, cell, layer = self._work, self.hand.cell, self.hand.layer
        assert cell is not None
        base, text = work.drawing, letter
        if letter and self._typed is not None:
            where, old, before, after = self._typed
            if where == (cell, layer) and after is base and len(old) < LONGEST:
                base, text = before, old + letter
                work.undo()
        work.preview(lambda _: edits.replaced(base, layer, cell, text))
        self._typed = (cell, layer), text, base, work.drawing
        self.desk.changed()

    def undo(self) -> None:
        if not self.hand.drop() and self._work.undo():
            self.desk.changed()

    def redo(self) -> None:
        self.hand.drop()
        if self._work.redo():
            self.desk.changed()

    def step_copies(self, by: int) -> None:
        """Choose the next symmetry, about the middle of the drawing."""
        kinds = list(copies.KINDS)
        work = self._work
        kind = kinds[(kinds.index(work.copies.kind) + by) % len(kinds)]
        centre = work.copies.centre
        if work.copies.kind == "off":
            centre = edits.centroid(work.drawing, range(len(work.drawing.nodes)))
        work.copies = copies.DrawingSymmetry(kind, centre)
        self.hand.drop()
        self.desk.rebuild()

    def step_grid(self) -> None:
        kinds = grids.KINDS
        self._work.grid = kinds[(kinds.index(self._work.grid) + 1) % len(kinds)]
        self.ground = None
        self.desk.rebuild()

    def _zoom(self, by: float) -> None:
        self.sheet.zoom(by)
        self.desk.rebuild()
