"""`puzzlekit order FILE` compared with twsearch: CPU time of processes for all files in a folder.

    python benchmarks/order_files.py --twsearch PROGRAM FOLDER

PROGRAM is twsearch built from source; FOLDER contains `.tws` files, such as its samples. The
minimum of several alternating runs counts; slow programs run once, with a timeout of two minutes.
Results also go to `benchmarks/results/order_files.txt`.
"""

import argparse
import math
import os
import re
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

from machine import Report, child_seconds, described

ROOT = Path(__file__).parent.parent

RUNS = 5

#: The CPU time above which a single run is enough, and the timeout of a program (seconds).
LONG, LIMIT = 1, 120


def cpu(command, environment):
    """Return the CPU seconds and the output of a process; None if it was killed."""
    before = child_seconds()
    output = None
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False
        )
        output = done.stdout
    except subprocess.TimeoutExpired:
        pass
    return child_seconds() - before, output


def measured(commands):
    """Run commands alternately; return the minimum time of each, and their outputs."""
    # Otherwise, the compilation to byte code would be measured too.
    kept = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment = kept | {"PYTHONPATH": str(ROOT)}
    least, outputs = [math.inf] * len(commands), [None] * len(commands)
    for turn in range(RUNS):
        for index, command in enumerate(commands):
            if turn == 0 or least[index] < LONG:
                seconds, outputs[index] = cpu(command, environment)
                least[index] = min(least[index], seconds)
    return least, outputs


def order(output):
    """Return the group order printed by a program: the last number with such a label."""
    found = re.findall(r"(?:order|size to) ([\d,]+(?:\.\d+e\+\d+)?)", output or "")
    return Decimal(found[-1].replace(",", "")) if found else Decimal(0)


def agree(one, other):
    """Return whether two orders are equal; twsearch rounds large ones to about 18 digits."""
    return one == other or abs(one - other) < one * Decimal("1e-15")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--twsearch", required=True, metavar="PROGRAM")
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    report = Report()
    report.say(described())
    report.say("milliseconds of CPU of whole processes; * ended after two minutes")
    report.say()
    report.say(f"{'file':<44} {'puzzlekit':>9} {'twsearch':>9} {'ratio':>8}")
    ratios = []
    for path in sorted(arguments.folder.rglob("*.tws")):
        ours = [sys.executable, "-m", "puzzlekit", "order", str(path)]
        theirs = [arguments.twsearch, "--schreiersims", str(path)]
        (mine, peer), outputs = measured([ours, theirs])
        ratios.append(mine / peer)
        name = str(path.relative_to(arguments.folder))
        ended = "*" if outputs[1] is None else " "
        same = "" if ended == "*" or agree(*map(order, outputs)) else "  other order"
        report.say(
            f"{name:<44} {1000 * mine:>9.1f} {1000 * peer:>8.1f}{ended} {mine / peer:>8.3f}{same}"
        )
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    report.say()
    report.say(f"{len(ratios)} files: geometric mean of the ratios {mean:.2f}")
    report.write("order_files.txt")


if __name__ == "__main__":
    main()
