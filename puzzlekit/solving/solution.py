"""The result of a search for a solution."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..core import words
from ..core.words import Word


@dataclass(frozen=True)
class Solution:
    """Moves that solve a puzzle or lead to another position.

    `moves` are moves in the rules. `word` is the same sequence with powers, such as `U2` for `U U`.
    `length` is the number of moves in the metric of the search. `proved_optimal` is True if there
    is provably no shorter solution. If the shortest solutions were counted, `count` is their number
    and `shortest` lists the first of them.
    """

    moves: list[str]
    length: int
    proved_optimal: bool = False
    count: int | None = None
    shortest: list[list[str]] = field(default_factory=list)
    word: Word = ()

    def __str__(self) -> str:
        return words.write(self.word) if self.word else " ".join(self.moves)
