"""Times of all computations on the groups of random puzzles, in CPU milliseconds.

The puzzles are sliding puzzles on random graphs with equal pieces, and random lists of generators:
with duplicates and identities, with many independent factors, with coupled factors, and with more
generators than any fixed number of random elements can replace.

Usage: graph_puzzles.py [PUZZLES [FIRST SEED]]
"""

import sys
import time
from random import Random

from machine import Report, described

from puzzlekit import Board, LimitReachedError, Sliding
from puzzlekit.core.permutation import apply, from_cycles, multiply
from puzzlekit.groups import describe, permutation_group, prepare
from puzzlekit.groups.arrangements import count_arrangements, reachability_obstacle

PUZZLES = 1000

#: The maximum number of nodes of a graph.
NODES = 40


def graph_puzzle(rng):
    """Return generators and labels of a sliding puzzle on a random graph."""
    size = rng.randint(5, NODES)
    edges = {(rng.randrange(node), node) for node in range(1, size)}
    for _ in range(rng.choice((0, 1, 3, size // 2, size))):
        a, b = sorted(rng.sample(range(size), 2))
        edges.add((a, b))
    if rng.random() < 0.3:  # one long ring with chords
        edges = {(node, (node + 1) % size) for node in range(size)} | set(rng.sample([*edges], 3))
    alike = rng.choice((1, 2, 2, 2, 3, 7))
    holes = rng.choice((1, 1, 1, 2))
    goal = [str(node // alike) for node in range(size - holes)] + [""] * holes
    board = Board(map(str, range(size)), [(node, 0) for node in range(size)], sorted(edges))
    puzzle = Sliding(board, goal)
    return list(puzzle.generators(puzzle.goal).values()), goal


def list_of_generators(rng):
    """Return random generators and labels for several disjoint parts, some of them coupled."""
    size = 0
    parts = []  # the generators of each part, as cycles
    kinds = rng.choice((("swap",), ("swap", "spin"), ("swap", "spin", "free", "giant", "twist")))
    while size < NODES - 8 and (not parts or rng.random() < 0.95):
        count = rng.randint(2, 8)
        points = range(size, size + count)
        kind = rng.choice(kinds)
        if kind == "swap":
            points = range(size, size + 2)
            part = [[points]]
        elif kind == "spin":
            part = [[points]]
        elif kind == "free":
            part = [[rng.sample(points, rng.randint(2, count))] for _ in range(rng.randint(1, 3))]
        elif kind == "giant":
            part = [[points], [points[:2]]]
        else:
            half = count // 2
            part = [[points[:half]], [(points[i], points[half + i]) for i in range(half)]]
        parts.append([from_cycles([c for c in cycles if len(c) > 1], NODES) for cycles in part])
        size += len(points)
    found = [g for part in parts for g in part]
    for _ in range(rng.choice((0, 0, 2, 10))):  # generators that move several parts
        found.append(multiply(*rng.sample(found, min(len(found), 3))))
    if rng.random() < 0.3:  # only such generators, so that the parts are coupled
        found = [multiply(a, b) for a, b in zip(found, found[1:] + found[:1], strict=True)]
    found += [*rng.choices(found, k=rng.choice((0, 5, 60))), tuple(range(NODES))]
    rng.shuffle(found)
    alike = rng.choice((1, 2, 2, 3, 5))
    return found, [str(point // alike) for point in range(NODES)]


def questions(generators, goal, rng):
    """Yield the name and function of each computation."""
    named = {f"g{number}": g for number, g in enumerate(generators)}
    some = tuple(range(len(goal)))
    for g in rng.choices(list(named.values()), k=12):
        some = multiply(some, g)
    other = rng.sample(range(len(goal)), len(goal))
    group = None

    def made():
        nonlocal group
        group = permutation_group(generators)
        return group.order()

    yield "describe", lambda: describe(generators)
    yield "order", made
    yield "base", lambda: group.base
    yield "strong generators", lambda: list(group.strong_gens)
    yield "orbits", lambda: (group.orbits(), group.basic_orbits)
    yield "transversals", lambda: [dict(each) for each in group.basic_transversals]
    yield "contains", lambda: [group.contains(type(group.identity)(list(g))) for g in (some, other)]
    yield "arrangements", lambda: count_arrangements(generators, goal)
    swapped = multiply(some, from_cycles([rng.sample(range(len(goal)), 2)], len(goal)))
    for what, images in (("reached", some), ("exchanged", swapped), ("not reached", other)):
        yield (
            what,
            lambda images=images: reachability_obstacle(generators, goal, apply(images, goal)),
        )


def cases(seed):
    """Return the generators and labels for a seed."""
    rng = Random(seed)
    generators, goal = (graph_puzzle if seed % 2 else list_of_generators)(rng)
    return generators or [tuple(range(len(goal)))], goal, rng


def main(puzzles=PUZZLES, first=0):
    """Run all computations for the given number of puzzles."""
    report = Report()
    report.say(described("numba", "numpy", "sympy"))
    prepare()  # compiled code is used even where plain Python would be enough
    permutation_group([(1, 0)]).order()  # imports sympy
    worst = {}
    for seed in range(first, first + puzzles):
        generators, goal, rng = cases(seed)
        for what, ask in questions(generators, goal, rng):
            began = time.process_time()
            try:
                ask()
            except LimitReachedError:
                what += ", not known"
            took = time.process_time() - began
            count, most, total, which = worst.get(what, (0, 0.0, 0.0, seed))
            which = seed if took > most else which
            worst[what] = count + 1, max(took, most), total + took, which
    report.say(f"{puzzles} puzzles from seed {first}, up to {NODES} points.\n")
    report.say("| question | times | mean, ms | worst, ms | seed |")
    report.say("|---|---:|---:|---:|---:|")
    for what, (count, most, total, seed) in worst.items():
        mean, most = 1000 * total / count, 1000 * most
        report.say(f"| {what} | {count} | {mean:.1f} | {most:.0f} | {seed} |")
    if puzzles == PUZZLES:
        report.write("graph_puzzles.txt")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
