"""The forms of the compiled functions of a fast path: numba signatures, one a function.

Since all games have the same forms, one compiled search serves every game: it takes their
functions as arguments and need not be compiled anew for each. A function of the door is
decorated with `@compiled(MOVES)` or another form, what it calls with `@helper`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import float64, int32, int64, njit, uint64, void
from numba.core.dispatcher import Dispatcher
from numba.core.typeinfer import register_dispatcher

from ..core.chance import draw as draw  # for the games
from .fast_cache import keep

_NUMBERS, _RATES, _DRAWS, _TRACE = int32[::1], float64[::1], uint64[::1], int32[:, ::1]

MOVES = int64(_NUMBERS, _NUMBERS, _NUMBERS)
PLAY = void(_NUMBERS, _NUMBERS, int64)
PLAYOUT = int64(_NUMBERS, _NUMBERS, _DRAWS, _TRACE)
EVALUATE = float64(_NUMBERS, _NUMBERS, int64)
RATE = int64(_NUMBERS, _NUMBERS, _NUMBERS, int64, _RATES)
WINNING = int64(_NUMBERS, _NUMBERS)


def compiled(*forms: Any, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that compiles a function in its form at once, or finds it compiled."""

    def decorated(function: Callable[..., Any]) -> Any:
        found = njit(nogil=True, **options)(function)
        if isinstance(found, Dispatcher):  # numba can be told not to compile
            keep(found)
            with register_dispatcher(found):  # it may call itself
                for form in forms:
                    found.compile(form)
            found.disable_compile()
        return found

    return decorated


def helper(function: Callable[..., Any]) -> Any:
    """Decorate what a compiled function calls; it is compiled when it is first called."""
    found = njit(nogil=True)(function)
    if isinstance(found, Dispatcher):
        keep(found)
    return found
