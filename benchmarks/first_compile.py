"""Compilation times of the games: extra CPU seconds of their first match.

Run `python benchmarks/first_compile.py [GAME ...]`. The computer plays each game twice against
itself; the extra time of the first match is compilation. This is measured with one code cache for
all games in sequence, and with a separate cache per game that already has the tree search. Results
also go to `benchmarks/results/first_compile.txt`, unless games are given.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from machine import Report, child_seconds, described

GAMES = (
    *("pentago", "hex", "shifty", "crossway", "slither"),
    *("permute", "catchup", "slyde", "palago", "palagem"),
)


def lines(games):
    yield described("numba", "llvmlite")
    yield "CPU seconds of compiling, tree search of all games included in the first row"
    yield f"{'game':<10} {'after the ones above':>20} {'after the tree search':>22}"
    total = 0.0
    with tempfile.TemporaryDirectory() as top:
        together, own, search = (Path(top) / name for name in ("together", "own", "search"))
        for game in games:
            after_all = compiling(game, together)
            total += after_all
            if search.is_dir():
                shutil.copytree(search, own)
                alone = f"{compiling(game, own):>22.1f}"
                shutil.rmtree(own)
            else:
                shutil.copytree(together, search)
                alone = ""
            yield f"{game:<10} {after_all:>20.1f} {alone}".rstrip()
    yield f"{'together':<10} {total:>20.1f}"


def compiling(game, cache):
    """Return the extra time of the first of two matches."""
    return match(game, cache) - match(game, cache)


def match(game, cache):
    """Return the CPU seconds of a match."""
    before = child_seconds()
    subprocess.run(
        [
            *(sys.executable, "-m", "puzzlekit", "match", game),
            *("mcts:casual", "mcts:beginner", "--games", "1"),
        ],
        env=os.environ | {"PUZZLEKIT_CACHE": str(cache), "PUZZLEKIT_PREPARE": "off"},
        check=True,
        capture_output=True,
    )
    return child_seconds() - before


def main():
    report = Report()
    for line in lines(sys.argv[1:] or GAMES):
        report.say(line)
    if not sys.argv[1:]:
        report.write("first_compile.txt")


if __name__ == "__main__":
    main()
