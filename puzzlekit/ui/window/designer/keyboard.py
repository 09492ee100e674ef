"""Keyboard control of the designer."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import pygame

from ....core.board import Point
from ....design import edits, grids, symmetric_drawing
from ....design.drawing import ANY, Drawing
from ...cells import nearest_in_direction
from ..drawing.widgets import ARROWS, ENTER_KEYS, has_ctrl
from .gestures import DrawEdge, DrawTurn
from .mouse import TOOLS, MouseTool
from .viewport import DesignerContext, HitResult

#: Rotation step in degrees, by grid. On all other grids, it is 90.
ANGLES = {"triangular": 60, "hexagonal": 60, "rings": 30}


class Arranger:
    """Operations that copy, mirror, rotate and align the selection."""

    def __init__(self, context: DesignerContext, mouse: MouseTool) -> None:
        self.context, self.mouse, self._document = context, mouse, context.document
        self._clipboard: Drawing | None = None
        self._rotated: tuple[Drawing, frozenset[int], Point] | None = None

    def select_all(self) -> None:
        self._document.selection = frozenset(range(len(self._document.drawing.nodes)))

    def copy(self) -> None:
        if self._document.selection:
            self._clipboard = edits.restrict(self._document.drawing, self._document.selection)

    def paste(self) -> None:
        """Paste at the mouse, or beside the original."""
        if self._clipboard is None:
            return
        part = self._clipboard
        x, y = part.nodes[0].point
        if self.mouse.hover is not None and self.mouse.cursor is None:
            px, py = grids.snap_to_grid(self._document.grid, self.mouse.hover.point)
            self._paste_at(part, px - x, py - y)
        else:
            self._paste_at(part, *_shift_beside(part))

    def duplicate(self) -> None:
        """Duplicate the selection, with the copy on its right."""
        if self._document.selection:
            part = edits.restrict(self._document.drawing, self._document.selection)
            self._paste_at(part, *_shift_beside(part))

    def _paste_at(self, part: Drawing, dx: float, dy: float) -> None:
        self.mouse.cancel()
        self._document.paste(part, lambda point: (round(point[0] + dx, 9), round(point[1] + dy, 9)))
        self.context.changed()

    def mirror(self, top_to_bottom: bool = False) -> None:
        """Mirror the selection left to right, or top to bottom."""
        centre = edits.centroid(self._document.drawing, self._document.selection)
        self._transform(edits.reflection_at(centre, across=not top_to_bottom))

    def rotate(self, back: bool = False) -> None:
        """Rotate the selection by one step of the grid in either direction."""
        work = self._document
        if self._rotated is None or self._rotated[:2] != (work.drawing, work.selection):
            centre = self._centre()
        else:  # the same centre each time, so that four quarter turns cancel out
            centre = self._rotated[2]
        angle = ANGLES.get(work.grid, 90)
        self._transform(edits.rotation_about(centre, -angle if back else angle))
        self._rotated = work.drawing, work.selection, centre

    def _centre(self) -> Point:
        """Return the centre nearest to the selection's centroid that keeps nodes on the grid."""
        x, y = edits.centroid(self._document.drawing, self._document.selection)
        if self._document.grid == "square":
            x, y = math.floor(2 * x + 0.5) / 2, math.floor(2 * y + 0.5) / 2
            return (x, y) if (x + y).is_integer() else (math.floor(x), math.floor(y))
        grid = self._document.grid
        return (0.0, 0.0) if grid == "rings" else grids.snap_to_grid(grid, (x, y))

    def _transform(self, where: edits.PlaneMap) -> None:
        self.mouse.cancel()
        if self._document.selection:
            self._document.place(where)
            self.context.changed()

    def align(self) -> None:
        """Align the selection in a row if it is wider than high, otherwise in a column."""
        work = self._document
        if len(work.selection) > 1:
            self.mouse.cancel()
            points = [work.drawing.nodes[cell].point for cell in work.selection]
            xs, ys = zip(*points, strict=True)
            is_row = max(xs) - min(xs) >= max(ys) - min(ys)
            x, y = grids.snap_to_grid(work.grid, edits.centroid(work.drawing, work.selection))
            work.place(lambda point: (point[0], y) if is_row else (x, point[1]))
            self.context.changed()


def _shift_beside(part: Drawing) -> tuple[float, float]:
    """Return a shift to the right that moves a copy clear of the original."""
    xs = [node.point[0] for node in part.nodes]
    return float(int(max(xs) - min(xs) + 1.999)), 0.0


def _next_on_grid(grid: str, start: Point, dx: int, dy: int, free_step: float) -> Point:
    """Return the nearest grid point in a direction, or `start` if there is none."""
    x, y = start
    points = grids.points_in(grid, (x - 1.5, y - 1.5, x + 1.5, y + 1.5))
    points = points or [(x + dx * free_step, y + dy * free_step)]
    number = nearest_in_direction(points, start, dx, dy)
    return start if number is None else points[number]


#: Maximum number of letters in a piece's label.
MAX_LABEL_LENGTH = 3

_ERASE = (pygame.K_DELETE, pygame.K_BACKSPACE)


class Keyboard:
    """A handler for keys that no widget has handled."""

    def __init__(self, context: DesignerContext, mouse: MouseTool) -> None:
        self.context, self.viewport, self.mouse = context, context.viewport, mouse
        self._document = context.document
        arranger = Arranger(context, mouse)
        #: The label being typed: (node, layer), text, and the drawings before and after.
        self._typed: tuple[tuple[int, str], str, Drawing, Drawing] | None = None
        self._letters: dict[str, Callable[[], object]] = {
            **{tool.letter: partial(mouse.choose, tool.name) for tool in TOOLS},
            "c": partial(self.step_symmetry, 1),
            "g": self.next_grid,
            "b": mouse.show_node_card,
            "o": mouse.exchange_layers,
            "d": mouse.toggle_free,
            "l": arranger.align,
            "0": self.context.show_all,
            "+": partial(self.viewport.zoom, 1.25),
            "-": partial(self.viewport.zoom, 0.8),
        }
        self._commands: dict[int, Callable[[bool], object]] = {
            pygame.K_z: lambda shift: self.redo() if shift else self.undo(),
            pygame.K_y: lambda shift: self.redo(),
            pygame.K_a: lambda shift: arranger.select_all(),
            pygame.K_c: lambda shift: arranger.copy(),
            pygame.K_v: lambda shift: arranger.paste(),
            pygame.K_d: lambda shift: arranger.duplicate(),
            pygame.K_m: arranger.mirror,
            pygame.K_r: arranger.rotate,
        }

    def key(self, event: pygame.event.Event) -> bool:
        shift, mouse = bool(event.mod & pygame.KMOD_SHIFT), self.mouse
        if has_ctrl(event.mod):
            cell = mouse.cell
            if event.key in ARROWS:
                self._nudge(*ARROWS[event.key])
            elif event.key in self._commands:
                self._commands[event.key](shift)
            else:
                return False
            points = [node.point for node in self._document.drawing.nodes]
            if mouse.cursor is not None and cell is not None and cell < len(points):
                mouse.cursor = points[cell]  # follow the node
        elif event.key in ARROWS:
            self._walk(*ARROWS[event.key])
        elif event.key in ENTER_KEYS:
            self._enter()
        elif event.key == pygame.K_ESCAPE:
            return self._escape()
        elif event.key == pygame.K_BACKSPACE and self._is_typing():
            self._type("")
        elif event.key in _ERASE:
            mouse.cancel()
            mouse.erase()
        else:
            return self._letter(event.unicode, shift)
        return True

    def _letter(self, letter: str, shift: bool) -> bool:
        gesture = self.mouse.gesture
        if isinstance(gesture, DrawTurn) and letter.isdecimal():
            gesture.set_steps(int(letter))
        elif self._is_typing() and letter.isprintable() and letter.strip() and letter != ANY:
            self._type(letter)
        elif letter.lower() == "c" and shift:
            self.step_symmetry(-1)
        elif letter.lower() in self._letters:
            self._letters[letter.lower()]()
        else:
            return False
        return True

    def _walk(self, dx: int, dy: int) -> None:
        """Move the cursor to the next node in a direction or, with the Node tool, on the grid."""
        points = [node.point for node in self._document.drawing.nodes]
        start = points[self.mouse.cell] if self.mouse.cell is not None else self.mouse.cursor
        if self.mouse.tool == "Node":
            self._walk_on_grid(dx, dy)
        elif start is None:
            self.go_to(*points[:1])
        else:
            nearest = nearest_in_direction(points, start, dx, dy)
            self.go_to(start if nearest is None else points[nearest])

    def _walk_on_grid(self, dx: int, dy: int) -> None:
        grid, pane = self._document.grid, self.viewport.panes[0]
        if self.mouse.cursor is None:
            self.go_to(grids.snap_to_grid(grid, pane.view.point(*pane.box.center)))
        else:
            self.go_to(_next_on_grid(grid, self.mouse.cursor, dx, dy, free_step=0.5))

    def go_to(self, point: Point | None = None) -> None:
        """Move the cursor to a point, or remove it."""
        self.mouse.cursor = point
        if point is not None:
            self.viewport.show(point)
            if self.mouse.gesture is not None:
                self.mouse.gesture.move(self._cursor_hit(point))

    def _cursor_hit(self, point: Point) -> HitResult:
        pane = self.viewport.panes[0]
        return HitResult(pane.centre(point), pane, point, self.mouse.cell)

    def _enter(self) -> None:
        """Act as if the user had clicked at the cursor with the current tool."""
        mouse, gesture, cell = self.mouse, self.mouse.gesture, self.mouse.cell
        if mouse.cursor is None:
            if isinstance(gesture, DrawTurn):
                gesture.confirm()
            return
        pos = self._cursor_hit(mouse.cursor)
        if gesture is not None:
            gesture.press(pos)
        elif mouse.tool == "Select" and cell is not None:
            self._document.selection ^= {cell}
        else:
            mouse.begin(pos)
            if isinstance(mouse.gesture, DrawEdge):
                mouse.gesture.is_edge = cell is not None
            if mouse.gesture is not None and not mouse.gesture.uses_clicks:
                mouse.gesture.release(pos)

    def _nudge(self, dx: int, dy: int) -> None:
        """Move the selection, or the node at the cursor, by one step of the grid."""
        if cells := self.mouse.cells:
            x, y = start = self._document.drawing.nodes[min(cells)].point
            end = _next_on_grid(self._document.grid, start, dx, dy, free_step=0.25)
            by = end[0] - x, end[1] - y
            self.context.apply(lambda drawing: self._document.shift(cells, by))

    def _escape(self) -> bool:
        """Cancel a gesture, close a card or clear the selection; return whether it did so."""
        mouse, work = self.mouse, self._document
        if mouse.cancel():
            return True
        if mouse.palette.close() or mouse.card.close():
            return True
        if mouse.cursor is not None:
            mouse.cursor = None
        elif work.selection:
            work.selection = frozenset()
        elif mouse.tool in ("Piece", "Turn", "Erase", "Hole"):
            mouse.choose("Select")
        else:
            return False
        return True

    def _is_typing(self) -> bool:
        return self.mouse.tool == "Piece" and self.mouse.cell is not None

    def _type(self, letter: str) -> None:
        """Label the current node, joining letters typed in succession."""
        work, cell, layer = self._document, self.mouse.cell, self.mouse.layer
        assert cell is not None
        base, text = work.drawing, letter
        if letter and self._typed is not None:
            where, old, before, after = self._typed
            if where == (cell, layer) and after is base and len(old) < MAX_LABEL_LENGTH:
                base, text = before, old + letter
                if after is not before:  # otherwise the first letter changed nothing
                    work.undo()
        work.apply_edit(lambda _: edits.replace_label(base, layer, cell, text))
        self._typed = (cell, layer), text, base, work.drawing
        self.context.changed()

    def undo(self) -> None:
        if not self.mouse.cancel() and self._document.undo():
            self.context.changed()

    def redo(self) -> None:
        self.mouse.cancel()
        if self._document.redo():
            self.context.changed()

    def step_symmetry(self, by: int) -> None:
        """Choose the next symmetry, centred on the drawing."""
        kinds = list(symmetric_drawing.KINDS)
        work = self._document
        kind = kinds[(kinds.index(work.symmetry.kind) + by) % len(kinds)]
        centre = work.symmetry.centre
        if work.symmetry.kind == "off":
            centre = edits.centroid(work.drawing, range(len(work.drawing.nodes)))
        work.symmetry = symmetric_drawing.DrawingSymmetry(kind, centre)
        self.mouse.cancel()

    def next_grid(self) -> None:
        kinds = grids.KINDS
        self._document.grid = kinds[(kinds.index(self._document.grid) + 1) % len(kinds)]
