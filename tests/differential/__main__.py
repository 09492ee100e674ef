"""Comparison of random puzzles with an oracle: `python -m tests.differential 1000 --first 0`."""

import argparse
import sys
import time
import traceback
from collections import Counter

from .cases import random_case
from .compare import compare


def main():
    """Compare the puzzles given on the command line and return 1 if any differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("puzzles", type=int, help="number of puzzles")
    parser.add_argument("--first", type=int, default=0, help="seed of the first puzzle (0)")
    parser.add_argument("--large", action="store_true", help="treat them as large puzzles")
    parser.add_argument("--kind", help="only puzzles of this kind")
    arguments = parser.parse_args()
    compared, wrong, start = Counter(), 0, time.process_time()
    for seed in range(arguments.first, arguments.first + arguments.puzzles):
        if arguments.kind not in (None, random_case(seed).kind):
            continue
        try:
            compared[compare(seed, arguments.large).kind] += 1
        except Exception:
            wrong += 1
            print(f"-- seed {seed}:", traceback.format_exc(limit=-3), flush=True)
    seconds = time.process_time() - start
    print(
        f"{compared.total()} agree, {wrong} differ, in {seconds:.0f} CPU seconds: {dict(compared)}"
    )
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
