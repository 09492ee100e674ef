"""Reading a position from a text that a person writes."""

from __future__ import annotations

import re
from random import Random

from ..core.errors import NotationError, OptionError, PuzzlekitError, did_you_mean
from ..core.permutation import apply, from_cycles, simplify_cycles
from ..plugin.errors import error_message, plugin_error
from ..rules.base import Puzzle, Rules, State


def read_position(rules: Rules, text: str) -> State:
    """Return the position that a text means.

    That is `start`; `#SEED`, a random start; a line as `encode` writes it; and in puzzles
    `goal`, cycles of cells such as `(U1 U3)`, which are applied to the start, or the label of each
    cell in order, with commas or blanks between them or, where all are single letters, nothing;
    a `.` is an empty cell. Raises `NotationError` where the text is none of these or has other
    pieces than the puzzle.

    >>> from puzzlekit import load
    >>> rules = load("fifteen:2,height=2")
    >>> read_position(rules, "1 2 . 3"), read_position(rules, "(a1 b1)")
    (('1', '2', '', '3'), ('1', '2', '', '3'))
    """
    text = text.strip()
    if text == "goal":
        if not isinstance(rules, Puzzle):
            raise OptionError(f"{rules.name} has no goal; write a position as a line.")
        return rules.goal
    if text == "start":
        return rules.start()
    if text.startswith("#"):
        if not re.fullmatch(r"#[0-9]{1,18}", text):
            raise NotationError(f"{text[:40]!r} is no seed; write # and a whole number.")
        return rules.start(Random(int(text[1:])))
    if text.startswith("(") and isinstance(rules, Puzzle):
        return _moved(rules, text)
    return parse_position(rules, text)


def parse_position(rules: Rules, line: str) -> State:
    """Return the position of a line if the rules accept it everywhere; raise `NotationError`."""
    try:
        state = rules.decode(line)
        _parse_any(rules, state)
    except PuzzlekitError as error:
        why = str(error).rstrip(".")
    except Exception as error:
        known = plugin_error(error, rules) or error
        why = f"the rules fail there ({error_message(known).rstrip('.')})"
    else:
        return state
    shown = line if len(line) <= 60 else f"{line[:60]} ..."
    raise NotationError(f"{rules.name} cannot begin from {shown!r}: {why}.{_example(rules)}")


def _parse_any(rules: Rules, state: State) -> None:
    """Raise what the rule book raises in a position."""
    hash(state)
    if rules.turn(state) not in range(len(rules.players)):
        raise NotationError("nobody is to move")
    if len(rules.pieces(state)) != len(rules.board):
        raise NotationError("it has another number of cells")
    for answer in (rules.result, rules.sides, rules.status, rules.encode):
        answer(state)
    rules.evaluate(state, 0)
    for move in rules.legal_moves(state)[:20]:
        rules.outcome(rules.play(state, move))
        rules.cell_permutation(state, move)


def _example(rules: Rules) -> str:
    """Return a sentence that shows a good line, if it is short enough to help."""
    try:
        line = rules.encode(rules.start())
    except PuzzlekitError:
        return ""
    return f" The start is `{line}`." if len(line) <= 200 else ""


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
