"""A line in the launcher that says that the computer players are being prepared, and stops that."""

from __future__ import annotations

import time

from ....play import preparing
from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import Button

#: Seconds between two looks at how far it has come.
GLANCE = 1.0


class PreparingLine:
    """Has the games prepared, and shows which one it is at."""

    def __init__(self) -> None:
        preparing.ask_all()
        self.game: str | None = None
        self._looked = 0.0

    def look(self) -> bool:
        """Look what is done, once in a while; return whether that has changed."""
        if time.monotonic() - self._looked < GLANCE:
            return False
        before, self.game = self.game, preparing.doing()
        self._looked = time.monotonic()
        return before != self.game

    def widgets(self, canvas: Canvas, area: Rect) -> list[Button]:
        """Return the line, at the foot of an area, if there is something to say."""
        if self.game is None:
            return []
        text = f"Preparing the computer players: {self.game or 'all games'} ... (stop)"
        wide = canvas.font(13, "Semibold").size(text)[0] + canvas.px(24)
        box = Rect(0, 0, min(wide, area.width), canvas.px(28))
        box.bottomleft = (area.left, area.bottom - canvas.px(8))
        tip = "Code is compiled once, at low priority; until then they play by plain rules"
        return [Button("preparing", box, text, self.stop, tip=tip, size=13)]

    def stop(self) -> None:
        """Let the process stop, which takes it a moment."""
        preparing.stop()
