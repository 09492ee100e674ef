"""Start-up time of commands: CPU time in addition to that of Python itself, on Unix.

    python benchmarks/start.py

The minimum of several runs counts. The table also goes to benchmarks/results/start.txt.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path

from machine import described

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results" / "start.txt"

RUNS = 15

COMMANDS = ["--help", "play --help", "list", "rules permute", "order pinball", "order cube:3"]


def cpu(*arguments):
    """Return the CPU seconds of a Python process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    lines = [described(), "milliseconds of CPU beyond those of `python -c pass`", ""]
    bare = min(cpu("-c", "pass") for _ in range(RUNS))
    for command in COMMANDS:
        least = min(cpu("-m", "puzzlekit", *command.split()) for _ in range(RUNS))
        lines.append(f"{command:<16} {1000 * (least - bare):>5.0f}")
    text = "\n".join(lines) + "\n"
    print(text, end="")
    RESULTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
