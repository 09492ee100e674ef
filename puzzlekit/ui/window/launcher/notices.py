"""What the launcher says about the difficulty of a puzzle, as soon as that is known."""

from __future__ import annotations

import time
from collections.abc import Callable

from ....core.errors import PuzzlekitError, escape_control_characters
from ....play import background_compile
from ....play.engine import Request
from ....rules.base import Puzzle
from ...theme import mix
from ...worker import DIFFICULTY, Job, Worker
from ..drawing.canvas import Canvas, Rect, wrap
from ..drawing.widgets import Button, Widget
from .selection import Selection

#: Seconds between two looks at how far it has come.
POLL_SECONDS = 1.0


class CompileLine:
    """Has the games prepared, and shows which one it is at."""

    def __init__(self) -> None:
        background_compile.request_all()
        self.game: str | None = None
        self._looked = 0.0

    def look(self) -> bool:
        """Look what is done, once in a while; return whether that has changed."""
        if time.monotonic() - self._looked < POLL_SECONDS:
            return False
        before, self.game = self.game, background_compile.current_task()
        self._looked = time.monotonic()
        return before != self.game

    def widgets(self, canvas: Canvas, area: Rect) -> list[Button]:
        """Return the line, at the foot of an area, if there is something to say."""
        if self.game is None:
            return []
        text = f"Preparing the computer players: {self.game or 'all games'} ... (stop)"
        width = canvas.font(13, "Semibold").size(text)[0] + canvas.px(24)
        box = Rect(0, 0, min(width, area.width), canvas.px(28))
        box.bottomleft = (area.left, area.bottom - canvas.px(8))
        tip = "Code is compiled once, at low priority; until then they play by plain rules"
        return [Button("preparing", box, text, self.stop, tip=tip, size=13)]

    def stop(self) -> None:
        """Let the process stop, which takes it a moment."""
        background_compile.cancel()


#: What it looks like: the colour of an error, and how many lines it has at most.
RED, LINES = (214, 52, 46), 4


class NotificationBar(Widget):
    """A sentence at the foot of an area, until it is clicked."""

    tip = "Close (Esc)"

    def __init__(
        self, canvas: Canvas, area: Rect, text: str, dismiss: Callable[[], object]
    ) -> None:
        self.text, self.act = escape_control_characters(text), dismiss
        inner = area.width - canvas.px(66)
        lines = min(LINES, len(wrap(self.text, canvas.font(14), inner)))
        height = canvas.px(20) * lines + canvas.px(16)
        bottom = area.bottom - canvas.px(10)
        super().__init__("refused", Rect(area.left, bottom - height, area.width, height))

    def draw(self, canvas: Canvas) -> None:
        theme, box = canvas.theme, self.box
        canvas.panel(box, mix(theme.panel, RED, 0.18), RED, 10)
        canvas.icon("warn", (box.left + canvas.px(20), box.centery), 18, theme.text)
        canvas.icon("close", (box.right - canvas.px(18), box.centery), 14, theme.text)
        inner = Rect(box.left + canvas.px(36), box.top + canvas.px(6), box.width - canvas.px(66), 0)
        inner.height = box.height - canvas.px(8)
        canvas.paragraph(self.text, inner, 14, max_lines=LINES)


#: Seconds for which a puzzle must have been chosen before it is looked at.
HOVER_SECONDS = 0.4


class DifficultyLine:
    """Has another process find out how hard the chosen puzzle is; remembers what it found."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self._worker = Worker()
        self._known: dict[str, str] = {}
        self._game = ""
        self._since = 0.0

    @property
    def text(self) -> str:
        return self._known.get(self._game, "")

    @property
    def busy(self) -> bool:
        return bool(self._game) and self._game not in self._known

    def update(self) -> None:
        chosen = self.selection.chosen
        game = ""
        if chosen and issubclass(self.selection.kind, Puzzle):
            game = self.selection.game_id()
        if game != self._game:
            self._game, self._since = game, time.monotonic()
            self._worker.want(None)

    def poll(self) -> bool:
        """Ask, or take the answer if there is one; return whether there was."""
        if not self.busy:
            return False
        if not self._worker.busy:
            if time.monotonic() - self._since >= HOVER_SECONDS:
                self._worker.ask(Job(self._game, Request(DIFFICULTY, ())))
            return False
        if (found := self._worker.poll()) is None:
            return False
        job, answer = found
        # What cannot be found out is not said: whoever starts the puzzle is told what is wrong.
        self._known[job.game] = "" if isinstance(answer, PuzzlekitError) else str(answer)
        return True

    def stop(self) -> None:
        self._worker.stop()
        self._game = ""
