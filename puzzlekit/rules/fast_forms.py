"""The forms of the compiled functions of a fast path: numba signatures, one a function.

Since all games have the same forms, one compiled search serves every game: it takes their
functions as arguments and need not be compiled anew for each. A function of the door is
decorated with `@compiled(MOVES)` or another form, what it calls with `@helper`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import float64, int32, int64, uint64, void

from ..core.chance import draw as draw  # for the games
from ..core.compiling import njit

_NUMBERS, _RATES, _DRAWS, _TRACE = int32[::1], float64[::1], uint64[::1], int32[:, ::1]

MOVES = int64(_NUMBERS, _NUMBERS, _NUMBERS)
PLAY = void(_NUMBERS, _NUMBERS, int64)
PLAYOUT = int64(_NUMBERS, _NUMBERS, _DRAWS, _TRACE)
EVALUATE = float64(_NUMBERS, _NUMBERS, int64)
RATE = int64(_NUMBERS, _NUMBERS, _NUMBERS, int64, _RATES)
WINNING = int64(_NUMBERS, _NUMBERS)


def compiled(*forms: Any, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator for a function that is compiled in its form, when it is first needed."""
    decorator: Any = njit
    return decorator(*forms, cache=True, nogil=True, **options)  # type: ignore[no-any-return]


def helper(function: Callable[..., Any]) -> Any:
    """Decorate what a compiled function calls; whole numbers that it is given have 64 bits."""
    return njit(cache=True, nogil=True)(function)
