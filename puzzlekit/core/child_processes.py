"""Child processes that run the `main` function of a module."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any


def start_child(module: str, *, creationflags: int = 0, **more: Any) -> subprocess.Popen[bytes]:
    """Run the `main` function of a module in a child process, with a pipe as standard input."""
    source = str(Path(__file__).resolve().parents[2])
    start = (
        f"import sys; {source!r} in sys.path or sys.path.insert(0, {source!r}); "
        f"from {module} import main; main()"
    )
    return subprocess.Popen(
        [sys.executable, "-P", "-c", start],  # -P: import nothing from the current folder
        stdin=subprocess.PIPE,
        # Ctrl+C goes to the parent only, on Windows as well.
        start_new_session=True,
        creationflags=creationflags | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        **more,
    )


def take_stdin() -> int:
    """Return a new descriptor of standard input, and make standard input itself empty.

    While a thread reads a pipe that is standard input, Windows blocks the loading of libraries such
    as NumPy (https://github.com/numpy/numpy/issues/24290). Also, plugins must not read that pipe.
    """
    pipe, empty = os.dup(0), os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    return pipe


def start_in_background(module: str) -> subprocess.Popen[bytes]:
    """Start a child without output. The `main` of its module must call `become_background`."""
    windows = ("BELOW_NORMAL_PRIORITY_CLASS", "CREATE_NO_WINDOW")
    return start_child(
        module,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        creationflags=sum(getattr(subprocess, name, 0) for name in windows),
    )


def become_background(before_end: Callable[[], object] = lambda: None) -> None:
    """Lower the priority of this process, and exit when its parent process ends."""
    if hasattr(os, "nice"):
        os.nice(19)
    pipe = take_stdin()

    def wait() -> None:
        os.read(pipe, 1)  # returns when the parent ends; a file object would abort a normal exit
        with suppress(OSError):
            before_end()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
