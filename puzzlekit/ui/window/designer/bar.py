"""The bar above the sheet, and the toolbar to its left."""

from __future__ import annotations

from functools import partial

from ....core.translation import _
from ....design.symmetric_drawing import KINDS
from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import Button, Widget
from .context import DesignerContext
from .keyboard import Keyboard
from .mouse import MouseTool
from .tools import GRID_NAMES, TOOLS, CopiesButton, ToolButton

#: Labels and tooltips of the layers, and the unscaled width of their buttons.
LAYERS = {
    "start": (_("Start"), _("Where the pieces start")),
    "goal": (_("Goal"), _("Where the pieces should end up")),
    "both": (_("Both"), _("Start and goal side by side")),
}
LAYER = 56

#: Unscaled heights of a tool button, with and without its name.
HIGH, LOW = 60, 40


class Bar:
    """The bar above the sheet, and the toolbar to its left."""

    def __init__(self, context: DesignerContext, mouse: MouseTool, keyboard: Keyboard) -> None:
        self.context, self.viewport = context, context.viewport
        self.mouse, self.keyboard = mouse, keyboard
        self.tools = self.title = Rect(0, 0, 0, 0)

    def build(self, bar: Rect, tools: Rect) -> list[Widget]:
        px, work, keyboard = self.context.px, self.context.document, self.keyboard
        side, step = bar.height, bar.height + px(6)
        pos = Rect(bar.left, bar.top, side, side)
        home = self.context.window.go_home
        widgets: list[Widget] = [
            Button("home", "", home, _("All games (Esc)"), icon="home", box=pos)
        ]
        tip = _("Fit to window (0). Wheel: zoom. Space+drag: scroll")
        size = f"{self.viewport.percent} %"
        fit = Button("fit", size, self.context.show_all, tip, size=13)
        tip, on = _("Show the other layer in a corner"), self.viewport.with_inset
        eye = Button("eye", "", self._flip_inset, tip, work.layer != "both", icon="eye", on=on)
        redo = Button("redo", "", keyboard.redo, _("Redo (Ctrl+Y)"), work.can_redo, icon="redo")
        undo = Button("undo", "", keyboard.undo, _("Undo (Ctrl+Z)"), work.can_undo, icon="undo")
        right = bar.right
        for button in (fit, eye, redo, undo):
            width = px(58) if button is fit else side
            button.box = Rect(right - width, bar.top, width, side)
            right = button.box.left - px(6)
            widgets.insert(1, button)
        width = px(LAYER)
        left = right - 3 * width - px(4)
        for number, (layer, (label, tip)) in enumerate(LAYERS.items()):
            box = Rect(left + number * width, bar.top, width, side)
            show, on = partial(self.mouse.show_layer, layer), work.layer == layer
            button = Button(f"layer {layer}", label, show, tip, on=on, size=14, box=box)
            widgets.insert(1 + number, button)
        self.title = Rect(bar.left + step, bar.top, left - px(8) - bar.left - step, side)
        return [*widgets, *self._build_tools(tools)]

    def _flip_inset(self) -> None:
        self.viewport.with_inset = not self.viewport.with_inset
        self.context.rebuild()

    def _build_tools(self, box: Rect) -> list[Widget]:
        px, work = self.context.px, self.context.document
        self.tools = box
        count = len(TOOLS) + 3
        named = box.height - px(22) >= count * px(HIGH) and box.width >= px(60)
        height = px(HIGH if named else LOW)
        inner = box.inflate(-px(8), 0)
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
        top = box.top + px(6)
        self.line = top + len(TOOLS) * height + px(3)
        for number, widget in enumerate(widgets):
            below = px(8) if number >= len(TOOLS) else 0
            place = top + number * height + below
            widget.box = Rect(inner.left, place, inner.width, height - px(2))
        return widgets

    def draw(self, canvas: Canvas) -> None:
        theme, work = canvas.theme, self.context.document
        px, tools, title = canvas.px, self.tools, self.title
        canvas.panel(tools, theme.panel, theme.line, 12)
        line = Rect(tools.left + px(8), self.line, tools.width - px(16), 1)
        canvas.surface.fill(theme.line, line)
        if title.width < px(70):
            return
        canvas.panel(title, theme.panel, theme.line, 10)
        at, width = (title.left + px(12), title.centery), title.width - px(36)
        text = work.shown.title or _("Untitled puzzle")
        end = canvas.text(text, at, 15, weight="Bold", anchor="midleft", width=width).right
        if work.changed:
            dot = Rect(end + px(8), title.centery - px(4), px(8), px(8))
            canvas.panel(dot, theme.focus, None, 4)
