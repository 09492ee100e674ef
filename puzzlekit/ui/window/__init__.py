"""The front end in a window; the only room that knows pygame, which is looked for here first."""

import os

from ...core.errors import PuzzlekitError

# Both are read while pygame is imported.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "puzzlekit")
try:
    import pygame
except ImportError as error:  # pragma: no cover - only on a broken installation
    raise PuzzlekitError(
        f"pygame cannot be imported ({error}); reinstall it with "
        "`python -m pip install --force-reinstall pygame-ce`, or play with --text."
    ) from error
if not getattr(pygame, "IS_CE", False):  # pragma: no cover - only on a broken installation
    raise PuzzlekitError(
        "Another pygame stands in the way of pygame-ce; run `python -m pip uninstall -y pygame` "
        "and then `python -m pip install --force-reinstall pygame-ce`."
    )
