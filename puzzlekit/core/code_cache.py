"""Where machine code is kept on disk, under a key of all that it hangs on.

That are the sources of the rooms of puzzlekit in which compiled code stands, for a plugin those of
its own outermost package as well (or its one file), and the versions of numba and Python; the
processor is in the names of the files. What hangs on other sources lies in another folder:
nothing that is read can be stale, and what has not been used for long is removed.

It lies in the user's folder for caches, or in `PUZZLEKIT_CACHE`. Where that cannot be written to,
it lies in a temporary folder.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from importlib import metadata
from itertools import chain
from pathlib import Path

from .errors import OptionError, shown

#: Where compiled code stands, and all from which it takes constants and functions.
ROOMS = tuple(
    Path(__file__).resolve().parents[1] / room
    for room in ("core", "groups", "rules", "solving", "players", "ui/solid")
)

#: Folders of machine code that are kept, and seconds for which an unused one is.
MOST_FOLDERS, KEPT_SECONDS = 60, 30 * 24 * 3600

#: What folders of machine code are called.
_DIGEST = re.compile(r"[0-9a-f]{24}")

#: The end of the names of files that are being written; old ones were left by a process that died.
UNFINISHED, ABANDONED_SECONDS = ".new", 3600


def fills_ahead() -> bool:
    """Tell whether code is compiled before it is needed; raise `OptionError` for a wrong setting.

    `PUZZLEKIT_PREPARE` says so: on, or off.
    """
    wanted = os.environ.get("PUZZLEKIT_PREPARE") or "on"
    if wanted not in ("on", "off"):
        raise OptionError(f"PUZZLEKIT_PREPARE={shown(wanted)} will not do: set it to on or off.")
    return wanted == "on"


# -- what machine code hangs on -------------------------------------------------------------------


@lru_cache(maxsize=256)
def sources(file: str) -> list[Path]:
    """Return the files on which machine code made from a plugin's file hangs, puzzlekit's aside.

    They are all of the outermost package to which the file belongs, or the file alone.
    """
    top, path = None, Path(file).resolve()
    for folder in path.parents:
        if not (folder / "__init__.py").is_file():
            break
        top = folder
    return sorted(top.rglob("*.py")) if top else [path]


def stamp(file: str) -> str:
    """Return a digest of what machine code from a file hangs on; "" if it cannot be read."""
    path = Path(file).resolve()
    if any(path.is_relative_to(room) for room in ROOMS):
        return _own_stamp()
    facts = []
    for each in sources(file):
        with suppress(OSError):  # a file of a package may go, or be a link to nowhere
            found = each.stat()
            facts.append((str(each), found.st_mtime_ns, found.st_size))
    return _digest(_own_stamp(), tuple(facts)) if facts and _own_stamp() else ""


@lru_cache(maxsize=1)
def _own_stamp() -> str:
    """Return a digest of puzzlekit's own sources, and of what compiles them."""
    paths = [path for room in ROOMS for path in sorted(room.rglob("*.py"))]
    versions = [sys.version, *map(_version, ("numba", "llvmlite", "numpy"))]
    return _digest(" ".join(versions), tuple((str(path), 0, 0) for path in paths)) if paths else ""


def _version(package: str) -> str:
    with suppress(metadata.PackageNotFoundError):
        return metadata.version(package)
    return "none"


@lru_cache(maxsize=64)
def _digest(head: str, files: tuple[tuple[str, int, int], ...]) -> str:
    """Return a digest of a text and of files, which stands while their times and sizes do."""
    digest = hashlib.sha256(head.encode())
    for path, *_ in files:
        with suppress(OSError):  # as one that may not be read
            content = Path(path).read_bytes()
            digest.update(f"{Path(path).name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:24]


# -- where it lies --------------------------------------------------------------------------------


def place() -> Path:
    """Return the folder in which machine code is kept, if it can be."""
    given = os.environ.get("PUZZLEKIT_CACHE")
    if given:
        return Path(given).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("puzzlekit", appauthor=False) / "compiled"


def places(*, new: bool) -> Iterator[Path]:
    """Yield the folders in which machine code may lie, or those in which `new` one can be put."""
    with suppress(RuntimeError):  # a user without a home
        yield place()
    who = os.getuid() if hasattr(os, "getuid") else None
    with suppress(OSError):
        spare = Path(tempfile.gettempdir()) / ("puzzlekit" if who is None else f"puzzlekit-{who}")
        if new:
            spare.mkdir(mode=0o700, exist_ok=True)
        facts = spare.lstat()
        # What is read from it is run, so that it must be the user's alone.
        private = who is None or (facts.st_uid == who and not facts.st_mode & 0o077)
        if stat.S_ISDIR(facts.st_mode) and private:
            yield spare


def write(folder: Path, name: str, data: bytes | bytearray) -> None:
    """Write a file whole or not at all; raise `OSError` if that cannot be done."""
    folder.mkdir(parents=True, exist_ok=True)
    handle, new = tempfile.mkstemp(dir=folder, suffix=UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(new, folder / name)
    except BaseException:
        Path(new).unlink(missing_ok=True)
        raise


@lru_cache(maxsize=256)
def note_use(folder: Path) -> None:
    """Note that a folder is used."""
    with suppress(OSError):
        os.utime(folder)


@lru_cache(maxsize=8)
def tidy(top: Path) -> None:
    """Remove folders not used for long, the oldest of too many, and files written by half.

    The folder may be one that a person named, and hold other things: only what is called as a
    digest of sources is looked at.
    """
    now = time.time()
    with suppress(OSError):
        ours = [each for each in top.iterdir() if _DIGEST.fullmatch(each.name) and each.is_dir()]
        for path in chain.from_iterable(each.glob(f"*{UNFINISHED}") for each in ours):
            if now - path.stat().st_mtime > ABANDONED_SECONDS:
                path.unlink()
        ages = sorted((now - folder.stat().st_mtime, folder) for folder in ours)
        for number, (age, folder) in enumerate(ages):
            if age > KEPT_SECONDS or number >= MOST_FOLDERS:
                shutil.rmtree(folder, ignore_errors=True)


def tell(trouble: str, instead: str) -> None:
    """Say once on stderr where machine code is not kept and why, and what is done instead."""
    _say(
        f"puzzlekit: Compiled code cannot be kept in {trouble}, so {instead}; set PUZZLEKIT_CACHE "
        "to a folder that can be written to."
    )


@lru_cache(maxsize=1)
def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
