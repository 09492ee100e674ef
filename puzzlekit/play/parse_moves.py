"""Parsing of typed moves: one move in a game, a word in a puzzle."""

from __future__ import annotations

from collections.abc import Container, Mapping
from types import MappingProxyType

from ..core import words
from ..core.errors import IllegalMoveError, NotationError
from ..rules.base import Puzzle, Rules, State
from ..rules.suggestions import matching_moves

NO_MACROS: Mapping[str, str] = MappingProxyType({})

#: Maximum number of moves in one line.
MAX_TYPED_MOVES = 10_000


def resolve_move(rules: Rules, state: State, text: str) -> str:
    """Return the legal move that a typed text means, ignoring case and spacing, else the text."""
    legal = rules.legal_moves(state)
    if text in legal:
        return text
    parsed = rules.parse_move(state, text)
    if parsed in legal:
        return parsed
    matches = matching_moves(text, legal)
    return matches[0] if len(matches) == 1 else text


def read_moves(
    rules: Rules, state: State, line: str, named: Mapping[str, str] = NO_MACROS
) -> list[str]:
    """Return the legal moves typed in a line: one move in a game, or a word in a puzzle.

    A word may contain the `named` macros. Raises `IllegalMoveError` or `NotationError`.
    """
    moves: list[str] = []
    for item in [line.strip()] if rules.is_game() else _items(line):
        for move in _expand(rules, state, item, named):
            try:
                state = rules.play(state, move)
            except IllegalMoveError as error:
                note = " Nothing was played." if moves else ""
                raise IllegalMoveError(f"{error}{note}") from error
            moves.append(move)
            if len(moves) > MAX_TYPED_MOVES:
                raise NotationError(
                    f"The line has more than {MAX_TYPED_MOVES:,} moves; shorten it."
                )
    return moves


def _items(line: str) -> list[str]:
    """Split a line at spaces outside brackets."""
    items, depth, start = [], 0, 0
    for index, letter in enumerate(line):
        depth += (letter in "([") - (letter in ")]")
        if letter.isspace() and depth <= 0:
            items.append(line[start:index])
            start = index + 1
    return [item for item in [*items, line[start:]] if item]


class _Names:
    """The union of two collections of names, without copying thousands of moves."""

    def __init__(self, words: Container[str], aliases: Container[str]) -> None:
        self.words, self.aliases = words, aliases

    def __contains__(self, name: object) -> bool:
        return name in self.words or name in self.aliases


def _expand(rules: Rules, state: State, item: str, named: Mapping[str, str]) -> list[str]:
    """Return the single moves in a part of a line; `play` checks whether they are legal."""
    if not isinstance(rules, Puzzle):
        return [resolve_move(rules, state, item)]
    known = rules.all_moves() or rules.legal_moves(state)
    if item in known:
        return [item]
    macros = {**rules.aliases, **named}
    names = _Names(known, macros)
    if not set(item) & set("()[]") and item.rstrip("0123456789'") not in names:
        return [item]  # unknown move: `play` raises an error that lists moves
    word = words.expand_macros(words.parse(item, names), macros, known)
    return words.expand(word, rules.inverse_move)
