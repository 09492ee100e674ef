"""The position editor for solids: stickers are coloured like those of a real puzzle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from ...core.errors import PuzzlekitError
from ...core.translation import _
from ...core.values import Piece
from ...design.glue import cube_size
from ...play.editing import explain_stickers, paint_sticker, without_stickers
from ...play.session import Session
from ...rules.base import Puzzle, State
from .drawing.canvas import Canvas
from .drawing.column import Column
from .drawing.widgets import Button, Widget
from .editor import PositionEditor
from .glue_editor import GlueEditor
from .interface import Window

#: Number of colours in a row.
COLUMNS = 6


class ColourButton(Button):
    """A sticker, and the number of stickers of its colour that are left to place."""

    def __init__(self, piece: Piece | None, left: int, button: Button) -> None:
        super().__init__(button.key, button.label, button.act, button.tip, on=button.on)
        self.piece, self.left = piece, left

    def draw(self, canvas: Canvas) -> None:
        theme, side = canvas.theme, canvas.px(28)
        canvas.panel(self.box, theme.surface, theme.accent if self.on else theme.line, 8)
        if self.on:
            canvas.ring(self.box, theme.accent, 8)
        if self.piece is not None:
            picture = canvas.piece(self.piece, min(side, self.box.width - canvas.px(6)))
            at = self.box.centerx, self.box.top + canvas.px(20)
            canvas.surface.blit(picture, picture.get_rect(center=at))
        colour = theme.danger if self.left < 0 else theme.muted_text
        at = self.box.centerx, self.box.bottom - canvas.px(3)
        canvas.text(str(self.left), at, 13, colour, anchor="midbottom")


class StickerEditor(PositionEditor):
    """A position editor in which a click gives a sticker the selected colour."""

    rules: Puzzle

    def __init__(
        self, window: Window, rules: Puzzle, state: State, begin: Callable[[State], Session]
    ) -> None:
        self.labels = tuple(dict.fromkeys(rules.goal))
        self.label = self.labels[0]
        super().__init__(window, rules, state, begin)

    def cycle_piece(self, cell: int, step: int = 1) -> None:
        """Give a sticker the selected colour; if `step` is -1, select the sticker's colour."""
        if step == 1:
            self.change(paint_sticker(self.state, cell, self.label))
        elif self.state[cell]:
            self.select(self.state[cell])

    def select(self, label: str) -> None:
        self.label = label
        self.rebuild()

    def tools(self, column: Column) -> list[Widget]:
        pieces = dict(zip(self.rules.goal, self.rules.pieces(self.rules.goal), strict=True))
        widgets: list[Widget] = []
        for first in range(0, len(self.labels), COLUMNS):
            boxes = column.row(column.from_top(54), COLUMNS)
            for label, box in zip(self.labels[first:], boxes, strict=False):
                left = self.rules.goal.count(label) - self.state.count(label)
                tip = _("{label}: {count} stickers left").format(label=label, count=left)
                button = Button(
                    *(f"colour {label}", label, partial(self.select, label), tip),
                    on=label == self.label,
                )
                widgets.append(ColourButton(pieces[label], left, button).placed(box))
        return widgets

    def buttons(self) -> list[Button]:
        tip = _("Check the position and find a solution")
        play, leave = super().buttons()
        play.primary = False
        clear = partial(self.change, without_stickers(self.rules))
        tip_glue = _("Make a bandaged cube")
        glue = Button("edit-glue", _("Glue pieces…"), self.glue, tip_glue)
        return [
            Button("edit-solve", _("Solve this"), self.solve, tip, primary=True),
            play,
            Button("edit-clear", _("Clear"), clear, _("Remove all stickers that can move")),
            *([glue] if cube_size(self.rules) else []),
            leave,
        ]

    def draw_back(self, canvas: Canvas) -> None:
        super().draw_back(canvas)
        if "..." not in self.message:  # otherwise it names examples
            cells = self.rules.board.cells_named_in(self.message)
            self.view.marks.mark(cells, canvas.theme.danger, 4)

    def help(self) -> str:
        return _("Click a colour, then stickers. Right-click a sticker to choose its colour.")

    def glue(self) -> None:
        self.window.edit(GlueEditor(self.window, self.rules, self.begin))

    def solve(self) -> None:
        self.play(solve=True)

    def play(self, *, solve: bool = False) -> None:
        fault = explain_stickers(self.rules, self.state)
        if fault is not None:
            self.show_error(fault)
            return
        try:
            session = self.begin(self.state)
        except PuzzlekitError as error:
            self.show_error(error)
        else:
            screen = self.window.play(session)
            if solve:
                screen.controls.request_or_play_hint()

    def key(self, event: pygame.event.Event) -> bool:
        if event.unicode and event.unicode.upper() in self.labels:
            self.select(event.unicode.upper())
            return True
        return super().key(event)
