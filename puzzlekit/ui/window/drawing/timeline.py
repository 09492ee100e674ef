"""The queue of animated moves of a board."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ....core.values import Piece
from ...motion import ease
from ...settings import SPEEDS, Settings

Pieces = Sequence[Piece | None]
CellMap = Mapping[int, int]


class Motion(NamedTuple):
    """A move, animated from progress `begin` to `end`.

    `begin` is above 0 if a drag has already shown a part of the move. A turn of several moves has
    `parts`; `end` is 2 if they are made twice.
    """

    before: Pieces
    permutation: CellMap
    after: Pieces
    begin: float = 0.0
    end: float = 1.0
    parts: tuple[CellMap, ...] = ()


class Frame(NamedTuple):
    """The current frame: the pieces and the progress of a move, which exceeds 1 in a long drag."""

    looks: Pieces
    permutation: CellMap
    progress: float


class Timeline:
    """The last position and the queued animations, shared by all views of a game."""

    def __init__(self, settings: Settings, pieces: Pieces) -> None:
        self.settings = settings
        self.pieces = pieces
        self.queue: list[Motion] = []
        self.started_at = 0.0
        self._begun: Motion | None = None
        #: Permutation of a partly chosen move.
        self.preview: CellMap = {}
        self._preview_started_at = 0.0
        #: The dragged move, its progress, and how many times it will be played.
        self._dragged: CellMap = {}
        self._progress = 0.0
        self._plays_due = 0
        #: The number of moves that make up the drag, and the positions after the moves already
        #: played.
        self._parts = 1
        self._played: list[Pieces] = []

    @property
    def _seconds_per_move(self) -> float:
        """Seconds per move, which are reduced while moves are queued."""
        return SPEEDS[self.settings.speed] / max(1, len(self.queue) - 1)

    @property
    def last(self) -> Pieces:
        """The position after all queued moves."""
        return self.queue[-1].after if self.queue else self.pieces

    def show(self, pieces: Pieces) -> None:
        self.queue.clear()
        self.preview, self._dragged = {}, {}
        self.pieces = pieces

    def move(self, permutation: CellMap, pieces: Pieces) -> None:
        """Animate a move after the queued moves."""
        before, begin = self.last, 0.0
        is_shown = dict(permutation) == dict(self.preview)
        self.preview = {}
        if self._plays_due and permutation.items() <= self._dragged.items():
            self._played.append(pieces)
            if len(self._played) < self._parts:
                return  # animate all parts together
            self._played.clear()
            permutation = self._dragged
            self._plays_due -= 1
            is_shown = self._plays_due > 0 and self._progress >= 1
            begin = 0.0 if is_shown else self._progress
            self._progress -= min(1.0, max(0.0, self._progress))
        if not self._plays_due:
            self._dragged = {}
        if not self._seconds_per_move:
            self.queue.clear()  # moves that were queued before animations were turned off
        if not self.queue:
            if not permutation or is_shown or not self._seconds_per_move:
                self.pieces = pieces
                return
            self.started_at = time.perf_counter()
        self.queue.append(Motion(before, permutation, pieces, begin, math.copysign(1.0, begin)))

    def merge(self, count: int) -> None:
        """Animate the last `count` moves, which are one turn, together if none has been shown."""
        parts, motions = list[CellMap](), list[Motion]()
        while len(parts) < count and len(motions) < len(self.queue):
            motions.insert(0, self.queue[-1 - len(motions)])
            parts[:0] = motions[0].parts or [motions[0].permutation]
        if len(motions) < 2 or len(parts) != count or motions[0] is self._begun:
            return
        distinct = [part for index, part in enumerate(parts) if part not in parts[:index]]
        times = {parts.count(part) for part in distinct}
        whole = {cell: to for part in distinct for cell, to in part.items()}
        is_dragged = any(motion.begin for motion in motions)
        has_reserve = max(map(max, whole.items()), default=0) >= len(self.pieces)
        if is_dragged or has_reserve or len(times) > 1 or len(whole) < sum(map(len, distinct)):
            return
        merged = Motion(motions[0].before, whole, motions[-1].after, 0.0, times.pop(), tuple(parts))
        self.queue[-len(motions) :] = [merged]

    def set_preview(self, permutation: CellMap) -> None:
        """Show the pieces as they will be after a partly chosen move."""
        if dict(permutation) != dict(self.preview):
            self.preview = permutation
            self._preview_started_at = time.perf_counter()

    def drag(self, permutation: CellMap, share: float) -> None:
        """Show a dragged move at a fraction, possibly above 1 or, for an involution, below 0."""
        self._dragged, self._progress, self._plays_due = permutation, share, 0

    def end_drag(self, times: int, parts: int = 1) -> None:
        """End a drag: play it `times` times, as moves with `parts` parts, or animate it back."""
        self._plays_due, self._parts = times, parts
        if not times and self._played:
            self.show(self._played[-1])
            self._played.clear()
        if not times and self._dragged:
            if self._seconds_per_move:
                back = Motion(self.last, self._dragged, self.last, self._progress, 0.0)
                self.queue.append(back)
                self.started_at = time.perf_counter()
            self._dragged = {}

    def moving(self) -> bool:
        return bool(self.queue) or (bool(self.preview) and self._preview_time() < 1)

    def still(self) -> bool:
        """Return whether nothing is being animated or dragged."""
        return not self.queue and not self._dragged

    def _preview_time(self) -> float:
        elapsed = time.perf_counter() - self._preview_started_at
        return min(1.0, elapsed / self._seconds_per_move) if self._seconds_per_move else 1.0

    def now(self) -> Frame:
        while self.queue:
            motion = self.queue[0]
            duration = self._seconds_per_move * min(1.0, abs(motion.end - motion.begin))
            progress = (time.perf_counter() - self.started_at) / max(1e-6, duration)
            if progress < 1 and motion.permutation:
                self._begun = motion
                share = motion.begin + (motion.end - motion.begin) * ease(progress)
                made = max(0, math.ceil(share) - 1)
                pieces = _carry(motion.before, motion.permutation, made)
                return Frame(pieces, motion.permutation, share - made)
            self.pieces = motion.after
            self.queue.pop(0)
            self.started_at = time.perf_counter()
        if self._dragged:
            return Frame(self.pieces, self._dragged, self._progress)
        if self.preview:
            return Frame(self.pieces, self.preview, ease(self._preview_time()))
        return Frame(self.pieces, {}, 0.0)


def _carry(pieces: Pieces, permutation: CellMap, times: int) -> Pieces:
    """Return the pieces after a move has been made some times."""
    for _ in range(times):
        moved = list(pieces)
        for cell, to in permutation.items():
            moved[to] = pieces[cell]
        pieces = moved
    return pieces
