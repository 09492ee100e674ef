"""A game in progress: the moves made so far, and what may be done with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..core.errors import IllegalMoveError, OptionError
from ..core.values import Result
from ..players.player import HUMAN
from ..players.registry import make_player
from ..rules.base import Rules, State
from .clock import Clock, TimeControl
from .setup import Setup, setup_of
from .termination import SEATS, Termination

#: Moves of a game at most; more take too long to replay.
MAX_MOVES = 50_000

#: Cells of all its positions together at most: some 400 MB.
MAX_CELLS = 50_000_000


def max_moves(rules: Rules) -> int:
    """Return how many moves of a game can be kept and replayed."""
    return min(MAX_MOVES, MAX_CELLS // len(rules.board))


class Session:
    """One game: play, undo, redo, restart; watchers are called after every change.

    `players` says who plays each seat ("human" or the name of a computer player). Undone
    moves stay, to be redone, until another move is made. A rule book may stand for its setup.
    With a `control` a game of two has a clock, which the table lets run.

    >>> from puzzlekit import load
    >>> session = Session(load("fifteen:3"))
    >>> session.play("b1-c1")
    >>> session.undo(), session.can_redo, session.redo(), session.moves
    (True, True, True, ['b1-c1'])
    """

    def __init__(
        self,
        begun: Setup | Rules,
        players: Sequence[str] | None = None,
        control: TimeControl | None = None,
    ) -> None:
        self.setup = begun if isinstance(begun, Setup) else setup_of(begun)
        rules = self.rules = self.setup.rules
        self.players = list(players or [HUMAN] * len(rules.players))
        if len(self.players) != len(rules.players):
            count = len(self.players)
            way = f" The option players={count} changes that." if count in rules.seats() else ""
            raise OptionError(f"{rules.name} has {len(rules.players)} seats, not {count}.{way}")
        for name in self.players:
            if name != HUMAN:
                make_player(name)  # raises if there is none
        if control is not None and len(self.players) != SEATS:
            raise OptionError(f"A clock is for games of two players, not for {rules.name}.")
        self.clock = Clock(control, SEATS) if control is not None else None
        self.ending: Termination | None = None
        self.watchers: list[Callable[[Session], None]] = []
        #: What a record says besides: comments by ply, and headers by name.
        self.comments: dict[int, str] = {}
        self.tags: dict[str, str] = {}
        self._states: list[State] = [self.setup.start]
        self._moves: list[str] = []
        self._at = 0
        #: How far it has been played: undo takes that back, looking back does not.
        self._played = 0
        #: How many lines it has had: another one begins by a move where somebody looks back, or
        #: after some of a line that had ended were taken back.
        self.line = 0
        #: Where moves that were made as one begin, by where they end.
        self._runs: dict[int, int] = {}
        self._most = max_moves(rules)

    @property
    def state(self) -> State:
        """The position that is shown."""
        return self._states[self._at]

    @property
    def moves(self) -> list[str]:
        """The moves that led to the position."""
        return self._moves[: self._at]

    @property
    def all_moves(self) -> list[str]:
        """All moves, the undone ones included."""
        return list(self._moves)

    @property
    def ply(self) -> int:
        """How many moves led to the position."""
        return self._at

    @property
    def result(self) -> Result | None:
        """How it ended, or None."""
        if self.ending is not None and not self.can_redo:
            return self.ending.result(self.rules, self.state)
        return self.rules.outcome(self.state)

    @property
    def final(self) -> Result | None:
        """How the whole line ended, or None."""
        last = self._states[-1]
        if self.ending is not None:
            return self.ending.result(self.rules, last)
        return self.rules.outcome(last)

    @property
    def control(self) -> TimeControl | None:
        """How long the players may think, if there is a clock."""
        return self.clock.control if self.clock is not None else None

    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether an undone move can be made again."""
        return self._at < len(self._moves)

    @property
    def is_reviewing(self) -> bool:
        """Whether there are later moves that were not taken back."""
        return self._at < self._played

    @property
    def last_move(self) -> str | None:
        """The last move made, or None."""
        return self._moves[self._at - 1] if self._at else None

    def last_cell_permutation(self) -> Mapping[int, int]:
        """Return where the last move took the content of each cell that it changed."""
        if self.last_move is None:
            return {}
        return self.rules.cell_permutation(self.state_at(self.ply - 1), self.last_move)

    def moved_cells(self) -> list[int]:
        """Return the cells of the board that the last move changed."""
        return [cell for cell in self.last_cell_permutation() if cell < len(self.rules.board)]

    def state_at(self, ply: int) -> State:
        """Return the position after so many moves of the line."""
        return self._states[ply]

    def position_id(self) -> str:
        """Return an ID that begins from the position; raise `NotationError` if it has none."""
        return self.setup.with_position(self.state).id

    def transcript(self) -> str:
        """Return the ID of the game and all its moves, as one line."""
        return " ".join([self.setup.id, *self._moves])

    def play(self, move: str) -> None:
        """Make a move, forgetting undone ones; if it is illegal raise `IllegalMoveError` instead."""
        if self._at >= self._most:
            raise IllegalMoveError(
                f"A game has at most {self._most:,} moves here; begin a new one from the position."
            )
        self.refuse_when_over()
        before, state = self.state, self.rules.play(self.state, move)
        self.ending = None
        if self.clock is not None:
            self.clock.after_move(self._at, self.rules.turn(before), self.rules.turn(state))
        self._drop_redo()
        self.tags.pop("Result", None)  # it was that of another line
        self._moves.append(move)
        self._states.append(state)
        self._played = self._at + 1
        self.go_to_ply(self._played)

    def refuse_when_over(self) -> None:
        """Raise `IllegalMoveError` after players have ended the game, unless they look back."""
        if self.ending is not None and not self.can_redo:
            raise IllegalMoveError("The game is over; undo takes that back.")

    def _drop_redo(self) -> None:
        if self.can_redo:
            self.line += self.is_reviewing or self.final is not None
            del self._moves[self._at :], self._states[self._at + 1 :]
            self.comments = {ply: text for ply, text in self.comments.items() if ply <= self._at}
            self._runs = {end: begun for end, begun in self._runs.items() if end <= self._at}

    def play_macro(self, moves: Sequence[str]) -> None:
        """Make moves that belong together, none if one of them is illegal."""
        begun, state = self._at, self.state
        if len(moves) > 1:
            for move in moves:
                state = self.rules.play(state, move)
        for move in moves:
            self.play(move)
        if len(moves) > 1:
            self.group_moves(begun)

    def group_moves(self, begun: int) -> None:
        """Join the moves from a ply up to here: undo takes them back together."""
        self._runs[self._at] = begun

    @property
    def macro_start(self) -> int | None:
        """Where the moves begin that were made as one and lead to the position, or None."""
        return self._runs.get(self._at)

    def is_in_macro(self) -> bool:
        """Return whether the position lies between moves that were made as one."""
        return any(begun < self._at < end for end, begun in self._runs.items())

    def undo(self) -> bool:
        """Take back one move; return whether there was one."""
        return self.can_undo and self.step_back(self._at - 1)

    def step_back(self, ply: int) -> bool:
        """Take back the moves after a ply."""
        if not self.is_reviewing:
            self._played = ply
        return self.go_to_ply(ply)

    def redo(self) -> bool:
        """Make an undone move again; return whether there was one."""
        if self.can_redo:
            self._played = max(self._played, self._at + 1)
            return self.go_to_ply(self._at + 1)
        return False

    def end(self, ending: Termination | None) -> None:
        """End the line here as the players do, forgetting undone moves, or take that back."""
        if ending is not None:
            self._drop_redo()
        self.ending = ending
        self.go_to_ply(self._at)

    def restart(self) -> bool:
        """Go back to the start; the moves can be redone."""
        return self.go_to_ply(0)

    def go_to_ply(self, ply: int) -> bool:
        """Show the position after so many moves of the line, from 0 to all of them."""
        self._at = max(0, min(ply, len(self._moves)))
        for watcher in list(self.watchers):
            watcher(self)
        return True
