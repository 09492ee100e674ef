"""Games with a history: repeated positions and a maximal number of plies end them.

Rules know the position alone. Where they set `longest` or `repetition`, `with_history` wraps them:
the states of the wrapper hold the author's state and what was before it, so that all that takes
rules (players, proofs, saves) sees games that end. The author's members get the author's states.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, NamedTuple

from ..core.errors import PluginError, brief
from ..core.values import Result, Touch
from .rule_book import Puzzle, Rules, State

#: What a position that comes again can mean.
REPETITIONS = ("draw", "loss", "forbidden")

#: What a wrapper has in common with the rules in it.
_SHARED = (
    *("name", "family", "players", "presets", "motion", "board", "solid", "reserve", "editing"),
    *("longest", "repetition", "draws", "close_levels", "fingerprint"),
)


class StateWithHistory(NamedTuple):
    """A state, the plies since the start, the positions before it, and the seat that repeated one.

    >>> StateWithHistory("B.W", 2)
    <'B.W' after 2 plies>
    """

    state: State
    ply: int = 0
    past: frozenset[Hashable] = frozenset()
    repeater: int | None = None

    def __repr__(self) -> str:
        return f"<{self.state!r} after {self.ply} plies>"


def unwrap(state: State) -> State:
    """Return the author's state."""
    return state.state if isinstance(state, StateWithHistory) else state


def without_history(state: State) -> State:
    """Return a state as a game begins from it."""
    return StateWithHistory(state.state) if isinstance(state, StateWithHistory) else state


def with_history(rules: Rules) -> Rules:
    """Return rules that keep the history if they need one, else the rules themselves.

    Raises `PluginError` if `longest` or `repetition` is invalid.
    """
    if isinstance(rules, GameWithHistory) or (rules.longest is None and not rules.repetition):
        return rules
    for _, text in faults_of_history(rules):
        raise PluginError(f"{rules.name}: {text}")
    return GameWithHistory(rules)


def faults_of_history(rules: Rules | type[Rules]) -> list[tuple[str, str]]:
    """Return what is wrong with `longest` and `repetition`, each with the member."""
    found = []
    longest: Any = rules.longest
    member = "longest" if longest is not None else "repetition"
    if rules.repetition and rules.repetition not in REPETITIONS:
        text = f"repetition is {brief(rules.repetition)}; take one of {', '.join(REPETITIONS)}."
        found.append(("repetition", text))
    is_late = isinstance(rules, type) and isinstance(longest, property)
    if not isinstance(longest, int | None) and not is_late:
        text = f"longest is {brief(longest)}, which is no number of plies; rename it if it means "
        found.append(("longest", f"{text}more."))
    kind = rules if isinstance(rules, type) else type(rules)
    if issubclass(kind, Puzzle) and (longest is not None or rules.repetition):
        found.append((member, f"{member} is for games; leave it out of a puzzle."))
    return found


def _of_author(name: str) -> Any:
    """Return a method that calls the author's with the author's state."""

    def call(self: GameWithHistory, state: StateWithHistory, *given: Any, **named: Any) -> Any:
        return getattr(self.rules, name)(state.state, *given, **named)

    return call


class GameWithHistory(Rules):
    """The rules of a game in which a repeated position or the number of plies can end it.

    `rules` are the author's. States are `StateWithHistory`. A fast path, which knows no history, is
    not used.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        vars(self).update((name, getattr(rules, name)) for name in _SHARED if hasattr(rules, name))

    @property
    def unwrapped(self) -> Rules:
        """The author's rules."""
        return self.rules

    # -- what a history changes -------------------------------------------------------------------

    def start(self, rng: Random | None = None) -> StateWithHistory:
        """Return the start, before which there was nothing."""
        return StateWithHistory(self.rules.start(rng))

    def state_of(self, line: str) -> StateWithHistory:
        """Return the position of a line, before which there was nothing."""
        return StateWithHistory(self.rules.state_of(line))

    def moves(self, state: StateWithHistory) -> list[str]:
        """Return the legal moves without those that may not be repeated, and none at the end."""
        if self._end(state) is not None:
            return []
        legal = self.rules.moves(state.state)
        if self.repetition == "forbidden":
            return [move for move in legal if self.after(state, move).repeater is None]
        return legal

    def after(self, state: StateWithHistory, move: str) -> StateWithHistory:
        """Return the state after a legal move, which knows where it comes from."""
        after = self.rules.onward(state.state, move)
        if not self.repetition:
            return StateWithHistory(after, state.ply + 1)
        past = state.past | {self.rules.position(state.state)}
        repeater = self.turn(state) if self.rules.position(after) in past else None
        return StateWithHistory(after, state.ply + 1, past, repeater)

    def result(self, state: StateWithHistory) -> Result | None:
        """Return how the game ended, by its own rules or by its history."""
        found = self.rules.outcome(state.state) or self._end(state)
        if found is None and self.repetition == "forbidden" and not self.moves(state):
            return self._lost(state, self.turn(state), "could only repeat")
        return found

    def _end(self, state: StateWithHistory) -> Result | None:
        """Return how history ends a game, if it does."""
        if state.repeater is not None and self.repetition == "loss":
            return self._lost(state, state.repeater, "has repeated")
        if state.repeater is not None and self.repetition == "draw":
            return Result(None, "A draw: the position has come again")
        if self.longest is not None and state.ply >= self.longest:
            return Result(None, f"A draw: nobody has won within {self.longest:,} plies")
        return None

    def _lost(self, state: StateWithHistory, seat: int, what: str) -> Result:
        """Return the result where a seat has lost: the other one wins, of several nobody."""
        sides, winner = self.sides(state), 1 - seat if len(self.players) == 2 else None
        who = "Nobody" if winner is None else sides[winner]
        return Result(winner, f"{who} wins: {sides[seat]} {what} a position")

    # -- what is the author's ---------------------------------------------------------------------

    look = _of_author("look")
    turn = _of_author("turn")
    sides = _of_author("sides")
    status = _of_author("status")
    question = _of_author("question")
    summary = _of_author("summary")
    prompt = _of_author("prompt")
    why_not = _of_author("why_not")
    ways = _of_author("ways")
    sweeps = _of_author("sweeps")
    read = _of_author("read")
    emblem = _of_author("emblem")
    carry = _of_author("carry")
    generators = _of_author("generators")
    sparse_generators = _of_author("sparse_generators")
    evaluate = _of_author("evaluate")
    position = _of_author("position")
    line_of = _of_author("line_of")

    def touches(self, move: str) -> Sequence[Touch]:
        """Return the clicks that mean a move."""
        return self.rules.touches(move)

    def page(self) -> str:  # type: ignore[override]
        """Return the page of rules."""
        return self.rules.page()

    def seats(self) -> range:  # type: ignore[override]
        """Return how many players there can be."""
        return self.rules.seats()
