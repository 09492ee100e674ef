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


def start_child(module: str, **more: Any) -> subprocess.Popen[bytes]:
    """Run the `main` function of a module in a child process, with a pipe as standard input."""
    source = str(Path(__file__).resolve().parents[2])
    start = (
        f"import sys; {source!r} in sys.path or sys.path.insert(0, {source!r}); "
        f"from {module} import main; main()"
    )
    return subprocess.Popen(
        [sys.executable, "-P", "-c", start],  # -P: import nothing from the current folder
        stdin=subprocess.PIPE,
        start_new_session=True,  # Ctrl+C goes to the parent only
        **more,
    )


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

    def wait() -> None:
        os.read(0, 1)  # returns when the parent ends; `sys.stdin` would abort a normal exit
        with suppress(OSError):
            before_end()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
