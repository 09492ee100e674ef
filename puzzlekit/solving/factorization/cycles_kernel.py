"""Numba kernels that find words for 3-cycles as commutators and conjugates.

The n points of a kind of pieces are numbered block by block, as (block, twist). A 3-cycle maps
point a to b, b to c and c to a, and the other points of these blocks accordingly, twist by twist.
Its number is (a*n + b)*n + c. Permutations are stored as *pushes* (the content of i goes to
`push[i]`) or as *pulls*, which are the inverses of pushes.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
import numpy
from numba import int16, int32, int64, uint64

from ...core.compiling import njit
from .ball_kernel import UNREACHED

#: Elements: pulls, supports as bit sets, costs.
_ELEMENTS = int16[:, ::1], uint64[:, ::1], int32[::1]

#: Conjugating words: pulls, pushes, costs.
_WORDS = int16[:, ::1], int16[:, ::1], int32[::1]

#: For each point: the points in its block, starting with itself, and their bit set; its number
#: within its kind; the first cycle number and the number of points of its kind.
_POINTS = int16[:, ::1], uint64[:, ::1], int16[::1], int64[::1], int16[::1]


@njit(
    int64(
        int64, int64, *_ELEMENTS, *_WORDS, *_POINTS, int64, int32[::1], int16[::1], int16[:, ::1]
    ),
    cache=True,
    nogil=True,
)
def find_commutators(
    begin, end, pulls, bits, prices, by_pulls, by_pushes, by_costs, blocks, block_bits, local,
    first, sizes, before, costs, via, seeds
):  # fmt: skip
    """Store commutators of an element x and a conjugate whose supports share a single piece.

    Such a commutator is a 3-cycle. A seed consists of x (-1 - x for the inverse commutator), the
    conjugated element and the conjugator. Elements are numbered from `before` on.
    """
    degree, parts = pulls.shape[1], bits.shape[1]
    number = 0
    moved = numpy.empty(degree, numpy.int16)
    moved_bits = numpy.empty(parts, numpy.uint64)
    for e in range(begin, end):
        support = 0
        for i in range(degree):
            if pulls[e, i] != i:
                moved[support] = i
                support += 1
        for c in range(len(by_pulls)):
            for w in range(parts):
                moved_bits[w] = 0
            for k in range(support):
                i = by_pushes[c, moved[k]]
                moved_bits[i >> 6] |= uint64(1) << uint64(i & 63)
            for x in range(len(pulls)):
                w = 0
                while w < parts and not moved_bits[w] & bits[x, w]:
                    w += 1
                if w == parts:
                    continue
                shared, p = moved_bits[w] & bits[x, w], w << 6
                while not shared & uint64(1):
                    shared >>= uint64(1)
                    p += 1
                if local[p] < 0:
                    continue
                while w < parts and moved_bits[w] & bits[x, w] == block_bits[p, w]:
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
                    for r in range(blocks.shape[1]):  # twisting the piece gives no 3-cycle
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
def spread_conjugates(pushes, steps, costs, via, queue):
    """Find the cheapest conjugates of cycles with their letters `via`; return their number."""
    n, size = pushes.shape[1], len(costs)
    waiting = numpy.zeros(size, numpy.bool_)
    head, queued, number = 0, 0, 0
    for t in range(size):
        if costs[t] < UNREACHED:
            queue[queued], waiting[t] = t, True
            queued += 1
            number += 1
    while queued:
        t = queue[head]
        head, queued = (head + 1) % size, queued - 1
        waiting[t] = False
        a, b, c = t // (n * n), t // n % n, t % n
        for letter in range(len(pushes)):
            image = (pushes[letter, a] * n + pushes[letter, b]) * n + pushes[letter, c]
            if costs[t] + steps[letter] >= costs[image]:
                continue
            number += costs[image] == UNREACHED
            costs[image], via[image] = costs[t] + steps[letter], letter
            if not waiting[image]:
                queue[(head + queued) % size], waiting[image] = image, True
                queued += 1
    return number
