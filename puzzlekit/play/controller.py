"""The controller of a game between people and computers, shared by all front ends.

The controller stores work for a background thread in `request`. The front end passes each reply to
`receive`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import NamedTuple, Protocol

from ..core.errors import IllegalMoveError, MemberError, NotationError, PuzzlekitError
from ..core.translation import _
from ..core.values import Click, Question
from ..players.player import HUMAN, SearchResult
from ..players.registry import thinking_seconds
from ..rules.merged_moves import split_turns
from ..solving.short_solutions import Hint
from . import messages, practice
from .autosave import Autosave, SaveTarget
from .clock_and_offers import Arbiter
from .distance_bounds import HintCache
from .engine import (
    HINT,
    HINT_PLAYER,
    MOVE,
    Evaluation,
    ForcedWin,
    InterimHint,
    ProgressUpdate,
    Reply,
    Request,
    Unsolvable,
)
from .headers import names_of
from .last_turn import neighbouring_turn
from .macros import is_one_turn, typable_macros
from .new_game import fresh_seed
from .parse_moves import read_line
from .prompts import Prompts
from .session import Session


class Seat(NamedTuple):
    """One seat: its player (and the name of a person), status, last result and clock."""

    side: str
    player: str
    name: str
    status: str
    is_to_move: bool
    has_won: bool
    thought: SearchResult | None
    seconds_left: float | None = None
    is_running: bool = False


def seats_of(session: Session, thoughts: Mapping[int, SearchResult]) -> list[Seat]:
    """Return the seats of a session in order, with their last search results."""
    rules, state, result = session.rules, session.state, session.result
    turn, clock = rules.turn(state), session.clock
    columns = rules.sides(state), session.players, names_of(session), rules.status(state)
    return [
        Seat(
            side,
            player,
            name,
            status,
            is_to_move=result is None and turn == number,
            has_won=result is not None and result.seat == number,
            thought=thoughts.get(number),
            seconds_left=None if clock is None else clock.remaining(number),
            is_running=clock is not None and clock.seat == number,
        )
        for number, (side, player, name, status) in enumerate(zip(*columns, strict=True))
    ]


class FrontEnd(Protocol):
    """The interface that the views of a game implement."""

    def position_changed(self, plies: int) -> None:
        """Show the position, which is `plies` plies after (or before) the one shown last.

        A jump between lines is a large step.
        """

    def show_status(self, text: str) -> None:
        """Show a status message."""

    def show_warning(self, text: str) -> None:
        """Show a message that must not be missed."""


class GameController:
    """The controller of a session, its players and its save target.

    Computers move automatically, except while a person views an earlier position.
    """

    def __init__(
        self, session: Session, front_end: FrontEnd | None = None, target: SaveTarget | None = None
    ) -> None:
        self.session, self.rules = session, session.rules
        self.autosave = Autosave(session, target)
        self.message = ""
        self.request: Request | None = None
        #: The moves of the displayed hint; a search for a better one may still be running.
        self.hint: list[str] = []
        #: The progress of the hint search.
        self.progress: ProgressUpdate | None = None
        self.thoughts: dict[int, SearchResult] = {}
        self._remarks = messages.EngineRemarks()
        self.arbiter = Arbiter(session, self.thoughts)
        self._front_end = front_end
        self.hint_cache = HintCache(session.rules)
        self.prompts = Prompts(session.rules, self.show_status)
        seed = session.setup.seed
        self._random_seed = fresh_seed() if seed is None else seed
        self._shown = session.tree.node
        #: True while several changes are to be saved as one.
        self._defer_saving = False
        self._is_stuck: bool | None = None
        session.watchers.append(self._changed)
        self._refresh()

    @property
    def game_id(self) -> str:
        """The ID of the game."""
        return self.session.setup.id

    def _changed(self, session: Session) -> None:
        step, self._shown = session.tree.plies_since(self._shown), session.tree.node
        try:
            self.message = ""
            if session.task is not None and (problem := practice.record_result(session)):
                self.show_status(problem)
            if step == 1:
                before = session.state_at(session.ply - 1)
                self.hint_cache.advance(before, session.last_move, session.state)
            self._save()  # first, because third-party plugins may fail below
            if step != 1:
                self.thoughts.clear()  # the results belong to other positions
            if self.arbiter.offer is not None:
                self.arbiter.expire_offer(step)
            self._refresh()
        finally:
            if self._front_end is not None:
                self._front_end.position_changed(step)

    def _refresh(self) -> None:
        session = self.session
        self.hint, self.request, self.progress, self._is_stuck = [], None, None, None
        self._plays_hint = False  # True if the hint is to be played when it is found
        if session.clock is not None:
            self.arbiter.after_move()
        is_reviewing = not session.tree.is_at_main_line_end or session.result is not None
        if not is_reviewing and not self.is_human_turn() and not self.has_no_moves():
            seat = self.rules.turn(session.state)
            self.request = self._request(MOVE, session.players[seat], self.arbiter.seconds(seat))
        if self.rules.is_game() and self.has_no_moves():
            self.message = messages.describe_dead_end(session)

    def _request(self, kind: str, player: str = "", seconds: float = 0.0) -> Request:
        seed = Random(f"{self._random_seed} {self.session.ply}").randrange(2**31)
        return Request(kind, tuple(self.session.moves), player, seed if player else 0, seconds)

    @contextmanager
    def _autosave_deferred(self) -> Iterator[None]:
        """Save once after the `with` block instead of after each change in it."""
        self._defer_saving = True
        try:
            yield
        finally:
            self._defer_saving = False
            self._save()

    def _save(self) -> None:
        message = "" if self._defer_saving else self.autosave.save()
        if message and self.autosave.error and self._front_end is not None:
            self._front_end.show_warning(message)
        elif message:
            self.show_status(message)

    def is_human_turn(self) -> bool:
        """Return whether a person is to move."""
        session = self.session
        return session.is_analysing or session.players[self.rules.turn(session.state)] == HUMAN

    def is_thinking(self) -> bool:
        """Return whether a computer's move is pending."""
        return self.request is not None and self.request.kind == MOVE

    def has_no_moves(self) -> bool:
        """Return whether there are no legal moves although the game is not over."""
        if self._is_stuck is None:
            state = self.session.state
            self._is_stuck = self.session.result is None and not self.rules.legal_moves(state)
        return self._is_stuck

    def can_undo(self) -> bool:
        """Return whether a move or an ending can be undone."""
        return self.session.shown_ending is not None or _undo_ply(self.session) is not None

    def may_play(self) -> bool:
        """Return whether a person may move now."""
        return self.session.result is None and self.is_human_turn()

    @property
    def shows_last_move(self) -> bool:
        """True if the last move is to be marked on the board."""
        return self.session.last_move is not None

    def selectable_moves(self) -> Sequence[str] | None:
        """Return the moves that can be selected, or None for all moves and sequences of moves."""
        return None

    def explain_refusal(self, clicks: Sequence[Click], cell: int) -> str:
        """Return the reason why a cell cannot be clicked after the given clicks."""
        return self.prompts.refusal(self.session.state, clicks, cell)

    def seats(self) -> list[Seat]:
        """Return the seats in order."""
        return seats_of(self.session, self.thoughts)

    def question(self) -> Question | None:
        """Return a question for the person to move, such as whether to swap, or None."""
        return self.rules.question(self.session.state) if self.may_play() else None

    def status_line(self) -> str:
        """Return a line about the position or about the pending reply."""
        session = self.session
        if session.result is not None:
            return messages.describe_end(session)
        if self.has_no_moves():
            return messages.NO_MOVES
        if self.is_searching_hint():
            return messages.describe_search(self.progress)
        side = messages.side_to_move(session)
        if self.request is not None:
            seconds = min(thinking_seconds(self.request.player), self.request.seconds or math.inf)
            return messages.describe_thinking(side, seconds)
        if self.is_human_turn():
            return messages.describe_turn(session)
        if session.can_redo:
            return messages.VIEWING_EARLIER_POSITION
        return _("{side} does not move").format(side=side)

    def status_message(self) -> str:
        """Return the last message, for a front end that marks hints on the board."""
        text = messages.refer_to_marks(self.message, self.hint, self.rules)
        is_improving = self.hint and self.is_searching_hint()
        return f"{text} {messages.describe_longer_search(self.progress)}" if is_improving else text

    def show_status(self, text: str) -> None:
        """Show a message until the position changes."""
        self.message = text
        if self._front_end is not None:
            self._front_end.show_status(text)

    def play(self, *moves: str) -> None:
        """Play one move, or several that are undone together."""
        try:
            with self._autosave_deferred():
                self.session.play_macro(moves)
        except MemberError:
            raise  # the front end adds the place in the plugin
        except PuzzlekitError as error:
            self.show_status(str(error))

    def play_text(self, text: str) -> None:
        """Play a typed move or word; raise `IllegalMoveError` or `NotationError`."""
        if not self.is_human_turn() and self.session.result is None:
            raise IllegalMoveError(self.status_line())
        self.session.refuse_when_over()
        line = read_line(self.rules, self.session.state, text, typable_macros(self.session))
        if not line and not any(map(str.isalnum, text)):
            raise NotationError(_("Type a move."))
        if not line:
            self.show_status(_("A rotation applies to the moves after it on the same line."))
        with self._autosave_deferred():
            self.session.play_line(line, grouped=is_one_turn(self.session, text))

    def undo(self) -> None:
        """Undo a move and the computers' replies, or a resignation, agreed draw or time-out."""
        if self.arbiter.undo_ending():
            return
        if (ply := _undo_ply(self.session)) is None:
            self.show_status(_("Nothing to undo."))
        else:
            self.arbiter.after_undo(ply)
            self.session.step_back(ply)

    def redo(self) -> None:
        """Redo undone moves up to a person's next turn."""
        if not self.session.can_redo:
            self.show_status(_("Nothing to redo."))
        session, end = self.session, neighbouring_turn(self.session, 1)
        with self._autosave_deferred():
            while session.redo():
                if session.ply >= end and self.is_human_turn() and not session.is_in_macro():
                    break
        self.arbiter.after_undo(self.session.ply)
        self.arbiter.after_move()

    def go(self, ply: int) -> None:
        """Go to the position after a ply of the game."""
        self.session.go_to_ply(ply)

    def step(self, turns: int) -> None:
        """Go to the position some turns later or, if negative, earlier."""
        self.go(neighbouring_turn(self.session, turns))

    def restart(self) -> None:
        """Go back to the start. If a computer moves first, redo its first move."""
        self.session.restart()
        if not self.is_human_turn() and HUMAN in self.session.players and self.session.can_redo:
            self.redo()

    def request_or_play_hint(self) -> None:
        """Search for a hint, or play the displayed hint, or the next one as soon as it is found."""
        session = self.session
        if session.result is not None:
            over = _("The game is over.") if self.rules.is_game() else _("Already solved.")
            self.show_status(over)
        elif not self.is_human_turn():
            self.show_status(self.status_line())
        elif self.hint:
            self.play(*split_turns(self.rules, self.hint)[0])
        elif self.request is not None:
            self._plays_hint = True
            self.show_status(_("The hint will be played when it is found."))
        elif session.task is not None and (move := session.task.next_move(session.moves)):
            self._show_hint(SearchResult(move))
        else:
            self.message = ""
            solution = self.hint_cache.best_solution(session.state)
            if solution is not None:
                self._show_hint(solution)
            if solution is None or not solution.shortest:
                self.request = self._request(HINT, HINT_PLAYER if self.rules.is_game() else "")

    def is_searching_hint(self) -> bool:
        """Return whether a search for a hint, or for a better one, is running."""
        return self.request is not None and self.request.kind == HINT

    def stop_search(self) -> None:
        """Stop the hint search, but keep a hint that is already shown."""
        if self.is_searching_hint():
            self.request, self.progress, self._plays_hint = None, None, False
            if not self.hint:
                self.show_status(messages.HINT_STOPPED)

    def receive(self, request: Request, answer: Reply) -> None:
        """Handle the reply to a request; ignore replies about earlier positions."""
        if request != self.request or isinstance(answer, Evaluation | ForcedWin):
            return
        if isinstance(answer, ProgressUpdate):
            self.progress = answer
            return
        if not isinstance(answer, InterimHint):
            self.request = None
        self.progress = None
        if isinstance(answer, PuzzlekitError):
            if not self.hint:
                self.show_status(str(answer))
        elif request.kind == MOVE:
            assert isinstance(answer, SearchResult)
            session, seat = self.session, self.rules.turn(self.session.state)
            self.thoughts[seat] = answer
            if failure := practice.describe_failure(session, answer):
                self.show_status(failure)
            elif self.arbiter.offer is None or not self.arbiter.receive_draw_offer(answer):
                self.play(answer.move)
                if remark := self.arbiter.decline() or self._remarks.after(session, seat, answer):
                    self.show_status(remark)
        elif isinstance(answer, Unsolvable):
            self.show_status(messages.describe_unsolvable(answer.reason))
        elif isinstance(answer, SearchResult) or self.hint_cache.add(self.session.state, answer):
            self._show_hint(answer)
        elif not self.hint and (known := self.hint_cache.best_solution(self.session.state)):
            self._show_hint(known)  # it has been found elsewhere in the meantime

    def _show_hint(self, hint: Hint | SearchResult) -> None:
        self.hint = [hint.move] if isinstance(hint, SearchResult) else hint.moves
        if self._plays_hint and self.hint:
            self.play(*split_turns(self.rules, self.hint)[0])
        else:
            self.show_status(messages.describe_hint(self.rules, hint))

    def leave(self) -> None:
        """Stop the clock and save its times before the user leaves the game."""
        if self.arbiter.stop_clock():
            self._save()


def _undo_ply(session: Session) -> int | None:
    """Return the ply that `undo` goes back to: a person's last turn, or the start of a macro."""
    if (macro_start := session.tree.node.macro_start) is not None:
        return macro_start
    turn = session.rules.turn
    plies = reversed(range(session.ply))
    if HUMAN not in session.players or session.tree.in_variation:
        return next(plies, None)
    if not session.rules.is_game():
        start, line = neighbouring_turn(session, -1), session.tree.line
        # A turn may begin within a macro: R after L' R makes R2.
        ends = (ply for ply in plies if ply <= start or line[ply].macro_start is not None)
        return next(ends, None)
    seats = ((ply, turn(session.state_at(ply))) for ply in plies)
    return next((ply for ply, seat in seats if session.players[seat] == HUMAN), None)
