"""The effect of a move sequence on the pieces: cycles, order and moved cells."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ..core.permutation import Images, cycles_of, identity, multiply
from ..core.translation import _, ngettext
from ..rules.base import Rules, State
from .messages import count_noun

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
        count = count_noun(self.moves)
        if not self.cycles:
            return _("no effect, {moves}").format(moves=count)
        if len(self.cells) <= MAX_NAMED_CELLS:
            text = " ".join(
                _("[{length}-cycle: {cells}]").format(length=len(each), cells=" ".join(each))
                for each in self.cycles
            )
        else:
            kinds = sorted(Counter(map(len, self.cycles)).items())
            text = ", ".join(
                ngettext("{count} {length}-cycle", "{count} {length}-cycles", number).format(
                    count=number, length=length
                )
                for length, number in kinds
            )
        return _("{cycles}, order {order:,}, {moves}, {cells:,} moved").format(
            cycles=text, order=self.order, moves=count, cells=len(self.cells)
        )


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
