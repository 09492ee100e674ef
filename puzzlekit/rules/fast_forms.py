"""The forms of the compiled functions of a fast path: numba signatures, one a function.

Since all games have the same forms, one compiled search serves every game: it takes their
functions as arguments and need not be compiled anew for each. A function of the door is
decorated with `@compiled(MOVES)` or another form, what it calls with `@helper`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
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
CANONICAL = int64(_NUMBERS, _NUMBERS, _NUMBERS)

#: Room for moves that a playout has at least. It is a part of the machine code, and comes in few
#: sizes lest other options of a game need other code.
ROOM = 1024


def compiled(*forms: Any, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator for a function that is compiled in its form, when it is first needed."""
    decorator: Any = njit
    return decorator(*forms, cache=True, nogil=True, **options)  # type: ignore[no-any-return]


def helper(function: Callable[..., Any]) -> Any:
    """Decorate what compiled functions call; whole numbers that it is given have 64 bits.

    It is compiled as a part of them. Called from Python, it runs as Python; what is called often
    from there is decorated by `compiled()`.
    """
    return compiled(no_cpython_wrapper=True)(function)


def light(function: Callable[..., Any]) -> Any:
    """Decorate a helper that makes no array and no part of one.

    numba need not count who holds an array then, which can take as long as the work itself.
    """
    return compiled(_nrt=False, no_cpython_wrapper=True)(function)


def playout_of(moves: Any, play: Any, max_moves: int) -> Any:
    """Return the playout that follows from `moves` and `play`: all are listed, one is drawn."""
    room = max(ROOM, 1 << (max_moves - 1).bit_length())

    @compiled(PLAYOUT)
    def playout(table: Any, state: Any, draws: Any, trace: Any) -> int:
        out = numpy.empty(room, numpy.int32)
        plies = 0
        while plies < len(trace):
            count = moves(table, state, out)
            if count == 0:
                break
            move = out[draw(draws, count)]
            trace[plies, 0], trace[plies, 1] = state[0], move
            play(table, state, move)
            plies += 1
        return plies

    return playout
