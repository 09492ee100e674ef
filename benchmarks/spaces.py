"""Full state spaces: speed and bytes per position, compared with plain Python, numpy and twsearch.

Run `python benchmarks/spaces.py [--twsearch PROGRAM] [FILE.tws ...]`. The positions of the files,
such as the samples of twsearch (https://github.com/rokicki/twsearch), are counted by both programs
alternately, in whole processes. Results also go to `benchmarks/results/spaces.txt`.
"""

import argparse
import subprocess
import sys
import time
from contextlib import suppress

import numpy
from machine import Report, described

from puzzlekit import load
from puzzlekit.core.capabilities import usable_cores
from puzzlekit.solving import search
from puzzlekit.solving.spaces.label_permutations import make_mechanism
from puzzlekit.solving.spaces.space import open_space

PUZZLES = [
    ("twist", "steps"),
    ("fifteen:5,height=2", "steps"),
    ("topspin:10", "steps"),
    ("cube:2", "turns"),
    ("cube:2", "steps"),
    ("fifteen:4,height=3", "steps"),
    ("fifteen:4,height=3", "lines"),
]

#: The memory limit for the distances (bytes), and the timeout of another program (seconds).
MEMORY, SECONDS = 4 << 30, 900

#: The numbers of positions after which plain Python and numpy stop.
PLAIN, ARRAYS = 100_000, 1_000_000


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--twsearch", metavar="PROGRAM")
    parser.add_argument("files", nargs="*", metavar="FILE")
    arguments = parser.parse_args()
    report = Report()
    report.say(described("numpy", "numba"))
    report.say()
    report.say("In one process, compiled: million positions a second, by the processor time of one")
    report.say(
        "core and by the clock on all cores; rates of numpy and plain Python in the same run."
    )
    head = "positions far tables-s   s-1core  M/s-core  s-all  bytes/position  numpy  Python"
    report.say(f"{'puzzle':<28} {head}")
    list(open_space(load("twist"), load("twist").goal).levels())  # compiled from now on
    for name, metric in [*PUZZLES, *((file, "turns") for file in arguments.files)]:
        report.say(row(name, metric))
    if arguments.twsearch:
        report.say()
        report.say("Seconds by the clock from start to end, puzzlekit distances and twsearch -g,")
        report.say("one after the other:")
        for file in arguments.files:
            report.say(beside(file, arguments.twsearch))
    report.write("spaces.txt")


def row(name, metric):
    rules = load(name)
    began = time.perf_counter()
    one = open_space(rules, rules.goal, metric=metric, memory=MEMORY)
    tables = time.perf_counter() - began
    began = time.process_time()
    counts = list(one.levels(cores=1))
    alone = time.process_time() - began
    every = open_space(rules, rules.goal, metric=metric, memory=MEMORY)
    began = time.perf_counter()
    assert list(every.levels()) == counts
    together = time.perf_counter() - began
    total = sum(counts)
    size = 2 * one.numbering.rows * one.numbering.tracks.width / total
    label = f"{name.rpartition('/')[2]} {metric}"
    return (
        f"{label:<28} {total:>13,} {len(counts) - 1:>3} {tables:>6.2f} {alone:>9.2f} "
        f"{total / alone / 1e6:>9.1f} {together:>6.2f} {size:>9.2f} "
        f"{rate(arrays(rules, metric), ARRAYS):>13.2f} {plain(rules, metric)}"
    )


def rate(levels, most):
    """Return the speed of a search that is stopped early, in millions of positions per second."""
    began, total = time.process_time(), 0
    for count in levels:
        total += count
        if total > most:
            break
    return total / (time.process_time() - began) / 1e6


def plain(rules, metric):
    if metric != "steps":
        return "     -"
    levels = (len(level) for level in search.bfs_layers(rules, rules.goal, limit=10 * PLAIN))
    return f"{rate(levels, PLAIN):>6.3f}"


def arrays(rules, metric):
    """Count positions with arrays of labels: sort each level and remove known positions."""
    puzzle = make_mechanism(rules, metric)
    names = {label: n for n, label in enumerate(dict.fromkeys(["", *rules.goal]), 1)}
    level = numpy.array([[names[label] for label in rules.goal]], numpy.uint8)
    kind = f"S{level.shape[1]}"
    before, here = numpy.array([], kind), level.view(kind).ravel()
    while len(here):
        yield len(here)
        lines = here.view(numpy.uint8).reshape(len(here), -1)
        legal = puzzle.legal(lines == 1)
        onward = [
            numpy.ascontiguousarray(lines[legal[:, move]][:, source]).view(kind).ravel()
            for move, source in enumerate(puzzle.sources)
        ]
        after = numpy.unique(numpy.concatenate(onward))
        known = numpy.concatenate([before, here])
        before, here = here, numpy.setdiff1d(after, known, assume_unique=True)


def beside(file, program):
    ours = [sys.executable, "-m", "puzzlekit", "distances", file, "--metric", "turns"]
    theirs = [program, "-g", "-M", "4000", "-t", str(usable_cores()), file]
    took = [], []
    for _ in range(2):
        for command, times in zip((ours, theirs), took, strict=True):
            began = time.perf_counter()
            with suppress(subprocess.TimeoutExpired):
                subprocess.run(command, capture_output=True, check=True, timeout=SECONDS)
            times.append(time.perf_counter() - began)
    own, other = map(min, took)
    return f"{file.rpartition('/')[2]:<28} {own:>9.2f} {other:>9.2f}   ratio {other / own:.2f}"


if __name__ == "__main__":
    main()
