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
from functools import cache
from itertools import count, product
from typing import TYPE_CHECKING, NamedTuple

from ..core.errors import LimitReachedError
from ..core.progress import Progress, silent
from ..rules.sliding import Sliding
from ..rules.sliding_base import find_holes

if TYPE_CHECKING:
    import networkx

Labels = tuple[str, ...]
Steps = list[tuple[int, int]]  # of a piece, from a cell to the cell of the hole

#: Cells that are solved together by search at most, arrangements that it may meet, and how
#: much it prefers those that look near (1 finds shortest ways), and for one piece on a large board.
REST, MEETINGS, HASTE, GREAT_HASTE = 16, 40_000, 3, 5

#: Cells of a small board at most: all of them are used to make a part of the way shorter.
SMALL = 100

#: From so many seconds on it is less hasty.
MAX_EFFORT = 2

#: Steps around cells that are looked at first to find out whether these can be filled for good.
NEAR = 4

#: Arrangements met on the way of one or two pieces; pieces of one label that are thought of.
PIECE_MEETINGS, CHOICES = 100_000, 6

#: Arrangements of one or two pieces met in all, where nobody gave more than the usual seconds:
#: some three seconds of work.
ALL_MEETINGS, USUAL = 400_000, 0.5

#: To look at so many cells takes as long as to meet one arrangement, and to find out whether a
#: cell can be filled for good as long as to meet so many.
CELLS_FOR_ONE, ONE_FOR_GROUP = 8, 60

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


class _Work:
    """Arrangements that may still be met."""

    def __init__(self, times: float) -> None:
        self.most = self.left = int(ALL_MEETINGS * times)

    def spend(self, count: int) -> None:
        """Note what is met; raise `LimitReachedError` if it is too much."""
        self.left -= count
        if self.left < 0:
            raise LimitReachedError(
                f"To bring the pieces home one by one takes more than {self.most:,} tries; take "
                "a smaller board, or give it more `seconds`."
            )


def solve_piece_by_piece(
    rules: Sliding,
    state: Sequence[str],
    goal: Sequence[str],
    *,
    seconds: float = USUAL,
    progress: Progress = silent,
) -> list[str] | None:
    """Return moves from one arrangement to another, or None if no way was found.

    After it is found, the way is made shorter for about so many seconds. Raises `LimitReachedError`
    if it takes too long to find; more seconds allow more.

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
    work = _Work(max(1, seconds / USUAL))
    work.spend(len(board) * ONE_FOR_GROUP)
    groups = _peeling_order(graph, home)
    patient = seconds >= MAX_EFFORT
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
        found = _bring_piece(graph, here, hole, group, [goal[cell] for cell in group], work)
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


def _peeling_order(graph: _Graph, home: int) -> list[tuple[int, ...]]:
    """Return groups of one or two cells in the order in which they can be filled for good."""
    import networkx

    streets = networkx.Graph(
        (a, b) for a, onward in enumerate(graph.neighbours) for b in onward if a != b
    )
    if home not in streets:
        return []
    far = networkx.single_source_shortest_path_length(streets, home)
    order = sorted(streets, key=lambda cell: (-far.get(cell, 0), cell))
    groups: list[tuple[int, ...]] = []
    solid = networkx.is_biconnected(streets)
    while len(streets) > 4:
        if len(order) > 2 * len(streets):
            order = [cell for cell in order if cell in streets]
        for cell in (cell for cell in order if cell in streets and cell != home):
            ends = [n for n in streets[cell] if len(streets[n]) == 2 and n != home]
            group = (cell, *ends) if len(ends) < 2 else ()
            if group and len(streets) - len(group) > 3 and _is_reachable(streets, group, solid):
                break
        else:
            return groups
        groups.append(group)
        streets.remove_nodes_from(group)
        solid = True
    return groups


def _is_reachable(streets: networkx.Graph, group: tuple[int, ...], solid: bool) -> bool:
    """Return whether the cells without a group stay 2-connected, as they were before."""
    import networkx

    if solid:
        near = set(group)
        for _ in range(NEAR):
            near.update([n for cell in near for n in streets[cell]])
        around = {n for cell in group for n in streets[cell]} - set(group)
        blocks = networkx.biconnected_components(streets.subgraph(near - set(group)))
        if any(around <= block for block in blocks):
            return True
    rest = streets.subgraph(set(streets) - set(group))
    return bool(networkx.is_biconnected(rest))


def _bring_piece(
    graph: _Graph,
    state: Labels,
    hole: int,
    cells: tuple[int, ...],
    labels: list[str],
    work: _Work,
) -> Steps | None:
    """Return steps that bring pieces of these labels to the cells, whatever becomes of others."""
    if all(state[cell] == label for cell, label in zip(cells, labels, strict=True)):
        return []
    far = [graph.distances([cell]) for cell in cells]
    work.spend(len(cells) * len(graph.open) // CELLS_FOR_ONE)
    haste = HASTE if len(graph.open) <= SMALL else GREAT_HASTE
    choices = []
    for label, distance in zip(labels, far, strict=True):
        places = [i for i in graph.open if state[i] == label and i in distance and i != hole]
        choices.append(sorted(places, key=lambda i: (distance[i], i))[:CHOICES])
    starts = [(hole, *places) for places in product(*choices) if len(set(places)) == len(places)]

    def left(places: tuple[int, ...]) -> int | None:
        parts = [distance.get(place) for place, distance in zip(places, far, strict=True)]
        return None if None in parts else haste * sum(part or 0 for part in parts)

    return _best_first(graph, starts, left, work)


def _best_first(
    graph: _Graph,
    starts: Iterable[tuple[int, ...]],
    left: Callable[[tuple[int, ...]], int | None],
    work: _Work,
) -> Steps | None:
    """Return the steps to a node with nothing left; nodes begin with the place of the hole."""
    number = count()
    origin: dict[tuple[int, ...], tuple[int, ...] | None] = {}
    cost: dict[tuple[int, ...], int] = {}
    heap: list[tuple[int, int, int, tuple[int, ...]]] = []
    for start in starts:
        if (rest := left(start[1:])) is not None:
            origin[start], cost[start] = None, 0
            heapq.heappush(heap, (rest, next(number), rest, start))
    while heap and len(cost) < PIECE_MEETINGS:
        _, _, rest, node = heapq.heappop(heap)
        if rest == 0:
            steps: Steps = []
            while (before := origin[node]) is not None:
                steps.append((node[0], before[0]))
                node = before
            return steps[::-1]
        spent, hole = cost[node] + 1, node[0]
        work.spend(1)
        for a in graph.sources[hole]:
            if a not in graph.open:
                continue
            moves = a in node
            reached = (a, *[hole if p == a else p for p in node[1:]]) if moves else (a, *node[1:])
            if spent < cost.get(reached, spent + 1):
                after = left(reached[1:]) if moves else rest
                if after is not None:
                    origin[reached], cost[reached] = node, spent
                    heapq.heappush(heap, (spent + after, next(number), after, reached))
    return None


def _search(
    graph: _Graph, state: Labels, goal: Labels, haste: int = HASTE, meetings: int = MEETINGS
) -> Steps | None:
    """Return steps between arrangements that differ on open cells only, or None."""
    if any(state[i] != goal[i] for i in range(len(goal)) if i not in graph.open):
        return None
    cells = sorted(graph.open)
    place = {cell: i for i, cell in enumerate(cells)}
    sources = [[place[a] for a in graph.into(cell)] for cell in cells]
    first, last = tuple([state[i] for i in cells]), tuple([goal[i] for i in cells])
    never = 1 << 20

    @cache
    def far(label: str) -> dict[int, int]:
        distances = graph.distances(i for i in cells if goal[i] == label)
        return {place[cell]: distance for cell, distance in distances.items()}

    def away(label: str, i: int) -> int:
        return far(label).get(i, never)

    rest = sum(away(label, i) for i, label in enumerate(first) if label and label != last[i])
    tie = count()
    origin: dict[Labels, tuple[Labels, tuple[int, int]] | None] = {first: None}
    cost = {first: 0}
    heap = [(haste * rest, next(tie), rest, first)]
    while heap and len(cost) < meetings:
        _, _, rest, now = heapq.heappop(heap)
        if now == last:
            steps: Steps = []
            while (before := origin[now]) is not None:
                now, (a, hole) = before
                steps.append((cells[a], cells[hole]))
            return steps[::-1]
        price = cost[now] + 1
        for hole in find_holes(now):
            for a in sources[hole]:
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


def _around(graph: _Graph, steps: Steps) -> frozenset[int]:
    """Return the cells where a shorter way is looked for: on a large board those near by."""
    if len(graph.open) <= SMALL:
        return graph.open
    near = {cell for step in steps for cell in step}
    for _ in range(2):
        near.update([n for cell in near for n in graph.neighbours[cell]])
    return frozenset(near)


def without_loops(state: Labels, steps: Steps) -> Steps:
    """Return the way without parts that come back to an earlier arrangement."""
    kept: Steps = []
    now, sums, number = list(state), [0], {0: 0}
    for a, b in steps:
        label = now[a]
        if not label:
            continue  # a hole into a hole
        now[a], now[b] = now[b], label
        onward = sums[-1] ^ hash((a, label)) ^ hash((b, label))
        kept.append((a, b))
        known = number.get(onward)
        if known is not None and _is_loop(now, kept[known:]):
            for gone in sums[known + 1 :]:
                number.pop(gone, None)
            del sums[known + 1 :], kept[known:]
        else:
            number[onward] = len(sums)
            sums.append(onward)
    return kept


def _is_loop(labels: Sequence[str], steps: Steps) -> bool:
    """Return whether steps that ended in an arrangement began there too."""
    after = {cell: labels[cell] for step in steps for cell in step}
    before = dict(after)
    for a, b in reversed(steps):
        before[a], before[b] = before[b], before[a]
    return before == after


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
            near = graph._replace(open=_around(graph, part))
            found = _search(near, first, last, 1, WINDOW_MEETINGS * (1 + idle))
            if found is not None:
                better = without_loops(first, found)
                if len(better) < len(part):
                    steps = steps[:start] + better + steps[start + len(part) :]
                    steps, idle = without_loops(state, steps), 0
                    start = max(0, start - window)
                    continue
        start += window // 3
    return steps
