"""Response times of the facts that the designer shows about a drawing, in CPU milliseconds.

The drawings are random graphs of near neighbours with pairs of equal pieces, some with arcs. The
facts (group, factors, positions and obstructions) are computed from scratch, after an edge has been
drawn, and after two pieces have been swapped. The last column is the time until the window receives
them from the process that computes them.

Usage: designer.py [GRAPHS]
"""

import math
import statistics
import sys
import time
from random import Random

from machine import Report, described

from puzzlekit.design.drawing import Drawing, Node
from puzzlekit.design.edits import join_nodes, swap_labels
from puzzlekit.design.facts import reports
from puzzlekit.design.structure import _compute_structure
from puzzlekit.ui.designer_worker import DrawingWorker

SIZES = ((10, 1), (20, 1), (40, 1), (100, 1), (200, 1), (10, 2), (20, 2), (40, 2), (100, 2))

#: How long to wait for the process to load its modules (seconds).
LOADING = 10

#: The facts needed immediately.
QUICK = {"group", "theorems", "parts", "positions", "why"}


def drawn(nodes, holes, rng):
    """Return a drawing with edges between near neighbours."""
    points = [(rng.random() * nodes**0.5, rng.random() * nodes**0.5) for _ in range(nodes)]
    one_way = rng.choice((0, 0, 0.3))
    ways = set()
    for a in range(nodes):
        near = sorted(range(nodes), key=lambda b: math.dist(points[a], points[b]))
        for b in near[1 : rng.choice((3, 4))]:
            ways |= {(a, b)} if rng.random() < one_way else {(a, b), (b, a)}
    goal = [str(cell // 2) for cell in range(nodes - holes)] + [""] * holes
    start = list(goal)
    for _ in range(3 * nodes):  # a random walk from the goal, so that most drawings can be solved
        streets = [(a, b) for a, b in ways if start[a] and not start[b]]
        if streets:
            a, b = rng.choice(sorted(streets))
            start[a], start[b] = start[b], start[a]
    names = tuple(Node(str(cell), point) for cell, point in enumerate(points))
    return Drawing(names, frozenset(ways), (), tuple(start), tuple(goal))


def quick(drawing, before=None):
    """Return the time until the immediate facts are available, and the report."""
    begun = time.process_time()
    for report in reports(drawing, before):
        if report.pending.isdisjoint(QUICK):
            break
    return 1000 * (time.process_time() - begun), report


def from_process(worker, drawing):
    """Return the time until the window has the same facts."""
    begun = time.perf_counter()
    worker.show(drawing)
    while not worker.now.pending.isdisjoint(QUICK):
        worker.update()
        time.sleep(0.001)
    return 1000 * (time.perf_counter() - begun)


def edited(drawing, rng):
    """Return the drawing with an arc between two close nodes."""
    a = rng.randrange(len(drawing.nodes))
    places = [node.point for node in drawing.nodes]
    apart = [b for b in range(len(places)) if b != a and not {(a, b), (b, a)} & drawing.ways]
    return join_nodes(drawing, a, min(apart, key=lambda b: math.dist(places[a], places[b])))


def main(graphs=15):
    report = Report()
    report.say(f"{described('networkx', 'numpy')}")
    report.say(f"{graphs} graphs each; median / worst, in milliseconds")
    report.say("")
    report.say("nodes holes    from nothing     a street more     pieces changed     in the window")
    worker = DrawingWorker()
    quick(drawn(8, 1, Random(0)))
    from_process(worker, drawn(8, 1, Random(0)))
    time.sleep(LOADING)
    for nodes, holes in SIZES:
        times = []
        for seed in range(graphs):
            rng = Random(1000 * nodes + seed)
            drawing = drawn(nodes, holes, rng)
            _compute_structure.cache_clear()
            first, known = quick(drawing)
            street, _ = quick(edited(drawing, rng), (drawing, known))
            pieces, _ = quick(swap_labels(drawing, "start", 0, 1), (drawing, known))
            times.append((first, street, pieces, from_process(worker, drawing)))
        told = [
            f"{statistics.median(each):6.1f} /{max(each):7.1f}" for each in zip(*times, strict=True)
        ]
        report.say(f"{nodes:5} {holes:5}   {'    '.join(told)}")
    worker.close()
    report.write("designer.txt")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
