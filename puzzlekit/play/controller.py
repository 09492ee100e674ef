"""The table: a game in progress between people and computers, as every front end shows it.

Where something is to be computed, the table has a `request`; whoever serves it gives the answer
to `take`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import NamedTuple, Protocol

from ..core.errors import IllegalMoveError, NotationError, PuzzlekitError
from ..core.values import Question
from ..players.compile_status import may_compile
from ..players.player import HUMAN, SearchResult
from ..players.registry import thinking_seconds
from ..solving.hints import Hint
from . import messages
from .arbiter import Arbiter
from .autosave import Autosave, SaveTarget
from .distance_bounds import HintCache
from .engine import (
    HINT,
    HINT_PLAYER,
    MOVE,
    InterimHint,
    ProgressUpdate,
    Reply,
    Request,
    Unsolvable,
)
from .macros import macro_names_in
from .new_game import fresh_seed
from .parse_moves import read_moves
from .session import Session


class Seat(NamedTuple):
    """One side: its player, status, last thought, and the seconds left on a clock that `runs`."""

    side: str
    player: str
    status: str
    is_to_move: bool
    has_won: bool
    thought: SearchResult | None
    left: float | None = None
    runs: bool = False


def seats_of(session: Session, thoughts: Mapping[int, SearchResult]) -> list[Seat]:
    """Return the seats of a session, in their order, with thoughts by their numbers."""
    rules, state, result = session.rules, session.state, session.result
    turn, clock = rules.turn(state), session.clock
    told = zip(rules.sides(state), session.players, rules.status(state), strict=True)
    return [
        Seat(
            side,
            player,
            status,
            is_to_move=result is None and turn == number,
            has_won=result is not None and result.seat == number,
            thought=thoughts.get(number),
            left=None if clock is None else clock.left(number),
            runs=clock is not None and clock.seat == number,
        )
        for number, (side, player, status) in enumerate(told)
    ]


#: Seconds of a first thought after which it is said that code may be compiled.
COMPILES_AFTER = 3.0


class FrontEnd(Protocol):
    """What shows a table."""

    def changed(self, step: int) -> None:
        """Show the position: it is so many plies on from the one shown last, or back."""

    def show_status(self, text: str) -> None:
        """Show a sentence."""

    def show_warning(self, text: str) -> None:
        """Show a sentence that nobody should miss."""


class GameController:
    """A session with its players; `place` is where it is kept.

    A computer moves when it is its turn, but not while a person looks back.
    """

    def __init__(
        self, session: Session, front: FrontEnd | None = None, place: SaveTarget | None = None
    ) -> None:
        self.session, self.rules = session, session.rules
        self.autosave = Autosave(session, place)
        self.message = ""
        self.request: Request | None = None
        #: The moves of the hint that is shown; better ones may still be looked for.
        self.hint: list[str] = []
        #: How far the search for a hint has come.
        self.doing: ProgressUpdate | None = None
        self.thoughts: dict[int, SearchResult] = {}
        self._remarks = messages.EngineRemarks()
        self.arbiter = Arbiter(session, self.thoughts)
        self._front: FrontEnd | None = None
        self.ways = HintCache()
        self._luck = fresh_seed() if self.seed is None else self.seed
        self._shown = session.ply
        #: Whether more changes follow at once before the session is kept.
        self._waits = False
        self._stuck: bool | None = None
        session.watchers.append(self._changed)
        self._look()
        self._front = front

    @property
    def game_id(self) -> str:
        """The ID of the game."""
        return self.session.setup.id

    @property
    def seed(self) -> int | None:
        """The seed that the start comes from, if it has one."""
        return self.session.setup.seed

    def _changed(self, session: Session) -> None:
        step, self._shown = session.ply - self._shown, session.ply
        self.message = ""
        if step == 1 and self.hint:
            self.ways.advance(session.state_at(session.ply - 1), session.last_move, session.state)
        self._keep()  # first of all: what follows may fail in a stranger's plugin
        if step != 1:
            self.thoughts.clear()  # they were about other positions
        self.arbiter.offer = None
        self._look()
        if self._front is not None:
            self._front.changed(step)

    def _look(self) -> None:
        session = self.session
        self.hint, self.request, self.doing, self._stuck = [], None, None, None
        self.arbiter.after_move()
        looks_back = session.can_redo or session.result is not None
        if not looks_back and not self.is_human_turn() and not self.has_no_moves():
            seat = self.rules.turn(session.state)
            self.request = self._request(MOVE, session.players[seat], self.arbiter.seconds(seat))

    def _request(self, kind: str, player: str = "", seconds: float = 0.0) -> Request:
        seed = Random(f"{self._luck} {self.session.ply}").randrange(2**31)
        return Request(kind, tuple(self.session.moves), player, seed if player else 0, seconds)

    @contextmanager
    def _play_atomically(self) -> Iterator[None]:
        """Make several changes, which are kept once."""
        self._waits = True
        try:
            yield
        finally:
            self._waits = False
            self._keep()

    def _keep(self) -> None:
        if self._waits:
            return
        said = self.autosave.save()
        if said and self.autosave.trouble and self._front is not None:
            self._front.show_warning(said)
        elif said:
            self.show_status(said)

    def is_human_turn(self) -> bool:
        """Return whether a person is to move."""
        return self.session.players[self.rules.turn(self.session.state)] == HUMAN

    def is_thinking(self) -> bool:
        """Return whether the move of a computer is awaited."""
        return self.request is not None and self.request.kind == MOVE

    def has_no_moves(self) -> bool:
        """Return whether the game has not ended and yet there are no moves."""
        if self._stuck is None:
            state = self.session.state
            self._stuck = self.session.result is None and not self.rules.legal_moves(state)
        return self._stuck

    def can_undo(self) -> bool:
        """Return whether there is something that `undo` takes back."""
        return self.session.ending is not None or _ply_before(self.session) is not None

    def may_play(self) -> bool:
        """Return whether a person may move now."""
        return self.session.result is None and self.is_human_turn()

    def seats(self) -> list[Seat]:
        """Return who sits at the table, in the order of the seats."""
        return seats_of(self.session, self.thoughts)

    def question(self) -> Question | None:
        """Return what the person who is to move is asked, such as whether to swap."""
        return self.rules.question(self.session.state) if self.may_play() else None

    def status_line(self, waited: float = 0.0) -> str:
        """Return the position or what is awaited, for `waited` seconds so far, in one line."""
        session = self.session
        if session.result is not None:
            return messages.describe_end(session)
        if self.has_no_moves():
            return messages.NO_MOVES
        side = messages.side_to_move(session)
        if self.request is not None:
            long = min(thinking_seconds(self.request.player), self.request.seconds or math.inf)
            late = self.may_compile() and waited > COMPILES_AFTER + long
            return messages.describe_waiting(
                "" if self.is_searching() else side, self.doing, long, late=late
            )
        if self.is_human_turn():
            return messages.describe_turn(session)
        return messages.LOOKING_BACK if session.can_redo else f"{side} does not move"

    def may_compile(self) -> bool:
        """Return whether the answer to the request may begin with compiling code."""
        return bool(self.request and self.request.player) and may_compile(type(self.rules))

    def status_message(self) -> str:
        """Return what was said last, and whether a better hint is looked for."""
        looks = self.is_searching() and self.hint
        return (
            f"{self.message} {messages.describe_longer_search(self.doing)}"
            if looks
            else self.message
        )

    def show_status(self, text: str) -> None:
        """Say something, until the position changes."""
        self.message = text
        if self._front is not None:
            self._front.show_status(text)

    def play(self, *moves: str) -> None:
        """Make a move, or several, which are taken back together."""
        try:
            with self._play_atomically():
                self.session.play_macro(moves)
        except PuzzlekitError as error:
            self.show_status(str(error))

    def play_text(self, text: str) -> None:
        """Play a typed move, or in a puzzle a word; raise `IllegalMoveError` or `NotationError`."""
        if not self.is_human_turn() and self.session.result is None:
            raise IllegalMoveError(self.status_line())
        self.session.refuse_when_over()
        moves = read_moves(self.rules, self.session.state, text, macro_names_in(self.session))
        if not moves:
            raise NotationError("That is no move.")
        with self._play_atomically():
            for move in moves:
                self.session.play(move)

    def undo(self) -> None:
        """Take back a move and what computers answered to it, or how players ended the game."""
        if self.arbiter.take_back():
            return
        ply = _ply_before(self.session)
        if ply is None:
            self.show_status("There is no move to take back.")
        else:
            self.arbiter.after_undo(ply)
            self.session.step_back(ply)

    def redo(self) -> None:
        """Make undone moves again, up to the next turn of a person."""
        if not self.session.can_redo:
            self.show_status("There is no move to make again.")
        with self._play_atomically():
            while self.session.redo():
                if self.is_human_turn() and not self.session.is_in_macro():
                    break
        self.arbiter.after_undo(self.session.ply)
        self.arbiter.after_move()

    def go(self, ply: int) -> None:
        """Look at the position after so many moves of the game."""
        self.session.go_to_ply(ply)

    def restart(self) -> None:
        """Go back to the start; a computer that opens has opened."""
        self.session.restart()
        if not self.is_human_turn() and HUMAN in self.session.players and self.session.can_redo:
            self.redo()

    def ask_hint(self) -> None:
        """Look for hints; make the move of one that is shown already, or stop looking for it."""
        session = self.session
        if session.result is not None:
            self.show_status("It has ended." if self.rules.is_game() else "It is solved.")
        elif not self.is_human_turn():
            self.show_status(self.status_line())
        elif self.hint:
            self.play(self.hint[0])
        elif self.request is not None:
            self.stop_search()
        else:
            self.message = ""
            known = self.ways.best_solution(session.state)
            if known is not None:
                self._show_hint(known)
            if known is None or not known.shortest:
                self.request = self._request(HINT, HINT_PLAYER if self.rules.is_game() else "")

    def is_searching(self) -> bool:
        """Return whether a hint is looked for, or a better one than is shown."""
        return self.request is not None and self.request.kind == HINT

    def stop_search(self) -> None:
        """Give up looking for a hint; one that is shown stays."""
        if self.is_searching():
            self.request = self.doing = None
            if not self.hint:
                self.show_status(messages.HINT_STOPPED)

    def receive(self, request: Request, answer: Reply) -> None:
        """Take the answer to a request; one about a position that has passed is dropped."""
        if request != self.request:
            return
        if isinstance(answer, ProgressUpdate):
            self.doing = answer
            return
        if not isinstance(answer, InterimHint):
            self.request = None
        self.doing = None
        if isinstance(answer, PuzzlekitError):
            if not self.hint:
                self.show_status(str(answer))
        elif request.kind == MOVE:
            assert isinstance(answer, SearchResult)
            seat = self.rules.turn(self.session.state)
            self.thoughts[seat] = answer
            if self.arbiter.offer is None or not self.arbiter.receive_draw_offer(answer):
                self.play(answer.move)
                if said := self._remarks.after(self.session, seat, answer):
                    self.show_status(said)
        elif isinstance(answer, Unsolvable):
            self.show_status(messages.describe_unsolvable(answer.reason))
        elif isinstance(answer, SearchResult) or self.ways.add(self.session.state, answer):
            self._show_hint(answer)
        elif not self.hint and (known := self.ways.best_solution(self.session.state)) is not None:
            self._show_hint(known)  # it has become known in another way meanwhile

    def _show_hint(self, found: Hint | SearchResult) -> None:
        self.hint = [found.move] if isinstance(found, SearchResult) else found.moves
        self.show_status(messages.describe_hint(found))

    def leave(self) -> None:
        """Stop the clock, if there is one, and keep its times: nobody plays on for now."""
        if self.arbiter.abandon():
            self._keep()


def _ply_before(session: Session) -> int | None:
    """Return where `undo` leads: to a person's last turn, or before joined moves."""
    if session.macro_start is not None:
        return session.macro_start
    turn = session.rules.turn
    plies = reversed(range(session.ply))
    if HUMAN not in session.players:
        return next(plies, None)
    seats = ((ply, turn(session.state_at(ply))) for ply in plies)
    return next((ply for ply, seat in seats if session.players[seat] == HUMAN), None)
