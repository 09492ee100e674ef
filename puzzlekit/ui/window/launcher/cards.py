"""The cards of the launcher, whose boards play random moves."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING

from ....core.timeout import CallTimeout, Timeout
from ....play.setup import setup_with
from ....plugin.errors import error_message, plugin_boundary
from ....rules.base import Puzzle, Rules, State
from ...checked_pieces import checked_pieces
from ..drawing.board_view import BoardView, thumbnail_view
from ..drawing.canvas import Canvas, Rect, drop_parts
from ..drawing.timeline import Timeline
from ..drawing.widgets import Clicks, Selectable

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
        if self.next_at:
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
        return "it does not respond"
    except Exception as error:
        return error_message(error).rstrip(".")


class Card(Selectable):
    """The card of a plugin, which is started by a double-click or Enter."""

    def __init__(
        self,
        name: str,
        box: Rect,
        texts: tuple[str, str],
        thumbnail: Thumbnail | None,
        clicks: Clicks,
        *,
        favourite: bool,
    ) -> None:
        super().__init__(f"card {name}", box, clicks)
        self.name, self.thumbnail, self.favourite = name, thumbnail, favourite
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
