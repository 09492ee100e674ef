"""`structure.reduce`, compiled: the same proof on numpy arrays, for any number of points.

Generators are the rows of an array of int32 of shape (generators, points). Nothing here is
decided by chance: elements that happen to be found are witnesses, others are ignored.
"""

from __future__ import annotations

from numba import njit
from numpy import arange, empty, full, int32, int64, ones, uint64, zeros

SAMPLE = 12
TRIALS = 100
SLOTS = 10
BURN_IN = 40

#: A least common multiple beyond this is not followed further.
HUGE = int64(1) << int64(40)


@njit(cache=True, nogil=True)
def draw(state, below):
    """Return a random number below a bound; `state` holds the seed (S. Vigna's xorshift64*)."""
    x = state[0]
    x ^= x >> uint64(12)
    x ^= x << uint64(25)
    x ^= x >> uint64(27)
    state[0] = x
    return int64(((x * uint64(2685821657736338717)) >> uint64(33)) % uint64(below))


@njit(cache=True, nogil=True)
def mix(number):
    """Return a number that looks random, always the same (S. Vigna's splitmix64)."""
    z = uint64(number) * uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@njit(cache=True, nogil=True)
def slots(gens, state):
    """Return elements to start product replacement from, and after them their last product."""
    count, n = gens.shape
    found = empty((max(SLOTS, min(count, SLOTS)) + 1, n), int32)
    if count <= SLOTS:
        for i in range(SLOTS):
            found[i] = gens[i % count]
    else:
        for i in range(SLOTS):
            found[i] = arange(n)
        for g in range(count):
            support = 0
            moved = empty(n, int32)
            for p in range(n):
                if gens[g, p] != p:
                    moved[support] = p
                    support += 1
            images = empty(support, int32)
            for i in range(SLOTS):
                if draw(state, 2):
                    for j in range(support):
                        images[j] = found[i, gens[g, moved[j]]]
                    for j in range(support):
                        found[i, moved[j]] = images[j]
    found[SLOTS] = found[0]
    for _ in range(BURN_IN):
        step(found, state)
    return found


@njit(cache=True, nogil=True)
def step(found, state):
    """Replace a slot by a product and multiply it onto the last row, a random element."""
    n = found.shape[1]
    i = draw(state, SLOTS)
    j = (i + 1 + draw(state, SLOTS - 1)) % SLOTS
    a, b = (i, j) if draw(state, 2) else (j, i)
    product = empty(n, int32)
    for p in range(n):
        product[p] = found[b, found[a, p]]
    for p in range(n):
        found[i, p] = product[p]
        found[SLOTS, p] = product[found[SLOTS, p]]


@njit(cache=True, nogil=True)
def cycle_lengths(g, lengths):
    """Write the length of the cycle of each point."""
    n = g.size
    lengths[:] = 0
    for start in range(n):
        if lengths[start] == 0:
            length, p = 1, g[start]
            while p != start:
                length += 1
                p = g[p]
            lengths[start] = length
            p = g[start]
            while p != start:
                lengths[p] = length
                p = g[p]


@njit(cache=True, nogil=True)
def gcd(a, b):
    """Return the greatest common divisor."""
    while b:
        a, b = b, a % b
    return a


@njit(cache=True, nogil=True)
def lcm(a, b):
    """Return the least common multiple, or 0 if it is huge or one of the numbers is 0."""
    if a == 0 or b == 0:
        return int64(0)
    share = a // gcd(a, b)
    return int64(0) if share > HUGE // b else share * b


@njit(cache=True, nogil=True)
def is_prime(number):
    """Tell whether a number is a prime."""
    d = 2
    while d * d <= number:
        if number % d == 0:
            return False
        d += 1
    return number > 1


@njit(cache=True, nogil=True)
def moving(gens):
    """Return for each point where in a list the generators begin that move it, and the list."""
    count, n = gens.shape
    begin = zeros(n + 1, int64)
    for g in range(count):
        for p in range(n):
            if gens[g, p] != p:
                begin[p + 1] += 1
    for p in range(n):
        begin[p + 1] += begin[p]
    listed = empty(begin[n], int32)
    at = begin[:n].copy()
    for g in range(count):
        for p in range(n):
            if gens[g, p] != p:
                listed[at[p]] = g
                at[p] += 1
    return begin, listed


@njit(cache=True, nogil=True)
def moved(gens):
    """Return how many points are moved."""
    begin, _ = moving(gens)
    found = 0
    for p in range(gens.shape[1]):
        found += begin[p] < begin[p + 1]
    return found


@njit(cache=True, nogil=True)
def orbits(gens, begin, listed):
    """Return all points orbit by orbit, where each begins, and how many moved ones there are."""
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


@njit(cache=True, nogil=True)
def equivariant(gens, begin, listed, point, image, found, queue):
    """Write into `found` the map that commutes with all and takes point to image; tell its size.

    The size is 0 if there is none. Only what is in the queue has to be reset to -1 afterwards.
    """
    found[point] = image
    queue[0] = point
    size, at = 1, 0
    while at < size:
        p = queue[at]
        at += 1
        q = found[p]
        for side in (p, q):
            for i in range(begin[side], begin[side + 1]):
                g = listed[i]
                onward = gens[g, p]
                if found[onward] < 0:
                    found[onward] = gens[g, q]
                    queue[size] = onward
                    size += 1
                elif found[onward] != gens[g, q]:
                    for j in range(size):
                        found[queue[j]] = -1
                    return 0
    return size


@njit(cache=True, nogil=True)
def may_follow(lengths, point, other):
    """Tell whether a point might be fixed by all elements that fix another, by their cycles."""
    for t in range(lengths.shape[0]):
        if lengths[t, point] % lengths[t, other]:
            return False
    return True


@njit(cache=True, nogil=True)
def telling(gens, begin, listed, points, starts, lengths):
    """Return the numbers of orbits that tell what happens on all others, largest first."""
    count = starts.size - 1
    sizes = empty(count, int64)
    for o in range(count):
        sizes[o] = starts[o] - starts[o + 1]
    order = sizes.argsort(kind="mergesort")
    kept = empty(count, int64)
    found, queue = full(gens.shape[1], -1, int32), empty(gens.shape[1], int32)
    number = 0
    for o in order:
        led = False
        for k in range(number):
            source = points[starts[kept[k]]]
            if (starts[kept[k] + 1] - starts[kept[k]]) % (starts[o + 1] - starts[o]):
                continue
            for at in range(starts[o], starts[o + 1]):
                if may_follow(lengths, source, points[at]):
                    size = equivariant(gens, begin, listed, source, points[at], found, queue)
                    for j in range(size):
                        found[queue[j]] = -1
                    if size:
                        led = True
                        break
            if led:
                break
        if not led:
            kept[number] = o
            number += 1
    return kept[:number]


@njit(cache=True, nogil=True)
def label_kind(gens, begin, listed, points, lengths, first, block, twist, head):
    """Number the blocks of an orbit from `first` on; return how many blocks of which size.

    The blocks are the cycles of a permutation that commutes with all, of greatest order.
    """
    n = gens.shape[1]
    found, queue = full(n, -1, int32), empty(n, int32)
    best, order = full(n, -1, int32), 1
    for p in points:
        best[p] = p
    for image in points[1:]:
        if not may_follow(lengths, points[0], image):
            continue
        size = equivariant(gens, begin, listed, points[0], image, found, queue)
        if size:
            length, p = 1, found[image]
            while p != image:
                length += 1
                p = found[p]
            if length > order:
                order = length
                for j in range(size):
                    best[queue[j]] = found[queue[j]]
            for j in range(size):
                found[queue[j]] = -1
    number = first
    for p in points:
        if block[p] < 0:
            head[number] = p
            for t in range(order):
                block[p], twist[p] = number, t
                p = best[p]
            number += 1
    return number - first, order


@njit(cache=True, nogil=True)
def look_at(g, kinds, block, twist, head, facts, types):
    """Note what an element proves about each kind.

    Columns of `kinds`: first block, blocks, size; of `facts`: primitive, giant, the gcd of the
    differences of twists. `types` identifies the cycles of the blocks of each kind.
    """
    seen = zeros(head.size, int32)
    lens, turns = empty(head.size, int64), empty(head.size, int64)
    for kind in range(kinds.shape[0]):
        first, count, size = kinds[kind]
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
            kind_type += mix(length)
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


@njit(cache=True, nogil=True)
def moves_blocks(g, power, first, count, block, head):
    """Tell whether this power of an element moves a block of a kind."""
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


@njit(cache=True, nogil=True)
def label_kinds(gens, begin, listed, points, starts, kept, lengths):
    """Return the kinds among the orbits, the orbit of each, and where each point is in them.

    A row of kinds is first block, blocks, size; a point of no kind has the block -1, and `head` is
    a point of each block.
    """
    n = gens.shape[1]
    block, twist, head = full(n, -1, int32), zeros(n, int32), empty(n, int32)
    kinds, orbit_of = empty((kept.size, 3), int64), empty(kept.size, int64)
    number = first = 0
    for o in kept:
        orbit = points[starts[o] : starts[o + 1]]
        if orbit.size < 5:
            continue
        count, size = label_kind(gens, begin, listed, orbit, lengths, first, block, twist, head)
        if count > 4:
            kinds[number], orbit_of[number] = (first, count, size), o
            number += 1
            first += count
        else:
            for p in orbit:
                block[p] = -1
    return kinds[:number], orbit_of[:number], block, twist, head[:first]


@njit(cache=True, nogil=True)
def proved_so_far(facts):
    """Tell of each kind whether it is a giant with unequal twists."""
    return (facts[:, 0] == 1) & (facts[:, 1] == 1) & (facts[:, 2] == 1)


@njit(cache=True, nogil=True)
def out_of_step(kinds, proved, types):
    """Return the proved kinds whose blocks no other one is permuted in step with."""
    alone = proved.copy()
    for k in range(kinds.shape[0]):
        for other in range(kinds.shape[0]):
            if k != other and proved[k] and proved[other] and kinds[k, 1] == kinds[other, 1]:
                alone[k] &= (types[:, k] != types[:, other]).any()
    return alone


@njit(cache=True, nogil=True)
def drop_tied(alone, kinds, inside, told, elements, lengths, block, head):
    """Drop kinds none of whose blocks is seen to move while the rest stays; tell if there are."""
    moved = zeros(alone.size, int32)
    for t in range(elements.shape[0]):
        power = int64(1)
        for p in told:
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


@njit(cache=True, nogil=True)
def reduce(gens, seed):
    """Return whether anything was split off, and what.

    That is the kinds (blocks, size), the wreath product (size, blocks), which is (0, 0) where
    there is none, and generators of the quotient.
    """
    n = gens.shape[1]
    no_kinds, no_wreath = empty((0, 3), int64)[:, 1:], zeros(2, int64)
    begin, listed = moving(gens)
    points, starts = orbits(gens, begin, listed)
    if points.size == 0:
        return False, no_kinds, no_wreath, gens
    state = full(1, mix(seed), uint64)
    walk = slots(gens, state)
    elements, lengths = empty((TRIALS, n), int32), empty((TRIALS, n), int32)
    for t in range(SAMPLE):
        step(walk, state)
        elements[t] = walk[SLOTS]
        cycle_lengths(elements[t], lengths[t])
    kept = telling(gens, begin, listed, points, starts, lengths[:SAMPLE])
    told = empty(n, int32)
    total = 0
    for o in kept:
        for p in points[starts[o] : starts[o + 1]]:
            told[total] = p
            total += 1
    told = told[:total]
    kinds, orbit_of, block, twist, head = label_kinds(
        gens, begin, listed, points, starts, kept, lengths[:SAMPLE]
    )
    facts = zeros((kinds.shape[0], 3), int64)
    for k in range(kinds.shape[0]):
        facts[k, 0], facts[k, 2] = is_prime(kinds[k, 1]), kinds[k, 2]
    types = zeros((TRIALS, kinds.shape[0]), uint64)
    seen = 0
    while seen < TRIALS and (seen < SAMPLE or not proved_so_far(facts).all()):
        if seen >= SAMPLE:
            step(walk, state)
            elements[seen] = walk[SLOTS]
            cycle_lengths(elements[seen], lengths[seen])
        look_at(elements[seen], kinds, block, twist, head, facts, types[seen])
        seen += 1
    alone = out_of_step(kinds, proved_so_far(facts), types[:seen])
    inside = zeros(n, int32)
    while True:
        inside[:] = 0
        for k in range(alone.size):
            if alone[k]:
                inside[points[starts[orbit_of[k]] : starts[orbit_of[k] + 1]]] = 1
        if inside.sum() == total or not drop_tied(
            alone, kinds, inside, told, elements[:seen], lengths[:seen], block, head
        ):
            break
    if total == n and not alone.any():
        if kept.size > 1:
            return False, no_kinds, no_wreath, gens
        system, size, proved = wreath(gens, elements[:SAMPLE], lengths[:SAMPLE])
        if not proved:
            return False, no_kinds, no_wreath, gens
        no_wreath[0], no_wreath[1] = size, n // size
        return True, no_kinds, no_wreath, signs(gens, system, n // size)
    chosen = kinds[alone]
    rest = told[inside[told] == 0]
    return True, chosen[:, 1:], no_wreath, quotient(gens, chosen, block, twist, head, rest)


@njit(cache=True, nogil=True)
def quotient(gens, kinds, block, twist, head, rest):
    """Return what the generators do on other points, on parities and on sums of twists."""
    count, n = gens.shape
    degree = rest.size
    for k in range(kinds.shape[0]):
        degree += 2 + (kinds[k, 2] if kinds[k, 2] > 1 else 0)
    place = empty(n, int32)
    for i in range(rest.size):
        place[rest[i]] = i
    found = empty((count, degree), int32)
    seen = zeros(head.size, int32)
    for g in range(count):
        for i in range(rest.size):
            found[g, i] = place[gens[g, rest[i]]]
        at = rest.size
        seen[:] = 0
        for k in range(kinds.shape[0]):
            first, blocks, size = kinds[k]
            odd, turned = 0, 0
            for start in range(first, first + blocks):
                length, b = 0, start
                while not seen[b]:
                    seen[b] = 1
                    image = gens[g, head[b]]
                    turned += twist[image]
                    b = block[image]
                    length += 1
                if length:
                    odd += length - 1
            for i in range(2):
                found[g, at + i] = at + (i + odd) % 2
            at += 2
            if size > 1:
                for i in range(size):
                    found[g, at + i] = at + (i + turned) % size
                at += size
    return found


@njit(cache=True, nogil=True)
def joined(gens, other, system):
    """Write the finest system of blocks with 0 and another point in one; return their size."""
    count, n = gens.shape
    parent, queue = arange(n).astype(int32), empty(n, int32)
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
    names = full(n, -1, int32)
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
    way, queue = full(n, -1, int32), zeros(n, int32)
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
    found = elements.copy()
    for t in range(found.shape[0]):
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
    left = ones(n, int32)
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
        if 4 < members < n and local_giants(elements, lengths, system, members):
            return system, members, True
    return system, n, False


@njit(cache=True, nogil=True)
def local_giants(elements, lengths, system, size):
    """Tell whether all blocks are proved to be acted on as giants, no two of them in step."""
    n = system.size
    blocks = n // size
    primitive, giant, moved = is_prime(size), False, False
    in_step = ones(blocks, int32)
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
        orders = ones(blocks, int64)
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
                    types[b] += uint64(local // short) * mix(short)
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
    return primitive and giant and moved and in_step[1:].sum() == 0


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
