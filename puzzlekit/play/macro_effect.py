"""The effect of a move sequence on the pieces: cycles, order and moved cells."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ..core.permutation import Images, cycles_of, identity, multiply
from ..rules.base import Rules, State

#: Maximum number of cells to name in a description.
MAX_NAMED_CELLS = 12


class MacroEffect(NamedTuple):
    """The cycles and moved cells of a sequence of `moves` moves."""

    cycles: tuple[tuple[str, ...], ...]
    cells: tuple[int, ...]
    moves: int

    @property
    def order(self) -> int:
        """The number of repetitions after which the position is restored."""
        return math.lcm(*map(len, self.cycles))

    def __str__(self) -> str:
        count = "1 move" if self.moves == 1 else f"{self.moves:,} moves"
        if not self.cycles:
            return f"no effect, {count}"
        if len(self.cells) <= MAX_NAMED_CELLS:
            text = " ".join(f"[{len(each)}-cycle: {' '.join(each)}]" for each in self.cycles)
        else:
            kinds = sorted(Counter(map(len, self.cycles)).items())
            text = ", ".join(
                f"{number} {length}-cycle{'s' * (number > 1)}" for length, number in kinds
            )
        return f"{text}, order {self.order:,}, {count}, {len(self.cells):,} moved"


def macro_effect(rules: Rules, state: State, moves: Sequence[str]) -> MacroEffect:
    """Return the combined effect of moves on pieces and holes; raise `IllegalMoveError`."""
    images: Images = identity(len(rules.board) + rules.reserve)
    for move in moves:
        images = multiply(images, rules.permutation(state, move))
        state = rules.play(state, move)
    names = rules.board.cells
    moved = {cell: image for cell, image in enumerate(images[: len(names)]) if cell != image}
    cycles = cycles_of(moved)
    return MacroEffect(
        tuple(tuple(names[cell] for cell in cycle) for cycle in cycles),
        tuple(sorted(moved)),
        len(moves),
    )
