"""Subspaces over the integers mod p, p < 256, that a group of linear maps keeps.

A vector has some numbers for each of some blocks. A generator takes block b to `to[b]`, and the
row v of numbers that belong to it to v `linear[b]`. A subspace is given by the rows of a basis: the
first number of row `lead[j]` that is not 0 is a 1 in column j, and `lead` is -1 for other columns.
"""

# mypy: allow-untyped-defs
from numpy import empty, int32, int64

from ...core.compiling import fill_with, njit


@njit(cache=True, nogil=True)
def add_multiple(vector, row, factor):
    """Add a multiple of a row to a vector, in place."""
    for k in range(row.size):
        vector[k] += factor * row[k]


@njit(cache=True, nogil=True)
def insert(basis, lead, rank, vector, p):
    """Add a vector, which is overwritten, to a basis mod p; return its new size."""
    for j in range(vector.size):
        first = vector[j] % p
        if first == 0:
            continue
        row = lead[j]
        if row < 0:
            lead[j] = rank
            inverse = int64(1)
            while inverse * first % p != 1:
                inverse += 1
            for k in range(j):
                basis[rank, k] = 0
            for k in range(j, vector.size):
                basis[rank, k] = vector[k] % p * inverse % p
            return rank + 1
        add_multiple(vector[j:], basis[row, j:], int32(p - first))
    return rank


@njit(cache=True, nogil=True)
def spin(basis, lead, rank, seed, to, linear, p):
    """Add a vector, and all that the generators make of it; return how many rows there are then."""
    count, blocks, size, _ = linear.shape
    vector = empty(seed.size, int32)
    for j in range(seed.size):
        vector[j] = seed[j]
    at = rank
    rank = insert(basis, lead, rank, vector, p)
    while at < rank < seed.size:
        for g in range(count):
            fill_with(vector, 0)
            for b in range(blocks):
                for i in range(size):
                    factor = int32(basis[at, b * size + i])
                    if factor:
                        for k in range(size):
                            vector[to[g, b] * size + k] += factor * linear[g, b, i, k]
            rank = insert(basis, lead, rank, vector, p)
        at += 1
    return rank
