"""Reading the position of a puzzle from a text that a person writes."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

from .errors import NotationError, OptionError, did_you_mean
from .permutation import apply, from_cycles, simplify_cycles
from .rules import Puzzle, Rules, State

#: What may stand for a cell without a piece.
EMPTY = (".", "_", "-")


def read_position(rules: Rules, text: str) -> State:
    """Return the position that a text means.

    That is `goal` or `start`; `#SEED`, a random start; cycles of cells such as `(U1 U3)`, which
    are applied to the start; or the label of each cell in order, with commas or blanks
    between them or, where all are single letters, nothing. A `.` is an empty cell. Raises
    `NotationError` where the text is none of these or has other pieces than the puzzle.

    >>> from puzzlekit import load
    >>> rules = load("fifteen:2,height=2")
    >>> read_position(rules, "1 2 . 3"), read_position(rules, "(a1 b1)")
    (('1', '2', '', '3'), ('1', '2', '', '3'))
    """
    text = text.strip()
    if not isinstance(rules, Puzzle):
        raise OptionError(f"{rules.name} has no goal, and no positions that can be written down.")
    if text in ("goal", "start"):
        return rules.goal if text == "goal" else rules.start()
    if text.startswith("#"):
        if not re.fullmatch(r"#[0-9]{1,18}", text):
            raise NotationError(f"{text[:40]!r} is no seed; write # and a whole number.")
        return rules.start(Random(int(text[1:])))
    if text.startswith("("):
        return _moved(rules, text)
    return _labelled(rules, text)


def _moved(rules: Puzzle, text: str) -> State:
    """Return the start with its pieces moved along cycles of cells."""
    index = rules.board.index
    cycles = [part.split() for part in re.findall(r"\(([^()]*)\)", simplify_cycles(text))]
    for name in [name for cycle in cycles for name in cycle]:
        if name not in index:
            near = did_you_mean(name, index)
            raise NotationError(f"There is no cell {name[:40]!r} in {rules.name}.{near}")
    numbers = [[index[name] for name in cycle] for cycle in cycles]
    return apply(from_cycles(numbers, len(rules.board)), rules.start())


def _labelled(rules: Puzzle, text: str) -> State:
    """Return the arrangement of labels that a text lists."""
    size = len(rules.goal)
    parts = [part.strip() for part in text.split(",")] if "," in text else text.split()
    if len(parts) == 1 and size > 1 and all(len(label) <= 1 for label in rules.goal):
        parts = list(parts[0])
    if len(parts) != size:
        raise NotationError(
            f"{rules.name} has {size} cells, but {text[:40]!r} names {len(parts)} pieces; name "
            "them all, or write cycles of cells such as (a b c)."
        )
    known = set(rules.goal)
    state = tuple(["" if part in EMPTY and part not in known else part for part in parts])
    wanted, given = Counter(rules.goal), Counter(state)
    for label in [*given, *wanted]:
        if wanted[label] != given[label]:
            what = repr(label) if label else "an empty cell"
            raise NotationError(
                f"{rules.name} has {what} {_times(wanted[label])}, the position {given[label]}."
            )
    return state


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
