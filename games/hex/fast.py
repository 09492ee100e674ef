"""The compiled fast path of Hex.

A state is: seat, outcome, turns made, whether the seats have swapped; the stone of each node; the
parent of each node. Nodes are the cells row by row, the four sides of the board, which are stones
of the colour that joins them, and one for what lies beyond two sides at once. Each chain is a
tree, whose root is its node of the largest number: a side, if it has reached one. Who links two
sides wins. A move is the number of a cell; the swap comes after the cells.
"""

from itertools import product

import numpy
from numba import int64

from puzzlekit import GOING_ON, Fast, Kernel
from puzzlekit.rules.fast_forms import (
    CANONICAL,
    EVALUATE,
    MOVES,
    PLAY,
    PLAYOUT,
    compiled,
    draw,
    helper,
    light,
)
from puzzlekit.rules.images import images, joining, symmetries
from puzzlekit.rules.images_kernel import first_image

SEAT, OUTCOME, PLY, SWAPPED, STONES = range(5)
EMPTY, RED, BLUE, NOTHING = range(4)

# The table: how many cells, whether there is a swap, the six nodes around each cell, the images.
CELLS, MAY_SWAP, RINGS = range(3)
AROUND = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]  # row and column, in a circle

# Friends that lie side by side around a cell are in one chain: one of each run is enough.
# For each set of places around a cell, as bits, where its runs begin, and then a 6.
RUNS = numpy.array(
    [
        [*(k for k in range(6) if bits >> k & 1 and not bits >> (k - 1) % 6 & 1), 6, 6, 6][:3]
        for bits in range(64)
    ]
)


@compiled(_nrt=False)
def link(table, state, cell, colour):
    """Put a stone; tell whether it links two sides."""
    cells = table[CELLS]
    parent, ring = STONES + cells + 5, RINGS + 6 * cell
    state[STONES + cell] = colour
    friends = 0
    for k in range(6):
        friends |= (state[STONES + table[ring + k]] == colour) << k
    root, won = cell, False
    for k in range(3):
        run = RUNS[friends, k]
        if run == 6:
            break
        near = table[ring + run]
        while state[parent + near] != near:
            state[parent + near] = state[parent + state[parent + near]]
            near = state[parent + near]
        if near != root:
            won |= near >= cells and root >= cells
            state[parent + min(near, root)] = max(near, root)
            root = max(near, root)
    return won


@light
def places(table, state, out):
    """Write the empty cells, and return how many there are."""
    count = 0
    for cell in range(table[CELLS]):
        if state[STONES + cell] == EMPTY:
            out[count] = cell
            count += 1
    return count


@compiled(MOVES)
def moves(table, state, out):
    """Write the legal moves."""
    if state[OUTCOME] != GOING_ON:
        return 0
    count = places(table, state, out)
    if table[MAY_SWAP] and state[PLY] == 1:
        out[count] = table[CELLS]
        count += 1
    return count


@compiled(PLAY)
def play(table, state, move):
    """Make a move."""
    seat = state[SEAT]
    if move == table[CELLS]:
        state[SWAPPED] = 1
    elif link(table, state, move, RED + (seat ^ state[SWAPPED])):
        state[OUTCOME] = seat
    state[PLY] += 1
    state[SEAT] = 1 - seat


@light
def saving(table, state, taken, colour, draws):
    """Return a cell that keeps joined what a stone on a cell was about to part, or -1.

    Two stones of a colour that have two empty cells in common are as good as joined: when one of
    the cells is taken, the other one is left (bridges, V. Anshelevich 2000).
    """
    ring = RINGS + 6 * taken
    first = draw(draws, 6)
    for turned in range(first, first + 6):
        cell = table[ring + turned % 6]
        if state[STONES + cell] == EMPTY:
            one, other = table[ring + (turned + 1) % 6], table[ring + (turned + 5) % 6]
            if state[STONES + one] == colour and state[STONES + other] == colour:
                return int64(cell)
    return int64(-1)


@helper
def play_out(table, state, draws, trace, keen):
    """Draw from a list of the empty cells that grows shorter; whoever is keen answers first."""
    left = numpy.empty(table[CELLS], dtype=numpy.int32)
    count = places(table, state, left)
    seat, outcome, first, swapped = state[SEAT], state[OUTCOME], state[PLY], state[SWAPPED]
    move, ply = int64(-1), 0
    while outcome == GOING_ON and ply < len(trace):
        colour = RED + (seat ^ swapped)
        before, move = move, int64(-1)
        if keen and 0 <= before < table[CELLS]:
            move = saving(table, state, before, colour, draws)
        if table[MAY_SWAP] and first + ply == 1 and draw(draws, count + 1) == count:
            move = table[CELLS]
            swapped = 1
        while move < 0:
            chosen = draw(draws, count)
            cell = left[chosen]
            count -= 1
            left[chosen] = left[count]
            if state[STONES + cell] == EMPTY:  # no answer has taken it
                move = cell
        if move < table[CELLS] and link(table, state, move, colour):
            outcome = seat
        trace[ply, 0], trace[ply, 1] = seat, move
        seat = 1 - seat
        ply += 1
    state[SEAT], state[OUTCOME], state[PLY], state[SWAPPED] = seat, outcome, first + ply, swapped
    return ply


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play at random to the end."""
    return play_out(table, state, draws, trace, False)


@compiled(PLAYOUT)
def rollout(table, state, draws, trace):
    """Play at random to the end, but answer what is about to part two stones."""
    return play_out(table, state, draws, trace, True)


@helper
def missing(table, state, colour):
    """Return how many stones would join the sides of a colour, or the number of cells."""
    cells = table[CELLS]
    side = cells + 2 * (colour - RED)
    found = numpy.full(cells, cells, dtype=numpy.int32)
    here, further = numpy.empty((2, cells), dtype=numpy.int32)
    left = waiting = reached = 0
    for cell in range(cells):
        for k in range(RINGS + 6 * cell, RINGS + 6 * cell + 6):
            if table[k] == side and found[cell] == cells:
                if state[STONES + cell] == colour:
                    found[cell] = 0
                    here[left] = cell
                    left += 1
                elif state[STONES + cell] == EMPTY:
                    found[cell] = 1
                    further[waiting] = cell
                    waiting += 1
    while left or waiting:
        if left == 0:
            here, further = further, here
            left, waiting = waiting, 0
            reached += 1
        left -= 1
        ring = RINGS + 6 * here[left]
        for k in range(ring, ring + 6):
            near = table[k]
            if near == side + 1:
                return reached
            if near < cells and found[near] == cells:
                if state[STONES + near] == colour:
                    found[near] = reached
                    here[left] = near
                    left += 1
                elif state[STONES + near] == EMPTY:
                    found[near] = reached + 1
                    further[waiting] = near
                    waiting += 1
    return int64(cells)


@compiled(EVALUATE)
def evaluate(table, state, seat):
    """Return how many stones more the opponent needs."""
    colour = RED + (seat ^ state[SWAPPED])
    return float(missing(table, state, RED + BLUE - colour) - missing(table, state, colour))


@compiled(CANONICAL)
def canonical(table, state, out):
    """Write whether a swap is possible, and the first of the images of the stones."""
    cells = table[CELLS]
    out[0] = 2 * (table[MAY_SWAP] and state[PLY] == 1)
    out[0] += first_image(table, state, STONES, cells, state[SEAT] ^ state[SWAPPED], out, 1)
    return 1 + cells


def fast(rules):
    """Return the fast path of a rule book of Hex."""
    names = rules.board.cells
    cells, size = len(names), len(rules.board.sides["top"])
    letters = "." + rules.initials
    words = [*names, "swap"]
    numbers = {word: number for number, word in enumerate(words)}

    def node(row, column):
        beyond = [row < 0, row >= size, column < 0, column >= size]
        if any(beyond):
            return cells + (beyond.index(True) if sum(beyond) == 1 else 4)
        return row * size + column

    table = [cells, rules.may_swap]
    for row, column in product(range(size), repeat=2):
        table += [node(row + down, column + right) for down, right in AROUND]
    sides = [[rules.board.sides[side] for side in goal] for goal in rules.goals]
    table += images((EMPTY, BLUE, RED), *joining(symmetries(rules.board), sides), len(table))
    table = numpy.array(table, dtype=numpy.int32)

    def encode(state):
        array = [rules.turn(state), GOING_ON, state.ply, state.swapped]
        array += [EMPTY] * cells + [RED, RED, BLUE, BLUE, NOTHING] + [*range(cells + 5)]
        array = numpy.array(array, dtype=numpy.int32)
        for cell, stone in enumerate(state.stones):
            colour = letters.index(stone)
            if colour != EMPTY and link(table, array, cell, colour):
                array[OUTCOME] = (colour - RED) ^ state.swapped
        return array

    def decode(array):
        stones = "".join(letters[stone] for stone in array[STONES : STONES + cells])
        ply, swapped = int(array[PLY]), bool(array[SWAPPED])
        return rules.start()._replace(stones=stones, ply=ply, swapped=swapped)

    key_size = STONES + cells + 5
    return Fast(
        kernel=Kernel(moves, play, playout, evaluate, rollout=rollout, canonical=canonical),
        table=table,
        size=key_size + cells + 5,
        key_size=key_size,
        max_moves=cells,
        max_plies=cells + 1,
        encode=encode,
        decode=decode,
        number=numbers.__getitem__,
        word=words.__getitem__,
    )
