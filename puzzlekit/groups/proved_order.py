"""The order of a group together with its proof."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class ProvedOrder(NamedTuple):
    """The order of a group, or a lower bound if not `certain`, and how it was found.

    `methods` are the steps of the proof. `kinds` lists (blocks, size) for each kind of twisted
    piece that was split off, and `wreaths` lists (size, blocks) for each wreath product. The
    remaining group has degree `remaining_degree`, and its basic orbits have the given `sizes`.
    """

    order: int
    certain: bool = True
    methods: tuple[str, ...] = ()
    kinds: tuple[tuple[int, int], ...] = ()
    wreaths: tuple[tuple[int, int], ...] = ()
    remaining_degree: int = 0
    sizes: tuple[int, ...] = ()

    @property
    def proof(self) -> str:
        """The steps of the proof as a string."""
        if not self.certain:
            return "random elements only"
        return ", ".join(dict.fromkeys(self.methods)) or "trivial"

    @classmethod
    def of_chain(cls, degree: int, sizes: Sequence[int], method: str | None) -> ProvedOrder:
        """Return the order of a group with the given basic orbits, proved by a method if any."""
        return cls(
            math.prod(sizes),
            certain=method is not None,
            methods=(method,) if method else (),
            remaining_degree=degree,
            sizes=tuple(sizes),
        )

    def with_structure(
        self, kinds: Iterable[tuple[int, int]], wreath: tuple[int, int] | None = None
    ) -> ProvedOrder:
        """Return the order of a group of which this one is a quotient; see `structure_order`."""
        kinds, wreaths = tuple(kinds), (wreath,) if wreath else ()
        return self._replace(
            order=structure_order(kinds, wreath) * self.order,
            methods=(*(("structure",) if kinds or wreaths else ()), *self.methods),
            kinds=(*kinds, *self.kinds),
            wreaths=(*wreaths, *self.wreaths),
        )


def structure_order(kinds: Iterable[tuple[int, int]], wreath: tuple[int, int] | None = None) -> int:
    """Return the order of the normal subgroup in `structure_reduction`.

    It is given by the (blocks, size) of each kind of piece, or by the (size, blocks) of a wreath
    product.
    """
    order = math.prod(math.factorial(k) // 2 * m ** (k - 1) for k, m in kinds)
    if wreath is not None:
        size, blocks = wreath
        order *= (math.factorial(size) // 2) ** blocks
    return int(order)
