"""The user's own folder: plugins, saves and settings.

It is `PUZZLEKIT_HOME` where that is set, else where the system keeps such data
(`~/.local/share/puzzlekit` on Linux).
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from .errors import OptionError, SaveError


def home() -> Path:
    """Return the folder, which need not exist yet."""
    given = os.environ.get("PUZZLEKIT_HOME")
    if given:
        try:
            path = Path(given).expanduser()
            is_file = path.is_file()
        except (OSError, RuntimeError, ValueError) as error:
            raise OptionError(
                f"PUZZLEKIT_HOME={given[:80]} cannot be used ({error}); set it to a folder."
            ) from error
        if is_file:
            raise OptionError(f"PUZZLEKIT_HOME={given} is a file; set it to a folder, or unset it.")
        return path
    from platformdirs import user_data_path

    return user_data_path("puzzlekit", appauthor=False)


def write_atomically(path: Path, text: str) -> None:
    """Write a file whole or not at all: into a new file beside it, which then takes its place."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".new")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise SaveError(
            f"{path} cannot be written ({error.strerror}); choose another place."
        ) from error
