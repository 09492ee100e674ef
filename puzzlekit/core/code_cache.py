"""The disk cache for machine code, in folders named after a digest of all dependencies.

The dependencies are those of puzzlekit's sources that contain compiled code, the package or file of
a plugin, and the versions and settings of numba and Python. numba itself checks the processor.
Cached code is therefore never stale.

The cache is in `PUZZLEKIT_CACHE`, in `NUMBA_CACHE_DIR` or in the user's cache folder. If that
folder is unusable, a temporary folder is used. Code is loaded only from folders that no other user
can write to, and only if its checksum is correct.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from .errors import OptionError, one_line_error, shorten_path
from .files import NO_FOLDER, cache_folder, expand_path, make_private_folder, reason_untrusted

#: The folders that contain compiled code and all constants and functions that the code uses.
COMPILED_FOLDERS = tuple(
    Path(__file__).resolve().parents[1] / folder
    for folder in ("core", "groups", "rules", "solving", "players", "ui/solid")
)

#: The maximum number of folders, and the time for which unused folders are kept (seconds).
MAX_FOLDERS, KEPT_SECONDS = 60, 30 * 24 * 3600

#: Matches the names of folders with machine code.
_DIGEST = re.compile(r"[0-9a-f]{24}")

#: numba settings that do not affect the machine code.
_HARMLESS = {"NUMBA_CACHE_DIR", "NUMBA_DEBUG_CACHE", "NUMBA_NUM_THREADS"}

#: The suffix of checksum files.
_SUM = ".sum"

_RECOMPILED = "it is compiled again each time"


def precompile_enabled() -> bool:
    """Return whether `PUZZLEKIT_PREPARE` (on or off) allows compiling code in advance."""
    wanted = os.environ.get("PUZZLEKIT_PREPARE") or "on"
    if wanted not in ("on", "off"):
        raise OptionError(
            f"PUZZLEKIT_PREPARE={shorten_path(wanted)} is invalid; set it to on or off."
        )
    return wanted == "on"


# -- dependencies ---------------------------------------------------------------------------------


def is_own_source(file: str) -> bool:
    """Return whether a file is one of puzzlekit's own source files with compiled code."""
    return any(Path(file).resolve().is_relative_to(folder) for folder in COMPILED_FOLDERS)


@lru_cache(maxsize=256)
def plugin_sources(file: str) -> list[Path]:
    """Return the source files of a plugin: those of its outermost package, or its single file."""
    top, path = None, Path(file).resolve()
    for folder in path.parents:
        if not (folder / "__init__.py").is_file():
            break
        top = folder
    return sorted(top.rglob("*.py")) if top else [path]


def source_digest(file: str) -> str:
    """Return a digest of the dependencies of compiled code, or "" if they cannot be read."""
    if is_own_source(file):
        return _own_digest()
    facts = []
    for each in plugin_sources(file):
        with suppress(OSError):  # a file may vanish or be a broken link
            status = each.stat()
            facts.append((str(each), status.st_mtime_ns, status.st_size))
    return _digest(_own_digest(), tuple(facts)) if facts and _own_digest() else ""


@lru_cache(maxsize=1)
def _own_digest() -> str:
    paths = [path for folder in COMPILED_FOLDERS for path in sorted(folder.rglob("*.py"))]
    settings = [
        f"{name}={value}"
        for name, value in sorted(os.environ.items())
        if name.startswith("NUMBA_") and name not in _HARMLESS
    ]
    head = " ".join([sys.version, *map(_version, ("numba", "llvmlite", "numpy")), *settings])
    return _digest(head, tuple((str(path), 0, 0) for path in paths)) if paths else ""


def _version(package: str) -> str:
    from importlib import metadata  # slow to import

    with suppress(metadata.PackageNotFoundError):
        return metadata.version(package)
    return "none"


@lru_cache(maxsize=64)
def _digest(head: str, files: tuple[tuple[str, int, int], ...]) -> str:
    """Return a digest of a string and of files, cached until a file's time or size changes."""
    digest = hashlib.sha256(head.encode())
    for path, *_ in files:
        with suppress(OSError):  # it may be unreadable
            content = Path(path).read_bytes()
            digest.update(f"{Path(path).name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:24]


# -- locations ------------------------------------------------------------------------------------


def cache_path() -> Path:
    """Return the preferred folder for machine code."""
    given = os.environ.get("PUZZLEKIT_CACHE") or os.environ.get("NUMBA_CACHE_DIR")
    return expand_path(given) if given else cache_folder() / "compiled"


def cache_paths(*, new: bool) -> Iterator[Path]:
    """Yield the usable folders for machine code, or only the writable ones if `new` is true."""
    for top in _candidate_folders():
        if not _reason_unusable(top, new=new):
            yield top


def code_folder(file: str, constants: Callable[[], str]) -> Path | None:
    """Return the folder for code compiled from a file, or None if no folder is usable.

    For plugins, the folder name also depends on `constants`.
    """
    name, problem = source_digest(file), ""
    if not name:
        return None
    for top in _candidate_folders():
        for folder in (top, top / name):
            if reason := _reason_unusable(folder, new=True):
                problem = problem or f"{shorten_path(top)} ({reason})"
                break
        else:
            if problem:
                warn_once(problem, f"it is stored in {top}")
            with suppress(OSError):
                os.utime(folder)
            remove_old_folders(top)
            return folder if is_own_source(file) else folder / constants()
    warn_once(problem, _RECOMPILED)
    return None


def _candidate_folders() -> list[Path]:
    import tempfile  # slow to import

    suffix = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    spare = Path(tempfile.gettempdir()) / f"puzzlekit{suffix}"
    return [top for top in (cache_path(), spare) if not top.is_relative_to(NO_FOLDER)]


def _reason_unusable(folder: Path, *, new: bool) -> str:
    """Return why a folder is unusable, or "" if it is usable; if `new` is true, create it first."""
    try:
        if new:
            make_private_folder(folder)
        reason = reason_untrusted(folder)
    except OSError as error:
        return error.strerror or str(error)
    return "it is read-only" if not reason and new and not os.access(folder, os.W_OK) else reason


def write(folder: Path, name: str, data: bytes | bytearray) -> None:
    """Write a file atomically; raise `OSError` on failure."""
    import tempfile

    make_private_folder(folder)
    handle, new = tempfile.mkstemp(dir=folder, suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(new, folder / name)
    finally:  # on success, the file has been renamed
        Path(new).unlink(missing_ok=True)


@lru_cache(maxsize=8)
def remove_old_folders(top: Path) -> None:
    """Remove folders that have long been unused, and the oldest ones if there are too many.

    Only folders named by a digest are removed, since `top` may contain other files.
    """
    import shutil

    now = time.time()
    with suppress(OSError):
        ours = [each for each in top.iterdir() if _DIGEST.fullmatch(each.name) and each.is_dir()]
        ages = sorted((now - folder.stat().st_mtime, folder) for folder in ours)
        for number, (age, folder) in enumerate(ages):
            if age > KEPT_SECONDS or number >= MAX_FOLDERS:
                shutil.rmtree(folder, ignore_errors=True)


@lru_cache(maxsize=1)
def warn_once(trouble: str, instead: str) -> None:
    """Warn once that machine code cannot be stored in a folder, and say what happens instead."""
    sentence = (
        f"puzzlekit: Compiled code cannot be stored in {trouble}, so {instead}; set "
        "PUZZLEKIT_CACHE to a folder of your own."
    )
    print(sentence, file=sys.stderr, flush=True)


def warn_unsaved(error: Exception) -> None:
    """Warn once that the preferred folder is writable, but machine code cannot be stored there."""
    reason = getattr(error, "strerror", None) or one_line_error(error)
    warn_once(f"{shorten_path(cache_path())} ({reason})", _RECOMPILED)


# -- checksums ------------------------------------------------------------------------------------

#: The modification times of verified files that this process uses, by folder and name.
_known: dict[Path, dict[str, float]] = {}


def remove_corrupt_code(path: str) -> None:
    """Remove machine code with a wrong or missing checksum from a folder."""
    folder = Path(path)
    if folder in _known:
        return
    _known[folder] = {}
    for file in _code_files(folder):
        with suppress(OSError):
            try:
                expected = int(file.with_name(file.name + _SUM).read_bytes())
            except (OSError, ValueError):
                expected = -1
            if expected == zlib.crc32(file.read_bytes()):
                _known[folder][file.name] = file.stat().st_mtime
            else:
                file.unlink()


def write_checksums() -> None:
    """Write the checksums of new files in the folders that this process uses."""
    for folder, known in list(_known.items()):
        for file in _code_files(folder):
            with suppress(OSError):
                when = file.stat().st_mtime
                if known.get(file.name) != when:
                    write(folder, file.name + _SUM, b"%d" % zlib.crc32(file.read_bytes()))
                    known[file.name] = when


def _code_files(folder: Path) -> list[Path]:
    with suppress(OSError):
        return [each for each in folder.iterdir() if each.suffix in (".nbi", ".nbc")]
    return []
