"""Compiled parts of words for cycles of three pieces: where they come from, and their conjugates.

The points of a kind of pieces are numbered block by block, as (block, twist). A cycle of three
pieces takes point a to b, b to c and c to a, and goes on so with the other points of the blocks,
twist by twist; of n points it is number (a*n + b)*n + c. What moves pieces is a *push*: what lies
at i goes to `push[i]`; a *pull* is its inverse.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
import numpy
from numba import int16, int32, int64, uint64

from ...core.compiling import njit
from .ball_kernel import UNREACHED

#: Elements: pulls, bits of the points that each moves, costs.
_ELEMENTS = int16[:, ::1], uint64[:, ::1], int32[::1]

#: Short words that conjugate: pulls, pushes, costs.
_WORDS = int16[:, ::1], int16[:, ::1], int32[::1]

#: Of each point the points of its block from it on, their bits, and where it is within its kind;
#: where the cycles of its kind begin, and how many points it has.
_POINTS = int16[:, ::1], uint64[:, ::1], int16[::1], int64[::1], int16[::1]


@njit(
    int64(
        int64, int64, *_ELEMENTS, *_WORDS, *_POINTS, int64, int32[::1], int16[::1], int16[:, ::1]
    ),
    cache=True,
    nogil=True,
)
def meet(
    begin, end, pulls, bits, prices, by_pulls, by_pushes, by_costs, blocks, block_bits, local,
    first, sizes, before, costs, via, seeds
):  # fmt: skip
    """Note commutators of elements x and conjugates y that share only one piece they move.

    Such a commutator is a cycle of three pieces. A seed is x (-1 - x for the inverse), the element
    that is conjugated, and the word by which; elements are counted from `predecessors`.
    """
    degree, parts = pulls.shape[1], bits.shape[1]
    number = 0
    moved = numpy.empty(degree, numpy.int16)
    own = numpy.empty(parts, numpy.uint64)
    for e in range(begin, end):
        many = 0
        for i in range(degree):
            if pulls[e, i] != i:
                moved[many] = i
                many += 1
        for c in range(len(by_pulls)):
            for w in range(parts):
                own[w] = 0
            for k in range(many):
                i = by_pushes[c, moved[k]]
                own[i >> 6] |= uint64(1) << uint64(i & 63)
            for x in range(len(pulls)):
                w = 0
                while w < parts and not own[w] & bits[x, w]:
                    w += 1
                if w == parts:
                    continue
                shared, p = own[w] & bits[x, w], w << 6
                while not shared & uint64(1):
                    shared >>= uint64(1)
                    p += 1
                if local[p] < 0:
                    continue
                while w < parts and own[w] & bits[x, w] == block_bits[p, w]:
                    w += 1
                if w < parts:
                    continue
                cost = 2 * (prices[x] + prices[e] + by_costs[c])
                n = sizes[p]
                for j in range(blocks.shape[1]):
                    q = blocks[p, j]
                    if q < 0:
                        break
                    one = pulls[x, q]
                    two = by_pushes[c, pulls[e, by_pulls[c, q]]]
                    for r in range(blocks.shape[1]):  # twisted only, it makes no such cycle
                        if blocks[p, r] == one or blocks[p, r] == two:
                            one = -1
                            break
                    if one < 0:
                        break
                    number += 1
                    a, b, d = local[q], local[two], local[one]
                    for _ in range(3):
                        a, b, d = b, d, a
                        for back in range(2):
                            at = first[p] + (a * n + (d if back else b)) * n + (b if back else d)
                            if cost < costs[at]:
                                costs[at], via[at] = cost, -1
                                seeds[at, 0] = -1 - before - x if back else before + x
                                seeds[at, 1], seeds[at, 2] = before + e, c
    return number


@njit(int64(int16[:, ::1], int32[::1], int32[::1], int16[::1], int32[::1]), cache=True, nogil=True)
def spread(pushes, steps, costs, via, queue):
    """Find the cheapest conjugates of cycles, and by which letter (`via`); return how many."""
    n, size = pushes.shape[1], len(costs)
    waiting = numpy.zeros(size, numpy.bool_)
    head, many, number = 0, 0, 0
    for t in range(size):
        if costs[t] < UNREACHED:
            queue[many], waiting[t] = t, True
            many += 1
            number += 1
    while many:
        t = queue[head]
        head, many = (head + 1) % size, many - 1
        waiting[t] = False
        a, b, c = t // (n * n), t // n % n, t % n
        for letter in range(len(pushes)):
            onward = (pushes[letter, a] * n + pushes[letter, b]) * n + pushes[letter, c]
            if costs[t] + steps[letter] >= costs[onward]:
                continue
            number += costs[onward] == UNREACHED
            costs[onward], via[onward] = costs[t] + steps[letter], letter
            if not waiting[onward]:
                queue[(head + many) % size], waiting[onward] = onward, True
                many += 1
    return number
