"""Sounds of the window. The mixer is opened on first use and may be unavailable."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pygame

from .. import sound_synthesis
from ..settings import Settings

#: Volume from 0 to 1.
VOLUME = 0.3


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
            self._ready[name] = pygame.mixer.Sound(buffer=sound_synthesis.samples(name))
            self._ready[name].set_volume(VOLUME)
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
            pygame.mixer.init(sound_synthesis.RATE, -16, 1, 512, allowedchanges=0)
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
