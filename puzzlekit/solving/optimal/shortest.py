"""What a search for shortest solutions answers."""

from __future__ import annotations

from typing import NamedTuple

#: A solution, turn by turn: what counts one, as the moves of the rule book that make it.
Turns = list[tuple[str, ...]]


class Shortest(NamedTuple):
    """A shortest solution: its moves, its length, and how many there are, if they were counted.

    `every` lists them, as far as that was asked for.
    """

    moves: list[str]
    length: int
    ways: int | None
    every: list[list[str]]
