"""Numba kernels for a beam search through the levels of a table.

An arrangement is an array of numbers, which are equal for equal pieces. Each level of the table
solves a set of cells that are tied together. A beam of arrangements descends the levels; each
arrangement is evaluated by the cost of finishing it with the cheapest words. The arrays of a table
are described in `table_compiled`.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
import numpy
from numba import int16, int32, int64, types, uint64

from ...core.compiling import compiled
from ..search_kernel import choose_distinct, find_slot, hash_line, readonly
from .ball_kernel import UNREACHED, spell_word

#: Prune branches that cost this much more than the best known word.
MARGIN = 20

# Memory-mapped tables are read-only.
_CELLS, _GRID = readonly(int16, 1), readonly(int16, 2)
_NUMBERS, _PLACES = readonly(int32, 1), readonly(int32, 2)

#: The ties and the cheapest words at each level: ends, costs, sources, moves, ends of moves, rows.
_OPTIONS = types.Tuple((_GRID, _NUMBERS, _NUMBERS, _GRID, _GRID, _NUMBERS, _NUMBERS))

#: The words in all slots: slots, ends of slots, permutations, costs.
_ROWS = types.Tuple((_PLACES, _NUMBERS, _GRID, _NUMBERS))

#: The ball of short words: parents, letters, costs, lengths, keys, places.
_BALL = types.Tuple((_NUMBERS, _CELLS, _NUMBERS, _NUMBERS, readonly(uint64, 1), _NUMBERS))

#: A beam: the arrangements, and for each its cost, first word, and the rows taken so far.
_BEAM = types.Tuple((int16[:, ::1], int32[::1], int32[::1], int32[:, ::1]))


@compiled(int64(_OPTIONS, int64, int16[::1], _CELLS, int16[::1], int64, int32[::1]))
def sift_cheapest(options, level, state, goal, spare, bound, taken):
    """Finish a state with the cheapest words from `level` on and write their rows.

    Returns the cost, or `UNREACHED` if no word fits or if the cost would be `bound` or more.
    """
    ties, ends, prices, sources, moves, move_ends, rows = options
    cost = 0
    for k in range(level, len(ties)):
        chosen = -1
        for option in range(ends[k], ends[k + 1]):
            fits = True
            for t in range(ties.shape[1]):
                if ties[k, t] < 0:
                    break
                if state[sources[option, t]] != goal[ties[k, t]]:
                    fits = False
                    break
            if fits:
                chosen = option
                break
        if chosen < 0:
            return UNREACHED
        cost += prices[chosen]
        if cost >= bound:
            return UNREACHED
        taken[k] = rows[chosen]
        start, end = move_ends[chosen], move_ends[chosen + 1]
        for i in range(start, end):
            spare[i - start] = state[moves[i, 1]]
        for i in range(start, end):
            state[moves[i, 0]] = spare[i - start]
    for i in range(len(state)):
        if state[i] != goal[i]:
            return UNREACHED
    return cost


# Slow kernels return only numbers: a pending Ctrl+C would otherwise be raised while numba boxes
# arrays, where it does not expect errors.


@compiled(int64(_OPTIONS, _GRID, _NUMBERS, int64, _CELLS, _CELLS, _BEAM, int32[::1]))
def fill_first_beam(options, near_pulls, near_cost, starts, state, goal, beam, best):
    """Fill a beam with the results of words from the ball; return the size of the beam.

    `best` holds the lowest cost found, followed by the first word and the rows that lead to it.
    """
    nodes, costs, first, _ = beam
    degree, levels = len(state), len(options[0])
    new = numpy.empty(levels, numpy.int32)
    spare, work = numpy.empty(degree, numpy.int16), numpy.empty(degree, numpy.int16)
    totals, keys = numpy.empty(starts, numpy.int32), numpy.empty(starts, numpy.uint64)
    for k in range(starts):
        for i in range(degree):
            work[i] = state[near_pulls[k, i]]
        keys[k] = hash_line(work)
        bound = best[0] + MARGIN - near_cost[k]
        rest = sift_cheapest(options, 0, work, goal, spare, bound, new)
        totals[k] = min(UNREACHED, near_cost[k] + rest)
        if totals[k] < best[0]:
            best[0], best[1] = totals[k], k
            for j in range(levels):
                best[2 + j] = new[j]
    picks = numpy.empty(len(nodes), numpy.int64)
    count = choose_distinct(totals, near_cost, keys, starts, picks)
    for n in range(count):
        for i in range(degree):
            nodes[n, i] = state[near_pulls[picks[n], i]]
        costs[n], first[n] = near_cost[picks[n]], picks[n]
    return count


@compiled(int64(_OPTIONS, _ROWS, int64, _CELLS, _BEAM, int64, _BEAM, int32[::1]))
def fill_next_beam(options, rows, level, goal, beam, node_count, new_beam, best):
    """Fill a beam with successors one level deeper; return its size. See also `fill_first_beam`."""
    ties, (slot, row_starts, pulls, row_costs) = options[0], rows
    nodes, costs, first, taken = beam
    new_nodes, new_costs, new_first, new_taken = new_beam
    degree, levels = len(goal), len(ties)
    capacity = 64 * len(new_nodes)
    new = numpy.empty(levels, numpy.int32)
    spare, work = numpy.empty(degree, numpy.int16), numpy.empty(degree, numpy.int16)
    totals, spent = numpy.empty(capacity, numpy.int32), numpy.empty(capacity, numpy.int32)
    keys, parents = numpy.empty(capacity, numpy.uint64), numpy.empty(capacity, numpy.int32)
    takes = numpy.empty(capacity, numpy.int32)
    count, wanted = 0, goal[ties[level, 0]]
    for n in range(node_count):
        for x in range(degree):
            if nodes[n, x] != wanted or slot[level, x] < 0:
                continue
            for row in range(row_starts[slot[level, x]], row_starts[slot[level, x] + 1]):
                cost = costs[n] + row_costs[row]
                if cost >= best[0] + MARGIN or count == capacity:
                    break
                fits = True
                for t in range(1, ties.shape[1]):
                    cell = ties[level, t]
                    if cell < 0:
                        break
                    if nodes[n, pulls[row, cell]] != goal[cell]:
                        fits = False
                        break
                if not fits:
                    continue
                for i in range(degree):
                    work[i] = nodes[n, pulls[row, i]]
                keys[count], spent[count], parents[count] = hash_line(work), cost, n
                takes[count] = row
                bound = best[0] + MARGIN - cost
                rest = sift_cheapest(options, level + 1, work, goal, spare, bound, new)
                totals[count] = min(UNREACHED, cost + rest)
                if totals[count] < best[0]:
                    best[0], best[1] = totals[count], first[n]
                    for j in range(level):
                        best[2 + j] = taken[n, j]
                    best[2 + level] = row
                    for j in range(level + 1, levels):
                        best[2 + j] = new[j]
                count += 1
    if count == 0:
        return 0
    picks = numpy.empty(len(new_nodes), numpy.int64)
    kept = choose_distinct(totals, spent, keys, count, picks)
    for n in range(kept):
        k = picks[n]
        p, row = parents[k], takes[k]
        for i in range(degree):
            new_nodes[n, i] = nodes[p, pulls[row, i]]
        new_costs[n], new_first[n] = spent[k], first[p]
        for j in range(level):
            new_taken[n, j] = taken[p, j]
        new_taken[n, level] = row
    return kept


@compiled(int64(_GRID, _NUMBERS, _BALL, int16[::1], int64, int64))
def shorten(letter_pulls, letter_costs, ball, word, length, window):
    """Replace parts of a word of up to `window` letters with cheaper words; return its length."""
    parent, letter, near_cost, near_length, keys, places = ball
    degree = letter_pulls.shape[1]
    pull, other = numpy.empty(degree, numpy.int16), numpy.empty(degree, numpy.int16)
    start = 0
    while start < length:
        for i in range(degree):
            pull[i] = i
        cost, gain, gain_end, number = 0, 0, 0, 0
        for end in range(start, min(length, start + window)):
            for i in range(degree):
                other[i] = pull[letter_pulls[word[end], i]]
            pull, other = other, pull
            cost += letter_costs[word[end]]
            other_word = places[find_slot(keys, hash_line(pull), places)]
            if other_word < 0:
                continue
            saved = cost - near_cost[other_word]
            # A cheaper word with more letters would not fit in place.
            if saved > gain and near_length[other_word] <= end + 1 - start:
                gain, gain_end, number = saved, end + 1, other_word
        if gain > 0:
            middle = spell_word(parent, letter, number, word, start)
            for k in range(length - gain_end):
                word[middle + k] = word[gain_end + k]
            length -= gain_end - middle
            start = max(0, start - window)
        else:
            start += 1
    return length
