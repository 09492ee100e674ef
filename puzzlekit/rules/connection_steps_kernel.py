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
    add_swap_or_pass,
    are_sides_connected,
    colour_to_move,
    end_turn,
    makes_no_forbidden_block,
    play_swap_or_pass,
    put,
    rebuild_forest,
    repairs_step,
    swap_code,
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
def add_block_repairs(table, state, cell, source, target, colour, out, first):
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
    count = add_block_repairs(table, state, source, source, target, colour, out, first)
    if count >= 0:
        return count
    return add_block_repairs(table, state, target, source, target, colour, out, first)


@helper(int64(int32[::1], int32[::1], int64, int64, int64, int64, int32[::1], int64))
def ending_placement(table, state, source, target, colour, hint, out, first):
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
def in_mixed_group(table, state, source, colour, scratch, first):
    """Return whether a stone is in a connected group with stones of both colours."""
    is_mixed = False
    scratch[first], last, here = source, first + 1, first
    state[STONES + source] = AWAY
    while here < last and not is_mixed:
        cell = scratch[here]
        here += 1
        at = table[RECORDS + RECORD * cell + NEAR]
        for k in range(at + 1, at + 1 + table[at]):
            near = cell + table[k]
            stone = state[STONES + near]
            if stone == colour:
                state[STONES + near] = AWAY
                scratch[last] = near
                last += 1
            elif stone > EMPTY:
                is_mixed = True
                break
    for k in range(first, last):
        state[STONES + scratch[k]] = colour
    return is_mixed


@helper_no_alloc(boolean(int32[::1], int32[::1], int64, int64, int32[::1], int64))
def meets_step_condition(table, state, source, colour, scratch, first):
    """Return whether a stone meets the condition for a step. `scratch` is scratch space."""
    if table[MOVEMENT_CONDITION] == ALONE:
        return True
    if table[MOVEMENT_CONDITION] == MIXED:
        return in_mixed_group(table, state, source, colour, scratch, first)
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
    cells, colour = table[CELLS], colour_to_move(state)
    count = -1
    if state[SOURCE] >= 0:
        count = repairing_placements(table, state, state[SOURCE], state[TARGET], colour, out, 0)
    if count >= 0:
        return add_swap_or_pass(table, state, out, count)
    count = 0
    for cell in range(cells):
        if state[STONES + cell] == EMPTY and makes_no_forbidden_block(
            table, state, cell, colour, colour
        ):
            out[count] = cell
            count += 1
    hint = 0
    for source in range(cells if state[SOURCE] < 0 else 0):
        if state[STONES + source] == colour and meets_step_condition(
            table, state, source, colour, out, count
        ):
            at = table[RECORDS + RECORD * source + STEPS]
            for k in range(at + 1, at + 1 + table[at]):
                target = source + table[k]
                if state[STONES + target] == EMPTY:
                    placement = ending_placement(
                        table, state, source, target, colour, hint, out, count
                    )
                    if placement >= 0:
                        hint = placement
                        out[count] = ((1 + source) << table[BITS]) | target
                        count += 1
    return add_swap_or_pass(table, state, out, count)


@compiled(PLAY)
def play(table, state, move):
    """Make a move."""
    if play_swap_or_pass(table, state, move):
        return
    colour, source = colour_to_move(state), (move >> table[BITS]) - 1
    target = move & ((1 << table[BITS]) - 1)
    put(table, state, target, colour)
    if source >= 0:
        state[STONES + source] = EMPTY
        state[SOURCE], state[TARGET] = source, target
        return
    state[SOURCE] = state[TARGET] = -1
    state[PASSES] = 0
    if are_sides_connected(table, state, colour) and rebuild_forest(table, state, colour):
        state[OUTCOME] = state[SEAT]
    end_turn(state)


@helper_no_alloc
def try_random_move(table, state, draws, lists, counts, hints, colour, out):
    """Draw a random placement, step or swap; return its code, or -1 if it is illegal."""
    steps = counts[EMPTY] + (counts[colour] << table[WIDTH])
    swaps = int(table[MAY_SWAP] and state[PLY] == 1)
    chosen = random_below(draws, steps + swaps)
    if chosen < counts[EMPTY]:
        cell = lists[EMPTY, chosen]
        return cell if makes_no_forbidden_block(table, state, cell, colour, colour) else -1
    if chosen == steps:
        return swap_code(table)
    chosen -= counts[EMPTY]
    source, k = lists[colour, chosen >> table[WIDTH]], chosen & ((1 << table[WIDTH]) - 1)
    at = table[RECORDS + RECORD * source + STEPS]
    if k >= table[at]:
        return -1
    target = source + table[at + 1 + k]
    if state[STONES + target] != EMPTY:
        return -1
    if not meets_step_condition(table, state, source, colour, out, 0):
        return -1
    placement = ending_placement(table, state, source, target, colour, hints[colour], out, 0)
    if placement < 0:
        return -1
    hints[colour] = placement
    return ((1 + source) << table[BITS]) | target


@helper_no_alloc
def random_move(table, state, draws, lists, counts, hints, out):
    """Return a random legal move."""
    colour, move = colour_to_move(state), -1
    if state[SOURCE] < 0:
        for _ in range(ATTEMPTS):
            move = try_random_move(table, state, draws, lists, counts, hints, colour, out)
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
def update_lists_for_move(table, state, move, lists, places, counts):
    """Update the lists of cells for a move that is about to be made."""
    if move >= swap_code(table):
        return
    colour, source = colour_to_move(state), (move >> table[BITS]) - 1
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
def run_playout(table, state, draws, trace, lists, places, counts, hints, out):
    """Play random moves to the end. The arguments from `lists` on are scratch space."""
    table, state, draws, trace = borrow(table, state, draws, trace)
    lists, places, counts, hints, out = borrow(lists, places, counts, hints, out)
    ply = 0
    while state[OUTCOME] == GOING_ON and ply < len(trace):
        move = random_move(table, state, draws, lists, counts, hints, out)
        update_lists_for_move(table, state, move, lists, places, counts)
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
    return run_playout(table, state, draws, trace, lists, places, counts, hints, out)
