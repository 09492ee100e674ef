"""The moves that a board shows, one after the other, and how far each has come."""

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
    """A move that is shown, from the share `begin` to `end`: the mouse may have made a part."""

    before: Looks
    carry: Carry
    after: Looks
    begin: float = 0.0
    end: float = 1.0


class Frame(NamedTuple):
    """What is seen now: pieces that have gone a share of their way, which a hand may exceed."""

    looks: Looks
    carry: Carry
    progress: float


class Timeline:
    """What was seen last, and the motions that follow; all views of a position share one."""

    def __init__(self, settings: Settings, looks: Looks) -> None:
        self.settings = settings
        self.looks = looks
        self.queue: list[Motion] = []
        self.began = 0.0
        #: What the rest of a move will do, as far as it has been chosen.
        self.preview: Carry = {}
        self._preview_began = 0.0
        #: The move that a hand makes, how far it has come, and how often it will be made.
        self._held: Carry = {}
        self._share = 0.0
        self._due = 0
        #: How many moves together are what it makes, and what was seen after each made so far.
        self._parts = 1
        self._made: list[Looks] = []

    @property
    def _seconds_per_move(self) -> float:
        """Seconds that a move takes; moves that queue go faster."""
        return SPEEDS[self.settings.speed] / max(1, len(self.queue) - 1)

    @property
    def last(self) -> Looks:
        """What is seen after all moves that are under way."""
        return self.queue[-1].after if self.queue else self.looks

    def show(self, looks: Looks) -> None:
        self.queue.clear()
        self.preview, self._held = {}, {}
        self.looks = looks

    def move(self, carry: Carry, looks: Looks) -> None:
        """Show a move, after those that are still under way."""
        before, begin = self.last, 0.0
        foreseen = dict(carry) == dict(self.preview)
        self.preview = {}
        if self._due and carry.items() <= self._held.items():
            self._made.append(looks)
            if len(self._made) < self._parts:
                return  # all parts are shown together
            self._made.clear()
            carry = self._held
            self._due -= 1
            foreseen = self._due > 0 and self._share >= 1
            begin = 0.0 if foreseen else self._share
            self._share -= min(1.0, max(0.0, self._share))
        if not self._due:
            self._held = {}
        if not self.queue:
            if not carry or foreseen or not self._seconds_per_move:
                self.looks = looks
                return
            self.began = time.monotonic()
        self.queue.append(Motion(before, carry, looks, begin, math.copysign(1.0, begin)))

    def set_preview(self, carry: Carry) -> None:
        """Show the pieces as they will lie when the rest of a move has been chosen."""
        if dict(carry) != dict(self.preview):
            self.preview = carry
            self._preview_began = time.monotonic()

    def hold(self, carry: Carry, share: float) -> None:
        """Show a share of a move that follows the mouse: above 1 or, for an involution, below 0."""
        self._held, self._share, self._due = carry, share, 0

    def end_preview(self, times: int, parts: int = 1) -> None:
        """Let go what is held: it follows so many times as a move, of some parts, or goes back."""
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
        """Return whether nothing moves, and no hand holds anything."""
        return not self.queue and not self._held

    def _preview_time(self) -> float:
        took = time.monotonic() - self._preview_began
        return min(1.0, took / self._seconds_per_move) if self._seconds_per_move else 1.0

    def now(self) -> Frame:
        while self.queue:
            motion = self.queue[0]
            whole = self._seconds_per_move * min(1.0, abs(motion.end - motion.begin))
            gone = (time.monotonic() - self.began) / max(1e-6, whole)
            if gone < 1 and motion.carry:
                share = motion.begin + (motion.end - motion.begin) * ease(gone)
                return Frame(motion.before, motion.carry, share)
            self.looks = motion.after
            self.queue.pop(0)
            self.began = time.monotonic()
        if self._held:
            return Frame(self.looks, self._held, self._share)
        if self.preview:
            return Frame(self.looks, self.preview, ease(self._preview_time()))
        return Frame(self.looks, {}, 0.0)
