"""Compiled parts of the factorization: the pieces of one kind are brought home by cycles of three.

Points are numbered as in `cycles_kernel`. What a point shows is a number that tells how its whole
piece looks from there, so a piece is at home where one of its points shows what it should.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
import numpy
from numba import int16, int32, int64, types

from ...core.compiling import njit
from .beam_kernel import choose

_COSTS = types.Array(int32, 1, "C", readonly=True)


@njit(int64(int64, int64), cache=True, nogil=True)
def mixed(point, look):
    """Return a number for what a point shows; the sum of all tells arrangements apart."""
    found = (point * 65537 + look + 1) * -7046029254386353131
    found ^= (found >> 29) & 0x7FFFFFFFF
    found *= -4417276706812531889
    return found ^ ((found >> 32) & 0xFFFFFFFF)


@njit(int64(int64, int64, int64), cache=True, nogil=True)
def along(point, by, size):
    """Return the point of the same piece that comes so many twists later."""
    first = point // size * size
    return first + (point - first + by) % size


@njit((int64, int64, int64, int64, int64[::1]), cache=True, nogil=True)
def targets(cycle, then, n, size, moved):
    """Write what one or two cycles move: from where, to where, and so on."""
    a, b, c = cycle // (n * n), cycle // n % n, cycle % n
    for j in range(size):
        x, y, z = along(a, j, size), along(b, j, size), along(c, j, size)
        moved[6 * j], moved[6 * j + 1] = x, y
        moved[6 * j + 2], moved[6 * j + 3] = y, z
        moved[6 * j + 4], moved[6 * j + 5] = z, x
    if then < 0:
        return
    a, b, c = then // (n * n), then // n % n, then % n
    for k in range(1, 6 * size, 2):
        for j in range(size):
            x, y, z = along(a, j, size), along(b, j, size), along(c, j, size)
            at = moved[k]
            if at in (x, y, z):
                moved[k] = y if at == x else z if at == y else x
                break


@njit(
    int64(
        *(_COSTS, int64, int64, int16[::1], int16[:, ::1], int32[::1], int64),
        *(int16[:, ::1], int32[::1], int32[:, ::1], int32[::1]),
    ),
    cache=True,
    nogil=True,
)
def step(cycles, size, unit, goal, nodes, costs, many, new_nodes, new_costs, came, best):
    """Fill a beam with the best that a cycle makes of the first `many` arrangements of another.

    An arrangement is judged by its cost and `unit` for each piece not at home. `came` tells how
    each one came about; `best` is the cost of the best way and of its last step.
    """
    n, most = len(goal), min(400 * len(new_nodes) + 20_000, 400_000)
    totals, spent = numpy.empty(most, numpy.int32), numpy.empty(most, numpy.int32)
    keys, steps = numpy.empty(most, numpy.int64), numpy.empty((most, 3), numpy.int32)
    moved = numpy.empty(6 * size, numpy.int64)
    count = 0
    for node in range(many):
        looks = nodes[node]
        whole, wrong = numpy.int64(0), 0
        for p in range(n):
            whole += mixed(p, looks[p])
            wrong += looks[p] != goal[p] and p % size == 0
        for a in range(0, n, size):
            if looks[a] == goal[a]:
                continue
            for b in range(n):
                # The piece at a comes home, or it is at home and only twisted.
                at_home = b // size == a // size
                if b == a or goal[b] != looks[a] or (looks[b] == goal[b] and not at_home):
                    continue
                for first in range(n if at_home else 1):
                    two = first if at_home else b
                    if two // size == a // size:
                        continue
                    for also in range(size if at_home else 1):
                        for c in range(n):
                            if c // size == a // size or c // size == two // size:
                                continue
                            t, u = (a * n + two) * n + c, -1
                            gain = 1 - (looks[c] == goal[c])
                            if at_home:
                                rest = a - b - also
                                gain -= looks[two] == goal[two]
                                gain += looks[two] == goal[along(two, also, size)]
                                gain += looks[c] == goal[along(c, rest, size)]
                                u = along(c, rest, size) * n + along(two, a - b, size)
                                u += a * n * n
                            else:
                                gain += (looks[two] == goal[c]) + (looks[c] == goal[a])
                            cost = costs[node] + cycles[t] + (cycles[u] if at_home else 0)
                            # Two that are left change places where two equal ones do so as well.
                            enough = gain > 0 or (gain == 0 and wrong == 2)
                            if not enough or cost >= best[0] or count == most:
                                continue
                            if gain == wrong:
                                best[0], best[1], best[2], best[3] = cost, node, t, u
                                continue
                            key = whole
                            targets(t, u, n, size, moved)
                            for k in range(0, 6 * size, 2):
                                key -= mixed(moved[k], looks[moved[k]])
                                key += mixed(moved[k + 1], looks[moved[k]])
                            totals[count] = cost + (wrong - gain) * unit
                            spent[count], keys[count] = cost, key
                            steps[count, 0], steps[count, 1], steps[count, 2] = node, t, u
                            count += 1
    if count == 0:
        return 0
    picks = numpy.empty(len(new_nodes), numpy.int64)
    found = choose(totals, spent, keys, count, len(new_nodes), picks)
    for k in range(found):
        pick = picks[k]
        node = steps[pick, 0]
        for p in range(n):
            new_nodes[k, p] = nodes[node, p]
        targets(steps[pick, 1], steps[pick, 2], n, size, moved)
        for j in range(0, 6 * size, 2):
            new_nodes[k, moved[j + 1]] = nodes[node, moved[j]]
        new_costs[k] = spent[pick]
        for j in range(3):
            came[k, j] = steps[pick, j]
    return found
