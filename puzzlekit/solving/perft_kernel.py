"""Numba kernel for perft, which is compiled once for all games with compiled rules."""

# mypy: allow-untyped-defs
from numba import int32, int64, types

from ..core.compiling import compiled, copy
from ..rules.kernel_signatures import MOVES, PLAY

_numbers = int32[::1]


@compiled(
    int64(
        *(types.FunctionType(MOVES), types.FunctionType(PLAY), _numbers, int64),
        *(int32[:, ::1], int32[:, ::1]),
    )
)
def leaves(moves, play, table, depth, states, lists):
    """Return the number of lines of `depth` plies from `states[depth]`.

    Rows below `depth` are used as working memory.
    """
    count = moves(table, states[depth], lists[depth])
    if depth == 1:
        return count  # bulk counting
    total = 0
    for i in range(count):
        copy(states[depth - 1], states[depth])
        play(table, states[depth - 1], lists[depth, i])
        total += leaves(moves, play, table, depth - 1, states, lists)
    return total
