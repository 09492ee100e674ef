"""Compiled Pentago: table and conversions.

The rules are in `fast_rules`, and the tactics in `fast_tactics`.
"""

import numpy

from puzzlekit import EMPTY, CompiledRules, Kernel, Stones, outcome_of

from .fast_rules import CELLS, FULL, MAX_PLIES, PLY, QUARTERS, moves, play, playout, toggle_stone
from .fast_tactics import evaluate, rate, winning


def compiled_rules(rules):
    """Return the compiled rules of a `Pentago`."""
    names = rules.board.cells
    place = {
        cell: (q, bit) for q, cells in enumerate(rules.quarters) for bit, cell in enumerate(cells)
    }
    words = [*names, *rules.words]
    numbers = {word: number for number, word in enumerate(words)}

    def turned(content, word):
        """Return the content of the first quadrant after a twist."""
        cells = rules.quarters[0]
        carry = rules.twists[word]
        after = [cells.index(carry.get(cell, cell)) for cell in cells]
        return sum(1 << after[bit] for bit in range(9) if content >> bit & 1)

    contents = range(FULL + 1)
    masks = numpy.zeros((4, FULL + 1), numpy.uint32)
    for number, line in enumerate(rules.lines):
        for quarter in range(4):
            needed = sum(1 << place[cell][1] for cell in line if place[cell][0] == quarter)
            held = numpy.arange(FULL + 1) & needed == needed
            masks[quarter] |= held.astype(numpy.uint32) << numpy.uint32(number)
    table = [place[cell][0] for cell in range(CELLS)] + [
        1 << place[cell][1] for cell in range(CELLS)
    ]
    table += [turned(content, word) for word in ("1R", "1L") for content in contents]
    table += masks.view(numpy.int32).ravel().tolist()
    table += [cell for line in rules.lines for cell in line]
    table = numpy.array(table, numpy.int32)

    def encode(state):
        array = numpy.zeros(QUARTERS + 8, numpy.int32)
        array[:QUARTERS] = rules.turn(state), outcome_of(rules.outcome(state)), state.ply
        for cell, stone in enumerate(state.stones):
            if stone != EMPTY:
                toggle_stone(table, array, cell, rules.initials.index(stone))
        return array

    def decode(array):
        stones = [EMPTY] * CELLS
        for cell, (quarter, bit) in place.items():
            for colour, initial in enumerate(rules.initials):
                if array[QUARTERS + 4 * colour + quarter] >> bit & 1:
                    stones[cell] = initial
        return Stones("".join(stones), int(array[PLY]))

    return CompiledRules(
        kernel=Kernel(moves, play, playout, evaluate=evaluate, rate=rate, winning=winning),
        table=table,
        size=QUARTERS + 8,
        key_size=QUARTERS + 8,
        max_moves=CELLS,
        max_plies=MAX_PLIES,
        encode=encode,
        decode=decode,
        number=numbers.__getitem__,
        word=words.__getitem__,
        pace=150_000,
        prior=50,
    )
