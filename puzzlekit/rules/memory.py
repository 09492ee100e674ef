"""Games that look back: what the longest game is, and what a repeated position means.

A rule book knows the state alone. Where its class sets `longest` or `repetition`, states become
`Remembered`: the state, how many plies led to it, and the positions before it. So a line of play
stays a chain of values, and whatever takes a rule book (players, proofs, saves) sees games that
end. The members that a plugin writes get its own states, whoever asks.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, NamedTuple

from ..core.errors import PluginError
from ..core.values import Result
from .asked_last import moves_again
from .faults import place_of
from .wording import brief

Rules = Any  # of which this is a part
Member = Callable[..., Any]

#: What a position that comes again can mean.
REPETITIONS = ("draw", "loss", "forbidden")


class Remembered(NamedTuple):
    """A state, the plies since the start, the positions before it, and who has repeated one.

    What the state itself has can be read of it.
    """

    state: Any
    ply: int = 0
    past: frozenset[Hashable] = frozenset()
    repeater: int | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    def __repr__(self) -> str:
        return f"<{self.state!r} after {self.ply} plies>"


def bare(state: Any) -> Any:
    """Return a state without what was before it.

    >>> bare(Remembered("B.W", 2)), bare("B.W")
    ('B.W', 'B.W')
    """
    return state.state if isinstance(state, Remembered) else state


def forgotten(state: Any) -> Any:
    """Return a state as a game begins from it: nothing was before it.

    >>> forgotten(Remembered("B.W", 2)), forgotten("B.W")
    (<'B.W' after 0 plies>, 'B.W')
    """
    return Remembered(state.state) if isinstance(state, Remembered) else state


def remember(kind: type[Any], base: type[Any]) -> None:
    """Let a class of games remember; `base` is the class that says which members take a state.

    The fast path, which does not remember, is left out. Raises `PluginError` for a word that means
    nothing.
    """
    if kind.repetition and kind.repetition not in REPETITIONS:
        text = f"is {brief(kind.repetition)}; take one of {', '.join(REPETITIONS)}."
        raise _refused(kind, "repetition", text)
    if not isinstance(kind.longest, int | property | None):
        raise _refused(kind, "longest", "is no number of plies; rename it if it means more.")
    members: list[tuple[str, Any]] = inspect.getmembers(kind, inspect.isfunction)
    for name, member in members:
        if hasattr(member, "remembers"):  # inherited from a class that does
            continue
        known, new = getattr(base, name, member), member
        if list(inspect.signature(known).parameters)[1:2] == ["state"] and name not in _WHOLE:
            new = _of_bare(new)
        if name in _REMEMBERING:
            new = _REMEMBERING[name](new)
        if new is not member:
            new.remembers = True
            setattr(kind, name, new)
    # One that comes with a kind of plugins is nothing that somebody has written in vain.
    written = not kind.fast.__module__.startswith(f"{__package__}.")
    kind.forgoes_fast = kind.forgoes_fast or written
    kind.fast = base.fast


def _refused(kind: type[Any], member: str, text: str) -> PluginError:
    where = place_of(kind, member)
    text = f"The {member} of {kind.__name__} {text}"
    return PluginError(f"{where}: {text}" if where else text)


def overrides(kind: type[Any], base: type[Any], name: str) -> bool:
    """Tell whether a class has a member of its own instead of that of a base."""
    return inspect.unwrap(getattr(kind, name)) is not inspect.unwrap(getattr(base, name))


def _of_bare(member: Member) -> Member:
    """Return a member that is given the state alone."""

    @wraps(member)
    def asked(self: Rules, state: Any, *given: Any, **named: Any) -> Any:
        return member(self, bare(state), *given, **named)

    return asked


def _beginning(member: Member) -> Member:
    """Return a `start` or `state_of` that begins to remember."""

    @wraps(member)
    def begun(self: Rules, *given: Any, **named: Any) -> Remembered:
        return Remembered(bare(member(self, *given, **named)))

    return begun


def _going_on(member: Member) -> Member:
    """Return an `onward` that remembers where it comes from."""

    @wraps(member)
    def onward(self: Rules, state: Any, move: str) -> Any:
        after = bare(member(self, state, move))
        if not isinstance(state, Remembered):
            return after
        if not self.repetition:
            return Remembered(after, state.ply + 1)
        past = state.past | {self.position(state)}
        repeats = self.position(after) in past
        return Remembered(after, state.ply + 1, past, self.turn(state) if repeats else None)

    return onward


def _unchecked(member: Member) -> Member:
    """Return an `after` that remembers."""

    @wraps(member)
    def after(self: Rules, state: Any, move: str) -> Any:
        remembers = isinstance(state, Remembered)
        return self.onward(state, move) if remembers else member(self, state, move)

    return after


def _checked(member: Member) -> Member:
    """Return a `play` that refuses what may not be repeated, and any move at the end."""

    @wraps(member)
    def play(self: Rules, state: Any, move: str) -> Any:
        if not isinstance(state, Remembered):
            return member(self, state, move)
        if move not in moves_again(self, state):
            raise self.illegal(state, move)
        return self.onward(state, move)

    return play


def _filtered(member: Member) -> Member:
    """Return `moves` without those that may not be repeated, and none at the end."""

    @wraps(member)
    def moves(self: Rules, state: Any) -> list[str]:
        legal: list[str] = member(self, state)
        if not isinstance(state, Remembered):
            return legal
        if _end(self, state) is not None:
            return []
        if self.repetition == "forbidden":
            return [move for move in legal if self.onward(state, move).repeater is None]
        return legal

    return moves


def _judged(member: Member) -> Member:
    """Return a `result` that ends a game which is too long, repeats itself or is stuck."""

    @wraps(member)
    def result(self: Rules, state: Any) -> Result | None:
        found: Result | None = member(self, state)
        if found is not None or not isinstance(state, Remembered):
            return found
        stuck = self.repetition == "forbidden" and not self.moves(state)
        if (found := _end(self, state)) is None and stuck:
            return _lost(self, state, self.turn(state), "could only repeat")
        return found

    return result


def _end(rules: Rules, state: Remembered) -> Result | None:
    """Return how memory ends a game, if it does."""
    if state.repeater is not None and rules.repetition == "loss":
        return _lost(rules, state, state.repeater, "has repeated")
    if state.repeater is not None and rules.repetition == "draw":
        return Result(None, "A draw: the position has come again")
    if rules.longest is not None and state.ply >= rules.longest:
        return Result(None, f"A draw: nobody has won within {rules.longest:,} plies")
    return None


def _lost(rules: Rules, state: Remembered, seat: int, what: str) -> Result:
    """Return the result where a seat has lost: the other one wins, of several nobody."""
    sides, winner = rules.sides(state), 1 - seat if len(rules.players) == 2 else None
    who = "Nobody" if winner is None else sides[winner]
    return Result(winner, f"{who} wins: {sides[seat]} {what} a position")


#: Members that ask others, which have to know what was before.
_WHOLE = {"illegal"}

#: What memory changes.
_REMEMBERING: dict[str, Callable[[Member], Member]] = {
    "start": _beginning,
    "state_of": _beginning,
    "onward": _going_on,
    "after": _unchecked,
    "play": _checked,
    "moves": _filtered,
    "result": _judged,
}
