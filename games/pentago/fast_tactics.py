"""Compiled tactics for Pentago: the evaluation, immediate wins and move ratings."""

import numpy
from numba import float64, int64

from puzzlekit import ONGOING
from puzzlekit.rules.kernel_signatures import EVALUATE, RATE, WINNING, compiled

from .fast_rules import (
    BIT,
    CELLS,
    LENGTH,
    LINES,
    OUTCOME,
    PLY,
    QUARTER,
    QUARTERS,
    SEAT,
    TWISTS,
    has_five,
    is_empty,
    toggle_stone,
    twist,
)


@compiled(EVALUATE)
def evaluate(table, state, seat):
    """Return the value of lines with only the seat's stones, minus the same for the opponent."""
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
    """Return a move that makes five in a row for the mover only, or -1."""
    if state[OUTCOME] != ONGOING:
        return -1
    seat, best = state[SEAT], -1
    if state[PLY] % 2:
        for number in range(TWISTS):
            twist(table, state, number)
            if has_five(table, state, seat) and not has_five(table, state, 1 - seat):
                best = CELLS + number
            twist(table, state, number ^ 1)
    else:
        for cell in range(CELLS):
            if is_empty(table, state, cell):
                toggle_stone(table, state, cell, seat)
                if has_five(table, state, seat):
                    best = cell
                toggle_stone(table, state, cell, seat)
    return best


@compiled(RATE)
def rate(table, state, moves, count, rates):
    """Rate moves by the resulting evaluation; twists equivalent to an earlier twist get -inf."""
    seat, idle = state[SEAT], False
    for i in range(count):
        move = moves[i]
        if move < CELLS:
            toggle_stone(table, state, move, seat)
            rates[i] = evaluate(table, state, seat)
            toggle_stone(table, state, move, seat)
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
        elif number % 2:  # with half-turn symmetry, both directions give the same position
            left, right = state[at], state[at + 4]
            twist(table, state, number)
            if state[at] == white and state[at + 4] == black:
                rates[i] = -numpy.inf
            state[at], state[at + 4] = left, right
        state[at], state[at + 4] = white, black
    return 1
