"""What the platform offers; a browser has neither child processes nor a compiler."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass


@dataclass
class Platform:
    """Whether child processes can be started, and whether code can be compiled."""

    processes: bool = True
    compiler: bool = True

    def restrict(self) -> None:
        """Do without child processes and compiled code."""
        self.processes = self.compiler = False


#: The CPU time of this thread in seconds or, in a browser, the time.
thread_time = getattr(time, "thread_time", time.monotonic)

#: The platform of this process.
PLATFORM = Platform()
if sys.platform == "emscripten":  # Python in a browser
    PLATFORM.restrict()
