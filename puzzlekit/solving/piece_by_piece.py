"""Ways through sliding puzzles of any size: piece by piece, and what is left by search.

One hole does the work; further holes count as pieces that may be exchanged with it for
nothing. Cells far from where the hole belongs are filled first, in such an order that what
is left stays in one piece without bottlenecks; so each piece finds its way. Streets may be
one-way. It is a heuristic: it can fail where a solution exists.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, product
from typing import NamedTuple

from ..core.progress import Progress, silent
from ..rules.sliding import Sliding

Labels = tuple[str, ...]
Steps = list[tuple[int, int]]  # of a piece, from a cell to the cell of the hole

#: Cells that are solved together by search at most, arrangements that it may meet, and how
#: much it prefers those that look near (1 finds shortest ways).
REST, MEETINGS, HASTE = 16, 40_000, 3

#: From so many seconds on it is less hasty.
PATIENT = 2

#: Arrangements met on the way of one or two pieces; pieces of one label that are thought of.
PIECE_MEETINGS, CHOICES = 100_000, 6

#: Steps of a part of the way that is made shorter, and arrangements met for it.
WINDOW, WINDOW_MEETINGS = 24, 1500


class _Graph(NamedTuple):
    """The streets of a board, and which of its cells are still open."""

    sources: Sequence[Sequence[int]]
    neighbours: Sequence[Sequence[int]]
    open: frozenset[int]

    def into(self, hole: int) -> Iterator[int]:
        """Yield the open cells from which a piece can step into the hole."""
        return (a for a in self.sources[hole] if a in self.open)

    def distances(self, targets: Iterable[int]) -> dict[int, int]:
        """Return how many steps a piece is from the nearest target, where it can reach one."""
        found = dict.fromkeys(targets, 0)
        queue = list(found)
        for cell in queue:
            for a in self.into(cell):
                if a not in found:
                    found[a] = found[cell] + 1
                    queue.append(a)
        return found


def slide(
    rules: Sliding,
    state: Sequence[str],
    goal: Sequence[str],
    *,
    seconds: float = 0.5,
    progress: Progress = silent,
) -> list[str] | None:
    """Return moves from one arrangement to another, or None if no way was found.

    After it is found, the way is made shorter for about so many seconds.

    >>> from puzzlekit import load
    >>> rules = load("fifteen#1")
    >>> 40 < len(slide(rules, rules.start(), rules.goal)) < 120
    True
    """
    if sorted(state) != sorted(goal) or "" not in goal:
        return None
    board = rules.board
    graph = _Graph(board.sources, board.neighbours, frozenset(range(len(board))))
    home = max(i for i, label in enumerate(goal) if not label)
    here, hole = tuple(state), max(i for i, label in enumerate(state) if not label)
    steps: Steps = []
    groups = _peeled(graph, home)
    patient = seconds >= PATIENT
    while True:
        if len(graph.open) <= REST or not groups:
            found = None
            if patient:
                found = _search(graph, here, tuple(goal), HASTE - 1, 10 * MEETINGS)
                patient = False  # more pieces at home do not make it possible
            found = found or _search(graph, here, tuple(goal))
            if found is not None:
                steps += found
                break
            if not groups:
                return None
        group = groups.pop(0)
        progress("cells", len(board) - len(graph.open), len(board))
        found = _bring(graph, here, hole, group, [goal[cell] for cell in group])
        if found is None:
            return None
        steps += found
        here, hole = _played(here, hole, found)
        graph = graph._replace(open=graph.open - set(group))
    whole = graph._replace(open=frozenset(range(len(board))))
    steps = _shortened(whole, tuple(state), without_loops(tuple(state), steps), seconds, progress)
    return [f"{board.cells[a]}-{board.cells[b]}" for a, b in steps]


def _played(state: Labels, hole: int, steps: Steps) -> tuple[Labels, int]:
    labels = list(state)
    for a, b in steps:
        labels[a], labels[b] = labels[b], labels[a]
        hole = a
    return tuple(labels), hole


def _peeled(graph: _Graph, home: int) -> list[tuple[int, ...]]:
    """Return cells, one or two at a time, in the order in which they can be filled for good.

    What is left each time hangs together in more than one way. Two go together where one
    alone would leave the other in a dead end.
    """
    import networkx

    streets = networkx.Graph(
        (a, b) for a, onward in enumerate(graph.neighbours) for b in onward if a != b
    )
    if home not in streets:
        return []
    far = networkx.single_source_shortest_path_length(streets, home)
    order = sorted(streets, key=lambda cell: (-far.get(cell, 0), cell))
    groups: list[tuple[int, ...]] = []
    while len(streets) > 4:
        for cell in (cell for cell in order if cell in streets and cell != home):
            ends = [n for n in streets[cell] if len(streets[n]) == 2 and n != home]
            group = (cell, *ends) if len(ends) < 2 else ()
            rest = streets.subgraph(set(streets) - set(group))
            if group and len(rest) > 3 and networkx.is_biconnected(rest):
                break
        else:
            return groups
        groups.append(group)
        streets.remove_nodes_from(group)
    return groups


def _bring(
    graph: _Graph, state: Labels, hole: int, cells: tuple[int, ...], labels: list[str]
) -> Steps | None:
    """Return steps that bring pieces of these labels to the cells, whatever becomes of others."""
    far = [graph.distances([cell]) for cell in cells]
    choices = []
    for label, distance in zip(labels, far, strict=True):
        places = [i for i in graph.open if state[i] == label and i in distance and i != hole]
        choices.append(sorted(places, key=lambda i: (distance[i], i))[:CHOICES])
    starts = [(hole, *places) for places in product(*choices) if len(set(places)) == len(places)]

    def onward(node: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
        for a in graph.into(node[0]):
            yield a, (a, *[node[0] if place == a else place for place in node[1:]])

    def left(node: tuple[int, ...]) -> int | None:
        parts = [distance.get(place) for place, distance in zip(node[1:], far, strict=True)]
        return None if None in parts else HASTE * sum(part or 0 for part in parts)

    return _best_first(starts, onward, left, PIECE_MEETINGS)


def _best_first(
    starts: Iterable[tuple[int, ...]],
    onward: Callable[[tuple[int, ...]], Iterator[tuple[int, tuple[int, ...]]]],
    left: Callable[[tuple[int, ...]], int | None],
    meetings: int,
) -> Steps | None:
    """Return the steps to a node with nothing left; nodes begin with the place of the hole."""
    number = count()
    origin: dict[tuple[int, ...], tuple[int, ...] | None] = {}
    cost: dict[tuple[int, ...], int] = {}
    heap: list[tuple[int, int, tuple[int, ...]]] = []
    for start in starts:
        if (rest := left(start)) is not None:
            origin[start], cost[start] = None, 0
            heapq.heappush(heap, (rest, next(number), start))
    while heap and len(cost) < meetings:
        _, _, node = heapq.heappop(heap)
        if left(node) == 0:
            steps: Steps = []
            while (before := origin[node]) is not None:
                steps.append((node[0], before[0]))
                node = before
            return steps[::-1]
        for _, reached in onward(node):
            spent = cost[node] + 1
            if spent < cost.get(reached, spent + 1) and (rest := left(reached)) is not None:
                origin[reached], cost[reached] = node, spent
                heapq.heappush(heap, (spent + rest, next(number), reached))
    return None


def _search(
    graph: _Graph, state: Labels, goal: Labels, haste: int = HASTE, meetings: int = MEETINGS
) -> Steps | None:
    """Return steps between arrangements that differ on open cells only, or None."""
    if any(state[i] != goal[i] for i in range(len(goal)) if i not in graph.open):
        return None
    far = {label: graph.distances(i for i in graph.open if goal[i] == label) for label in set(goal)}
    never = 1 << 20

    def away(label: str, cell: int) -> int:
        return far[label].get(cell, never)

    rest = sum(away(label, i) for i, label in enumerate(state) if label and i in graph.open)
    tie = count()
    origin: dict[Labels, tuple[Labels, tuple[int, int]] | None] = {state: None}
    cost = {state: 0}
    heap = [(haste * rest, next(tie), rest, state)]
    while heap and len(cost) < meetings:
        _, _, rest, now = heapq.heappop(heap)
        if now == goal:
            steps: Steps = []
            while (before := origin[now]) is not None:
                now, step = before
                steps.append(step)
            return steps[::-1]
        price = cost[now] + 1
        for hole in [i for i in graph.open if not now[i]]:
            for a in graph.into(hole):
                label = now[a]
                if not label:
                    continue
                after = list(now)
                after[a], after[hole] = "", label
                reached = tuple(after)
                if price < cost.get(reached, price + 1):
                    left = rest + away(label, hole) - away(label, a)
                    origin[reached], cost[reached] = (now, (a, hole)), price
                    heapq.heappush(heap, (price + haste * left, next(tie), left, reached))
    return None


def without_loops(state: Labels, steps: Steps) -> Steps:
    """Return the way without what leads back to an arrangement that was there before."""
    kept: Steps = []
    states, number = [state], {state: 0}
    for a, b in steps:
        if not states[-1][a]:
            continue  # a hole into a hole
        onward, _ = _played(states[-1], b, [(a, b)])
        if onward in number:
            for gone in states[number[onward] + 1 :]:
                del number[gone]
            del states[number[onward] + 1 :], kept[number[onward] :]
        else:
            number[onward] = len(states)
            states.append(onward)
            kept.append((a, b))
    return kept


def _shortened(
    graph: _Graph, state: Labels, steps: Steps, seconds: float, progress: Progress
) -> Steps:
    """Return the way with parts of it replaced by shortest ways, as long as there is time."""
    end = time.monotonic() + seconds
    start, idle = 0, 0
    window = WINDOW
    while steps and time.monotonic() < end and idle < 2:
        if start >= len(steps):
            start, idle, window = 0, idle + 1, window + 6
        progress("steps", start, len(steps))
        first, _ = _played(state, 0, steps[:start])
        part = steps[start : start + window]
        last, _ = _played(first, 0, part)
        if part:
            found = _search(graph, first, last, 1, WINDOW_MEETINGS * (1 + idle))
            if found is not None:
                better = without_loops(first, found)
                if len(better) < len(part):
                    steps = steps[:start] + better + steps[start + len(part) :]
                    steps, idle = without_loops(state, steps), 0
                    start = max(0, start - window)
                    continue
        start += window // 3
    return steps
