"""Notices in the launcher about compilation, errors, and the difficulty of a puzzle."""

from __future__ import annotations

import time
from collections.abc import Callable

from ....core.errors import PuzzlekitError, escape_control_characters
from ....core.translation import _
from ....play import background_compile
from ....play.engine import Request
from ....rules.base import Puzzle
from ...game_worker import DIFFICULTY, Job, Worker
from ...theme import mix
from ..drawing.canvas import Canvas, Rect, wrap
from ..drawing.widgets import Button, Widget
from .selection import Selection

#: Seconds between two checks of the compilation.
POLL_SECONDS = 1.0


class CompileLine:
    """A button that shows which game is being compiled, and that stops the compilation."""

    def __init__(self) -> None:
        background_compile.request_all()
        self.game: str | None = None
        self._checked_at = 0.0

    def update(self) -> bool:
        """Check the progress once per interval; return whether the progress has changed."""
        if time.monotonic() - self._checked_at < POLL_SECONDS:
            return False
        before, self.game = self.game, background_compile.current_task()
        self._checked_at = time.monotonic()
        return before != self.game

    def widgets(self, canvas: Canvas, area: Rect) -> list[Button]:
        """Return the button at the bottom of an area if games are being compiled."""
        if self.game is None:
            return []
        text = _("Preparing {game}…").format(game=self.game or _("all games"))
        width = canvas.font(13, "Semibold").size(text)[0] + canvas.px(54)
        box = Rect(0, 0, min(width, area.width), canvas.px(28))
        box.bottomleft = (area.left, area.bottom - canvas.px(8))
        tip = _("Click to stop. Code and tables are made once, at low priority, for faster play.")
        stop = background_compile.cancel
        return [Button("preparing", text, stop, tip, size=13, box=box, icon="close")]


#: Colour and maximum number of lines of an error.
RED, LINES = (214, 52, 46), 4


class NotificationBar(Widget):
    """A message at the bottom of an area that is shown until the user clicks on it."""

    tip = _("Close (Esc)")

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


#: Seconds for which a puzzle must stay selected before its difficulty is computed.
HOVER_SECONDS = 0.4


class DifficultyLine:
    """The difficulty of the selected puzzle, which is computed in another process and cached."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self._worker = Worker()
        self._texts: dict[str, str] = {}
        self._game = ""
        self._selected_at = 0.0

    @property
    def text(self) -> str:
        return self._texts.get(self._game, "")

    @property
    def busy(self) -> bool:
        return bool(self._game) and self._game not in self._texts

    def update(self) -> None:
        chosen = self.selection.chosen
        game = ""
        if chosen and issubclass(self.selection.kind, Puzzle):
            game = self.selection.game_id()
        if game != self._game:
            self._game, self._selected_at = game, time.monotonic()
            self._worker.replace_job(None)

    def poll(self) -> bool:
        """Start the computation, or receive its result; return whether a result has arrived."""
        if not self.busy:
            return False
        if not self._worker.busy:
            if time.monotonic() - self._selected_at >= HOVER_SECONDS:
                self._worker.submit(Job(self._game, Request(DIFFICULTY, ())))
            return False
        if (result := self._worker.poll()) is None:
            return False
        job, answer = result
        # Errors are reported when the puzzle is started.
        self._texts[job.game] = "" if isinstance(answer, PuzzlekitError) else str(answer)
        return True

    def stop(self) -> None:
        self._worker.stop()
        self._game = ""
