"""Compiled painter for solids, compiled in the background while the plain one is used."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...core import code_cache
from ...core.child_processes import run_in_background, start_in_background
from ...core.numba_status import may_have_numba
from ...play import background_compile

#: Marker file left next to the machine code.
MARK = "ready-raster"

_painter: list[Callable[..., Any]] = []
_thread: threading.Thread | None = None


def painter() -> Callable[..., Any] | None:
    """Return `raster_kernel.fill` if it has been compiled, else None."""
    return _painter[0] if _painter else None


def is_compiling() -> bool:
    """Return whether the painter is being compiled."""
    return _thread is not None and _thread.is_alive()


def start_compiling() -> None:
    """Start compiling the painter, at most once."""
    global _thread
    if _thread is None and may_have_numba():
        _thread = threading.Thread(target=_load, daemon=True)
        _thread.start()


def _load() -> None:
    """Compile in a low-priority process, to keep frames smooth, then load the result."""
    with suppress(Exception):  # keep the plain painter
        if background_compile.is_enabled() and not any(mark.exists() for mark in _marks(new=False)):
            start_in_background(__name__).wait()
        _painter.append(compile_painter())


def compile_painter() -> Callable[..., Any]:
    """Return `raster_kernel.fill`, compiling it if necessary."""
    from .raster_kernel import fill

    compiled: Any = fill
    compiled.prepare()
    for mark in _marks(new=True):
        with suppress(OSError):
            if not mark.exists():
                code_cache.write(mark.parent, mark.name, b"")
            break
    return fill


def _marks(*, new: bool) -> Iterator[Path]:
    """Yield the possible paths of the marker file."""
    stamp = code_cache.source_digest(__file__)
    for top in code_cache.cache_paths(new=new) if stamp else ():
        yield top / stamp / MARK


def main() -> None:
    """Run the background process."""
    run_in_background()
    compile_painter()
