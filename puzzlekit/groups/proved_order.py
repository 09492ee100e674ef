"""The order of a group together with its proof."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple


class ProvedOrder(NamedTuple):
    """The order of a group, its proof if there is one, and the factors that were split off.

    `kinds` lists (blocks, size) for each kind of twisted piece, and `wreaths` lists (size, blocks)
    for each wreath product. The remaining group has degree `remaining_degree`, and its basic orbits
    have the given `sizes`.
    """

    order: int
    certain: bool
    proof: str
    kinds: tuple[tuple[int, int], ...] = ()
    wreaths: tuple[tuple[int, int], ...] = ()
    remaining_degree: int = 0
    sizes: tuple[int, ...] = ()

    @classmethod
    def from_factors(
        cls,
        factor: int,
        kinds: Sequence[tuple[int, int]],
        wreaths: Sequence[tuple[int, int]],
        remaining_degree: int = 0,
        sizes: Sequence[int] = (),
        proof: str = "",
    ) -> ProvedOrder:
        """Return the order for the factors that were split off and the remaining chain."""
        steps = ["structure"] if kinds or wreaths else []
        steps += [proof] if remaining_degree else []
        order = factor * math.prod(sizes)
        text = ", ".join(steps) or "trivial"
        return cls(order, True, text, tuple(kinds), tuple(wreaths), remaining_degree, tuple(sizes))
