"""Whether a rule book plays as its kind does, so that what is known of the kind holds for it."""

from __future__ import annotations

from typing import TypeGuard, TypeVar

from ..rules.mixed import Mixed
from ..rules.rule_book import Puzzle
from ..rules.sliding import Sliding
from ..rules.twisty import Twisty

Kind = TypeVar("Kind", Sliding, Twisty, Mixed)


def is_usual(rules: Puzzle, kind: type[Kind]) -> TypeGuard[Kind]:
    """Tell whether a rule book is of a kind and has its moves, which a subclass may change."""
    return isinstance(rules, kind) and all(
        getattr(type(rules), name) is getattr(kind, name) for name in ("moves", "play", "after")
    )
