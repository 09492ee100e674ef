"""The best moves of the current position, as found by an analysis in the background."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.translation import _
from ....play.engine import ANALYSED_MOVES
from ....players.player import SHOWN_MOVES, SearchResult
from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import Widget

#: Height of a line, the padding around all lines, and the font size.
LINE, PAD, SIZE = 19, 5, 13

#: Height of the box, and width of the winning chance.
HEIGHT, CHANCE = ANALYSED_MOVES * LINE + 2 * PAD, 46


class EngineLines(Widget):
    """The best moves with their lines and, after 200 playouts, their winning chances."""

    focusable = is_small = False

    def __init__(self, box: Rect, moves: Sequence[SearchResult]) -> None:
        super().__init__("engine-lines", box)
        self.moves = moves

    def draw(self, canvas: Canvas) -> None:
        theme, box, left = canvas.theme, self.box, self.box.left + canvas.px(8)
        canvas.panel(box, theme.surface, None, 8)
        if not self.moves:
            canvas.text(_("Analysing…"), box.center, SIZE, theme.muted_text, anchor="center")
        for number, result in enumerate(self.moves):
            top = box.top + canvas.px(PAD + number * LINE)
            chance = "–" if result.chance is None else f"{100 * result.chance:.0f} %"
            at = left + canvas.px(CHANCE - 10), top
            canvas.text(chance, at, SIZE, theme.accent, weight="Semibold", anchor="topright")
            line = " ".join(result.principal_variation[:SHOWN_MOVES]) or result.move
            colour = theme.text if number == 0 else theme.muted_text
            width = box.right - canvas.px(8) - left - canvas.px(CHANCE)
            canvas.text(line, (left + canvas.px(CHANCE), top), SIZE, colour, width=width)
