"""Chains of subgroups, compiled: coarser puzzles are counted, and searched through their tables."""

# mypy: allow-untyped-defs, allow-untyped-calls
import numpy
from numba import boolean, int16, int32, int64, types, uint8, uint64

from ...core.compiling import njit

#: What a slice of the search ends with.
DONE, FULL, PAUSED = 0, 1, 2

#: Where in `run` it says how far the search has come.
ROOT, BOUND, DEPTH, FOUND, NODES, FRESH = range(6)

#: Distances that have not been found.
UNREACHED = 255

_BYTES = types.Array(uint8, 1, "C", readonly=True)
_LINES = types.Array(uint8, 2, "C", readonly=True)
_KEYS = types.Array(uint64, 1, "C", readonly=True)
_NUMBERS = types.Array(int32, 1, "C", readonly=True)

#: `Stage.searched`: moves of the coordinates and where each begins; powers of the generators, what
#: they cost, what may follow on what and end a word; the tables, see `search`.
SEARCHED = types.Tuple(
    (
        *(_NUMBERS, int64[::1], int64[::1], int64[:, ::1], boolean[:, ::1], boolean[:, ::1]),
        *(_BYTES, int64[::1], int32[:, ::1], int64[:, ::1]),
    )
)


@njit(uint64(uint8[::1]), cache=True, nogil=True)
def key_of(line):
    """Return a number that differs, almost surely, for lines that differ."""
    mixed = uint64(14695981039346656037)
    for byte in line:
        mixed = (mixed ^ uint64(byte)) * uint64(1099511628211)
    return mixed ^ (mixed >> uint64(29))


@njit(int64(_LINES, uint8[::1], _NUMBERS), cache=True, nogil=True)
def slot(lines, line, index):
    """Return the place in an index of lines where a line is, or where it would be."""
    mask = uint64(len(index) - 1)
    at = int64(key_of(line) & mask)
    while index[at] >= 0:
        number, same = index[at], True
        for cell in range(len(line)):
            if lines[number, cell] != line[cell]:
                same = False
                break
        if same:
            break
        at = (at + 1) & int64(mask)
    return at


@njit(
    int64(uint8[:, ::1], int16[:, ::1], int64[:, ::1], int32[:, ::1], int32[::1]),
    cache=True,
    nogil=True,
)
def enumerate_states(lines, sources, never, to, index):
    """Enumerate the lines reachable from the first one; return how many, -1 if too many.

    A move to a forbidden (`never`) cell and label leads to -1. `index` is a hash table filled with
    -1, whose size is a power of two and at least twice the number of lines.
    """
    count, looked = 1, 0
    line = lines[0].copy()
    index[slot(lines, line, index)] = 0
    while looked < count:
        for move in range(len(sources)):
            for cell in range(len(line)):
                line[cell] = lines[looked, sources[move, cell]]
            legal = True
            for pair in range(len(never)):
                legal = legal and line[never[pair, 0]] != never[pair, 1]
            if not legal:
                to[looked, move] = -1
                continue
            at = slot(lines, line, index)
            if index[at] < 0:
                if count == len(lines):
                    return -1
                for cell in range(len(line)):
                    lines[count, cell] = line[cell]
                index[at] = count
                count += 1
            to[looked, move] = index[at]
        looked += 1
    return count


@njit(types.void(_LINES, int32[::1]), cache=True, nogil=True)
def index_states(lines, index):
    """Fill in an index of lines, as `enumerated` does."""
    for number in range(len(lines)):
        index[slot(lines, lines[number].copy(), index)] = number


@njit(types.void(_LINES, uint64[::1]), cache=True, nogil=True)
def keys_of(lines, keys):
    """Fill in the keys of lines."""
    for number in range(len(lines)):
        keys[number] = key_of(lines[number].copy())


@njit(
    types.void(int16[:, ::1], int64[::1], uint8[::1], _KEYS, _NUMBERS, int32[::1]),
    cache=True,
    nogil=True,
)
def place(boards, cells, labels, keys, index, found):
    """Say of each board which of the keys its cells have by labels of parts; -1 if none."""
    line = numpy.empty(len(cells), numpy.uint8)
    mask = uint64(len(index) - 1)
    for number in range(len(boards)):
        for place in range(len(cells)):
            line[place] = labels[boards[number, cells[place]]]
        key = key_of(line)
        at = int64(key & mask)
        while index[at] >= 0 and keys[index[at]] != key:
            at = (at + 1) & int64(mask)
        found[number] = index[at]


@njit(types.void(int16[:, ::1], int16[:, ::1], int32[:, ::1], int64), cache=True, nogil=True)
def apply_words(boards, sources, words, width):
    """Make the moves of a word on each board: pairs of a generator and how often, -1 at the end."""
    line = boards[0].copy()
    for number in range(len(boards)):
        for step in range(width):
            generator = words[number, 2 * step]
            if generator < 0:
                break
            for _ in range(words[number, 2 * step + 1]):
                for cell in range(len(line)):
                    line[cell] = boards[number, sources[generator, cell]]
                for cell in range(len(line)):
                    boards[number, cell] = line[cell]


_PRODUCT = uint8[::1], int64[::1], int64[::1], _NUMBERS, int64[::1], int64[::1]


@njit(types.void(*_PRODUCT, int64[:, ::1], int64), cache=True, nogil=True)
def push(far, sizes, strides, to, starts, powers, costs, distance):
    """Give their distances to what is one move away from all of one distance."""
    many = len(powers)
    here, now = sizes.copy(), sizes.copy()
    for at in range(len(far)):
        if far[at] != distance:
            continue
        for part in range(len(sizes)):
            here[part] = at // strides[part] % sizes[part]
        for generator in range(many):
            for part in range(len(sizes)):
                now[part] = here[part]
            for power in range(1, powers[generator] + 1):
                new, legal = 0, True
                for part in range(len(sizes)):
                    now[part] = to[starts[part] + now[part] * many + generator]
                    legal = legal and now[part] >= 0
                    new += now[part] * strides[part]
                if not legal:
                    break
                cost = distance + costs[generator, powers[generator] + 1 - power]
                if far[new] > cost:
                    far[new] = cost


@njit(types.void(*_PRODUCT, int64), cache=True, nogil=True)
def pull(far, sizes, strides, to, starts, powers, distance):
    """Do the same where every move costs one: look from what has no distance yet."""
    many = len(powers)
    here, now = sizes.copy(), sizes.copy()
    for at in range(len(far)):
        if far[at] != UNREACHED:
            continue
        for part in range(len(sizes)):
            here[part] = at // strides[part] % sizes[part]
        near = False
        for generator in range(many):
            for part in range(len(sizes)):
                now[part] = here[part]
            for _ in range(powers[generator]):
                new, legal = 0, True
                for part in range(len(sizes)):
                    now[part] = to[starts[part] + now[part] * many + generator]
                    legal = legal and now[part] >= 0
                    new += now[part] * strides[part]
                if not legal:
                    break
                if far[new] == distance:
                    near = True
                    break
            if near:
                far[at] = distance + 1
                break


@njit(
    int64(
        *(SEARCHED, int32[:, ::1], int32[::1], int32[::1], int64, int64[::1], int64),
        *(int32[:, ::1], int32[:, ::1], int32[:, ::1], int32[::1], int32[::1]),
    ),
    cache=True,
    nogil=True,
)
def search(
    searched, roots, spent, before, most, run, nodes, places, stack, words, root_of, cost_of
):
    """Look for words from the roots to the goal whose costs, with those spent, are one bound after
    the other, up to `most`; stop when there is no room for more words, or after so many nodes.
    Called again, go on.

    A root is a place in each coordinate, whose moves are `to`. The generators `follow[g]` may
    follow on g; a word may end with a power of a generator if that is in `last`. Table t begins at
    `bases[t]` of `far` and knows the coordinates `parts[t]`. `stack` has a line for each depth:
    generator, power, cost so far, generator before.
    """
    to, starts, powers, costs, follow, last, far, bases, parts, strides = searched
    many, width, deepest = len(powers), roots.shape[1], len(stack) - 1
    looked, depth = 0, run[DEPTH]
    while run[BOUND] <= most:
        bound = run[BOUND]
        while run[ROOT] < len(roots):
            root = run[ROOT]
            if run[FRESH]:
                run[FRESH] = 0
                looked += 1
                depth = 0
                for part in range(width):
                    places[0, part] = roots[root, part]
                stack[0, 0], stack[0, 1], stack[0, 2] = -1, 0, spent[root]
                stack[0, 3] = before[root]
                least = 0
                for table in range(len(bases)):
                    at = bases[table]
                    for place in range(parts.shape[1]):
                        if parts[table, place] >= 0:
                            at += places[0, parts[table, place]] * strides[table, place]
                    least = max(least, far[at])
                if least == 0 and spent[root] == bound:
                    words[run[FOUND], 0] = -1
                    root_of[run[FOUND]], cost_of[run[FOUND]] = root, bound
                    run[FOUND] += 1
                if (least == 0 and spent[root] == bound) or spent[root] + least > bound:
                    depth = -1
            while depth >= 0:
                generator, power = stack[depth, 0], stack[depth, 1]
                if generator < 0 or power == powers[generator]:
                    generator, power = generator + 1, 0
                    while generator < many and not follow[stack[depth, 3], generator]:
                        generator += 1
                    if generator == many:
                        depth -= 1
                        continue
                    for part in range(width):
                        places[depth + 1, part] = places[depth, part]
                power += 1
                stack[depth, 0], stack[depth, 1] = generator, power
                for part in range(width):
                    places[depth + 1, part] = to[
                        starts[part] + places[depth + 1, part] * many + generator
                    ]
                cost = stack[depth, 2] + costs[generator, power]
                looked += 1
                good = cost <= bound and depth + 1 < deepest
                if good:
                    room = bound - cost
                    for table in range(len(bases)):
                        at = bases[table]
                        for place in range(parts.shape[1]):
                            if parts[table, place] < 0:
                                break
                            at += places[depth + 1, parts[table, place]] * strides[table, place]
                        if far[at] > room:
                            good = False
                            break
                if good and cost == bound:
                    if last[generator, power]:
                        found = run[FOUND]
                        for step in range(depth + 1):
                            words[found, 2 * step] = stack[step, 0]
                            words[found, 2 * step + 1] = stack[step, 1]
                        words[found, 2 * depth + 2] = -1
                        root_of[found], cost_of[found] = root, bound
                        run[FOUND] += 1
                elif good:
                    # The powers of this generator go on in the next line, which is used now.
                    depth += 1
                    stack[depth, 0], stack[depth, 1] = -1, 0
                    stack[depth, 2], stack[depth, 3] = cost, generator
                if run[FOUND] == len(words) or looked >= nodes:
                    run[DEPTH] = depth
                    run[NODES] += looked
                    return FULL if run[FOUND] == len(words) else PAUSED
            run[ROOT] += 1
            run[FRESH] = 1
            if run[FOUND] == len(words):
                run[NODES] += looked
                return FULL
        run[ROOT] = 0
        run[BOUND] += 1
    run[NODES] += looked
    return DONE
