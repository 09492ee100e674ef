"""Shortest solutions of random positions and of scrambles: lengths, times and nodes.

Run `python benchmarks/shortest.py [--memory SIZE]`; results also go to
`benchmarks/results/shortest.txt`. The first solution, which is timed separately, builds the tables
or loads them from the cache. Times are wall-clock times on all cores.
"""

import argparse
import time
from random import Random
from statistics import mean, median

from machine import Report, described

from puzzlekit import load, solve
from puzzlekit.cli.parsers import byte_size
from puzzlekit.solving.optimal import DEFAULT_MEMORY_BYTES

#: Random positions: the puzzle, the metric, and the number of positions.
RANDOM = [
    ("pinball", "steps", 50),
    ("knights", "steps", 50),
    ("cube:2", "steps", 50),
    ("cube:2", "turns", 50),
    ("fifteen:3,height=3", "steps", 50),
    ("fifteen:4,height=3", "steps", 50),
    ("fifteen", "steps", 200),
]

#: Scrambles of the cube: the number of turns, and the number of scrambles.
SCRAMBLES = [(12, 10), (13, 10), (14, 5)]


def scrambled(rules, turns, rng):
    """Return a position after random turns, with no two consecutive turns of the same face."""
    state, last = rules.goal, None
    for _ in range(turns):
        last = rng.choice([name for name in rules.generators(state) if name != last])
        for _ in range(rng.randrange(1, 4)):
            state = rules.play(state, last)
    return state


def line(name, rules, states, metric, memory):
    """Solve some positions and return the table row."""
    nodes = [0]

    def progress(what, done, total):
        if what.startswith("no solution"):
            nodes[-1] = done

    began = time.perf_counter()
    solve(rules, states[0], optimal=True, metric=metric, memory=memory)
    first = time.perf_counter() - began
    times, lengths = [], []
    for state in states:
        nodes.append(0)
        began = time.perf_counter()
        found = solve(rules, state, optimal=True, metric=metric, memory=memory, progress=progress)
        times.append(time.perf_counter() - began)
        lengths.append(found.length)
    return (
        f"{name:<28} {metric:<6} {len(states):>4} {first:>8.2f} {mean(lengths):>7.2f} "
        f"{max(lengths):>4} {median(times):>8.3f} {mean(times):>8.3f} {max(times):>8.2f} "
        f"{mean(nodes[1:]):>14,.0f} {sum(nodes) / sum(times) / 1e6:>8.2f}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memory", metavar="SIZE", type=byte_size, default=DEFAULT_MEMORY_BYTES)
    memory = parser.parse_args().memory
    report = Report()
    report.say(f"machine: {described('numba', 'numpy')}; {memory >> 20} MB for tables")
    report.say()
    report.say(
        f"{'positions':<28} {'metric':<6} {'':>4} {'first s':>8} {'length':>7} {'most':>4} "
        f"{'median s':>8} {'mean s':>8} {'most s':>8} {'nodes':>14} {'million/s':>8}"
    )
    for name, metric, count in RANDOM:
        rules = load(name)
        states = [rules.start(Random(seed)) for seed in range(count)]
        report.say(line(name, rules, states, metric, memory))
    rules = load("cube:3")
    for turns, count in SCRAMBLES:
        states = [scrambled(rules, turns, Random(seed)) for seed in range(count)]
        report.say(line(f"cube:3, {turns} random turns", rules, states, "turns", memory))
    report.write("shortest.txt")


if __name__ == "__main__":
    main()
