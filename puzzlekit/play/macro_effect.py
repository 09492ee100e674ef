"""What a sequence of moves does to the pieces: its cycles, its order, and which it moves."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ..core.permutation import Images, cycles_of, identity, multiply
from ..rules.base import Rules, State

#: Cells that are named at most, in a text.
MAX_NAMED_CYCLES = 12


class MacroEffect(NamedTuple):
    """The cycles of cells of a sequence that has so many moves."""

    cycles: tuple[tuple[str, ...], ...]
    cells: tuple[int, ...]
    moves: int

    @property
    def order(self) -> int:
        """How often the sequence is to be made until all is as before."""
        return math.lcm(*map(len, self.cycles))

    def __str__(self) -> str:
        count = "1 move" if self.moves == 1 else f"{self.moves:,} moves"
        if not self.cycles:
            return f"nothing is moved, {count}"
        if len(self.cells) <= MAX_NAMED_CYCLES:
            text = " ".join(f"[{len(each)}-cycle: {' '.join(each)}]" for each in self.cycles)
        else:
            kinds = sorted(Counter(map(len, self.cycles)).items())
            text = ", ".join(f"{many} {length}-cycle{'s' * (many > 1)}" for length, many in kinds)
        return f"{text}, order {self.order:,}, {count}, {len(self.cells):,} moved"


def macro_effect(rules: Rules, state: State, moves: Sequence[str]) -> MacroEffect:
    """Return what legal moves do together, holes included; raise `IllegalMoveError`."""
    images: Images = identity(len(rules.board) + rules.reserve)
    for move in moves:
        images = multiply(images, rules.permutation(state, move))
        state = rules.play(state, move)
    names = rules.board.cells
    carried = {cell: image for cell, image in enumerate(images[: len(names)]) if cell != image}
    cycles = cycles_of(carried)
    return MacroEffect(
        tuple(tuple(names[cell] for cell in cycle) for cycle in cycles),
        tuple(sorted(carried)),
        len(moves),
    )
