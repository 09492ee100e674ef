"""Heuristic solver for sliding puzzles of any size.

Pieces are solved one by one, and the last pieces by search. Only one hole is moved; other holes are
treated as pieces that swap with it at no cost. The cells farthest from the hole's goal are filled
first, in an order that keeps the remaining board 2-connected. Edges may be one-way. The method can
fail even if there is a solution.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import count, product
from typing import NamedTuple, TypeVar

from ..core.errors import LimitReachedError
from ..core.progress import Progress, silent
from ..rules.sliding import Sliding, find_holes

#: The neighbours of each node of an undirected graph.
Edges = dict[int, set[int]]


def subgraph(edges: Edges, nodes: set[int]) -> Edges:
    """Return the part of a graph with the given nodes."""
    return {node: edges[node] & nodes for node in nodes}


def biconnected_components(edges: Edges) -> Iterator[set[int]]:
    """Yield the nodes of each biconnected component. A single edge counts as one.

    >>> sorted(map(sorted, biconnected_components({0: {1, 2}, 1: {0, 2}, 2: {0, 1, 3}, 3: {2}})))
    [[0, 1, 2], [2, 3]]
    """
    number: dict[int, int] = {}
    lowest: dict[int, int] = {}
    for root in edges:
        if root in number:
            continue
        number[root] = lowest[root] = len(number)
        stack, path = [root], [(root, iter(edges[root]))]
        while path:
            node, rest = path[-1]
            child = next(rest, None)
            if child is None:
                path.pop()
                if not path:
                    break
                parent = path[-1][0]
                lowest[parent] = min(lowest[parent], lowest[node])
                if lowest[node] >= number[parent]:
                    at = stack.index(node)
                    yield {parent, *stack[at:]}
                    del stack[at:]
            elif child not in number:
                number[child] = lowest[child] = len(number)
                stack.append(child)
                path.append((child, iter(edges[child])))
            else:
                lowest[node] = min(lowest[node], number[child])


def is_biconnected(edges: Edges) -> bool:
    """Return whether a graph stays connected after the removal of any single node.

    >>> is_biconnected({0: {1, 2}, 1: {0, 2}, 2: {0, 1}})
    True
    >>> is_biconnected({0: {1}, 1: {0}, 2: set()})
    False
    """
    return next(biconnected_components(edges), set()) == set(edges)


Labels = tuple[str, ...]
Step = tuple[int, int]  # a move of a piece (from cell, cell of the hole)
Steps = list[Step]
Node = TypeVar("Node")

#: Maximum numbers of cells and of nodes in the final search, weight of the heuristic (1 finds
#: shortest solutions), and its weight for single pieces on a large board.
MAX_FINAL_CELLS, FINAL_NODES, WEIGHT, LARGE_BOARD_WEIGHT = 16, 40_000, 3, 5

#: Maximum number of cells on a small board. On a small board, all cells are used to shorten a part
#: of the solution.
SMALL_BOARD = 100

#: If there are at least this many seconds, the final search uses a smaller weight and more nodes.
THOROUGH_SECONDS = 2

#: Radius of the neighbourhood in which 2-connectedness is tested first.
LOCAL_RADIUS = 4

#: Maximum number of nodes in the search for one or two pieces, and of candidates among equal
#: pieces.
PIECE_NODES, MAX_CANDIDATES = 100_000, 6

#: Maximum total number of nodes for single pieces (a few seconds of work), and the time in
#: seconds for which this number is raised in proportion.
MAX_TOTAL_NODES, BUDGET_SECONDS = 1_000_000, 3.0

#: Costs in the node budget: number of distance-map cells that cost as much as one node, and cost of
#: a test of 2-connectedness in nodes.
CELLS_PER_NODE, NODES_PER_GROUP = 8, 60

#: Length of the parts that are shortened, number of nodes in the search for a shorter part, and
#: number of these searches without a time limit (about half a second).
WINDOW, WINDOW_NODES, MAX_WINDOWS = 24, 1500, 150


class _Graph(NamedTuple):
    """The edges of a board, and the cells that have not been filled yet."""

    sources: Sequence[Sequence[int]]
    neighbours: Sequence[Sequence[int]]
    open: frozenset[int]

    def cells_into(self, hole: int) -> Iterator[int]:
        """Yield the open cells from which a piece can move into the hole."""
        return (a for a in self.sources[hole] if a in self.open)

    def distances(self, targets: Iterable[int]) -> dict[int, int]:
        """Return the distance of each cell to the nearest target it can reach."""
        result = dict.fromkeys(targets, 0)
        queue = list(result)
        for cell in queue:
            for a in self.cells_into(cell):
                if a not in result:
                    result[a] = result[cell] + 1
                    queue.append(a)
        return result


class _Budget:
    """The remaining budget of search nodes."""

    def __init__(self, times: float) -> None:
        self.maximum = self.left = int(MAX_TOTAL_NODES * times)

    def spend(self, count: int) -> None:
        """Subtract nodes from the budget; raise `LimitReachedError` if it is exhausted."""
        self.left -= count
        if self.left < 0:
            raise LimitReachedError(
                f"Solving piece by piece takes more than {self.maximum:,} tries. Use a smaller "
                "board or allow more `seconds`."
            )


def solve_piece_by_piece(
    rules: Sliding,
    state: Sequence[str],
    goal: Sequence[str],
    *,
    seconds: float | None = None,
    progress: Progress = silent,
) -> list[str] | None:
    """Return moves from one arrangement to another, or None if no solution is found.

    The solution is shortened for `seconds` or, without a time limit, by a fixed number of searches
    (about half a second), so that it is reproducible. Raises `LimitReachedError` if the search
    takes too long; its limit grows with `seconds`.

    >>> from puzzlekit import load
    >>> rules = load("fifteen#1")
    >>> 40 < len(solve_piece_by_piece(rules, rules.start(), rules.goal)) < 120
    True
    """
    if sorted(state) != sorted(goal) or "" not in goal:
        return None
    board = rules.board
    graph = _Graph(board.sources, board.neighbours, frozenset(range(len(board))))
    home = max(i for i, label in enumerate(goal) if not label)
    arrangement, hole = tuple(state), max(i for i, label in enumerate(state) if not label)
    steps: Steps = []
    budget = _Budget(max(1, (seconds or 0) / BUDGET_SECONDS))
    budget.spend(len(board) * NODES_PER_GROUP)
    groups = _peeling_order(graph, home)
    is_thorough = seconds is not None and seconds >= THOROUGH_SECONDS
    while True:
        if len(graph.open) <= MAX_FINAL_CELLS or not groups:
            part = None
            if is_thorough:
                part = _search(graph, arrangement, tuple(goal), WEIGHT - 1, 10 * FINAL_NODES)
                is_thorough = False  # another try with more pieces solved does not help
            part = part or _search(graph, arrangement, tuple(goal))
            if part is not None:
                steps += part
                break
            if not groups:
                return None
        group = groups.pop(0)
        progress("cells", len(board) - len(graph.open), len(board))
        part = _bring_piece(graph, arrangement, hole, group, [goal[cell] for cell in group], budget)
        if part is None:
            return None
        steps += part
        arrangement = _apply_steps(arrangement, part)
        hole = part[-1][0] if part else hole
        graph = graph._replace(open=graph.open - set(group))
    full_graph = graph._replace(open=frozenset(range(len(board))))
    steps = _shorten(full_graph, tuple(state), remove_loops(tuple(state), steps), seconds, progress)
    return [f"{board.cells[a]}-{board.cells[b]}" for a, b in steps]


def _apply_steps(state: Labels, steps: Steps) -> Labels:
    labels = list(state)
    for a, b in steps:
        labels[a], labels[b] = labels[b], labels[a]
    return tuple(labels)


def _peeling_order(graph: _Graph, home: int) -> list[tuple[int, ...]]:
    """Return groups of one or two cells in the order in which they are filled."""
    edges: Edges = {a: set() for a in range(len(graph.neighbours))}
    for a, targets in enumerate(graph.neighbours):
        for b in targets:
            if a != b:
                edges[a].add(b)
                edges[b].add(a)
    edges = {a: near for a, near in edges.items() if near}
    if home not in edges:
        return []
    around = [sorted(edges.get(cell, ())) for cell in range(len(graph.neighbours))]
    distances = _Graph(around, around, frozenset(edges)).distances([home])
    order = sorted(edges, key=lambda cell: (-distances.get(cell, 0), cell))
    groups: list[tuple[int, ...]] = []
    solid = is_biconnected(edges)
    while len(edges) > 4:
        if len(order) > 2 * len(edges):
            order = [cell for cell in order if cell in edges]
        for cell in (cell for cell in order if cell in edges and cell != home):
            ends = [n for n in edges[cell] if len(edges[n]) == 2 and n != home]
            group = (cell, *ends) if len(ends) < 2 else ()
            if group and len(edges) - len(group) > 3 and _stays_biconnected(edges, group, solid):
                break
        else:
            return groups
        groups.append(group)
        for cell in group:
            for near in edges.pop(cell):
                if near in edges:
                    edges[near].discard(cell)
        solid = True
    return groups


def _stays_biconnected(edges: Edges, group: tuple[int, ...], solid: bool) -> bool:
    """Return whether the graph is still 2-connected without a group of cells."""
    if solid:
        near = set(group)
        for _ in range(LOCAL_RADIUS):
            near.update([n for cell in near for n in edges[cell]])
        around = {n for cell in group for n in edges[cell]} - set(group)
        local = subgraph(edges, near - set(group))
        if any(around <= block for block in biconnected_components(local)):
            return True
    return is_biconnected(subgraph(edges, set(edges) - set(group)))


def _bring_piece(
    graph: _Graph,
    state: Labels,
    hole: int,
    cells: tuple[int, ...],
    labels: list[str],
    budget: _Budget,
) -> Steps | None:
    """Return steps that move pieces with given labels to cells, ignoring other pieces."""
    if all(state[cell] == label for cell, label in zip(cells, labels, strict=True)):
        return []
    distance_maps = [graph.distances([cell]) for cell in cells]
    budget.spend(len(cells) * len(graph.open) // CELLS_PER_NODE)
    weight = WEIGHT if len(graph.open) <= SMALL_BOARD else LARGE_BOARD_WEIGHT
    choices = []
    for label, distance in zip(labels, distance_maps, strict=True):
        places = [i for i in graph.open if state[i] == label and i in distance and i != hole]
        choices.append(sorted(places, key=lambda i: (distance[i], i))[:MAX_CANDIDATES])

    def left(places: tuple[int, ...]) -> int | None:
        parts = [distance.get(place) for place, distance in zip(places, distance_maps, strict=True)]
        return None if None in parts else weight * sum(part or 0 for part in parts)

    def successors(node: tuple[int, ...], rest: int) -> Iterator[tuple[tuple[int, ...], Step, int]]:
        """Yield the next places of the hole and of the pieces."""
        budget.spend(1)
        hole, *places = node
        for a in graph.cells_into(hole):
            if a not in places:
                yield (a, *places), (a, hole), rest
            elif (
                after := left(moved := tuple([hole if p == a else p for p in places]))
            ) is not None:
                yield (a, *moved), (a, hole), after

    starts = [
        ((hole, *places), rest)
        for places in product(*choices)
        if len(set(places)) == len(places) and (rest := left(places)) is not None
    ]
    return _weighted_a_star(starts, successors, PIECE_NODES)


def _weighted_a_star(
    starts: Iterable[tuple[Node, int]],
    successors: Callable[[Node, int], Iterable[tuple[Node, Step, int]]],
    max_nodes: int,
) -> Steps | None:
    """Return steps to a node with estimate 0, or None if none is found among `max_nodes` nodes.

    Nodes come with their weighted estimates. `successors` also yields the steps to them.
    """
    number = count()
    origin: dict[Node, tuple[Node, Step] | None] = {}
    cost: dict[Node, int] = {}
    heap: list[tuple[int, int, int, Node]] = []
    for start, rest in starts:
        origin[start], cost[start] = None, 0
        heapq.heappush(heap, (rest, next(number), rest, start))
    while heap and len(cost) < max_nodes:
        _, _, rest, node = heapq.heappop(heap)
        if rest == 0:
            steps: Steps = []
            while (before := origin[node]) is not None:
                node, step = before
                steps.append(step)
            return steps[::-1]
        new_cost = cost[node] + 1
        for reached, step, left in successors(node, rest):
            if new_cost < cost.get(reached, new_cost + 1):
                origin[reached], cost[reached] = (node, step), new_cost
                heapq.heappush(heap, (new_cost + left, next(number), left, reached))
    return None


def _search(
    graph: _Graph, state: Labels, goal: Labels, weight: int = WEIGHT, max_nodes: int = FINAL_NODES
) -> Steps | None:
    """Return steps between arrangements that differ only on open cells, or None if not found."""
    if any(state[i] != goal[i] for i in range(len(goal)) if i not in graph.open):
        return None
    cells = sorted(graph.open)
    place = {cell: i for i, cell in enumerate(cells)}
    sources = [[place[a] for a in graph.cells_into(cell)] for cell in cells]
    first, last = tuple([state[i] for i in cells]), tuple([goal[i] for i in cells])
    unreachable = 1 << 20

    @cache
    def distances_to(label: str) -> list[int]:
        distances = graph.distances(i for i in cells if goal[i] == label)
        return [weight * distances.get(cell, unreachable) for cell in cells]

    def successors(current: Labels, rest: int) -> Iterator[tuple[Labels, Step, int]]:
        for hole in find_holes(current):
            for a in sources[hole]:
                if label := current[a]:
                    after = list(current)
                    after[a], after[hole] = "", label
                    distances = distances_to(label)
                    left = rest + distances[hole] - distances[a]
                    yield tuple(after), (cells[a], cells[hole]), left

    pairs = enumerate(zip(first, last, strict=True))
    rest = sum(distances_to(label)[i] for i, (label, end) in pairs if label and label != end)
    return _weighted_a_star([(first, rest)], successors, max_nodes)


def _window_cells(graph: _Graph, steps: Steps) -> frozenset[int]:
    """Return the cells used to shorten a part. On a large board, these are only nearby cells."""
    if len(graph.open) <= SMALL_BOARD:
        return graph.open
    near = {cell for step in steps for cell in step}
    for _ in range(2):
        near.update([n for cell in near for n in graph.neighbours[cell]])
    return frozenset(near)


def remove_loops(state: Labels, steps: Steps) -> Steps:
    """Return the steps without the parts that lead back to an earlier arrangement."""
    result: Steps = []
    labels, sums, number = list(state), [0], {0: 0}
    for a, b in steps:
        label = labels[a]
        if not label:
            continue  # a hole moves into a hole
        labels[a], labels[b] = labels[b], label
        new_sum = sums[-1] ^ hash((a, label)) ^ hash((b, label))
        result.append((a, b))
        first = number.get(new_sum)
        if first is not None and _is_loop(labels, result[first:]):
            for dropped in sums[first + 1 :]:
                number.pop(dropped, None)
            del sums[first + 1 :], result[first:]
        else:
            number[new_sum] = len(sums)
            sums.append(new_sum)
    return result


def _is_loop(labels: Sequence[str], steps: Steps) -> bool:
    """Return whether steps that lead to an arrangement also start from it."""
    after = {cell: labels[cell] for step in steps for cell in step}
    before = dict(after)
    for a, b in reversed(steps):
        before[a], before[b] = before[b], before[a]
    return before == after


def _shorten(
    graph: _Graph, state: Labels, steps: Steps, seconds: float | None, progress: Progress
) -> Steps:
    """Return the steps, with parts replaced by shorter parts until time is up."""
    end = None if seconds is None else time.monotonic() + seconds
    start, idle, searches = 0, 0, 0
    window = WINDOW
    while steps and idle < 2:
        if searches >= MAX_WINDOWS if end is None else time.monotonic() >= end:
            break
        if start >= len(steps):
            start, idle, window = 0, idle + 1, window + 6
        progress("steps", start, len(steps))
        first = _apply_steps(state, steps[:start])
        part = steps[start : start + window]
        last = _apply_steps(first, part)
        if part:
            searches += 1
            near = graph._replace(open=_window_cells(graph, part))
            replacement = _search(near, first, last, 1, WINDOW_NODES * (1 + idle))
            if replacement is not None:
                better = remove_loops(first, replacement)
                if len(better) < len(part):
                    steps = steps[:start] + better + steps[start + len(part) :]
                    steps, idle = remove_loops(state, steps), 0
                    start = max(0, start - window)
                    continue
        start += window // 3
    return steps
