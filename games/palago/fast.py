"""Compiled rules of Palago, for all its options: conversions of positions and moves.

A position is the sorted list of its tiles. Tiles are numbered in the order of the Python rules,
three per cell, from left to right and upwards in a column. The code of a turn with one tile is the
number of the tile. Turns with two tiles follow, numbered by their index in the triangle of all
pairs.

See `fast_plane` for the board, `fast_turns` for the rules and `fast_threats` for the tactics.
"""

import numpy as np

from puzzlekit import CompiledRules, Kernel, outcome_of
from puzzlekit.rules.curved_tiles import read_tiles, spell_tiles

from .fast_plane import (
    COMPLETE,
    COUNT,
    PLY,
    STYLES,
    TILES,
    encode_turn,
    rolled_plane_size,
    tile_codes_of,
)
from .fast_threats import answers, rate, rollout, threats, winning
from .fast_turns import evaluate, max_turns, moves, play, playout


def compiled_rules(rules):
    """Return the compiled rules of a `Palago`."""
    start = rules.start()
    reach = range(1 - rules.tiles, rules.tiles)
    cells = [(q, r) for q in reach for r in reach[::-1] if q + r in reach]
    width, size = rolled_plane_size(rules.tiles + 1)
    number_of = {cell: number for number, cell in enumerate(cells)}
    head = [rules.tiles, STYLES.index(rules.style), rules.tiebreak, width, size - 1]
    starts = [number_of[q, 0] for q in reach]
    codes = [q * width + r for q, r in cells]
    table = np.array([*head, 3 * len(cells), *starts, *codes], np.int32)

    def encode(state):
        tiles = sorted(number_of[cell] * 3 + turned for cell, turned in state.tiles)
        outcome = outcome_of(rules.outcome(state))
        complete = sum(1 << tone for tone in state.complete)
        head = [rules.turn(state), outcome, state.ply, complete, len(tiles)]
        spare = [0] * (rules.tiles - len(tiles))
        return np.array([*head, *tiles, *spare], np.int32)

    def decode(array):
        tiles = array[TILES : TILES + array[COUNT]].tolist()
        laid = frozenset((cells[number // 3], number % 3) for number in tiles)
        complete = tuple(tone for tone in range(2) if array[COMPLETE] >> tone & 1)
        return start._replace(tiles=laid, ply=int(array[PLY]), complete=complete)

    def number(word):
        tiles = [(q * width + r, turned) for (q, r), turned in read_tiles(word)]
        first, second = tiles if len(tiles) == 2 else (tiles[0], (0, -1))
        return int(encode_turn(table, (*first, *second)))

    def word(number):
        tiles = [int(tile) for tile in tile_codes_of(table, number) if tile >= 0]
        return spell_tiles((cells[tile // 3], tile % 3) for tile in tiles)

    kernel = Kernel(moves, play, playout, evaluate, rate, winning, rollout, threats, answers)
    return CompiledRules(
        kernel,
        table,
        size=TILES + rules.tiles,
        key_size=TILES + rules.tiles,
        max_moves=int(max_turns(table)),
        max_plies=rules.tiles,
        encode=encode,
        decode=decode,
        number=number,
        word=word,
        pace=25_000,
    )
