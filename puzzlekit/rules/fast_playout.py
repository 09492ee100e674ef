"""The playout of a fast path that brings none: it follows from `moves` and `play`."""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import Any

import numpy

from ..core.chance import draw
from .fast import SEAT
from .fast_forms import PLAYOUT, compiled

#: Room for moves that a playout has at least. It is a part of the machine code, so that it comes
#: in few sizes: other options of a game need not be compiled again.
ROOM = 1024


def playout_of(moves: Any, play: Any, max_moves: int) -> Any:
    """Return the playout of a game, in which all moves are listed and one of them is drawn."""
    room = max(ROOM, 1 << (max_moves - 1).bit_length())

    @compiled(PLAYOUT)
    def playout(table, state, draws, trace):
        out = numpy.empty(room, numpy.int32)
        plies = 0
        while plies < len(trace):
            count = moves(table, state, out)
            if count == 0:
                break
            move = out[draw(draws, count)]
            trace[plies, 0], trace[plies, 1] = state[SEAT], move
            play(table, state, move)
            plies += 1
        return plies

    return playout
