"""Storage for the distances of a space, in memory or in a file that is partly loaded."""

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

#: Size of the file header in bytes.
HEADER = 1 << 16

#: Number of bytes per checksum. Even if a process is killed, each page of a file is written
#: completely or not at all.
PAGE = 4096

#: The word that stands for eight unreached positions.
UNREACHED = 0xFFFF


class MemoryStore:
    """Distances stored in memory as rows of `width` pairs of bytes."""

    def __init__(self, rows: int, width: int) -> None:
        self.known: Array = numpy.full((rows, width), UNREACHED, numpy.uint16)
        self.parts = [(0, rows)]
        self.counts: list[int] = []

    def read(self, begin: int, end: int) -> Array:
        """Return rows. Changes to them must be stored with `write`."""
        return self.known[begin:end]

    def write(self, begin: int, rows: Array) -> None:
        """Store rows (no operation in memory)."""

    def save_counts(self, counts: list[int]) -> None:
        """Store the number of positions at each completed distance."""


class FileStore(MemoryStore):
    """Distances stored in a file, of which up to `memory` bytes are in memory.

    A file is valid even if a search was interrupted within a level, since each position is either
    stored or still unreached. Each page has two checksums, for its content before and after the
    last write, because a process can be killed after writing the checksum and before writing the
    page. Raises `SaveError` if the file belongs to another puzzle or is damaged.
    """

    def __init__(self, path: Path, key: str, rows: int, width: int, memory: int) -> None:
        self._path, self._key, self._row = path, key, 2 * width
        self._size = rows * self._row
        pages = -(-self._size // PAGE)
        self._lock = FileLock.of(path)
        self.counts = []
        if path.exists():
            self.counts = self._read_counts(pages)
        else:
            self._create_file(rows, pages)
        self._sums = numpy.memmap(path, numpy.uint32, "r+", HEADER + self._size, (pages, 2))
        # Two parts are in memory while a third one is read.
        most = rows if self._size <= memory else max(1, memory // (6 * width))
        self.parts = [(begin, min(begin + most, rows)) for begin in range(0, rows, most)]
        if len(self.parts) == 1:
            self.known = self._read_checked(0, rows)
        else:
            self.known = numpy.memmap(path, numpy.uint16, "r", HEADER, (rows, width))

    def _read_counts(self, pages: int) -> list[int]:
        """Return the counts in the header."""
        try:
            size = self._path.stat().st_size - HEADER - self._size
            with self._path.open("r+b") as file:
                header = json.loads(file.read(HEADER).partition(b"\0")[0])
            checksum = header.pop("checksum", None)
            if checksum is not None and checksum != _checksum(header):
                raise self.damage_error()
            if header == {"puzzlekit": "space", "key": self._key, "counts": header["counts"]}:
                if checksum is None:
                    raise SaveError(
                        f"{shorten_path(self._path)} was written by puzzlekit 0.1, without "
                        "checksums. Delete it and count again."
                    )
                if size != 8 * pages:
                    raise self.damage_error()
                return [int(count) for count in header["counts"]]
        except OSError as error:
            raise SaveError(
                f"Cannot use {shorten_path(self._path)}: {error.strerror}. Use another file."
            ) from error
        except (ValueError, KeyError, TypeError, AttributeError):
            pass
        raise SaveError(
            f"{shorten_path(self._path)} belongs to another search, with a different puzzle, start "
            "or metric. Use the same ones, or another file. By default, earlier versions of "
            "puzzlekit counted steps, not turns, in puzzles that are solids."
        )

    def damage_error(self) -> SaveError:
        """Return the error for a damaged file."""
        return SaveError(
            f"{shorten_path(self._path)} is damaged. Delete it and count again, or use another "
            "file."
        )

    def _create_file(self, rows: int, pages: int) -> None:
        """Write, atomically, a file in which no position is reached."""
        new = self._path.with_name(self._path.name + ".new")
        row = b"\xff" * self._row
        sums = numpy.full((pages, 2), zlib.crc32(b"\xff" * PAGE), numpy.uint32)
        sums[-1] = zlib.crc32(b"\xff" * (self._size - PAGE * (pages - 1)))
        try:
            with new.open("wb") as file:
                file.write(self._header([]))
                for _ in range(rows):
                    file.write(row)
                file.write(sums.tobytes())
            os.replace(new, self._path)
        except OSError as error:
            new.unlink(missing_ok=True)
            raise SaveError(
                f"Cannot write {shorten_path(self._path)}: {error.strerror}. Use another file."
            ) from error

    def _header(self, counts: list[int]) -> bytes:
        fields = {"puzzlekit": "space", "key": self._key, "counts": counts}
        return json.dumps(fields | {"checksum": _checksum(fields)}).encode().ljust(HEADER, b"\0")

    def read(self, begin: int, end: int) -> Array:
        """Return rows. Changes to them must be stored with `write`."""
        return self.known if len(self.parts) == 1 else self._read_checked(begin, end)

    def _read_checked(self, begin: int, end: int) -> Array:
        """Return rows from the file; raise `SaveError` if a checksum differs."""
        first, last = begin * self._row // PAGE, -(-end * self._row // PAGE)
        size = min(last * PAGE, self._size) - first * PAGE
        with self._path.open("rb") as file:
            file.seek(HEADER + first * PAGE)
            data = numpy.fromfile(file, numpy.uint8, size)
        if len(data) < size:
            raise self.damage_error()
        sums, actual = self._sums[first:last], _checksums(data.data)
        if not (sums == actual[:, None]).any(axis=1).all():
            raise self.damage_error()
        if (sums[:, 1] != actual).any():  # the last write did not reach these pages
            sums[:, 1] = actual
        offset = begin * self._row - first * PAGE
        rows = data[offset : offset + (end - begin) * self._row].view(numpy.uint16)
        return rows.reshape(end - begin, -1)

    def write(self, begin: int, rows: Array) -> None:
        """Store rows."""
        if len(self.parts) > 1:
            self._write(begin, rows)

    def _write(self, begin: int, rows: Array) -> None:
        """Write the pages from the first to the last changed page, checksums first."""
        start, end = begin * self._row, (begin + len(rows)) * self._row
        first, last = start // PAGE, -(-end // PAGE)
        with self._path.open("r+b") as file:

            def between(low: int, high: int) -> bytes:
                file.seek(HEADER + low)
                return file.read(high - low)

            before = between(first * PAGE, start)
            data = memoryview(before + rows.tobytes() + between(end, min(last * PAGE, self._size)))
            sums, actual = self._sums[first:last], _checksums(data)
            changed = numpy.flatnonzero(sums[:, 1] != actual)
            if not len(changed):
                return
            sums[changed, 0] = sums[changed, 1]
            sums[changed, 1] = actual[changed]
            self._sums.flush()
            low, high = int(changed[0]), int(changed[-1]) + 1
            file.seek(HEADER + (first + low) * PAGE)
            file.write(data[low * PAGE : high * PAGE])
            file.flush()
            os.fsync(file.fileno())

    def save_counts(self, counts: list[int]) -> None:
        """Store the number of positions at each completed distance."""
        if len(self.parts) == 1:
            self._write(0, self.known)
        with self._path.open("r+b") as file:
            file.write(self._header(counts))


def _checksum(header: object) -> int:
    """Return the checksum of a header."""
    return zlib.crc32(json.dumps(header).encode())


def _checksums(data: memoryview) -> Array:
    """Return the checksum of each page."""
    sums = [zlib.crc32(data[at : at + PAGE]) for at in range(0, len(data), PAGE)]
    return numpy.array(sums, numpy.uint32)
