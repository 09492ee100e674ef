"""A game in progress: moves, undo and redo."""

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

#: Maximum number of moves in a game. More moves would take too long to replay.
MAX_MOVES = 50_000

#: Maximum total number of cells in all positions of a game: about 400 MB.
MAX_CELLS = 50_000_000


def max_moves(rules: Rules) -> int:
    """Return the maximum number of moves in a game that can be saved and replayed."""
    return min(MAX_MOVES, MAX_CELLS // len(rules.board))


class Session:
    """One game, with undo and redo. Watchers are called after every change.

    `players` gives the player in each seat ("human" or the name of a computer player). Undone
    moves can be redone until another move is made. Rules can be passed instead of a setup.
    With a `control`, a game for two players has a clock, which the controller runs.

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
            hint = f" Use the option players={count}." if count in rules.seats() else ""
            raise OptionError(f"{rules.name} has {len(rules.players)} seats, not {count}.{hint}")
        for name in self.players:
            if name != HUMAN:
                make_player(name)  # raise if there is no such player
        if control is not None and len(self.players) != SEATS:
            raise OptionError(f"Clocks need exactly two players, unlike {rules.name}.")
        self.clock = Clock(control, SEATS) if control is not None else None
        self.ending: Termination | None = None
        self.watchers: list[Callable[[Session], None]] = []
        #: Other data in the record: comments by ply, and headers by name.
        self.comments: dict[int, str] = {}
        self.tags: dict[str, str] = {}
        self._states: list[State] = [self.setup.start]
        self._moves: list[str] = []
        self._at = 0
        #: The number of plies played in the line, which is reduced by undoing but not by viewing.
        self._played = 0
        #: The number of the current line. A new line starts with a move from an earlier position,
        #: or after moves of a finished line have been undone.
        self.line = 0
        #: The first ply of each macro, by its last ply.
        self._macros: dict[int, int] = {}
        self._max_moves = max_moves(rules)

    @property
    def state(self) -> State:
        """The current position."""
        return self._states[self._at]

    @property
    def moves(self) -> list[str]:
        """The moves that lead to the current position."""
        return self._moves[: self._at]

    @property
    def all_moves(self) -> list[str]:
        """All moves, including undone ones."""
        return list(self._moves)

    @property
    def ply(self) -> int:
        """The number of moves that lead to the current position."""
        return self._at

    @property
    def result(self) -> Result | None:
        """The result at the current position, or None."""
        if self.ending is not None and not self.can_redo:
            return self.ending.result(self.rules, self.state)
        return self.rules.outcome(self.state)

    @property
    def final(self) -> Result | None:
        """The result at the end of the line, or None."""
        last = self._states[-1]
        if self.ending is not None:
            return self.ending.result(self.rules, last)
        return self.rules.outcome(last)

    @property
    def control(self) -> TimeControl | None:
        """The time control, or None if there is no clock."""
        return self.clock.control if self.clock is not None else None

    @property
    def can_undo(self) -> bool:
        """True if a move can be undone."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """True if a move can be redone."""
        return self._at < len(self._moves)

    @property
    def is_reviewing(self) -> bool:
        """True if an earlier position is shown, with later moves that were not undone."""
        return self._at < self._played

    @property
    def last_move(self) -> str | None:
        """The last move made, or None."""
        return self._moves[self._at - 1] if self._at else None

    def last_cell_permutation(self) -> Mapping[int, int]:
        """Return the permutation made by the last move, as the target of each changed cell."""
        if self.last_move is None:
            return {}
        return self.rules.cell_permutation(self.state_at(self.ply - 1), self.last_move)

    def moved_cells(self) -> list[int]:
        """Return the board cells changed by the last move."""
        return [cell for cell in self.last_cell_permutation() if cell < len(self.rules.board)]

    def state_at(self, ply: int) -> State:
        """Return the position after `ply` moves of the line."""
        return self._states[ply]

    def position_id(self) -> str:
        """Return an ID for the current position; raise `NotationError` if the position has none."""
        return self.setup.with_position(self.state).id

    def transcript(self) -> str:
        """Return the game ID and all moves in one line."""
        return " ".join([self.setup.id, *self._moves])

    def play(self, move: str) -> None:
        """Make a move, dropping undone moves; raise `IllegalMoveError` if it is illegal."""
        self.play_macro([move])

    def refuse_when_over(self) -> None:
        """Raise `IllegalMoveError` if players have ended the game and no moves can be redone."""
        if self.ending is not None and not self.can_redo:
            raise IllegalMoveError("The game is over. Undo to continue it.")

    def _drop_redo(self) -> None:
        if self.can_redo:
            self.line += self.is_reviewing or self.final is not None
            del self._moves[self._at :], self._states[self._at + 1 :]
            self.comments = {ply: text for ply, text in self.comments.items() if ply <= self._at}
            self._macros = {end: start for end, start in self._macros.items() if end <= self._at}

    def play_macro(self, moves: Sequence[str]) -> None:
        """Make several moves as one, or make no move if any of them is illegal."""
        self._check_length(len(moves))
        start, state, line = self._at, self.state, []
        for move in moves:
            state = self.rules.play(state, move)
            line.append((move, state))
        self.play_line(line)
        if len(moves) > 1:
            self.group_moves(start)

    def play_line(self, line: Sequence[tuple[str, State]]) -> None:
        """Make legal moves one by one, given each move with the position after it."""
        self._check_length(len(line))
        for move, state in line:
            self._append(move, state)

    def _check_length(self, moves: int) -> None:
        """Raise `IllegalMoveError` if the game is over or would get too many moves."""
        if self._at + moves > self._max_moves:
            raise IllegalMoveError(
                f"This game is limited to {self._max_moves:,} moves; start a new one from this "
                "position."
            )
        self.refuse_when_over()

    def _append(self, move: str, state: State) -> None:
        """Append a legal move and the position after it."""
        self.ending = None
        if self.clock is not None:
            self.clock.after_move(self._at, self.rules.turn(self.state), self.rules.turn(state))
        self._drop_redo()
        self.tags.pop("Result", None)  # the result belongs to another line
        self._moves.append(move)
        self._states.append(state)
        self._played = self._at + 1
        self.go_to_ply(self._played)

    def group_moves(self, begun: int) -> None:
        """Group the moves since a ply so that they are undone together."""
        self._macros[self._at] = begun

    @property
    def macro_start(self) -> int | None:
        """The first ply of the macro that ends at the current position, or None."""
        return self._macros.get(self._at)

    def is_in_macro(self) -> bool:
        """Return whether the current position is in the middle of a macro."""
        return any(start < self._at < end for end, start in self._macros.items())

    def undo(self) -> bool:
        """Undo one move; return whether there was one."""
        return self.can_undo and self.step_back(self._at - 1)

    def step_back(self, ply: int) -> bool:
        """Undo the moves after a ply."""
        if not self.is_reviewing:
            self._played = ply
        return self.go_to_ply(ply)

    def redo(self) -> bool:
        """Redo one move; return whether there was one."""
        if self.can_redo:
            self._played = max(self._played, self._at + 1)
            return self.go_to_ply(self._at + 1)
        return False

    def end(self, ending: Termination | None) -> None:
        """End the line here with a termination, or revoke it with None; drop undone moves."""
        if ending is not None:
            self._drop_redo()
        self.ending = ending
        self.go_to_ply(self._at)

    def restart(self) -> bool:
        """Go back to the start, from which all moves can be redone."""
        return self.go_to_ply(0)

    def go_to_ply(self, ply: int) -> bool:
        """Show the position after `ply` moves of the line."""
        self._at = max(0, min(ply, len(self._moves)))
        for watcher in list(self.watchers):
            watcher(self)
        return True
