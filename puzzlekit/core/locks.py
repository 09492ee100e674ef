"""Files by which processes keep out of each other's way."""

from __future__ import annotations

import errno
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
    """Return a file that is locked until it is closed, None if another process has it.

    Where files cannot be locked, as on some network drives, nobody is kept off.
    """
    file = path.open("ab")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(file.fileno()).st_ino == path.stat().st_ino:
            return file
    except FileNotFoundError:
        pass  # who had it has just removed it, as above if there is a new one
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
            return file
    file.close()
    return None


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until no other process holds a file, and hold it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    while (file := locked(path)) is None:
        time.sleep(_LOOK)
    with file:
        yield
