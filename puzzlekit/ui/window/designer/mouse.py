"""Mouse control of the designer: the current tool, gestures and hover state."""

from __future__ import annotations

import pygame

from ....design import edits
from .context import DesignerContext
from .drawing_gestures import DragLabel, DrawEdge, DrawTurn
from .gestures import Erase, Gesture, Move, Pan, SelectBox, is_adding
from .node_card import NodeCard
from .palette import Palette
from .pane import HitResult
from .viewport import Viewport


class MouseTool:
    """The current tool, used by mouse and keyboard."""

    def __init__(
        self, desk: DesignerContext, sheet: Viewport, tray: Palette, card: NodeCard
    ) -> None:
        self.desk, self.sheet, self.tray, self.card = desk, sheet, tray, card
        self.workshop = desk.workshop
        self.tool = "Select" if self.workshop.drawing.nodes else "Node"
        self.gesture: Gesture | None = None
        self.hover: HitResult | None = None
        #: The node at the keyboard cursor.
        self.cursor: int | None = None
        self.panning = False

    @property
    def cell(self) -> int | None:
        """The current node: at the keyboard cursor, or under the mouse."""
        if self.cursor is not None:
            return self.cursor
        return self.hover.node if self.hover is not None else None

    @property
    def layer(self) -> str:
        if self.workshop.layer != "both":
            return self.workshop.layer
        if self.cursor is None and self.hover is not None:
            return self.hover.pane.layer
        return "start"

    @property
    def would_add(self) -> bool:
        bare = self.hover is not None and self.hover.node is None
        return bare and self.tool == "Node" and self.gesture is None and self.cursor is None

    def choose(self, tool: str) -> None:
        """Choose a tool and cancel the current gesture."""
        self.drop()
        self.tool = tool
        self.desk.window.log("tool", tool)
        self.desk.rebuild()

    def drop(self) -> bool:
        """Cancel the current gesture; return whether there was one."""
        if self.gesture is None:
            return False
        gesture, self.gesture = self.gesture, None
        gesture.drop()
        self.desk.rebuild()
        return True

    def settle(self) -> None:
        """Drop state that refers to an older drawing."""
        gesture = self.gesture
        if gesture and not gesture.over and gesture.base is not self.workshop.drawing:
            self.gesture = None
        count = len(self.workshop.drawing.nodes)
        if self.cursor is not None and self.cursor >= count:
            self.cursor = None
        if self.hover is not None:
            self.hover = self.sheet.spot(self.hover.pixel)

    def mouse(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event.y)
        pos = self.sheet.spot(event.pos)
        if pos is None and self.gesture is not None and self.gesture.holds_on:
            pos = self.sheet.nearest(event.pos)
        if event.type == pygame.MOUSEMOTION:
            self._move(event, pos)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event, pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._release(event, pos)
        else:
            return False
        self.desk.window.dirty = True
        return True

    def _move(self, event: pygame.event.Event, pos: HitResult | None) -> None:
        self.hover = pos
        if isinstance(self.gesture, DragLabel) and pos is None:
            self.gesture.away(event.pos)
        elif self.gesture is not None and pos is not None:
            self.cursor = None
            self.gesture.move(pos)

    def _press(self, event: pygame.event.Event, pos: HitResult | None) -> None:
        self.cursor = None
        if self.gesture is not None:
            if event.button == 3:
                self.gesture.confirm() if isinstance(self.gesture, DrawTurn) else self.drop()
            elif event.button == 1 and pos is not None and self.gesture.by_clicks:
                self.gesture.press(pos)
            self._release_all()
        elif event.button == 1 and self.sheet.on_inset(event.pos):
            self.exchange_layers()
        elif pos is None:
            return
        elif event.button == 2 or (event.button == 1 and self.panning):
            self.gesture = Pan(self.desk, self.sheet, pos)
        elif event.button == 1:
            self.begin(pos)
        elif event.button == 3 and pos.node is not None:
            self.show_place()

    def _release(self, event: pygame.event.Event, pos: HitResult | None) -> None:
        gesture = self.gesture
        if gesture is None or event.button not in (1, 2) or gesture.by_clicks:
            return
        if pos is None:
            self.drop()
            if isinstance(gesture, DragLabel) and not gesture.has_moved():
                self.tray.choose(gesture.label)
            return
        gesture.release(pos)
        self._release_all()

    def _release_all(self) -> None:
        if self.gesture is not None and self.gesture.over:
            self.gesture = None
            self.desk.rebuild()

    def _wheel(self, by: int) -> bool:
        if self.gesture is not None and self.gesture.wheel(by):
            return True
        if self.hover is None:
            return False
        if self.tool == "Turn" and self.hover.turn:
            self.change_steps(self.hover.turn, 1 if by > 0 else -1)
        else:
            self.sheet.zoom(1.15**by, self.hover.pixel)
            self.hover = self.sheet.spot(self.hover.pixel)
            self.desk.rebuild()
        return True

    def exchange_layers(self) -> None:
        self.show_layer("start" if self.workshop.layer == "goal" else "goal")

    def show_layer(self, layer: str) -> None:
        self.drop()
        self.workshop.layer = layer
        self.desk.rebuild()

    def begin(self, hit: HitResult) -> None:
        self.workshop.message = ""
        desk, sheet, cell = self.desk, self.sheet, hit.node
        if self.tool == "Select":
            if cell is None:
                self.gesture = SelectBox(desk, sheet, hit)
            else:
                self._select(cell)
                self.gesture = Move(desk, sheet, hit, self.workshop.selection or {cell})
        elif self.tool in ("Node", "Edge", "One-way"):
            one_way, stays = self.tool == "One-way", self.tool != "Node"
            if self.tool != "Node" and cell is None and hit.street is not None:
                self.rekind(hit.street, one_way)
            else:
                self.gesture = DrawEdge(desk, sheet, hit, one_way=one_way, stays=stays)
        elif self.tool == "Erase":
            self.gesture = Erase(desk, sheet, hit)
        elif cell is None:
            return
        elif self.tool == "Turn":
            self.gesture = DrawTurn(desk, sheet, hit)
        else:
            label = self.workshop.drawing.layer(hit.pane.layer)[cell]
            lay = "" if self.tool == "Hole" else self.tray.lays
            self.gesture = DragLabel(desk, sheet, hit.pixel, label, hit, lay)

    def _select(self, cell: int) -> None:
        chosen = self.workshop.selection
        if is_adding():
            self.workshop.selection = chosen ^ {cell}
        elif cell not in chosen:
            self.workshop.selection = frozenset({cell})

    def drag_label(self, label: str, pixel: tuple[int, int]) -> None:
        self.drop()
        self.gesture = DragLabel(self.desk, self.sheet, pixel, label, None, "")

    def show_place(self) -> None:
        """Open the card of the current node, or of the selection that contains it."""
        cell, chosen = self.cell, self.workshop.selection
        cells = chosen if cell is None or cell in chosen else {cell}
        self.tray.shut()
        self.card.show(cells)

    def rekind(self, street: tuple[int, int], one_way: bool) -> None:
        """Change an edge to the next kind, as if it were drawn again."""
        a, b = street
        if (a, b) not in self.workshop.drawing.ways:
            a, b = b, a
        self.workshop.join(a, b, one_way)
        self.desk.changed()

    def change_steps(self, name: str, by: int) -> None:
        turn = dict(self.workshop.drawing.turns)[name]
        maximum = max(1, max(map(len, turn.paths)) - 1)
        turn = turn._replace(steps=(turn.steps - 1 + by) % maximum + 1)
        self.workshop.preview(edits.turn_changed, name, turn)
        self.desk.changed()

    def free(self) -> None:
        """Toggle whether the current nodes matter in the goal."""
        cells = self.workshop.selection or {cell for cell in [self.cell] if cell is not None}
        if cells:
            self.workshop.preview(edits.freed_cells, cells)
            self.desk.changed()

    def erase(self) -> None:
        work, cell = self.workshop, self.cell
        if work.selection:
            work.erase(work.selection)
        elif cell is not None:
            work.erase([cell])
        elif self.hover is not None and self.hover.turn:
            work.preview(edits.turn_changed, self.hover.turn, None)
        elif self.hover is not None and self.hover.street is not None:
            work.erase(street=self.hover.street)
        self.desk.changed()
