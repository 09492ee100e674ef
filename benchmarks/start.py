"""Start-up time of commands: CPU time in addition to that of Python itself, on Unix.

    python benchmarks/start.py

The minimum of several runs counts. The table also goes to benchmarks/results/start.txt.
"""

import os
import subprocess
import sys
from pathlib import Path

from machine import Report, child_seconds, described

ROOT = Path(__file__).parent.parent

RUNS = 15

COMMANDS = ["--help", "play --help", "list", "rules permute", "order pinball", "order cube:3"]


def cpu(*arguments):
    """Return the CPU seconds of a Python process."""
    before = child_seconds()
    subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    return child_seconds() - before


def main():
    report = Report()
    report.say(described())
    report.say("milliseconds of CPU beyond those of `python -c pass`")
    report.say()
    bare = min(cpu("-c", "pass") for _ in range(RUNS))
    for command in COMMANDS:
        least = min(cpu("-m", "puzzlekit", *command.split()) for _ in range(RUNS))
        report.say(f"{command:<16} {1000 * (least - bare):>5.0f}")
    report.write("start.txt")


if __name__ == "__main__":
    main()
