"""The door for compiled play: what a game brings if it wants to be searched fast.

The rule book in plain Python stays the truth. A fast path plays the same game on arrays of
numbers, with functions that numba has compiled, and `puzzlekit check` holds it against the
rule book. A position is an int32 array of `size` numbers: first the seat that moves, then the
outcome (`GOING_ON`, `DRAW` or the seat that has won), then whatever the game needs. The first
`key_size` numbers are its key: equal positions have equal keys, different ones different keys. The
others are bookkeeping. A move is a number; where the rule book has one word, there is one number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.errors import PluginError
from ..core.values import Result

if TYPE_CHECKING:
    from numpy import int32
    from numpy.typing import NDArray

SEAT, OUTCOME = 0, 1
DRAW, GOING_ON = -1, -2

#: Playouts that tree search makes in a second on one core, if a game does not say how many.
PACE = 15_000


class Kernel(NamedTuple):
    """The compiled functions of a game, each decorated with its form in `fast_forms`.

    `legal_moves(table, state, out)` writes the legal moves, in the order of the rule book, and
    returns how many there are: none when the game is over. `play(table, state, move)` makes
    one, in place.

    The rest may be left out. `playout(table, state, draws, trace)` plays moves, each as likely as
    any other, until the game is over or the trace is full; it writes seat and move of each ply to
    the trace and returns how many there were. `draws` is what `fast_forms.draw` needs. A game
    brings it if it can draw a move sooner than list them all, as the one that follows does.
    `evaluate(table, state, seat)` is the evaluation of the rule book.
    `rate(table, state, moves, count, rates)` writes how promising each move looks, and -inf
    for one that leads to the same position as another; it returns 1.
    `winning(table, state)` returns a move that wins at once, or -1. `rollout` is a playout with
    knowledge of the game, for tree search: it may choose moves as it likes, and may set the
    outcome of a position that is as good as decided.

    The last three are for proofs. `answers` and `threats` write moves as `legal_moves` does, in any
    order: `answers` a move that wins at once, or every move that does not lose at once, after
    which the opponent has neither won nor can win at once; `threats` a move that wins at once, or
    those worth trying by who looks for a forced win, such as those that threaten to win at once.
    `canonical(table, state, out)` writes at most `key_size` numbers that are
    equal for positions which are the same game for who moves, such as mirror images of each
    other or those that differ in the number of plies alone, and returns how many it wrote.
    `puzzlekit.rules.symmetry` has what games of stones need.
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


class _Given(NamedTuple):
    """What a game gives, unchecked; and `seats`, which its rule book adds."""

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


class CompiledRules(_Given):
    """The fast path of a rule book: compiled functions, and the way in and out.

    `table` holds what the functions need to know of the options and the board. `max_moves` is
    the largest number of moves that a position can have, `max_plies` that of a playout.
    `encode(state)` returns the array of a state, bookkeeping included, and `decode(array)`
    the state. `number(word)` and `word(number)` translate moves. `pace` is how many playouts tree
    search makes in a second on one core, about: the levels of the computer lie between a few
    playouts and those of two seconds. `prior` is how many playouts it is worth to tree search that
    `rate` prefers a move (S. Gelly and D. Silver, Combining online and offline knowledge in UCT,
    2007); with 0, ratings tell only which moves are looked at first.

    `claims` is for proofs of games in which the players take turns to claim a cell for good until
    one of them has what wins, as in Hex: somebody always wins, only one of the players can have
    what wins, and a further cell never hurts. It is how many moves, which have the numbers below
    it, claim a cell each; others, such as a swap, have numbers from there on.

    Compiled code writes wherever it is told to, so what a game gives is checked on its way
    there: `encode` and `number` raise `PluginError` for an answer that cannot be right.
    """

    __slots__ = ()

    def checked(self, seats: int) -> CompiledRules:
        """Return the fast path of a game of so many seats, with a playout.

        Raises `PluginError` if its table or its sizes cannot be right.
        """
        if not _is_int32(self.table):
            raise PluginError("The table of the fast path is no int32 array in one dimension.")
        for name in ("size", "key_size", "max_moves", "max_plies", "pace", "prior", "claims"):
            if not hasattr(value := getattr(self, name), "__index__"):
                text = f"{name} of the fast path is {value!r:.60}, which is no whole number."
                raise PluginError(text)
        sized = OUTCOME < self.key_size <= self.size
        if not (sized and self.max_moves > 0 and self.max_plies > 0):
            raise PluginError(
                "The fast path needs 2 <= key_size <= size, 1 <= max_moves and 1 <= max_plies, not "
                f"key_size={self.key_size}, size={self.size}, max_moves={self.max_moves}, "
                f"max_plies={self.max_plies}."
            )
        for name, least in (("pace", 1), ("prior", 0), ("claims", 0)):
            if (value := getattr(self, name)) < least:
                raise PluginError(f"{name} of the fast path is {value}; it is {least} or more.")
        kernel = self.kernel
        if kernel.playout is None:
            from .kernel_signatures import playout_of

            playout = playout_of(kernel.legal_moves, kernel.play, self.max_moves)
            kernel = kernel._replace(playout=playout)
        return self._replace(kernel=kernel, seats=seats)

    def encode(self, state: Any) -> NDArray[int32]:
        """Return the array of a state."""
        array = super().encode(state)
        if not _is_int32(array) or len(array) != self.size:
            raise PluginError(f"encode(state) is no int32 array of {self.size} numbers.")
        seat, outcome = int(array[SEAT]), int(array[OUTCOME])
        if not (0 <= seat < self.seats and GOING_ON <= outcome < self.seats):
            raise PluginError(
                f"encode(state) begins with {seat} and {outcome}, which are no seat and outcome "
                f"of a game of {self.seats}."
            )
        return array

    def number(self, word: str) -> int:
        """Return the number of a move."""
        number = super().number(word)
        if not (hasattr(number, "__index__") and -(1 << 31) <= number < 1 << 31):
            raise PluginError(f"number({word!r}) is {number!r}, which is no number of 32 bits.")
        return int(number)

    def legal_moves(self, array: NDArray[int32]) -> list[int]:
        """Return the numbers of the legal moves."""
        import numpy

        out = numpy.empty(self.max_moves, numpy.int32)
        count = self.kernel.legal_moves(self.table, array, out)
        numbers: list[int] = out[:count].tolist()
        return numbers

    def is_legal(self, array: NDArray[int32], word: str) -> int:
        """Return the number of a move that is legal there; raise `PluginError` if it is not."""
        number = self.number(word)
        if number not in self.legal_moves(array):
            raise PluginError(f"number({word!r}) is {number}, which is no legal move there.")
        return number

    def apply(self, array: NDArray[int32], move: int) -> NDArray[int32]:
        """Return the array after a legal move, which is given as its number."""
        played = array.copy()
        self.kernel.play(self.table, played, move)
        return played


def _is_int32(given: object) -> bool:
    """Tell whether something is a row of 32-bit numbers as compiled code expects it."""
    import numpy

    return (
        isinstance(given, numpy.ndarray)
        and given.dtype == numpy.int32
        and given.ndim == 1
        and given.flags.carray
    )


def outcome_of(result: Result | None) -> int:
    """Return a result as a fast path writes it.

    >>> outcome_of(None), outcome_of(Result(None, "A draw")), outcome_of(Result(1, "White wins"))
    (-2, -1, 1)
    """
    if result is None:
        return GOING_ON
    return DRAW if result.seat is None else result.seat


def reward(outcome: int, seat: int, seats: int) -> float:
    """Return the reward of a seat: all of it, nothing, or its share of a draw.

    >>> share(1, 1, 2), share(1, 0, 2), share(DRAW, 0, 4)
    (1.0, 0.0, 0.25)
    """
    if outcome == seat:
        return 1.0
    return 1.0 / seats if outcome < 0 else 0.0
