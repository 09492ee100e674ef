"""The list of moves in the panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from .canvas import Canvas, Rect
from .widgets import Widget


class MoveList(Widget):
    """The moves made so far, in rows of `columns`, scrolled to the one that is shown."""

    def __init__(
        self,
        key: str,
        box: Rect,
        moves: Sequence[str],
        ply: int,
        columns: int,
        go: Callable[[int], object],
    ) -> None:
        super().__init__(key, box)
        self.moves, self.ply, self.go = moves, ply, go
        self.columns = columns
        self.row = 26
        self.shift = 0

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        """An empty list is passed over."""
        return bool(self.moves)

    def resume(self, before: Widget) -> None:
        if isinstance(before, MoveList) and before.ply == self.ply:
            self.shift = before.shift

    def _first_row(self, height: int) -> int:
        rows = -(-len(self.moves) // self.columns)
        fit = max(1, self.box.height // height)
        current = max(0, self.ply - 1) // self.columns
        return max(0, min(rows - fit, current - fit + 2 + self.shift))

    def draw(self, canvas: Canvas) -> None:
        theme, box = canvas.theme, self.box
        canvas.panel(box, theme.background, theme.line, 8)
        self.row = canvas.px(26)
        number = canvas.px(44)
        wide = (box.width - number - canvas.px(8)) // self.columns
        first = self._first_row(self.row)
        fit = max(1, box.height // self.row)
        if not self.moves:
            canvas.text("No moves yet", box.center, 14, theme.dim, anchor="center")
        for line in range(fit):
            start = (first + line) * self.columns
            top = box.top + line * self.row
            if start >= len(self.moves) or top + self.row > box.bottom:
                break
            canvas.text(
                f"{start // self.columns + 1 if self.columns == 2 else start + 1}.",
                (box.left + number - canvas.px(8), top + self.row // 2),
                14,
                theme.dim,
                anchor="midright",
            )
            for column, move in enumerate(self.moves[start : start + self.columns]):
                cell = Rect(box.left + number + column * wide, top + 2, wide - 4, self.row - 4)
                current = start + column + 1 == self.ply
                if current:
                    canvas.panel(cell, theme.accent, None, 5)
                ink = (
                    theme.on_accent
                    if current
                    else (theme.text if start + column < self.ply else theme.dim)
                )
                canvas.text(
                    move,
                    (cell.left + canvas.px(8), cell.centery),
                    14,
                    ink,
                    anchor="midleft",
                    width=wide - canvas.px(12),
                )

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL and self.hovered():
            self.shift -= event.y
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if not self.box.collidepoint(event.pos):
                return False
            line = self._first_row(self.row) + (event.pos[1] - self.box.top) // self.row
            wide = max(1, (self.box.width - 44) // self.columns)
            column = max(0, min(self.columns - 1, (event.pos[0] - self.box.left - 44) // wide))
            ply = line * self.columns + column + 1
            if ply <= len(self.moves):
                self.go(ply)
            return True
        if self.focused and event.type == pygame.KEYDOWN:
            step = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key, 0)
            if step:
                self.go(self.ply + step)
                return True
        return False
