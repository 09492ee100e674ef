"""Compiled tactics of Palagem: the evaluation, immediate wins, move ratings and rollouts."""

from numba import int32, int64, uint8

from puzzlekit import ONGOING
from puzzlekit.rules.kernel_signatures import (
    EVALUATE,
    PLAYOUT,
    RATE,
    WINNING,
    borrow,
    compiled,
    helper,
    helper_no_alloc,
)

from .fast_plane import (
    BESIDE,
    CHOSEN,
    COUNT,
    FORMS,
    OUTCOME,
    PLAYERS,
    RHOMBI,
    SAME,
    SEAT,
    SUPPLY,
    TILES,
    add_or_remove_tile,
    is_movable,
    new_plane,
    seats_completed_by,
)
from .fast_rules import (
    choose_random_palagems,
    decode_move,
    encode_move,
    is_chosen,
    make_tile_move,
    random_tile_move,
)

WIN = 1000.0  # the rating of a winning move
TRIES = 4  # how often a rollout redraws moves that let another player win


# -- evaluation -----------------------------------------------------------------------------------


@helper
def rhombus_value(table, state, seat, mover, orientation, code):
    """Return the value of a rhombus for a seat, based on the tiles missing from palagems there.

    Other players' palagems have negative values. The mover's palagem counts most, and the palagem
    of each following seat counts half as much as the previous one.
    """
    filled = (code | code >> 1) & 0x55
    tiles = (filled & 0x11) + (filled >> 2 & 0x11)
    worth = (1 << 4 * ((tiles & 15) + (tiles >> 4))) / 65536.0
    total, owner = 0.0, mover
    for _ in range(table[PLAYERS] if filled else 0):
        first = FORMS + SAME * (state[CHOSEN + owner] - 1) + orientation
        apart, turned = code ^ table[first], code ^ table[first + 3]
        if (apart | apart >> 1) & filled == 0 or (turned | turned >> 1) & filled == 0:
            total += worth if owner == seat else -worth
        worth /= 2
        owner = owner + 1 if owner + 1 < table[PLAYERS] else 0
    return total


@compiled(EVALUATE)
def evaluate(table, state, seat):
    """Return the evaluation of a position for a seat, based on the tiles missing from palagems."""
    total = 0.0
    if is_chosen(table, state, 0):
        return total
    plane = new_plane(table, state)[0]
    for at in range(TILES, TILES + state[COUNT]):
        for each in range(12):
            orientation, place = each >> 2, each & 3
            code = int64(plane[orientation, state[at] // 3 + table[RHOMBI + each]])
            if code & ((1 << 2 * place) - 1) == 0:  # this is the first tile in the rhombus
                total += rhombus_value(table, state, seat, state[SEAT], orientation, code)
    return total


# -- move ratings ----------------------------------------------------------------------------------


@helper_no_alloc
def evaluation_gain(table, plane, state, cell, tile):
    """Return how much a tile (rotation + 1) changes the evaluation, with the next seat to move."""
    change, seat = 0.0, int64(state[SEAT])
    after = (seat + 1) % table[PLAYERS]
    for each in range(12):
        orientation = each >> 2
        code = int64(plane[orientation, cell + table[RHOMBI + each]])
        change -= rhombus_value(table, state, seat, after, orientation, code)
        change += rhombus_value(
            table, state, seat, after, orientation, code + (tile << 2 * (each & 3))
        )
    return change


@compiled(RATE)
def rate(table, state, moves, count, rates):
    """Rate moves by the resulting evaluation. Wins come first and losses last."""
    if is_chosen(table, state, 0):
        return 0
    plane = new_plane(table, state)[0]
    source, tile, base = 0, 0, 0.0
    for i in range(count):
        taken, cell, turned = decode_move(table, moves[i])
        if taken != source:
            if source:
                add_or_remove_tile(table, plane, source, tile)
            source, tile = taken, plane[0, taken] & 3
            base = evaluation_gain(table, plane, state, source, -tile)
            add_or_remove_tile(table, plane, source, -tile)
        completed = seats_completed_by(table, plane, cell, turned)
        if completed:
            rates[i] = WIN if completed == 1 << state[SEAT] else -WIN
        else:
            rates[i] = base + evaluation_gain(table, plane, state, cell, turned + 1)
    return 1


# -- immediate wins --------------------------------------------------------------------------------


@helper(int64(int32[::1], uint8[:, ::1], int32[::1], int32[::1], int64))
def winning_move_from(table, plane, places, state, source):
    """Return a move that wins with a tile from the supply, or a lifted tile, or else -1."""
    for at in range(1, places[0] + 1):
        cell = places[at]
        if source == 0 or plane[BESIDE, cell] > 1:
            for turned in range(3):
                if seats_completed_by(table, plane, cell, turned) == 1 << state[SEAT]:
                    return encode_move(table, source, cell, turned)
    return -1


@compiled(WINNING)
def winning(table, state):
    """Return a move that completes only the mover's palagem, or -1."""
    if state[OUTCOME] != ONGOING or is_chosen(table, state, 0):
        return -1
    plane, places = new_plane(table, state)
    if state[COUNT] < table[SUPPLY]:
        return winning_move_from(table, plane, places, state, 0)
    win = -1
    for at in range(TILES, TILES + state[COUNT]):
        source, tile = state[at] // 3, state[at] % 3 + 1
        if win == -1 and is_movable(table, plane, places, source, state[COUNT]):
            add_or_remove_tile(table, plane, source, -tile)
            win = winning_move_from(table, plane, places, state, source)
            add_or_remove_tile(table, plane, source, tile)
    return win


# -- rollouts -------------------------------------------------------------------------------------


@helper
def run_rollout(table, plane, places, state, draws, trace, plies):
    """Play to the end: an immediate win, or a random move that rarely lets another player win."""
    table, plane, places = borrow(table, plane, places)
    state, draws, trace = borrow(state, draws, trace)
    while plies < len(trace) and state[OUTCOME] == ONGOING:
        move = int64(-1)
        if state[COUNT] < table[SUPPLY]:
            move = winning_move_from(table, plane, places, state, 0)
        tries = 0 if move == -1 else TRIES
        while tries < TRIES:
            move = random_tile_move(table, plane, places, state, draws)
            _, cell, turned = decode_move(table, move)
            tries = tries + 1 if seats_completed_by(table, plane, cell, turned) else TRIES
        trace[plies, 0], trace[plies, 1] = state[SEAT], move
        plies += 1
        make_tile_move(table, plane, places, state, move)
    return plies


@compiled(PLAYOUT)
def rollout(table, state, draws, trace):
    """Choose the patterns, and play to the end with `run_rollout`."""
    plies = choose_random_palagems(table, state, draws, trace)
    if state[OUTCOME] != ONGOING:
        return plies
    plane, places = new_plane(table, state)
    return run_rollout(table, plane, places, state, draws, trace, plies)
