"""Sounds in the window: the mixer is opened when the first one is due, and may be missing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pygame

from .. import sound_synthesis
from ..settings import Settings

#: How loud sounds are, from 0 to 1.
VOLUME = 0.3


class Sounds:
    """Plays sounds if the settings want them, and does nothing where that cannot be done."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        #: Whether there is a device; None until the first sound is due.
        self._open: bool | None = None
        self._ready: dict[str, pygame.mixer.Sound] = {}

    def play(self, name: str) -> None:
        if not self.settings.sound:
            return
        if self._open is None:
            self._open = _opened()
        if self._open:
            with suppress(pygame.error):
                self._sound(name).play()

    def _sound(self, name: str) -> pygame.mixer.Sound:
        if name not in self._ready:
            self._ready[name] = pygame.mixer.Sound(buffer=sound_synthesis.samples(name))
            self._ready[name].set_volume(VOLUME)
        return self._ready[name]

    def close(self) -> None:
        if self._open:
            # A sound that ended during `quit` would wait for Python, and Python for it.
            pygame.mixer.stop()
            pygame.mixer.quit()
        self._open, self._ready = None, {}


def _opened() -> bool:
    try:
        with _mute():
            pygame.mixer.init(sound_synthesis.RATE, -16, 1, 512, allowedchanges=0)
    except (pygame.error, NotImplementedError, OSError):  # without a mixer, or without a device
        return False
    return True


@contextmanager
def _mute() -> Iterator[None]:
    """Keep off the terminal what libraries write there about missing devices."""
    try:
        kept = os.dup(2)
    except OSError:  # there is no such output
        yield
        return
    try:
        with open(os.devnull, "wb") as nothing:
            os.dup2(nothing.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
