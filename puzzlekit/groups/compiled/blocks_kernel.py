"""Kernels for the search for block systems."""

# mypy: allow-untyped-defs
from numpy import empty, int32, int64, zeros

from ...core.compiling import compiled, copy_array, fill_array
from .chain_kernel import inverses, multiply_to_root, schreier_tree
from .random_elements_kernel import identity


@compiled()
def finest_system(gens, other, system):
    """Write the finest block system with 0 and `other` in one block; return the block size."""
    count, n = gens.shape
    parent, queue = empty(n, int32), empty(n, int32)
    identity(parent)
    parent[other] = 0
    queue[0] = other
    size, at = 1, 0
    while at < size:
        p = queue[at]
        at += 1
        top = p
        while parent[top] != top:
            top = parent[top]
        for g in range(count):
            a, b = gens[g, p], gens[g, top]
            while parent[a] != a:
                parent[a] = parent[parent[a]]
                a = parent[a]
            while parent[b] != b:
                parent[b] = parent[parent[b]]
                b = parent[b]
            if a != b:
                if a > b:
                    a, b = b, a
                parent[b] = a
                queue[size] = b
                size += 1
                if size == n - 1:
                    return n
    names = queue  # reuse the array
    fill_array(names, -1)
    number = members = 0
    for p in range(n):
        top = p
        while parent[top] != top:
            top = parent[top]
        if names[top] < 0:
            names[top] = number
            number += 1
        system[p] = names[top]
        members += top == 0
    return members


@compiled()
def block_sizes(gens, fixing):
    """Return the block size of the finest system that joins 0 and each point, and some points.

    Points in one orbit of `fixing`, which generate the stabilizer of 0, have equal sizes. For each
    minimal system, the points include one that generates it.
    """
    n = gens.shape[1]
    sizes, system, points, number = zeros(n, int64), empty(n, int32), empty(n, int32), 0
    sizes[0] = n
    for other in range(1, n):
        if sizes[other] == 0:
            orbit, _ = schreier_tree(fixing, other)
            size = finest_system(gens, other, system)
            for p in orbit:
                sizes[p] = size
            minimal = size < n
            for p in range(n):
                minimal &= system[p] != 0 or sizes[p] == 0 or sizes[p] >= size
            if minimal:
                points[number] = other
                number += 1
    return sizes, points[:number]


@compiled()
def stabilizer_elements(gens, elements):
    """Return the elements, each multiplied by a transversal element so that the product fixes 0."""
    _, tree = schreier_tree(gens, 0)
    back = inverses(gens)
    stabilizer = empty(elements.shape, int32)
    for t in range(stabilizer.shape[0]):
        copy_array(stabilizer[t], elements[t])
        multiply_to_root(tree, back, stabilizer[t, 0], stabilizer[t])
    return stabilizer
