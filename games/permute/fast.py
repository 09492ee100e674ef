"""Compiled Permute: table and conversions.

The rules are in `fast_rules`, and the tactics in `fast_tactics`.
"""

import numpy

from puzzlekit import CompiledRules, Kernel, Stones, outcome_of, symmetries
from puzzlekit.rules.kernel_signatures import CANONICAL, compiled
from puzzlekit.rules.symmetry import symmetric_images
from puzzlekit.rules.symmetry_kernel import first_image

from .fast_rules import (
    FACES,
    LETTERS,
    NEAR,
    PER_FACE,
    PLY,
    SEAT,
    SQUARES,
    SWAPPED,
    WIDTH,
    can_swap,
    moves,
    play,
    playout,
    update_twistable_faces,
)
from .fast_tactics import evaluate, rate


@compiled(CANONICAL)
def canonical(table, state, out):
    """Write whether a swap is possible, then the canonical squares."""
    cells = table[WIDTH] * table[WIDTH]
    out[0] = can_swap(table, state)
    first_image(table, state, SQUARES, cells, state[SEAT] ^ state[SWAPPED], out, 1)
    return 1 + cells


def compiled_rules(rules):
    """Return the compiled rules of a `Permute`."""
    size, faces = rules.size, len(rules.faces)
    shared = symmetries(rules.board)
    near = numpy.full((faces, PER_FACE - NEAR), -1, numpy.int32)
    for number, face in enumerate(rules.faces):
        overlapping = [other for other, cells in enumerate(rules.faces) if set(face) & set(cells)]
        near[number, : len(overlapping)] = overlapping
    table = numpy.concatenate(
        [
            [size, ("off", "colours", "positions").index(rules.swap)],
            numpy.hstack([numpy.array(rules.faces), near]).ravel(),
            symmetric_images(
                [stone ^ 1 for stone in range(10)], shared, shared, FACES + PER_FACE * faces
            ),
        ]
    ).astype(numpy.int32)
    numbers = {
        word: (rules.faces.index(face) * 2 + "CA".index(turn)) * 4 + place
        for word, (face, turn, place) in rules.words.items()
    }
    numbers["swap"] = 8 * faces
    words = {number: word for word, number in numbers.items()}
    key_size = SQUARES + size * size

    def encode(state):
        array = numpy.zeros(key_size + 1 + 2 * faces, numpy.int32)
        outcome = outcome_of(rules.outcome(state))
        array[:SQUARES] = rules.turn(state), outcome, state.ply, state.swapped
        array[SQUARES:key_size] = [LETTERS.index(stone) for stone in state.stones]
        array[key_size + 1 + faces :] = -1
        for face in range(faces):
            update_twistable_faces(table, array, face)
        return array

    def decode(array):
        stones = "".join(LETTERS[square] for square in array[SQUARES:key_size])
        return Stones(stones, int(array[PLY]), bool(array[SWAPPED]))

    return CompiledRules(
        kernel=Kernel(moves, play, playout, evaluate=evaluate, rate=rate, canonical=canonical),
        table=table,
        size=key_size + 1 + 2 * faces,
        key_size=key_size,
        max_moves=8 * faces + 1,
        max_plies=faces + 1,
        encode=encode,
        decode=decode,
        number=numbers.__getitem__,
        word=words.__getitem__,
    )
