"""Numba kernels shared by searches: hash tables of positions, the choice of a beam, and perft.

A hash table consists of the keys (64-bit hashes) of numbered positions and their `index`, whose
slots hold position numbers or -1. The size of an index is a power of two.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from typing import Any

import numpy
from numba import int32, int64, types, uint64

from ..core.compiling import compiled, copy_array
from ..rules.kernel_signatures import MOVES, PLAY

#: Number of buckets for the counting sort of scores. Larger differences share the last bucket.
BUCKETS = 4096


def readonly(kind: Any, dimensions: int) -> Any:
    """Return the numba type of arrays that may be read-only, such as memory-mapped arrays."""
    return types.Array(kind, dimensions, "C", readonly=True)


_KEYS, _NUMBERS = readonly(uint64, 1), readonly(int32, 1)


@compiled()
def hash_line(line):
    """Return a 64-bit hash of an array of integers. Callers assume that no collisions occur."""
    mixed = uint64(14695981039346656037)
    for number in line:
        mixed = (mixed ^ uint64(number)) * uint64(1099511628211)
    return mixed ^ (mixed >> uint64(29))


@compiled(int64(_KEYS, uint64, _NUMBERS))
def find_slot(keys, key, index):
    """Return the slot of a key in a hash table, or a free slot if the key is missing."""
    mask = uint64(len(index) - 1)
    at = int64(key & mask)
    while index[at] >= 0 and keys[index[at]] != key:
        at = (at + 1) & int64(mask)
    return at


@compiled(types.void(_KEYS, int32[::1]))
def index_keys(keys, index):
    """Fill an empty index. Equal keys get a slot each."""
    mask = uint64(len(index) - 1)
    for number in range(len(keys)):
        at = int64(keys[number] & mask)
        while index[at] >= 0:
            at = (at + 1) & int64(mask)
        index[at] = number


@compiled(int64(_NUMBERS, _NUMBERS, _KEYS, int64, int64[::1], uint64[::1], int64, int32[::1]))
def choose_beam(scores, costs, keys, nodes, chosen, seen, known, index):
    """Choose the nodes with the lowest scores and new keys; return their number.

    The first `nodes` elements of the arrays are used. Of nodes with equal keys, the cheapest is
    chosen. `seen` and `index` form a hash table of `known` keys, which are not new, and of the keys
    of the chosen nodes, which are added.
    """
    low = int64(1) << 32
    for node in range(nodes):
        low = min(low, scores[node])
    starts = numpy.zeros(BUCKETS + 1, numpy.int64)
    for node in range(nodes):
        starts[min(scores[node] - low, BUCKETS - 1) + 1] += 1
    for bucket in range(BUCKETS):
        starts[bucket + 1] += starts[bucket]
    count, begin = 0, 0
    while count < len(chosen) and begin < BUCKETS:
        # Sort only as many nodes as are probably needed.
        end, first = begin + 1, starts[begin]
        while end < BUCKETS and starts[end] - first < 4 * len(chosen):
            end += 1
        order = numpy.empty(starts[end] - first, numpy.int64)
        for node in range(nodes):
            bucket = min(scores[node] - low, BUCKETS - 1)
            if begin <= bucket < end:
                order[starts[bucket] - first] = node
                starts[bucket] += 1
        for node in order:
            if count == len(chosen):
                break
            at = find_slot(seen, keys[node], index)
            if index[at] < 0:
                index[at], seen[known + count], chosen[count] = known + count, keys[node], node
                count += 1
            elif index[at] >= known and costs[node] < costs[chosen[index[at] - known]]:
                chosen[index[at] - known] = node
        begin = end
    return count


@compiled(int64(_NUMBERS, _NUMBERS, _KEYS, int64, int64[::1]))
def choose_distinct(scores, costs, keys, nodes, chosen):
    """Choose the nodes with the lowest scores and distinct keys; see `choose_beam`."""
    size = 16
    while size < 4 * len(chosen):
        size *= 2
    index = numpy.empty(size, numpy.int32)
    for slot in range(size):
        index[slot] = -1
    seen = numpy.empty(len(chosen), numpy.uint64)
    return choose_beam(scores, costs, keys, nodes, chosen, seen, 0, index)


@compiled(
    int64(
        *(types.FunctionType(MOVES), types.FunctionType(PLAY), int32[::1], int64),
        *(int32[:, ::1], int32[:, ::1]),
    )
)
def count_leaves(moves, play, table, depth, states, lists):
    """Return the number of lines of `depth` plies from `states[depth]`.

    Rows below `depth` are used as working memory.
    """
    count = moves(table, states[depth], lists[depth])
    if depth == 1:
        return count  # bulk counting
    total = 0
    for i in range(count):
        copy_array(states[depth - 1], states[depth])
        play(table, states[depth - 1], lists[depth, i])
        total += count_leaves(moves, play, table, depth - 1, states, lists)
    return total
