"""Compiled stabilizer chains: the parts of the randomised Schreier-Sims algorithm."""

# mypy: allow-untyped-defs
import math
from typing import Any, NamedTuple

from numpy import empty, int32, int64, log2, zeros
from numpy.typing import NDArray

from ...core.compiling import compiled, copy_array, fill_array
from ...core.prng import random_below
from .random_elements_kernel import SLOTS, identity, initial_slots, replacement_step

Array = NDArray[Any]

LEVELS, STRONG = 0, 1

#: Assume that a chain is complete after this many consecutive random elements sift to the identity.
IDLE_ELEMENTS = 12

#: From this degree on, levels get at least `MIN_GENERATORS` generators, so that trees stay flat.
FLAT_TREE_DEGREE, MIN_GENERATORS = 400, 8

#: Random elements per compiled call; Ctrl+C takes effect between calls.
ELEMENTS_PER_CALL = 64


class CompiledChain(NamedTuple):
    """A stabilizer chain as arrays.

    `base[i]` is the base point of level i and `orbit[i, :size[i]]` its orbit under the stabilizer
    of the earlier ones. `strong[s]` is a strong generator, `back[s]` its inverse, `level[s]` the
    deepest level it belongs to. `tree[i]` is the Schreier tree of level i; see `schreier_tree`.
    `counts` holds the numbers of levels and strong generators.
    """

    base: Array
    size: Array
    orbit: Array
    tree: Array
    strong: Array
    back: Array
    level: Array
    counts: Array

    @property
    def sizes(self) -> list[int]:
        """The sizes of the basic orbits."""
        sizes: list[int] = self.size[: self.counts[LEVELS]].tolist()
        return sizes

    @property
    def order(self) -> int:
        """The order of the group, if the chain is complete."""
        return math.prod(self.sizes)

    def generators(self, level: int) -> Array:
        """Return the strong generators of a level."""
        count = self.counts[STRONG]
        return self.strong[:count][self.level[:count] >= level]

    def contains(self, g: Array) -> bool:
        """Return whether the group contains a permutation."""
        return bool(sift(self, g.copy(), 0) < 0)


@compiled()
def empty_chain(n):
    """Return the chain of the trivial group on n points."""
    return CompiledChain(
        empty(n, int32),
        zeros(n, int64),
        empty((4, n), int32),
        empty((4, n), int32),
        empty((4, n), int32),
        empty((4, n), int32),
        empty(4, int32),
        zeros(2, int64),
    )


@compiled()
def grow_rows(array, length):
    """Return a copy of a two-dimensional array with more rows."""
    result = empty((length, array.shape[1]), int32)
    for row in range(array.shape[0]):
        copy_array(result[row], array[row])
    return result


@compiled(forceinline=True)
def multiply_to_root(tree, back, point, g):
    """Multiply g in place by the element that takes a point back to the root of its tree."""
    while tree[point]:
        by = tree[point] - 1
        for x in range(g.size):
            g[x] = back[by, g[x]]
        point = back[by, point]


@compiled()
def element_to_root(tree, back, point):
    """Return the element that takes a point back to the root of its tree."""
    g = empty(tree.size, int32)
    identity(g)
    multiply_to_root(tree, back, point, g)
    return g


@compiled()
def sift(chain, g, first):
    """Sift an element in place; return the level where it drops out, or -1 for a member."""
    base, tree, levels = chain.base, chain.tree, chain.counts[LEVELS]
    for i in range(first, levels):
        p = g[base[i]]
        if p == base[i]:
            continue
        if tree[i, p] < 0:
            return i
        multiply_to_root(tree[i], chain.back, p, g)
    for x in range(g.size):
        if g[x] != x:
            return levels
    return int64(-1)


@compiled()
def add_strong_generator(chain, g, i):
    """Return the chain with an additional strong generator, which drops out at level i."""
    base, size, orbit, tree, strong, back, level, count = chain
    n = g.size
    if i == count[LEVELS]:
        if i == orbit.shape[0]:
            orbit, tree = grow_rows(orbit, 2 * i), grow_rows(tree, 2 * i)
        first = 0
        while g[first] == first:
            first += 1
        base[i], size[i], orbit[i, 0] = first, 1, first
        fill_array(tree[i], -1)
        tree[i, first] = 0
        count[LEVELS] += 1
    s = count[STRONG]
    if s == level.size:
        strong, back = grow_rows(strong, 2 * s), grow_rows(back, 2 * s)
        new_level = empty(2 * s, int32)
        for t in range(s):
            new_level[t] = level[t]
        level = new_level
    level[s] = i
    for x in range(n):
        strong[s, x] = g[x]
        back[s, g[x]] = x
    count[STRONG] += 1
    chain = CompiledChain(base, size, orbit, tree, strong, back, level, count)
    for j in range(i + 1):
        for at in range(size[j]):
            if tree[j, strong[s, orbit[j, at]]] < 0:
                rebuild_tree(chain, j)
                break
    return chain


@compiled()
def rebuild_tree(chain, j):
    """Rebuild the tree of level j, breadth first, from all its generators."""
    _, size, orbit, tree, strong, _, level, count = chain
    fill_array(tree[j], -1)
    tree[j, orbit[j, 0]] = 0
    size[j], at = 1, 0
    while at < size[j]:
        p = orbit[j, at]
        for t in range(count[STRONG] - 1, -1, -1):
            q = strong[t, p]
            if level[t] >= j and tree[j, q] < 0:
                tree[j, q] = t + 1
                orbit[j, size[j]] = q
                size[j] += 1
        at += 1


@compiled()
def log_order(chain):
    """Return the binary logarithm of the order implied by the chain."""
    total = 0.0
    for i in range(chain.counts[LEVELS]):
        total += log2(chain.size[i])
    return total


@compiled()
def random_element(chain, first, state):
    """Return a random element of a level: a product of one element of each transversal."""
    size, orbit = chain.size, chain.orbit
    g = empty(orbit.shape[1], int32)
    identity(g)
    for i in range(first, chain.counts[LEVELS]):
        point = orbit[i, random_below(state, size[i])]
        multiply_to_root(chain.tree[i], chain.back, point, g)
    return g


@compiled()
def add_random_generators(chain, state):
    """Add random elements to levels with few generators, so that their trees stay flat."""
    for i in range(chain.counts[LEVELS] - 1, -1, -1):
        number = 0
        for s in range(chain.counts[STRONG]):
            number += chain.level[s] >= i
        while number < MIN_GENERATORS:
            chain = add_strong_generator(chain, random_element(chain, i, state), i)
            number += 1
        rebuild_tree(chain, i)
    return chain


@compiled()
def sift_random_elements(chain, walk, state, idle, target, steps):
    """Sift random elements; return the chain and the number of elements since it last grew.

    Stop when the binary logarithm of the order reaches `target` (0 if unknown), or after `steps`
    elements.
    """
    g = empty(walk.shape[1], int32)
    for _ in range(steps):
        if target and log_order(chain) > target - 1e-6:
            return chain, IDLE_ELEMENTS
        if idle >= IDLE_ELEMENTS:
            break
        replacement_step(walk, state)
        copy_array(g, walk[SLOTS])
        i = sift(chain, g, 0)
        if i < 0:
            idle += 1
        else:
            idle = 0
            chain = add_strong_generator(chain, g, i)
    return chain, idle


def extend_by_random_walk(
    chain: CompiledChain,
    generators: Array,
    state: Array,
    order: int = 0,
    max_levels: float = math.inf,
) -> CompiledChain:
    """Return the chain extended by random elements, until several in a row add nothing.

    It may be incomplete. The walk stops early at the given order, or after `max_levels` levels.
    """
    walk, target, idle = initial_slots(generators, state), math.log2(order) if order else 0.0, 0
    while idle < IDLE_ELEMENTS and chain.counts[LEVELS] <= max_levels:
        chain, idle = sift_random_elements(chain, walk, state, idle, target, ELEMENTS_PER_CALL)
    return chain


@compiled()
def find_schreier_residue(gens, chain, i, g):
    """Write the residue of a Schreier generator that does not sift; return its level or -1."""
    n = gens.shape[1]
    points, tree = schreier_tree(gens, chain.base[i])
    back = inverses(gens)
    rows, row = empty((points.size, n), int32), empty(n, int32)
    for at in range(points.size):
        p = points[at]
        row[p] = at
        if at == 0:
            identity(rows[0])
            continue
        by = back[tree[p] - 1]
        source = row[by[p]]
        for x in range(n):
            rows[at, x] = rows[source, by[x]]
    for at in range(points.size):
        for s in range(gens.shape[0]):
            image = gens[s, points[at]]
            if tree[image] == s + 1 and back[s, image] == points[at]:
                continue  # an edge of the tree gives a trivial generator
            for x in range(n):
                g[rows[at, x]] = rows[row[image], gens[s, x]]
            dropped = sift(chain, g, i + 1)
            if dropped >= 0:
                return dropped
    return int64(-1)


@compiled()
def schreier_tree(gens, start):
    """Return the orbit of a point, and its Schreier tree.

    For each point, the tree holds 1 + the last generator on the path from the root to it. It holds
    0 for the root, and -1 for points outside the orbit.
    """
    count, n = gens.shape
    points, tree = empty(n, int32), empty(n, int32)
    fill_array(tree, -1)
    points[0], tree[start] = start, 0
    size, at = 1, 0
    while at < size:
        for t in range(count):
            q = gens[t, points[at]]
            if tree[q] < 0:
                tree[q] = t + 1
                points[size] = q
                size += 1
        at += 1
    return points[:size], tree


@compiled()
def inverses(gens):
    """Return the inverses of permutations."""
    result = empty(gens.shape, int32)
    for g in range(gens.shape[0]):
        for p in range(gens.shape[1]):
            result[g, gens[g, p]] = p
    return result


@compiled()
def orbit_heads(gens, n):
    """Return the first point of each orbit."""
    heads, queue, seen = empty(n, int32), empty(n, int32), zeros(n, int32)
    number = 0
    for p in range(n):
        if seen[p]:
            continue
        heads[number] = p
        number += 1
        seen[p], queue[0] = 1, p
        size, at = 1, 0
        while at < size:
            for t in range(gens.shape[0]):
                q = gens[t, queue[at]]
                if not seen[q]:
                    seen[q] = 1
                    queue[size] = q
                    size += 1
            at += 1
    return heads[:number]


@compiled()
def find_coset_residue(chain, first, z, heads, coset_of, trees, back, to_start, g):
    """Write the residue of an element u_p z outside the double cosets; return its level or -1.

    `to_start[c]` maps the base point to the root of the tree `trees[c]` of coset c.
    """
    n = z.size
    forward = empty(n, int32)
    for p in heads:
        c, image = coset_of[p], z[p]
        if c < 0:
            continue
        to_root = element_to_root(trees[c], back, p)
        for x in range(n):
            forward[to_root[x]] = x
        for x in range(n):
            g[x] = z[forward[to_start[c, x]]]
        d = coset_of[image]
        multiply_to_root(trees[d], back, image, g)
        for x in range(n):
            forward[to_start[d, x]] = x
        for x in range(n):
            g[x] = forward[g[x]]
        dropped = sift(chain, g, first)
        if dropped >= 0:
            return dropped
    return int64(-1)
