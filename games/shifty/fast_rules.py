"""Shifty as compiled code: the board, and the rules.

A state is that of a connection game; behind it are the codes of the cells, one for whatever is
beyond the border, and how many stones there are of either colour. The code of a cell says what lies
on its neighbours that continue a chain, one digit in base 3 for each of them; a table has
its pattern, which tells what a stone on it would be.
"""

from numba import int32, int64

from puzzlekit import GOING_ON
from puzzlekit.rules.connection_kernel import (
    BITS,
    CELLS,
    EMPTY,
    FIRST,
    OUTCOME,
    OWN,
    PASSES,
    SEAT,
    STONES,
    add_words,
    joined,
    mover,
    play_word,
    put,
    rejoin,
    turn_over,
)
from puzzlekit.rules.kernel_signatures import MOVES, PLAY, compiled, helper_no_alloc

# What Shifty adds to the table: options; in how many directions stones move, how many cells the
# rays from one have at most, and what one multiplies by, instead of dividing by either; where the
# patterns begin; for each direction how far away in number the next cell is, and the value of
# its digit, 0 if it continues no chain; a record for each cell; the rays; the patterns. Places
# are counted from OWN. A record holds the cell and its neighbours, missing ones first, and where
# the ray in each direction begins, and the last ends. A ray holds cells, with the direction back.
SINGLETONS, FEWER, DIRECTIONS, REACH, BY_DIRECTIONS, BY_REACH, PATTERNS, AWAYS = range(8)
MOST_DIRECTIONS = 12
DIGITS = AWAYS + MOST_DIRECTIONS
RECORDS = DIGITS + MOST_DIRECTIONS
RING, RAYS = 0, 9
RECORD = RAYS + MOST_DIRECTIONS + 1

#: What one multiplies by is one part of so many, as a power of two.
SHIFT = 30

# A pattern holds for each colour the number of orthogonal friends and whether a stone completes a
# crosscut; then the lists to which a cell belongs: for each colour those where a stone may be
# placed beside a friend, and where one may land, if it comes from the right place; then, for each
# colour, those with a stone that has a friend.
FRIENDS, CUTS, EACH, LISTED = 7, 8, 4, 8
PLACES, LANDINGS, MOVABLE, LISTS = 0, 2, 4, 6


@helper_no_alloc
def codes_at(table):
    """Return where in a state the codes of the cells begin."""
    return STONES + 3 * (table[CELLS] + 4)


@helper_no_alloc
def count_at(table, colour):
    """Return where in a state the number of stones of a colour is."""
    return codes_at(table) + table[CELLS] + 1 + colour - FIRST


@helper_no_alloc(int64(int32[::1], int32[::1], int64, int64))
def pattern(table, state, cell, less):
    """Return the pattern of a cell, its code being less by some digit."""
    return table[table[OWN] + table[table[OWN] + PATTERNS] + state[codes_at(table) + cell] - less]


@helper_no_alloc
def note(table, state, cell, digit):
    """Add a digit to the codes of the neighbours of a cell."""
    codes, ring = codes_at(table), table[OWN] + RECORDS + RECORD * cell + RING
    for k in range(ring + RAYS - 1, ring, -1):
        state[codes + table[k]] += digit
        digit *= 3


@compiled()
def settle(table, state, cell, colour):
    """Put a stone on a cell."""
    put(table, state, cell, colour)
    note(table, state, cell, colour)
    state[count_at(table, colour)] += 1


@helper_no_alloc
def lift(table, state, cell, colour):
    """Take a stone away; the parents of its colour still join what it joined."""
    state[STONES + cell] = EMPTY
    note(table, state, cell, -colour)
    state[count_at(table, colour)] -= 1


@helper_no_alloc
def opens(table, state, colour):
    """Tell whether a colour still places stones that need no friend."""
    return state[count_at(table, colour)] < table[table[OWN] + SINGLETONS]


@helper_no_alloc
def friends(table, state, cell, colour):
    """Return how many orthogonal friends a stone of a colour has on a cell."""
    return pattern(table, state, cell, 0) >> EACH * (colour - FIRST) & FRIENDS


@helper_no_alloc
def can_place(table, state, cell, colour):
    """Tell whether a stone may be placed on an empty cell."""
    found = pattern(table, state, cell, 0) >> EACH * (colour - FIRST)
    if found & FRIENDS == 0 and not opens(table, state, colour):
        return False
    return found & CUTS == 0


@helper_no_alloc
def can_land(table, state, source, target, digit, colour):
    """Tell whether a stone with a friend may land on a cell, from which it stood at a digit."""
    most = friends(table, state, source, colour) - 1 if table[table[OWN] + FEWER] else 0
    found = pattern(table, state, target, colour * digit) >> EACH * (colour - FIRST)
    return found & FRIENDS <= most and found & CUTS == 0


@helper_no_alloc
def step(table, source, target):
    """Return the number of a move."""
    return ((1 + source) << table[BITS]) | target


@compiled(MOVES)
def moves(table, state, out):
    """Write the legal moves."""
    if state[OUTCOME] != GOING_ON:
        return 0
    cells, colour, own = table[CELLS], mover(state), table[OWN]
    count = 0
    for cell in range(cells):
        if state[STONES + cell] == EMPTY and can_place(table, state, cell, colour):
            out[count] = cell
            count += 1
    for source in range(0 if opens(table, state, colour) else cells):
        if state[STONES + source] == colour and friends(table, state, source, colour):
            rays = own + RECORDS + RECORD * source + RAYS
            back = own + DIGITS + table[own + DIRECTIONS] - 1
            for k in range(table[own + DIRECTIONS]):
                target, digit = source, table[back - k]
                for _ in range(table[rays + k + 1] - table[rays + k]):
                    target += table[own + AWAYS + k]
                    if state[STONES + target] != EMPTY:
                        break
                    if can_land(table, state, source, target, digit, colour):
                        out[count] = step(table, source, target)
                        count += 1
                    digit = 0
    return add_words(table, state, out, count)


@compiled(PLAY)
def play(table, state, move):
    """Make a move."""
    if play_word(table, state, move):
        return
    colour, source = mover(state), (move >> table[BITS]) - 1
    if source >= 0:
        lift(table, state, source, colour)
    settle(table, state, move & ((1 << table[BITS]) - 1), colour)
    state[PASSES] = 0
    if joined(table, state, colour) and rejoin(table, state, colour):
        state[OUTCOME] = state[SEAT]
    turn_over(state)
