"""Mouse control of the designer: the current tool, gestures, and what is under the mouse."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from ....core.board import Point
from ....core.translation import _
from ....design import edits
from .gestures import (
    DragLabel,
    DrawEdge,
    DrawTurn,
    Erase,
    Gesture,
    Move,
    Pan,
    SelectBox,
    extends_selection,
    is_panning,
)
from .palette import NodeCard, Palette
from .viewport import DesignerContext, HitResult


class Tool(NamedTuple):
    """A tool with a name (which is also the name of its icon), a label, a key and a hint."""

    name: str
    label: str
    letter: str
    hint: str


TOOLS = (
    Tool(
        "Select",
        _("Select"),
        "v",
        _("Click to select; drag to move; drag across empty space to select several"),
    ),
    Tool("Node", _("Node"), "n", _("Click to add a node; drag from one to add an edge")),
    Tool(
        "Edge", _("Edge"), "e", _("Drag from node to node. Click an edge to change its direction")
    ),
    Tool(
        "One-way",
        _("One-way"),
        "a",
        _("Drag from node to node to make a one-way edge. Click an edge to change it"),
    ),
    Tool(
        "Piece",
        _("Piece"),
        "p",
        _("Click a node to place the selected piece, drag to swap two, or type a label"),
    ),
    Tool("Hole", _("Hole"), "h", _("Click a node to make it a hole")),
    Tool(
        "Turn",
        _("Turn"),
        "t",
        _("Click the nodes of a closed path, back to the first. The wheel sets the steps"),
    ),
    Tool("Erase", _("Erase"), "x", _("Click or drag over anything to erase it")),
)


class MouseTool:
    """The current tool, used by both mouse and keyboard."""

    def __init__(self, context: DesignerContext, palette: Palette, card: NodeCard) -> None:
        self.context, self.palette, self.card = context, palette, card
        self.viewport = context.viewport
        self.document = context.document
        self.tool = "Select" if self.document.drawing.nodes else "Node"
        self._gesture: Gesture | None = None
        self.hover: HitResult | None = None
        #: The keyboard cursor, on a node or on empty space, where Enter adds a node.
        self.cursor: Point | None = None

    @property
    def gesture(self) -> Gesture | None:
        """The gesture in progress."""
        return None if self._gesture is None or self._gesture.over else self._gesture

    @property
    def cell(self) -> int | None:
        """The current node: at the keyboard cursor, or else under the mouse."""
        if self.cursor is not None:
            return self.document.drawing.node_at(self.cursor)
        return self.hover.node if self.hover is not None else None

    @property
    def cells(self) -> frozenset[int]:
        """The selection or, if nothing is selected, the current node."""
        current = frozenset() if self.cell is None else frozenset({self.cell})
        return self.document.selection or current

    @property
    def layer(self) -> str:
        if self.document.layer != "both":
            return self.document.layer
        if self.cursor is None and self.hover is not None:
            return self.hover.pane.layer
        return "start"

    @property
    def would_add(self) -> bool:
        bare = self.hover is not None and self.hover.node is None
        return bare and self.tool == "Node" and self.gesture is None and self.cursor is None

    def choose(self, tool: str) -> None:
        """Choose a tool and cancel the current gesture."""
        self.cancel()
        self.tool = tool

    def cancel(self) -> bool:
        """Cancel the current gesture; return whether there was one."""
        gesture = self.gesture
        if gesture is not None:
            gesture.cancel()
        return gesture is not None

    def drop_stale_state(self) -> None:
        """Discard any state that refers to an older drawing."""
        if self.gesture is not None and self.gesture.base is not self.document.drawing:
            self._gesture = None
        if self.hover is not None:
            self.hover = self.viewport.hit_test(self.hover.pixel)

    def mouse(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event.y)
        pos = self.viewport.hit_test(event.pos)
        if pos is None and self.gesture is not None and self.gesture.continues_outside:
            pos = self.viewport.hit_nearest(event.pos)
        if event.type == pygame.MOUSEMOTION:
            self._move(event, pos)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event, pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._release(event, pos)
        else:
            return False
        return True

    def _move(self, event: pygame.event.Event, pos: HitResult | None) -> None:
        self.hover = pos
        if isinstance(self.gesture, DragLabel) and pos is None:
            self.gesture.follow_outside(event.pos)
        elif self.gesture is not None and pos is not None:
            self.cursor = None
            self.gesture.move(pos)

    def _press(self, event: pygame.event.Event, pos: HitResult | None) -> None:
        self.cursor = None
        if self.gesture is not None:
            if event.button == 3:
                self.gesture.confirm() if isinstance(self.gesture, DrawTurn) else self.cancel()
            elif event.button == 1 and pos is not None and self.gesture.uses_clicks:
                self.gesture.press(pos)
        elif event.button == 1 and self.viewport.on_inset(event.pos):
            self.exchange_layers()
        elif pos is None:
            return
        elif event.button == 2 or (event.button == 1 and is_panning()):
            self._gesture = Pan(self.context, pos)
        elif event.button == 1:
            self.begin(pos)
        elif event.button == 3 and pos.node is not None:
            self.show_node_card()

    def _release(self, event: pygame.event.Event, pos: HitResult | None) -> None:
        gesture = self.gesture
        if gesture is None or event.button not in (1, 2) or gesture.uses_clicks:
            return
        if pos is None:
            self.cancel()
            if isinstance(gesture, DragLabel) and not gesture.is_drag:
                self.palette.choose(gesture.label)
            return
        gesture.release(pos)

    def _wheel(self, by: int) -> bool:
        if self.gesture is not None and self.gesture.wheel(by):
            return True
        if self.hover is None:
            return False
        if self.tool == "Turn" and self.hover.turn:
            self.change_steps(self.hover.turn, 1 if by > 0 else -1)
        else:
            self.viewport.zoom(1.15**by, self.hover.pixel)
            self.hover = self.viewport.hit_test(self.hover.pixel)
        return True

    def exchange_layers(self) -> None:
        self.show_layer("start" if self.document.layer == "goal" else "goal")

    def show_layer(self, layer: str) -> None:
        self.cancel()
        self.document.layer = layer

    def begin(self, hit: HitResult) -> None:
        self.document.message = ""
        context, cell = self.context, hit.node
        if self.tool == "Select":
            if cell is None:
                self._gesture = SelectBox(context, hit)
            else:
                self._select(cell)
                self._gesture = Move(context, hit, self.document.selection or {cell})
        elif self.tool in ("Node", "Edge", "One-way"):
            one_way, is_edge = self.tool == "One-way", self.tool != "Node"
            if self.tool != "Node" and cell is None and hit.edge is not None:
                self.change_edge(hit.edge, one_way)
            else:
                self._gesture = DrawEdge(context, hit, one_way=one_way, is_edge=is_edge)
        elif self.tool == "Erase":
            self._gesture = Erase(context, hit)
        elif cell is None:
            return
        elif self.tool == "Turn":
            self._gesture = DrawTurn(context, hit)
        else:
            label = self.document.drawing.layer(hit.pane.layer)[cell]
            new_label = "" if self.tool == "Hole" else self.palette.label_to_place
            self._gesture = DragLabel(context, hit, label, new_label)

    def _select(self, cell: int) -> None:
        chosen = self.document.selection
        if extends_selection():
            self.document.selection = chosen ^ {cell}
        elif cell not in chosen:
            self.document.selection = frozenset({cell})

    def drag_label(self, label: str, pixel: tuple[int, int]) -> None:
        self.cancel()
        hit = self.viewport.hit_nearest(pixel)._replace(pixel=pixel, node=None)
        self._gesture = DragLabel(self.context, hit, label)

    def show_node_card(self) -> None:
        """Open the card for the current node, or for the whole selection if the node is in it."""
        cell, chosen = self.cell, self.document.selection
        cells = chosen if cell is None or cell in chosen else {cell}
        self.palette.close()
        self.card.show(cells)

    def change_edge(self, edge: tuple[int, int], one_way: bool) -> None:
        """Change an edge to its next type (one-way or two-way), as if it had been drawn again."""
        a, b = edge
        if (a, b) not in self.document.drawing.ways:
            a, b = b, a
        self.context.apply(self.document.with_edge, a, b, one_way=one_way)

    def change_steps(self, name: str, by: int) -> None:
        turn = dict(self.document.drawing.turns)[name]
        maximum = max(1, max(map(len, turn.paths)) - 1)
        turn = turn._replace(steps=(turn.steps - 1 + by) % maximum + 1)
        self.context.apply(edits.change_turn, name, turn)

    def toggle_free(self) -> None:
        """Toggle whether the goal ignores the current nodes."""
        if self.cells:
            self.context.apply(edits.toggle_free, self.cells)

    def erase(self) -> None:
        cells, hover = self.cells, self.hover
        if cells:
            self.document.erase(cells)
        elif hover is not None:
            edges, turns = filter(None, [hover.edge]), filter(None, [hover.turn])
            self.document.erase(edges=edges, turns=turns)
        self.context.changed()
