"""Words for random positions: lengths and times, compared with GAP if it is installed.

Run `python benchmarks/words.py [GENERATORS.json]`. An optional file with the generators of the
Megaminx, as lists of images under `entries` with an `id`, adds that puzzle. Results also go to
`benchmarks/results/words.txt`.

The functions of GAP are `PreImagesRepresentative`, for the epimorphism from the free group, and
`Factorization` (shortest words, for small groups). Each table is built once, then read from the
cache. Lengths are counted in generators and their inverses.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from random import Random

from machine import Report, processor

from puzzlekit import load
from puzzlekit.core.permutation import inverse, multiply
from puzzlekit.solving.factorization.words import Factorization
from puzzlekit.solving.short_solutions import find_solution

COUNT = 20
GROUPS = ["pinball", "twist", "cube:2", "cube:3", "cube:4", "cube:5", "topspin", "hungarian"]
TINY = ("pinball",)  # for shortest words by GAP
POSITIONS = [
    "cube:2",
    "cube:3",
    "cube:4",
    "cube:5",
    "topspin",
    "hungarian",
    "fifteen",
    "fifteen:10,height=10",
    "pinball",
    "knights",
]

#: The time limit for GAP, for all elements of a group (seconds).
GAP_SECONDS = 60


def lines():
    yield f"machine: {processor()}, one core; {platform.system()}"
    yield f"python {platform.python_version()}, numba {version('numba')}, numpy {version('numpy')}"
    yield ""
    yield f"{COUNT} random elements of each group, two rounds; - where GAP fails within a minute"
    yield (
        f"{'group':<12} {'table s':>8} {'kept s':>7} {'word s':>8} {'mean':>7} {'worst':>6} "
        f"{'GAP s':>8} {'GAP mean':>10} {'ratio':>7}  GAP shortest"
    )
    rules = load("cube:3#1")
    find_solution(rules, rules.start())  # compiled from now on
    for name, moves in groups():
        yield of_group(name, moves)
    yield ""
    yield f"{COUNT} random positions, equal pieces taken as equal, the first with its table"
    yield f"{'position':<22} {'first s':>8} {'others s':>8} {'mean':>7} {'worst':>6}"
    for name in POSITIONS:
        yield of_positions(name)


def groups():
    for name in GROUPS:
        rules = load(name)
        yield name, rules.generators(rules.goal)
    if len(sys.argv) > 1:
        found = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["entries"]
        for entry in found:
            if entry["id"] == "megaminx":
                yield "megaminx", {f"g{i}": tuple(g) for i, g in enumerate(entry["generators"])}


def of_group(name, moves):
    began = time.perf_counter()
    factors = Factorization(moves)
    table = time.perf_counter() - began
    began = time.perf_counter()
    Factorization(moves)
    read = time.perf_counter() - began
    elements = [random_element(moves, Random(seed)) for seed in range(COUNT)]
    began = time.perf_counter()
    words = [factors.word(element) for element in elements]
    took = (time.perf_counter() - began) / COUNT
    assert [product(word, moves) for word in words] == elements
    lengths = [sum(abs(exponent) for _, exponent in word) for word in words]
    mean = sum(lengths) / COUNT
    text = f"{name:<12} {table:>8.2f} {read:>7.2f} {took:>8.3f} {mean:>7.1f} {max(lengths):>6}"
    theirs = gap(moves, elements, "PreImagesRepresentative(hom, g)")
    if theirs is None:
        return text + f" {'-':>8} {'-':>10}"
    seconds, other = theirs
    text += f" {seconds:>8.2f} {sum(other) / COUNT:>10.1f} {sum(other) / COUNT / mean:>7.1f}"
    if name in TINY and (shortest := gap(moves, elements, "Factorization(G, g)")):
        text += f"  {sum(shortest[1]) / COUNT:.1f}"
    return text


def product(word, moves):
    element = tuple(range(len(next(iter(moves.values())))))
    for name, exponent in word:
        for _ in range(abs(exponent)):
            factor = moves[name] if exponent > 0 else inverse(moves[name])
            element = multiply(element, factor)
    return element


def random_element(moves, rng):
    factors = [*moves.values(), *map(inverse, moves.values())]
    element = tuple(range(len(factors[0])))
    for _ in range(300 + 3 * len(element)):
        element = multiply(element, rng.choice(factors))
    return element


def gap(moves, elements, command):
    """Return the seconds and word lengths of GAP, or None if it is missing or too slow."""
    if not shutil.which("gap"):
        return None

    def written(images):
        return f"PermList({[image + 1 for image in images]})"

    program = (
        f"G := Group({', '.join(map(written, moves.values()))});;"
        f"hom := EpimorphismFromFreeGroup(G);;"
        f"for g in [{', '.join(map(written, elements))}] do "
        f'Print(Length({command}), "\\n"); od; Print(Runtime() / 1000.0, "\\n");'
    )
    try:
        done = subprocess.run(
            ["gap", "-q"], input=program, capture_output=True, text=True, timeout=GAP_SECONDS
        )
        *lengths, seconds = done.stdout.split()
        return float(seconds), list(map(int, lengths))
    except (subprocess.TimeoutExpired, ValueError):
        return None


def of_positions(name):
    lengths, times = [], []
    for seed in range(COUNT):
        rules = load(f"{name}#{seed}")
        began = time.perf_counter()
        moves = find_solution(rules, rules.start()).moves
        times.append(time.perf_counter() - began)
        lengths.append(len(moves))
    rest = sum(times[1:]) / (COUNT - 1)
    mean = sum(lengths) / COUNT
    return f"{name:<22} {times[0]:>8.2f} {rest:>8.3f} {mean:>7.1f} {max(lengths):>6}"


def main():
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PUZZLEKIT_CACHE"] = folder  # no tables of earlier runs
        for line in lines():
            report.say(line)
    report.write("words.txt")


if __name__ == "__main__":
    main()
