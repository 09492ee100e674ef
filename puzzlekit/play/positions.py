"""Parsing of positions."""

from __future__ import annotations

import re
from random import Random

from ..core.errors import NotationError, OptionError, PuzzlekitError, did_you_mean, short_repr
from ..core.permutation import apply, from_cycles, simplify_cycles
from ..plugin.errors import error_message, plugin_error
from ..rules.base import Puzzle, Rules, State
from .parse_moves import has_moves, read_line

#: Suffixes of files with a position: scrambles of twsearch and ksolve, and patterns of cubing.js.
POSITION_FILES = (".scr", ".txt", ".json")


def read_position(rules: Rules, text: str) -> State:
    """Return the position that a string describes.

    The string is `start`, `#SEED` for a random start, or the output of `encode`. For puzzles, it
    can also be `goal`, the path of a scramble file (`.scr`, `.txt`) or a KPattern, cycles of cells
    to apply to the start, such as `(U1 U3)`, or the labels of all cells in order. In a list of
    labels, `.` is an empty cell; commas or spaces separate the labels unless all are single
    letters. Raises `NotationError` for any other string, and for pieces that differ from the
    puzzle's pieces.

    >>> from puzzlekit import load
    >>> rules = load("fifteen:2,height=2")
    >>> read_position(rules, "1 2 . 3"), read_position(rules, "(a1 b1)")
    (('1', '2', '', '3'), ('1', '2', '', '3'))
    """
    text = text.strip()
    if text == "goal":
        if not isinstance(rules, Puzzle):
            raise OptionError(f"{rules.name} has no goal; give a position instead.")
        return rules.goal
    if text == "start":
        return rules.start()
    if text.startswith("#"):
        if not re.fullmatch(r"#[0-9]{1,18}", text):
            raise NotationError(f"{text[:40]!r} is not a seed; write # and an integer.")
        return rules.start(Random(int(text[1:])))
    if text.startswith("(") and isinstance(rules, Puzzle):
        return _apply_cycles(rules, text)
    if isinstance(rules, Puzzle) and text.lower().endswith(POSITION_FILES):
        return _read_file(rules, text)
    try:
        return parse_position(rules, text)
    except NotationError as error:
        has_all_labels = len(rules.board) in (len(text), len(text.split()))
        if not has_all_labels and has_moves(rules, rules.start(), text):
            raise NotationError(
                f"{rules.name}: {short_repr(text)} are moves, not a position; use `play_moves` to "
                "play them first."
            ) from error
        raise


def _read_file(rules: Puzzle, path: str) -> State:
    """Return the position in a file, which lists pieces, or moves from the goal."""
    from ..formats.scramble_file import read_scramble  # other positions do not need it

    given = read_scramble(path, getattr(rules, "definition", None))
    if not isinstance(given, str):
        return parse_position(rules, rules.encode(given))
    line = read_line(rules, rules.goal, given)
    return line[-1][1] if line else rules.goal


def parse_position(rules: Rules, line: str) -> State:
    """Return the position encoded in a line; raise `NotationError` if the rules reject it."""
    try:
        state = rules.decode(line)
        _check_state(rules, state)
    except PuzzlekitError as error:
        reason = str(error).rstrip(".")
    except Exception as error:
        cause = plugin_error(error, rules) or error
        reason = f"the rules raise an error ({error_message(cause).rstrip('.')})"
    else:
        return state
    excerpt = line if len(line) <= 60 else f"{line[:60]} ..."
    raise NotationError(
        f"{rules.name} cannot start from {excerpt!r}: {reason}.{_start_example(rules)}"
    )


def _check_state(rules: Rules, state: State) -> None:
    """Raise an error if a state is invalid or makes the rules raise an error."""
    hash(state)
    if (turn := rules.turn(state)) not in range(len(rules.players)):
        raise NotationError(f"there is no player {short_repr(turn)}")
    if (count := len(rules.pieces(state))) != len(rules.board):
        raise NotationError(f"it has {count} cells, not {len(rules.board)}")
    for method in (rules.result, rules.sides, rules.status, rules.encode):
        method(state)
    rules.evaluate(state, 0)
    for move in rules.legal_moves(state)[:20]:
        rules.outcome(rules.play(state, move))
        rules.cell_permutation(state, move)


def _start_example(rules: Rules) -> str:
    """Return a sentence that shows the start, or an empty string if it is too long."""
    try:
        line = rules.encode(rules.start())
    except PuzzlekitError:
        return ""
    return f" The start is `{line}`." if len(line) <= 200 else ""


def _apply_cycles(rules: Puzzle, text: str) -> State:
    """Return the start with its pieces moved along cycles of cells."""
    index = rules.board.index
    cycles = [part.split() for part in re.findall(r"\(([^()]*)\)", simplify_cycles(text))]
    for name in [name for cycle in cycles for name in cycle]:
        if name not in index:
            suggestion = did_you_mean(name, index)
            raise NotationError(f"Unknown cell {name[:40]!r} in {rules.name}.{suggestion}")
    numbers = [[index[name] for name in cycle] for cycle in cycles]
    return apply(from_cycles(numbers, len(rules.board)), rules.start())
