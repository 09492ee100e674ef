"""Compiled rules of Permute: the board and the moves.

The key of a state holds the seat, the outcome, the ply, whether the players have swapped, and each
square (0 orange, 1 yellow, plus 8 if bandaged). The bookkeeping is the indexed set of faces that
can be twisted: those whose four squares sum to 1, 2 or 3.

The table holds the width and the swap mode, then the faces, and then the symmetries. For each face,
it lists the four squares, clockwise from the bottom left, and all faces that share a square with
it, including itself (padded with -1).

A move combines face, direction and square, in this order; the last number is the swap.
"""

import numpy
from numba import int32, int64, void

from puzzlekit import DRAW, ONGOING
from puzzlekit.rules.kernel_signatures import (
    MOVES,
    PLAY,
    PLAYOUT,
    borrow,
    compiled,
    helper,
    helper_no_alloc,
    random_below,
)
from puzzlekit.rules.regions_kernel import advantage, leader, set_membership, square_groups

SEAT, OUTCOME, PLY, SWAPPED, SQUARES = range(5)
WIDTH, MODE, FACES = 0, 1, 2
NEAR = 4  # the offset of the overlapping faces in the record of a face
PER_FACE = 13
BANDAGE = 8
LETTERS = "oy......OY"  # the letters of the Python rules, by the number on a square
OFF, COLOURS, POSITIONS = 0, 1, 2


@compiled(void(int32[::1], int32[::1], int64))
def update_twistable_faces(table, state, face):
    """Add a face to the set of faces that can be twisted, or remove it."""
    width, at = table[WIDTH], FACES + face * PER_FACE
    total = 0
    for i in range(4):
        total += state[SQUARES + table[at + i]]
    set_membership(state, SQUARES + width * width, (width - 1) * (width - 1), face, 1 <= total <= 3)


@helper_no_alloc
def twist(table, state, face, turn, place):
    """Twist a face, then bandage the square at one of its corners."""
    at = FACES + face * PER_FACE
    a, b = SQUARES + table[at], SQUARES + table[at + 1]
    c, d = SQUARES + table[at + 2], SQUARES + table[at + 3]
    if turn == 0:
        state[b], state[c], state[d], state[a] = state[a], state[b], state[c], state[d]
    else:
        state[a], state[b], state[c], state[d] = state[b], state[c], state[d], state[a]
    state[SQUARES + table[at + place]] += BANDAGE
    for i in range(NEAR, PER_FACE):
        near = table[at + i]
        if near < 0:
            break
        update_twistable_faces(table, state, near)


@helper
def final_outcome(table, state):
    """Return the outcome once no face can be twisted."""
    width = table[WIDTH]
    links = square_groups(state, SQUARES, width)
    colour = leader(state, SQUARES, links, 0, width * width)
    return colour if colour == DRAW else colour ^ state[SWAPPED]


@helper
def squared_size_lead(table, state, colour):
    """Return the sum of a colour's squared group sizes minus the other colour's sum."""
    width = table[WIDTH]
    links = square_groups(state, SQUARES, width)
    return advantage(state, SQUARES, links, 0, width * width) * (1 - 2 * colour)


@helper
def end_turn(table, state):
    """Pass the turn to the opponent, or end the game."""
    state[PLY] += 1
    state[SEAT] = state[PLY] % 2
    if state[SQUARES + table[WIDTH] * table[WIDTH]] == 0:
        state[OUTCOME] = final_outcome(table, state)


@helper_no_alloc
def can_swap(table, state):
    """Return whether the side to move may swap."""
    return table[MODE] != OFF and state[PLY] == 1 and state[OUTCOME] == ONGOING


@compiled(MOVES)
def moves(table, state, out):
    """Write the twists of each face in order, then a swap."""
    width = table[WIDTH]
    faces = (width - 1) * (width - 1)
    place = SQUARES + width * width + 1 + faces
    own = state[SEAT] ^ state[SWAPPED]
    count = 0
    for face in range(faces):
        if state[place + face] < 0:
            continue
        at = FACES + face * PER_FACE
        for turn in range(2):
            for to in range(4):
                source = (to + 3 + 2 * turn) % 4
                if state[SQUARES + table[at + source]] == own:
                    out[count] = (face * 2 + turn) * 4 + to
                    count += 1
    if can_swap(table, state):
        out[count] = faces * 8
        count += 1
    return count


@compiled(PLAY)
def play(table, state, move):
    """Twist and bandage, or swap."""
    width = table[WIDTH]
    if move == (width - 1) * (width - 1) * 8:
        if table[MODE] == COLOURS:
            state[SWAPPED] = 1
        else:
            for cell in range(SQUARES, SQUARES + width * width):
                state[cell] ^= 1
    else:
        twist(table, state, move // 8, move // 4 % 2, move % 4)
    end_turn(table, state)


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play uniformly random moves, drawing faces and squares until the stone is the mover's."""
    table, state, draws, trace = borrow(table, state, draws, trace)
    width = table[WIDTH]
    faces = (width - 1) * (width - 1)
    count = SQUARES + width * width
    length = 0
    while state[OUTCOME] == ONGOING and length < len(trace):
        seat = state[SEAT]
        own = seat ^ state[SWAPPED]
        move = -1
        if can_swap(table, state):
            out = numpy.empty(faces * 8 + 1, numpy.int32)
            move = int64(out[random_below(draws, moves(table, state, out))])
        while move < 0:
            drawn = random_below(draws, 8 * state[count])
            face, turn, source = state[count + 1 + drawn // 8], drawn // 4 % 2, drawn % 4
            if state[SQUARES + table[FACES + face * PER_FACE + source]] == own:
                move = (face * 2 + turn) * 4 + (source + 1 + 2 * turn) % 4
        play(table, state, move)
        trace[length, 0] = seat
        trace[length, 1] = move
        length += 1
    return length
