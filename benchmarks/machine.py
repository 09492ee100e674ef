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


class Table:
    """The rows of a results file, which are kept from run to run; each new one is saved at once."""

    def __init__(self, name, *head):
        self.path = RESULTS / name
        self.rows = list(head)
        if self.path.exists():
            self.rows = self.path.read_text(encoding="utf-8").splitlines()

    def add(self, row):
        """Print a row, and save the table with it."""
        print(row, flush=True)
        self.rows.append(row)
        self.path.write_text("\n".join(self.rows) + "\n", encoding="utf-8")


def child_seconds():
    """Return the CPU seconds of all child processes that have ended, on Unix."""
    import resource

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


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
