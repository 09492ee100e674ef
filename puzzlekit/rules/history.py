"""Games with a history: repeated positions and a maximal number of plies end them.

Rules know the position alone. Where they set `max_plies` or `repetition`, `with_history` wraps them:
the states of the wrapper hold the author's state and what was before it, so that all that takes
rules (players, proofs, saves) sees games that end. The author's members get the author's states.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, NamedTuple

from ..core.errors import PluginError, short_repr
from ..core.values import Click, Result
from .base import Puzzle, Rules, State

#: What a position that comes again can mean.
REPETITIONS = ("draw", "loss", "forbidden")

#: What a wrapper has in common with the rules in it.
_SHARED = (
    *(
        "name",
        "family",
        "players",
        "presets",
        "motion",
        "board",
        "solid",
        "reserve",
        "editor_letters",
    ),
    *("max_plies", "repetition", "can_draw", "equal_levels", "fingerprint"),
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

    Raises `PluginError` if `max_plies` or `repetition` is invalid.
    """
    if isinstance(rules, GameWithHistory) or (rules.max_plies is None and not rules.repetition):
        return rules
    for _, text in faults_of_history(rules):
        raise PluginError(f"{rules.name}: {text}")
    return GameWithHistory(rules)


def faults_of_history(rules: Rules | type[Rules]) -> list[tuple[str, str]]:
    """Return what is wrong with `max_plies` and `repetition`, each with the member."""
    found = []
    longest: Any = rules.max_plies
    member = "max_plies" if longest is not None else "repetition"
    if rules.repetition and rules.repetition not in REPETITIONS:
        text = (
            f"repetition is {short_repr(rules.repetition)}; take one of {', '.join(REPETITIONS)}."
        )
        found.append(("repetition", text))
    is_late = isinstance(rules, type) and isinstance(longest, property)
    if not isinstance(longest, int | None) and not is_late:
        text = (
            f"longest is {short_repr(longest)}, which is no number of plies; rename it if it means "
        )
        found.append(("max_plies", f"{text}more."))
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

    def decode(self, line: str) -> StateWithHistory:
        """Return the position of a line, before which there was nothing."""
        return StateWithHistory(self.rules.decode(line))

    def legal_moves(self, state: StateWithHistory) -> list[str]:
        """Return the legal moves without those that may not be repeated, and none at the end."""
        if self._end(state) is not None:
            return []
        legal = self.rules.legal_moves(state.state)
        if self.repetition == "forbidden":
            return [move for move in legal if self.apply(state, move).repeater is None]
        return legal

    def apply(self, state: StateWithHistory, move: str) -> StateWithHistory:
        """Return the state after a legal move, which knows where it comes from."""
        after = self.rules.apply_unchecked(state.state, move)
        if not self.repetition:
            return StateWithHistory(after, state.ply + 1)
        past = state.past | {self.rules.repetition_key(state.state)}
        repeater = self.turn(state) if self.rules.repetition_key(after) in past else None
        return StateWithHistory(after, state.ply + 1, past, repeater)

    def result(self, state: StateWithHistory) -> Result | None:
        """Return how the game ended, by its own rules or by its history."""
        found = self.rules.outcome(state.state) or self._end(state)
        if found is None and self.repetition == "forbidden" and not self.legal_moves(state):
            return self._lost(state, self.turn(state), "could only repeat")
        return found

    def _end(self, state: StateWithHistory) -> Result | None:
        """Return how history ends a game, if it does."""
        if state.repeater is not None and self.repetition == "loss":
            return self._lost(state, state.repeater, "has repeated")
        if state.repeater is not None and self.repetition == "draw":
            return Result(None, "A draw: the position has come again")
        if self.max_plies is not None and state.ply >= self.max_plies:
            return Result(None, f"A draw: nobody has won within {self.max_plies:,} plies")
        return None

    def _lost(self, state: StateWithHistory, seat: int, what: str) -> Result:
        """Return the result where a seat has lost: the other one wins, of several nobody."""
        sides, winner = self.sides(state), 1 - seat if len(self.players) == 2 else None
        who = "Nobody" if winner is None else sides[winner]
        return Result(winner, f"{who} wins: {sides[seat]} {what} a position")

    # -- what is the author's ---------------------------------------------------------------------

    pieces = _of_author("pieces")
    turn = _of_author("turn")
    sides = _of_author("sides")
    status = _of_author("status")
    question = _of_author("question")
    summary = _of_author("summary")
    prompt = _of_author("prompt")
    explain_refusal = _of_author("explain_refusal")
    click_sequences = _of_author("click_sequences")
    multi_moves = _of_author("multi_moves")
    parse_move = _of_author("parse_move")
    goal_icon = _of_author("goal_icon")
    cell_permutation = _of_author("cell_permutation")
    generators = _of_author("generators")
    sparse_generators = _of_author("sparse_generators")
    evaluate = _of_author("evaluate")
    repetition_key = _of_author("repetition_key")
    encode = _of_author("encode")

    def clicks(self, move: str) -> Sequence[Click]:
        """Return the clicks that mean a move."""
        return self.rules.clicks(move)

    def rules_text(self) -> str:  # type: ignore[override]
        """Return the page of rules."""
        return self.rules.rules_text()

    def seats(self) -> range:  # type: ignore[override]
        """Return how many players there can be."""
        return self.rules.seats()
