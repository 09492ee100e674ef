"""The bar above the sheet, the toolbar to its left, and the help text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from ....core.translation import _
from ....design.symmetric_drawing import KINDS
from ...rules_sections import Section
from ...theme import mix
from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import Button, Column, Widget
from ..rules_dialog import SectionsDialog
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


#: Keys and their functions by section.
HELP = {
    _("Tools"): (
        *((tool.letter.upper(), tool.label) for tool in TOOLS),
        (_("P, then type"), _("Label; same label, same piece")),
        (_("Wheel, +, -"), _("Zoom; on a turn (T): set its steps")),
        (_("Space+drag"), _("Scroll; 0 fits to window")),
    ),
    _("Drawing"): (
        ("C, Shift+C", _("Symmetry: mirror, 2- to 6-fold")),
        ("G", _("Next grid; Alt disables snapping")),
        ("O", _("Switch between start and goal")),
        (_("B, right-click"), _("Name and colour of a node")),
        ("D", _("Ignore this node in the goal")),
        ("L", _("Align the selection")),
        (_("Del"), _("Erase")),
        (_("Ctrl+Z, Ctrl+Y"), _("Undo, redo")),
        (_("Ctrl+A, C, V, D"), _("Select all, copy, paste, duplicate")),
        (_("Ctrl+M, Ctrl+R"), _("Mirror or rotate (Shift: other way)")),
        (_("Ctrl+S, Ctrl+O"), _("Save, open")),
    ),
    _("Keyboard"): (
        (_("Tab"), _("Buttons, then nodes")),
        (_("Arrows"), _("Nearest node (N: on the grid)")),
        (_("Enter"), _("Same as a click")),
        (_("Ctrl+arrows"), _("Move by one step")),
        (_("Esc"), _("Cancel, close, deselect, leave")),
    ),
}


class DesignerHelp(SectionsDialog):
    """The keys of the designer and their functions."""

    title = _("Drawing puzzles")
    height = 500.0

    def sections(self) -> Sequence[Section]:
        return [Section(title, "", rows=rows) for title, rows in HELP.items()]


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

    def show_help(self) -> None:
        self.context.window.show(DesignerHelp(self.context.window))

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
        widgets.append(ToolButton("help", label, self.show_help, tip, icon="help"))
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
