"""Files by which processes keep out of each other's way."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

#: Seconds between two looks whether another process has done.
_LOOK = 0.02


def locked(path: Path) -> IO[bytes] | None:
    """Return a file that is locked until it is closed, None if another process has it."""
    file = path.open("ab")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(file.fileno()).st_ino != path.stat().st_ino:
            raise BlockingIOError  # who had it has just removed it, and another may have a new one
    except OSError:
        file.close()
        return None
    return file


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until no other process holds a file, and hold it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    while (file := locked(path)) is None:
        time.sleep(_LOOK)
    with file:
        yield
