"""Group orders: puzzlekit compared with GAP and SymPy, on the same generators, in one run.

    python benchmarks/groups.py [--only WORDS] [--seconds 60]

puzzlekit computes each order in this process; SymPy and GAP, if installed, run in their own
processes, limited to `--seconds`. The best of several runs counts. Then whole processes, which read
the generators from a file, are compared. The table also goes to
benchmarks/results/groups.txt. The sporadic groups in benchmarks/data come from GAP's library of
primitive groups.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
import time
from itertools import combinations
from pathlib import Path
from random import Random

import numpy
from machine import Report, described

from puzzlekit import load
from puzzlekit.core.permutation import from_cycles, to_cycles
from puzzlekit.groups import permutation_group, prepare

HERE = Path(__file__).parent

GAP = """
best := infinity;; begun := NanosecondsSinceEpoch();; runs := 0;;
while runs < 5 and NanosecondsSinceEpoch() - begun < 3 * 10^9 do
  G := Group(gens);; start := NanosecondsSinceEpoch();; n := Size(G);;
  best := Minimum(best, NanosecondsSinceEpoch() - start);; runs := runs + 1;;
od;
Print(n, "\\n", best, "\\n"); QUIT;
"""

SYMPY = """
import sys, time
import numpy
from sympy.combinatorics import Permutation, PermutationGroup
sys.set_int_max_str_digits(0)
gens = [Permutation(g) for g in numpy.load(sys.argv[1]).tolist()]
times = []
while len(times) < 5 and sum(times) < 3:
    G = PermutationGroup(gens)
    start = time.perf_counter()
    n = G.order()
    times.append(time.perf_counter() - start)
print(int(n))
print(int(1e9 * min(times)))
"""


def on_faces(text):
    """Return the generators of a game at its start, on the points that they move."""
    rules = load(text)
    found = numpy.array(list(rules.generators(rules.start()).values()), dtype=numpy.int32)
    points = numpy.flatnonzero((found != numpy.arange(found.shape[1])).any(axis=0))
    place = numpy.zeros(found.shape[1], dtype=numpy.int32)
    place[points] = range(len(points))
    return place[found[:, points]]


def wreath(inner, blocks):
    """Return generators of the wreath product with the symmetric group on the blocks."""
    size = len(inner[0])
    degree = size * blocks
    found = [[*g, *range(size, degree)] for g in inner]
    found.append([(i + size) % degree for i in range(degree)])
    found.append([*range(size, 2 * size), *range(size), *range(2 * size, degree)])
    return found


def symmetric(degree):
    return [[*range(1, degree), 0], [1, 0, *range(2, degree)]]


def product(*factors):
    """Return generators of the direct product, each of which moves points of a single factor."""
    degree = sum(len(factor[0]) for factor in factors)
    found, first = [], 0
    for factor in factors:
        for g in factor:
            images = list(range(degree))
            images[first : first + len(g)] = [first + image for image in g]
            found.append(images)
        first += len(factor[0])
    return found


def psl(p):
    """Return generators of PSL(2,p) on the projective line: x + 1 and -1/x; p is infinity."""
    turn = [p if x == 0 else 0 if x == p else -pow(x, -1, p) % p for x in range(p + 1)]
    return [[*((x + 1) % p for x in range(p)), p], turn]


def affine(dimension):
    """Return generators of AGL(d,2): a translation, a cycle of the axes, a transvection."""
    points = range(1 << dimension)
    top = dimension - 1
    return [
        [x ^ 1 for x in points],
        [(x << 1 | x >> top) & (len(points) - 1) for x in points],
        [x ^ ((x & 1) << 1) for x in points],
    ]


def over_cycle(inner, blocks):
    """Return generators of the wreath product with a cyclic group on the blocks."""
    found = wreath(inner, blocks)
    return found[: len(inner) + 1]


def sylow(power):
    """Return generators of a Sylow 2-subgroup of the symmetric group on 2^power points."""
    found = [[1, 0]]
    for _ in range(power - 1):
        size = len(found[0])
        swap = [*range(size, 2 * size), *range(size)]
        found = [[*g, *range(size, 2 * size)] for g in found] + [swap]
    return found


def on_grid(inner):
    """Return generators of the product action on a square, including the swap of its axes."""
    size = len(inner[0])
    pairs = [(x, y) for x in range(size) for y in range(size)]
    return [[g[x] * size + y for x, y in pairs] for g in inner] + [[y * size + x for x, y in pairs]]


def on_pairs(inner):
    """Return the action of generators on pairs of points."""
    number = {pair: i for i, pair in enumerate(combinations(range(len(inner[0])), 2))}
    return [[number[tuple(sorted((g[x], g[y])))] for x, y in number] for g in inner]


def mixed():
    """Return generators of a subgroup of a product; each moves points of all factors."""
    rng = Random(1)
    found = []
    for _ in range(4):
        images, first = [], 0
        for degree in (12, 24, 24, 30, 50):
            images += [first + i for i in rng.sample(range(degree), degree)]
            first += degree
        found.append(images)
    return found


def groups():
    """Yield the family, the name and the generators of each group."""
    entries = json.loads((HERE.parent / "tests" / "data" / "group_orders.json").read_text())
    known = {entry["id"]: entry["generators"] for entry in entries}
    for size in range(2, 8):
        yield "puzzle", f"cube {size}x{size}x{size}", on_faces(f"cube:{size}")
    for name in ("megaminx", "pyraminx0", "skewb8", "cube3_UR", "topspin26_5", "hungarian38"):
        yield "puzzle", name, known[name]
    for size in (4, 10, 20, 50):
        yield "puzzle", f"sliding {size}x{size}", on_faces(f"fifteen:{size},height={size}")
        yield "puzzle", f"twists {size}x{size}", on_faces(f"twist:{size},height={size}")
    yield "puzzle", "C2 wr S100", wreath([[1, 0]], 100)
    yield "puzzle", "C3 wr S50", wreath([[1, 2, 0]], 50)
    yield "puzzle", "S10 wr S10", wreath(symmetric(10), 10)
    yield "puzzle", "S5 wr S20", wreath(symmetric(5), 20)
    yield "puzzle", "S50 x S60 x S70", product(symmetric(50), symmetric(60), symmetric(70))
    yield "puzzle", "in 5 factors", mixed()
    yield "long", "S4 wr C1000", over_cycle(symmetric(4), 1000)
    yield "long", "C2 wr C2500", over_cycle([[1, 0]], 2500)
    yield "long", "M24 wr C50", over_cycle(known["m24_two"], 50)
    yield "long", "Sylow 2, S1024", sylow(10)
    yield "long", "S60 wr C2 product", on_grid(symmetric(60))
    yield "long", "S100 on pairs", on_pairs(symmetric(100))
    mathieu = [
        [range(11)],
        [(2, 6, 10, 7), (3, 9, 4, 5)],
        [(0, 11), (1, 10), (2, 5), (3, 7), (4, 8), (6, 9)],
    ]
    yield "primitive", "M12", [from_cycles(cycles, 12) for cycles in mathieu]
    yield "primitive", "M24", known["m24_two"]
    for p in (101, 499, 1009):
        yield "primitive", f"PSL(2,{p})", psl(p)
    for dimension in (6, 11):
        yield "primitive", f"AGL({dimension},2)", affine(dimension)
    for name, generators in json.loads((HERE / "data" / "sporadic.json").read_text()).items():
        yield "primitive", name, generators


def ours(generators):
    """Return the order and the best time, in nanoseconds."""
    times = []
    while len(times) < 20 and sum(times) < 2e9:
        began = time.perf_counter_ns()
        found = permutation_group(generators)
        times.append(time.perf_counter_ns() - began)
        assert found.certain
    return found.order(), min(times)


def peer(command, seconds):
    """Return the order and the best time of another program, or None for both."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL
        )
    except (subprocess.TimeoutExpired, FileNotFoundError):
        return None, None
    order, nanoseconds = done.stdout.replace("\\\n", "").split()
    return int(order), int(nanoseconds)


def whole(command, seconds):
    """Return the time of a whole process, in milliseconds, or None."""
    times = []
    for _ in range(3):
        began = time.perf_counter()
        try:
            subprocess.run(
                command, capture_output=True, timeout=seconds, stdin=subprocess.DEVNULL, check=True
            )
        except (subprocess.TimeoutExpired, FileNotFoundError):
            return None
        except subprocess.CalledProcessError as error:
            sys.exit(error.stderr.decode())
        times.append(1000 * (time.perf_counter() - began))
        if sum(times) > 5000:
            break
    return min(times)


def in_gap(generators):
    """Return GAP code for the generators."""
    cycles = [
        "".join("(" + ",".join(str(point + 1) for point in cycle) + ")" for cycle in to_cycles(g))
        for g in generators
    ]
    return "gens := [\n" + ",\n".join(cycles) + "];;\n"


def shown(value, unit=1.0):
    return "-" if value is None else f"{value / unit:,.2f}"


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="groups whose family or name has these words")
    parser.add_argument("--seconds", type=float, default=60, help="most for a peer and a group")
    arguments = parser.parse_args()
    sys.set_int_max_str_digits(0)
    report = Report()
    say = report.say

    began = time.perf_counter()
    prepare()
    say(
        described(
            "numpy",
            "numba",
            "sympy",
            programs={"GAP": ["gap", "-q", "-c", 'Print("GAP ", GAPInfo.Version, "\\n"); QUIT;']},
        )
    )
    say(f"loading the compiled code took {time.perf_counter() - began:.2f} s")
    say(f"'-' stands for more than {arguments.seconds:.0f} s, and counts as that in the means")
    say()
    say(
        f"{'group':<18} {'degree':>6} {'puzzlekit ms':>12} {'GAP ms':>12} {'sympy ms':>12} "
        f"{'GAP /':>9} {'sympy /':>9} {'whole ms':>9} {'GAP whole':>9} {'ratio':>6}"
    )
    ratios = {"GAP puzzle": [], "GAP long": [], "GAP primitive": [], "sympy": [], "whole": []}
    with tempfile.TemporaryDirectory() as folder:
        for family, name, generators in groups():
            if arguments.only not in f"{family} {name}":
                continue
            array = numpy.array(generators, dtype=numpy.int32)
            text = in_gap(array.tolist())
            file, script = Path(folder, "group.g"), Path(folder, "time.g")
            file.write_text(text)
            script.write_text(text + GAP)
            plain = Path(folder, "whole.g")
            plain.write_text(text + 'Print(Size(Group(gens)), "\\n"); QUIT;\n')
            data = Path(folder, "group.npy")
            numpy.save(data, array)
            order, mine = ours(array)
            results = {}
            for who, command in (
                ("GAP", ["gap", "-q", str(script)]),
                ("sympy", [sys.executable, "-c", SYMPY, str(data)]),
            ):
                theirs, nanoseconds = peer(command, arguments.seconds)
                assert theirs in (None, order), (name, who)
                results[who] = nanoseconds
            command = [sys.executable, "-m", "puzzlekit", "order", str(file)]
            whole_mine = whole(command, arguments.seconds)
            whole_gap = whole(["gap", "-q", str(plain)], arguments.seconds)
            limit = 1e9 * arguments.seconds
            by_gap, by_sympy = ((results[who] or limit) / mine for who in ("GAP", "sympy"))
            whole_ratio = (whole_gap or 1000 * arguments.seconds) / whole_mine
            ratios[f"GAP {family}"].append(by_gap)
            ratios["sympy"].append(by_sympy)
            ratios["whole"].append(whole_ratio)
            say(
                f"{name:<18} {array.shape[1]:>6} {shown(mine, 1e6):>12} "
                f"{shown(results['GAP'], 1e6):>12} {shown(results['sympy'], 1e6):>12} "
                f"{by_gap:>9,.1f} {by_sympy:>9,.1f} {whole_mine:>9.0f} "
                f"{shown(whole_gap):>9} {whole_ratio:>6.1f}"
            )
    say()
    for what, found in ratios.items():
        if found:
            say(f"{what}: geometric mean {mean(found):,.1f}, least {min(found):,.1f}")
    if not arguments.only:
        report.write("groups.txt")


if __name__ == "__main__":
    main()
