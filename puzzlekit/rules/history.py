"""Games with a history: repeated positions and a maximal number of plies end them.

Rules know the position alone. Where they set `longest` or `repetition`, `with_history` wraps them:
the states of the wrapper hold the author's state and what was before it, so that all that takes
rules (players, proofs, saves) sees games that end. The author's members get the author's states.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from ..core.errors import PluginError, brief
from ..core.permutation import Images
from ..core.sparse import Sparse
from ..core.values import Piece, Question, Result, Summary, Touch
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
    """Return the author's state.

    >>> unwrap(StateWithHistory("B.W", 2)), unwrap("B.W")
    ('B.W', 'B.W')
    """
    return state.state if isinstance(state, StateWithHistory) else state


def without_history(state: State) -> State:
    """Return a state as a game begins from it.

    >>> without_history(StateWithHistory("B.W", 2)), without_history("B.W")
    (<'B.W' after 0 plies>, 'B.W')
    """
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

    def look(self, state: StateWithHistory) -> Sequence[Piece | None]:
        """Return what the cells show."""
        return self.rules.look(state.state)

    def turn(self, state: StateWithHistory) -> int:
        """Return the seat that moves."""
        return self.rules.turn(state.state)

    def sides(self, state: StateWithHistory) -> Sequence[str]:
        """Return the side of each seat."""
        return self.rules.sides(state.state)

    def status(self, state: StateWithHistory) -> Sequence[str]:
        """Return a line about each seat."""
        return self.rules.status(state.state)

    def question(self, state: StateWithHistory) -> Question | None:
        """Return what the side to move is asked."""
        return self.rules.question(state.state)

    def summary(self, state: StateWithHistory) -> Summary | None:
        """Return how the seats compare at the end."""
        return self.rules.summary(state.state)

    def prompt(self, state: StateWithHistory, touches: Sequence[Touch] = ()) -> str:
        """Return what to do now."""
        return self.rules.prompt(state.state, touches)

    def why_not(self, state: StateWithHistory, touches: Sequence[Touch], cell: int) -> str:
        """Return why a cell cannot be touched."""
        return self.rules.why_not(state.state, touches, cell)

    def touches(self, move: str) -> Sequence[Touch]:
        """Return the clicks that mean a move."""
        return self.rules.touches(move)

    def ways(self, state: StateWithHistory, move: str) -> Sequence[Sequence[Touch]]:
        """Return all orders of clicks that mean a move."""
        return self.rules.ways(state.state, move)

    def sweeps(self, state: StateWithHistory) -> Mapping[int, Sequence[str]]:
        """Return cells where one click means several moves."""
        return self.rules.sweeps(state.state)

    def read(self, state: StateWithHistory, text: str) -> str:
        """Return the move that a text means."""
        return self.rules.read(state.state, text)

    def emblem(self, state: StateWithHistory, seat: int) -> Mapping[int, Piece]:
        """Return the picture of a seat."""
        return self.rules.emblem(state.state, seat)

    def carry(self, state: StateWithHistory, move: str) -> Mapping[int, int]:
        """Return where a move takes the content of cells."""
        return self.rules.carry(state.state, move)

    def generators(self, state: StateWithHistory) -> dict[str, Images]:
        """Return the permutations of the position."""
        return self.rules.generators(state.state)

    def sparse_generators(self, state: StateWithHistory) -> dict[str, Sparse]:
        """Return the permutations of the position as what they move."""
        return self.rules.sparse_generators(state.state)

    def evaluate(self, state: StateWithHistory, seat: int) -> float:
        """Return how good the position is for a seat."""
        return self.rules.evaluate(state.state, seat)

    def position(self, state: StateWithHistory) -> Hashable:
        """Return what equal positions share."""
        return self.rules.position(state.state)

    def line_of(self, state: StateWithHistory) -> str:
        """Return the position as a line, without its history."""
        return self.rules.line_of(state.state)

    def page(self) -> str:  # type: ignore[override]
        """Return the page of rules."""
        return self.rules.page()

    def seats(self) -> range:  # type: ignore[override]
        """Return how many players there can be."""
        return self.rules.seats()
