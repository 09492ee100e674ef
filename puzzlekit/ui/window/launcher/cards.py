"""The cards of the launcher, whose boards play random moves, and its notices."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from ....core.errors import PuzzlekitError, escape_control_characters
from ....core.timeout import CallTimeout, Timeout
from ....core.translation import _
from ....play import background_compile
from ....play.engine import Request
from ....play.setup import setup_with
from ....plugin.errors import error_message, plugin_boundary
from ....plugin.validation import checked_pieces
from ....rules.base import Puzzle, Rules, State
from ...game_worker import DIFFICULTY, Job, Worker
from ...theme import mix
from ..drawing.board_view import BoardView, thumbnail_view
from ..drawing.canvas import Canvas, Rect, drop_parts, wrap
from ..drawing.timeline import Timeline
from ..drawing.widgets import Button, Clicks, Selectable, Widget
from .selection import Selection

if TYPE_CHECKING:
    from ..drawing.solid_view import SolidView


#: Time limit in seconds for the thumbnail of a plugin.
THUMBNAIL_SECONDS = 10.0

#: Seconds between the moves on an animated card.
FRAME_SECONDS = 0.9

#: Number of random moves before an empty board is shown, on planes and on other boards.
PREVIEW_PLIES = 6, 16


class Thumbnail:
    """A small board on which random moves are played."""

    def __init__(self, name: str, kind: type[Rules]) -> None:
        options = next(iter(kind.presets.values()), {})
        self.rules = setup_with(name, options).load_rules()
        self.rng = Random(0)
        self.state = self._first()
        self.view: BoardView | SolidView | None = None
        self.next_at = 0.0

    def _first(self) -> State:
        """Return an unsolved start or, on an empty board or a plane, a later position."""
        state = self.rules.start()
        if isinstance(self.rules, Puzzle) and self.rules.outcome(state) is not None:
            state = self.rules.start(Random(1))
        plane = self.rules.board.plane
        shows = any(checked_pieces(self.rules, state)) and not plane
        for _ply in range(0 if shows else PREVIEW_PLIES[0 if plane else 1]):
            if moves := self.rules.legal_moves(state):
                state = self.rules.play(state, self.rng.choice(moves))
        return state

    def draw(self, canvas: Canvas, box: Rect) -> None:
        small = box.inflate(-canvas.px(10), -canvas.px(10))
        inner = small.left, small.top, small.width, small.height
        if self.view is None:
            pieces = checked_pieces(self.rules, self.state)
            self.timeline = Timeline(canvas.settings, pieces)
            self.view = thumbnail_view(self.rules, canvas, inner, self.timeline)
        self.view.place(canvas, inner)
        self.view.draw()

    def moving(self) -> bool:
        return self.view is not None and self.timeline.moving()

    def animate(self) -> bool:
        """Make a random move if it is due; return whether to redraw."""
        if self.view is None or time.monotonic() < self.next_at:
            return self.moving()
        due, self.next_at = self.next_at, math.inf  # stay still if the plugin fails
        if due:
            moves = self.rules.legal_moves(self.state)
            if moves:
                move = self.rng.choice(moves)
                permutation = self.rules.cell_permutation(self.state, move)
                self.state = self.rules.apply_unchecked(self.state, move)
                self.timeline.move(permutation, checked_pieces(self.rules, self.state))
            else:
                self.state = self._first()
                self.timeline.show(checked_pieces(self.rules, self.state))
            if isinstance(self.view, BoardView):
                self.view.show_occupied(())
        self.next_at = time.monotonic() + FRAME_SECONDS
        return True


def start_thumbnail(name: str, kind: type[Rules]) -> Thumbnail | str:
    """Return the thumbnail of a plugin, or the reason why the plugin cannot start."""
    try:
        with Timeout(THUMBNAIL_SECONDS), plugin_boundary(kind):
            return Thumbnail(name, kind)
    except CallTimeout:
        return "it is not responding"
    except Exception as error:
        return error_message(error).rstrip(".")


class Card(Selectable):
    """The card of a plugin, which is started by a double-click or Enter."""

    favourite = False

    def __init__(
        self,
        name: str,
        box: Rect,
        texts: tuple[str, str],
        thumbnail: Thumbnail | None,
        clicks: Clicks,
    ) -> None:
        super().__init__(f"card {name}", box, clicks)
        self.name, self.thumbnail = name, thumbnail
        self.title, self.details = texts

    def draw(self, canvas: Canvas) -> None:
        theme, box = canvas.theme, self.box
        self.draw_background(canvas, theme.panel, 12)
        pad = canvas.px(8)
        picture = Rect(
            box.left + pad, box.top + pad, box.width - 2 * pad, box.height - canvas.px(64)
        )
        canvas.panel(picture, theme.background, None, 8)
        if self.thumbnail is not None:
            self.thumbnail.draw(canvas, picture)
        left, width = box.left + canvas.px(14), box.width - canvas.px(28)
        title = left, picture.bottom + canvas.px(6)
        canvas.text(self.title, title, 17, weight="Semibold", width=width)
        below = left, picture.bottom + canvas.px(30)
        details = drop_parts(self.details, canvas.font(13), width)
        self.tip = "" if details == self.details else self.details
        canvas.text(details, below, 13, theme.muted_text, width=width)
        if self.favourite:
            corner = picture.right - canvas.px(14), picture.top + canvas.px(14)
            canvas.icon("star", corner, 16, theme.accent)


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
        width = canvas.text_width(text, 13, "Semibold") + canvas.px(54)
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
        lines = len(wrap(self.text, canvas.font(14), inner))
        if lines > LINES:
            self.tip = self.text
        height = canvas.px(20) * min(LINES, lines) + canvas.px(16)
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
