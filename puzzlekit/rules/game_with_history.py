"""Games that end when a position is repeated or when a ply limit is reached.

Rules see only the current position. If they set `max_plies` or `repetition`, `with_history` wraps
them. The wrapper's states hold the plugin's state and the history, so that the end of the game is
known to players, proofs and saves. The plugin's own methods receive the plugin's states.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any, NamedTuple

from ..core.errors import PluginError, short_repr
from ..core.translation import _, ngettext, translate
from ..core.values import REPETITIONS, Result
from .base import Puzzle, Rules, State

#: The attributes, and the methods without a state, that a wrapper copies from its rules.
_SHARED = (
    *("name", "family", "players", "presets", "motion", "board", "solid", "reserve"),
    *("editor_letters", "max_plies", "repetition", "can_draw", "equal_levels", "fingerprint"),
    *("tags", "clicks", "rules_text", "summary_line", "seats"),
)


class StateWithHistory(NamedTuple):
    """A state with the plies since the start, the past positions, and the seat that repeated one.

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
    """Return the plugin's own state."""
    return state.state if isinstance(state, StateWithHistory) else state


def without_history(state: State) -> State:
    """Return a state with an empty history."""
    return StateWithHistory(state.state) if isinstance(state, StateWithHistory) else state


def with_history(rules: Rules) -> Rules:
    """Return rules wrapped to keep the history, or the rules themselves if they do not need it.

    Raises `PluginError` if `max_plies` or `repetition` is invalid.
    """
    if isinstance(rules, GameWithHistory) or (rules.max_plies is None and not rules.repetition):
        return rules
    if fault := find_history_fault(rules):
        raise PluginError(f"{rules.name}: {fault[1]}")
    return GameWithHistory(rules)


def find_history_fault(rules: Rules | type[Rules]) -> tuple[str, str] | None:
    """Return the member at fault and the problem if `max_plies` or `repetition` is invalid."""
    longest: Any = rules.max_plies
    kind = rules if isinstance(rules, type) else type(rules)
    if (longest is not None or rules.repetition) and issubclass(kind, Puzzle):
        member = "max_plies" if longest is not None else "repetition"
        return member, f"{member} is for games; leave it out of a puzzle."
    if rules.repetition and rules.repetition not in REPETITIONS:
        text = f"repetition is {short_repr(rules.repetition)}; use one of {', '.join(REPETITIONS)}."
        return "repetition", text
    is_late = isinstance(rules, type) and isinstance(longest, property)
    if not isinstance(longest, int | None) and not is_late:
        text = f"max_plies is {short_repr(longest)}; it must be a number of plies or None."
        return "max_plies", text
    return None


def _forwarded(name: str) -> Any:
    """Return a method that calls the plugin's method with the plugin's state."""

    def call(self: GameWithHistory, state: StateWithHistory, *given: Any, **named: Any) -> Any:
        return getattr(self.rules, name)(state.state, *given, **named)

    return call


class GameWithHistory(Rules):
    """The rules of a game that can end by repetition or by a ply limit.

    `rules` is the plugin. States are `StateWithHistory` objects. The plugin's compiled rules are
    not used, since they ignore the history.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        vars(self).update((name, getattr(rules, name)) for name in _SHARED if hasattr(rules, name))

    @property
    def unwrapped(self) -> Rules:
        """The plugin's rules."""
        return self.rules

    # -- members that depend on the history -------------------------------------------------------

    def start(self, rng: Random | None = None) -> StateWithHistory:
        """Return the start, with an empty history."""
        return StateWithHistory(self.rules.start(rng))

    def decode(self, line: str) -> StateWithHistory:
        """Return the position encoded in a line, with an empty history."""
        return StateWithHistory(self.rules.decode(line))

    def legal_moves(self, state: StateWithHistory) -> list[str]:
        """Return the legal moves without forbidden repetitions, or [] once the game is over."""
        if self._result_by_history(state) is not None:
            return []
        legal = self.rules.legal_moves(state.state)
        if self.repetition == "forbidden":
            return [move for move in legal if self.apply(state, move).repeater is None]
        return legal

    def apply(self, state: StateWithHistory, move: str) -> StateWithHistory:
        """Return the state after a legal move, with the history extended."""
        after = self.rules.apply_unchecked(state.state, move)
        if not self.repetition:
            return StateWithHistory(after, state.ply + 1)
        past = state.past | {self.rules.repetition_key(state.state)}
        repeater = self.turn(state) if self.rules.repetition_key(after) in past else None
        return StateWithHistory(after, state.ply + 1, past, repeater)

    def result(self, state: StateWithHistory) -> Result | None:
        """Return the result according to the game's own rules or the history."""
        result = self.rules.outcome(state.state) or self._result_by_history(state)
        if result is None and self.repetition == "forbidden" and not self.legal_moves(state):
            return self._loss_result(
                state,
                self.turn(state),
                _("{winner} wins: {loser} could only repeat a position"),
                _("A draw: {loser} could only repeat a position"),
            )
        return result

    def _result_by_history(self, state: StateWithHistory) -> Result | None:
        """Return the result according to the history alone, or None."""
        if state.repeater is not None and self.repetition == "loss":
            return self._loss_result(
                state,
                state.repeater,
                _("{winner} wins: {loser} has repeated a position"),
                _("A draw: {loser} has repeated a position"),
            )
        if state.repeater is not None and self.repetition == "draw":
            return Result(None, _("A draw: the position was repeated"))
        if self.max_plies is not None and state.ply >= self.max_plies:
            text = ngettext(
                "A draw: no winner after {count:,} ply",
                "A draw: no winner after {count:,} plies",
                self.max_plies,
            )
            return Result(None, text.format(count=self.max_plies))
        return None

    def _loss_result(self, state: StateWithHistory, seat: int, text: str, draw: str) -> Result:
        """Return the result when a seat has lost; with more than two players, it is a draw."""
        sides = list(map(translate, self.sides(state)))
        if len(self.players) != 2:
            return Result(None, draw.format(loser=sides[seat]))
        return Result(1 - seat, text.format(winner=sides[1 - seat], loser=sides[seat]))

    # -- forwarded members ------------------------------------------------------------------------

    pieces = _forwarded("pieces")
    turn = _forwarded("turn")
    sides = _forwarded("sides")
    status = _forwarded("status")
    question = _forwarded("question")
    summary = _forwarded("summary")
    prompt = _forwarded("prompt")
    explain_refusal = _forwarded("explain_refusal")
    click_sequences = _forwarded("click_sequences")
    multi_moves = _forwarded("multi_moves")
    parse_move = _forwarded("parse_move")
    goal_icon = _forwarded("goal_icon")
    cell_permutation = _forwarded("cell_permutation")
    generators = _forwarded("generators")
    sparse_generators = _forwarded("sparse_generators")
    evaluate = _forwarded("evaluate")
    repetition_key = _forwarded("repetition_key")
    encode = _forwarded("encode")
