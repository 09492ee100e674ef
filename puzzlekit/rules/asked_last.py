"""The moves of the position asked for last: who chooses one and plays it asks for them again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

Rules = Any  # of which this is a part


def kept(moves: Callable[..., Any]) -> Callable[..., Any]:
    """Return `moves` of a class, which keeps what it has answered last.

    Whoever calls it gets a new answer all the same, so that one that differs is noticed.
    """

    @wraps(moves)
    def asked(self: Rules, state: Any) -> Any:
        found = moves(self, state)
        if type(found) is list and type(self).moves is asked:  # and not a base's, by super()
            self.__dict__["_asked_last"] = state, tuple(found)
        return found

    return asked


def moves_again(rules: Rules, state: Any) -> Any:
    """Return the moves of a state, from memory if no other one has been asked for since."""
    known = rules.__dict__.get("_asked_last", (None, ()))
    return known[1] if known[0] is state else rules.moves(state)
