"""The help of the designer: what mouse and keys do, on a card above everything."""

from __future__ import annotations

from ..drawing.canvas import Canvas, Rect
from .tools import TOOLS

#: What is told, in two columns of keys and what they do.
TOLD = (
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
    canvas.panel(box, theme.raised, theme.accent, 14)
    canvas.text("Drawing puzzles", (box.left + px(20), box.top + px(14)), 20, weight="Bold")
    said = "any key closes this"
    canvas.text(said, (box.right - px(20), box.top + px(20)), 13, theme.dim, anchor="topright")
    rows = -(-len(TOLD) // 2)
    step = (box.height - px(64)) / rows
    wide = (box.width - px(40)) // 2
    for number, (keys, what) in enumerate(TOLD):
        column, row = divmod(number, rows)
        left, top = box.left + px(20) + column * (wide + px(8)), box.top + px(52) + row * step
        size = min(14.0, step / canvas.scale * 0.62)
        canvas.text(keys, (left, top), size, theme.focus, weight="Semibold", width=px(104))
        canvas.text(what, (left + px(106), top), size, width=wide - px(114))
