"""The designer's tools and help text."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from ....core.translation import _
from ...theme import mix
from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import Button


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


#: Names of the grids.
GRID_NAMES = {
    "square": _("square"),
    "triangular": _("triangular"),
    "hexagonal": _("hexagonal"),
    "rings": _("rings"),
    "free": _("free"),
}


class ToolButton(Button):
    """A button with an icon and, if there is space, its name below."""

    def draw(self, canvas: Canvas) -> None:
        theme = canvas.theme
        fill, text_colour = (
            (theme.accent, theme.on_accent) if self.on else (theme.panel, theme.text)
        )
        if self.hovered():
            fill = mix(fill, theme.text, 0.12)
        canvas.panel(self.box, fill, None, 8)
        named = self.box.height >= canvas.px(50)
        middle = self.box.top + (canvas.px(21) if named else self.box.height // 2)
        canvas.icon(self.icon, (self.box.centerx, middle), 22, text_colour)
        if named:
            pos = self.box.centerx, self.box.bottom - canvas.px(11)
            colour = text_colour if self.on else theme.muted_text
            canvas.text(self.label, pos, 12, colour, anchor="center", width=self.box.width)


class CopiesButton(ToolButton):
    """A button that steps through the symmetries, or back with the right mouse button."""

    def __init__(self, label: str, on: bool, step: Callable[[int], object], tip: str) -> None:
        super().__init__("copies", label, lambda: step(1), tip, icon="copies", on=on)
        self.step = step

    def handle(self, event: pygame.event.Event) -> bool:
        is_right = event.type == pygame.MOUSEBUTTONDOWN and event.button == 3
        if is_right and self.box.collidepoint(event.pos):
            self.step(-1)
            return True
        return super().handle(event)


#: Keys and their functions, shown in two columns.
HELP_TEXT = (
    *((tool.letter.upper(), tool.label) for tool in TOOLS),
    ("C, Shift+C", _("Symmetry: mirror, 2- to 6-fold")),
    ("G", _("Next grid; Alt disables snapping")),
    ("O", _("Switch between start and goal")),
    (_("B, right-click"), _("Name and colour of a node")),
    ("D", _("Ignore this node in the goal")),
    ("L", _("Align the selection")),
    (_("Tab"), _("Buttons, then nodes")),
    (_("Arrows"), _("Nearest node (N: on the grid)")),
    (_("Enter"), _("Same as a click")),
    (_("Ctrl+arrows"), _("Move by one step")),
    (_("Esc"), _("Cancel, close, deselect, leave")),
    (_("Del"), _("Erase")),
    (_("Ctrl+Z, Ctrl+Y"), _("Undo, redo")),
    (_("Ctrl+A, C, V, D"), _("Select all, copy, paste, duplicate")),
    (_("Ctrl+M, Ctrl+R"), _("Mirror or rotate (Shift: other way)")),
    (_("Wheel, +, -"), _("Zoom; on a turn (T): set its steps")),
    (_("Space+drag"), _("Scroll; 0 fits to window")),
    (_("P, then type"), _("Label; same label, same piece")),
)


def draw_help(canvas: Canvas, available: Rect) -> None:
    """Draw the help, centred in a box."""
    px, theme = canvas.px, canvas.theme
    box = Rect(0, 0, min(available.width, px(660)), min(available.height, px(430)))
    box.center = available.center
    canvas.panel(box, theme.surface, theme.accent, 14)
    canvas.text(_("Drawing puzzles"), (box.left + px(20), box.top + px(14)), 20, weight="Bold")
    message, corner = _("Press any key to close"), (box.right - px(20), box.top + px(20))
    canvas.text(message, corner, 13, theme.muted_text, anchor="topright")
    rows = -(-len(HELP_TEXT) // 2)
    step = (box.height - px(64)) / rows
    width = (box.width - px(40)) // 2
    for number, (keys, what) in enumerate(HELP_TEXT):
        column, row = divmod(number, rows)
        left, top = box.left + px(20) + column * (width + px(8)), box.top + px(52) + row * step
        size = min(14.0, step / canvas.scale * 0.62)
        canvas.text(keys, (left, top), size, theme.focus, weight="Semibold", width=px(104))
        canvas.text(what, (left + px(106), top), size, width=width - px(114))
