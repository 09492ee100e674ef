"""Compiled rules of Palagem: generating, playing and drawing moves."""

from numba import boolean, int32, int64

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

from .fast_plane import (
    CELLS,
    CHOSEN,
    COUNT,
    MOVED,
    NAMES,
    OUTCOME,
    PLAYERS,
    SEAT,
    SUPPLY,
    TILES,
    is_movable,
    is_target,
    lay,
    lift,
    new_plane,
)


@helper_no_alloc(boolean(int32[::1], int32[::1], int64))
def is_chosen(table, state, number):
    """Return whether a palagem has been chosen or, for 0, whether a player has yet to choose."""
    for at in range(CHOSEN, CHOSEN + table[PLAYERS]):
        if state[at] == number:
            return True
    return False


@helper_no_alloc(int64(int32[::1], int64, int64, int64))
def encode_move(table, source, cell, turned):
    """Return the code of a move that places a tile; source 0 is the supply."""
    number = table[NAMES] + 3 * (int64(table[CELLS]) * source + cell) + turned
    return number if number < 1 << 31 else number - (1 << 32)


@helper_no_alloc
def decode_move(table, move):
    """Return the source of a move (0 for the supply), its target and the rotation of its tile."""
    number = (move & 0xFFFFFFFF) - table[NAMES]
    return number // 3 // table[CELLS], number // 3 % table[CELLS], number % 3


# -- making a move --------------------------------------------------------------------------------


@helper_no_alloc
def choose_palagem(table, state, name):
    """Choose a palagem."""
    state[CHOSEN + state[SEAT]] = name + 1
    state[SEAT] = (state[SEAT] + 1) % table[PLAYERS]


@helper_no_alloc
def outcome_of_completion(table, plane, places, state, owners):
    """Return the outcome after the mover has completed the palagems of `owners` (seats as bits).

    A mover who completes several palagems loses. The next owner in turn order wins.
    """
    if owners:
        seat = state[SEAT] + int64(owners & (owners - 1) != 0)
        while owners >> seat % table[PLAYERS] & 1 == 0:
            seat += 1
        return seat % table[PLAYERS]
    if state[COUNT] < table[SUPPLY]:
        return ONGOING
    if state[MOVED] < table[SUPPLY]:
        for at in range(TILES, TILES + state[COUNT]):
            if is_movable(table, plane, places, state[at] // 3, state[COUNT]):
                return ONGOING
    return DRAW


@helper_no_alloc
def make_tile_move(table, plane, places, state, move):
    """Place or move a tile; set the outcome."""
    source, cell, turned = decode_move(table, move)
    if source:
        at = TILES
        while state[at] // 3 != source:
            at += 1
        lift(table, plane, places, source, state[at] % 3)
        state[COUNT] -= 1
        state[MOVED] += 1
        for to in range(at, TILES + state[COUNT]):
            state[to] = state[to + 1]
    owners = lay(table, plane, places, state[COUNT], cell, turned)
    at = TILES + state[COUNT]
    while at > TILES and state[at - 1] > 3 * cell:
        state[at] = state[at - 1]
        at -= 1
    state[at] = 3 * cell + turned
    state[COUNT] += 1
    state[OUTCOME] = outcome_of_completion(table, plane, places, state, owners)
    state[SEAT] = (state[SEAT] + 1) % table[PLAYERS]


@compiled(PLAY)
def play(table, state, move):
    """Choose a palagem, or place or move a tile."""
    if is_chosen(table, state, 0):
        choose_palagem(table, state, move)
    else:
        plane, places = new_plane(table, state)
        make_tile_move(table, plane, places, state, move)


# -- all moves ------------------------------------------------------------------------------------


@compiled(MOVES)
def moves(table, state, out):
    """Write the legal moves in the order of the Python rules."""
    count = 0
    if state[OUTCOME] != ONGOING:
        return count
    if is_chosen(table, state, 0):
        for name in range(table[NAMES]):
            if not is_chosen(table, state, name + 1):
                out[count] = name
                count += 1
        return count
    plane, places = new_plane(table, state)
    full = state[COUNT] == table[SUPPLY]
    for at in range(TILES, TILES + state[COUNT] if full else TILES + 1):
        source = state[at] // 3 if full else 0
        if full and not is_movable(table, plane, places, source, state[COUNT]):
            continue
        for place in range(1, places[0] + 1):
            if not full or is_target(table, plane, source, places[place]):
                for turned in range(3):
                    out[count] = encode_move(table, source, places[place], turned)
                    count += 1
    return count


# -- random moves ---------------------------------------------------------------------------------


@helper_no_alloc
def choose_random_palagems(table, state, draws, trace):
    """Choose random palagems for all players; return the number of plies."""
    plies = 0
    while plies < len(trace) and is_chosen(table, state, 0):
        name = random_below(draws, table[NAMES])
        if not is_chosen(table, state, name + 1):
            trace[plies, 0], trace[plies, 1] = state[SEAT], name
            plies += 1
            choose_palagem(table, state, name)
    return plies


@helper_no_alloc
def random_tile_move(table, plane, places, state, draws):
    """Return a random tile move, drawing again until the move is legal."""
    while True:
        number = random_below(draws, 3 * places[0])
        cell, turned = places[1 + number // 3], number % 3
        if state[COUNT] < table[SUPPLY]:
            return encode_move(table, 0, cell, turned)
        source = state[TILES + random_below(draws, state[COUNT])] // 3
        fits = is_target(table, plane, source, cell)
        if fits and is_movable(table, plane, places, source, state[COUNT]):
            return encode_move(table, source, cell, turned)


@helper
def run_playout(table, plane, places, state, draws, trace, plies):
    """Play random moves to the end, after a number of plies."""
    table, plane, places = borrow(table, plane, places)
    state, draws, trace = borrow(state, draws, trace)
    while plies < len(trace) and state[OUTCOME] == ONGOING:
        move = random_tile_move(table, plane, places, state, draws)
        trace[plies, 0], trace[plies, 1] = state[SEAT], move
        plies += 1
        make_tile_move(table, plane, places, state, move)
    return plies


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play random moves to the end."""
    plies = choose_random_palagems(table, state, draws, trace)
    if state[OUTCOME] != ONGOING:
        return plies
    plane, places = new_plane(table, state)
    return run_playout(table, plane, places, state, draws, trace, plies)
