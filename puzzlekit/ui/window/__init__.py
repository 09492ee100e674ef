"""The graphical front end, the only package that needs pygame."""

import os

from ...core.errors import PuzzlekitError

# pygame reads both variables on import.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "puzzlekit")
try:
    import pygame
except ImportError as error:  # pragma: no cover - only on a broken installation
    raise PuzzlekitError(
        f"Cannot import pygame ({error}). Reinstall it with "
        "`python -m pip install --force-reinstall pygame-ce`, or play with --text."
    ) from error
if not getattr(pygame, "IS_CE", False):  # pragma: no cover - only on a broken installation
    raise PuzzlekitError(
        "pygame is installed instead of pygame-ce. Run `python -m pip uninstall -y pygame` "
        "and then `python -m pip install --force-reinstall pygame-ce`."
    )
