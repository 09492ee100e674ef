"""Where the distances of a space are kept: in memory, or in a file of which a part is in memory."""

# mypy: allow-untyped-defs
from __future__ import annotations

import json
import os
import weakref
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, ClassVar
from weakref import WeakValueDictionary

import numpy

from ...core.errors import SaveError, shown
from ...core.locks import locked
from .lines import Array

#: Bytes before the distances in a file, for what it says about them.
HEADER = 1 << 16

#: What is written of a position that has not been met: both bits, of eight positions at once.
UNMET = 0xFFFF


class Memory:
    """Distances in memory: rows of so many pairs of bytes."""

    def __init__(self, rows: int, width: int) -> None:
        self.known: Array = numpy.full((rows, width), UNMET, numpy.uint16)
        self.parts = [(0, rows)]
        self.counts: list[int] = []

    def read(self, begin: int, end: int) -> Array:
        """Return some rows; what is written to them is kept by `write`."""
        return self.known[begin:end]

    def write(self, begin: int, rows: Array) -> None:
        """Keep some rows."""

    def set(self, row: int, place: int, value: int) -> None:
        """Keep one value."""
        self.known[row, place] = value

    def note(self, counts: list[int]) -> None:
        """Keep how many positions there are at each distance that is done."""


class _Hold:
    """Keeps other processes off a file, as long as anybody in this one uses it."""

    _all: ClassVar[WeakValueDictionary[Path, _Hold]] = WeakValueDictionary()

    def __init__(self, path: Path) -> None:
        lock = path.with_name(path.name + ".lock")
        try:
            file = locked(lock)
        except OSError as error:
            raise SaveError(f"{shown(path)} cannot be written: {error.strerror}.") from error
        if file is None:
            text = f"{shown(path)} is in use by another process"
            raise SaveError(f"{text}; wait for it, or name another file.")
        weakref.finalize(self, _let_go, lock, file)

    @classmethod
    def of(cls, path: Path) -> _Hold:
        """Return what holds a file; raise `SaveError` if another process does, or none can."""
        found = cls._all.get(path.absolute())
        if found is None:
            found = cls._all[path.absolute()] = cls(path)
        return found


def _let_go(lock: Path, file: IO[bytes]) -> None:
    with suppress(OSError):
        lock.unlink()
    file.close()


class File(Memory):
    """Distances in a file, of which not more than so many bytes are in memory.

    A file that was left in the middle of a level is as good as before it: each position is
    either noted or still to be met. Raises `SaveError` if the file belongs to another puzzle.
    """

    def __init__(self, path: Path, key: str, rows: int, width: int, memory: int) -> None:
        self._path, self._key = path, key
        self._hold = _Hold.of(path)
        size = 2 * rows * width
        if path.exists():
            self.counts = self._noted(size)
        else:
            self.counts = []
            self._make(rows, width)
        self.known = numpy.memmap(path, numpy.uint16, "r+", HEADER, (rows, width))
        # Two parts are in memory at a time, and a third one is read.
        most = rows if size <= memory else max(1, memory // (6 * width))
        self.parts = [(begin, min(begin + most, rows)) for begin in range(0, rows, most)]

    def _noted(self, size: int) -> list[int]:
        try:
            with self._path.open("r+b") as file:
                said: Any = json.loads(file.read(HEADER).rstrip(b"\0"))
            if self._path.stat().st_size == HEADER + size and said["key"] == self._key:
                return [int(count) for count in said["counts"]]
        except OSError as error:
            raise SaveError(f"{shown(self._path)} cannot be used: {error.strerror}.") from error
        except (ValueError, KeyError, TypeError):
            pass
        raise SaveError(f"{shown(self._path)} does not hold these distances; name another file.")

    def _make(self, rows: int, width: int) -> None:
        """Write a file in which no position has been met, at once or not at all."""
        new = self._path.with_name(self._path.name + ".new")
        try:
            with new.open("wb") as file:
                file.write(self._said([]))
                row = numpy.full(width, UNMET, numpy.uint16).tobytes()
                for _ in range(rows):
                    file.write(row)
            os.replace(new, self._path)
        except OSError as error:
            new.unlink(missing_ok=True)
            raise SaveError(f"{shown(self._path)} cannot be written: {error.strerror}.") from error

    def _said(self, counts: list[int]) -> bytes:
        said = json.dumps({"puzzlekit": "space", "key": self._key, "counts": counts})
        return said.encode().ljust(HEADER, b"\0")

    def read(self, begin: int, end: int) -> Array:
        """Return some rows; what is written to them is kept by `write`."""
        if len(self.parts) == 1:
            return self.known
        width = self.known.shape[1]
        with self._path.open("rb") as file:
            file.seek(HEADER + 2 * width * begin)
            return numpy.fromfile(file, numpy.uint16, (end - begin) * width).reshape(-1, width)

    def write(self, begin: int, rows: Array) -> None:
        """Keep some rows."""
        if len(self.parts) > 1:
            with self._path.open("r+b") as file:
                file.seek(HEADER + 2 * self.known.shape[1] * begin)
                rows.tofile(file)

    def note(self, counts: list[int]) -> None:
        """Keep how many positions there are at each distance that is done."""
        self.known.flush()
        with self._path.open("r+b") as file:
            file.write(self._said(counts))
