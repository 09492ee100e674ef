"""Replacing goals that have free cells, which accept any piece, with a single goal if possible.

Pieces that are not needed on other cells are interchangeable. If they all get the same label, there
is often only one goal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from math import factorial, prod
from random import Random
from typing import TypeVar

from ..core.errors import OptionError
from ..rules.base import Labels, Puzzle, Rules, State
from ..rules.frames import is_standard
from ..rules.sliding import Sliding
from ..rules.sliding_twisty import SlidingTwisty
from ..rules.twisty import Twisty

PuzzleT = TypeVar("PuzzleT", bound=Puzzle)
T = TypeVar("T")


def merge_equal_pieces(rules: PuzzleT, state: State) -> tuple[PuzzleT, State]:
    """Return an equivalent puzzle and state with fewer solved positions.

    >>> from puzzlekit import Sliding, grid
    >>> rules = Sliding(grid(2, 2), ["1", "2", "3", ""], free=["a1"], start=["3", "2", "1", ""])
    >>> merged, state = merge_equal_pieces(rules, rules.start())
    >>> merged.goal, merged.free, state
    (('1', '2', '?', ''), frozenset(), ('?', '2', '1', ''))
    """
    if not rules.free or not rules.goal_defines_solved:
        return rules, state
    labels = _merged_labels(rules)
    merged = with_goal(rules, tuple(labels.get(label, label) for label in rules.goal), rules.free)
    if count_goals(merged) == 1:
        merged.free = frozenset()
    return merged, tuple(labels.get(label, label) for label in state)


def single_goal(rules: Rules) -> tuple[Puzzle, State]:
    """Return an equivalent puzzle with one solved position, and this position.

    Raises `OptionError` if there is no such puzzle.
    """
    if not isinstance(rules, Puzzle):
        raise OptionError(f"{rules.name} has no goal. Omit `to_goal`.")
    merged, goal = merge_equal_pieces(rules, rules.goal)
    if merged.free:
        raise OptionError(f"{rules.name} has several goals. Omit `to_goal`.")
    return merged, goal


def with_goal(rules: PuzzleT, goal: Labels, free: frozenset[int] = frozenset()) -> PuzzleT:
    """Return the puzzle with another goal and other free cells, which define when it is solved."""
    other = copy(rules)
    other.goal, other.free, other.has_replaced_goal = goal, free, True
    return other


def is_solved(rules: Rules, state: State) -> bool:
    """Return whether a position is solved."""
    if isinstance(rules, Puzzle) and rules.has_replaced_goal:
        return Puzzle.result(rules, state) is not None
    return rules.outcome(state) is not None


def restore_labels(rules: Puzzle, state: State, rng: Random) -> State:
    """Return a state of the merged puzzle with the original labels, assigned at random.

    >>> from puzzlekit import Twisty, ring
    >>> restore_labels(Twisty(ring(3), "abc", {}, free=[2]), ("?", "a", "b"), Random(0))
    ('c', 'a', 'b')
    """
    merged = _merged_labels(rules)
    labels = [label for label in rules.goal if label in merged]
    rng.shuffle(labels)
    marks = set(merged.values())
    return tuple(labels.pop() if label in marks else label for label in state)


def _merged_labels(rules: Puzzle) -> dict[str, str]:
    """Return a mapping from the labels of interchangeable pieces to a common label."""
    plain = is_standard(rules, Sliding) or is_standard(rules, SlidingTwisty)
    if not plain and not (is_standard(rules, Twisty) and not rules.forbidden):
        return {}
    wanted = {label for cell, label in enumerate(rules.goal) if cell not in rules.free}
    left_over = {rules.goal[cell] for cell in rules.free} - wanted - {""}
    mark = "?"
    while mark in wanted:
        mark += "?"
    return dict.fromkeys(left_over, mark)


def count_goals(rules: Puzzle) -> int:
    """Return the number of solved arrangements, including forbidden arrangements."""
    counts = Counter(rules.goal[cell] for cell in rules.free)
    return factorial(counts.total()) // prod(map(factorial, counts.values()))


def goals(rules: Puzzle) -> Iterator[State]:
    """Yield all solved positions."""
    free = sorted(rules.free)
    for labels in distinct_orders(Counter(rules.goal[cell] for cell in free)):
        filled = dict(zip(free, labels, strict=True))
        state = tuple([filled.get(cell, label) for cell, label in enumerate(rules.goal)])
        if rules.is_allowed(state):
            yield state


def distinct_orders(elements: Counter[T]) -> Iterator[list[T]]:
    """Yield all distinct orders of elements, some of which may be equal.

    >>> ["".join(order) for order in distinct_orders(Counter("baa"))]
    ['baa', 'aba', 'aab']
    """
    kinds = list(elements)
    order = [kind for kind, each in enumerate(kinds) for _ in range(elements[each])]
    while True:
        yield [kinds[kind] for kind in order]
        # The next order in lexicographic order, by the algorithm of Narayana Pandita.
        rises = (at for at in reversed(range(len(order) - 1)) if order[at] < order[at + 1])
        if (at := next(rises, None)) is None:
            return
        other = max(k for k in range(at + 1, len(order)) if order[k] > order[at])
        order[at], order[other] = order[other], order[at]
        order[at + 1 :] = order[:at:-1]
