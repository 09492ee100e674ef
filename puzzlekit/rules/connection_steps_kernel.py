"""Connection games compiled in which a turn may first move a stone by a step: see the other kernel.

As stones leave, the parents of a colour may join what no longer hangs together, but never miss what
does. Only when they say that two sides are joined are they made anew, which tells.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy

from .connection_kernel import (
    ATTEMPTS,
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
    parents_at,
    play_word,
    put,
    turn_over,
)
from .fast import GOING_ON
from .fast_forms import MOVES, PLAY, PLAYOUT, compiled, draw, helper

#: What lies for a moment where a stone is put again.
AWAY = -1


@helper
def note_healers(table, state, cell, source, target, colour, out):
    """Write where a stone heals what is forbidden around a cell, if it ends the turn.

    It must lie in the first block that is forbidden. Returns how many there are, sorted, or -1 if
    nothing is forbidden there.
    """
    forbidden = FORBIDDEN + 81 * (colour - FIRST) + 27 * state[STONES + cell]
    at = table[RECORDS + LISTS * cell + BLOCKS]
    for k in range(at + 1, at + 1 + table[at], 3):
        a = state[STONES + cell + table[k]]
        opposite = state[STONES + cell + table[k + 1]]
        b = state[STONES + cell + table[k + 2]]
        if not table[forbidden + 9 * a + 3 * opposite + b]:
            continue
        count = 0
        for i in range(4):
            spot = cell + table[k + i] if i < 3 else cell
            if state[STONES + spot] == EMPTY and heals(table, state, spot, source, target, colour):
                place = count
                while place and out[place - 1] > spot:
                    out[place] = out[place - 1]
                    place -= 1
                out[place] = spot
                count += 1
        return count
    return -1


@helper
def healers(table, state, source, target, colour, out):
    """Write where a stone heals what a step has made; return how many, or -1 if it made nothing."""
    count = note_healers(table, state, source, source, target, colour, out)
    if count >= 0:
        return count
    return note_healers(table, state, target, source, target, colour, out)


@helper
def ending(table, state, source, target, colour, hint, scratch):
    """Return where a stone ends the turn after a step, -1 if nowhere; `hint` is tried first."""
    state[STONES + source], state[STONES + target] = EMPTY, colour
    found = -1
    count = healers(table, state, source, target, colour, scratch)
    if count > 0:
        found = int(scratch[0])
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


@helper
def can_leave(table, state, source):
    """Tell whether a stone may step at all: with or without company."""
    if not table[COMPANY]:
        return True
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
        count = healers(table, state, state[SOURCE], state[TARGET], colour, out)
    if count >= 0:
        return add_words(table, state, out, count)
    count = 0
    for cell in range(cells):
        if state[STONES + cell] == EMPTY and fits(table, state, cell, colour, colour):
            out[count] = cell
            count += 1
    scratch = numpy.empty(4, dtype=numpy.int32)
    hint = 0
    for source in range(cells if state[SOURCE] < 0 else 0):
        if state[STONES + source] == colour and can_leave(table, state, source):
            at = table[RECORDS + LISTS * source + STEPS]
            for k in range(at + 1, at + 1 + table[at]):
                target = source + table[k]
                if state[STONES + target] == EMPTY:
                    found = ending(table, state, source, target, colour, hint, scratch)
                    if found >= 0:
                        hint = found
                        out[count] = cells * (1 + source) + target
                        count += 1
    return add_words(table, state, out, count)


@helper
def rejoin(table, state, colour):
    """Make the parents of a colour anew; tell whether its sides hang together.

    Its stones are put one by one again, as `put` knows those that lie there to be joined.
    """
    cells, parents = table[CELLS], parents_at(table, colour)
    for node in range(cells + 4):
        state[parents + node] = node
    for cell in range(cells):
        if state[STONES + cell] == colour:
            state[STONES + cell] = AWAY
    for cell in range(cells):
        if state[STONES + cell] == AWAY:
            put(table, state, cell, colour)
    return joined(table, state, colour)


@compiled(PLAY)
def play(table, state, move):
    """Make a move."""
    if play_word(table, state, move):
        return
    cells, colour = table[CELLS], mover(state)
    put(table, state, move % cells, colour)
    if move >= cells:
        source = move // cells - 1
        state[STONES + source] = EMPTY
        state[SOURCE], state[TARGET] = source, move % cells
        return
    state[SOURCE] = state[TARGET] = -1
    state[PASSES] = 0
    if joined(table, state, colour) and rejoin(table, state, colour):
        state[OUTCOME] = state[SEAT]
    turn_over(state)


@helper
def attempt(table, state, draws, spots, counts, colour, scratch):
    """Draw a placement, a step or the swap; return -1 if that is not a legal move.

    The hint for `ending` is what is left in `counts`.
    """
    cells = table[CELLS]
    steps = counts[EMPTY] + table[WIDTH] * counts[colour]
    swaps = int(table[MAY_SWAP] and state[PLY] == 1)
    chosen = draw(draws, steps + swaps)
    if chosen < counts[EMPTY]:
        cell = spots[EMPTY, chosen]
        return cell if fits(table, state, cell, colour, colour) else -1
    if chosen == steps:
        return cells * (cells + 1)
    chosen -= counts[EMPTY]
    source, k = spots[colour, chosen // table[WIDTH]], chosen % table[WIDTH]
    at = table[RECORDS + LISTS * source + STEPS]
    if k >= table[at]:
        return -1
    target = source + table[at + 1 + k]
    if state[STONES + target] != EMPTY or not can_leave(table, state, source):
        return -1
    found = ending(table, state, source, target, colour, counts[3], scratch)
    if found < 0:
        return -1
    counts[3] = found
    return cells * (1 + source) + target


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play at random to the end: draw what may be a move until it is one."""
    cells = table[CELLS]
    spots = numpy.empty((3, cells), dtype=numpy.int32)  # the cells by what lies on them
    places = numpy.empty(cells, dtype=numpy.int32)  # where each stands among them
    counts = numpy.zeros(4, dtype=numpy.int32)
    for cell in range(cells):
        stone = state[STONES + cell]
        spots[stone, counts[stone]], places[cell] = cell, counts[stone]
        counts[stone] += 1
    found = numpy.empty(table[MOST], dtype=numpy.int32)
    ply = 0
    while state[OUTCOME] == GOING_ON and ply < len(trace):
        colour, move = mover(state), -1
        if state[SOURCE] < 0:
            for _ in range(ATTEMPTS):
                move = attempt(table, state, draws, spots, counts, colour, found)
                if move >= 0:
                    break
        else:
            count = healers(table, state, state[SOURCE], state[TARGET], colour, found)
            if count > 0:
                move = found[draw(draws, count)]
            elif count < 0 and state[PLY] != 1:
                for _ in range(ATTEMPTS):
                    cell = spots[EMPTY, draw(draws, counts[EMPTY])]
                    if fits(table, state, cell, colour, colour):
                        move = cell
                        break
        if move < 0:
            move = found[draw(draws, moves(table, state, found))]
        trace[ply, 0], trace[ply, 1] = state[SEAT], move
        play(table, state, move)
        if move < cells * (cells + 1):
            target = move % cells
            place = places[target]
            if move >= cells:
                source = move // cells - 1
                spots[EMPTY, place] = source
                spots[colour, places[source]] = target
                places[target], places[source] = places[source], place
            else:
                counts[EMPTY] -= 1
                last = spots[EMPTY, counts[EMPTY]]
                spots[EMPTY, place], places[last] = last, place
                spots[colour, counts[colour]], places[target] = target, counts[colour]
                counts[colour] += 1
        ply += 1
    return ply
