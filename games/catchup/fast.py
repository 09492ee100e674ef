"""Compiled Catchup: evaluation, table and conversions.

The rules themselves are in `fast_rules`.
"""

import numpy
from numba import float64

from puzzlekit import CompiledRules, Kernel, outcome_of, symmetries
from puzzlekit.rules.kernel_signatures import CANONICAL, EVALUATE, compiled
from puzzlekit.rules.regions_kernel import advantage
from puzzlekit.rules.symmetry import symmetric_images
from puzzlekit.rules.symmetry_kernel import first_image

from .fast_rules import (
    BLACK,
    CELLS,
    EMPTY,
    LEFT,
    MARK,
    PLACED,
    SEAT,
    STONES,
    WHITE,
    WORDS,
    moves,
    play,
    playout,
    put,
)


@compiled(EVALUATE)
def evaluate(table, state, seat):
    """Return the sum of a seat's squared group sizes minus the opponent's sum."""
    cells = table[CELLS]
    total = advantage(state, STONES, state, STONES + cells + 3, cells)
    return float64(total * (1 - 2 * seat))


@compiled(CANONICAL)
def canonical(table, state, out):
    """Write the stones left to place, the size to beat and the canonical stones."""
    cells = table[CELLS]
    out[0], out[1], out[2] = state[LEFT], state[PLACED] > 0, state[MARK]
    first_image(table, state, STONES, cells, state[SEAT], out, 3)
    return 3 + cells


def compiled_rules(rules):
    """Return the compiled rules of a `Catchup`."""
    cells, position = len(rules.board), type(rules.start())
    words = [*rules.board.cells, "done"]
    numbers = {word: number for number, word in enumerate(words)}
    table = [cells, WORDS.index(rules.third)]
    for near in rules.board.neighbours:
        table += [*near, *[-1] * 6][:6]
    shared = symmetries(rules.board)
    table += symmetric_images((BLACK, WHITE, EMPTY), shared, shared, len(table))
    table = numpy.array(table, numpy.int32)
    letters = rules.initials + "."

    def encode(state):
        outcome = outcome_of(rules.outcome(state))
        key = [state.seat, outcome, state.left, state.placed, state.mark, *[EMPTY] * cells]
        # Cells without stones are not roots of groups.
        array = numpy.array([*key, cells, 0, 0, *range(cells)], numpy.int32)
        for cell, stone in enumerate(state.stones):
            if (colour := letters.index(stone)) != EMPTY:
                put(table, array, cell, colour)
        return array

    def decode(array):
        _, _, left, placed, mark, *stones = array[: STONES + cells].tolist()
        stones = "".join(letters[stone] for stone in stones)
        return position(stones, int(array[SEAT]), left, placed, mark)

    return CompiledRules(
        kernel=Kernel(moves, play, playout, evaluate=evaluate, canonical=canonical),
        table=table,
        size=STONES + 2 * cells + 3,
        key_size=STONES + cells,
        max_moves=cells + 1,
        max_plies=2 * cells,
        encode=encode,
        decode=decode,
        number=numbers.__getitem__,
        word=words.__getitem__,
    )
