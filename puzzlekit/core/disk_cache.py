"""Tables that took some time to make: kept in the user's cache, and mapped from there.

A file holds a checksum, the forms of its arrays and the arrays. One that is damaged is made anew;
where nothing can be written, tables live as long as who uses them.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .code_cache import write
from .files import cache_folder, expand_path

if TYPE_CHECKING:
    from numpy.typing import NDArray

Arrays = Mapping[str, "NDArray[Any]"]

#: What tables are and how they are filed; it grows when either changes.
VERSION = 3

#: What files are called: by a digest of their key.
_NAME = re.compile(r"[0-9a-f]{40}")

#: Bytes of all files at most; those not used for longest go first.
MAX_CACHE_BYTES = 4 << 30

#: Where the checksum and the length of the header end, and what arrays begin at a multiple of.
_FIRST, _STEP = 16, 64


def cache_path() -> Path:
    """Return the folder of tables, which need not exist."""
    given = os.environ.get("PUZZLEKIT_CACHE")
    return (expand_path(given) if given else cache_folder()) / "tables"


def cached(key: object, make: Callable[[], Arrays]) -> Arrays:
    """Return the read-only arrays cached under a key's `repr`, or make and cache them."""
    found = load_cached(key)
    if found is not None:
        return found
    made = make()
    with suppress(OSError, RuntimeError):
        data = _packed(made)
        _make_room(len(data))
        path = _path(key)
        write(path.parent, path.name, data)
    return made


def load_cached(key: object) -> Arrays | None:
    """Return the arrays under a key, None if there are none."""
    with suppress(OSError, ValueError, KeyError, TypeError, RuntimeError):
        path = _path(key)
        found = _read(path)
        with suppress(OSError):
            os.utime(path)
        return found
    return None


def _path(key: object) -> Path:
    """Return the file for a key; raise `RuntimeError` for a user without a home."""
    return cache_path() / hashlib.sha256(repr((VERSION, key)).encode()).hexdigest()[:40]


def _packed(arrays: Arrays) -> bytearray:
    """Return the bytes of a file, made once, since there may be many."""
    header = {name: (each.dtype.str, each.shape) for name, each in arrays.items()}
    first = json.dumps(header).encode()
    parts = [memoryview(first), *(_flat(each) for each in arrays.values())]
    sizes = [part.nbytes for part in parts]
    data = bytearray(_FIRST + sum(size + -size % _STEP for size in sizes))
    data[8:_FIRST] = len(first).to_bytes(8, "little")
    at = _FIRST
    for size, part in zip(sizes, parts, strict=True):
        data[at : at + size] = part
        at += size + -size % _STEP
    data[:8] = zlib.crc32(memoryview(data)[8:]).to_bytes(8, "little")
    return data


def _flat(array: NDArray[Any]) -> memoryview:
    import numpy

    return numpy.ascontiguousarray(array).reshape(-1).view(numpy.uint8).data


def _read(path: Path) -> Arrays:
    """Map the arrays of a file; raise `ValueError` if it is not as it was written."""
    import numpy

    data = numpy.asarray(numpy.memmap(path, numpy.uint8, "r"))
    if zlib.crc32(data[8:].data) != int.from_bytes(data[:8].tobytes(), "little"):
        raise ValueError(f"{path} is damaged.")
    at = _FIRST + int.from_bytes(data[8:_FIRST].tobytes(), "little")
    found = {}
    for name, (form, shape) in json.loads(data[_FIRST:at].tobytes()).items():
        at += -(at - _FIRST) % _STEP
        size = numpy.dtype(form).itemsize * int(numpy.prod(shape))
        found[name] = data[at : at + size].view(form).reshape(shape)
        at += size
    return found


def _make_room(size: int) -> None:
    """Remove the files that have not been used for longest."""
    files = sorted(_files(), key=lambda each: each[1].st_mtime, reverse=True)
    for path, facts in files:
        size += facts.st_size
        if size > MAX_CACHE_BYTES:
            with suppress(OSError):  # it may be open elsewhere
                path.unlink()


def _files() -> Iterator[tuple[Path, os.stat_result]]:
    with suppress(OSError):
        for path in cache_path().iterdir():
            with suppress(OSError):
                if _NAME.fullmatch(path.name):  # a person may have put other things there
                    yield path, path.stat()
