"""Compiled rules of Palago: generating, playing and drawing turns, and the evaluation."""

import numpy as np
from numba import int16, int32, int64, void

from puzzlekit import DRAW, ONGOING
from puzzlekit.rules.kernel_signatures import (
    EVALUATE,
    MOVES,
    PLAY,
    PLAYOUT,
    borrow,
    compiled,
    helper,
    helper_no_alloc,
    random_below,
)

from .fast_plane import (
    ANYWHERE,
    BORDER,
    COMPLETE,
    COUNT,
    ENDS,
    MASK,
    OUTCOME,
    PLY,
    ROTATION,
    SEAT,
    SINGLE,
    STRAIGHTS,
    STYLE,
    SUPPLY,
    TIEBREAK,
    TILES,
    TONE,
    cell_code,
    cell_number,
    count_missing_cells,
    decode_turn,
    encode_turn,
    find_root_at,
    lay,
    new_plane,
    step,
    tile_ends_game,
)

# -- making a turn --------------------------------------------------------------------------------


@helper_no_alloc
def is_single_tile_turn(table, state):
    """Return whether the next turn has only one tile."""
    return table[STYLE] == SINGLE or table[SUPPLY] - state[COUNT] == 1


@helper_no_alloc
def add_tile(table, state, code, turned):
    """Insert a tile into the sorted list."""
    number = cell_number(table, code) * 3 + turned
    at = TILES + state[COUNT]
    while at > TILES and state[at - 1] > number:
        state[at] = state[at - 1]
        at -= 1
    state[at] = number
    state[COUNT] += 1


@helper
def lay_turn(table, plane, border, state, turn):
    """Place the tiles of a turn; return the colours of the completed creatures as a bit mask."""
    code, turned, code2, turned2 = turn
    done = lay(table, plane, border, code, turned)
    add_tile(table, state, code, turned)
    if turned2 >= 0:
        done |= lay(table, plane, border, code2, turned2)
        add_tile(table, state, code2, turned2)
    return done


@helper_no_alloc(int64(int32[::1], int16[:, ::1], int32[::1], int64))
def largest_creature_size(table, plane, state, tone):
    """Return the number of straights in the largest incomplete creature of a colour."""
    maximum = 0
    for at in range(TILES, TILES + state[COUNT]):
        code = cell_code(table, state[at] // 3)
        for each in range(3):
            root = find_root_at(table, plane, code, tone, each)
            if count_missing_cells(plane, tone, root):
                maximum = max(maximum, plane[STRAIGHTS + TONE * tone, root])
    return maximum


@helper
def end_turn(table, plane, state, completed):
    """Pass the turn to the opponent, and set the outcome.

    `completed` has the colours of the completed creatures as bits.
    """
    mover = state[SEAT]
    state[PLY] += 1
    state[SEAT] = 1 - mover
    state[COMPLETE] = completed
    if completed:
        state[OUTCOME] = completed - 1 if completed < 3 else 1 - mover
    elif state[COUNT] == table[SUPPLY]:
        state[OUTCOME] = DRAW
        if table[TIEBREAK]:
            white = largest_creature_size(table, plane, state, 0)
            blue = largest_creature_size(table, plane, state, 1)
            if white != blue:
                state[OUTCOME] = int(blue > white)


@compiled(PLAY)
def play(table, state, move):
    """Make a turn."""
    plane, border = new_plane(table, state)
    done = lay_turn(table, plane, border, state, decode_turn(table, move))
    end_turn(table, plane, state, done)


# -- all turns ------------------------------------------------------------------------------------


@helper
def max_turns(table):
    """Return an upper bound on the number of turns in a position.

    A tile next to others adds at most two more cells to the border than it removes.
    """
    border = 2 * table[SUPPLY] + 4
    pairs = 5 * border
    if table[STYLE] == ANYWHERE:
        pairs += border * border // 2
    return 3 * border if table[STYLE] == SINGLE else 3 * border + 9 * pairs


@helper_no_alloc(void(int64[::1], int64))
def sort(numbers, count):
    """Sort the first numbers (Shellsort). Compiling numba's own sort would take a second."""
    gap = count
    while gap > 1:
        gap = max(1, gap * 5 // 11)
        for i in range(gap, count):
            number, at = numbers[i], i
            while at >= gap and numbers[at - gap] > number:
                numbers[at] = numbers[at - gap]
                at -= gap
            numbers[at] = number


@helper
def cells_of_turns(table, plane, border, count):
    """Return the sorted indices of the cells for a turn: the border and its adjacent cells."""
    mask = table[MASK]
    numbers = np.empty(7 * border[0], np.int64)
    size = 0
    for place in range(1, border[0] + 1):
        numbers[size] = cell_number(table, border[place])
        size += 1
    if count and table[SUPPLY] - count > 1:
        for place in range(1, border[0] + 1):
            for number in range(6):
                beside = border[place] + step(table, number)
                if plane[ROTATION, beside & mask] == 0 and plane[BORDER, beside & mask] == 0:
                    numbers[size] = cell_number(table, beside)
                    size += 1
    sort(numbers, size)
    size_kept = 0
    for at in range(size):
        if size_kept == 0 or numbers[at] != numbers[size_kept - 1]:
            numbers[size_kept] = numbers[at]
            size_kept += 1
    return numbers[:size_kept]


@helper_no_alloc(int64(int32[::1], int16[:, ::1], int64, int64, int32[::1], int64))
def add_pairs(table, plane, code, beside, out, count):
    """Write the turns on two empty cells; a cell may be first if it is on the border."""
    at, to = code & table[MASK], beside & table[MASK]
    for turned in range(3):
        for turned2 in range(3):
            if (plane[BORDER, at] and not plane[ENDS, at] >> turned & 1) or (
                plane[BORDER, to] and not plane[ENDS, to] >> turned2 & 1
            ):
                out[count] = encode_turn(table, (code, turned, beside, turned2))
                count += 1
    return count


@compiled(MOVES)
def moves(table, state, out):
    """Write the legal turns in the order of the Python rules."""
    if state[OUTCOME] != ONGOING:
        return 0
    plane, border = new_plane(table, state)
    cells = cells_of_turns(table, plane, border, state[COUNT])
    by_one, mask = is_single_tile_turn(table, state), table[MASK]
    count = 0
    for number in cells:
        code = cell_code(table, number)
        if plane[BORDER, code & mask]:
            for turned in range(3):
                ends = tile_ends_game(table, plane, code, turned)
                plane[ENDS, code & mask] |= ends << turned
                if by_one or ends:
                    out[count] = number * 3 + turned
                    count += 1
    if by_one:
        return count
    anywhere = table[STYLE] == ANYWHERE and state[COUNT] > 0
    for first in range(len(cells)):
        code = cell_code(table, cells[first])
        # Without `anywhere`, the second cell is a neighbour that comes later in reading order.
        for second in range(first + 1, len(cells)) if anywhere else range(3, 6):
            if anywhere:
                beside = cell_code(table, cells[second])
                near = beside - code in (step(table, 3), step(table, 4), step(table, 5))
                a_first, b_first = plane[BORDER, code & mask], plane[BORDER, beside & mask]
                useful = (a_first and b_first) or (near and (a_first or b_first))
            else:
                beside = code + step(table, second)
                useful = plane[ROTATION, beside & mask] == 0
            if useful:
                count = add_pairs(table, plane, code, beside, out, count)
    return count


# -- random turns ---------------------------------------------------------------------------------


@helper
def random_turn(table, plane, border, state, draws):
    """Return a uniformly random turn.

    A turn with two tiles can be drawn in each legal order, so a turn with two legal orders is
    accepted only half the time. A first tile that ends the game is accepted with only one second
    tile.
    """
    mask, count = table[MASK], border[0]
    nowhere, no_tile = np.int64(0), np.int64(-1)
    if state[COUNT] == 0 and table[STYLE] != SINGLE:
        some = random_below(draws, 27)
        return nowhere, some % 3, step(table, 3 + some // 9), some // 3 % 3
    if is_single_tile_turn(table, state):
        some = random_below(draws, 3 * count)
        return border[1 + some // 3], some % 3, nowhere, no_tile
    seconds = 6 + (count if table[STYLE] == ANYWHERE else 0)
    while True:
        some = random_below(draws, count * seconds * 18)
        coin, some = some & 1, some >> 1
        turned, some = some % 3, some // 3
        turned2, some = some % 3, some // 3
        second, first = some % seconds, some // seconds
        code = border[1 + first]
        if second < 6:
            code2 = code + step(table, second)
            to = code2 & mask
            useless = plane[ROTATION, to] > 0 or (seconds > 6 and plane[BORDER, to] > 0)
        else:
            code2 = border[second - 5]
            to = code2 & mask
            useless = code2 == code
        sole = second == 0 and turned2 == 0
        if useless and not sole:
            continue
        if tile_ends_game(table, plane, code, turned):
            if sole:
                return code, turned, nowhere, no_tile
            continue
        if useless:
            continue
        if coin and plane[BORDER, to] and not tile_ends_game(table, plane, code2, turned2):
            continue
        return code, turned, code2, turned2


@helper
def run_playout(table, plane, border, state, draws, trace):
    """Play random turns to the end."""
    table, plane, border = borrow(table, plane, border)
    state, draws, trace = borrow(state, draws, trace)
    plies = 0
    while state[OUTCOME] == ONGOING and plies < len(trace):
        turn = random_turn(table, plane, border, state, draws)
        trace[plies, 0], trace[plies, 1] = state[SEAT], encode_turn(table, turn)
        plies += 1
        end_turn(table, plane, state, lay_turn(table, plane, border, state, turn))
    return plies


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play random turns to the end."""
    if state[OUTCOME] != ONGOING:
        return 0
    plane, border = new_plane(table, state)
    return run_playout(table, plane, border, state, draws, trace)


# -- evaluation -----------------------------------------------------------------------------------


@compiled(EVALUATE)
def evaluate(table, state, seat):
    """Return the evaluation of a position for a seat, based on the gaps of creatures."""
    plane, border = new_plane(table, state)
    worth = np.zeros(2)
    for tone in range(2):
        gaps = np.zeros(table[MASK] + 1, np.int16)
        for place in range(1, border[0] + 1):
            a = find_root_at(table, plane, border[place], tone, 0)
            b = find_root_at(table, plane, border[place], tone, 1)
            c = find_root_at(table, plane, border[place], tone, 2)
            gaps[a] += 1
            gaps[b] += b != a
            gaps[c] += c not in (a, b)
        for number in state[TILES : TILES + state[COUNT]]:
            for each in range(3):
                root = find_root_at(table, plane, cell_code(table, number // 3), tone, each)
                if gaps[root] >= 0 and plane[STRAIGHTS + TONE * tone, root]:
                    worth[tone] += 0.25 ** gaps[root]
                    gaps[root] = -1  # counted
    worth[state[SEAT]] *= 2
    return worth[seat] - worth[1 - seat]
