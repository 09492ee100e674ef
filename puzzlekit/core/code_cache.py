"""The cache of machine code on disk, in a folder named by a digest of everything it depends on.

These are the sources of puzzlekit that contain compiled code; for a plugin also those of its
outermost package, or its one file; and the versions and settings of numba and Python. numba
itself adds the processor. So the code that is found is never stale.

The cache is in `PUZZLEKIT_CACHE`, in `NUMBA_CACHE_DIR`, or in the user's folder for caches. If
that cannot be used, it is in a temporary folder. Code is loaded only from folders that nobody
else can write to, and only if its checksum is right.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from importlib import metadata
from pathlib import Path

from .errors import OptionError, shorten_path
from .files import NO_FOLDER, cache_folder, expand_path, make_private, reason_untrusted

#: The folders with compiled code and with all the constants and functions it uses.
COMPILED_FOLDERS = tuple(
    Path(__file__).resolve().parents[1] / room
    for room in ("core", "groups", "rules", "solving", "players", "ui/solid")
)

#: Keep at most so many folders of machine code, and unused ones for so many seconds.
MAX_FOLDERS, KEPT_SECONDS = 60, 30 * 24 * 3600

#: The names of folders of machine code.
_DIGEST = re.compile(r"[0-9a-f]{24}")

#: Settings of numba that change nothing in the code.
_HARMLESS = {"NUMBA_CACHE_DIR", "NUMBA_DEBUG_CACHE", "NUMBA_NUM_THREADS"}

#: The suffix of the files that hold the checksum of another file.
_SUM = ".sum"


def precompile_enabled() -> bool:
    """Return whether `PUZZLEKIT_PREPARE` (on or off) asks to compile code before it is needed."""
    wanted = os.environ.get("PUZZLEKIT_PREPARE") or "on"
    if wanted not in ("on", "off"):
        raise OptionError(
            f"PUZZLEKIT_PREPARE={shorten_path(wanted)} will not do: set it to on or off."
        )
    return wanted == "on"


# -- what machine code depends on -----------------------------------------------------------------


def is_own_source(file: str) -> bool:
    """Return whether a file is one of puzzlekit's with compiled code."""
    return any(Path(file).resolve().is_relative_to(room) for room in COMPILED_FOLDERS)


@lru_cache(maxsize=256)
def sources(file: str) -> list[Path]:
    """Return the files of a plugin: all of its outermost package, or the file alone."""
    top, path = None, Path(file).resolve()
    for folder in path.parents:
        if not (folder / "__init__.py").is_file():
            break
        top = folder
    return sorted(top.rglob("*.py")) if top else [path]


def source_digest(file: str) -> str:
    """Return a digest of what code compiled from a file depends on; "" if it cannot be read."""
    if is_own_source(file):
        return _own_digest()
    facts = []
    for each in sources(file):
        with suppress(OSError):  # a file of a package may go, or be a link to nowhere
            found = each.stat()
            facts.append((str(each), found.st_mtime_ns, found.st_size))
    return _digest(_own_digest(), tuple(facts)) if facts and _own_digest() else ""


@lru_cache(maxsize=1)
def _own_digest() -> str:
    paths = [path for room in COMPILED_FOLDERS for path in sorted(room.rglob("*.py"))]
    settings = [
        f"{name}={value}"
        for name, value in sorted(os.environ.items())
        if name.startswith("NUMBA_") and name not in _HARMLESS
    ]
    head = " ".join([sys.version, *map(_version, ("numba", "llvmlite", "numpy")), *settings])
    return _digest(head, tuple((str(path), 0, 0) for path in paths)) if paths else ""


def _version(package: str) -> str:
    with suppress(metadata.PackageNotFoundError):
        return metadata.version(package)
    return "none"


@lru_cache(maxsize=64)
def _digest(head: str, files: tuple[tuple[str, int, int], ...]) -> str:
    """Return a digest of a text and of files, cached while their times and sizes stay."""
    digest = hashlib.sha256(head.encode())
    for path, *_ in files:
        with suppress(OSError):  # as one that may not be read
            content = Path(path).read_bytes()
            digest.update(f"{Path(path).name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:24]


# -- where it is ----------------------------------------------------------------------------------


def cache_path() -> Path:
    """Return the folder for machine code that is used if it can be."""
    given = os.environ.get("PUZZLEKIT_CACHE") or os.environ.get("NUMBA_CACHE_DIR")
    return expand_path(given) if given else cache_folder() / "compiled"


def cache_paths(*, new: bool) -> Iterator[Path]:
    """Yield the folders that machine code may be in, or, if `new`, that it can be written to."""
    for top in _candidate_folders():
        if not _why_unusable(top, new=new):
            yield top


def folder_of(file: str, constants: Callable[[], str]) -> Path | None:
    """Return the folder for code compiled from a file, for plugins one by `constants`, or None."""
    name, trouble = source_digest(file), ""
    if not name:
        return None
    for top in _candidate_folders():
        for folder in (top, top / name):
            if why := _why_unusable(folder, new=True):
                trouble = trouble or f"{shorten_path(top)} ({why})"
                break
        else:
            if trouble:
                warn_once(trouble, f"it is kept in {top}")
            with suppress(OSError):
                os.utime(folder)
            remove_old_folders(top)
            return folder if is_own_source(file) else folder / constants()
    warn_once(trouble, "it is compiled anew each time")
    return None


def _candidate_folders() -> list[Path]:
    who = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    spare = Path(tempfile.gettempdir()) / f"puzzlekit{who}"
    return [top for top in (cache_path(), spare) if not top.is_relative_to(NO_FOLDER)]


def _why_unusable(folder: Path, *, new: bool) -> str:
    """Return why code cannot be kept in a folder, which is made if `new`; "" if it can."""
    try:
        if new:
            make_private(folder)
        why = reason_untrusted(folder)
    except OSError as error:
        return error.strerror or str(error)
    return "it is read-only" if not why and new and not os.access(folder, os.W_OK) else why


def write(folder: Path, name: str, data: bytes | bytearray) -> None:
    """Write a file whole or not at all; raise `OSError` if that cannot be done."""
    make_private(folder)
    handle, new = tempfile.mkstemp(dir=folder, suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(new, folder / name)
    finally:  # where all went well, the file has its name already
        Path(new).unlink(missing_ok=True)


@lru_cache(maxsize=8)
def remove_old_folders(top: Path) -> None:
    """Remove the folders that have not been used for long, and the oldest of too many.

    The user may keep other things in `top`: only folders named by a digest are removed.
    """
    now = time.time()
    with suppress(OSError):
        ours = [each for each in top.iterdir() if _DIGEST.fullmatch(each.name) and each.is_dir()]
        ages = sorted((now - folder.stat().st_mtime, folder) for folder in ours)
        for number, (age, folder) in enumerate(ages):
            if age > KEPT_SECONDS or number >= MAX_FOLDERS:
                shutil.rmtree(folder, ignore_errors=True)


@lru_cache(maxsize=1)
def warn_once(trouble: str, instead: str) -> None:
    """Say once on stderr where machine code is not kept and why, and what is done instead."""
    sentence = (
        f"puzzlekit: Compiled code cannot be kept in {trouble}, so {instead}; set PUZZLEKIT_CACHE "
        "to a folder of your own."
    )
    print(sentence, file=sys.stderr, flush=True)


# -- checksums ------------------------------------------------------------------------------------

#: The times of the files with a right checksum, by folder and name, that this process uses.
_known: dict[Path, dict[str, float]] = {}


def verify(path: str) -> None:
    """Remove the files of a folder of machine code whose checksum is wrong or missing."""
    folder = Path(path)
    if folder in _known:
        return
    _known[folder] = {}
    for file in _files(folder):
        with suppress(OSError):
            try:
                right = int(file.with_name(file.name + _SUM).read_bytes())
            except (OSError, ValueError):
                right = -1
            if right == zlib.crc32(file.read_bytes()):
                _known[folder][file.name] = file.stat().st_mtime
            else:
                file.unlink()


def seal() -> None:
    """Write the checksums of what has been added to the folders that this process uses."""
    for folder, known in list(_known.items()):
        for file in _files(folder):
            with suppress(OSError):
                when = file.stat().st_mtime
                if known.get(file.name) != when:
                    write(folder, file.name + _SUM, b"%d" % zlib.crc32(file.read_bytes()))
                    known[file.name] = when


def _files(folder: Path) -> list[Path]:
    with suppress(OSError):
        return [each for each in folder.iterdir() if each.suffix in (".nbi", ".nbc")]
    return []
