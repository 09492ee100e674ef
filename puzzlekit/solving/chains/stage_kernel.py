"""Numba kernels for chain stages: state enumeration, pattern databases and search."""

# mypy: allow-untyped-defs, allow-untyped-calls
import numpy
from numba import boolean, int16, int32, int64, types, uint8, uint64

from ...core.compiling import compiled
from ..search_kernel import find_slot, hash_line, readonly

#: Return values of `search`.
DONE, FULL, PAUSED = 0, 1, 2

#: Fields of `run`, the state of a paused search.
ROOT, BOUND, DEPTH, FOUND, NODES, FRESH = range(6)

_BYTES, _CELLS, _KEYS, _NUMBERS = (readonly(kind, 1) for kind in (uint8, int64, uint64, int32))

#: The type of `Stage.searched`. The first two arrays are the coordinates' move tables and the start
#: offsets of these tables. Next are the generators' powers, costs, allowed successors and allowed
#: last moves. The others are the pattern databases; see `search`.
SEARCHED = types.Tuple(
    (
        *(_NUMBERS, _CELLS, _CELLS, readonly(int64, 2), readonly(boolean, 2), readonly(boolean, 2)),
        *(_BYTES, _CELLS, readonly(int32, 2), readonly(int64, 2)),
    )
)


@compiled(
    int64(uint8[:, ::1], int16[:, ::1], int64[:, ::1], int32[:, ::1], uint64[::1], int32[::1])
)
def enumerate_states(lines, sources, forbidden, move_table, keys, index):
    """Enumerate the lines reachable from the first line; return their number, or -1 for too many.

    In `move_table`, -1 marks a move that creates a `forbidden` pair of cell and label.
    `keys` receives the hash of each line. `index` is their hash table, filled with -1. Its size is
    a power of two and at least twice the number of lines.
    """
    count, expanded = 1, 0
    line = lines[0].copy()
    keys[0] = hash_line(line)
    index[find_slot(keys, keys[0], index)] = 0
    while expanded < count:
        for move in range(len(sources)):
            for cell in range(len(line)):
                line[cell] = lines[expanded, sources[move, cell]]
            legal = True
            for pair in range(len(forbidden)):
                legal = legal and line[forbidden[pair, 0]] != forbidden[pair, 1]
            if not legal:
                move_table[expanded, move] = -1
                continue
            key = hash_line(line)
            at = find_slot(keys, key, index)
            if index[at] < 0:
                if count == len(lines):
                    return -1
                for cell in range(len(line)):
                    lines[count, cell] = line[cell]
                keys[count], index[at] = key, count
                count += 1
            move_table[expanded, move] = index[at]
        expanded += 1
    return count


@compiled(types.void(int16[:, ::1], _CELLS, _BYTES, _KEYS, _NUMBERS, int32[::1]))
def place(boards, cells, labels, keys, index, places):
    """Look up the labels on each board and write their index, or -1 if they are missing."""
    line = numpy.empty(len(cells), numpy.uint8)
    for number in range(len(boards)):
        for place in range(len(cells)):
            line[place] = labels[boards[number, cells[place]]]
        places[number] = index[find_slot(keys, hash_line(line), index)]


@compiled(types.void(int16[:, ::1], readonly(int16, 2), int32[:, ::1]))
def apply_words(boards, sources, words):
    """Apply a word to each board in place.

    A word is a row of (generator, exponent) pairs that ends with -1.
    """
    line = boards[0].copy()
    for number in range(len(boards)):
        for step in range(words.shape[1] // 2):
            generator = words[number, 2 * step]
            if generator < 0:
                break
            for _ in range(words[number, 2 * step + 1]):
                for cell in range(len(line)):
                    line[cell] = boards[number, sources[generator, cell]]
                for cell in range(len(line)):
                    boards[number, cell] = line[cell]


@compiled(types.void(uint8[::1], int64[::1], int32[:, ::1], int64[::1], int64))
def push_distances(distances, sizes, images, costs, distance):
    """Update the distances of all predecessors of the states at the given distance.

    The number of a state is a sum of terms, one for each coordinate. The rows of `images` hold the
    terms after each move, for all places in the first coordinate, then in the second, and so on.
    An illegal move makes the sum negative.
    """
    terms = costs.copy()
    for block in range(len(distances) // sizes[0]):
        terms[:] = 0  # the sums of the terms of all coordinates but the first
        row, left = sizes[0], block
        for part in range(1, len(sizes)):
            for move in range(len(terms)):
                terms[move] += images[row + left % sizes[part], move]
            row, left = row + sizes[part], left // sizes[part]
        for place in range(sizes[0]):
            if distances[block * sizes[0] + place] != distance:
                continue
            for move in range(len(costs)):
                new = terms[move] + images[place, move]
                if new >= 0 and distances[new] > distance + costs[move]:
                    distances[new] = distance + costs[move]


@compiled(
    int64(
        *(SEARCHED, types.Tuple((int32[:, ::1], int32[::1], int32[::1], int32[::1])), int64),
        *(int64[::1], int64, types.Tuple((int32[:, ::1], int32[:, ::1]))),
        types.Tuple((int32[:, ::1], int32[::1], int32[::1])),
    )
)
def search(searched, start, max_cost, run, nodes, work, results):
    """Find words from the roots to the goal by iterative deepening, up to `max_cost`.

    The search stops when `words` is full or after `nodes` nodes; the next call resumes it.

    A root is a row with a place for each coordinate; `spent` is the cost of reaching it, and
    `total` is a lower bound on the cost of a word through it. `to` holds the move tables. The mask
    `follow[g]` marks the generators allowed after generator g, and `last` marks the powers with
    which a word may end. Table t starts at `distances[bases[t]]` and covers the coordinates
    `parts[t]`. Each row of `stack` holds a generator, its power, the cost so far and the previous
    generator.
    """
    to, starts, powers, costs, follow, last, distances, bases, parts, strides = searched
    roots, spent, total, before = start
    places, stack = work
    words, root_of, cost_of = results
    generators, width, max_depth = len(powers), roots.shape[1], len(stack) - 1
    visited, depth = 0, run[DEPTH]
    while run[BOUND] <= max_cost:
        bound = run[BOUND]
        while run[ROOT] < len(roots):
            root = run[ROOT]
            if run[FRESH]:
                run[FRESH] = 0
                visited += 1
                depth = 0
                for part in range(width):
                    places[0, part] = roots[root, part]
                stack[0, 0], stack[0, 1], stack[0, 2] = -1, 0, spent[root]
                stack[0, 3] = before[root]
                if total[root] == bound and spent[root] == bound:
                    words[run[FOUND], 0] = -1
                    root_of[run[FOUND]], cost_of[run[FOUND]] = root, bound
                    run[FOUND] += 1
                if total[root] > bound or spent[root] == bound:
                    depth = -1
            while depth >= 0:
                generator, power = stack[depth, 0], stack[depth, 1]
                if generator < 0 or power == powers[generator]:
                    generator, power = generator + 1, 0
                    while generator < generators and not follow[stack[depth, 3], generator]:
                        generator += 1
                    if generator == generators:
                        depth -= 1
                        continue
                    for part in range(width):
                        places[depth + 1, part] = places[depth, part]
                power += 1
                stack[depth, 0], stack[depth, 1] = generator, power
                for part in range(width):
                    places[depth + 1, part] = to[
                        starts[part] + places[depth + 1, part] * generators + generator
                    ]
                cost = stack[depth, 2] + costs[generator, power]
                visited += 1
                promising = cost <= bound and depth + 1 < max_depth
                if promising:
                    remaining = bound - cost
                    for table in range(len(bases)):
                        at = bases[table]
                        for place in range(parts.shape[1]):
                            if parts[table, place] < 0:
                                break
                            at += places[depth + 1, parts[table, place]] * strides[table, place]
                        if distances[at] > remaining:
                            promising = False
                            break
                if promising and cost == bound:
                    if last[generator, power]:
                        row = run[FOUND]
                        for step in range(depth + 1):
                            words[row, 2 * step] = stack[step, 0]
                            words[row, 2 * step + 1] = stack[step, 1]
                        words[row, 2 * depth + 2] = -1
                        root_of[row], cost_of[row] = root, bound
                        run[FOUND] += 1
                elif promising:
                    # On return to this depth, the next power continues from this row of `places`.
                    depth += 1
                    stack[depth, 0], stack[depth, 1] = -1, 0
                    stack[depth, 2], stack[depth, 3] = cost, generator
                if run[FOUND] == len(words) or visited >= nodes:
                    run[DEPTH] = depth
                    run[NODES] += visited
                    return FULL if run[FOUND] == len(words) else PAUSED
            run[ROOT] += 1
            run[FRESH] = 1
            if run[FOUND] == len(words):
                run[NODES] += visited
                return FULL
        run[ROOT] = 0
        run[BOUND] += 1
    run[NODES] += visited
    return DONE
