"""Random puzzles of a chosen size and symmetry, ranked by what one wishes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from ..core.board import Point
from ..core.errors import LimitReachedError, OptionError, did_you_mean, join_names
from ..core.progress import Progress, silent
from ..groups.arrangements import count_arrangements
from .copies import KINDS, Copies
from .distances import DistanceTable, Labels
from .drawing import MAX_NODES, Drawing, Node
from .facts import reports
from .grids import points_in
from .mutations import passes_a_node
from .puzzle import rule_book
from .report import SearchHit
from .structure import find_structure

#: What can be wished for: the longest shortest solution, the longest one that is the only one of
#: its length, the longest one among few positions.
AIMS = ("longest", "unique", "small")

#: The grids on which nodes can lie.
GRIDS = ("square", "triangular", "hexagonal", "rings")

#: Streets are drawn between nodes no farther apart than this, in steps of the grid.
MIN_DISTANCE = 1.5

#: How near two nodes may be.
NEAR = 0.6

#: Draws of nodes and streets until the wish is given up as one that cannot be.
DRAWS = 500


class SearchCriteria(NamedTuple):
    """What is looked for: an aim (see `AIMS`), a size, a symmetry, and how long to look.

    `one_way` is the share of streets that are one-way, `equal` how many pieces look alike each,
    `copies` the symmetry (see `copies.KINDS`), `grid` where nodes lie, and `most` how many
    positions there may be. `tries` puzzles are looked at, of which the best `keep` are kept.
    """

    target: str = "longest"
    nodes: int = 8
    streets: int = 10
    one_way: float = 0.0
    holes: int = 1
    equal: int = 1
    copies: str = "off"
    grid: str = "square"
    seed: int = 0
    tries: int = 1_000
    max_results: int = 10
    maximum: int = 50_000


def search(
    wish: SearchCriteria | str = "longest", *, progress: Progress = silent, **options: Any
) -> Iterator[SearchHit]:
    """Yield puzzles as they are found, each one of the best so far.

    The wish is a `SearchCriteria`, or its aim with the rest as options. The same wish finds the same
    puzzles. Raises `OptionError` for a wish that cannot be.

    >>> from puzzlekit import design
    >>> found = design.search("longest", nodes=6, streets=7, tries=20)
    >>> max(found, key=lambda each: len(each.facts.solution))
    <Found: 34 moves, 12 shortest ways, 720 positions>
    """
    if isinstance(wish, str):
        wish = SearchCriteria(wish, **options)
    check(wish)
    rng, best, seen = Random(wish.seed), list[float](), set[tuple[int, ...]]()
    for tried in range(wish.tries):
        progress("puzzles", tried, wish.tries)
        drawing = _drawn(wish, rng)
        if drawing is None and not tried:
            raise OptionError(
                f"No graph of {wish.nodes} nodes and {wish.streets} streets was found that has the "
                f"symmetry {KINDS[wish.copies]!r} on this grid; take other numbers."
            )
        spread = drawing and _spread(drawing, wish.maximum, progress)
        if drawing is None or spread is None or tuple(spread.levels) in seen:
            continue
        seen.add(tuple(spread.levels))
        start = _start(wish.target, spread)
        score = _score(wish.target, spread, start)
        if len(best) == wish.max_results and score <= best[0]:
            continue
        best = sorted([*best, score])[-wish.max_results :]
        drawing = drawing._replace(start=start)
        *_, facts = reports(drawing, progress=progress)
        yield SearchHit(_describe(spread, start), drawing, facts)


def check(wish: SearchCriteria) -> None:
    """Raise `OptionError` for a wish that cannot be, with what to change."""
    for name, known in (("aim", AIMS), ("copies", tuple(KINDS)), ("grid", GRIDS)):
        given = getattr(wish, name)
        if given not in known:
            near = did_you_mean(str(given), known)
            raise OptionError(
                f"There is no {name} {given!r}; choose from {join_names(known)}.{near}"
            )
    if not 3 <= wish.nodes <= MAX_NODES or not 1 <= wish.holes < wish.nodes - 1:
        raise OptionError(
            f"{wish.nodes} nodes with {wish.holes} holes are no puzzle: take 3 to {MAX_NODES} "
            "nodes, at least one hole and two pieces."
        )
    if wish.streets < wish.nodes - 1 or wish.equal < 1 or not 0 <= wish.one_way <= 1:
        raise OptionError(
            f"{wish.streets} streets, {wish.equal} pieces that look alike each, one-way with the "
            f"share {wish.one_way}: take at least {wish.nodes - 1}, 1 or more, and 0 to 1."
        )


def _spread(drawing: Drawing, most: int, progress: Progress) -> DistanceTable | None:
    """Return the positions of a drawing; None if they are too many, or nothing to think about."""
    with suppress(LimitReachedError):
        found = find_structure(drawing)
        if not found.info.certain or found.info.order <= 2 * len(drawing.nodes):
            return None  # pieces go round in a circle
        if count_arrangements(found.generators, drawing.goal) * found.places <= most:
            return DistanceTable(rule_book(drawing), [drawing.goal], most, progress)
    return None


def _start(aim: str, spread: DistanceTable) -> Labels:
    """Return the farthest start, or the farthest one with a single shortest way."""
    if aim == "unique":
        alone = [state for state, ways in spread.ways.items() if ways == 1]
        return max(alone, key=spread.distance.__getitem__)
    return min(spread.farthest, key=spread.ways.__getitem__)


def _score(aim: str, spread: DistanceTable, start: Labels) -> float:
    """Return how well a start fulfils a wish; fewer positions are a little better."""
    distance, size = spread.distance[start], len(spread.distance)
    return distance / math.sqrt(size) if aim == "small" else distance - math.log10(size) / 10


def _describe(spread: DistanceTable, start: Labels) -> str:
    ways, size = spread.ways[start], len(spread.distance)
    shortest = f"{ways:,} shortest {'way' if ways == 1 else 'ways'}"
    return f"{spread.distance[start]} moves, {shortest}, {size:,} positions"


# -- random graphs --------------------------------------------------------------------------------


def _drawn(wish: SearchCriteria, rng: Random) -> Drawing | None:
    """Return a random drawing whose start is its goal; None if there seems to be none."""
    for _ in range(DRAWS):
        centre = rng.choice([(0.0, 0.0), (0.5, 0.5)]) if wish.grid == "square" else (0.0, 0.0)
        copies = Copies(wish.copies, centre)
        points = _points(wish, copies, rng)
        drawing = points and _joined(wish, copies, points, rng)
        if drawing:
            return drawing
    return None


def _points(wish: SearchCriteria, copies: Copies, rng: Random) -> list[Point]:
    """Return the points of nodes, each with its copies and near another one; none if stuck."""
    reach = max(1.5, 0.8 * math.sqrt(wish.nodes))
    orbits = [_copied(copies, p) for p in points_in(wish.grid, (-reach, -reach, reach, reach))]
    rng.shuffle(orbits)
    chosen: list[Point] = []
    while len(chosen) < wish.nodes:
        for orbit in orbits:
            nearest = min((math.dist(p, q) for p in orbit for q in chosen), default=1.0)
            own = min((math.dist(p, q) for p, q in combinations(orbit, 2)), default=1.0)
            fits = len(orbit) <= wish.nodes - len(chosen)
            if fits and NEAR < nearest <= MIN_DISTANCE and own > NEAR:
                chosen += orbit
                break
        else:
            return []
    return sorted(chosen, key=lambda point: (-point[1], point[0]))


def _copied(copies: Copies, point: Point) -> list[Point]:
    images = (where(point) for where in copies.maps)
    return list(dict.fromkeys((round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in images))


def _joined(
    wish: SearchCriteria, copies: Copies, points: list[Point], rng: Random
) -> Drawing | None:
    """Return a drawing of nodes with random streets that do not cross; None if stuck."""
    import networkx

    nodes = tuple(Node(str(number), point) for number, point in enumerate(points, 1))
    drawing = Drawing(nodes, start=("",) * len(nodes), goal=("",) * len(nodes))
    pairs = [
        (a, b)
        for a, b in combinations(range(len(points)), 2)
        if math.dist(points[a], points[b]) <= MIN_DISTANCE and not passes_a_node(points, a, b)
    ]
    if len(pairs) < wish.streets:
        return None
    rng.shuffle(pairs)
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(points)))
    for joining in (True, False):  # first what hangs together
        for a, b in pairs:
            apart = not networkx.has_path(graph, a, b)
            if (joining and not apart) or graph.has_edge(a, b):
                continue
            streets = copies.join(drawing, a, b).ways - drawing.ways
            both = {(min(street), max(street)) for street in streets}
            if graph.number_of_edges() + len(both) > wish.streets:
                continue
            lines = [*graph.edges, *both]
            if any(_cross(points, p, q) for p in both for q in lines):
                continue
            graph.add_edges_from(both)
            one_way = rng.random() < wish.one_way
            ends = (a, b) if rng.random() < 0.5 else (b, a)
            drawing = copies.join(drawing, *ends, one_way=one_way)
    if graph.number_of_edges() != wish.streets or not networkx.is_connected(graph):
        return None
    if not networkx.is_strongly_connected(networkx.DiGraph(drawing.ways)):
        return None
    holes = set(rng.sample(range(len(points)), wish.holes))
    number = iter(range(len(points)))
    labels = tuple(
        "" if cell in holes else str(next(number) // wish.equal + 1) for cell in range(len(points))
    )
    return drawing._replace(start=labels, goal=labels)


def _cross(points: list[Point], p: tuple[int, int], q: tuple[int, int]) -> bool:
    """Return whether two straight streets cross, not counting where they meet at a node."""
    if set(p) & set(q):
        return False

    def side(a: int, b: int, c: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = points[a], points[b], points[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    return side(*p, q[0]) * side(*p, q[1]) < -1e-9 and side(*q, p[0]) * side(*q, p[1]) < -1e-9
