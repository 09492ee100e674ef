"""Compiled version of `plain.random_elements`: random elements and cycle lengths.

Generators are the rows of an int32 array of shape (generators, points).
"""

# mypy: allow-untyped-defs
from numpy import empty, int32, zeros

from ...core.compiling import compiled, copy_array
from ...core.prng import random_below

SLOTS = 10
BURN_IN = 40


@compiled()
def identity(g):
    """Write the identity permutation."""
    for x in range(g.size):
        g[x] = x


@compiled()
def initial_slots(gens, state):
    """Return the initial slots of product replacement, followed by the accumulator."""
    count, n = gens.shape
    result = empty((SLOTS + 1, n), int32)
    if count <= SLOTS:
        for i in range(SLOTS):
            copy_array(result[i], gens[i % count])
    else:
        for i in range(SLOTS):
            identity(result[i])
        for g in range(count):
            support = 0
            moved = empty(n, int32)
            for p in range(n):
                if gens[g, p] != p:
                    moved[support] = p
                    support += 1
            images = empty(support, int32)
            for i in range(SLOTS):
                if random_below(state, 2):
                    for j in range(support):
                        images[j] = result[i, gens[g, moved[j]]]
                    for j in range(support):
                        result[i, moved[j]] = images[j]
    copy_array(result[SLOTS], result[0])
    for _ in range(BURN_IN):
        replacement_step(result, state)
    return result


@compiled()
def replacement_step(rows, state):
    """Replace a slot with a product, then multiply the accumulator (the last row) by it."""
    n = rows.shape[1]
    i = random_below(state, SLOTS)
    j = (i + 1 + random_below(state, SLOTS - 1)) % SLOTS
    a, b = (i, j) if random_below(state, 2) else (j, i)
    product = empty(n, int32)
    for p in range(n):
        product[p] = rows[b, rows[a, p]]
    for p in range(n):
        rows[i, p] = product[p]
        rows[SLOTS, p] = product[rows[SLOTS, p]]


@compiled()
def draw_elements(rows, state, number):
    """Return random elements."""
    elements = empty((number, rows.shape[1]), int32)
    for i in range(number):
        replacement_step(rows, state)
        copy_array(elements[i], rows[SLOTS])
    return elements


@compiled()
def cycle_lengths(elements):
    """Return the cycle length of each point under each element."""
    count, n = elements.shape
    lengths = zeros((count, n), int32)
    for i in range(count):
        for start in range(n):
            if lengths[i, start] == 0:
                length, p = 1, elements[i, start]
                while p != start:
                    length += 1
                    p = elements[i, p]
                lengths[i, start] = length
                p = elements[i, start]
                while p != start:
                    lengths[i, p] = length
                    p = elements[i, p]
    return lengths
