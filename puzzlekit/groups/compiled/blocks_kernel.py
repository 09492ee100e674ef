"""`blocks`, compiled: systems of blocks of a transitive group, and giants that act on each."""

# mypy: allow-untyped-defs
from numpy import empty, int32, int64, uint64, zeros

from ...core.compiling import copy, fill_with, njit
from ...core.prng import splitmix64
from .elements_kernel import cycle_lengths, gcd, identity, is_prime, lcm


@njit(cache=True, nogil=True)
def joined(gens, other, system):
    """Write the finest system of blocks with 0 and another point in one; return their size."""
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
    names = queue  # which has done its work
    fill_with(names, -1)
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


@njit(cache=True, nogil=True)
def stabilizing(gens, elements):
    """Return the elements, each followed by a way that brings 0 back, in a transitive group."""
    count, n = gens.shape
    way, queue = empty(n, int32), zeros(n, int32)
    fill_with(way, -1)
    back = empty(gens.shape, int32)
    for g in range(count):
        for p in range(n):
            back[g, gens[g, p]] = p
    way[0] = 0
    size, at = 1, 0
    while at < size:
        for g in range(count):
            p = gens[g, queue[at]]
            if way[p] < 0:
                way[p] = g
                queue[size] = p
                size += 1
        at += 1
    found = empty(elements.shape, int32)
    for t in range(found.shape[0]):
        copy(found[t], elements[t])
        while found[t, 0]:
            g = way[found[t, 0]]
            for p in range(n):
                found[t, p] = back[g, found[t, p]]
    return found


@njit(cache=True, nogil=True)
def wreath(gens, elements, lengths):
    """Return a system of blocks on which alternating groups act, their size, and if proved."""
    n = gens.shape[1]
    system, queue = empty(n, int32), empty(n, int32)
    fixing = stabilizing(gens, elements)
    left, sizes = empty(n, int32), empty(n, int32)
    fill_with(left, 1)
    fill_with(sizes, n)
    for other in range(1, n):
        if not left[other]:
            continue
        left[other] = 0
        queue[0] = other
        size, at = 1, 0
        while at < size:
            p = queue[at]
            at += 1
            for t in range(fixing.shape[0]):
                if left[fixing[t, p]]:
                    left[fixing[t, p]] = 0
                    queue[size] = fixing[t, p]
                    size += 1
        members = joined(gens, other, system)
        if members < n:
            sizes[other] = members
            least = True  # where a finer system is known, no giants act
            for p in range(n):
                least &= system[p] != 0 or sizes[p] >= members
            if least and members > 4 and local_giants(elements, lengths, system, members):
                return system, members, True
    return system, n, False


@njit(cache=True, nogil=True)
def local_giants(elements, lengths, system, size):
    """Return whether all blocks are proved to be acted on as giants, no two of them in step."""
    n = system.size
    blocks = n // size
    primitive, giant, moved = is_prime(size), False, False
    in_step = empty(blocks, int32)
    fill_with(in_step, 1)
    action, turns = empty(blocks, int32), empty(blocks, int32)
    for t in range(elements.shape[0]):
        g = elements[t]
        for p in range(n):
            action[system[p]] = system[g[p]]
        cycle_lengths(action, turns)
        home = int64(1)
        for b in range(blocks):
            home = lcm(home, int64(turns[b]))
        if home == 0:
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
            share = home // turn
            short = local // gcd(local, share)
            p = start
            for i in range(lengths[t, start]):
                seen[p] = 1
                if i < turn:
                    b = system[p]
                    longest[b] = max(longest[b], local)
                    types[b] += uint64(local // short) * splitmix64(short)
                    orders[b] = lcm(orders[b], short)
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


@njit(cache=True, nogil=True)
def signs(gens, system, blocks):
    """Return what the generators do to the blocks and their signs, two points for each block."""
    count, n = gens.shape
    size = n // blocks
    members, rank, filled = empty((blocks, size), int32), empty(n, int32), zeros(blocks, int32)
    for p in range(n):
        b = system[p]
        rank[p] = filled[b]
        members[b, filled[b]] = p
        filled[b] += 1
    found = empty((count, 2 * blocks), int32)
    images = empty(size, int32)
    for g in range(count):
        for b in range(blocks):
            odd = size  # and even exactly if the number of cycles is
            for i in range(size):
                images[i] = rank[gens[g, members[b, i]]]
            for i in range(size):
                if images[i] >= 0:
                    odd -= 1
                    p = i
                    while images[p] >= 0:
                        onward = images[p]
                        images[p] = -1
                        p = onward
            onward = system[gens[g, members[b, 0]]]
            found[g, 2 * b] = 2 * onward + odd % 2
            found[g, 2 * b + 1] = 2 * onward + (odd + 1) % 2
    return found
