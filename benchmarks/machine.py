"""Code shared by the benchmarks: information about the machine, and output."""

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


class Report:
    """The lines of a benchmark, printed immediately and collected for the results file."""

    def __init__(self):
        self.lines = []

    def say(self, line=""):
        """Print a line."""
        print(line, flush=True)
        self.lines.append(line)

    def write(self, name):
        """Write the printed lines to a results file."""
        (RESULTS / name).write_text("\n".join(self.lines) + "\n", encoding="utf-8")


def described(*packages, programs=None):
    """Return a line with the processor and the versions of the programs compared."""
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
    """Return the name of the processor, if available."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.machine()
    names = [line.split(":")[1].strip() for line in text.splitlines() if "model name" in line]
    return names[0] if names else platform.machine()
