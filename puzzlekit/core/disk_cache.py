"""A disk cache for expensive tables, memory-mapped from the user's cache folder.

A file holds a checksum, a header and arrays. Damaged files are rebuilt. If no file can be written,
tables are kept in memory only.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .code_cache import write
from .files import cache_folder, expand_path

if TYPE_CHECKING:
    from numpy.typing import NDArray

Arrays = Mapping[str, "NDArray[Any]"]

#: The version of the tables and the file format.
VERSION = 3

#: Matches file names, which are digests of keys.
_NAME = re.compile(r"[0-9a-f]{40}")

#: The maximum total size of all files (bytes). The least recently used files are removed first.
MAX_CACHE_BYTES = 4 << 30

#: The offset of the header, after the checksum and the length, and the alignment of arrays.
_HEADER_START, _ALIGNMENT = 16, 64


def cache_path() -> Path:
    """Return the folder for tables, which may not exist yet."""
    given = os.environ.get("PUZZLEKIT_CACHE")
    return (expand_path(given) if given else cache_folder()) / "tables"


def load_or_make(key: object, make: Callable[[], Arrays]) -> Arrays:
    """Return the read-only arrays cached under the `repr` of a key; make them if missing."""
    arrays = load_cached(key)
    if arrays is not None:
        return arrays
    made = make()
    with suppress(OSError, RuntimeError):
        data = _pack_arrays(made)
        _make_space_for(len(data))
        path = _path(key)
        write(path.parent, path.name, data)
    return made


def load_cached(key: object) -> Arrays | None:
    """Return the arrays cached under a key, or None if there are none."""
    with suppress(OSError, ValueError, KeyError, TypeError, RuntimeError):
        path = _path(key)
        arrays = _read(path)
        with suppress(OSError):
            os.utime(path)
        return arrays
    return None


def _path(key: object) -> Path:
    """Return the file for a key; raise `RuntimeError` if the user has no home folder."""
    return cache_path() / hashlib.sha256(repr((VERSION, key)).encode()).hexdigest()[:40]


def _pack_arrays(arrays: Arrays) -> bytearray:
    """Return the content of a file as a single buffer, because it may be large."""
    import numpy

    header = {name: (each.dtype.str, each.shape) for name, each in arrays.items()}
    first = json.dumps(header).encode()
    flat = (numpy.ascontiguousarray(each).reshape(-1) for each in arrays.values())
    parts = [memoryview(first), *(each.view(numpy.uint8).data for each in flat)]
    sizes = [part.nbytes for part in parts]
    data = bytearray(_HEADER_START + sum(size + -size % _ALIGNMENT for size in sizes))
    data[8:_HEADER_START] = len(first).to_bytes(8, "little")
    at = _HEADER_START
    for size, part in zip(sizes, parts, strict=True):
        data[at : at + size] = part
        at += size + -size % _ALIGNMENT
    data[:8] = zlib.crc32(memoryview(data)[8:]).to_bytes(8, "little")
    return data


def _read(path: Path) -> Arrays:
    """Memory-map the arrays in a file; raise `ValueError` if it is damaged."""
    import numpy

    data = numpy.asarray(numpy.memmap(path, numpy.uint8, "r"))
    if zlib.crc32(data[8:].data) != int.from_bytes(data[:8].tobytes(), "little"):
        raise ValueError(f"{path} is damaged.")
    at = _HEADER_START + int.from_bytes(data[8:_HEADER_START].tobytes(), "little")
    arrays = {}
    for name, (form, shape) in json.loads(data[_HEADER_START:at].tobytes()).items():
        at += -(at - _HEADER_START) % _ALIGNMENT
        size = numpy.dtype(form).itemsize * int(numpy.prod(shape))
        arrays[name] = data[at : at + size].view(form).reshape(shape)
        at += size
    return arrays


def _make_space_for(size: int) -> None:
    """Remove the least recently used files to make space for a new one."""
    with suppress(OSError):  # there is no folder yet, or another process removes a file
        files = [path for path in cache_path().iterdir() if _NAME.fullmatch(path.name)]
        for path in sorted(files, key=lambda path: path.stat().st_mtime, reverse=True):
            size += path.stat().st_size
            if size > MAX_CACHE_BYTES:
                with suppress(OSError):  # another process may have it open
                    path.unlink()
