"""Invariant subspaces of groups of linear maps over the integers mod p, p < 256.

A vector is a matrix with one row for each block. A generator maps block b to `to[b]` and row v of
block b to v `linear[b]`. A subspace is given by a basis in echelon form: the first non-zero number
of row `lead[j]` is a 1 in column j; `lead[j]` is -1 if no row starts in column j.
"""

# mypy: allow-untyped-defs
from numpy import empty, int32, int64

from ...core.compiling import compiled, fill_array


@compiled()
def add_multiple(vector, row, factor):
    """Add a multiple of a row to a vector, in place."""
    for k in range(row.size):
        vector[k] += factor * row[k]


@compiled()
def insert_vector(basis, lead, rank, vector, p):
    """Add a vector to a basis mod p, overwriting the vector; return the new rank."""
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


@compiled()
def spin(basis, lead, rank, seed, to, linear, p):
    """Add a vector and its images under the group (spinning); return the new rank."""
    count, blocks, size, _ = linear.shape
    vector = empty(seed.size, int32)
    for j in range(seed.size):
        vector[j] = seed[j]
    at = rank
    rank = insert_vector(basis, lead, rank, vector, p)
    while at < rank < seed.size:
        for g in range(count):
            fill_array(vector, 0)
            for b in range(blocks):
                for i in range(size):
                    factor = int32(basis[at, b * size + i])
                    if factor:
                        for k in range(size):
                            vector[to[g, b] * size + k] += factor * linear[g, b, i, k]
            rank = insert_vector(basis, lead, rank, vector, p)
        at += 1
    return rank
