"""Permute, compiled; see `puzzlekit.rules.fast` for what the functions promise.

The position: seat, outcome, ply, swapped, then each square (0 orange, 1 yellow, and 8 more if it
is bandaged); bookkeeping: how many faces can be twisted, which they are, and where each
face stands among them. A face can be twisted if its squares sum to 1, 2 or 3.

The table: width, mode of the swap, then of each face its four squares, clockwise from the bottom
left, and the faces that share a square with it, itself included (-1: no more); then the images.

A move is the number of its face, direction and square, in this order; the last number is a swap.
"""

import numpy
from numba import float64, int64

from puzzlekit import DRAW, GOING_ON, Fast, Kernel, Stones, outcome_of
from puzzlekit.rules.fast_forms import (
    CANONICAL,
    EVALUATE,
    MOVES,
    PLAY,
    PLAYOUT,
    RATE,
    compiled,
    draw,
    helper,
    light,
)
from puzzlekit.rules.groups_kernel import advantage, enter, leader, square_groups
from puzzlekit.rules.images import images, symmetries
from puzzlekit.rules.images_kernel import first_image

SEAT, OUTCOME, PLY, SWAPPED, SQUARES = range(5)
WIDTH, MODE, FACES = 0, 1, 2
NEAR = 4  # where the faces around a face begin, among the numbers of a face
PER_FACE = 13
BANDAGE = 8
LETTERS = "oy......OY"  # of the rule book, by the number of a square
OFF, COLOURS, POSITIONS = 0, 1, 2


@compiled(_nrt=False)
def update(table, state, face):
    """Enter a face among those that can be twisted, or take it out."""
    width, at = table[WIDTH], FACES + face * PER_FACE
    total = 0
    for i in range(4):
        total += state[SQUARES + table[at + i]]
    enter(state, SQUARES + width * width, (width - 1) * (width - 1), face, 1 <= total <= 3)


@light
def twist(table, state, face, turn, place):
    """Twist a face and bandage the square that is then at a place of it."""
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
        update(table, state, near)


@helper
def score(table, state):
    """Return who has won when no face can be twisted: the largest groups that differ decide."""
    width = table[WIDTH]
    links = square_groups(state, SQUARES, width)
    colour = leader(state, SQUARES, links, 0, width * width)
    return colour if colour == DRAW else colour ^ state[SWAPPED]


@helper
def worth(table, state, colour):
    """Return the sum of the squares of the group sizes of a colour less that of the other."""
    width = table[WIDTH]
    links = square_groups(state, SQUARES, width)
    return advantage(state, SQUARES, links, 0, width * width) * (1 - 2 * colour)


@helper
def next_ply(table, state):
    """Pass the turn on, or end the game."""
    state[PLY] += 1
    state[SEAT] = state[PLY] % 2
    if state[SQUARES + table[WIDTH] * table[WIDTH]] == 0:
        state[OUTCOME] = score(table, state)


@light
def can_swap(table, state):
    """Tell whether the second player, at the first turn, may swap."""
    return table[MODE] != OFF and state[PLY] == 1 and state[OUTCOME] == GOING_ON


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
    next_ply(table, state)


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Draw faces and squares until a square is the mover's own, so that all moves are as likely."""
    width = table[WIDTH]
    faces = (width - 1) * (width - 1)
    count = SQUARES + width * width
    length = 0
    while state[OUTCOME] == GOING_ON and length < len(trace):
        seat = state[SEAT]
        own = seat ^ state[SWAPPED]
        move = -1
        if can_swap(table, state):
            out = numpy.empty(faces * 8 + 1, numpy.int32)
            move = int64(out[draw(draws, moves(table, state, out))])
        while move < 0:
            drawn = draw(draws, 8 * state[count])
            face, turn, source = state[count + 1 + drawn // 8], drawn // 4 % 2, drawn % 4
            if state[SQUARES + table[FACES + face * PER_FACE + source]] == own:
                move = (face * 2 + turn) * 4 + (source + 1 + 2 * turn) % 4
        play(table, state, move)
        trace[length, 0] = seat
        trace[length, 1] = move
        length += 1
    return length


@compiled(EVALUATE)
def evaluate(table, state, seat):
    """Return the sum of the squares of the own group sizes less that of the opponent's."""
    return float64(worth(table, state, seat ^ state[SWAPPED]))


@compiled(RATE)
def rate(table, state, moves, count, rates):
    """Rate a twist by the group sizes after it; one that looks like the other way round is out."""
    own = state[SEAT] ^ state[SWAPPED]
    swap = (table[WIDTH] - 1) * (table[WIDTH] - 1) * 8
    last, value = -1, 0.0
    for i in range(count):
        if moves[i] == swap:
            rates[i] = numpy.inf
            continue
        twisted = moves[i] // 4
        at = FACES + moves[i] // 8 * PER_FACE
        a, b = SQUARES + table[at], SQUARES + table[at + 1]
        c, d = SQUARES + table[at + 2], SQUARES + table[at + 3]
        if twisted % 2 and state[a] == state[c] and state[b] == state[d]:
            rates[i] = -numpy.inf
            continue
        if twisted != last:
            w, x, y, z = state[a], state[b], state[c], state[d]
            if twisted % 2 == 0:
                state[b], state[c], state[d], state[a] = w, x, y, z
            else:
                state[a], state[b], state[c], state[d] = x, y, z, w
            value, last = float64(worth(table, state, own)), twisted
            state[a], state[b], state[c], state[d] = w, x, y, z
        rates[i] = value
    return 1


@compiled(CANONICAL)
def canonical(table, state, out):
    """Write whether a swap is possible, and the first of the images of the squares."""
    cells = table[WIDTH] * table[WIDTH]
    out[0] = can_swap(table, state)
    first_image(table, state, SQUARES, cells, state[SEAT] ^ state[SWAPPED], out, 1)
    return 1 + cells


def fast(rules):
    """Return the fast path of a rule book."""
    size, faces = rules.size, len(rules.faces)
    same = symmetries(rules.board)
    near = numpy.full((faces, PER_FACE - NEAR), -1, numpy.int32)
    for number, face in enumerate(rules.faces):
        found = [other for other, cells in enumerate(rules.faces) if set(face) & set(cells)]
        near[number, : len(found)] = found
    table = numpy.concatenate(
        [
            [size, ("off", "colours", "positions").index(rules.swap)],
            numpy.hstack([numpy.array(rules.faces), near]).ravel(),
            images([stone ^ 1 for stone in range(10)], same, same, FACES + PER_FACE * faces),
        ]
    ).astype(numpy.int32)
    words = {
        word: (rules.faces.index(face) * 2 + "CA".index(turn)) * 4 + place
        for word, (face, turn, place) in rules.words.items()
    }
    words["swap"] = 8 * faces
    numbers = {number: word for word, number in words.items()}
    key_size = SQUARES + size * size

    def encode(state):
        array = numpy.zeros(key_size + 1 + 2 * faces, numpy.int32)
        outcome = outcome_of(rules.result(state))
        array[:SQUARES] = rules.turn(state), outcome, state.ply, state.swapped
        array[SQUARES:key_size] = [LETTERS.index(stone) for stone in state.stones]
        array[key_size + 1 + faces :] = -1
        for face in range(faces):
            update(table, array, face)
        return array

    def decode(array):
        stones = "".join(LETTERS[square] for square in array[SQUARES:key_size])
        return Stones(stones, int(array[PLY]), bool(array[SWAPPED]))

    return Fast(
        kernel=Kernel(moves, play, playout, evaluate=evaluate, rate=rate, canonical=canonical),
        table=table,
        size=key_size + 1 + 2 * faces,
        key_size=key_size,
        max_moves=8 * faces + 1,
        max_plies=faces + 1,
        encode=encode,
        decode=decode,
        number=words.__getitem__,
        word=numbers.__getitem__,
    )
