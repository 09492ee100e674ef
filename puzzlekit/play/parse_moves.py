"""Parsing of typed moves: one move in a game, a word in a puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..core import words
from ..core.errors import IllegalMoveError, NotationError, PuzzlekitError, quoted
from ..rules.base import Puzzle, Rules, State
from ..rules.merged_moves import count_moves
from ..rules.similar_moves import matching_moves, similar_moves

NO_MACROS: Mapping[str, str] = MappingProxyType({})

#: Maximum number of moves in one line.
MAX_TYPED_MOVES = 10_000

#: Maximum length of a line in which an illegal move is located.
MAX_SEARCHED_LETTERS = 500


def resolve_move(rules: Rules, state: State, text: str) -> str:
    """Return the legal move that matches the text, ignoring case and spacing, or else the text."""
    legal = rules.legal_moves(state)
    if text in legal:
        return text
    parsed = rules.parse_move(state, text)
    if parsed in legal:
        return parsed
    matches = matching_moves(text, legal)
    return matches[0] if len(matches) == 1 else text


def read_moves(
    rules: Rules, state: State, line: str, macro_words: Mapping[str, str] = NO_MACROS
) -> list[str]:
    """Return the legal moves typed in a line: one move in a game, or a word in a puzzle.

    A word may contain the `macro_words` macros. Raises `IllegalMoveError` or `NotationError`.
    """
    return [move for move, _ in read_line(rules, state, line, macro_words)]


def read_line(
    rules: Rules,
    state: State,
    line: str,
    macro_words: Mapping[str, str] = NO_MACROS,
    earlier_rotations: words.Word = (),
) -> list[tuple[str, State]]:
    """Return the moves of a line, as in `read_moves`, each with the position after it.

    The `earlier_rotations` and other turns apply to the line; see `parse_turns`.
    """
    moves: list[tuple[str, State]] = []
    typed = line = words.clean(line)
    if isinstance(rules, Puzzle):
        line = rules.read_notation(line)
    for item in _split_items(rules, line):
        for move in _expand(rules, state, item, macro_words, earlier_rotations):
            try:
                state = rules.play(state, move)
            except IllegalMoveError as error:
                count = count_moves(rules, [each for each, _ in moves]) + 1
                note = f" This is move {count}. Nothing was played." if moves else ""
                part = _typed_part(rules, typed, len(moves))
                where = f"In {quoted(part, 40)}, " if part not in ("", move) else ""
                raise IllegalMoveError(f"{where}{error}{note}") from error
            moves.append((move, state))
            if len(moves) > MAX_TYPED_MOVES:
                raise NotationError(
                    f"The line has more than {MAX_TYPED_MOVES:,} moves; shorten it."
                )
    return moves


def has_moves(rules: Rules, state: State, line: str) -> bool:
    """Return whether a line consists of legal moves."""
    try:
        return bool(read_line(rules, state, line))
    except PuzzlekitError:
        return False


def _typed_part(rules: Rules, line: str, number: int) -> str:
    """Return the shortest part of a line that stands for move `number`, or an empty string."""
    if not isinstance(rules, Puzzle) or not rules.all_moves() or len(line) > MAX_SEARCHED_LETTERS:
        return ""

    def moves_in(text: str) -> list[str] | None:
        try:
            return _expand(rules, None, rules.read_notation(text).strip(), NO_MACROS, ())
        except NotationError:
            return None

    whole, start = moves_in(line), 0
    for end in range(1, len(line) + 1):
        left, right = moves_in(line[:end]), moves_in(line[end:])
        if left is not None and right is not None and left + right == whole:
            if len(left) > number:
                return line[start:end].strip()
            start = end
    return ""


def parse_turns(rules: Rules, line: str) -> words.Word:
    """Return the turns in a line of a puzzle with rotations, without aliases, for later lines.

    >>> from puzzlekit import load
    >>> parse_turns(load("cube"), "x U M2")
    (('x', 1), ('U', 1), ('M', 2))
    """
    if not isinstance(rules, Puzzle) or not rules.notation:
        return ()
    names = dict.fromkeys([*rules.all_moves(), *rules.notation])
    known = names | dict.fromkeys(rules.aliases)
    try:
        word = words.parse(rules.read_notation(words.clean(line)), known)
    except NotationError:  # a move with an unusual name
        return ()
    return words.expand_macros(word, rules.aliases, names)


def _split_items(rules: Rules, line: str) -> list[str]:
    """Split a line at spaces outside brackets if it is for a puzzle with unknown `all_moves`."""
    if not isinstance(rules, Puzzle) or rules.all_moves():
        return [line.strip()]
    items, depth, start = [], 0, 0
    for index, letter in enumerate(line):
        depth += (letter in "([") - (letter in ")]")
        if letter.isspace() and depth <= 0:
            items.append(line[start:index])
            start = index + 1
    return [item for item in [*items, line[start:]] if item]


def _expand(
    rules: Rules,
    state: State,
    item: str,
    macro_words: Mapping[str, str],
    earlier_rotations: words.Word,
) -> list[str]:
    """Return the single moves in a part of a line. `play` checks whether they are legal."""
    if not isinstance(rules, Puzzle):
        return [resolve_move(rules, state, item)]
    known = rules.all_moves() or rules.legal_moves(state)
    if item in known and not earlier_rotations:
        return [item]
    macros = {**rules.aliases, **macro_words}
    names = dict.fromkeys([*known, *rules.notation])
    try:
        word = words.parse(item, names | dict.fromkeys(macros))
    except NotationError:
        if set(item) & set("()[] ") or item.rstrip("0123456789'") in names:
            raise
        if rules.notation and not similar_moves(item, list(known)):
            raise
        return [item]  # `play` raises an error that lists legal moves
    word = words.expand_macros(word, macros, names)
    return rules.expand_word(earlier_rotations + word)[len(rules.expand_word(earlier_rotations)) :]
