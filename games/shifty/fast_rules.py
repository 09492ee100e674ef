"""Compiled rules of Shifty: the board and the moves.

A state begins like that of every connection game. Then come the codes of the cells, one code for
everything beyond the border, and the number of stones of each colour. The code of a cell has one
digit in base 3 for the content of each adjacent cell. A table maps the code to a pattern, which
describes the effect of a stone placed there.
"""

from numba import int32, int64

from puzzlekit import ONGOING
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
    add_swap_or_pass,
    are_sides_connected,
    colour_to_move,
    end_turn,
    play_swap_or_pass,
    put,
    rebuild_forest,
)
from puzzlekit.rules.kernel_signatures import MOVES, PLAY, compiled, helper_no_alloc

# Shifty adds to the table: the options; the number of directions in which stones move, the largest
# total length of the rays from a cell, and multipliers that replace divisions by these two; the
# offset of the patterns; for each direction, the difference between cell numbers and the value of
# its digit (0 for diagonals that do not connect); a record for each cell; the rays; the patterns.
# Offsets are relative to OWN. A record holds the cell and its neighbours, missing neighbours first,
# and the offsets of its rays. A ray is a list of cells, with the direction back.
SINGLETONS, FEWER, DIRECTIONS, REACH, BY_DIRECTIONS, BY_REACH, PATTERNS, AWAYS = range(8)
MOST_DIRECTIONS = 12
DIGITS = AWAYS + MOST_DIRECTIONS
RECORDS = DIGITS + MOST_DIRECTIONS
RING, RAYS = 0, 9
RECORD = RAYS + MOST_DIRECTIONS + 1

#: The number of fractional bits in the multipliers, which are fixed-point numbers.
SHIFT = 30

# A pattern holds, for each colour, the number of friends and whether a stone completes a crosscut.
# Then, as bits, it holds the lists to which a cell may belong: for each colour, the cells where a
# stone may be placed next to a friend, cells where a stone may land, and cells with a stone that
# has a friend.
FRIENDS, CUTS, EACH, LISTED = 7, 8, 4, 8
PLACES, LANDINGS, MOVABLE, LISTS = 0, 2, 4, 6


@helper_no_alloc
def codes_offset(table):
    """Return the offset of the codes of the cells in a state."""
    return STONES + 3 * (table[CELLS] + 4)


@helper_no_alloc
def stone_count_offset(table, colour):
    """Return the offset of the number of stones of a colour in a state."""
    return codes_offset(table) + table[CELLS] + 1 + colour - FIRST


@helper_no_alloc(int64(int32[::1], int32[::1], int64, int64))
def cell_pattern(table, state, cell, code_decrease):
    """Return the pattern of a cell, with `code_decrease` subtracted from its code."""
    return table[
        table[OWN]
        + table[table[OWN] + PATTERNS]
        + state[codes_offset(table) + cell]
        - code_decrease
    ]


@helper_no_alloc
def update_adjacent_codes(table, state, cell, digit):
    """Add a digit to the codes of the neighbours of a cell."""
    codes, ring = codes_offset(table), table[OWN] + RECORDS + RECORD * cell + RING
    for k in range(ring + RAYS - 1, ring, -1):
        state[codes + table[k]] += digit
        digit *= 3


@compiled()
def place_stone(table, state, cell, colour):
    """Place a stone on a cell."""
    put(table, state, cell, colour)
    update_adjacent_codes(table, state, cell, colour)
    state[stone_count_offset(table, colour)] += 1


@helper_no_alloc
def remove_stone(table, state, cell, colour):
    """Remove a stone without updating the union-find forest of its colour."""
    state[STONES + cell] = EMPTY
    update_adjacent_codes(table, state, cell, -colour)
    state[stone_count_offset(table, colour)] -= 1


@helper_no_alloc
def is_opening(table, state, colour):
    """Return whether a colour is still placing stones that need no friend."""
    return state[stone_count_offset(table, colour)] < table[table[OWN] + SINGLETONS]


@helper_no_alloc
def count_friends(table, state, cell, colour):
    """Return how many friends a stone of a colour would have on a cell."""
    return cell_pattern(table, state, cell, 0) >> EACH * (colour - FIRST) & FRIENDS


@helper_no_alloc
def can_place(table, state, cell, colour):
    """Return whether a stone may be placed on a given empty cell."""
    bits = cell_pattern(table, state, cell, 0) >> EACH * (colour - FIRST)
    if bits & FRIENDS == 0 and not is_opening(table, state, colour):
        return False
    return bits & CUTS == 0


@helper_no_alloc
def can_land(table, state, source, target, digit, colour):
    """Return whether a stone with a friend may land on a cell; `digit` is the source's digit."""
    max_friends = (
        count_friends(table, state, source, colour) - 1 if table[table[OWN] + FEWER] else 0
    )
    bits = cell_pattern(table, state, target, colour * digit) >> EACH * (colour - FIRST)
    return bits & FRIENDS <= max_friends and bits & CUTS == 0


@helper_no_alloc
def encode_step(table, source, target):
    """Return the code of the move from one cell to another."""
    return ((1 + source) << table[BITS]) | target


@compiled(MOVES)
def moves(table, state, out):
    """Write the legal moves."""
    if state[OUTCOME] != ONGOING:
        return 0
    cells, colour, own = table[CELLS], colour_to_move(state), table[OWN]
    count = 0
    for cell in range(cells):
        if state[STONES + cell] == EMPTY and can_place(table, state, cell, colour):
            out[count] = cell
            count += 1
    for source in range(0 if is_opening(table, state, colour) else cells):
        if state[STONES + source] == colour and count_friends(table, state, source, colour):
            rays = own + RECORDS + RECORD * source + RAYS
            back = own + DIGITS + table[own + DIRECTIONS] - 1
            for k in range(table[own + DIRECTIONS]):
                target, digit = source, table[back - k]
                for _ in range(table[rays + k + 1] - table[rays + k]):
                    target += table[own + AWAYS + k]
                    if state[STONES + target] != EMPTY:
                        break
                    if can_land(table, state, source, target, digit, colour):
                        out[count] = encode_step(table, source, target)
                        count += 1
                    digit = 0
    return add_swap_or_pass(table, state, out, count)


@compiled(PLAY)
def play(table, state, move):
    """Make a move."""
    if play_swap_or_pass(table, state, move):
        return
    colour, source = colour_to_move(state), (move >> table[BITS]) - 1
    if source >= 0:
        remove_stone(table, state, source, colour)
    place_stone(table, state, move & ((1 << table[BITS]) - 1), colour)
    state[PASSES] = 0
    if are_sides_connected(table, state, colour) and rebuild_forest(table, state, colour):
        state[OUTCOME] = state[SEAT]
    end_turn(state)
