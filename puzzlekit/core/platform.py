"""The capabilities of the platform. A browser has neither child processes nor a compiler."""

from __future__ import annotations

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
