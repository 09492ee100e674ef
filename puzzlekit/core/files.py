"""Safe reading and writing of files, and the user's folder for plugins, saves and settings.

The folder is `PUZZLEKIT_HOME` if that is set, otherwise the system's data folder
(`~/.local/share/puzzlekit` on Linux).
"""

from __future__ import annotations

import codecs
import os
import time
from contextlib import suppress
from functools import lru_cache
from itertools import chain, count
from stat import S_IMODE, S_ISDIR, S_ISREG, S_IWGRP, S_IWOTH
from typing import TYPE_CHECKING, Any

from .errors import OptionError, PuzzlekitError, SaveError, shorten_path

if TYPE_CHECKING:  # imported lazily below, to keep start-up fast
    from pathlib import Path


#: The parent of the user's folders if there is no home folder; nothing can exist inside it.
NO_FOLDER = os.devnull


def home() -> Path:
    """Return the user's folder, which may not exist yet."""
    given = os.environ.get("PUZZLEKIT_HOME")
    if given:
        try:
            path = expand_path(given)
            is_file = path.is_file()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error  # str(OSError) repeats the path
            raise OptionError(
                f"PUZZLEKIT_HOME={shorten_path(given)} is unusable ({reason}); set it to a folder."
            ) from error
        if is_file:
            raise OptionError(
                f"PUZZLEKIT_HOME={shorten_path(given)} is a file; set it to a folder, or unset it."
            )
        return path
    return _user_folder("user_data_path", "puzzlekit")


def cache_folder() -> Path:
    """Return the cache folder, which may not exist yet."""
    return _user_folder("user_cache_path", "puzzlekit")


def pictures_folder() -> Path:
    """Return the folder for saved pictures, which may not exist yet."""
    if os.environ.get("PUZZLEKIT_HOME"):
        return home() / "pictures"
    return _user_folder("user_pictures_path")


@lru_cache(maxsize=8)
def _user_folder(kind: str, *name: str) -> Path:
    """Return a folder from platformdirs, or one below `NO_FOLDER` if there is no home folder."""
    from pathlib import Path

    options = {"appauthor": False} if name else {}
    try:
        import platformdirs

        path: Path = getattr(platformdirs, kind)(*name, **options)
        if path.is_absolute():
            return path
    except (RuntimeError, ModuleNotFoundError):  # a browser has neither folders nor the module
        pass
    return Path(NO_FOLDER, *name)


def expand_path(path: str) -> Path:
    """Return a path with `~` expanded."""
    from pathlib import Path

    return Path(os.path.expanduser(path))


def make_private_folder(folder: Path) -> Path:
    """Create a folder and its parents for this user only, unless they exist; return the folder."""
    if not folder.is_dir():
        if folder != folder.parent:
            make_private_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def reason_untrusted(folder: Path, *, forbidden: int = S_IWGRP | S_IWOTH) -> str:
    """Return why code in a folder cannot be trusted, or "" if it can."""
    if not hasattr(os, "getuid"):
        return ""
    facts = folder.stat()
    if facts.st_uid not in (os.getuid(), 0):
        return "it belongs to another user"
    return "other users can write to it" if facts.st_mode & forbidden else ""


#: The byte order marks of UTF-16.
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def is_utf_16(path: Path) -> bool:
    """Return whether a file begins with a byte order mark of UTF-16."""
    with open(path, "rb") as file:
        return file.read(2) in _UTF_16_MARKS


def read_text(
    path: Path | str, what: str, max_bytes: int, error: type[PuzzlekitError], *, latin: bool = False
) -> str:
    """Return the text of a file of up to `max_bytes` bytes in UTF-8 or, if `latin`, in Latin-1.

    UTF-16 with a byte order mark, which PowerShell 5 writes with `>`, is accepted as well.
    """
    try:
        facts = os.stat(path)
        if S_ISDIR(facts.st_mode):
            raise error(f"{shorten_path(path)} is a folder; choose {what} in it.")
        if not S_ISREG(facts.st_mode):
            raise error(f"{shorten_path(path)} is not a regular file; choose another file.")
        if facts.st_size > max_bytes:
            raise error(
                f"{shorten_path(path)} has {facts.st_size:,} bytes; {what} can have at most "
                f"{max_bytes:,}. Choose a smaller file."
            )
        with open(path, "rb") as file:
            data = file.read(max_bytes + 1)
    except (OSError, ValueError) as fault:  # a null character in the path raises ValueError
        reason = getattr(fault, "strerror", None) or fault
        raise error(f"{shorten_path(path)} cannot be read ({reason}); check the path.") from fault
    try:
        if data[:2] in _UTF_16_MARKS:
            return data.decode("utf-16")
        return data.decode().removeprefix("\ufeff")  # a byte order mark
    except UnicodeDecodeError as fault:
        if latin:
            return data.decode("latin-1")
        line = data.count(b"\n", 0, fault.start) + 1
        raise error(
            f"{shorten_path(path)}, line {line}: not valid UTF-8, so it cannot be {what}; save the "
            "file in UTF-8, or choose another file."
        ) from fault


def read_json(
    path: Path | str, what: str, error: type[PuzzlekitError], max_bytes: int = 4_000_000
) -> Any:
    """Return the data in a JSON file of up to `max_bytes` bytes."""
    import json

    text = read_text(path, what, max_bytes, error)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as fault:  # the latter if brackets are nested deeply
        raise error(f"{shorten_path(path)} is damaged or not {what}; move it away.") from fault


#: The default advice in error messages, for the case that the user's folder is not writable.
_ADVICE = "free some space, or set PUZZLEKIT_HOME to another folder"

#: The suffix of temporary files, and the age (seconds) after which they are removed.
_NEW, _MAX_AGE = ".new", 60.0

#: The pauses before attempts to replace a file that another process has open (seconds).
RETRY_SECONDS = (0.02, 0.1, 0.3)


def _remove_temporary_files(folder: Path, prefix: str) -> None:
    """Remove old temporary files."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and entry.name.endswith(_NEW):
                with suppress(OSError):
                    if time.time() - entry.stat().st_mtime > _MAX_AGE:
                        os.unlink(entry.path)


def unused_path(path: Path) -> Path:
    """Return a path, with a number before its suffix if the file already exists."""
    names = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(name for name in chain([path], names) if not name.exists())


def write_output(path: Path, content: str | bytes) -> None:
    """Write a string or bytes to a file named by the user.

    Links, pipes and devices are written to directly. Other files are replaced atomically and keep
    their permissions. New files get the default permissions.
    """
    data = content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
    try:
        if path.is_symlink() or (path.exists() and not path.is_file()):
            path.write_bytes(data)
            return
        mode = S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~_umask()
        write_atomically(path, data, "choose another place")
        path.chmod(mode)
    except OSError as error:
        raise SaveError(
            f"{shorten_path(path)} cannot be written ({error.strerror}); choose another place."
        ) from error


def _umask() -> int:
    """Return the umask, which can be read only by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _replace(new: str, path: Path) -> None:
    """Replace a file. On Windows, a virus scanner may have it open for a moment."""
    for seconds in RETRY_SECONDS:
        try:
            os.replace(new, path)
            return
        except PermissionError:
            time.sleep(seconds)
    os.replace(new, path)


def write_atomically(path: Path, content: str | bytes, advice: str = _ADVICE) -> None:
    """Write a file atomically, by renaming a temporary file in the same folder.

    Temporary files of killed processes are removed. `advice` ends the error message; by default, it
    is for files in the user's folder.
    """
    import tempfile

    prefix = f".{path.name[:40]}."  # names are limited to 255 bytes
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_temporary_files(path.parent, prefix)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=prefix, suffix=_NEW)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content if isinstance(content, bytes) else content.encode())
                file.flush()
                os.fsync(file.fileno())
            _replace(name, path)
        finally:  # on success, the file has been renamed
            with suppress(FileNotFoundError):
                os.unlink(name)
    except OSError as error:
        raise SaveError(
            f"{shorten_path(path)} cannot be written ({error.strerror}); {advice}."
        ) from error
