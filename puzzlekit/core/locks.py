"""File locks between processes."""

from __future__ import annotations

import errno
import os
import sys
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, ClassVar
from weakref import WeakValueDictionary

from .errors import SaveError, shorten_path

#: Polling interval (seconds) while another process holds a lock.
POLL_SECONDS = 0.02


def try_lock(path: Path) -> IO[bytes] | None:
    """Return a file that is locked until it is closed, or None if another process has locked it.

    On file systems without locks, such as some network drives, there is no protection.
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
        pass  # the other process has just removed the file
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
            return file
    file.close()
    return None


@contextmanager
def file_lock(path: Path) -> Iterator[None]:
    """Wait for the lock of a file and hold it; remove the lock file at the end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    while (file := try_lock(path)) is None:
        time.sleep(POLL_SECONDS)
    try:
        yield
    finally:
        _unlock(path, file)


class FileLock:
    """A lock on a file, held as long as this object exists.

    The lock is a separate file next to the locked file, and is removed at the end.
    """

    _all: ClassVar[WeakValueDictionary[Path, FileLock]] = WeakValueDictionary()

    def __init__(self, path: Path) -> None:
        lock = path.with_name(path.name + ".lock")
        try:
            file = try_lock(lock)
        except OSError as error:
            raise SaveError(
                f"{shorten_path(path)} cannot be written ({error.strerror}); choose another file."
            ) from error
        if file is None:
            text = f"{shorten_path(path)} is in use by another process"
            raise SaveError(f"{text}; wait for that process to end, or choose another file.")
        weakref.finalize(self, _unlock, lock, file)

    @classmethod
    def of(cls, path: Path) -> FileLock:
        """Return the lock of a file; raise `SaveError` if it cannot be acquired."""
        lock = cls._all.get(path.absolute())
        if lock is None:
            lock = cls._all[path.absolute()] = cls(path)
        return lock


def _unlock(lock: Path, file: IO[bytes]) -> None:
    with suppress(OSError):
        try:
            lock.unlink()
        except PermissionError:  # Windows removes only files that no process has open
            file.close()
            lock.unlink()
    file.close()
