"""The clipboard of the desktop, which may be missing."""

from __future__ import annotations

import pygame

from ....core.errors import PuzzlekitError


def put(text: str) -> None:
    """Copy a text; raise `PuzzlekitError` if there is no clipboard."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error as error:
        raise PuzzlekitError(f"Nothing can be copied here ({error}).") from error


def get() -> str:
    """Return the text that was copied; raise `PuzzlekitError` if there is no clipboard."""
    try:
        return pygame.scrap.get_text()
    except pygame.error as error:
        raise PuzzlekitError(f"Nothing can be pasted here ({error}).") from error
