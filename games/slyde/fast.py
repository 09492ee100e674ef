"""Compiled Slyde: evaluation, table and conversions.

The rules themselves are in `fast_rules`.
"""

import numpy
from numba import float64

from puzzlekit import CompiledRules, Kernel, Stones, outcome_of, symmetries
from puzzlekit.rules.kernel_signatures import CANONICAL, EVALUATE, compiled
from puzzlekit.rules.regions_kernel import advantage, square_groups
from puzzlekit.rules.symmetry import symmetric_images
from puzzlekit.rules.symmetry_kernel import first_image

from .fast_rules import (
    CELLS,
    LETTERS,
    PLY,
    SEAT,
    SQUARES,
    WIDTH,
    moves,
    play,
    playout,
    update_flips_and_outcome,
    update_swappable_pairs,
)


@compiled(EVALUATE)
def evaluate(table, state, seat):
    """Return the sum of a seat's squared group sizes minus the opponent's sum."""
    links = square_groups(state, SQUARES, table[WIDTH])
    total = advantage(state, SQUARES, links, 0, table[CELLS])
    return float64(total * (1 - 2 * seat))


@compiled(CANONICAL)
def canonical(table, state, out):
    """Write the canonical squares, and the plies because flips can repeat a position."""
    out[0] = state[PLY]
    first_image(table, state, SQUARES, table[CELLS], state[SEAT], out, 1)
    return 1 + table[CELLS]


def compiled_rules(rules):
    """Return the compiled rules of a `Slyde`."""
    names, neighbours = rules.board.cells, rules.board.neighbours
    cells = len(names)
    near = [[*row, *[-1] * 4][:4] for row in neighbours]
    edges = [(a, b) for a, row in enumerate(near) for b in row if a < b]
    index = {edge: i for i, edge in enumerate(edges)}
    numbers = {
        f"{names[a]}-{names[b]}": 4 * a + k
        for a, row in enumerate(neighbours)
        for k, b in enumerate(row)
    } | {f"flip:{name}": 4 * cells + cell for cell, name in enumerate(names)}
    words = {number: word for word, number in numbers.items()}
    table = [round(cells**0.5), cells, len(edges), rules.symmetry]
    table += [b for row in near for b in row]
    table += [index.get((min(a, b), max(a, b)), -1) for a, row in enumerate(near) for b in row]
    table += [4 * a + near[a].index(b) for edge in edges for a, b in (edge, edge[::-1])]
    table += [cell for image in rules.images for cell in image]
    shared = symmetries(rules.board)
    table += symmetric_images([stone ^ 1 for stone in range(10)], shared, shared, len(table))
    table = numpy.array(table, numpy.int32)
    key_size = SQUARES + cells

    def encode(state):
        array = numpy.zeros(key_size + 2 + 2 * len(edges), numpy.int32)
        array[:SQUARES] = rules.turn(state), outcome_of(rules.outcome(state)), state.ply
        array[SQUARES:key_size] = [LETTERS.index(stone) for stone in state.stones]
        array[key_size + 2 + len(edges) :] = -1
        for cell in range(cells):
            update_swappable_pairs(table, array, cell)
        update_flips_and_outcome(table, array, 0)
        return array

    def decode(array):
        stones = "".join(LETTERS[stone] for stone in array[SQUARES:key_size])
        return Stones(stones, int(array[PLY]))

    return CompiledRules(
        kernel=Kernel(moves, play, playout, evaluate=evaluate, canonical=canonical),
        table=table,
        size=key_size + 2 + 2 * len(edges),
        key_size=key_size,
        max_moves=len(edges) + cells,
        max_plies=4 * cells,
        encode=encode,
        decode=decode,
        number=numbers.__getitem__,
        word=words.__getitem__,
    )
