"""Thresholds of `puzzlekit.groups.order_proof`: where compiled code is faster than plain Python.

    python benchmarks/group_code.py [--only WORDS]

Both versions compute each group in this process, with compiled code already loaded. The time to
load compiled code is measured in separate processes; plain Python is preferred as long as it takes
less time than that. The table also goes to benchmarks/results/group_code.txt.
"""

import argparse
import subprocess
import sys
import time
from unittest.mock import patch

from machine import Report, described

from puzzlekit import load
from puzzlekit.groups import order_proof, prepare
from puzzlekit.groups.direct_factors import direct_factors

BOARDS = [
    *("knights", "cube:3", "cube:7", "permute:9", "permute:12", "permute:16", "crossway"),
    *("twist:20,height=20", "twist:24,height=24", "twist:27,height=27", "twist:30,height=30"),
]

RUNS = 3

LOADING = """
import sys, time
from puzzlekit.groups import prepare
began = time.process_time()
if sys.argv[1] == "compiled":
    prepare()
print(time.process_time() - began)
"""


def loading():
    """Return the CPU seconds for loading compiled code, the minimum of several runs."""
    command = [sys.executable, "-c", LOADING, "compiled"]
    runs = [subprocess.run(command, capture_output=True, check=True) for _ in range(RUNS + 1)]
    return min(float(run.stdout) for run in runs[1:])


def seconds(parts, ready):
    """Return the minimum CPU seconds for the orders of some groups, and the orders."""
    took = []
    with (
        patch.object(order_proof, "_ready", ready),
        patch.object(order_proof, "LARGE_DEGREE", 10**12),
    ):
        for _ in range(RUNS):
            began = time.process_time()
            orders = [order_proof.prove_order(part).order for part in parts]
            took.append(time.process_time() - began)
    return min(took), orders


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="boards whose ID has these words")
    arguments = parser.parse_args()
    report = Report()
    say = report.say

    say(described("numpy", "numba"))
    say(f"loading compiled code: {loading():.2f} s of CPU; it is loaded from")
    degree, generators = order_proof.MIN_SPARSE_DEGREE, order_proof.MAX_SPARSE_GENERATORS
    say(f"{order_proof.LARGE_DEGREE:,} points times generators, or for more than {degree} points")
    say(f"with fewer than {generators} generators")
    say()
    say(f"{'board':<20} {'product':>8} {'plain ms':>9} {'compiled ms':>11} {'ratio':>6}")
    prepare()
    for text in BOARDS:
        if arguments.only in text:
            rules = load(text)
            factors = direct_factors(list(rules.generators(rules.start()).values()))
            parts = [each.generators for each in factors]
            product = max(len(part) * len(part[0]) for part in parts)
            (plain, one), (compiled, two) = seconds(parts, False), seconds(parts, True)
            assert one == two
            say(
                f"{text:<20} {product:>8,} {1000 * plain:>9.1f} {1000 * compiled:>11.1f} "
                f"{plain / compiled:>6.1f}"
            )
    if not arguments.only:
        report.write("group_code.txt")


if __name__ == "__main__":
    main()
