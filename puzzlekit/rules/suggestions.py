"""What a typed word that is no legal move may have meant."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache

from ..core.errors import quoted

#: Moves that are proposed at most as what was meant, and as examples of what can be played.
_MEANT, _SOME = 3, 6

#: Words of which the letters are kept in mind, since the same moves are looked at again and again.
_MAX_MOVES_LISTED = 1 << 14

#: Letters of a word that is looked at; a longer one is no slip.
_MAX_SUGGESTION = 60


def matching_moves(text: str, moves: Iterable[str]) -> list[str]:
    """Return the moves that a text spells in another case, or with blanks for signs between words.

    A sign may be left out too, but for a minus that belongs to a number. Where some moves have all
    signs of the text, it is those.
    """
    text = text.strip()
    found = [move for move in _same_letters(text, moves) if _same_signs(text, move)]
    return [move for move in found if move.casefold() == text.casefold()] or found


def _same_letters(text: str, moves: Iterable[str]) -> list[str]:
    """Return the moves with the same letters and digits as a text, in any case."""
    bare = _without_signs(text)
    found = [move for move in moves if _without_signs(move) == bare] if bare else []
    return [move for move in found if move.split() == [move]]  # no move has blanks


def _same_signs(text: str, move: str) -> bool:
    """Return whether the signs between the letters of a text may stand for those of a move."""
    typed, meant = re.split(r"[^\W_]", text), re.split(r"[^\W_]", move)
    if len(typed) != len(meant) or (typed[0], typed[-1]) != (meant[0], meant[-1]):
        return False
    for gap, wanted in zip(typed[1:-1], meant[1:-1], strict=True):
        minus = len(gap) > 1 and gap[-1] == "-"
        if minus != (len(wanted) > 1 and wanted[-1] == "-"):
            return False
        signs = "".join(gap.split()).removesuffix("-" * minus)
        if signs not in ("", wanted.removesuffix("-" * minus)):
            return False
    return True


def similar_moves(text: str, moves: Sequence[str], cells: Container[str] = ()) -> list[str]:
    """Return the moves that a text may have meant that is none, the likeliest ones.

    They are spelt alike, or begin with the same cell and go elsewhere, one slip of the fingers away
    if there are such, or are one slip away. The name of a cell is no slip.
    """
    if len(text) > _MAX_SUGGESTION:
        return []
    if found := matching_moves(text, moves) or _same_letters(text, moves):
        return found
    bare, parts = _without_signs(text), _parts(text)
    slips = [move for move in moves if _differs_by_one_edit(bare, _without_signs(move))]
    if len(parts) > 1:
        begun = [move for move in moves if _parts(move)[:-1] == parts[:-1]]
        return sorted(set(begun) & set(slips), key=begun.index) or begun or slips
    return [] if bare in cells else slips


def suggestion(text: str, moves: Sequence[str], cells: Container[str] = ()) -> str:
    """Return the end of a sentence: what a text may have meant, or what can be played instead."""
    found = similar_moves(text, moves, cells)
    if 0 < len(found) <= _MEANT:
        *others, last = (quoted(move, 40) for move in found)
        return f"did you mean {', '.join(others)}{' or ' * bool(others)}{last}?"
    known = found or moves
    some = ", ".join(move[:40] for move in known[:_SOME])
    return f"try one of {some}{' or others' * (len(known) > _SOME)}."


@lru_cache(maxsize=_MAX_MOVES_LISTED)
def _without_signs(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum()).casefold()


@lru_cache(maxsize=_MAX_MOVES_LISTED)
def _parts(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W_]+", text.casefold()))


def _differs_by_one_edit(a: str, b: str) -> bool:
    """Return whether adding, removing, changing or swapping letters once turns a into b."""
    if a == b or abs(len(a) - len(b)) > 1 or min(len(a), len(b)) < 2:
        return False
    least = min(len(a), len(b))
    at = next((k for k in range(least) if a[k] != b[k]), least)
    swapped = a[at : at + 2] == b[at : at + 2][::-1] and a[at + 2 :] == b[at + 2 :]
    return swapped or a[at + 1 :] == b[at + 1 :] or a[at:] == b[at + 1 :] or a[at + 1 :] == b[at:]
