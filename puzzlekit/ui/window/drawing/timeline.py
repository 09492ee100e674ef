"""The queue of animated moves of a board."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ....core.values import Piece
from ...motion import ease
from ...settings import SPEEDS, Settings

Looks = Sequence[Piece | None]
Carry = Mapping[int, int]


class Motion(NamedTuple):
    """An animated move from progress `begin` to `end`; a drag may already have shown part of it."""

    before: Looks
    carry: Carry
    after: Looks
    begin: float = 0.0
    end: float = 1.0


class Frame(NamedTuple):
    """The current frame: pieces and the progress of a move, which a drag can take beyond 1."""

    looks: Looks
    carry: Carry
    progress: float


class Timeline:
    """The last position and the queued animations, shared by all views of a game."""

    def __init__(self, settings: Settings, pieces: Looks) -> None:
        self.settings = settings
        self.looks = pieces
        self.queue: list[Motion] = []
        self.began = 0.0
        #: Permutation of a partly chosen move.
        self.preview: Carry = {}
        self._preview_began = 0.0
        #: The dragged move, its progress, and the number of times it will be played.
        self._held: Carry = {}
        self._share = 0.0
        self._due = 0
        #: The number of moves that make up the drag, and the positions after those already played.
        self._parts = 1
        self._made: list[Looks] = []

    @property
    def _seconds_per_move(self) -> float:
        """Seconds per move; less while moves are queued."""
        return SPEEDS[self.settings.speed] / max(1, len(self.queue) - 1)

    @property
    def last(self) -> Looks:
        """The position after all queued moves."""
        return self.queue[-1].after if self.queue else self.looks

    def show(self, pieces: Looks) -> None:
        self.queue.clear()
        self.preview, self._held = {}, {}
        self.looks = pieces

    def move(self, permutation: Carry, pieces: Looks) -> None:
        """Animate a move after the queued ones."""
        before, begin = self.last, 0.0
        is_shown = dict(permutation) == dict(self.preview)
        self.preview = {}
        if self._due and permutation.items() <= self._held.items():
            self._made.append(pieces)
            if len(self._made) < self._parts:
                return  # animate all parts together
            self._made.clear()
            permutation = self._held
            self._due -= 1
            is_shown = self._due > 0 and self._share >= 1
            begin = 0.0 if is_shown else self._share
            self._share -= min(1.0, max(0.0, self._share))
        if not self._due:
            self._held = {}
        if not self.queue:
            if not permutation or is_shown or not self._seconds_per_move:
                self.looks = pieces
                return
            self.began = time.monotonic()
        self.queue.append(Motion(before, permutation, pieces, begin, math.copysign(1.0, begin)))

    def set_preview(self, permutation: Carry) -> None:
        """Show the pieces as they would be after a partly chosen move."""
        if dict(permutation) != dict(self.preview):
            self.preview = permutation
            self._preview_began = time.monotonic()

    def hold(self, permutation: Carry, share: float) -> None:
        """Show a dragged move at a fraction, above 1 or (for an involution) below 0."""
        self._held, self._share, self._due = permutation, share, 0

    def end_preview(self, times: int, parts: int = 1) -> None:
        """End a drag: play it `times` times, as moves of `parts` parts, or animate it back."""
        self._due, self._parts = times, parts
        if not times and self._made:
            self.show(self._made[-1])
            self._made.clear()
        if not times and self._held:
            if self._seconds_per_move:
                back = Motion(self.last, self._held, self.last, self._share, 0.0)
                self.queue.append(back)
                self.began = time.monotonic()
            self._held = {}

    def moving(self) -> bool:
        return bool(self.queue) or (bool(self.preview) and self._preview_time() < 1)

    def still(self) -> bool:
        """Return whether nothing is animated or dragged."""
        return not self.queue and not self._held

    def _preview_time(self) -> float:
        took = time.monotonic() - self._preview_began
        return min(1.0, took / self._seconds_per_move) if self._seconds_per_move else 1.0

    def now(self) -> Frame:
        while self.queue:
            motion = self.queue[0]
            whole = self._seconds_per_move * min(1.0, abs(motion.end - motion.begin))
            progress = (time.monotonic() - self.began) / max(1e-6, whole)
            if progress < 1 and motion.carry:
                share = motion.begin + (motion.end - motion.begin) * ease(progress)
                return Frame(motion.before, motion.carry, share)
            self.looks = motion.after
            self.queue.pop(0)
            self.began = time.monotonic()
        if self._held:
            return Frame(self.looks, self._held, self._share)
        if self.preview:
            return Frame(self.looks, self.preview, ease(self._preview_time()))
        return Frame(self.looks, {}, 0.0)
