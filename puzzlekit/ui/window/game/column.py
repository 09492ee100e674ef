"""A column that is filled from both ends."""

from __future__ import annotations

from ..drawing.canvas import Canvas, Rect


class Column:
    """Boxes taken from the top and from the bottom of a column; sizes are given unscaled."""

    def __init__(self, canvas: Canvas, box: Rect) -> None:
        self.px = canvas.px
        self.gap = self.px(8)
        self.left, self.width = box.left, box.width
        self.top, self.bottom = box.top, box.bottom

    @property
    def height(self) -> int:
        return self.bottom - self.top

    def from_top(self, height: float, gap: float = 8) -> Rect:
        box = Rect(self.left, self.top, self.width, self.px(height))
        self.top = box.bottom + self.px(gap)
        return box

    def from_bottom(self, height: float) -> Rect:
        box = Rect(self.left, self.bottom - self.px(height), self.width, self.px(height))
        self.bottom = box.top - self.gap
        return box

    def rest(self) -> Rect:
        return Rect(self.left, self.top, self.width, self.height)

    def row(self, box: Rect, count: int) -> list[Rect]:
        wide = (box.width - (count - 1) * self.gap) / count
        return [
            Rect(round(box.left + i * (wide + self.gap)), box.top, round(wide), box.height)
            for i in range(count)
        ]
