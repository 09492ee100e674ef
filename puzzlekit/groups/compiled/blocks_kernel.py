"""Compiled version of `plain.blocks`: block systems and giants that act on each block."""

# mypy: allow-untyped-defs
from numpy import empty, int32, int64, uint64, zeros

from ...core.compiling import compiled, copy_array, fill_array
from ...core.prng import splitmix64
from .chain_kernel import inverses, multiply_to_root, schreier_tree
from .random_elements_kernel import cycle_lengths, gcd, identity, is_prime, lcm


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
def stabilizer_elements(gens, elements):
    """Return the elements, each multiplied by a transversal element so that the product fixes 0."""
    _, tree = schreier_tree(gens, 0)
    back = inverses(gens)
    stabilizer = empty(elements.shape, int32)
    for t in range(stabilizer.shape[0]):
        copy_array(stabilizer[t], elements[t])
        multiply_to_root(tree, back, 0, stabilizer[t, 0], stabilizer[t])
    return stabilizer


@compiled()
def find_wreath_system(gens, elements, lengths):
    """Return a block system with alternating groups, its block size, and whether it is proved."""
    n = gens.shape[1]
    system = empty(n, int32)
    fixing = stabilizer_elements(gens, elements)
    untried, sizes = empty(n, int32), empty(n, int32)
    fill_array(untried, 1)
    fill_array(sizes, n)
    for other in range(1, n):
        if not untried[other]:
            continue
        orbit, _ = schreier_tree(fixing, other)
        for p in orbit:
            untried[p] = 0
        members = finest_system(gens, other, system)
        if members < n:
            sizes[other] = members
            minimal = True  # no giants act on the blocks if there is a finer system
            for p in range(n):
                minimal &= system[p] != 0 or sizes[p] >= members
            if minimal and members > 4 and proves_local_giants(elements, lengths, system, members):
                return system, members, True
    return system, n, False


@compiled()
def proves_local_giants(elements, lengths, system, size):
    """Return whether giants are proved to act on all blocks, no two of them in step."""
    n = system.size
    blocks = n // size
    primitive, giant, moved = is_prime(size), False, False
    in_step = empty(blocks, int32)
    fill_array(in_step, 1)
    action, turns = empty(blocks, int32), empty(blocks, int32)
    for t in range(elements.shape[0]):
        g = elements[t]
        for p in range(n):
            action[system[p]] = system[g[p]]
        cycle_lengths(action, turns)
        exponent = int64(1)
        for b in range(blocks):
            exponent = lcm(exponent, int64(turns[b]))
        if exponent == 0:
            continue
        longest, types = zeros(blocks, int64), zeros(blocks, uint64)
        orders = empty(blocks, int64)
        for b in range(blocks):
            orders[b] = 1
        divisible, single = zeros((blocks, 4), int64), zeros((blocks, 4), int64)
        seen = zeros(n, int32)
        for start in range(n):
            if seen[start]:
                continue
            turn = turns[system[start]]
            local = int64(lengths[t, start] // turn)
            share = exponent // turn
            powered = local // gcd(local, share)
            p = start
            for i in range(lengths[t, start]):
                seen[p] = 1
                if i < turn:
                    b = system[p]
                    longest[b] = max(longest[b], local)
                    types[b] += uint64(local // powered) * splitmix64(powered)
                    orders[b] = lcm(orders[b], powered)
                    for q in (2, 3):
                        if local % q == 0:
                            divisible[b, q] += 1
                            single[b, q] += local == q
                p = g[p]
        for b in range(blocks):
            if 2 * longest[b] > size and is_prime(longest[b]):
                primitive = True
                giant |= longest[b] < size - 2
            for q in (2, 3):
                giant |= divisible[b, q] == 1 and single[b, q] == 1
            moved |= orders[b] != 1
            same = orders[b] == orders[0] if size == 6 else types[b] == types[0]
            if not same:
                in_step[b] = 0
    for b in range(1, blocks):
        if in_step[b]:
            return False
    return primitive and giant and moved


@compiled()
def blocks_and_signs(gens, system, blocks):
    """Return the action on the blocks and their signs, two points for each block."""
    count, n = gens.shape
    size = n // blocks
    members, rank, filled = empty((blocks, size), int32), empty(n, int32), zeros(blocks, int32)
    for p in range(n):
        b = system[p]
        rank[p] = filled[b]
        members[b, filled[b]] = p
        filled[b] += 1
    result = empty((count, 2 * blocks), int32)
    images = empty(size, int32)
    for g in range(count):
        for b in range(blocks):
            odd = size  # size minus the number of cycles has the parity of the permutation
            for i in range(size):
                images[i] = rank[gens[g, members[b, i]]]
            for i in range(size):
                if images[i] >= 0:
                    odd -= 1
                    p = i
                    while images[p] >= 0:
                        image = images[p]
                        images[p] = -1
                        p = image
            to = system[gens[g, members[b, 0]]]
            result[g, 2 * b] = 2 * to + odd % 2
            result[g, 2 * b + 1] = 2 * to + (odd + 1) % 2
    return result
