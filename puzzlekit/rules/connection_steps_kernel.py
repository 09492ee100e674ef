"""Connection games compiled in which a turn may first move a stone by a step: see the other kernel.

As stones leave, the parents of a colour may join what no longer hangs together, but never miss what
does. Only when they say that two sides are joined are they made anew, which tells.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy
from numba import boolean, int32, int64

from .compiled import GOING_ON
from .connection_kernel import (
    ATTEMPTS,
    AWAY,
    BITS,
    BLOCKS,
    CELLS,
    COMPANY,
    EMPTY,
    FIRST,
    FORBIDDEN,
    LISTS,
    MAY_SWAP,
    MOST,
    NEAR,
    OUTCOME,
    PASSES,
    PLY,
    RECORDS,
    SEAT,
    SOURCE,
    STEPS,
    STONES,
    TARGET,
    WIDTH,
    add_words,
    fits,
    heals,
    joined,
    mover,
    play_word,
    put,
    rejoin,
    swap_of,
    turn_over,
)
from .kernel_signatures import MOVES, PLAY, PLAYOUT, compiled, helper, helper_no_alloc, random_below

#: What company a stone needs that steps, in the order of the words: see `Connection`.
ALONE, BESIDE, MIXED = range(3)


@helper_no_alloc(int64(int32[::1], int32[::1], int64, int64, int64, int64, int32[::1], int64))
def note_healers(table, state, cell, source, target, colour, out, first):
    """Write where a stone heals the first forbidden block at a cell; return how many, or -1."""
    forbidden = FORBIDDEN + 81 * (colour - FIRST) + 27 * state[STONES + cell]
    at = table[RECORDS + LISTS * cell + BLOCKS]
    for k in range(at + 1, at + 1 + table[at], 3):
        a = state[STONES + cell + table[k]]
        opposite = state[STONES + cell + table[k + 1]]
        b = state[STONES + cell + table[k + 2]]
        if not table[forbidden + 9 * a + 3 * opposite + b]:
            continue
        count = first
        for i in range(4):
            spot = cell + table[k + i] if i < 3 else cell
            if state[STONES + spot] == EMPTY and heals(table, state, spot, source, target, colour):
                place = count
                while place > first and out[place - 1] > spot:
                    out[place] = out[place - 1]
                    place -= 1
                out[place] = spot
                count += 1
        return count - first
    return -1


@helper(int64(int32[::1], int32[::1], int64, int64, int64, int32[::1], int64))
def healers(table, state, source, target, colour, out, first):
    """Write where a stone heals what a step has made; return how many, or -1 if it made nothing."""
    count = note_healers(table, state, source, source, target, colour, out, first)
    if count >= 0:
        return count
    return note_healers(table, state, target, source, target, colour, out, first)


@helper(int64(int32[::1], int32[::1], int64, int64, int64, int64, int32[::1], int64))
def ending(table, state, source, target, colour, hint, out, first):
    """Return where a stone ends the turn after a step, or -1; `hint` is tried first."""
    state[STONES + source], state[STONES + target] = EMPTY, colour
    found = -1
    count = healers(table, state, source, target, colour, out, first)
    if count > 0:
        found = int(out[first])
    elif count < 0:
        cells = table[CELLS]
        for k in range(cells):
            cell = hint + k
            if cell >= cells:
                cell -= cells
            if state[STONES + cell] == EMPTY and fits(table, state, cell, colour, colour):
                found = cell
                break
    state[STONES + source], state[STONES + target] = colour, EMPTY
    return found


@helper(boolean(int32[::1], int32[::1], int64, int64, int32[::1], int64))
def in_mixed_group(table, state, source, colour, out, first):
    """Tell whether a stone hangs together with one of the other colour."""
    found = False
    out[first], last, here = source, first + 1, first
    state[STONES + source] = AWAY
    while here < last and not found:
        cell = out[here]
        here += 1
        at = table[RECORDS + LISTS * cell + NEAR]
        for k in range(at + 1, at + 1 + table[at]):
            near = cell + table[k]
            stone = state[STONES + near]
            if stone == colour:
                state[STONES + near] = AWAY
                out[last] = near
                last += 1
            elif stone > EMPTY:
                found = True
                break
    for k in range(first, last):
        state[STONES + out[k]] = colour
    return found


@helper_no_alloc(boolean(int32[::1], int32[::1], int64, int64, int32[::1], int64))
def can_leave(table, state, source, colour, out, first):
    """Return whether a stone has the company that it needs to step; `out` is scratch."""
    if table[COMPANY] == ALONE:
        return True
    if table[COMPANY] == MIXED:
        return in_mixed_group(table, state, source, colour, out, first)
    at = table[RECORDS + LISTS * source + NEAR]
    for k in range(at + 1, at + 1 + table[at]):
        if state[STONES + source + table[k]] != EMPTY:
            return True
    return False


@compiled(MOVES)
def moves(table, state, out):
    """Write the legal moves."""
    if state[OUTCOME] != GOING_ON:
        return 0
    cells, colour = table[CELLS], mover(state)
    count = -1
    if state[SOURCE] >= 0:
        count = healers(table, state, state[SOURCE], state[TARGET], colour, out, 0)
    if count >= 0:
        return add_words(table, state, out, count)
    count = 0
    for cell in range(cells):
        if state[STONES + cell] == EMPTY and fits(table, state, cell, colour, colour):
            out[count] = cell
            count += 1
    hint = 0
    for source in range(cells if state[SOURCE] < 0 else 0):
        if state[STONES + source] == colour and can_leave(table, state, source, colour, out, count):
            at = table[RECORDS + LISTS * source + STEPS]
            for k in range(at + 1, at + 1 + table[at]):
                target = source + table[k]
                if state[STONES + target] == EMPTY:
                    found = ending(table, state, source, target, colour, hint, out, count)
                    if found >= 0:
                        hint = found
                        out[count] = ((1 + source) << table[BITS]) | target
                        count += 1
    return add_words(table, state, out, count)


@compiled(PLAY)
def play(table, state, move):
    """Make a move."""
    if play_word(table, state, move):
        return
    colour, source = mover(state), (move >> table[BITS]) - 1
    target = move & ((1 << table[BITS]) - 1)
    put(table, state, target, colour)
    if source >= 0:
        state[STONES + source] = EMPTY
        state[SOURCE], state[TARGET] = source, target
        return
    state[SOURCE] = state[TARGET] = -1
    state[PASSES] = 0
    if joined(table, state, colour) and rejoin(table, state, colour):
        state[OUTCOME] = state[SEAT]
    turn_over(state)


@helper_no_alloc
def attempt(table, state, draws, spots, counts, hints, colour, out):
    """Draw a placement, a step or the swap; return -1 if that is not a legal move."""
    steps = counts[EMPTY] + (counts[colour] << table[WIDTH])
    swaps = int(table[MAY_SWAP] and state[PLY] == 1)
    chosen = random_below(draws, steps + swaps)
    if chosen < counts[EMPTY]:
        cell = spots[EMPTY, chosen]
        return cell if fits(table, state, cell, colour, colour) else -1
    if chosen == steps:
        return swap_of(table)
    chosen -= counts[EMPTY]
    source, k = spots[colour, chosen >> table[WIDTH]], chosen & ((1 << table[WIDTH]) - 1)
    at = table[RECORDS + LISTS * source + STEPS]
    if k >= table[at]:
        return -1
    target = source + table[at + 1 + k]
    if state[STONES + target] != EMPTY:
        return -1
    if not can_leave(table, state, source, colour, out, 0):
        return -1
    found = ending(table, state, source, target, colour, hints[colour], out, 0)
    if found < 0:
        return -1
    hints[colour] = found
    return ((1 + source) << table[BITS]) | target


@helper_no_alloc
def choose(table, state, draws, spots, counts, hints, found):
    """Draw a move."""
    colour, move = mover(state), -1
    if state[SOURCE] < 0:
        for _ in range(ATTEMPTS):
            move = attempt(table, state, draws, spots, counts, hints, colour, found)
            if move >= 0:
                return move
    else:
        count = healers(table, state, state[SOURCE], state[TARGET], colour, found, 0)
        if count > 0 and state[PLY] != 1:
            return int(found[random_below(draws, count)])
        if count < 0 and state[PLY] != 1:
            for _ in range(ATTEMPTS):
                cell = int(spots[EMPTY, random_below(draws, counts[EMPTY])])
                if fits(table, state, cell, colour, colour):
                    return cell
    return int(found[random_below(draws, moves(table, state, found))])


@helper_no_alloc
def note_move(table, state, move, spots, places, counts):
    """Note what a move, which is not made yet, changes in the lists of cells."""
    if move >= swap_of(table):
        return
    colour, source = mover(state), (move >> table[BITS]) - 1
    target = move & ((1 << table[BITS]) - 1)
    place = places[target]
    if source >= 0:
        spots[EMPTY, place] = source
        spots[colour, places[source]] = target
        places[target], places[source] = places[source], place
    else:
        counts[EMPTY] -= 1
        last = spots[EMPTY, counts[EMPTY]]
        spots[EMPTY, place], places[last] = last, place
        spots[colour, counts[colour]], places[target] = target, counts[colour]
        counts[colour] += 1


@helper_no_alloc
def play_out(table, state, draws, trace, spots, places, counts, hints, found):
    """Play at random to the end; the arrays from `spots` on are for the work."""
    ply = 0
    while state[OUTCOME] == GOING_ON and ply < len(trace):
        move = choose(table, state, draws, spots, counts, hints, found)
        note_move(table, state, move, spots, places, counts)
        trace[ply, 0], trace[ply, 1] = state[SEAT], move
        play(table, state, move)
        ply += 1
    return ply


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play at random to the end: draw what may be a move until it is one."""
    cells = table[CELLS]
    spots = numpy.empty((3, cells), dtype=numpy.int32)  # the cells by what lies on them
    places = numpy.empty(cells, dtype=numpy.int32)  # where each stands among them
    counts = numpy.zeros(3, dtype=numpy.int32)
    hints = numpy.zeros(3, dtype=numpy.int32)
    for cell in range(cells):
        stone = state[STONES + cell]
        spots[stone, counts[stone]], places[cell] = cell, counts[stone]
        counts[stone] += 1
    found = numpy.empty(table[MOST], dtype=numpy.int32)
    return play_out(table, state, draws, trace, spots, places, counts, hints, found)
