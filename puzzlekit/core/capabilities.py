"""The capabilities of the platform. A browser has neither child processes nor a compiler."""

from __future__ import annotations

import os
import sys
import time


class Platform:
    """A platform, with flags for child processes and for a compiler."""

    def __init__(self) -> None:
        self.processes = self.compiler = sys.platform != "emscripten"  # Python in a browser

    def restrict(self) -> None:
        """Disable child processes and compiled code."""
        self.processes = self.compiler = False


#: The platform of this process.
PLATFORM = Platform()

#: The CPU time of this thread in seconds or, in a browser, the time.
thread_time = getattr(time, "thread_time", time.monotonic)


def usable_cores() -> int:
    """Return the number of processor cores that this process may use."""
    if not PLATFORM.processes:
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
