"""Words for 2 x 2 blocks of stones, as a game says that none may look so."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from ..core.errors import OptionError, quoted
from .stones import EMPTY

#: What each letter of a word stands for: X the mover's stone, O another, . none, - no X.
_MEANING = {"X": "X", "O": "O", EMPTY: EMPTY, "-": f"O{EMPTY}"}


def block_texts(words: Iterable[str], own: str, other: str) -> frozenset[str]:
    """Return all blocks that words mean for a player: the stones of each, going round it.

    A word holds the rows of a block, and means what it becomes by turns and in a mirror as well.
    Raises `OptionError` for a word that is none.
    """
    found = set()
    for word in words:
        if len(word) != 5 or word[2] != "/" or not set(word[:2] + word[3:]) <= set(_MEANING):
            raise OptionError(
                f"{quoted(word)} is no block: say two rows of two, such as 'XO/OX', in X for "
                "the mover's stone, O for the opponent's, . for none and - for all but X."
            )
        for letters in product(*(_MEANING[word[k]] for k in (0, 1, 4, 3))):
            text = "".join(letters).replace("X", own).replace("O", other)
            for k in range(4):
                turned = text[k:] + text[:k]
                found |= {turned, turned[::-1]}
    return frozenset(found)
