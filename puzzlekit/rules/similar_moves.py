"""Suggestions for typed moves that are not legal ("did you mean")."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence

from ..core.errors import quoted

#: Maximum numbers of moves to suggest, and of legal moves to show as examples.
_MAX_MATCHES, _MAX_EXAMPLES = 3, 6

#: Maximum length of inputs that are compared with moves (characters).
_MAX_SUGGESTION = 60


def matching_moves(text: str, moves: Iterable[str]) -> list[str]:
    """Return the moves that match a typed text, ignoring case and punctuation between their parts.

    Punctuation may be replaced by spaces or omitted, except for the minus sign of a number. Moves
    that differ only in case take precedence.
    """
    text = text.strip()
    matches = [move for move in _same_letters(text, moves) if _same_punctuation(text, move)]
    return [move for move in matches if move.casefold() == text.casefold()] or matches


def _same_letters(text: str, moves: Iterable[str]) -> list[str]:
    """Return the moves with the same letters and digits as a typed text, ignoring case."""
    letters = _letters_and_digits(text)
    matches = [move for move in moves if _letters_and_digits(move) == letters] if letters else []
    return [move for move in matches if move.split() == [move]]  # moves contain no spaces


def _same_punctuation(text: str, move: str) -> bool:
    """Return whether the punctuation in a typed text is compatible with a move's punctuation."""
    typed, expected = re.split(r"[^\W_]", text), re.split(r"[^\W_]", move)
    if len(typed) != len(expected) or (typed[0], typed[-1]) != (expected[0], expected[-1]):
        return False
    for gap, wanted in zip(typed[1:-1], expected[1:-1], strict=True):
        minus = len(gap) > 1 and gap[-1] == "-"
        if minus != (len(wanted) > 1 and wanted[-1] == "-"):
            return False
        punctuation = "".join(gap.split()).removesuffix("-" * minus)
        if punctuation not in ("", wanted.removesuffix("-" * minus)):
            return False
    return True


def similar_moves(text: str, moves: Sequence[str], cells: Container[str] = ()) -> list[str]:
    """Return the moves most likely meant by a typed text that is not a move.

    These are moves with the same spelling up to case and punctuation, or else moves that begin with
    the same cell, preferably with at most one typing error, or else moves with one typing error.
    The name of another cell does not count as a typing error.
    """
    if len(text) > _MAX_SUGGESTION:
        return []
    if matches := matching_moves(text, moves) or _same_letters(text, moves):
        return matches
    letters, parts = _letters_and_digits(text), _alphanumeric_parts(text)
    near_misses = [
        move for move in moves if _differs_by_one_edit(letters, _letters_and_digits(move))
    ]
    if len(parts) > 1:
        same_start = [move for move in moves if _alphanumeric_parts(move)[:-1] == parts[:-1]]
        return [move for move in same_start if move in near_misses] or same_start or near_misses
    return [] if letters in cells else near_misses


def suggestion(text: str, moves: Sequence[str], cells: Container[str] = ()) -> str:
    """Return the end of a sentence that suggests similar moves or examples of legal moves."""
    matches = similar_moves(text, moves, cells)
    if 0 < len(matches) <= _MAX_MATCHES:
        *others, last = (quoted(move, 40) for move in matches)
        return f"did you mean {', '.join(others)}{' or ' * bool(others)}{last}?"
    candidates = matches or moves
    examples = ", ".join(move[:40] for move in candidates[:_MAX_EXAMPLES])
    return f"try one of {examples}{' or others' * (len(candidates) > _MAX_EXAMPLES)}."


def _letters_and_digits(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum()).casefold()


def _alphanumeric_parts(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W_]+", text.casefold()))


def _differs_by_one_edit(a: str, b: str) -> bool:
    """Return whether one insertion, deletion, substitution or transposition turns a into b."""
    if a == b or abs(len(a) - len(b)) > 1 or min(len(a), len(b)) < 2:
        return False
    shorter = min(len(a), len(b))
    at = next((k for k in range(shorter) if a[k] != b[k]), shorter)
    swapped = a[at : at + 2] == b[at : at + 2][::-1] and a[at + 2 :] == b[at + 2 :]
    return swapped or a[at + 1 :] == b[at + 1 :] or a[at:] == b[at + 1 :] or a[at + 1 :] == b[at:]
