"""The bar above the sheet, the toolbar to its left, and the help text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from ....core.translation import _
from ....design.symmetric_drawing import KINDS
from ...theme import mix
from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import Button, Column, Widget
from .keyboard import Keyboard
from .mouse import TOOLS, MouseTool
from .viewport import DesignerContext

#: Names of the grids.
GRID_NAMES = {
    "square": _("squares"),
    "triangular": _("triangles"),
    "hexagonal": _("hexagons"),
    "rings": _("rings"),
    "free": _("free points"),
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
            width = self.box.width + canvas.px(8)  # of the toolbar
            canvas.text(self.label, pos, 12, colour, anchor="center", width=width)


class CopiesButton(ToolButton):
    """A button that steps through the symmetries, or back with the right mouse button."""

    def __init__(self, label: str, on: bool, step: Callable[[int], object], tip: str) -> None:
        super().__init__("copies", label, lambda: step(1), tip, icon="copies", on=on)
        self.step = step

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
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
    (_("Ctrl+S, Ctrl+O"), _("Save, open")),
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
    box = Rect(0, 0, min(available.width, px(720)), min(available.height, px(430)))
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


#: Labels and tooltips of the layers.
LAYERS = {
    "start": (_("Start"), _("Where the pieces start")),
    "goal": (_("Goal"), _("Where the pieces should end up")),
    "both": (_("Both"), _("Start and goal side by side")),
}

#: Unscaled heights of a tool button, with and without its name.
HIGH, LOW = 60, 40

#: Unscaled height of the bar, and width of the button of a layer.
BAR, LAYER = 40, 56


class Bar:
    """The bar above the sheet, and the toolbar to its left."""

    def __init__(self, context: DesignerContext, mouse: MouseTool, keyboard: Keyboard) -> None:
        self.context, self.viewport = context, context.viewport
        self.mouse, self.keyboard = mouse, keyboard
        self.tools = self.title = Rect(0, 0, 0, 0)

    def build(self, bar: Rect, tools: Rect) -> list[Widget]:
        work, keyboard = self.context.document, self.keyboard
        column = Column(self.context.canvas, bar)
        home, rest = column.split(bar, left=BAR)
        go_home = self.context.window.go_home
        widgets: list[Widget] = [
            Button("home", "", go_home, _("All games (Esc)"), icon="home", box=home)
        ]
        tip = _("Fit to window (0). Wheel: zoom. Space+drag: scroll")
        size = f"{self.viewport.percent}%"
        fit = Button("fit", size, self.context.show_all, tip, size=13)
        tip, on = _("Show the other layer in a corner"), self.viewport.with_inset
        eye = Button("eye", "", self._flip_inset, tip, work.layer != "both", icon="eye", on=on)
        redo = Button("redo", "", keyboard.redo, _("Redo (Ctrl+Y)"), work.can_redo, icon="redo")
        undo = Button("undo", "", keyboard.undo, _("Undo (Ctrl+Z)"), work.can_undo, icon="undo")
        for button, width in ((fit, 58), (eye, BAR), (redo, BAR), (undo, BAR)):
            rest, button.box = column.split(rest, right=width)
            widgets.insert(1, button)
        self.title, layers = column.split(rest, right=3 * LAYER)
        layers = layers.clip(rest)
        layers.width //= 3
        for number, (layer, (label, tip)) in enumerate(LAYERS.items()):
            box = layers.move(number * layers.width, 0)
            show, on = partial(self.mouse.show_layer, layer), work.layer == layer
            button = Button(f"layer {layer}", label, show, tip, on=on, size=14, box=box)
            widgets.insert(1 + number, button)
        return [*widgets, *self._build_tools(tools)]

    def _flip_inset(self) -> None:
        self.viewport.with_inset = not self.viewport.with_inset

    def _build_tools(self, box: Rect) -> list[Widget]:
        px, work = self.context.px, self.context.document
        self.tools = box
        count = len(TOOLS) + 3
        named = box.height - px(22) >= count * px(HIGH) and box.width >= px(60)
        height = HIGH if named else LOW
        widgets: list[Widget] = []
        for tool in TOOLS:
            name, tip = tool.name, f"{tool.label} ({tool.letter.upper()})"
            choose, on = partial(self.mouse.choose, name), name == self.mouse.tool
            widgets.append(ToolButton(f"tool {name}", tool.label, choose, tip, icon=name, on=on))
        kind, grid = work.symmetry.kind, work.grid
        label = _("Symmetry") if kind == "off" else KINDS[kind].capitalize()
        tip = _("Symmetry: {symmetry} (C). Edits apply to every copy").format(symmetry=KINDS[kind])
        widgets.append(CopiesButton(label, kind != "off", self.keyboard.step_symmetry, tip))
        label, tip = GRID_NAMES[grid].capitalize(), _("Grid: {grid} (G)")
        tip, step = tip.format(grid=GRID_NAMES[grid]), self.keyboard.next_grid
        widgets.append(ToolButton("grid", label, step, tip, icon=grid))
        label, tip = _("Help"), _("Mouse and keyboard (F1)")
        widgets.append(ToolButton("help", label, self.context.show_help, tip, icon="help"))
        column = Column(self.context.canvas, box.inflate(-px(8), -px(12)))
        for number, widget in enumerate(widgets):
            if number == len(TOOLS):
                self.line = column.top + px(3)
                column.top += px(8)
            widget.box = column.from_top(height - 2, 2)
        return widgets

    def draw(self, canvas: Canvas) -> None:
        theme, work = canvas.theme, self.context.document
        px, tools, title = canvas.px, self.tools, self.title
        canvas.panel(tools, theme.panel, theme.line, 12)
        line = Rect(tools.left + px(8), self.line, tools.width - px(16), 1)
        canvas.surface.fill(theme.line, line)
        if title.width < px(70):
            return
        at, width = (title.left + px(12), title.centery), title.width - px(36)
        text = work.shown.title or _("Untitled puzzle")
        end = canvas.text(text, at, 15, weight="Bold", anchor="midleft", width=width).right
        if work.changed:
            dot = Rect(end + px(8), title.centery - px(4), px(8), px(8))
            canvas.panel(dot, theme.focus, None, 4)
