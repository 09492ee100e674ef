"""Compiled Shifty: the table.

The rules are in `fast_rules`, random playouts in `fast_playout`, and the tactics in `fast_tactics`.
"""

import numpy

from puzzlekit import Kernel
from puzzlekit.rules.connection_kernel import evaluate
from puzzlekit.rules.connection_tables import build_compiled_rules, build_table

from .fast_playout import playout
from .fast_rules import (
    CUTS,
    EACH,
    LANDINGS,
    LISTED,
    MOST_DIRECTIONS,
    MOVABLE,
    PLACES,
    RAYS,
    RECORD,
    RECORDS,
    SHIFT,
    moves,
    place_stone,
    play,
)
from .fast_tactics import rate, winning


def compiled_rules(rules):
    """Return the compiled rules of a `Shifty`."""
    cells = len(rules.board)
    targets = sum(len(ray) for rays in rules.lines.lines_from for ray in rays)
    # A turn places a stone, which adds at most six friendly pairs, or it lowers the number of
    # friendly pairs. There is at most one pass between two turns.
    compiled = build_compiled_rules(
        rules,
        Kernel(moves, play, playout, evaluate, rate, winning),
        build_table(rules, cells + targets + 1, shifty_table(rules)),
        put=place_stone,
        extra_state_size=cells + 3,
        max_plies=14 * cells + 3,
    )
    return compiled._replace(prior=100)


def shifty_table(rules):
    """Return the numbers that Shifty adds to the table of a connection game."""
    board, links, lines = rules.board, rules.links, rules.lines
    cells = len(board)
    directions, around = neighbour_vectors(lines), neighbour_vectors(links)
    bits = (cells - 1).bit_length()
    records, targets = [], []
    for cell in range(cells):
        ring = {step(links, cell, near): near for near in links.neighbours[cell]}
        rays = {step(lines, cell, ray[0]): ray for ray in lines.lines_from[cell]}
        records += [cell, *[cells] * (RAYS - 1 - len(around))]
        records += [ring.get(each, cells) for each in around]
        for k, each in enumerate(pad_directions(directions, None)):
            back = len(directions) - 1 - k
            records.append(RECORDS + RECORD * cells + len(targets))
            targets += [back << bits | target for target in rays.get(each, ())]
        records.append(RECORDS + RECORD * cells + len(targets))
    aways = [index_difference(lines, each) for each in directions]
    digits = [3 ** around.index(each) if each in around else 0 for each in directions]
    reach = max(sum(map(len, rays)) for rays in lines.lines_from)
    table = [rules.singletons, rules.landing == "fewer", len(directions), reach]
    table += [1 + (1 << SHIFT) // each for each in (len(directions), reach)]
    table.append(RECORDS + len(records) + len(targets))
    table += pad_directions(aways, 0) + pad_directions(digits, 0) + records + targets
    return table + patterns_by_code(rules, around, neighbour_vectors(board))


def patterns_by_code(rules, around, straight):
    """Return the patterns for all codes. A code has one digit per neighbour, lowest digit first."""
    codes = numpy.arange(3 ** len(around))
    digits = [codes // 3**k % 3 for k in range(len(around))]
    max_friends = 5 if rules.landing == "fewer" else 0
    patterns = numpy.zeros_like(codes)
    for colour in (1, 2):
        friends, cuts = numpy.zeros_like(codes), numpy.zeros_like(codes, bool)
        for digit, (x, y) in zip(digits, around):
            if (x, y) in straight:
                friends += digit == colour
            elif not rules.hex:
                a, b = (digits[around.index(each)] for each in ((x, 0), (0, y)))
                cuts |= (digit == colour) & (a == 3 - colour) & (b == 3 - colour)
        fits = (friends <= max_friends) & ~cuts
        lands = fits.copy()
        for k, digit in enumerate(digits):  # the moving stone may come from there
            lands |= (digit == colour) & fits[codes - colour * 3**k * (digit == colour)]
        patterns |= (friends | CUTS * cuts) << EACH * (colour - 1)
        listed = ((friends > 0) & ~cuts) << PLACES | lands << LANDINGS | (friends > 0) << MOVABLE
        patterns |= listed << LISTED + colour - 1
    return patterns.tolist()


def neighbour_vectors(board):
    """Return the vectors between neighbours, in the order of a cell's neighbours."""
    vectors = {step(board, a, b) for a in range(len(board)) for b in board.neighbours[a]}
    return sorted(vectors, key=lambda step: (-step[1], step[0]))


def step(board, a, b):
    """Return the vector from one cell to another."""
    (x, y), (to_x, to_y) = board.points[a], board.points[b]
    return round(to_x - x, 2), round(to_y - y, 2)


def index_difference(board, direction):
    """Return the difference between the cell numbers of adjacent cells in a direction."""
    near = ((a, b) for a in range(len(board)) for b in board.neighbours[a])
    (difference,) = {b - a for a, b in near if step(board, a, b) == direction}
    return difference


def pad_directions(numbers, filler):
    """Return a list of one number per direction, padded to `MOST_DIRECTIONS`."""
    return [*numbers, *[filler] * (MOST_DIRECTIONS - len(numbers))]
