"""Kernels shared by all compiled connection games.

The key of a state holds the seat, the outcome, the turns made, whether the seats have swapped, the
consecutive passes, the source and target of the step made in this turn (-1 if none), and the stone
on each node. The key is followed by a union-find forest for each colour. The nodes are the cells
and the two sides of each player, which count as stones of that player. The root of a tree is its
node with the largest number, so a player's sides are connected if the first one is not its own
parent.

The number of a placement is its cell. The number of a step has source + 1 and the target packed
into its bits, because a division would take as long as the rest of the step. The swap and the pass
have the next numbers.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy
from numba import boolean, int32, int64

from .compiled import DRAW, ONGOING
from .connection_adjacency import GROUP
from .kernel_signatures import (
    CANONICAL,
    EVALUATE,
    MOVES,
    PLAY,
    PLAYOUT,
    WINNING,
    borrow,
    compiled,
    helper,
    helper_no_alloc,
    random_below,
)
from .shortest_path_kernel import distances
from .symmetry_kernel import first_image

SEAT, OUTCOME, PLY, SWAPPED, PASSES, SOURCE, TARGET, STONES = range(8)
EMPTY, FIRST, SECOND = range(3)

#: A temporary mark for stones that have been visited or will be put back.
AWAY = -1

#: The step conditions.
UNCONDITIONAL, BESIDE, MIXED = range(3)

# The table begins with these numbers. WIDTH and BITS are bit counts for the steps per cell and for
# the cells; OWN is the address of the game's own numbers; DEGREE is the largest number of
# neighbours of a cell. Next come, for each colour and each cyclic sequence of four stones in a
# block, whether it is forbidden; a record for each node; the lists; the game's own numbers; and the
# symmetries.
CELLS, MAY_SWAP, MONOTONE, STEP_CONDITION, MAX_MOVES = range(5)
WIDTH, BITS, OWN, DEGREE, FORBIDDEN = range(5, 10)
RECORDS = FORBIDDEN + 2 * 81
# A record holds the addresses of the lists of a node, then its first eight neighbours, padded with
# the node itself. A list begins with its length and contains offsets of nodes, so most cells share
# their lists and the table is small. BLOCKS has three cells per block, in cyclic order. STEPS has
# the targets of steps, NEAR the neighbours for the step condition. LOOKUP is the address of the
# `chain_lookup` of the neighbours.
LINKS, BLOCKS, STEPS, NEAR, LOOKUP, NEIGHBOURS = range(6)
RECORD = NEIGHBOURS + GROUP

#: Added to the source and target of a step before symmetries are applied.
LEFT, REACHED = 4, 8

#: The number of attempts to draw a legal move before listing all legal moves.
ATTEMPTS = 60


@helper_no_alloc
def colour_to_move(state):
    """Return the colour to move."""
    return FIRST + (state[SEAT] ^ state[SWAPPED])


@helper_no_alloc
def swap_code(table):
    """Return the code of the swap. The pass has the next code."""
    return (table[CELLS] + 1) << table[BITS]


@helper_no_alloc
def forest_offset(table, colour):
    """Return the offset of the union-find forest of a colour."""
    return STONES + (table[CELLS] + 4) * colour


@helper(boolean(int32[::1], int32[::1], int64, int64, int64))
def makes_no_forbidden_block(table, state, cell, content, colour):
    """Return whether no block at a cell is forbidden if the cell contains `content`."""
    forbidden = FORBIDDEN + 81 * (colour - FIRST) + 27 * content
    at = table[RECORDS + RECORD * cell + BLOCKS]
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


@helper_no_alloc
def neighbour_bits(table, state, cell, content):
    """Return the bit set of the first eight neighbours of a cell with the given content."""
    at, bits = RECORDS + RECORD * cell + NEIGHBOURS, 0
    for k in range(6):
        bits |= (state[STONES + table[at + k]] == content) << k
    if table[DEGREE] > 6:
        for k in range(6, GROUP):
            bits |= (state[STONES + table[at + k]] == content) << k
    return bits


@helper_no_alloc
def find_root(state, parents, node):
    """Return the root of a node's tree, halving the path to the root."""
    while state[parents + node] != node:
        state[parents + node] = state[parents + state[parents + node]]
        node = state[parents + node]
    return node


@helper_no_alloc
def merge(state, parents, root, node):
    """Merge a node's tree with another tree, given by its root; return the common root."""
    other = find_root(state, parents, node)
    if other == root:
        return root
    state[parents + min(other, root)] = max(other, root)
    return max(other, root)


@helper_no_alloc
def place_and_merge(table, state, cell, colour, root):
    """Place a stone and merge the adjacent chains, given the root of the cell's tree."""
    parents, at = forest_offset(table, colour), RECORDS + RECORD * cell
    chains = table[table[at + LOOKUP] + neighbour_bits(table, state, cell, colour)]
    while chains > 1:
        root = merge(state, parents, root, table[at + NEIGHBOURS + (chains & 7)])
        chains >>= 3
    if table[DEGREE] > GROUP:
        links = table[at + LINKS]
        for k in range(links + 1 + GROUP, links + 1 + table[links]):
            if state[STONES + cell + table[k]] == colour:
                root = merge(state, parents, root, cell + table[k])
    state[STONES + cell] = colour


@helper_no_alloc
def put(table, state, cell, colour):
    """Place a stone and merge the adjacent chains."""
    place_and_merge(
        table, state, cell, colour, find_root(state, forest_offset(table, colour), cell)
    )


@helper_no_alloc
def are_sides_connected(table, state, colour):
    """Return whether the two sides of a colour are connected."""
    side = table[CELLS] + 2 * (colour - FIRST)
    return state[forest_offset(table, colour) + side] != side


@helper_no_alloc
def rebuild_forest(table, state, colour):
    """Rebuild the forest of a colour; return whether its sides are connected."""
    cells, parents = table[CELLS], forest_offset(table, colour)
    for node in range(cells + 4):
        state[parents + node] = node
    for cell in range(cells):
        if state[STONES + cell] == colour:
            state[STONES + cell] = AWAY
    for cell in range(cells):
        if state[STONES + cell] == AWAY:
            put(table, state, cell, colour)
    return are_sides_connected(table, state, colour)


@helper_no_alloc
def write_placements(table, state, colour, out):
    """Write the empty cells where a stone makes no forbidden block; return their number."""
    count = 0
    for cell in range(table[CELLS]):
        if state[STONES + cell] == EMPTY and makes_no_forbidden_block(
            table, state, cell, colour, colour
        ):
            out[count] = cell
            count += 1
    return count


@helper_no_alloc
def end_turn(state):
    """Pass the turn to the other seat."""
    state[PLY] += 1
    state[SEAT] = 1 - state[SEAT]


@helper_no_alloc
def play_swap_or_pass(table, state, move):
    """Play a move if it is a swap or a pass; return whether it is one of these."""
    swap = swap_code(table)
    if move < swap:
        return False
    end_turn(state)
    if move == swap:
        state[SWAPPED] = 1
    else:
        state[PASSES] += 1
        if state[PASSES] == 2:
            state[OUTCOME] = DRAW
    return True


@helper(int64(int32[::1], int32[::1], int32[::1], int64))
def add_swap_or_pass(table, state, out, count):
    """Add the swap to the moves, or a pass if there are no moves; return the count."""
    if table[MAY_SWAP] and state[PLY] == 1 and state[SOURCE] < 0:
        out[count] = swap_code(table)
        count += 1
    if count == 0:
        out[0] = swap_code(table) + 1
        count = 1
    return count


# -- games whose stones never move ----------------------------------------------------------------


@compiled(MOVES)
def moves(table, state, out):
    """Write the legal moves."""
    if state[OUTCOME] != ONGOING:
        return 0
    count = write_placements(table, state, colour_to_move(state), out)
    return add_swap_or_pass(table, state, out, count)


@compiled(PLAY)
def play(table, state, move):
    """Make a move."""
    if play_swap_or_pass(table, state, move):
        return
    colour = colour_to_move(state)
    place_and_merge(table, state, move, colour, move)
    state[PASSES] = 0
    if are_sides_connected(table, state, colour):
        state[OUTCOME] = state[SEAT]
    end_turn(state)


@helper_no_alloc
def chosen(table, state, draws, own, counts):
    """Return a random move from the mover's list, or -1; drop cells that stay illegal."""
    colour = colour_to_move(state)
    left = counts[colour - FIRST]
    swaps = int(table[MAY_SWAP] and state[PLY] == 1)
    tries, move = 0, -1
    while left + swaps > 0 and move < 0 and (table[MONOTONE] or tries < ATTEMPTS):
        tries += 1
        at = random_below(draws, left + swaps)
        if at == left:
            move = swap_code(table)
            break
        cell = own[colour - FIRST, at]
        taken = state[STONES + cell] != EMPTY
        if not taken and makes_no_forbidden_block(table, state, cell, colour, colour):
            move = cell
        elif taken or table[MONOTONE]:
            left -= 1
            own[colour - FIRST, at] = own[colour - FIRST, left]
    counts[colour - FIRST] = left
    return move


@helper_no_alloc
def run_listed_playout(table, state, draws, trace, own, counts, out):
    """Play random moves to the end. The last three arguments are scratch space."""
    table, state, draws, trace = borrow(table, state, draws, trace)
    own, counts, out = borrow(own, counts, out)
    ply = 0
    while state[OUTCOME] == ONGOING and ply < len(trace):
        move = chosen(table, state, draws, own, counts)
        if move < 0:
            move = int(out[random_below(draws, moves(table, state, out))])
        trace[ply, 0], trace[ply, 1] = state[SEAT], move
        play(table, state, move)
        ply += 1
    return ply


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play random moves to the end, drawn from a shrinking list of cells for each colour."""
    cells = table[CELLS]
    own = numpy.empty((2, cells), dtype=numpy.int32)
    counts = numpy.zeros(2, dtype=numpy.int32)
    for cell in range(cells):
        if state[STONES + cell] == EMPTY:
            own[0, counts[0]] = own[1, counts[0]] = cell
            counts[0] += 1
    counts[1] = counts[0]
    out = numpy.empty(table[MAX_MOVES], dtype=numpy.int32)
    return run_listed_playout(table, state, draws, trace, own, counts, out)


@helper_no_alloc
def bridge_saving_cell(table, state, taken, colour, draws):
    """Return the cell that saves a bridge after the opponent intruded into it, or -1.

    Two stones with two common empty neighbours form a bridge: if the opponent takes one of the
    cells, the other one still connects the stones (V. Anshelevich, 2000).
    """
    at = RECORDS + RECORD * taken
    own = neighbour_bits(table, state, taken, colour)
    saving = table[table[at + LOOKUP] + (1 << GROUP) + own]
    if saving:
        saving &= neighbour_bits(table, state, taken, EMPTY)
    if saving == 0:
        return int64(-1)
    k = random_below(draws, GROUP)
    while not saving >> k & 1:
        k = (k + 1) & (GROUP - 1)
    return int64(table[at + NEIGHBOURS + k])


@helper
def claim_cells(table, state, draws, trace, save_bridges):
    """Play random moves to the end without forbidden blocks; save bridges if `save_bridges`."""
    table, state, draws, trace = borrow(table, state, draws, trace)
    cells, count = numpy.empty(table[CELLS], dtype=numpy.int32), 0
    for cell in range(table[CELLS]):
        if state[STONES + cell] == EMPTY:
            cells[count] = cell
            count += 1
    seat, outcome, first, swapped = state[SEAT], state[OUTCOME], state[PLY], state[SWAPPED]
    move, ply = int64(-1), 0
    while outcome == ONGOING and ply < len(trace):
        colour = FIRST + (seat ^ swapped)
        before, move = move, int64(-1)
        if save_bridges and 0 <= before < table[CELLS]:
            move = bridge_saving_cell(table, state, before, colour, draws)
        if table[MAY_SWAP] and first + ply == 1 and random_below(draws, count + 1) == count:
            move = swap_code(table)
            swapped = 1
        while move < 0 < count:
            chosen = random_below(draws, count)
            cell = cells[chosen]
            count -= 1
            cells[chosen] = cells[count]
            if state[STONES + cell] == EMPTY:  # it may have been used to save a bridge
                move = cell
        if move < 0:
            break
        if move < table[CELLS]:
            place_and_merge(table, state, move, colour, move)
            if are_sides_connected(table, state, colour):
                outcome = seat
        trace[ply, 0], trace[ply, 1] = seat, move
        seat = 1 - seat
        ply += 1
    state[SEAT], state[OUTCOME], state[PLY], state[SWAPPED] = seat, outcome, first + ply, swapped
    if ply > 0:
        state[PASSES] = 0
    while state[OUTCOME] == ONGOING and ply < len(trace):  # the board is full: both players pass
        move = int64(swap_code(table) + 1)
        trace[ply, 0], trace[ply, 1] = state[SEAT], move
        play_swap_or_pass(table, state, move)
        ply += 1
    return ply


@compiled(PLAYOUT)
def claiming_playout(table, state, draws, trace):
    """Play random moves to the end in a game without forbidden blocks."""
    return claim_cells(table, state, draws, trace, False)


@compiled(PLAYOUT)
def claiming_rollout(table, state, draws, trace):
    """Play random moves to the end in a game without forbidden blocks, but save bridges."""
    return claim_cells(table, state, draws, trace, True)


# -- games whose turns may begin with a step ------------------------------------------------------

# After a step, the union-find forest may still join stones that are no longer connected, but it
# never misses a connection. It is rebuilt only when it reports that two sides are connected.


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
    if table[STEP_CONDITION] == UNCONDITIONAL:
        return True
    if table[STEP_CONDITION] == MIXED:
        return in_mixed_group(table, state, source, colour, scratch, first)
    at = table[RECORDS + RECORD * source + NEAR]
    for k in range(at + 1, at + 1 + table[at]):
        if state[STONES + source + table[k]] != EMPTY:
            return True
    return False


@compiled(MOVES)
def step_moves(table, state, out):
    """Write the legal moves."""
    if state[OUTCOME] != ONGOING:
        return 0
    cells, colour = table[CELLS], colour_to_move(state)
    count = -1
    if state[SOURCE] >= 0:
        count = repairing_placements(table, state, state[SOURCE], state[TARGET], colour, out, 0)
    if count >= 0:
        return add_swap_or_pass(table, state, out, count)
    count, hint = write_placements(table, state, colour, out), 0
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
def step_play(table, state, move):
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
    return int(out[random_below(draws, step_moves(table, state, out))])


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
def run_step_playout(table, state, draws, trace, lists, places, counts, hints, out):
    """Play random moves to the end. The arguments from `lists` on are scratch space."""
    table, state, draws, trace = borrow(table, state, draws, trace)
    lists, places, counts, hints, out = borrow(lists, places, counts, hints, out)
    ply = 0
    while state[OUTCOME] == ONGOING and ply < len(trace):
        move = random_move(table, state, draws, lists, counts, hints, out)
        update_lists_for_move(table, state, move, lists, places, counts)
        trace[ply, 0], trace[ply, 1] = state[SEAT], move
        step_play(table, state, move)
        ply += 1
    return ply


@compiled(PLAYOUT)
def step_playout(table, state, draws, trace):
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
    return run_step_playout(table, state, draws, trace, lists, places, counts, hints, out)


# -- evaluation -----------------------------------------------------------------------------------


@helper(int32[::1](int32[::1], int32[::1], int64, int64))
def path_distances(table, state, side, goal):
    """Return how many stones are missing on a path from a side to each node; see `distances`."""
    return distances(table, state, STONES, table[CELLS], RECORDS + LINKS, RECORD, side, goal)


@helper
def count_missing_stones(table, state, colour):
    """Return how many stones a colour needs to connect, or the cell count if it is cut off."""
    side = table[CELLS] + 2 * (colour - FIRST)
    return path_distances(table, state, side, side + 1)[side + 1]


@compiled(EVALUATE)
def evaluate(table, state, seat):
    """Return how many more stones the opponent needs than the seat."""
    colour = FIRST + (seat ^ state[SWAPPED])
    other = FIRST + SECOND - colour
    return float(
        count_missing_stones(table, state, other) - count_missing_stones(table, state, colour)
    )


@compiled(WINNING)
def winning(table, state):
    """Return a placement that wins immediately, or -1."""
    colour = colour_to_move(state)
    side = table[CELLS] + 2 * (colour - FIRST)
    here = path_distances(table, state, side, -1)
    if state[OUTCOME] != ONGOING or here[side + 1] > 1:
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
    """Write the number of passes, whether a swap is possible, and the canonical stones and step."""
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
