"""Compiled parts of the factorization: the way through a table from one arrangement to another.

An arrangement is an array of numbers, equal for equal pieces. At each level of the table the
cell of the base must come to show what the goal shows there. A beam of arrangements goes
down the levels together; each is judged by the length of the way that the cheapest words
would take from it to the end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core.compiling import njit
from .ball_kernel import FAR, Array, Ball, Letters, Table, copy, find, hashed, spell

#: A branch is given up when it costs so much more than the best way that is known.
MARGIN = 20


@njit(cache=True, nogil=True)
def fits(table: Table, row: int, level: int, state: Array, goal: Array) -> bool:
    """Tell whether a word brings the right piece to the base, with all that hangs on it."""
    if table.costs[row] == FAR:
        return False
    for k in range(table.ties.shape[1]):
        cell = table.ties[level, k]
        if cell < 0:
            break
        if state[table.pulls[row, cell]] != goal[cell]:
            return False
    return True


@njit(cache=True, nogil=True)
def stays(table: Table, level: int, state: Array, goal: Array) -> bool:
    """Tell whether the right piece is at the base already."""
    if state[table.base[level]] != goal[table.base[level]]:
        return False
    for k in range(table.ties.shape[1]):
        cell = table.ties[level, k]
        if cell < 0:
            break
        if state[cell] != goal[cell]:
            return False
    return True


@njit(cache=True, nogil=True)
def sift_down(
    table: Table, level: int, state: Array, goal: Array, spare: Array, bound: int, rows: Array
) -> int:
    """Return what the cheapest words cost from a level to the end, or FAR; `state` is used up.

    The rows of the table that are taken are written to `rows`, from the place of their level.
    """
    degree = len(state)
    cost = 0
    now, after = state, spare
    for k in range(level, len(table.base)):
        rows[k] = -1
        if stays(table, k, now, goal):
            continue
        best, wanted = -1, goal[table.base[k]]
        for x in range(degree):
            if now[x] == wanted and table.slot[k, x] >= 0:
                row = table.slot[k, x] * table.width
                if (best < 0 or table.costs[row] < table.costs[best]) and fits(
                    table, row, k, now, goal
                ):
                    best = row
        if best < 0:
            return FAR
        cost += table.costs[best]
        if cost >= bound:
            return FAR
        rows[k] = best
        for i in range(degree):
            after[i] = now[table.pulls[best, i]]
        now, after = after, now
    for i in range(degree):
        if now[i] != goal[i]:
            return FAR
    return cost


@njit(cache=True, nogil=True)
def chosen(totals: Array, costs: Array, keys: Array, count: int, width: int) -> Array:
    """Return the numbers of the `width` least totals, of equal keys only the cheapest."""
    low = totals[0]
    for k in range(count):
        if totals[k] < low:
            low = totals[k]
    spread = 4096
    ends = np.zeros(spread + 1, np.int64)
    for k in range(count):
        ends[min(totals[k] - low, spread - 1) + 1] += 1
    for k in range(spread):
        ends[k + 1] += ends[k]
    order = np.empty(count, np.int64)
    for k in range(count):
        place = min(int(totals[k] - low), spread - 1)
        order[ends[place]] = k
        ends[place] += 1
    bits = 4
    while (1 << bits) < 4 * width:
        bits += 1
    seen, places = np.zeros(1 << bits, np.int64), np.empty(1 << bits, np.int32)
    for k in range(len(places)):
        places[k] = -1
    found = np.empty(min(width, count), np.int64)
    number = 0
    for each in range(count):
        if number == width:
            break
        k = order[each]
        at = find(seen, places, keys[k])
        if at >= 0:
            if costs[k] < costs[found[places[at]]]:
                found[places[at]] = k
            continue
        seen[-at - 1], places[-at - 1] = keys[k], number
        found[number] = k
        number += 1
    return found[:number]


class Beam(NamedTuple):
    """Arrangements on one level: what they cost, their first words, and the rows taken so far."""

    nodes: Array
    costs: Array
    first: Array
    rows: Array


# Kernels that take long return nothing but numbers: Ctrl-C waits until they are done, and would
# strike while numba makes Python objects of arrays, where it does not expect errors.


@njit(cache=True, nogil=True)
def enter(
    table: Table, ball: Ball, starts: int, state: Array, goal: Array, new: Beam, best: Array
) -> int:
    """Fill a beam above the first level: what the first `starts` words of the ball lead to.

    `best` holds the cost of the best way found, its first word, and then its rows. Returns
    how many arrangements there are in the beam.
    """
    degree, levels = len(state), len(table.base)
    rows = np.empty(levels, np.int32)
    spare, work = np.empty(degree, np.int16), np.empty(degree, np.int16)
    totals, keys = np.empty(starts, np.int32), np.empty(starts, np.int64)
    for k in range(starts):
        for i in range(degree):
            work[i] = state[ball.pulls[k, i]]
        keys[k] = hashed(work)
        rest = sift_down(table, 0, work, goal, spare, best[0] + MARGIN - ball.cost[k], rows)
        totals[k] = min(FAR, ball.cost[k] + rest)
        if totals[k] < best[0]:
            best[0], best[1] = totals[k], k
            for j in range(levels):
                best[2 + j] = rows[j]
    picks = chosen(totals, ball.cost, keys, starts, len(new.nodes))
    for n in range(len(picks)):
        k = picks[n]
        for i in range(degree):
            new.nodes[n, i] = state[ball.pulls[k, i]]
        new.costs[n], new.first[n] = ball.cost[k], k
    return len(picks)


@njit(cache=True, nogil=True)
def descend(table: Table, old: Beam, new: Beam, level: int, goal: Array, best: Array) -> int:
    """Fill a beam with the best arrangements in which one level more is at home; see `enter`."""
    degree, levels = len(goal), len(table.base)
    most = 64 * len(new.nodes)
    rows = np.empty(levels, np.int32)
    spare, work = np.empty(degree, np.int16), np.empty(degree, np.int16)
    totals, costs = np.empty(most, np.int32), np.empty(most, np.int32)
    keys, parents = np.empty(most, np.int64), np.empty(most, np.int32)
    takes = np.empty(most, np.int32)
    count, point = 0, table.base[level]
    for n in range(len(old.nodes)):
        here = old.nodes[n]
        for x in range(degree):
            if here[x] != goal[point] or table.slot[level, x] < 0:
                continue
            first, options = table.slot[level, x] * table.width, table.width
            if x == point:
                if not stays(table, level, here, goal):
                    continue
                first, options = -1, 1
            for row in range(first, first + options):
                cost = old.costs[n]
                if row < 0:
                    copy(here, work, degree)
                else:
                    cost += table.costs[row]
                    if table.costs[row] == FAR or cost >= best[0] + MARGIN:
                        break
                    if not fits(table, row, level, here, goal):
                        continue
                    for i in range(degree):
                        work[i] = here[table.pulls[row, i]]
                if count == most:
                    break
                keys[count], costs[count], parents[count] = hashed(work), cost, n
                takes[count] = row
                rest = sift_down(table, level + 1, work, goal, spare, best[0] + MARGIN - cost, rows)
                totals[count] = min(FAR, cost + rest)
                if totals[count] < best[0]:
                    best[0], best[1] = totals[count], old.first[n]
                    for j in range(levels):
                        best[2 + j] = old.rows[n, j] if j < level else rows[j]
                    best[2 + level] = row
                count += 1
    picks = chosen(totals, costs, keys, count, len(new.nodes))
    for n in range(len(picks)):
        k = picks[n]
        p, row = parents[k], takes[k]
        for i in range(degree):
            new.nodes[n, i] = old.nodes[p, i] if row < 0 else old.nodes[p, table.pulls[row, i]]
        new.costs[n], new.first[n] = costs[k], old.first[p]
        for j in range(level):
            new.rows[n, j] = old.rows[p, j]
        new.rows[n, level] = row
    return len(picks)


@njit(cache=True, nogil=True)
def shorten(letters: Letters, ball: Ball, word: Array, length: int, window: int) -> int:
    """Replace parts of a word, of up to `window` letters, by cheaper words of the ball.

    `word` is changed; its new length is returned.
    """
    degree = letters.pulls.shape[1]
    pull, other = np.empty(degree, np.int16), np.empty(degree, np.int16)
    start = 0
    while start < length:
        for i in range(degree):
            pull[i] = i
        cost, gain, gain_end, number = 0, 0, 0, 0
        for end in range(start, min(length, start + window)):
            step = letters.pulls[word[end]]
            for i in range(degree):
                other[i] = pull[step[i]]
            pull, other = other, pull
            cost += letters.costs[word[end]]
            at = find(ball.keys, ball.places, hashed(pull))
            if at < 0:
                continue
            known = ball.places[at]
            saved = cost - ball.cost[known]
            # A word of more letters that costs less would need room.
            if saved > gain and ball.length[known] <= end + 1 - start:
                gain, gain_end, number = saved, end + 1, known
        if gain > 0:
            middle = spell(ball, number, word, start)
            for k in range(length - gain_end):
                word[middle + k] = word[gain_end + k]
            length -= gain_end - middle
            start = max(0, start - window)
        else:
            start += 1
    return length
