"""Compiled rules of Hex: evaluation, table and conversions; see `fast_rules`, `fast_playout`."""

from itertools import product

import numpy

from puzzlekit import GOING_ON, CompiledRules, Kernel
from puzzlekit.rules.adjacency import adjacency_lists, adjacency_nodes, pack_lists
from puzzlekit.rules.kernel_signatures import CANONICAL, EVALUATE, compiled, helper
from puzzlekit.rules.shortest_path_kernel import distances
from puzzlekit.rules.symmetry import common_symmetries, symmetric_images, symmetries
from puzzlekit.rules.symmetry_kernel import first_image

from .fast_playout import playout, rollout
from .fast_rules import (
    BLUE,
    CELLS,
    EMPTY,
    MAY_SWAP,
    NOTHING,
    OUTCOME,
    PLY,
    RED,
    RINGS,
    SEAT,
    STONES,
    SWAPPED,
    link,
    moves,
    play,
)

AROUND = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]  # row and column, in cyclic order


@helper
def missing(table, state, colour):
    """Return how many stones a colour needs to connect, or the cell count if it is cut off."""
    cells = table[CELLS]
    side = cells + 2 * (colour - RED)
    return distances(table, state, STONES, cells, RINGS + 6 * cells, 1, side, side + 1)[side + 1]


@compiled(EVALUATE)
def evaluate(table, state, seat):
    """Return how many more stones the opponent needs than the seat."""
    colour = RED + (seat ^ state[SWAPPED])
    return float(missing(table, state, RED + BLUE - colour) - missing(table, state, colour))


@compiled(CANONICAL)
def canonical(table, state, out):
    """Write whether a swap is possible, then the canonical stones."""
    cells = table[CELLS]
    out[0] = 2 * (table[MAY_SWAP] and state[PLY] == 1)
    out[0] += first_image(table, state, STONES, cells, state[SEAT] ^ state[SWAPPED], out, 1)
    return 1 + cells


def fast(rules):
    """Return the compiled rules of a `Hex`."""
    names = rules.board.cells
    cells, size = len(names), len(rules.board.sides["top"])
    letters = "." + rules.initials
    words = [*names, "swap"]
    numbers = {word: number for number, word in enumerate(words)}

    def node(row, column):
        beyond = [row < 0, row >= size, column < 0, column >= size]
        if any(beyond):
            return cells + (beyond.index(True) if sum(beyond) == 1 else 4)
        return row * size + column

    table = [cells, rules.may_swap]
    for row, column in product(range(size), repeat=2):
        table += [node(row + down, column + right) for down, right in AROUND]
    sides = [[rules.board.sides[side] for side in goal] for goal in rules.goals]
    nodes = adjacency_nodes(rules.links, [side for goal in sides for side in goal])
    table += pack_lists(adjacency_lists(nodes), len(table))
    table += symmetric_images(
        (EMPTY, BLUE, RED), *common_symmetries(symmetries(rules.board), sides), len(table)
    )
    table = numpy.array(table, dtype=numpy.int32)

    def encode(state):
        array = [rules.turn(state), GOING_ON, state.ply, state.swapped]
        array += [EMPTY] * cells + [RED, RED, BLUE, BLUE, NOTHING] + [*range(cells + 5)]
        array = numpy.array(array, dtype=numpy.int32)
        for cell, stone in enumerate(state.stones):
            colour = letters.index(stone)
            if colour != EMPTY and link(table, array, cell, colour):
                array[OUTCOME] = (colour - RED) ^ state.swapped
        return array

    def decode(array):
        stones = "".join(letters[stone] for stone in array[STONES : STONES + cells])
        ply, swapped = int(array[PLY]), bool(array[SWAPPED])
        return rules.start()._replace(stones=stones, ply=ply, swapped=swapped)

    key_size = STONES + cells + 5
    return CompiledRules(
        kernel=Kernel(moves, play, playout, evaluate, rollout=rollout, canonical=canonical),
        table=table,
        size=key_size + cells + 5,
        key_size=key_size,
        max_moves=cells,
        max_plies=cells + 1,
        encode=encode,
        decode=decode,
        number=numbers.__getitem__,
        word=words.__getitem__,
        claims=cells,
    )
