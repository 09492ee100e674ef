"""The number of usable processor cores."""

from __future__ import annotations

import os

from .platform import PLATFORM


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    if not PLATFORM.processes:
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
