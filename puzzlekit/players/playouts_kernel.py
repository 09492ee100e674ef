"""Random playouts, compiled once for all games with compiled rules."""

# mypy: allow-untyped-defs
from numba import int32, int64, types, uint64, void

from ..core.compiling import compiled, copy_array
from ..rules.compiled import OUTCOME
from ..rules.kernel_signatures import MOVES, PLAY, PLAYOUT

#: Indices into `sums`: plies of all games, plies of the games whose moves were counted, and counted
#: moves.
PLIES, COUNTED, CHOICES = range(3)

_functions = [types.FunctionType(form) for form in (MOVES, PLAY, PLAYOUT)]
_numbers = int32[::1]


@compiled(
    void(
        *_functions,
        *(_numbers, _numbers, _numbers, uint64[::1], int32[:, ::1], _numbers),
        *(int64[::1], int64[::1], int64, int64),
    )
)
def run_playouts(
    moves, play, playout, table, start, state, draws, trace, out, wins, sums, games, counted
):
    """Add random games to `wins` and `sums`, counting legal moves in the first `counted` games."""
    for game in range(games):
        copy_array(state, start)
        plies = playout(table, state, draws, trace)
        sums[PLIES] += plies
        wins[state[OUTCOME] if state[OUTCOME] >= 0 else len(wins) - 1] += 1
        if game < counted:
            copy_array(state, start)
            for ply in range(plies):
                sums[COUNTED] += 1
                sums[CHOICES] += moves(table, state, out)
                play(table, state, trace[ply, 1])
