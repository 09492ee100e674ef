"""Short, soft sounds of the window. The mixer is opened on first use and may be unavailable."""

from __future__ import annotations

import math
import os
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from random import Random

import pygame

from ...core.values import Piece
from ...rules.base import Rules
from ..settings import Settings

#: Sample rate in hertz, and maximum amplitude.
RATE, PEAK = 11_025, 12_000

CLICK, SLIDE, TURN, CAPTURE, WIN, ILLEGAL = "click", "slide", "turn", "capture", "win", "illegal"


def _click_sound(pitch: float, decay: float) -> Callable[[float], float]:
    """Return a knock on wood: a decaying tone with an overtone."""
    return lambda t: (
        math.exp(-t / decay)
        * (math.sin(2 * math.pi * pitch * t) + 0.4 * math.sin(2 * math.pi * 2.76 * pitch * t))
    )


def _chord(*notes: tuple[float, float]) -> Callable[[float], float]:
    """Return the waveform of notes given as pairs of start time and pitch."""

    def wave(t: float) -> float:
        struck = ((t - begin, pitch) for begin, pitch in notes if t >= begin)
        return sum(math.exp(-s / 0.13) * math.sin(2 * math.pi * pitch * s) for s, pitch in struck)

    return wave


def _slide_sound(seconds: float, rough: float) -> Callable[[float], float]:
    """Return a swish of low-pass filtered noise that fades in and out."""
    rng, last = Random(1), 0.0

    def wave(t: float) -> float:
        nonlocal last
        last += rough * (rng.uniform(-1, 1) - last)
        return 1.6 * last * math.sin(math.pi * min(1.0, t / seconds)) ** 2

    return wave


#: Duration in seconds and waveform of each sound.
SOUNDS: dict[str, tuple[float, Callable[[], Callable[[float], float]]]] = {
    CLICK: (0.09, lambda: _click_sound(620, 0.018)),
    SLIDE: (0.14, lambda: _slide_sound(0.14, 0.3)),
    TURN: (0.16, lambda: _slide_sound(0.16, 0.6)),
    CAPTURE: (0.16, lambda: _click_sound(330, 0.035)),
    WIN: (0.5, lambda: _chord((0.0, 523.25), (0.1, 659.25), (0.2, 783.99))),
    ILLEGAL: (0.14, lambda: _click_sound(150, 0.04)),
}


def samples(name: str) -> bytes:
    """Return a sound as mono samples."""
    seconds, make = SOUNDS[name]
    wave, count = make(), round(seconds * RATE)
    fade = min(count, 200)  # avoids a click at the end
    heard = (
        wave(number / RATE) * min(1.0, number / 20, (count - number) / fade)
        for number in range(count)
    )
    return array("h", (round(PEAK * max(-1.0, min(1.0, each))) for each in heard)).tobytes()


def sound_of(rules: Rules, before: Sequence[Piece | None], after: Sequence[Piece | None]) -> str:
    """Return the sound for a move, depending on the motion and on whether pieces are captured."""
    count_before, count_after = (
        sum(each is not None for each in pieces) for pieces in (before, after)
    )
    if count_after != count_before:
        return CLICK if count_after > count_before else CAPTURE
    return {"turn": TURN, "slide": SLIDE}.get(rules.motion, CLICK)


class Sounds:
    """A player of sounds that does nothing if sounds are off or unavailable."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        #: Whether the mixer is open; None before the first sound.
        self._open: bool | None = None
        self._ready: dict[str, pygame.mixer.Sound] = {}

    def play(self, name: str) -> None:
        if not self.settings.sound:
            return
        if self._open is None:
            self._open = _open_mixer()
        if self._open:
            with suppress(pygame.error):
                self._sound(name).play()

    def _sound(self, name: str) -> pygame.mixer.Sound:
        if name not in self._ready:
            self._ready[name] = pygame.mixer.Sound(buffer=samples(name))
            self._ready[name].set_volume(0.3)
        return self._ready[name]

    def close(self) -> None:
        if self._open:
            # A sound that ends during `quit` would deadlock with it.
            pygame.mixer.stop()
            pygame.mixer.quit()
        self._open, self._ready = None, {}


def _open_mixer() -> bool:
    try:
        with _mute():
            pygame.mixer.init(RATE, -16, 1, 512, allowedchanges=0)
    except (pygame.error, NotImplementedError, OSError):  # no mixer or no device
        return False
    return True


@contextmanager
def _mute() -> Iterator[None]:
    """Suppress messages of libraries about missing devices, which go to stderr."""
    try:
        saved_stderr = os.dup(2)
    except OSError:  # stderr is closed
        yield
        return
    try:
        with open(os.devnull, "wb") as nothing:
            os.dup2(nothing.fileno(), 2)
        yield
    finally:
        os.dup2(saved_stderr, 2)
        os.close(saved_stderr)
