"""Moves as a person types them: one of a game, a word of them in a puzzle."""

from __future__ import annotations

from collections.abc import Container, Mapping
from types import MappingProxyType

from ..core import words
from ..core.errors import IllegalMoveError, NotationError
from ..rules.base import Puzzle, Rules, State
from ..rules.suggestions import matching_moves

NO_INPUT: Mapping[str, str] = MappingProxyType({})

#: Moves that one line may hold.
MAX_TYPED_MOVES = 10_000


def resolve_move(rules: Rules, state: State, text: str) -> str:
    """Return the legal move that a text means in any case and spacing, else the text itself."""
    legal = rules.legal_moves(state)
    if text in legal:
        return text
    found = rules.parse_move(state, text)
    if found in legal:
        return found
    same = matching_moves(text, legal)
    return same[0] if len(same) == 1 else text


def read_moves(
    rules: Rules, state: State, line: str, named: Mapping[str, str] = NO_INPUT
) -> list[str]:
    """Return the legal moves of a line: one in a game, a word in a puzzle, with `named` sequences.

    Raises `IllegalMoveError` or `NotationError`.
    """
    found: list[str] = []
    for item in [line.strip()] if rules.is_game() else _items(line):
        for move in _expand(rules, state, item, named):
            try:
                state = rules.play(state, move)
            except IllegalMoveError as error:
                rest = " No move of the line was made." if found else ""
                raise IllegalMoveError(f"{error}{rest}") from error
            found.append(move)
            if len(found) > MAX_TYPED_MOVES:
                raise NotationError(
                    f"The line holds more than {MAX_TYPED_MOVES:,} moves; shorten it."
                )
    return found


def _items(line: str) -> list[str]:
    """Split a line at the blanks outside of brackets."""
    items, depth, begun = [], 0, 0
    for at, letter in enumerate(line):
        depth += (letter in "([") - (letter in ")]")
        if letter.isspace() and depth <= 0:
            items.append(line[begun:at])
            begun = at + 1
    return [item for item in [*items, line[begun:]] if item]


class _AmbiguousError:
    """What a word may name; nothing is copied, since a puzzle can have thousands of moves."""

    def __init__(self, words: Container[str], aliases: Container[str]) -> None:
        self.words, self.aliases = words, aliases

    def __contains__(self, name: object) -> bool:
        return name in self.words or name in self.aliases


def _expand(rules: Rules, state: State, item: str, named: Mapping[str, str]) -> list[str]:
    """Return the single moves of a part of a line; whether they are legal is left to `play`."""
    if not isinstance(rules, Puzzle):
        return [resolve_move(rules, state, item)]
    known = rules.all_moves() or rules.legal_moves(state)
    if item in known:
        return [item]
    others = {**rules.aliases, **named}
    names = _AmbiguousError(known, others)
    if not set(item) & set("()[]") and item.rstrip("0123456789'") not in names:
        return [item]  # no move at all: `play` says so, and which moves there are
    word = words.expand_macros(words.parse(item, names), others, known)
    return words.expand(word, rules.inverse_move)
