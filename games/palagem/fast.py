"""Compiled rules of Palagem: conversions of positions and moves.

Moves that choose a palagem have the lowest numbers. Moves of tiles come next, ordered by source
cell (0 for the supply), target cell and rotation. Numbers that need 32 bits are stored as negative
numbers.

See `fast_plane` for the board, `fast_rules` for the moves and `fast_tactics` for the tactics.
"""

import numpy

from puzzlekit import CompiledRules, Kernel, outcome_of
from puzzlekit.rules.curved_tiles import (
    HEXAGON_STEPS,
    LETTERS,
    read_cell,
    read_tiles,
    spell_cell,
    spell_tile,
)

from .fast_plane import CHOSEN, COUNT, MOVED, TILES
from .fast_rules import moves, play, playout
from .fast_tactics import evaluate, rate, rollout, winning

#: The margin around reachable cells. Rhombi begin up to two steps away from a tile.
RIM = 2


def compiled_rules(rules, rhombi):
    """Return the compiled rules of a `Palagem`, given all rhombi that contain a cell."""
    reach, players = rules.radius + RIM, len(rules.players)
    width = 2 * reach + 1
    cells, names = width * width, rules.names

    def cell_number(cell):
        return (cell[0] + reach) * width + reach - cell[1]

    def cell_of(number):
        return number // width - reach, reach - number % width

    def step(cell):
        return cell[0] * width - cell[1]

    def code(name, back):
        """Return the code of a palagem in a rhombus whose tiles are rotated back `back` times."""
        letters = enumerate(map(LETTERS.index, name))
        return sum((letter - back) % 3 + 1 << 2 * place for place, letter in letters)

    table = [players, rules.supply, cells, cell_number((0, 0)), len(names)]
    table += [step(each) for each in HEXAGON_STEPS]
    table += [step(steps[0]) for steps, _ in rhombi]
    for name in names:
        forms = rules.equivalents(name)
        table += [code(form, back) for form in (forms[0], forms[-1]) for _, back in rhombi[::4]]

    def encode(state):
        array = numpy.zeros(TILES + rules.supply, numpy.int32)
        array[:COUNT] = rules.turn(state), outcome_of(rules.outcome(state)), state.moved
        array[COUNT] = len(state.tiles)
        for seat, name in enumerate(state.chosen):
            array[CHOSEN + seat] = names.index(name) + 1
        tiles = sorted(cell_number(cell) * 3 + turned for cell, turned in state.tiles)
        array[TILES : TILES + len(tiles)] = tiles
        return array

    def decode(array):
        chosen = tuple(names[number - 1] for number in array[CHOSEN:TILES] if number)
        tiles = array[TILES : TILES + array[COUNT]].tolist()
        laid = [(cell_of(tile // 3), tile % 3) for tile in tiles]
        return rules.counted(chosen, laid, int(array[MOVED]))

    def number(word):
        if word in names:
            return names.index(word)
        source, _, rest = word.rpartition(">")
        [(cell, turned)] = read_tiles(rest)
        taken = cell_number(read_cell(source)) if source else 0
        move = len(names) + 3 * (cells * taken + cell_number(cell)) + turned
        return move if move < 1 << 31 else move - (1 << 32)

    def word(number):
        number %= 1 << 32
        if number < len(names):
            return names[number]
        number, turned = divmod(number - len(names), 3)
        taken, cell = divmod(number, cells)
        source = spell_cell(cell_of(taken)) + ">" if taken else ""
        return source + spell_tile(cell_of(cell), turned)

    max_placements = 3 * (2 * rules.supply + 1)  # two of n tiles touch at most 2n + 1 cells
    return CompiledRules(
        Kernel(moves, play, playout, evaluate, rate, winning, rollout),
        numpy.array(table, numpy.int32),
        size=TILES + rules.supply,
        key_size=TILES + rules.supply,
        max_moves=max(len(names), max_placements * rules.supply),
        max_plies=players + 2 * rules.supply,
        encode=encode,
        decode=decode,
        number=number,
        word=word,
        pace=50_000,
    )
