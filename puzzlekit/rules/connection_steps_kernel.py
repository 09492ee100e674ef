"""Kernels of connection games whose turns may begin with a step; see `connection_kernel`.

After a step, the union-find forest may still join stones that are no longer connected, but it never
misses a connection. It is rebuilt only when it reports that two sides are connected.
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
    EMPTY,
    FIRST,
    FORBIDDEN,
    MAX_MOVES,
    MAY_SWAP,
    MOVEMENT_CONDITION,
    NEAR,
    OUTCOME,
    PASSES,
    PLY,
    RECORD,
    RECORDS,
    SEAT,
    SOURCE,
    STEPS,
    STONES,
    TARGET,
    WIDTH,
    add_words,
    joined,
    makes_no_forbidden_block,
    mover,
    play_word,
    put,
    rejoin,
    repairs_step,
    swap_of,
    turn_over,
)
from .kernel_signatures import (
    MOVES,
    PLAY,
    PLAYOUT,
    borrow,
    compiled,
    helper,
    helper_no_alloc,
    random_below,
)

#: The movement conditions, in the order of `Connection.movement_conditions`.
ALONE, BESIDE, MIXED = range(3)


@helper_no_alloc(int64(int32[::1], int32[::1], int64, int64, int64, int64, int32[::1], int64))
def note_repairing_placements(table, state, cell, source, target, colour, out, first):
    """Write the placements that repair the first forbidden block at a cell.

    Return their number, or -1 if no block at the cell is forbidden.
    """
    forbidden = FORBIDDEN + 81 * (colour - FIRST) + 27 * state[STONES + cell]
    at = table[RECORDS + RECORD * cell + BLOCKS]
    for k in range(at + 1, at + 1 + table[at], 3):
        a = state[STONES + cell + table[k]]
        opposite = state[STONES + cell + table[k + 1]]
        b = state[STONES + cell + table[k + 2]]
        if not table[forbidden + 9 * a + 3 * opposite + b]:
            continue
        count = first
        for i in range(4):
            candidate = cell + table[k + i] if i < 3 else cell
            if state[STONES + candidate] == EMPTY and repairs_step(
                table, state, candidate, source, target, colour
            ):
                place = count
                while place > first and out[place - 1] > candidate:
                    out[place] = out[place - 1]
                    place -= 1
                out[place] = candidate
                count += 1
        return count - first
    return -1


@helper(int64(int32[::1], int32[::1], int64, int64, int64, int32[::1], int64))
def repairing_placements(table, state, source, target, colour, out, first):
    """Write the placements that repair a step; return their number, or -1 if none is needed."""
    count = note_repairing_placements(table, state, source, source, target, colour, out, first)
    if count >= 0:
        return count
    return note_repairing_placements(table, state, target, source, target, colour, out, first)


@helper(int64(int32[::1], int32[::1], int64, int64, int64, int64, int32[::1], int64))
def ending(table, state, source, target, colour, hint, out, first):
    """Return a placement that ends the turn after a step, or -1; try `hint` first."""
    state[STONES + source], state[STONES + target] = EMPTY, colour
    placement = -1
    count = repairing_placements(table, state, source, target, colour, out, first)
    if count > 0:
        placement = int(out[first])
    elif count < 0:
        cells = table[CELLS]
        for k in range(cells):
            cell = hint + k
            if cell >= cells:
                cell -= cells
            if state[STONES + cell] == EMPTY and makes_no_forbidden_block(
                table, state, cell, colour, colour
            ):
                placement = cell
                break
    state[STONES + source], state[STONES + target] = colour, EMPTY
    return placement


@helper(boolean(int32[::1], int32[::1], int64, int64, int32[::1], int64))
def in_mixed_group(table, state, source, colour, out, first):
    """Return whether a stone is in a connected group with stones of both colours."""
    is_mixed = False
    out[first], last, here = source, first + 1, first
    state[STONES + source] = AWAY
    while here < last and not is_mixed:
        cell = out[here]
        here += 1
        at = table[RECORDS + RECORD * cell + NEAR]
        for k in range(at + 1, at + 1 + table[at]):
            near = cell + table[k]
            stone = state[STONES + near]
            if stone == colour:
                state[STONES + near] = AWAY
                out[last] = near
                last += 1
            elif stone > EMPTY:
                is_mixed = True
                break
    for k in range(first, last):
        state[STONES + out[k]] = colour
    return is_mixed


@helper_no_alloc(boolean(int32[::1], int32[::1], int64, int64, int32[::1], int64))
def can_leave(table, state, source, colour, out, first):
    """Return whether a stone meets the condition for a step. `out` is scratch space."""
    if table[MOVEMENT_CONDITION] == ALONE:
        return True
    if table[MOVEMENT_CONDITION] == MIXED:
        return in_mixed_group(table, state, source, colour, out, first)
    at = table[RECORDS + RECORD * source + NEAR]
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
        count = repairing_placements(table, state, state[SOURCE], state[TARGET], colour, out, 0)
    if count >= 0:
        return add_words(table, state, out, count)
    count = 0
    for cell in range(cells):
        if state[STONES + cell] == EMPTY and makes_no_forbidden_block(
            table, state, cell, colour, colour
        ):
            out[count] = cell
            count += 1
    hint = 0
    for source in range(cells if state[SOURCE] < 0 else 0):
        if state[STONES + source] == colour and can_leave(table, state, source, colour, out, count):
            at = table[RECORDS + RECORD * source + STEPS]
            for k in range(at + 1, at + 1 + table[at]):
                target = source + table[k]
                if state[STONES + target] == EMPTY:
                    placement = ending(table, state, source, target, colour, hint, out, count)
                    if placement >= 0:
                        hint = placement
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
def attempt(table, state, draws, lists, counts, hints, colour, out):
    """Draw a random placement, step or swap; return its code, or -1 if it is illegal."""
    steps = counts[EMPTY] + (counts[colour] << table[WIDTH])
    swaps = int(table[MAY_SWAP] and state[PLY] == 1)
    chosen = random_below(draws, steps + swaps)
    if chosen < counts[EMPTY]:
        cell = lists[EMPTY, chosen]
        return cell if makes_no_forbidden_block(table, state, cell, colour, colour) else -1
    if chosen == steps:
        return swap_of(table)
    chosen -= counts[EMPTY]
    source, k = lists[colour, chosen >> table[WIDTH]], chosen & ((1 << table[WIDTH]) - 1)
    at = table[RECORDS + RECORD * source + STEPS]
    if k >= table[at]:
        return -1
    target = source + table[at + 1 + k]
    if state[STONES + target] != EMPTY:
        return -1
    if not can_leave(table, state, source, colour, out, 0):
        return -1
    placement = ending(table, state, source, target, colour, hints[colour], out, 0)
    if placement < 0:
        return -1
    hints[colour] = placement
    return ((1 + source) << table[BITS]) | target


@helper_no_alloc
def choose(table, state, draws, lists, counts, hints, out):
    """Return a random legal move."""
    colour, move = mover(state), -1
    if state[SOURCE] < 0:
        for _ in range(ATTEMPTS):
            move = attempt(table, state, draws, lists, counts, hints, colour, out)
            if move >= 0:
                return move
    else:
        count = repairing_placements(table, state, state[SOURCE], state[TARGET], colour, out, 0)
        if count > 0 and state[PLY] != 1:
            return int(out[random_below(draws, count)])
        if count < 0 and state[PLY] != 1:
            for _ in range(ATTEMPTS):
                cell = int(lists[EMPTY, random_below(draws, counts[EMPTY])])
                if makes_no_forbidden_block(table, state, cell, colour, colour):
                    return cell
    return int(out[random_below(draws, moves(table, state, out))])


@helper_no_alloc
def note_move(table, state, move, lists, places, counts):
    """Update the lists of cells for a move that is about to be made."""
    if move >= swap_of(table):
        return
    colour, source = mover(state), (move >> table[BITS]) - 1
    target = move & ((1 << table[BITS]) - 1)
    place = places[target]
    if source >= 0:
        lists[EMPTY, place] = source
        lists[colour, places[source]] = target
        places[target], places[source] = places[source], place
    else:
        counts[EMPTY] -= 1
        last = lists[EMPTY, counts[EMPTY]]
        lists[EMPTY, place], places[last] = last, place
        lists[colour, counts[colour]], places[target] = target, counts[colour]
        counts[colour] += 1


@helper_no_alloc
def play_out(table, state, draws, trace, lists, places, counts, hints, out):
    """Play random moves to the end. The arguments from `lists` on are scratch space."""
    table, state, draws, trace = borrow(table, state, draws, trace)
    lists, places, counts, hints, out = borrow(lists, places, counts, hints, out)
    ply = 0
    while state[OUTCOME] == GOING_ON and ply < len(trace):
        move = choose(table, state, draws, lists, counts, hints, out)
        note_move(table, state, move, lists, places, counts)
        trace[ply, 0], trace[ply, 1] = state[SEAT], move
        play(table, state, move)
        ply += 1
    return ply


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play random moves to the end, redrawing each move until it is legal."""
    cells = table[CELLS]
    lists = numpy.empty((3, cells), dtype=numpy.int32)  # the cells by content
    places = numpy.empty(cells, dtype=numpy.int32)  # the index of each in its list
    counts = numpy.zeros(3, dtype=numpy.int32)
    hints = numpy.zeros(3, dtype=numpy.int32)
    for cell in range(cells):
        stone = state[STONES + cell]
        lists[stone, counts[stone]], places[cell] = cell, counts[stone]
        counts[stone] += 1
    out = numpy.empty(table[MAX_MOVES], dtype=numpy.int32)
    return play_out(table, state, draws, trace, lists, places, counts, hints, out)
