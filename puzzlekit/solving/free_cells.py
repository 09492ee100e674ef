"""Goals of which some cells do not matter: solved as puzzles of one goal where that is possible.

Pieces that are only left over, and wanted nowhere, need not be told apart. With one label for all
of them there is often but one arrangement left at the goal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from math import factorial, prod
from random import Random
from typing import TypeVar

from ..rules.base import Puzzle, State
from ..rules.frames import is_standard
from ..rules.sliding import Sliding
from ..rules.sliding_twisty import SlidingTwisty
from ..rules.twisty import Twisty

Kind = TypeVar("Kind", bound=Puzzle)


def merge_kinds(rules: Kind, state: State) -> tuple[Kind, State]:
    """Return a puzzle and a state with the same solutions and fewer solved positions.

    >>> from puzzlekit import Sliding, grid
    >>> rules = Sliding(grid(2, 2), ["1", "2", "3", ""], free=["a1"], start=["3", "2", "1", ""])
    >>> whole, state = merged(rules, rules.start())
    >>> whole.goal, whole.free, state
    (('1', '2', '?', ''), frozenset(), ('?', '2', '1', ''))
    """
    if not rules.free:
        return rules, state
    alike, made = _alike(rules), copy(rules)
    made.goal = tuple(alike.get(label, label) for label in rules.goal)
    if count_goals(made) == 1:
        made.free = frozenset()
    return made, tuple(alike.get(label, label) for label in state)


def only_kind(rules: Kind) -> Kind:
    """Return a puzzle of which all cells matter."""
    if not rules.free:
        return rules
    made = copy(rules)
    made.free = frozenset()
    return made


def split_kinds(rules: Puzzle, state: State, rng: Random) -> State:
    """Return a state of the merged puzzle with the original labels, drawn at random.

    >>> from puzzlekit import Twisty, ring
    >>> apart(Twisty(ring(3), "abc", {}, free=[2]), ("?", "a", "b"), Random(0))
    ('c', 'a', 'b')
    """
    alike = _alike(rules)
    labels = [label for label in rules.goal if label in alike]
    rng.shuffle(labels)
    marks = set(alike.values())
    return tuple(labels.pop() if label in marks else label for label in state)


def _alike(rules: Puzzle) -> dict[str, str]:
    """Return one label for all pieces that are only left over, where nothing tells them apart."""
    plain = is_standard(rules, Sliding) or is_standard(rules, SlidingTwisty)
    if not plain and not (is_standard(rules, Twisty) and not rules.forbidden):
        return {}
    wanted = {label for cell, label in enumerate(rules.goal) if cell not in rules.free}
    over = {rules.goal[cell] for cell in rules.free} - wanted - {""}
    mark = "?"
    while mark in wanted:
        mark += "?"
    return dict.fromkeys(over, mark)


def count_goals(rules: Puzzle) -> int:
    """Return how many arrangements are solved; some may be forbidden."""
    counts = Counter(rules.goal[cell] for cell in rules.free)
    return factorial(counts.total()) // prod(map(factorial, counts.values()))


def goals(rules: Puzzle) -> Iterator[State]:
    """Yield all positions that are solved."""
    free = sorted(rules.free)

    def fill(state: list[str], at: int, left: Counter[str]) -> Iterator[State]:
        if at == len(free):
            yield tuple(state)
            return
        for label in [each for each in left if left[each]]:
            left[label] -= 1
            state[free[at]] = label
            yield from fill(state, at + 1, left)
            left[label] += 1

    found = fill(list(rules.goal), 0, Counter(rules.goal[cell] for cell in free))
    return filter(rules.is_allowed, found)
