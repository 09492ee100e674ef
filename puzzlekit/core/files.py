"""Reading and writing files with care, and the user's own folder of plugins, saves and settings.

The folder is `PUZZLEKIT_HOME` where that is set, else where the system keeps such data
(`~/.local/share/puzzlekit` on Linux).
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import lru_cache
from itertools import chain, count
from stat import S_IMODE, S_ISDIR, S_ISREG, S_IWGRP, S_IWOTH
from typing import TYPE_CHECKING

from .errors import OptionError, PuzzlekitError, SaveError, shorten_path

if TYPE_CHECKING:  # a command may read a file without it
    from pathlib import Path


#: The place of folders where there is no home folder: nothing is there or can be written there.
NO_FOLDER = os.devnull


def home() -> Path:
    """Return the folder, which need not exist yet."""
    given = os.environ.get("PUZZLEKIT_HOME")
    if given:
        try:
            path = expand_path(given)
            is_file = path.is_file()
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error  # an OSError says the path again
            raise OptionError(
                f"PUZZLEKIT_HOME={shorten_path(given)} cannot be used ({why}); set it to a folder."
            ) from error
        if is_file:
            raise OptionError(
                f"PUZZLEKIT_HOME={shorten_path(given)} is a file; set it to a folder, or unset it."
            )
        return path
    return _user_folder("user_data_path", "puzzlekit")


def cache_folder() -> Path:
    """Return the folder for what can be made anew at any time; it need not exist yet."""
    return _user_folder("user_cache_path", "puzzlekit")


def pictures_folder() -> Path:
    """Return the folder for pictures that somebody saves; it need not exist yet."""
    if os.environ.get("PUZZLEKIT_HOME"):
        return home() / "pictures"
    return _user_folder("user_pictures_path")


@lru_cache(maxsize=8)
def _user_folder(kind: str, *name: str) -> Path:
    """Return a folder of platformdirs; without a home folder, one in `NO_FOLDER`."""
    from pathlib import Path

    import platformdirs

    options = {"appauthor": False} if name else {}
    try:
        path: Path = getattr(platformdirs, kind)(*name, **options)
        if path.is_absolute():
            return path
    except RuntimeError:
        pass
    return Path(NO_FOLDER, *name)


def expand_path(path: str) -> Path:
    """Return a path with the user's home folder in place of `~`, if there is one."""
    from pathlib import Path

    return Path(os.path.expanduser(path))


def make_private(folder: Path) -> Path:
    """Make a folder and its parents, for this user alone, unless they exist; return it."""
    if not folder.is_dir():
        if folder != folder.parent:
            make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def reason_untrusted(folder: Path, *, forbidden: int = S_IWGRP | S_IWOTH) -> str:
    """Return why no code may be read from a folder, "" if only this user can write to it."""
    if not hasattr(os, "getuid"):
        return ""
    facts = folder.stat()
    if facts.st_uid not in (os.getuid(), 0):
        return "it belongs to another user"
    return "other users can write to it" if facts.st_mode & forbidden else ""


def read_text(path: Path | str, what: str, most: int, error: type[PuzzlekitError]) -> str:
    """Return the text of a file of at most so many bytes, in UTF-8."""
    try:
        facts = os.stat(path)
        if S_ISDIR(facts.st_mode):
            raise error(f"{shorten_path(path)} is a folder; name {what} in it.")
        if not S_ISREG(facts.st_mode):
            raise error(f"{shorten_path(path)} is no ordinary file; choose another.")
        if facts.st_size > most:
            raise error(
                f"{shorten_path(path)} has {facts.st_size:,} bytes, more than the {most:,} that {what} "
                "may have; choose another."
            )
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as fault:  # a null character in the path is a ValueError
        why = getattr(fault, "strerror", None) or fault
        raise error(f"{shorten_path(path)} cannot be read ({why}); check the path.") from fault
    try:
        return data.decode().removeprefix("\ufeff")  # the mark of some editors
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise error(
            f"{shorten_path(path)}, line {line}: this is no text in UTF-8, so it cannot be {what}; save "
            "the file in that encoding, or choose another."
        ) from fault


#: What can be done where the user's own folder cannot be written.
_CURE = "free some space, or set PUZZLEKIT_HOME to another folder"

#: How files end that are being written, and seconds after which they are so no more.
_NEW, _LEFT = ".new", 60.0


def _remove_temporary_files(folder: Path, prefix: str) -> None:
    """Remove files that somebody has begun to write long ago."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and entry.name.endswith(_NEW):
                with suppress(OSError):
                    if time.time() - entry.stat().st_mtime > _LEFT:
                        os.unlink(entry.path)


def free_name(path: Path) -> Path:
    """Return a path, with a number if something has that name already."""
    names = (path.with_name(f"{path.name}-{number}") for number in count(2))
    return next(name for name in chain([path], names) if not name.exists())


def write_output(path: Path, content: str | bytes) -> None:
    """Write a text, or a picture, to a file that was asked for by name.

    What stands behind a link, a pipe or a device is written to; any other file is written whole
    or not at all, and may be read by those whom the system lets read new files.
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
    """Return which rights new files do not get; the system tells that only when it is set."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def write_atomically(path: Path, content: str | bytes, cure: str = _CURE) -> None:
    """Write a file whole or not at all: into a new file beside it, which then takes its place.

    What a process that was killed has left beside the file is removed. `cure` is what the error
    says that can be done, by default for files in the user's own folder.
    """
    import tempfile

    prefix = f".{path.name[:40]}."  # a name may have no more than 255 bytes
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_temporary_files(path.parent, prefix)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=prefix, suffix=_NEW)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content if isinstance(content, bytes) else content.encode())
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        finally:  # where all went well, the file has its name already
            with suppress(FileNotFoundError):
                os.unlink(name)
    except OSError as error:
        raise SaveError(
            f"{shorten_path(path)} cannot be written ({error.strerror}); {cure}."
        ) from error
