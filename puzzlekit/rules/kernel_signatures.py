"""Numba signatures and decorators for the compiled functions of games.

All games use the same signatures, so that one compiled search serves every game: it takes their
functions as arguments and is not recompiled for each. Decorate the functions of a `Kernel` with
`@compiled(MOVES)` or another signature, and the functions that they call with `@helper`.
"""

from __future__ import annotations

from typing import Any

import numpy
from numba import float64, int32, int64, uint64, void

from ..core.compiling import borrow as borrow  # for the games
from ..core.compiling import compiled as compiled
from ..core.prng import random_below as random_below  # for the games

_NUMBERS, _RATES, _DRAWS, _TRACE = int32[::1], float64[::1], uint64[::1], int32[:, ::1]

MOVES = int64(_NUMBERS, _NUMBERS, _NUMBERS)
PLAY = void(_NUMBERS, _NUMBERS, int64)
PLAYOUT = int64(_NUMBERS, _NUMBERS, _DRAWS, _TRACE)
EVALUATE = float64(_NUMBERS, _NUMBERS, int64)
RATE = int64(_NUMBERS, _NUMBERS, _NUMBERS, int64, _RATES)
WINNING = int64(_NUMBERS, _NUMBERS)
CANONICAL = int64(_NUMBERS, _NUMBERS, _NUMBERS)

#: The smallest move buffer of a playout. The size is compiled in; only powers of two are used, so
#: that other options of a game rarely require recompilation.
SCRATCH = 1024


def helper(function: Any = None, **options: Any) -> Any:
    """Decorate a function called by compiled functions, as `@helper` or `@helper(SIGNATURE)`.

    It is compiled as part of its callers, for the signature or for the argument types of each call.
    When it is called from Python, it runs as Python.
    """
    if callable(function):
        return compiled(inner=True, **options)(function)
    return compiled(function, inner=True, **options)


def helper_no_alloc(function: Any = None) -> Any:
    """Decorate a small helper that LLVM inlines into each caller."""
    return helper(function, forceinline=True)


def make_playout(moves: Any, play: Any, max_moves: int) -> Any:
    """Return the default playout: list all legal moves and draw one."""
    capacity = max(SCRATCH, 1 << (max_moves - 1).bit_length())

    @compiled(PLAYOUT)
    def playout(table: Any, state: Any, draws: Any, trace: Any) -> int:
        out = numpy.empty(capacity, numpy.int32)
        plies = 0
        while plies < len(trace):
            count = moves(table, state, out)
            if count == 0:
                break
            move = out[random_below(draws, count)]
            trace[plies, 0], trace[plies, 1] = state[0], move
            play(table, state, move)
            plies += 1
        return plies

    return playout
