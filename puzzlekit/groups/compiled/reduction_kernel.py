"""Numba kernels for `structure.reduce`.

Generators are the rows of an int32 array of shape (generators, points).
"""

# mypy: allow-untyped-defs
from numpy import empty, int32, int64, uint64, zeros

from ...core.compiling import compiled, fill_array
from ...core.prng import splitmix64
from .random_elements_kernel import gcd, is_prime, lcm


@compiled()
def update_facts(g, kinds, block, twist, head, facts, types):
    """Update the proved facts about each kind of piece with an element.

    The columns of `kinds` are first block, blocks and size. The columns of `facts` are primitive,
    giant, and the gcd of all differences of twists. `types` identifies the cycle type of each
    kind's blocks.
    """
    seen = zeros(head.size, int32)
    lens, turns = empty(head.size, int64), empty(head.size, int64)
    for kind in range(kinds.shape[0]):
        first, count, size = kinds[kind, 0], kinds[kind, 1], kinds[kind, 2]
        cycles = 0
        longest, order, kind_type = int64(0), int64(1), uint64(0)
        divisible, single = zeros(4, int64), zeros(4, int64)
        for start in range(first, first + count):
            if seen[start]:
                continue
            length, turn, b = int64(0), int64(0), int64(start)
            while not seen[b]:
                seen[b] = 1
                image = g[head[b]]
                turn += twist[image]
                b = block[image]
                length += 1
            lens[cycles], turns[cycles] = length, turn
            cycles += 1
            longest = max(longest, length)
            order = lcm(order, length)
            kind_type += splitmix64(length)
            for p in (2, 3):
                if length % p == 0:
                    divisible[p] += 1
                    single[p] += length == p
        if 2 * longest > count and is_prime(longest):
            facts[kind, 0] = 1
            facts[kind, 1] |= longest < count - 2
        for p in (2, 3):
            facts[kind, 1] |= divisible[p] == 1 and single[p] == 1
        types[kind] = uint64(order) if count == 6 else kind_type
        if size > 1 and order:
            share = turns[0] * (order // lens[0] % size)
            for c in range(1, cycles):
                other = turns[c] * (order // lens[c] % size)
                facts[kind, 2] = gcd(facts[kind, 2], abs(other - share) % size)


@compiled()
def moves_blocks(g, power, first, count, block, head):
    """Return whether a power of an element moves a block of a kind of pieces."""
    if power == 0:
        return False
    for start in range(first, first + count):
        length, b = 1, block[g[head[start]]]
        while b != start:
            length += 1
            b = block[g[head[b]]]
        if power % length:
            return True
    return False


@compiled()
def drop_unproved(alone, kinds, inside, points, elements, lengths, block, head):
    """Drop kinds that no element moves while fixing the rest; return whether any were dropped."""
    moved = zeros(alone.size, int32)
    for t in range(elements.shape[0]):
        power = int64(1)
        for p in points:
            if not inside[p]:
                power = lcm(power, int64(lengths[t, p]))
        for k in range(alone.size):
            if alone[k] and not moved[k]:
                moved[k] = moves_blocks(elements[t], power, kinds[k, 0], kinds[k, 1], block, head)
    dropped = False
    for k in range(alone.size):
        if alone[k] and not moved[k]:
            alone[k] = False
            dropped = True
    return dropped


@compiled()
def quotient(gens, kinds, block, twist, head, rest):
    """Return the action on the other points, the parities and the sums of twists."""
    count, n = gens.shape
    degree = rest.size
    for k in range(kinds.shape[0]):
        degree += 2 + (kinds[k, 2] if kinds[k, 2] > 1 else 0)
    place = empty(n, int32)
    for i in range(rest.size):
        place[rest[i]] = i
    result = empty((count, degree), int32)
    seen = zeros(head.size, int32)
    for g in range(count):
        for i in range(rest.size):
            result[g, i] = place[gens[g, rest[i]]]
        at = rest.size
        fill_array(seen, 0)
        for k in range(kinds.shape[0]):
            first, blocks, size = kinds[k, 0], kinds[k, 1], kinds[k, 2]
            odd, total_twist = 0, 0
            for start in range(first, first + blocks):
                length, b = 0, start
                while not seen[b]:
                    seen[b] = 1
                    image = gens[g, head[b]]
                    total_twist += twist[image]
                    b = block[image]
                    length += 1
                if length:
                    odd += length - 1
            for i in range(2):
                result[g, at + i] = at + (i + odd) % 2
            at += 2
            if size > 1:
                for i in range(size):
                    result[g, at + i] = at + (i + total_twist) % size
                at += size
    return result
