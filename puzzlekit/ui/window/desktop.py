"""What the desktop does for the window, and may refuse: the clipboard and the full screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pygame

from ...core.errors import PuzzlekitError


class DesktopError(PuzzlekitError):
    """The desktop cannot do what was asked for."""


def copy_text(text: str) -> None:
    """Put a text into the clipboard."""
    with _refused("Nothing can be copied here"):
        pygame.scrap.put_text(text)


def copied_text() -> str:
    """Return the text in the clipboard."""
    with _refused("Nothing can be pasted here"):
        return pygame.scrap.get_text()


def toggle_full_screen() -> None:
    """Fill the screen with the window, or end that."""
    with _refused("The window cannot fill the screen here"):
        pygame.display.toggle_fullscreen()


@contextmanager
def _refused(what: str) -> Iterator[None]:
    try:
        yield
    except pygame.error as error:
        raise DesktopError(f"{what} ({error}).") from error
