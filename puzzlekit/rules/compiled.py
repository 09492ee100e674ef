"""Compiled rules: the interface for games with kernels for fast search.

The rules in plain Python remain authoritative. The kernels, compiled by numba, play the same
game on arrays of numbers, and `puzzlekit check` compares them with the Python rules. A position
is an int32 array of `size` numbers: the seat to move, the outcome (`ONGOING`, `DRAW` or the
winning seat), then whatever the game needs. The first `key_size` numbers are the key: two positions
are equal if and only if their keys are. The others are bookkeeping. Each move is one number.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.errors import MemberError, short_repr
from ..core.values import Result

if TYPE_CHECKING:
    from numpy import int32
    from numpy.typing import NDArray

SEAT, OUTCOME = 0, 1
DRAW, ONGOING = -1, -2

#: The default of `CompiledRules.pace`.
PACE = 15_000


class Kernel(NamedTuple):
    """The compiled functions of a game, decorated with the signatures in `kernel_signatures`.

    `legal_moves(table, state, out)` writes the legal moves in the order of the Python rules and
    returns their count, 0 if the game is over. `play(table, state, move)` makes a move in place.

    The other functions are optional. `playout(table, state, draws, trace)` plays uniformly random
    moves until the game is over or the trace is full; it writes the seat and the move of each ply
    to the trace and returns the number of plies. `draws` is the state of `random_below`. The
    default playout lists all moves to draw one; provide another one only if it is faster.
    `evaluate(table, state, seat)` returns the same evaluation as the Python rules.
    `rate(table, state, moves, count, rates)` writes a rating of each move and returns 1. The rating
    is -inf for a move that leads to the same position as another move. `winning(table, state)`
    returns a move that wins immediately, or -1. `rollout` is an informed playout for tree search:
    it may choose moves by any policy, and may set the outcome of a position that is practically
    decided.

    The last three are for proofs. `answers` and `threats` write moves in any order and otherwise
    work like `legal_moves`. `answers` writes an immediate win, or else all moves that do not lose
    immediately: the opponent has not won after them and cannot win with the next move. `threats`
    writes an immediate win, or else the moves worth trying in a search for a forced win, such as
    moves that threaten to win. `canonical(table, state, out)` writes up to `key_size` numbers and
    returns how many it wrote. Positions with the same numbers must be equivalent for the side to
    move, such as mirror images or positions that differ only in the number of plies.
    `puzzlekit.rules.symmetry` helps to write it for stone games.
    """

    legal_moves: Any
    play: Any
    playout: Any = None
    evaluate: Any = None
    rate: Any = None
    winning: Any = None
    rollout: Any = None
    threats: Any = None
    answers: Any = None
    canonical: Any = None


class CompiledRules(NamedTuple):
    """The compiled kernels of a game, with conversions of states and moves.

    `table` holds constants that depend on the board and the options. `max_moves` bounds the number
    of legal moves in a position, `max_plies` the length of a playout. `encode(state)` returns the
    array of a state, including the bookkeeping, and `decode(array)` returns the state.
    `number(word)` and `word(number)` convert moves. `pace` is the approximate number of playouts
    per second on one core; the computer levels use at most two seconds' worth of playouts.
    `prior` is the weight of a move's rating in tree search, in playouts (S. Gelly and D. Silver,
    Combining online and offline knowledge in UCT, 2007). If it is 0, ratings only decide the order
    of moves.

    `claims` is for proofs in games like Hex, where the players alternately claim cells for good,
    exactly one player ends up with a winning set, and an extra cell never hurts. The moves with
    numbers below `claims` claim one cell each; other moves, such as a swap, have larger numbers.

    Compiled code does not check array bounds, so its input is validated: the `encode` and `number`
    of `checked` rules raise `PluginError` for invalid return values. `checked` sets `seats`.
    """

    kernel: Kernel
    table: NDArray[int32]
    size: int
    key_size: int
    max_moves: int
    max_plies: int
    encode: Callable[[Any], NDArray[int32]]
    decode: Callable[[NDArray[int32]], Any]
    number: Callable[[str], int]
    word: Callable[[int], str]
    pace: int = PACE
    prior: int = 0
    claims: int = 0
    seats: int = 2

    def checked(self, seats: int) -> CompiledRules:
        """Return rules for the given number of seats, with a playout and validated conversions.

        Raises `PluginError` if the table or a size is invalid.
        """
        if not _is_int32(self.table):
            raise _fault("compiled_rules(): the table must be a one-dimensional int32 array.")
        minimums = {"key_size": OUTCOME + 1, "max_moves": 1, "max_plies": 1, "pace": 1}
        for name, minimum in {**minimums, "size": self.key_size, "prior": 0, "claims": 0}.items():
            value = getattr(self, name)
            is_integer = hasattr(value, "__index__")
            if not is_integer or value < minimum:
                bound = f"{'key_size, which is ' * (name == 'size')}{minimum}"
                wanted = f"at least {bound}" if is_integer else "an integer"
                raise _fault(f"compiled_rules(): {name} is {value!r:.60}, but must be {wanted}.")
        kernel = self.kernel
        if kernel.playout is None:
            from .kernel_signatures import make_playout

            playout = make_playout(kernel.legal_moves, kernel.play, self.max_moves)
            kernel = kernel._replace(playout=playout)
        encode = partial(self._checked_array, seats)
        return self._replace(kernel=kernel, seats=seats, encode=encode, number=self._checked_number)

    def _checked_array(self, seats: int, state: Any) -> NDArray[int32]:
        array = self.encode(state)
        if not _is_int32(array) or len(array) != self.size:
            raise _fault(f"encode(state) must return an int32 array of {self.size} numbers.")
        seat, outcome = int(array[SEAT]), int(array[OUTCOME])
        if not (0 <= seat < seats and ONGOING <= outcome < seats):
            raise _fault(
                f"encode(state) begins with {seat} and {outcome}; expected a seat and an outcome "
                f"of a game for {seats} players."
            )
        return array

    def _checked_number(self, word: str) -> int:
        number = self.number(word)
        if not (hasattr(number, "__index__") and -(1 << 31) <= number < 1 << 31):
            raise _fault(f"number({word!r}) is {number!r}, but must be a 32-bit integer.")
        return int(number)

    def legal_moves(self, array: NDArray[int32]) -> list[int]:
        """Return the codes of the legal moves."""
        import numpy

        out = numpy.empty(self.max_moves, numpy.int32)
        count = self.kernel.legal_moves(self.table, array, out)
        numbers: list[int] = out[:count].tolist()
        return numbers

    def legal_number(self, array: NDArray[int32], word: str) -> int:
        """Return the code of a legal move; raise `PluginError` if it is not legal."""
        number = self.number(word)
        if number not in self.legal_moves(array):
            raise _fault(f"number({word!r}) is {number}, which is not a legal move here.")
        return number

    def apply(self, array: NDArray[int32], move: int) -> NDArray[int32]:
        """Return the array after a legal move, given by its code."""
        played = array.copy()
        self.kernel.play(self.table, played, move)
        return played


def as_compiled_rules(value: object) -> CompiledRules:
    """Return compiled rules unchanged; raise `TypeError` for anything else."""
    if not isinstance(value, CompiledRules):
        raise TypeError(
            f"compiled_rules() returns {short_repr(value)}; expected a CompiledRules or None"
        )
    return value


def _is_int32(value: object) -> bool:
    """Return whether a value is a one-dimensional, contiguous int32 array."""
    import numpy

    return (
        isinstance(value, numpy.ndarray)
        and value.dtype == numpy.int32
        and value.ndim == 1
        and value.flags.carray
    )


def outcome_of(result: Result | None) -> int:
    """Return the number that represents a result in a compiled state.

    >>> outcome_of(None), outcome_of(Result(None, "A draw")), outcome_of(Result(1, "White wins"))
    (-2, -1, 1)
    """
    if result is None:
        return ONGOING
    return DRAW if result.seat is None else result.seat


def _fault(text: str) -> MemberError:
    return MemberError(text, "compiled_rules")


def reward(outcome: int, seat: int, seats: int) -> float:
    """Return the reward of a seat: 1 for a win, 0 for a loss, 1 / `seats` for a draw.

    >>> reward(1, 1, 2), reward(1, 0, 2), reward(DRAW, 0, 4)
    (1.0, 0.0, 0.25)
    """
    if outcome == seat:
        return 1.0
    return 1.0 / seats if outcome < 0 else 0.0
