"""Desktop functions that can fail: the clipboard and full-screen mode."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pygame

from ...core.errors import PuzzlekitError
from ...core.translation import _


def copy_text(text: str) -> None:
    """Copy text to the clipboard."""
    with _convert_errors(_("Cannot copy")):
        pygame.scrap.put_text(text)


def copied_text() -> str:
    """Return the text on the clipboard."""
    with _convert_errors(_("Cannot paste")):
        return pygame.scrap.get_text()


def toggle_full_screen() -> None:
    """Toggle full-screen mode."""
    with _convert_errors(_("Full screen is not available")):
        pygame.display.toggle_fullscreen()


@contextmanager
def _convert_errors(what: str) -> Iterator[None]:
    try:
        yield
    except pygame.error as error:
        raise PuzzlekitError(f"{what} ({error}).") from error
