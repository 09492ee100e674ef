"""What a benchmark ran on."""

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path


def described(*packages, programs=None):
    """Return a line that names the processor and the versions of what was compared."""
    parts = [f"{processor()}, {os.cpu_count()} cores", f"Python {platform.python_version()}"]
    parts += [f"{package} {version(package)}" for package in packages]
    for name, command in (programs or {}).items():
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
            parts.append(done.stdout.strip().splitlines()[0])
        except (OSError, IndexError, subprocess.TimeoutExpired):
            parts.append(f"no {name}")
    return "; ".join(parts)


def processor():
    """Return the name of the processor, where the system tells it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.machine()
    names = [line.split(":")[1].strip() for line in text.splitlines() if "model name" in line]
    return names[0] if names else platform.machine()
