"""Where the distances of a space are kept: in memory, or in a file of which a part is in memory."""

# mypy: allow-untyped-defs
from __future__ import annotations

import json
import os
import zlib
from pathlib import Path

import numpy

from ...core.errors import SaveError, shorten_path
from ...core.locks import FileLock
from .encoded_states import Array

#: Bytes before the distances in a file, for what it says about them.
HEADER = 1 << 16

#: Bytes that a checksum covers. A process that is killed writes each page of a file or does not.
PAGE = 4096

#: What is written of a position that has not been met: both bits, of eight positions at once.
UNREACHED = 0xFFFF


class MemoryStore:
    """Distances in memory: rows of so many pairs of bytes."""

    def __init__(self, rows: int, width: int) -> None:
        self.known: Array = numpy.full((rows, width), UNREACHED, numpy.uint16)
        self.parts = [(0, rows)]
        self.counts: list[int] = []

    def read(self, begin: int, end: int) -> Array:
        """Return some rows; what is written to them is kept by `write`."""
        return self.known[begin:end]

    def write(self, begin: int, rows: Array) -> None:
        """Keep some rows."""

    def note(self, counts: list[int]) -> None:
        """Keep how many positions there are at each distance that is done."""

    def damaged(self) -> SaveError:
        """Return the error for distances that are not those that were written."""
        return SaveError("The distances in memory have changed; count again.")


class FileStore(MemoryStore):
    """Distances in a file, of which at most `memory` bytes are in memory.

    A file that was left in the middle of a level is as good as before it: each position is
    either noted or still to be met. Each page has two checksums, the one of its content before the
    last write and the one after it, since a process can be killed between the two. Raises
    `SaveError` if the file belongs to another puzzle or is damaged.
    """

    def __init__(self, path: Path, key: str, rows: int, width: int, memory: int) -> None:
        self._path, self._key, self._row = path, key, 2 * width
        self._size = rows * self._row
        pages = -(-self._size // PAGE)
        self._lock = FileLock.of(path)
        #: Whether the file comes from a version that wrote no checksums.
        self.unchecked = False
        self.counts = []
        if path.exists():
            self.counts = self._noted(pages)
        else:
            self._make(rows, pages)
        self._accepts_all = self.unchecked
        self._sums = numpy.memmap(path, numpy.uint32, "r+", HEADER + self._size, (pages, 2))
        # Two parts are in memory at a time, and a third one is read.
        most = rows if self._size <= memory else max(1, memory // (6 * width))
        self.parts = [(begin, min(begin + most, rows)) for begin in range(0, rows, most)]
        if len(self.parts) == 1:
            self.known = self._checked(0, rows)
        else:
            self.known = numpy.memmap(path, numpy.uint16, "r", HEADER, (rows, width))

    def _noted(self, pages: int) -> list[int]:
        """Return the counts in the header; add room for checksums to a file that has none."""
        old, new = HEADER + self._size, HEADER + self._size + 8 * pages
        try:
            size = self._path.stat().st_size
            with self._path.open("r+b") as file:
                said = json.loads(file.read(HEADER).partition(b"\0")[0])
                checksum = said.pop("checksum", None)
                if checksum is not None and checksum != _checksum(said):
                    raise self.damaged()
                if said == {"puzzlekit": "space", "key": self._key, "counts": said["counts"]}:
                    counts = [int(count) for count in said["counts"]]
                    if checksum is not None and size == new:
                        return counts
                    if checksum is None and size in (old, new):
                        self.unchecked = True
                        file.seek(old)
                        file.write(bytes(8 * pages))
                        return counts
        except OSError as error:
            raise SaveError(
                f"{shorten_path(self._path)} cannot be used: {error.strerror}."
            ) from error
        except (ValueError, KeyError, TypeError, AttributeError):
            pass
        raise SaveError(
            f"{shorten_path(self._path)} does not hold these distances; name another file."
        )

    def damaged(self) -> SaveError:
        """Return the error for distances that are not those that were written."""
        return SaveError(
            f"{shorten_path(self._path)} is damaged: it does not hold what was written to it. Delete it "
            "and count again, or name another file."
        )

    def _make(self, rows: int, pages: int) -> None:
        """Write a file in which no position has been met, at once or not at all."""
        new = self._path.with_name(self._path.name + ".new")
        row = b"\xff" * self._row
        sums = numpy.full((pages, 2), zlib.crc32(b"\xff" * PAGE), numpy.uint32)
        sums[-1] = zlib.crc32(b"\xff" * (self._size - PAGE * (pages - 1)))
        try:
            with new.open("wb") as file:
                file.write(self._said([]))
                for _ in range(rows):
                    file.write(row)
                file.write(sums.tobytes())
            os.replace(new, self._path)
        except OSError as error:
            new.unlink(missing_ok=True)
            raise SaveError(
                f"{shorten_path(self._path)} cannot be written: {error.strerror}."
            ) from error

    def _said(self, counts: list[int]) -> bytes:
        said = {"puzzlekit": "space", "key": self._key, "counts": counts}
        return json.dumps(said | {"checksum": _checksum(said)}).encode().ljust(HEADER, b"\0")

    def read(self, begin: int, end: int) -> Array:
        """Return some rows; what is written to them is kept by `write`."""
        return self.known if len(self.parts) == 1 else self._checked(begin, end)

    def _checked(self, begin: int, end: int) -> Array:
        """Return some rows of the file; raise `SaveError` if a checksum differs."""
        first, last = begin * self._row // PAGE, -(-end * self._row // PAGE)
        size = min(last * PAGE, self._size) - first * PAGE
        with self._path.open("rb") as file:
            file.seek(HEADER + first * PAGE)
            data = numpy.fromfile(file, numpy.uint8, size)
        if len(data) < size:
            raise self.damaged()
        sums, found = self._sums[first:last], _checksums(data.data)
        if self._accepts_all:
            sums[:] = found[:, None]
        elif not (sums == found[:, None]).any(axis=1).all():
            raise self.damaged()
        elif (sums[:, 1] != found).any():  # the last write did not come to these pages
            sums[:, 1] = found
        at = begin * self._row - first * PAGE
        rows = data[at : at + (end - begin) * self._row].view(numpy.uint16)
        return rows.reshape(end - begin, -1)

    def write(self, begin: int, rows: Array) -> None:
        """Keep some rows."""
        if len(self.parts) > 1:
            self._write(begin, rows)

    def _write(self, begin: int, rows: Array) -> None:
        """Write rows, their checksums first, and only from the first page that differs on."""
        start, end = begin * self._row, (begin + len(rows)) * self._row
        first, last = start // PAGE, -(-end // PAGE)
        with self._path.open("r+b") as file:

            def between(low: int, high: int) -> bytes:
                file.seek(HEADER + low)
                return file.read(high - low)

            before = between(first * PAGE, start)
            data = memoryview(before + rows.tobytes() + between(end, min(last * PAGE, self._size)))
            sums, found = self._sums[first:last], _checksums(data)
            changed = numpy.flatnonzero(sums[:, 1] != found)
            if not len(changed):
                return
            sums[changed, 0] = sums[changed, 1]
            sums[changed, 1] = found[changed]
            self._sums.flush()
            low, high = int(changed[0]), int(changed[-1]) + 1
            file.seek(HEADER + (first + low) * PAGE)
            file.write(data[low * PAGE : high * PAGE])
            file.flush()
            os.fsync(file.fileno())

    def note(self, counts: list[int]) -> None:
        """Keep how many positions there are at each distance that is done."""
        if len(self.parts) == 1:
            self._write(0, self.known)
        with self._path.open("r+b") as file:
            file.write(self._said(counts))
        self._accepts_all = False


def _checksum(said: object) -> int:
    """Return the checksum of what a header says."""
    return zlib.crc32(json.dumps(said).encode())


def _checksums(data: memoryview) -> Array:
    """Return the checksum of each page."""
    found = [zlib.crc32(data[at : at + PAGE]) for at in range(0, len(data), PAGE)]
    return numpy.array(found, numpy.uint32)
