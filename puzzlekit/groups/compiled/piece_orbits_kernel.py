"""Compiled version of `plain.piece_orbits`: orbits and their cyclically twisted blocks.

`begin` and `listed` hold the generators that move each point, in CSR format.
"""

# mypy: allow-untyped-defs
from numpy import empty, int32, int64, zeros

from ...core.compiling import compiled, fill_array


@compiled()
def orbits(gens, begin, listed):
    """Return the moved points orbit by orbit, and the start of each orbit."""
    n = gens.shape[1]
    points, starts = empty(n, int32), empty(n + 1, int64)
    seen = zeros(n, int32)
    size = count = 0
    for first in range(n):
        if seen[first] or begin[first] == begin[first + 1]:
            continue
        starts[count] = size
        count += 1
        points[size] = first
        seen[first] = 1
        at = size
        size += 1
        while at < size:
            p = points[at]
            at += 1
            for i in range(begin[p], begin[p + 1]):
                q = gens[listed[i], p]
                if not seen[q]:
                    seen[q] = 1
                    points[size] = q
                    size += 1
    starts[count] = size
    return points[:size], starts[: count + 1]


@compiled()
def equivariant_map(gens, begin, listed, point, image, mapping, queue):
    """Write the equivariant map that takes point to image; return its size or 0."""
    mapping[point] = image
    queue[0] = point
    size, at = 1, 0
    while at < size:
        p = queue[at]
        at += 1
        q = mapping[p]
        for side in (p, q):
            for i in range(begin[side], begin[side + 1]):
                g = listed[i]
                image_p = gens[g, p]
                if mapping[image_p] < 0:
                    mapping[image_p] = gens[g, q]
                    queue[size] = image_p
                    size += 1
                elif mapping[image_p] != gens[g, q]:
                    for j in range(size):
                        mapping[queue[j]] = -1
                    return 0
    return size


@compiled()
def may_map_to(lengths, point, other):
    """Return whether cycle lengths allow an equivariant map from one point to another."""
    for t in range(lengths.shape[0]):
        if lengths[t, point] % lengths[t, other]:
            return False
    return True


@compiled()
def representative_orbits(gens, begin, listed, points, starts, lengths, order):
    """Return orbits that determine the action on all others, trying them in the given order."""
    chosen = empty(order.size, int64)
    mapping, queue = empty(gens.shape[1], int32), empty(gens.shape[1], int32)
    fill_array(mapping, -1)
    number = 0
    for o in order:
        determined = False
        for k in range(number):
            source = points[starts[chosen[k]]]
            if (starts[chosen[k] + 1] - starts[chosen[k]]) % (starts[o + 1] - starts[o]):
                continue
            for at in range(starts[o], starts[o + 1]):
                if may_map_to(lengths, source, points[at]):
                    size = equivariant_map(gens, begin, listed, source, points[at], mapping, queue)
                    for j in range(size):
                        mapping[queue[j]] = -1
                    if size:
                        determined = True
                        break
            if determined:
                break
        if not determined:
            chosen[number] = o
            number += 1
    return chosen[:number]


@compiled()
def label_kind(gens, begin, listed, points, lengths, first, block, twist, head):
    """Assign block numbers, from `first` on, to an orbit; return the block count and size."""
    n = gens.shape[1]
    mapping, queue = empty(n, int32), empty(n, int32)
    best, order = empty(n, int32), 1
    fill_array(mapping, -1)
    fill_array(best, -1)
    for p in points:
        best[p] = p
    for image in points[1:]:
        if not may_map_to(lengths, points[0], image):
            continue
        size = equivariant_map(gens, begin, listed, points[0], image, mapping, queue)
        if size:
            length, p = 1, mapping[image]
            while p != image:
                length += 1
                p = mapping[p]
            if length > order:
                order = length
                for j in range(size):
                    best[queue[j]] = mapping[queue[j]]
            for j in range(size):
                mapping[queue[j]] = -1
    number = first
    for p in points:
        if block[p] < 0:
            head[number] = p
            for t in range(order):
                block[p], twist[p] = number, t
                p = best[p]
            number += 1
    return number - first, order


@compiled()
def label_kinds(gens, begin, listed, points, starts, chosen, lengths):
    """Return the kinds of pieces among the orbits, their orbits, and block, twist and head points.

    A row of kinds is (first block, blocks, size). Points that belong to no kind have block -1.
    """
    n = gens.shape[1]
    block, twist, head = empty(n, int32), zeros(n, int32), empty(n, int32)
    fill_array(block, -1)
    kinds, orbit_of = empty((chosen.size, 3), int64), empty(chosen.size, int64)
    number = first = 0
    for o in chosen:
        orbit = points[starts[o] : starts[o + 1]]
        if orbit.size < 5:
            continue
        count, size = label_kind(gens, begin, listed, orbit, lengths, first, block, twist, head)
        if count > 4:
            kinds[number, 0], kinds[number, 1], kinds[number, 2] = first, count, size
            orbit_of[number] = o
            number += 1
            first += count
        else:
            for p in orbit:
                block[p] = -1
    return kinds[:number], orbit_of[:number], block, twist, head[:first]


@compiled()
def block_cycles(action, twists):
    """Return the length and total twist of each cycle, at its first block, for each row.

    A row of `action` permutes the blocks, and a row of `twists` twists them.
    """
    count, n = action.shape
    lengths, totals, seen = zeros((count, n), int64), zeros((count, n), int64), empty(n, int32)
    for row in range(count):
        fill_array(seen, 0)
        for start in range(n):
            b = start
            while not seen[b]:
                seen[b] = 1
                lengths[row, start] += 1
                totals[row, start] += twists[row, b]
                b = action[row, b]
    return lengths, totals
