"""Clocks, resignations and draw offers during a game."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.translation import _
from ..players.player import HUMAN, SearchResult
from .session import Session
from .termination import AGREED, RESIGNED, SEATS, TIME, Termination

#: Computers do not accept draws or report their chances before this ply.
EARLY_DRAW_PLIES = 6

DRAW_DECLINED = _("The computer declines the draw.")


class Arbiter:
    """The clock, resignations and draw offers of a session."""

    def __init__(self, session: Session, thoughts: Mapping[int, SearchResult]) -> None:
        self.session, self.rules, self.thoughts = session, session.rules, thoughts
        #: The seat that has offered a draw, until the other seat answers.
        self.offer: int | None = None

    def after_move(self) -> None:
        """Start the clock of the side to move, except before the first move."""
        session, clock = self.session, self.session.clock
        if clock is None:
            return
        is_at_end = session.tree.is_at_main_line_end
        if is_at_end and clock.node is not session.tree.node:
            clock.go_to(session.tree.node)
        state = clock.node.state
        seat = self.rules.turn(state)
        is_idle = not is_at_end and session.players[seat] != HUMAN
        over = session.ending is not None or self.rules.outcome(state) is not None
        if clock.node is session.tree.root or is_idle or over:
            clock.stop()
        else:
            clock.start(seat)

    def after_undo(self, ply: int) -> None:
        """Restore the clock times of the ply from which play continues, unless reviewing."""
        session = self.session
        if session.clock is not None and session.tree.is_main_line and not session.is_reviewing:
            session.clock.go_to(session.tree.line[ply])

    def tick(self) -> bool:
        """End the game if a seat has run out of time; return whether it has."""
        clock = self.session.clock
        if clock is None or (seat := clock.seat) is None or clock.remaining(seat) > 0:
            return False
        self.session.go_to(clock.node)
        self.session.end(Termination(TIME, seat))
        return True

    def stop_clock(self) -> bool:
        """Stop the clock, if any, when play is interrupted; return whether there is a clock."""
        if self.session.clock is not None:
            self.session.clock.stop()
        return self.session.clock is not None

    def seconds(self, seat: int) -> float:
        """Return a computer's thinking time in seconds, or 0 if there is no clock."""
        clock = self.session.clock
        return (
            round(clock.control.thinking_seconds(clock.remaining(seat)), 3)
            if clock is not None
            else 0.0
        )

    def can_resign(self) -> bool:
        """Return whether a person can resign: only in an unfinished game for two players."""
        session = self.session
        is_two_player = self.rules.is_game() and len(session.players) == SEATS
        is_open = not session.is_reviewing and session.result is None
        return is_two_player and is_open and HUMAN in session.players

    def can_draw(self) -> bool:
        """Return whether a person can offer a draw, which the rules must allow."""
        return self.rules.can_draw and self.can_resign()

    def speaking_seat(self) -> int:
        """Return the seat of the person who resigns or offers a draw."""
        players = self.session.players
        if players.count(HUMAN) == 1:
            return players.index(HUMAN)
        return self.rules.turn(self.session.state)

    def resign(self, seat: int | None = None) -> None:
        """Resign for a seat, by default for the person at `speaking_seat`."""
        self.session.end(Termination(RESIGNED, self.speaking_seat() if seat is None else seat))

    def offer_draw(self, seat: int | None = None) -> str:
        """Offer a draw as in `resign`; return a message, or an empty string."""
        seat = self.speaking_seat() if seat is None else seat
        other = 1 - seat
        if self.session.players[other] == HUMAN:
            self.offer = seat
            return ""
        thought = self.thoughts.get(other)
        if thought is None and self.session.ply >= EARLY_DRAW_PLIES:
            self.offer = seat
            return _("Draw offered. The computer will answer on its next move.")
        if thought is not None and self.receive_draw_offer(thought):
            return ""
        self.offer = None
        return DRAW_DECLINED

    def receive_draw_offer(self, thought: SearchResult) -> bool:
        """Let the computer accept or decline a draw offer, and return whether it accepts."""
        accepts = self.session.ply >= EARLY_DRAW_PLIES and (
            thought.win_probability is None or thought.win_probability <= 0.5
        )
        if accepts:
            self.accept()
        return accepts

    def expire_offer(self, plies: int) -> None:
        """Withdraw a draw offer after a change by some plies, unless a computer is to answer it."""
        if plies != 1 or self.is_asking():
            self.offer = None

    def decline(self) -> str:
        """Decline an open draw offer for a computer that has moved; return a message or ""."""
        is_declined, self.offer = self.offer is not None and self.session.result is None, None
        return DRAW_DECLINED if is_declined else ""

    def is_asking(self) -> bool:
        """Return whether a person has to answer a draw offer."""
        return self.offer is not None and self.session.players[1 - self.offer] == HUMAN

    def accept(self) -> None:
        """End the game as a draw."""
        seat = self.speaking_seat() if self.offer is None else self.offer
        self.session.end(Termination(AGREED, seat))

    def undo_ending(self) -> bool:
        """Undo a resignation, a draw or a loss on time; return whether there was one."""
        session = self.session
        if (ending := session.shown_ending) is None:
            return False
        if ending.kind == TIME and session.clock is not None:
            session.clock.reset(ending.seat)
        session.end(None)
        return True
