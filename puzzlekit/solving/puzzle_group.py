"""The group of a puzzle as a SymPy group."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from ..core.permutation import Images
from ..groups.as_sympy import KnownGroup
from ..groups.names import ProvedFactor
from ..rules.base import Rules, State
from .group_facts import Facts, facts


class PuzzleGroup(KnownGroup):
    """The group that acts on a position of a puzzle, as a SymPy `PermutationGroup` of known order.

    The group acts on `state` of `puzzle`. `name` is its proved name (or None), and `proof` is the
    method that proved its order. SymPy's points are cell indices.
    """

    def __init__(
        self,
        generators: Sequence[Images],
        factors: Sequence[ProvedFactor],
        puzzle: Rules,
        state: State,
    ) -> None:
        super().__init__(generators, factors)
        self.puzzle, self.state = puzzle, state

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments."""
        return PuzzleGroup, (*super().__reduce__()[1], self.puzzle, self.state)

    @cached_property
    def facts(self) -> Facts:
        """The orbits and base (as cell names), the number of positions, and applicable theorems."""
        return facts(self.puzzle, self.state)
