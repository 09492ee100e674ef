"""The compiled fast path of Pentago.

A state is: seat, outcome, plies made; then, for White and for Black, the four quarters, each as a
number of nine bits, a bit for a square. Two moves make a turn. Moves are numbered: the squares in
the order of the rule book, then the twists.

There are 32 lines of five, so a number of 32 bits holds which of them a quarter does not
prevent: those whose squares in this quarter all bear a stone of the colour. A colour has five in
a row where its four quarters all agree.
"""

import numpy
from numba import float64, int64

from puzzlekit import DRAW, EMPTY, GOING_ON, Fast, Kernel, Stones, outcome_of
from puzzlekit.rules.fast_forms import (
    EVALUATE,
    MOVES,
    PLAY,
    PLAYOUT,
    RATE,
    WINNING,
    compiled,
    draw,
    light,
)

SEAT, OUTCOME, PLY, QUARTERS = range(4)
CELLS, TWISTS, LENGTH, FULL = 36, 8, 5, 511
MAX_PLIES = 1 + 2 * CELLS  # an empty board may wait for a twist

# The table: the quarter of each square, and its bit; the content of a quarter after a twist to the
# right, and to the left; which lines it does not prevent, for each quarter; the squares of each.
QUARTER, BIT, TURNED = 0, CELLS, 2 * CELLS
AGREED = TURNED + 2 * (FULL + 1)
LINES = AGREED + 4 * (FULL + 1)


@light
def five(table, state, colour):
    """Tell whether a colour has five in a row."""
    at, agreed = QUARTERS + 4 * colour, int64(-1)
    for quarter in range(4):
        agreed &= table[AGREED + (FULL + 1) * quarter + state[at + quarter]]
    return agreed != 0


@light
def is_empty(table, state, cell):
    """Tell whether a square is empty."""
    at = QUARTERS + table[QUARTER + cell]
    return (state[at] | state[at + 4]) & table[BIT + cell] == 0


@compiled(_nrt=False)
def put(table, state, cell, colour):
    """Put a stone on an empty square, or lift the stone there."""
    state[QUARTERS + 4 * colour + table[QUARTER + cell]] ^= table[BIT + cell]


@light
def twist(table, state, number):
    """Twist a quarter; the next number, or the one before, twists it back."""
    for at in (QUARTERS + number // 2, QUARTERS + 4 + number // 2):
        state[at] = table[TURNED + (FULL + 1) * (number % 2) + state[at]]


@light
def is_full(state):
    """Tell whether no square is empty."""
    both = int64(FULL)
    for at in range(QUARTERS, QUARTERS + 4):
        both &= state[at] | state[at + 4]
    return both == FULL


@compiled(MOVES)
def moves(table, state, out):
    """Write the empty squares, or the twists."""
    count = 0
    if state[OUTCOME] != GOING_ON:
        return count
    if state[PLY] % 2:
        for number in range(TWISTS):
            out[number] = CELLS + number
        return TWISTS
    for cell in range(CELLS):
        if is_empty(table, state, cell):
            out[count] = cell
            count += 1
    return count


@compiled(PLAY)
def play(table, state, move):
    """Put a stone, or twist."""
    seat = state[SEAT]
    if move < CELLS:
        put(table, state, move, seat)
        if five(table, state, seat):
            state[OUTCOME] = seat
    else:
        twist(table, state, move - CELLS)
        white, black = five(table, state, 0), five(table, state, 1)
        if white or black:
            state[OUTCOME] = DRAW if white and black else int64(black)
        elif is_full(state):
            state[OUTCOME] = DRAW
        state[SEAT] = 1 - seat
    state[PLY] += 1


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Draw squares until one is empty, then a twist, to the end of the game."""
    plies = 0
    while state[OUTCOME] == GOING_ON and plies < len(trace):
        if state[PLY] % 2:
            move = CELLS + draw(draws, TWISTS)
        else:
            move = draw(draws, CELLS)
            while not is_empty(table, state, move):
                move = draw(draws, CELLS)
        trace[plies, 0], trace[plies, 1] = state[SEAT], move
        play(table, state, move)
        plies += 1
    return plies


@compiled(EVALUATE)
def evaluate(table, state, seat):
    """Return what the lines with one colour in them are worth, less those of the opponent."""
    value = int64(0)
    for line in range(LINES, LINES + 32 * LENGTH, LENGTH):
        own = other = 0
        for cell in table[line : line + LENGTH]:
            at, bit = QUARTERS + table[QUARTER + cell], table[BIT + cell]
            own += state[at + 4 * seat] & bit != 0
            other += state[at + 4 - 4 * seat] & bit != 0
        if own and not other:
            value += 1 << 2 * own
        elif other and not own:
            value -= 1 << 2 * other
    return float64(value)


@compiled(WINNING)
def winning(table, state):
    """Return a move that makes five at once, and none for the opponent."""
    if state[OUTCOME] != GOING_ON:
        return -1
    seat, found = state[SEAT], -1
    if state[PLY] % 2:
        for number in range(TWISTS):
            twist(table, state, number)
            if five(table, state, seat) and not five(table, state, 1 - seat):
                found = CELLS + number
            twist(table, state, number ^ 1)
    else:
        for cell in range(CELLS):
            if is_empty(table, state, cell):
                put(table, state, cell, seat)
                if five(table, state, seat):
                    found = cell
                put(table, state, cell, seat)
    return found


@compiled(RATE)
def rate(table, state, moves, count, rates):
    """Rate moves by the position after them; a twist that changes no more than another is out."""
    seat, idle = state[SEAT], False
    for i in range(count):
        move = moves[i]
        if move < CELLS:
            put(table, state, move, seat)
            rates[i] = evaluate(table, state, seat)
            put(table, state, move, seat)
            continue
        number = move - CELLS
        at = QUARTERS + number // 2
        white, black = state[at], state[at + 4]
        twist(table, state, number)
        rates[i] = evaluate(table, state, seat)
        if state[at] == white and state[at + 4] == black:
            if idle:
                rates[i] = -numpy.inf
            idle = True
        elif number % 2:  # half a turn back leads to where the other way leads
            left, right = state[at], state[at + 4]
            twist(table, state, number)
            if state[at] == white and state[at + 4] == black:
                rates[i] = -numpy.inf
            state[at], state[at + 4] = left, right
        state[at], state[at + 4] = white, black
    return 1


def fast(rules):
    """Return the fast path of a rule book."""
    names = rules.board.cells
    place = {
        cell: (q, bit) for q, cells in enumerate(rules.quarters) for bit, cell in enumerate(cells)
    }
    words = [*names, *rules.words]
    numbers = {word: number for number, word in enumerate(words)}

    def turned(content, word):
        """Return the content of the first quarter after a twist of it."""
        cells = rules.quarters[0]
        carry = rules.twists[word]
        after = [cells.index(carry.get(cell, cell)) for cell in cells]
        return sum(1 << after[bit] for bit in range(9) if content >> bit & 1)

    contents = range(FULL + 1)
    masks = numpy.zeros((4, FULL + 1), numpy.uint32)
    for number, line in enumerate(rules.lines):
        for quarter in range(4):
            needed = sum(1 << place[cell][1] for cell in line if place[cell][0] == quarter)
            held = numpy.arange(FULL + 1) & needed == needed
            masks[quarter] |= held.astype(numpy.uint32) << numpy.uint32(number)
    table = [place[cell][0] for cell in range(CELLS)] + [
        1 << place[cell][1] for cell in range(CELLS)
    ]
    table += [turned(content, word) for word in ("1R", "1L") for content in contents]
    table += masks.view(numpy.int32).ravel().tolist()
    table += [cell for line in rules.lines for cell in line]
    table = numpy.array(table, numpy.int32)

    def encode(state):
        array = numpy.zeros(QUARTERS + 8, numpy.int32)
        array[:QUARTERS] = rules.turn(state), outcome_of(rules.result(state)), state.ply
        for cell, stone in enumerate(state.stones):
            if stone != EMPTY:
                put(table, array, cell, rules.initials.index(stone))
        return array

    def decode(array):
        stones = [EMPTY] * CELLS
        for cell, (quarter, bit) in place.items():
            for colour, initial in enumerate(rules.initials):
                if array[QUARTERS + 4 * colour + quarter] >> bit & 1:
                    stones[cell] = initial
        return Stones("".join(stones), int(array[PLY]))

    return Fast(
        kernel=Kernel(moves, play, playout, evaluate=evaluate, rate=rate, winning=winning),
        table=table,
        size=QUARTERS + 8,
        key_size=QUARTERS + 8,
        max_moves=CELLS,
        max_plies=MAX_PLIES,
        encode=encode,
        decode=decode,
        number=numbers.__getitem__,
        word=words.__getitem__,
        pace=150_000,
        prior=50,
    )
