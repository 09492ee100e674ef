"""Connection games compiled: what all of them share.

A state is: seat, outcome, turns made, whether the seats have swapped, passes in a row, from where
and to where the turn has moved a stone (-1 without); the stone of each node. Behind that key are,
for each colour, parents that join nodes to chains. Nodes are the cells, and the two sides that each
player joins, which are stones of the player. Each chain is a tree, whose root is its node of the
largest number; so the sides of a player are joined when the first has another one as parent.

The moves are numbered: placements by their cell, steps by source + 1 and target in bits (a division
takes as long as all else in a step), then swap and pass.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from numba import boolean, int32, int64, void

from .compiled import DRAW, GOING_ON
from .kernel_signatures import CANONICAL, EVALUATE, WINNING, compiled, helper, helper_no_alloc
from .shortest_path_kernel import distances
from .symmetry_kernel import first_image

SEAT, OUTCOME, PLY, SWAPPED, PASSES, SOURCE, TARGET, STONES = range(8)
EMPTY, FIRST, SECOND = range(3)

#: What lies for a moment where a stone is put again, or has been met.
AWAY = -1

# The table: these numbers, where steps are at most 1 << WIDTH, cells at most 1 << BITS, and what a
# game adds begins at OWN; for each colour that has moved and the four stones of a block, going
# round, whether it is forbidden; then for each node where its lists begin, which follow; what a
# game adds; the images.
CELLS, MAY_SWAP, LASTING, COMPANY, MOST, WIDTH, BITS, OWN, FORBIDDEN = range(9)
RECORDS = FORBIDDEN + 2 * 81
# Each list begins with its length, and says how far away in number nodes are: so most cells
# share theirs, and the table is small. LINKS is what `adjacency_lists` writes; BLOCKS three cells for
# each block, going round; STEPS where a stone may go; NEAR the neighbours that are company.
LINKS, BLOCKS, STEPS, NEAR, LISTS = range(5)

#: What is added, for the images, to the cell that a step left and to the one that it reached.
LEFT, REACHED = 4, 8

#: Attempts to draw a legal move before all are listed.
ATTEMPTS = 60


@helper_no_alloc
def mover(state):
    """Return the colour that moves."""
    return FIRST + (state[SEAT] ^ state[SWAPPED])


@helper_no_alloc
def swap_of(table):
    """Return the number of the swap; the pass is the next one."""
    return (table[CELLS] + 1) << table[BITS]


@helper_no_alloc
def parents_at(table, colour):
    """Return where in a state the parents of a colour begin."""
    return STONES + (table[CELLS] + 4) * colour


@helper(boolean(int32[::1], int32[::1], int64, int64, int64))
def fits(table, state, cell, here, colour):
    """Tell whether no block around a cell, on which `here` is taken to lie, is forbidden."""
    forbidden = FORBIDDEN + 81 * (colour - FIRST) + 27 * here
    at = table[RECORDS + LISTS * cell + BLOCKS]
    for k in range(at + 1, at + 1 + table[at], 3):
        a = state[STONES + cell + table[k]]
        opposite = state[STONES + cell + table[k + 1]]
        b = state[STONES + cell + table[k + 2]]
        if table[forbidden + 9 * a + 3 * opposite + b]:
            return False
    return True


@helper_no_alloc(boolean(int32[::1], int32[::1], int64, int64, int64, int64))
def heals(table, state, cell, source, target, colour):
    """Tell whether a stone on an empty cell ends a turn that began with a step."""
    if not fits(table, state, cell, colour, colour):
        return False
    state[STONES + cell] = colour
    whole = fits(table, state, source, state[STONES + source], colour)
    whole = whole and fits(table, state, target, state[STONES + target], colour)
    state[STONES + cell] = EMPTY
    return whole


@helper_no_alloc
def ends(table, state, cell, colour):
    """Tell whether a stone on an empty cell ends the turn."""
    if state[SOURCE] < 0:
        return fits(table, state, cell, colour, colour)
    return heals(table, state, cell, state[SOURCE], state[TARGET], colour)


@compiled(void(int32[::1], int32[::1], int64, int64))
def put(table, state, cell, colour):
    """Put a stone and join it to the chains beside it; of friends that are linked one is enough."""
    parents = parents_at(table, colour)
    state[STONES + cell] = colour
    root = cell
    while state[parents + root] != root:
        state[parents + root] = state[parents + state[parents + root]]
        root = state[parents + root]
    at = table[RECORDS + LISTS * cell + LINKS] + 1
    friends, bit = 0, 1
    for k in range(at, at + 2 * table[at - 1], 2):
        near = cell + table[k]
        if state[STONES + near] == colour:
            if friends & table[k + 1] == 0:
                while state[parents + near] != near:
                    state[parents + near] = state[parents + state[parents + near]]
                    near = state[parents + near]
                if near != root:
                    state[parents + min(near, root)] = max(near, root)
                    root = max(near, root)
            friends |= bit
        bit <<= 1


@helper_no_alloc
def joined(table, state, colour):
    """Tell whether the two sides of a colour hang together."""
    side = table[CELLS] + 2 * (colour - FIRST)
    return state[parents_at(table, colour) + side] != side


@helper_no_alloc
def rejoin(table, state, colour):
    """Put the stones of a colour again to make its parents; return whether its sides are joined."""
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


@helper_no_alloc
def turn_over(state):
    """Leave the turn to the other seat, as after a move that is no placement."""
    state[PLY] += 1
    state[SEAT] = 1 - state[SEAT]


@helper_no_alloc
def play_word(table, state, move):
    """Play a swap or a pass; tell whether the move is one."""
    swap = swap_of(table)
    if move < swap:
        return False
    turn_over(state)
    if move == swap:
        state[SWAPPED] = 1
    else:
        state[PASSES] += 1
        if state[PASSES] == 2:
            state[OUTCOME] = DRAW
    return True


@helper(int64(int32[::1], int32[::1], int32[::1], int64))
def add_words(table, state, out, count):
    """Add the swap to the moves, and a pass if there is nothing else; return their number."""
    if table[MAY_SWAP] and state[PLY] == 1 and state[SOURCE] < 0:
        out[count] = swap_of(table)
        count += 1
    if count == 0:
        out[0] = swap_of(table) + 1
        count = 1
    return count


# -- how it stands ---------------------------------------------------------------------------------


@helper(int32[::1](int32[::1], int32[::1], int64, int64))
def rows(table, state, side, goal):
    """Return how many stones a row from a side to each node takes, see `distances`."""
    return distances(table, state, STONES, table[CELLS], RECORDS + LINKS, LISTS, side, goal)


@helper
def missing(table, state, colour):
    """Return how many stones would join the sides of a colour, or the number of cells."""
    side = table[CELLS] + 2 * (colour - FIRST)
    return rows(table, state, side, side + 1)[side + 1]


@compiled(EVALUATE)
def evaluate(table, state, seat):
    """Return how many stones more the opponent needs."""
    colour = FIRST + (seat ^ state[SWAPPED])
    other = FIRST + SECOND - colour
    return float(missing(table, state, other) - missing(table, state, colour))


@compiled(WINNING)
def winning(table, state):
    """Return a move that wins at once, or -1; after a step that joined the sides it is any."""
    colour = mover(state)
    side = table[CELLS] + 2 * (colour - FIRST)
    here = rows(table, state, side, -1)
    if state[OUTCOME] != GOING_ON or here[side + 1] > 1:
        return -1
    there = rows(table, state, side + 1, -1)
    for cell in range(table[CELLS]):
        if (
            state[STONES + cell] == EMPTY
            and (here[side + 1] == 0 or here[cell] == there[cell] == 1)
            and ends(table, state, cell, colour)
        ):
            return cell
    return -1


@compiled(CANONICAL)
def canonical(table, state, out):
    """Write the passes, whether a swap is possible, the step, and the first image of the stones."""
    cells, source, target = table[CELLS], STONES + state[SOURCE], STONES + state[TARGET]
    out[0] = 2 * (table[MAY_SWAP] and state[PLY] == 1) + 4 * state[PASSES]
    if state[SOURCE] >= 0:
        state[source] += LEFT
        state[target] += REACHED
    out[0] += first_image(table, state, STONES, cells, state[SEAT] ^ state[SWAPPED], out, 1)
    if state[SOURCE] >= 0:
        state[source] -= LEFT
        state[target] -= REACHED
    return 1 + cells
