"""A game in progress: a tree of moves, with undo and redo along the current line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..core.errors import IllegalMoveError, OptionError
from ..core.values import Result
from ..players.player import HUMAN
from ..players.registry import make_player
from ..rules.base import Rules, State
from ..rules.description import suggest_seats
from ..rules.merged_moves import count_moves, merge_moves
from .api_arguments import PuzzleLike, load
from .clock import Clock, TimeControl
from .problems import Task
from .setup import Setup, setup_of
from .termination import SEATS, Termination
from .variations import GameNode, GameTree, variation_start_of

#: Maximum number of moves in a game. More moves would take too long to replay.
MAX_MOVES = 50_000

#: Maximum total number of cells in all positions of a game: about 400 MB.
MAX_CELLS = 50_000_000


def max_saved_moves(rules: Rules) -> int:
    """Return the maximum number of moves in a game that can be saved and replayed."""
    return min(MAX_MOVES, MAX_CELLS // len(rules.board))


def _checked_players(rules: Rules, players: Sequence[str] | None) -> list[str]:
    """Return the player in each seat (by default a human); raise `OptionError` for unknown ones."""
    seats = list(players or [HUMAN] * len(rules.players))
    if len(seats) != len(rules.players):
        hint = suggest_seats(type(rules.unwrapped), len(seats))
        raise OptionError(f"{rules.name} has {len(rules.players)} seats, not {len(seats)}.{hint}")
    for name in seats:
        if name != HUMAN:
            make_player(name)
    return seats


class Session:
    """One game as a tree of moves, with undo and redo. Watchers are called after every change.

    `begun` is a setup or anything that `load` accepts. `players` gives the player in each seat
    ("human" or the name of a computer player). If a `control` is given, a game for two players has
    a clock, which the controller runs. Moves, plies, undo and redo refer to the current line.

    >>> session = Session("fifteen:3")
    >>> session.play("b1-c1")
    >>> session.undo(), session.can_redo, session.redo(), session.moves
    (True, True, True, ['b1-c1'])
    >>> session.restart(), session.play("c2-c1")
    (True, None)
    >>> [node.move for node in session.tree.root.children]
    ['c2-c1', 'b1-c1']
    """

    def __init__(
        self,
        begun: Setup | PuzzleLike,
        players: Sequence[str] | None = None,
        control: TimeControl | None = None,
    ) -> None:
        self.setup = begun if isinstance(begun, Setup) else setup_of(load(begun))
        rules = self.rules = self.setup.rules
        self.players = _checked_players(rules, players)
        if control is not None and len(self.players) != SEATS:
            raise OptionError(f"Clocks need exactly two players, unlike {rules.name}.")
        self.ending: Termination | None = None
        #: The task, if the session was started to solve a problem.
        self.task: Task | None = None
        #: The IDs of the starts that follow in practice.
        self.later_starts: tuple[str, ...] = ()
        self.watchers: list[Callable[[Session], None]] = []
        #: Other headers of the record, by name.
        self.tags: dict[str, str] = {}
        self.tree = GameTree(self.setup.start, max_saved_moves(rules))
        self.clock = Clock(control, self.tree.root) if control is not None else None
        #: The number of the game. A new one starts when a move replaces a finished line or moves
        #: that were not undone.
        self.line = 0

    def __repr__(self) -> str:
        return f"<Session: {self.rules.name}, ply {self.ply}>"

    @property
    def state(self) -> State:
        """The current position."""
        return self.tree.node.state

    @property
    def moves(self) -> list[str]:
        """The moves that lead to the current position."""
        return [node.move for node in self.tree.line[1 : self.ply + 1]]

    @property
    def all_moves(self) -> list[str]:
        """All moves of the current line, including undone ones."""
        return [node.move for node in self.tree.line[1:]]

    @property
    def comments(self) -> dict[int, str]:
        """The comments in the main line, by ply."""
        return {node.ply: node.comment for node in self.tree.main_line() if node.comment}

    @property
    def ply(self) -> int:
        """The number of moves that lead to the current position."""
        return self.tree.at

    @property
    def move_count(self) -> int:
        """The number of moves up to the current position, as people count them."""
        return count_moves(self.rules, self.moves)

    @property
    def result(self) -> Result | None:
        """The result at the current position, or None."""
        if (ending := self.shown_ending) is not None:
            return ending.result(self.rules, self.state)
        return self.rules.outcome(self.state)

    @property
    def shown_ending(self) -> Termination | None:
        """The termination by the players if its position is shown, or None."""
        return self.ending if self.tree.is_at_main_line_end else None

    @property
    def final(self) -> Result | None:
        """The result at the end of the main line, or None."""
        last = self.tree.main_line()[-1].state
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
        return self.ply > 0

    @property
    def can_redo(self) -> bool:
        """True if a move can be redone."""
        return self.ply < len(self.tree.line) - 1

    @property
    def has_opponent(self) -> bool:
        """True in a game with a clock or against a computer. Its moves form the main line."""
        return self.clock is not None or any(player != HUMAN for player in self.players)

    @property
    def is_reviewing(self) -> bool:
        """True if a variation is shown, or an earlier position that was not reached by undo."""
        return self.tree.is_reviewing

    @property
    def is_analysing(self) -> bool:
        """True if a move starts or extends a variation, so that a person moves for every side."""
        return self.is_reviewing and not self._replaces_later_moves

    @property
    def _replaces_later_moves(self) -> bool:
        """True if a move replaces later ones: until a game with an opponent is over."""
        if not (self.has_opponent and self.tree.is_main_line):
            return False
        return not self.is_reviewing or self.final is None

    @property
    def last_move(self) -> str | None:
        """The last move made, or None."""
        return self.tree.node.move if self.ply else None

    def last_cell_permutation(self) -> Mapping[int, int]:
        """Return the permutation made by the last move, as the target of each changed cell."""
        if self.last_move is None:
            return {}
        return self.rules.cell_permutation(self.state_at(self.ply - 1), self.last_move)

    def state_at(self, ply: int) -> State:
        """Return the position after `ply` moves of the current line."""
        return self.tree.line[ply].state

    def position_id(self) -> str:
        """Return an ID for the current position; raise `NotationError` if the position has none."""
        return self.setup.with_position(self.state).id

    def transcript(self) -> str:
        """Return the game ID and all moves of the current line in one line."""
        turns = merge_moves(self.rules, self.all_moves)
        return " ".join([self.setup.id, *(text for text, _ in turns)])

    def play(self, move: str) -> None:
        """Make a move; raise `IllegalMoveError` if it is illegal.

        A known move is followed; another move at an earlier position starts a variation. Until
        a game with a computer or a clock is over, a move replaces later ones.
        """
        self.play_macro([move])

    def refuse_when_over(self) -> None:
        """Raise `IllegalMoveError` if players have ended the game and no moves can be redone."""
        if self.shown_ending is not None:
            raise IllegalMoveError("The game is over. Undo to continue it.")

    def _drop_redo(self) -> None:
        if self.can_redo:
            self.line += self.is_reviewing or self.final is not None
            self.tree.drop_later()

    def play_macro(self, moves: Sequence[str]) -> None:
        """Make several moves as one, or make no move if any of them is illegal."""
        self.refuse_when_over()
        state, line = self.state, []
        for move in moves:
            state = self.rules.play(state, move)
            line.append((move, state))
        self.play_line(line, grouped=True)

    def play_line(self, line: Sequence[tuple[str, State]], *, grouped: bool = False) -> None:
        """Make legal moves, given with the positions after them, as one if `grouped` is true."""
        self.refuse_when_over()
        moves = [move for move, _ in line]
        self.tree.check_size(moves, replaces=self._replaces_later_moves)
        for move, state in line:
            self._append(move, state)
        if grouped and len(line) > 1:
            self.group_moves(self.ply - len(line))

    def _append(self, move: str, state: State) -> None:
        """Append a legal move and the position after it, or follow the move if it is known."""
        if self._replaces_later_moves:
            self._drop_redo()
        tree, node = self.tree, self.tree.node
        is_current, is_main = not tree.is_reviewing, not tree.in_variation
        if (child := node.child(move)) is None:
            if node.children:  # play continues here after undo; attempts at a puzzle too
                is_attempt = is_current or not self.rules.is_game()
                is_main = is_main and is_attempt and self.final is None
            child, is_current = tree.add(node, move, state, first=is_main), True
            if is_main:
                self._extend_main_line(child)
        if is_current and is_main and child is node.children[0]:
            tree.tip = child
        child.macro_start = None
        tree.follow(child)
        self._notify()

    def _extend_main_line(self, child: GameNode) -> None:
        self.ending = None
        self.tags.pop("Result", None)  # the result belongs to another line
        if self.clock is not None:
            turn = self.rules.turn
            self.clock.after_move(child, turn(self.state), turn(child.state))

    def group_moves(self, first_ply: int) -> None:
        """Group the moves since a ply so that they are undone together."""
        self.tree.node.macro_start = first_ply

    def is_in_macro(self) -> bool:
        """Return whether the current position is in the middle of a macro."""
        starts = (node.macro_start for node in self.tree.line[self.ply + 1 :])
        return any(start is not None and start < self.ply for start in starts)

    def undo(self) -> bool:
        """Undo one move; return whether there was one."""
        return self.can_undo and self.step_back(self.ply - 1)

    def step_back(self, ply: int) -> bool:
        """Undo the moves after a ply."""
        if not self.is_reviewing:
            self.tree.tip = self.tree.line[ply]
        return self.go_to_ply(ply)

    def redo(self) -> bool:
        """Redo one move; return whether there was one."""
        if self.can_redo and not self.is_reviewing and self.ply < self.tree.fork:
            self.tree.tip = self.tree.line[self.ply + 1]
        return self.can_redo and self.go_to_ply(self.ply + 1)

    def end(self, ending: Termination | None) -> None:
        """End the line here with a termination, or revoke it with None; drop undone moves."""
        if ending is not None:
            self._drop_redo()
            if self.clock is not None:
                self.clock.go_to(self.tree.main_line()[-1])
        self.ending = ending
        self._notify()

    def restart(self) -> bool:
        """Go back to the start, from which all moves can be redone."""
        return self.go_to_ply(0)

    def go_to_ply(self, ply: int) -> bool:
        """Show the position after `ply` moves of the current line."""
        self.tree.at = max(0, min(ply, len(self.tree.line) - 1))
        self._notify()
        return True

    def go_to(self, node: GameNode) -> None:
        """Show the position of a node, whose line becomes the current one."""
        self.tree.show(node)
        self._notify()

    def annotate(
        self, node: GameNode, *, comment: str | None = None, mark: str | None = None
    ) -> None:
        """Set the comment of a node, or the mark of its move (such as `!?`). "" removes them.

        Raises `OptionError` for an unknown mark.
        """
        self.tree.annotate(node, comment, mark)
        self._notify()

    def promote(self, node: GameNode) -> None:
        """Make the variation with a node the continuation of the line that it leaves.

        Raises `IllegalMoveError` if there is no variation, or if it would become the main line of
        a game that was played against an opponent or ended by the players.
        """
        branch = variation_start_of(node)
        if branch.parent is not None and branch.parent.variation_start() is None:
            if self.has_opponent or self.ending is not None:
                raise IllegalMoveError("The moves that were played remain the main line.")
            self.tags.pop("Result", None)  # the result belongs to another line
        self.tree.promote(branch)
        self._notify()

    def delete(self, node: GameNode) -> None:
        """Delete the variation with a node; raise `IllegalMoveError` if there is none."""
        self.tree.delete(variation_start_of(node))
        self._notify()

    def _notify(self) -> None:
        for watcher in list(self.watchers):
            watcher(self)
