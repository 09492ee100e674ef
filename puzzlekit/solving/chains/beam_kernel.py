"""Numba kernels for beam search, which compute the successors of a level and their scores."""

# mypy: allow-untyped-defs, allow-untyped-calls
import numpy
from numba import boolean, int32, int64, types, uint64

from ...core.compiling import njit
from .stage_kernel import SEARCHED

_NUMBERS = types.Array(int32, 1, "C", readonly=True)


@njit(
    int64(
        *(SEARCHED, boolean[:, ::1], int64[::1], int32[:, ::1], int32[::1]),
        *(int32[::1], int32[:, ::1], uint64[::1]),
    ),
    cache=True,
    nogil=True,
)
def spread(searched, moves, weights, places, before, scores, origins, keys):
    """Write the scores, origins and keys of all successors of a level; return their number.

    An origin consists of the row in `places`, the generator and the power.
    """
    to, starts, powers, _, follow, _, distances, bases, parts, strides = searched
    count, generators, width = 0, len(powers), places.shape[1]
    now = places[0].copy()
    for number in range(len(places)):
        for generator in range(generators):
            if not follow[before[number], generator]:
                continue
            for part in range(width):
                now[part] = places[number, part]
            for power in range(1, powers[generator] + 1):
                legal = True
                for part in range(width):
                    now[part] = to[starts[part] + now[part] * generators + generator]
                    legal = legal and now[part] >= 0
                if not legal:
                    break
                if not moves[generator, power]:
                    continue
                score = 0
                for table in range(len(bases)):
                    at = bases[table]
                    for place in range(parts.shape[1]):
                        if parts[table, place] < 0:
                            break
                        at += now[parts[table, place]] * strides[table, place]
                    score += weights[table] * distances[at]
                key = uint64(14695981039346656037)
                for part in range(width):
                    key = (key ^ uint64(now[part])) * uint64(1099511628211)
                    key ^= key >> uint64(31)
                scores[count], keys[count] = score, key
                origins[count, 0], origins[count, 1] = number, generator
                origins[count, 2] = power
                count += 1
    return count


@njit(
    types.void(_NUMBERS, int64[::1], int64, int32[:, ::1], int32[:, ::1], int32[:, ::1]),
    cache=True,
    nogil=True,
)
def apply_moves(to, starts, generators, places, origins, after):
    """Write the boards after the moves in `origins` to `after`."""
    for number in range(len(origins)):
        for part in range(places.shape[1]):
            at = places[origins[number, 0], part]
            for _ in range(origins[number, 2]):
                at = to[starts[part] + at * generators + origins[number, 1]]
            after[number, part] = at


@njit(int64(int32[::1], uint64[::1], int64[::1], uint64[::1], int64[::1]), cache=True, nogil=True)
def nearest(scores, keys, starts, seen, chosen):
    """Choose the boards with new keys and the lowest scores (counting sort); return their number.

    `seen` is a hash table of keys; the chosen keys are added to it.
    """
    for score in range(len(starts)):
        starts[score] = 0
    for number in range(len(scores)):
        starts[scores[number] + 1] += 1
    last, total = len(starts) - 2, 0
    for score in range(len(starts) - 1):
        total += starts[score + 1]
        if total >= 4 * len(chosen):
            last = score
            break
    for score in range(1, len(starts)):
        starts[score] += starts[score - 1]
    order = numpy.empty(starts[last + 1], numpy.int64)
    for number in range(len(scores)):
        if scores[number] <= last:
            order[starts[scores[number]]] = number
            starts[scores[number]] += 1
    count, mask = 0, len(seen) - 1
    for number in order:
        key = keys[number] | uint64(1)  # 0 marks an empty slot
        at = int64(key >> uint64(20)) & mask
        while seen[at] != 0 and seen[at] != key:
            at = (at + 1) & mask
        if seen[at] == 0:
            seen[at] = key
            chosen[count] = number
            count += 1
            if count == len(chosen):
                break
    return count
