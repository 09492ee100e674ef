"""The result of a search for a solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..core import words
from ..core.permutation import order
from ..core.values import DISTANCE_METRICS
from ..core.words import Word, simplify
from ..rules.base import Puzzle, Rules
from ..rules.twisty import Twisty

#: The metrics, described in `core.values`.
STEPS, TURNS, RUNS, LINES = DISTANCE_METRICS

#: The moves that count as one in a metric, and a solution as a list of these.
Turn = tuple[str, ...]
Turns = list[Turn]


@dataclass(frozen=True)
class Solution:
    """Moves that solve a puzzle or lead to another position.

    `moves` are moves in the rules. `word` is the same sequence with powers, such as `U2` for `U U`,
    and `text` is the word in the notation of the rules.
    `length` is the number of moves in the metric of the search. `proved_optimal` is True if there
    is provably no shorter solution. If the shortest solutions were counted, `count` is their number
    and `shortest` lists the first of them; sequences in another order are different solutions.
    """

    moves: list[str]
    length: int
    proved_optimal: bool = False
    count: int | None = None
    shortest: list[list[str]] = field(default_factory=list)
    word: Word = ()
    text: str = ""

    def __str__(self) -> str:
        return self.text or " ".join(self.moves)


def as_word(rules: Rules, moves: Sequence[str]) -> Word:
    """Return a sequence of moves as a word, with repeated moves merged into powers.

    >>> from puzzlekit import load
    >>> as_word(load("cube:2"), ["U'", "U'", "R'"])
    (('U', 2), ('R', -1))
    >>> as_word(load("cube:2"), ["U", "U", "U", "R"])
    (('U', -1), ('R', 1))
    """
    names = rules.all_moves() if isinstance(rules, Puzzle) else ()
    word = simplify(
        (move[:-1], -1) if move.endswith("'") and move[:-1] in names else (move, 1)
        for move in moves
    )
    if not isinstance(rules, Twisty):
        return word
    orders = {name: order(rules.twists[name]) for name, _ in word}
    shortest = ((name, _shortest_power(n, orders[name])) for name, n in word)
    return tuple([(name, exponent) for name, exponent in shortest if exponent])


def write_moves(rules: Rules, moves: Sequence[str]) -> str:
    """Return a sequence of moves in the notation of the rules, with powers."""
    word = as_word(rules, moves)
    return rules.write_notation(word) if isinstance(rules, Puzzle) else words.write(word)


def _shortest_power(exponent: int, order: int) -> int:
    """Return the exponent with the same effect between -order/2 (excluded) and order/2."""
    offset = (order - 1) // 2
    return (exponent + offset) % order - offset
