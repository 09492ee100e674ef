"""Palagem as compiled code, the rules: which moves there are, making them, playing at random."""

import numpy
from numba import int64

from puzzlekit import DRAW, GOING_ON
from puzzlekit.rules.fast_forms import MOVES, PLAY, PLAYOUT, compiled, draw, light

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


@light
def is_choosing(table, state):
    """Tell whether palagems are still being chosen."""
    return state[CHOSEN + table[PLAYERS] - 1] == 0


@light
def is_chosen(table, state, name):
    """Tell whether a player has chosen a palagem."""
    for at in range(CHOSEN, CHOSEN + table[PLAYERS]):
        if state[at] == name + 1:
            return True
    return False


@light
def move_number(table, source, cell, turned):
    """Return the number of a move: it lays a tile, of the supply if the source is 0."""
    number = table[NAMES] + 3 * (int64(table[CELLS]) * source + cell) + turned
    return number if number < 1 << 31 else number - (1 << 32)


@light
def parts(table, move):
    """Return the source of a move, 0 for the supply, its cell and the rotation of its tile."""
    number = (move & 0xFFFFFFFF) - table[NAMES]
    return number // 3 // table[CELLS], number // 3 % table[CELLS], number % 3


# -- making a move --------------------------------------------------------------------------------


@light
def place_of(state, tile):
    """Return where among the sorted tiles one is, or would be."""
    at = TILES + state[COUNT]
    while at > TILES and state[at - 1] >= tile:
        at -= 1
    return at


@light
def pass_turn(table, state):
    """Let the next player move."""
    state[SEAT] += 1
    if state[SEAT] == table[PLAYERS]:
        state[SEAT] = 0


@light
def choose(table, state, name):
    """Choose a palagem."""
    state[CHOSEN + state[SEAT]] = name + 1
    pass_turn(table, state)


@light
def winner(table, mover, owners):
    """Return who wins when palagems of these seats, as bits, have appeared.

    Who completes several loses; else the next one in turn wins.
    """
    several = owners & (owners - 1) != 0
    seat = mover
    while owners >> seat & 1 == 0 or (several and seat == mover):
        seat = (seat + 1) % table[PLAYERS]
    return seat


@light
def some_move(table, plane, queue, state):
    """Tell whether a tile may be moved."""
    for at in range(TILES, TILES + state[COUNT]):
        if is_movable(table, plane, queue, state[at] // 3, state[COUNT]):
            return True
    return False


@light
def make(table, plane, places, queue, state, move):
    """Lay a tile or move one, and say who has won."""
    source, cell, turned = parts(table, move)
    if source:
        at = place_of(state, 3 * source)
        lift(table, plane, places, source, state[at] % 3)
        state[COUNT] -= 1
        for to in range(at, TILES + state[COUNT]):
            state[to] = state[to + 1]
        state[MOVED] += 1
    owners = lay(table, plane, places, state[COUNT], cell, turned)
    at = place_of(state, 3 * cell)
    for to in range(TILES + state[COUNT], at, -1):
        state[to] = state[to - 1]
    state[at] = 3 * cell + turned
    state[COUNT] += 1
    if owners:
        state[OUTCOME] = winner(table, state[SEAT], owners)
    elif state[COUNT] == table[SUPPLY]:
        if state[MOVED] == table[SUPPLY] or not some_move(table, plane, queue, state):
            state[OUTCOME] = DRAW
    pass_turn(table, state)


@compiled(PLAY)
def play(table, state, move):
    """Choose a palagem, lay a tile or move one."""
    if is_choosing(table, state):
        choose(table, state, move)
    else:
        plane, places, queue = new_plane(table, state)
        make(table, plane, places, queue, state, move)


# -- all moves ------------------------------------------------------------------------------------


@light
def sort(places):
    """Put the cells of a list in order."""
    for at in range(2, places[0] + 1):
        cell = places[at]
        while at > 1 and places[at - 1] > cell:
            places[at] = places[at - 1]
            at -= 1
        places[at] = cell


@light
def write_moves(table, plane, places, source, out, count):
    """Write the moves that take a tile from a cell, or from the supply."""
    for at in range(1, places[0] + 1):
        cell = places[at]
        if source == 0 or is_target(table, plane, source, cell):
            for turned in range(3):
                out[count] = move_number(table, source, cell, turned)
                count += 1
    return count


@compiled(MOVES)
def moves(table, state, out):
    """Write the legal moves in the order of the rule book."""
    count = 0
    if state[OUTCOME] != GOING_ON:
        return count
    if is_choosing(table, state):
        for name in range(table[NAMES]):
            if not is_chosen(table, state, name):
                out[count] = name
                count += 1
        return count
    plane, places, queue = new_plane(table, state)
    sort(places)
    if state[COUNT] < table[SUPPLY]:
        return write_moves(table, plane, places, 0, out, count)
    for at in range(TILES, TILES + state[COUNT]):
        source = state[at] // 3
        if is_movable(table, plane, queue, source, state[COUNT]):
            count = write_moves(table, plane, places, source, out, count)
    return count


# -- random moves ---------------------------------------------------------------------------------


@light
def choose_all(table, state, draws, trace):
    """Choose random palagems that nobody has, and return how many."""
    plies = 0
    while plies < len(trace) and is_choosing(table, state):
        name = draw(draws, table[NAMES])
        if not is_chosen(table, state, name):
            trace[plies, 0], trace[plies, 1] = state[SEAT], name
            plies += 1
            choose(table, state, name)
    return plies


@light
def any_move(table, plane, places, queue, state, draws):
    """Return a random move with a tile: what is drawn is drawn anew until it is legal."""
    while True:
        some = draw(draws, 3 * places[0])
        cell = places[1 + some // 3]
        if state[COUNT] < table[SUPPLY]:
            return move_number(table, 0, cell, some % 3)
        source = state[TILES + draw(draws, state[COUNT])] // 3
        fits = is_target(table, plane, source, cell)
        if fits and is_movable(table, plane, queue, source, state[COUNT]):
            return move_number(table, source, cell, some % 3)


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play random moves to the end."""
    plies = choose_all(table, state, draws, trace)
    if state[OUTCOME] != GOING_ON:
        return plies
    plane, places, queue = new_plane(table, state)
    while plies < len(trace) and state[OUTCOME] == GOING_ON:
        move = any_move(table, plane, places, queue, state, draws)
        trace[plies, 0], trace[plies, 1] = state[SEAT], move
        plies += 1
        make(table, plane, places, queue, state, move)
    return plies
