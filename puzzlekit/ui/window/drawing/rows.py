"""A row of a list in a dialog: a name, and what there is to be said of it."""

from __future__ import annotations

from collections.abc import Callable

from ...theme import mix
from .canvas import Canvas, Rect
from .widgets import Pick


class Row(Pick):
    """A row that can be chosen, and started by a second click."""

    focusable = False

    def __init__(
        self,
        name: str,
        told: str,
        box: Rect,
        *,
        chosen: bool,
        choose: Callable[[], object],
        start: Callable[[], object],
    ) -> None:
        super().__init__(f"row {name}", box, chosen=chosen, choose=choose, start=start)
        self.name, self.told = name, told

    def draw(self, canvas: Canvas) -> None:
        theme, box = canvas.theme, self.box
        fill = mix(theme.raised, theme.text, 0.06) if self.hovered() else theme.raised
        canvas.panel(box, fill, theme.accent if self.chosen else theme.line, 8)
        left, wide = box.left + canvas.px(12), box.width - canvas.px(24)
        name = canvas.text(
            self.name, (left, box.centery), 15, weight="Semibold", anchor="midleft", width=wide // 3
        )
        left = name.right + canvas.px(12)
        wide = box.right - canvas.px(12) - left
        canvas.text(self.told, (left, box.centery), 14, theme.dim, anchor="midleft", width=wide)
