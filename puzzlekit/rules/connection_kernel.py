"""Kernels shared by all compiled connection games.

The key of a state holds the seat, the outcome, the turns made, whether the seats have swapped, the
consecutive passes, the source and target of the step made in this turn (-1 if none), and the stone
on each node. The key is followed by a union-find forest for each colour. The nodes are the cells
and the two sides of each player, which count as stones of that player. The root of a tree is its
node with the largest number, so a player's sides are connected if the first one is not its own
parent.

The number of a placement is its cell. The number of a step is source + 1 and target, packed into
bits, because a division would take as long as the rest of the step. The swap and the pass have the
next numbers.
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

#: A temporary mark for visited stones and for stones to be placed again.
AWAY = -1

# The table begins with these numbers. WIDTH and BITS are bit counts for the steps per cell and for
# the cells; OWN is the address of the game's own numbers. Next come, for each colour and each
# cyclic sequence of four stones in a block, whether it is forbidden; the addresses of each node's
# lists; the lists; the game's own numbers; and the symmetries.
CELLS, MAY_SWAP, MONOTONE, MOVEMENT_CONDITION, MAX_MOVES, WIDTH, BITS, OWN, FORBIDDEN = range(9)
RECORDS = FORBIDDEN + 2 * 81
# Each list begins with its length and contains offsets of nodes, so most cells share their lists
# and the table is small. LINKS is written by `adjacency_lists`. BLOCKS has three cells per block,
# in cyclic order. STEPS has the targets of steps, NEAR the neighbours for the movement condition.
LINKS, BLOCKS, STEPS, NEAR, LISTS = range(5)

#: Added to the source and target of a step before symmetries are applied.
LEFT, REACHED = 4, 8

#: The number of attempts to draw a legal move before listing all legal moves.
ATTEMPTS = 60


@helper_no_alloc
def mover(state):
    """Return the colour to move."""
    return FIRST + (state[SEAT] ^ state[SWAPPED])


@helper_no_alloc
def swap_of(table):
    """Return the number of the swap; the next number is the pass."""
    return (table[CELLS] + 1) << table[BITS]


@helper_no_alloc
def parents_at(table, colour):
    """Return the offset of the union-find forest of a colour."""
    return STONES + (table[CELLS] + 4) * colour


@helper(boolean(int32[::1], int32[::1], int64, int64, int64))
def makes_no_forbidden_block(table, state, cell, here, colour):
    """Return whether no block at a cell is forbidden if the cell contains `here`."""
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
def repairs_step(table, state, cell, source, target, colour):
    """Return whether a stone may be placed on an empty cell after a step."""
    if not makes_no_forbidden_block(table, state, cell, colour, colour):
        return False
    state[STONES + cell] = colour
    whole = makes_no_forbidden_block(table, state, source, state[STONES + source], colour)
    whole = whole and makes_no_forbidden_block(table, state, target, state[STONES + target], colour)
    state[STONES + cell] = EMPTY
    return whole


@helper_no_alloc
def can_place(table, state, cell, colour):
    """Return whether a stone may be placed on an empty cell to end the turn."""
    if state[SOURCE] < 0:
        return makes_no_forbidden_block(table, state, cell, colour, colour)
    return repairs_step(table, state, cell, state[SOURCE], state[TARGET], colour)


@compiled(void(int32[::1], int32[::1], int64, int64))
def put(table, state, cell, colour):
    """Place a stone and merge adjacent chains, skipping neighbours adjacent to earlier ones."""
    parents = parents_at(table, colour)
    state[STONES + cell] = colour
    root = cell
    while state[parents + root] != root:
        state[parents + root] = state[parents + state[parents + root]]
        root = state[parents + root]
    at = table[RECORDS + LISTS * cell + LINKS] + 1
    joined_mask, bit = 0, 1
    for k in range(at, at + 2 * table[at - 1], 2):
        near = cell + table[k]
        if state[STONES + near] == colour:
            if joined_mask & table[k + 1] == 0:
                while state[parents + near] != near:
                    state[parents + near] = state[parents + state[parents + near]]
                    near = state[parents + near]
                if near != root:
                    state[parents + min(near, root)] = max(near, root)
                    root = max(near, root)
            joined_mask |= bit
        bit <<= 1


@helper_no_alloc
def joined(table, state, colour):
    """Return whether the two sides of a colour are connected."""
    side = table[CELLS] + 2 * (colour - FIRST)
    return state[parents_at(table, colour) + side] != side


@helper_no_alloc
def rejoin(table, state, colour):
    """Rebuild the forest of a colour; return whether its sides are connected."""
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
    """Pass the turn to the other seat."""
    state[PLY] += 1
    state[SEAT] = 1 - state[SEAT]


@helper_no_alloc
def play_word(table, state, move):
    """Make the move if it is a swap or a pass; return whether it was."""
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
    """Add the swap to the moves, or a pass if there are none; return their number."""
    if table[MAY_SWAP] and state[PLY] == 1 and state[SOURCE] < 0:
        out[count] = swap_of(table)
        count += 1
    if count == 0:
        out[0] = swap_of(table) + 1
        count = 1
    return count


# -- evaluation -----------------------------------------------------------------------------------


@helper(int32[::1](int32[::1], int32[::1], int64, int64))
def path_distances(table, state, side, goal):
    """Return the number of stones missing on a path from a side to each node; see `distances`."""
    return distances(table, state, STONES, table[CELLS], RECORDS + LINKS, LISTS, side, goal)


@helper
def missing(table, state, colour):
    """Return how many stones a colour needs to connect, or the cell count if it is cut off."""
    side = table[CELLS] + 2 * (colour - FIRST)
    return path_distances(table, state, side, side + 1)[side + 1]


@compiled(EVALUATE)
def evaluate(table, state, seat):
    """Return how many more stones the opponent needs than the seat."""
    colour = FIRST + (seat ^ state[SWAPPED])
    other = FIRST + SECOND - colour
    return float(missing(table, state, other) - missing(table, state, colour))


@compiled(WINNING)
def winning(table, state):
    """Return a placement that wins immediately, or -1."""
    colour = mover(state)
    side = table[CELLS] + 2 * (colour - FIRST)
    here = path_distances(table, state, side, -1)
    if state[OUTCOME] != GOING_ON or here[side + 1] > 1:
        return -1
    there = path_distances(table, state, side + 1, -1)
    for cell in range(table[CELLS]):
        if (
            state[STONES + cell] == EMPTY
            and (here[side + 1] == 0 or here[cell] == there[cell] == 1)
            and can_place(table, state, cell, colour)
        ):
            return cell
    return -1


@compiled(CANONICAL)
def canonical(table, state, out):
    """Write the passes and whether a swap is possible, then the canonical stones with the step."""
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
