"""The tools of the designer: their letters, names, icons, and what to do with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from ...theme import mix
from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import Button


class Tool(NamedTuple):
    """A tool: the letter that chooses it, its name, which is that of its icon too, and a hint."""

    letter: str
    name: str
    hint: str


TOOLS = (
    Tool("v", "Select", "Click nodes or draw a box round them; drag them where they shall be"),
    Tool("n", "Node", "Click where a node shall be; drag from a node to draw a street"),
    Tool("e", "Edge", "Drag from one node to another; again: one way, the other way, both ways"),
    Tool("a", "One-way", "Drag from one node to another: pieces go only that way; again: both"),
    Tool("p", "Piece", "Click a node to lay the chosen piece, drag to exchange two, or type"),
    Tool("h", "Hole", "Click a node to make it a hole"),
    Tool("t", "Turn", "Click the nodes of a closed path, the first again at last; wheel: steps"),
    Tool("x", "Erase", "Click or sweep over what shall go: nodes, streets, turns"),
)


class ToolButton(Button):
    """A button with an icon and, if there is room, its name below."""

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
    """A button that goes through the kinds of copies; the right button goes back."""

    def __init__(
        self, box: Rect, label: str, on: bool, step: Callable[[int], object], tip: str
    ) -> None:
        super().__init__("copies", box, label, lambda: step(1), icon="copies", on=on, tip=tip)
        self.step = step

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            if self.box.collidepoint(event.pos):
                self.step(-1)
                return True
            return False
        return super().handle(event)


#: What is told, in two columns of keys and what they do.
HELP_TEXT = (
    *((tool.letter.upper(), tool.name) for tool in TOOLS),
    ("C  Shift C", "Copies: mirror, 2- to 6-fold"),
    ("G", "Next grid; Alt: off the grid"),
    ("O", "The other layer, start or goal"),
    ("B  Right click", "Name and ground of a place"),
    ("D", "Does not matter at the goal"),
    ("L", "Align what is selected"),
    ("Tab", "Buttons, then nodes"),
    ("Arrows", "Nearest node; with N on the grid"),
    ("Enter", "What a click does"),
    ("Ctrl arrows", "Move by a step"),
    ("Esc", "Drop, close, unselect, leave"),
    ("Delete", "Erase"),
    ("Ctrl Z  Ctrl Y", "Undo, redo"),
    ("Ctrl A C V D", "Select all, copy, paste, double"),
    ("Ctrl M  Ctrl R", "Mirror, rotate; Shift: back"),
    ("Wheel  + -", "Zoom; T, on a turn: its steps"),
    ("Space drag", "Move the sheet; 0 shows all"),
    ("P, then type", "Labels pieces; the same is equal"),
)


def draw_help(canvas: Canvas, room: Rect) -> None:
    """Draw the help in the middle of a box."""
    px, theme = canvas.px, canvas.theme
    box = Rect(0, 0, min(room.width, px(660)), min(room.height, px(430)))
    box.center = room.center
    canvas.panel(box, theme.surface, theme.accent, 14)
    canvas.text("Drawing puzzles", (box.left + px(20), box.top + px(14)), 20, weight="Bold")
    message = "any key closes this"
    canvas.text(
        message, (box.right - px(20), box.top + px(20)), 13, theme.muted_text, anchor="topright"
    )
    rows = -(-len(HELP_TEXT) // 2)
    step = (box.height - px(64)) / rows
    width = (box.width - px(40)) // 2
    for number, (keys, what) in enumerate(HELP_TEXT):
        column, row = divmod(number, rows)
        left, top = box.left + px(20) + column * (width + px(8)), box.top + px(52) + row * step
        size = min(14.0, step / canvas.scale * 0.62)
        canvas.text(keys, (left, top), size, theme.focus, weight="Semibold", width=px(104))
        canvas.text(what, (left + px(106), top), size, width=width - px(114))
