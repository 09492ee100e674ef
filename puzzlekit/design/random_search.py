"""Random search for the best puzzles of a given size and symmetry."""

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
from ..core.translation import _, ngettext
from ..groups.arrangements import count_arrangements
from .distances import DistanceTable, Labels
from .drawing import MAX_NODES, Drawing, Node, edges_of
from .facts import reports
from .grids import points_in
from .mutations import passes_a_node
from .puzzle import rules_of_drawing
from .report import SearchHit
from .structure import find_structure
from .symmetric_drawing import KINDS, DrawingSymmetry

#: Targets: the longest shortest solution, the longest unique shortest solution, and the longest
#: shortest solution relative to the number of positions.
TARGETS = ("longest", "unique", "small")

#: Grids for the nodes.
GRIDS = ("square", "triangular", "hexagonal", "rings")

#: Maximum length of edges in grid steps.
MAX_EDGE_LENGTH = 1.5

#: Minimum distance between nodes.
MIN_NODE_DISTANCE = 0.6

#: Number of random drawings tried before the criteria are considered impossible.
MAX_DRAWS = 500


class SearchCriteria(NamedTuple):
    """The criteria of a search: a target (see `TARGETS`), size, symmetry and limits.

    `one_way` is the share of one-way edges. Pieces come in groups of `equal` identical pieces.
    `copies` is the symmetry (see `symmetric_drawing.KINDS`), `grid` is the grid for the nodes, and
    `max_positions` is the maximum number of positions. The search examines `tries` puzzles and
    keeps the best `max_results`.
    """

    target: str = "longest"
    nodes: int = 8
    edges: int = 10
    one_way: float = 0.0
    holes: int = 1
    equal: int = 1
    copies: str = "off"
    grid: str = "square"
    seed: int = 0
    tries: int = 1_000
    max_results: int = 10
    max_positions: int = 50_000


def search(
    criteria: SearchCriteria | str = "longest", *, progress: Progress = silent, **options: Any
) -> Iterator[SearchHit]:
    """Yield each puzzle that is among the best found so far.

    `criteria` is a `SearchCriteria`, or a target with the other criteria as options. The same
    criteria always give the same puzzles. Raises `OptionError` for impossible criteria.

    >>> from puzzlekit import design
    >>> hits = design.search("longest", nodes=6, edges=7, tries=20)
    >>> max(hits, key=lambda hit: len(hit.facts.solution))
    <SearchHit: 34 moves, 12 shortest solutions, 720 positions>
    """
    if isinstance(criteria, str):
        criteria = SearchCriteria(criteria, **options)
    check_criteria(criteria)
    rng, best, seen = Random(criteria.seed), list[float](), set[tuple[int, ...]]()
    for tried in range(criteria.tries):
        progress("puzzles", tried, criteria.tries)
        drawing = _random_drawing(criteria, rng)
        if drawing is None and not tried:
            raise OptionError(
                f"No graph with {criteria.nodes} nodes, {criteria.edges} edges and symmetry "
                f"{KINDS[criteria.copies]!r} found on this grid. Change the numbers or the "
                "symmetry."
            )
        table = drawing and _distances(drawing, criteria.max_positions, progress)
        if drawing is None or table is None or tuple(table.levels) in seen:
            continue
        seen.add(tuple(table.levels))
        start = _start(criteria.target, table)
        score = _score(criteria.target, table, start)
        if len(best) == criteria.max_results and score <= best[0]:
            continue
        best = sorted([*best, score])[-criteria.max_results :]
        drawing = drawing._replace(start=start)
        *_, facts = reports(drawing, progress=progress)
        yield SearchHit(_describe(table, start), drawing, facts)


def check_criteria(criteria: SearchCriteria) -> None:
    """Raise `OptionError` for impossible criteria."""
    for name, options in (("target", TARGETS), ("copies", tuple(KINDS)), ("grid", GRIDS)):
        value = getattr(criteria, name)
        if value not in options:
            near = did_you_mean(str(value), options)
            raise OptionError(f"Unknown {name} {value!r}. Options: {join_names(options)}.{near}")
    if not 3 <= criteria.nodes <= MAX_NODES or not 1 <= criteria.holes < criteria.nodes - 1:
        raise OptionError(
            f"{criteria.nodes} nodes with {criteria.holes} holes do not make a puzzle. Use 3 to "
            f"{MAX_NODES} nodes with at least one hole and two pieces."
        )
    if criteria.edges < criteria.nodes - 1 or criteria.equal < 1 or not 0 <= criteria.one_way <= 1:
        raise OptionError(
            f"Invalid criteria: {criteria.edges} edges, {criteria.equal} equal pieces, one-way "
            f"share {criteria.one_way}. Use at least {criteria.nodes - 1} edges, at least 1 equal "
            "piece, and a one-way share from 0 to 1."
        )
    if criteria.max_results < 1:
        raise OptionError(f"max_results must be 1 or more, not {criteria.max_results}.")


def _distances(drawing: Drawing, maximum: int, progress: Progress) -> DistanceTable | None:
    """Return the distances in a drawing, or None if it is trivial or has too many positions."""
    with suppress(LimitReachedError):
        structure = find_structure(drawing)
        if not structure.info.certain or structure.info.order <= 2 * len(drawing.nodes):
            return None  # the pieces only rotate along a cycle
        if count_arrangements(structure.generators, drawing.goal) * structure.places <= maximum:
            return DistanceTable(rules_of_drawing(drawing), [drawing.goal], maximum, progress)
    return None


def _start(target: str, table: DistanceTable) -> Labels:
    """Return the farthest position; for "unique", the farthest with a unique shortest solution."""
    if target == "unique":
        unique = [state for state, count in table.solution_counts.items() if count == 1]
        return max(unique, key=table.distance.__getitem__)
    return min(table.farthest, key=table.solution_counts.__getitem__)


def _score(target: str, table: DistanceTable, start: Labels) -> float:
    """Return the score of a start, which is slightly higher for puzzles with fewer positions."""
    distance, size = table.distance[start], len(table.distance)
    return distance / math.sqrt(size) if target == "small" else distance - math.log10(size) / 10


def _describe(table: DistanceTable, start: Labels) -> str:
    count, size = table.solution_counts[start], len(table.distance)
    shortest = ngettext("{count} shortest solution", "{count} shortest solutions", count)
    return _("{moves} moves, {solutions}, {positions:,} positions").format(
        moves=table.distance[start], solutions=shortest.format(count=f"{count:,}"), positions=size
    )


# -- random graphs --------------------------------------------------------------------------------


def _random_drawing(criteria: SearchCriteria, rng: Random) -> Drawing | None:
    """Return a random drawing with the start at the goal, or None after too many attempts."""
    for _attempt in range(MAX_DRAWS):
        centre = rng.choice([(0.0, 0.0), (0.5, 0.5)]) if criteria.grid == "square" else (0.0, 0.0)
        copies = DrawingSymmetry(criteria.copies, centre)
        points = _points(criteria, copies, rng)
        drawing = points and _add_edges(criteria, copies, points, rng)
        if drawing:
            return drawing
    return None


def _points(criteria: SearchCriteria, copies: DrawingSymmetry, rng: Random) -> list[Point]:
    """Return random points for nodes, close together and with their copies, or [] if stuck."""
    size = max(1.5, 0.8 * math.sqrt(criteria.nodes))
    orbits = [_orbit(copies, p) for p in points_in(criteria.grid, (-size, -size, size, size))]
    rng.shuffle(orbits)
    chosen: list[Point] = []
    while len(chosen) < criteria.nodes:
        for orbit in orbits:
            nearest = min((math.dist(p, q) for p in orbit for q in chosen), default=1.0)
            spacing = min((math.dist(p, q) for p, q in combinations(orbit, 2)), default=1.0)
            fits = len(orbit) <= criteria.nodes - len(chosen)
            if (
                fits
                and MIN_NODE_DISTANCE < nearest <= MAX_EDGE_LENGTH
                and spacing > MIN_NODE_DISTANCE
            ):
                chosen += orbit
                break
        else:
            return []
    return sorted(chosen, key=lambda point: (-point[1], point[0]))


def _orbit(copies: DrawingSymmetry, point: Point) -> list[Point]:
    images = (where(point) for where in copies.maps)
    return list(dict.fromkeys((round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in images))


def _add_edges(
    criteria: SearchCriteria, copies: DrawingSymmetry, points: list[Point], rng: Random
) -> Drawing | None:
    """Return a drawing with random non-crossing edges, or None if stuck."""
    import networkx

    nodes = tuple(Node(str(number), point) for number, point in enumerate(points, 1))
    drawing = Drawing(nodes, start=("",) * len(nodes), goal=("",) * len(nodes))
    pairs = [
        (a, b)
        for a, b in combinations(range(len(points)), 2)
        if math.dist(points[a], points[b]) <= MAX_EDGE_LENGTH and not passes_a_node(points, a, b)
    ]
    if len(pairs) < criteria.edges:
        return None
    rng.shuffle(pairs)
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(points)))
    for joining in (True, False):  # the first pass builds a spanning tree
        for a, b in pairs:
            disconnected = not networkx.has_path(graph, a, b)
            if (joining and not disconnected) or graph.has_edge(a, b):
                continue
            edges = edges_of(copies.join(drawing, a, b).ways - drawing.ways)
            if graph.number_of_edges() + len(edges) > criteria.edges:
                continue
            lines = [*graph.edges, *edges]
            if any(_cross(points, p, q) for p in edges for q in lines):
                continue
            graph.add_edges_from(edges)
            one_way = rng.random() < criteria.one_way
            ends = (a, b) if rng.random() < 0.5 else (b, a)
            drawing = copies.join(drawing, *ends, one_way=one_way)
    if graph.number_of_edges() != criteria.edges or not networkx.is_connected(graph):
        return None
    if not networkx.is_strongly_connected(networkx.DiGraph(drawing.ways)):
        return None
    holes = set(rng.sample(range(len(points)), criteria.holes))
    number = iter(range(len(points)))
    labels = tuple(
        "" if cell in holes else str(next(number) // criteria.equal + 1)
        for cell in range(len(points))
    )
    return drawing._replace(start=labels, goal=labels)


def _cross(points: list[Point], p: tuple[int, int], q: tuple[int, int]) -> bool:
    """Return whether two straight edges cross. Edges with a common node do not cross."""
    if set(p) & set(q):
        return False

    def side(a: int, b: int, c: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = points[a], points[b], points[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    return side(*p, q[0]) * side(*p, q[1]) < -1e-9 and side(*q, p[0]) * side(*q, p[1]) < -1e-9
