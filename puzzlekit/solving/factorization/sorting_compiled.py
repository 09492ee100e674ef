"""Beam search that solves the pieces on one orbit by 3-cycles.

Points are numbered as in `cycles_compiled`. The view of a point is a number that stands for all
colours of its piece, starting at that point. A piece is therefore solved if one of its points has
the right view.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

from collections.abc import Sequence

import numpy
from numba import int16, int32, int64, types

from ...core.compiling import compiled
from ..search_kernel import choose_distinct, readonly
from .ball_kernel import UNREACHED, Array

#: Estimated costs of a misplaced piece, as fractions of the mean cost of a cycle.
WEIGHTS = (0.35, 0.5)

#: The arrangements in a beam and their costs.
_BEAM = types.Tuple((int16[:, ::1], int32[::1]))


@compiled(int64(int64, int64))
def hash_view(point, view):
    """Return a hash of a point and its view. The sum of all hashes identifies an arrangement."""
    key = (point * 65537 + view + 1) * -7046029254386353131
    key ^= (key >> 29) & 0x7FFFFFFFF
    key *= -4417276706812531889
    return key ^ ((key >> 32) & 0xFFFFFFFF)


@compiled(int64(int64, int64, int64))
def twist_point(point, by, size):
    """Return the point on the same piece `by` twists further on."""
    first = point // size * size
    return first + (point - first + by) % size


@compiled((int64, int64, int64, int64, int64[::1]))
def write_moves(cycle, then, n, size, moved):
    """Write the moves of one or two cycles as (source, target) pairs. `then` may be -1."""
    a, b, c = cycle // (n * n), cycle // n % n, cycle % n
    for j in range(size):
        x, y, z = twist_point(a, j, size), twist_point(b, j, size), twist_point(c, j, size)
        moved[6 * j], moved[6 * j + 1] = x, y
        moved[6 * j + 2], moved[6 * j + 3] = y, z
        moved[6 * j + 4], moved[6 * j + 5] = z, x
    if then < 0:
        return
    a, b, c = then // (n * n), then // n % n, then % n
    for k in range(1, 6 * size, 2):
        for j in range(size):
            x, y, z = twist_point(a, j, size), twist_point(b, j, size), twist_point(c, j, size)
            at = moved[k]
            if at in (x, y, z):
                moved[k] = y if at == x else z if at == y else x
                break


@compiled(
    int64(
        *(readonly(int32, 1), int64, int64, int16[::1], _BEAM, int64, _BEAM),
        *(int32[:, ::1], int32[::1]),
    )
)
def expand_beam(cycles, size, unit, goal, beam, node_count, new_beam, steps_taken, best):
    """Fill a beam with the best successors of another beam; return its size.

    An arrangement is evaluated by its cost plus `unit` for each misplaced piece. `steps_taken`
    holds parents and cycles. `best` holds the cost of the best solution, followed by its last step.
    """
    (nodes, costs), (new_nodes, new_costs) = beam, new_beam
    n, capacity = len(goal), min(400 * len(new_nodes) + 20_000, 400_000)
    totals, spent = numpy.empty(capacity, numpy.int32), numpy.empty(capacity, numpy.int32)
    keys, steps = numpy.empty(capacity, numpy.uint64), numpy.empty((capacity, 3), numpy.int32)
    moved = numpy.empty(6 * size, numpy.int64)
    count = 0
    for node in range(node_count):
        views = nodes[node]
        state_key, wrong = numpy.int64(0), 0
        for p in range(n):
            state_key += hash_view(p, views[p])
            wrong += views[p] != goal[p] and p % size == 0
        for a in range(0, n, size):
            if views[a] == goal[a]:
                continue
            for b in range(n):
                # Solve the piece at a, or twist it if it is already in its own position.
                at_home = b // size == a // size
                if b == a or goal[b] != views[a] or (views[b] == goal[b] and not at_home):
                    continue
                for first in range(n if at_home else 1):
                    two = first if at_home else b
                    if two // size == a // size:
                        continue
                    for twist in range(size if at_home else 1):
                        for c in range(n):
                            if c // size == a // size or c // size == two // size:
                                continue
                            t, u = (a * n + two) * n + c, -1
                            gain = 1 - (views[c] == goal[c])
                            if at_home:
                                rest = a - b - twist
                                gain -= views[two] == goal[two]
                                gain += views[two] == goal[twist_point(two, twist, size)]
                                gain += views[c] == goal[twist_point(c, rest, size)]
                                u = twist_point(c, rest, size) * n + twist_point(two, a - b, size)
                                u += a * n * n
                            else:
                                gain += (views[two] == goal[c]) + (views[c] == goal[a])
                            cost = costs[node] + cycles[t] + (cycles[u] if at_home else 0)
                            # The last two pieces may be swapped together with two equal pieces.
                            useful = gain > 0 or (gain == 0 and wrong == 2)
                            if not useful or cost >= best[0] or count == capacity:
                                continue
                            if gain == wrong:
                                best[0], best[1], best[2], best[3] = cost, node, t, u
                                continue
                            key = state_key
                            write_moves(t, u, n, size, moved)
                            for k in range(0, 6 * size, 2):
                                key -= hash_view(moved[k], views[moved[k]])
                                key += hash_view(moved[k + 1], views[moved[k]])
                            totals[count] = cost + (wrong - gain) * unit
                            spent[count], keys[count] = cost, numpy.uint64(key)
                            steps[count, 0], steps[count, 1], steps[count, 2] = node, t, u
                            count += 1
    if count == 0:
        return 0
    picks = numpy.empty(len(new_nodes), numpy.int64)
    kept = choose_distinct(totals, spent, keys, count, picks)
    for k in range(kept):
        pick = picks[k]
        node = steps[pick, 0]
        for p in range(n):
            new_nodes[k, p] = nodes[node, p]
        write_moves(steps[pick, 1], steps[pick, 2], n, size, moved)
        for j in range(0, 6 * size, 2):
            new_nodes[k, moved[j + 1]] = nodes[node, moved[j]]
        new_costs[k] = spent[pick]
        for j in range(3):
            steps_taken[k, j] = steps[pick, j]
    return kept


def find_sorting_cycles(
    costs: Array, size: int, state: Sequence[int], goal: Sequence[int], width: int
) -> list[int] | None:
    """Return cycle numbers that lead from one arrangement to another, or None if none are found."""
    mean = float(costs[costs < UNREACHED].mean())
    results = [
        _beam_search(costs, size, max(1, round(share * mean)), state, goal, width)
        for share in WEIGHTS
    ]
    solutions = [each for each in results if each is not None]
    return min(solutions)[1] if solutions else None


def _beam_search(
    costs: Array, size: int, piece_cost: int, state: Sequence[int], goal: Sequence[int], width: int
) -> tuple[int, list[int]] | None:
    """Return the cost and the cycle numbers of a solution, or None if no solution is found."""
    target = numpy.array(goal, numpy.int16)
    if list(state) == list(goal):
        return 0, []
    beams = [
        (numpy.empty((width, len(goal)), numpy.int16), numpy.empty(width, numpy.int32))
        for _ in range(2)
    ]
    beams[0][0][0], beams[0][1][0] = state, 0
    best = numpy.array([UNREACHED, -1, -1, -1], numpy.int32)
    levels: list[Array] = []
    count, end, last = 1, 0, best
    while count and len(levels) < 2 * len(goal) + 10:
        beam, new = beams
        steps = numpy.empty((width, 3), numpy.int32)
        before = int(best[0])
        count = expand_beam(costs, size, piece_cost, target, beam, count, new, steps, best)
        if best[0] < before:
            end, last = len(levels), best.copy()
        levels.append(steps)
        beams.reverse()
    if last[1] < 0:
        return None
    cycles, node = [last[3], last[2]], int(last[1])
    for steps in levels[:end][::-1]:
        node, first, then = steps[node].tolist()
        cycles += [then, first]
    return int(last[0]), [int(t) for t in reversed(cycles) if t >= 0]
