"""The arbiter of a table: whose time runs, and how players end a game without the rules."""

from __future__ import annotations

from collections.abc import Mapping

from ..players.player import HUMAN, SearchResult
from .session import Session
from .termination import AGREED, RESIGNED, SEATS, TIME, Termination

#: Plies before which a computer accepts no draw, and tells of no chances.
EARLY_DRAW_PLIES = 6


class Arbiter:
    """Run the clock of a session, and handle resignations and draw offers."""

    def __init__(self, session: Session, thoughts: Mapping[int, SearchResult]) -> None:
        self.session, self.rules, self.thoughts = session, session.rules, thoughts
        #: The seat that has offered a draw, until the other one has answered.
        self.offer: int | None = None

    def after_move(self) -> None:
        """Run the clock of the side to move, from the first move on; a computer waits for free."""
        session, clock = self.session, self.session.clock
        if clock is None:
            return
        if not session.can_redo and clock.at != session.ply:
            clock.after_undo(session.ply)
        state = session.state_at(clock.at)
        seat = self.rules.turn(state)
        waits = session.can_redo and session.players[seat] != HUMAN
        over = session.ending is not None or self.rules.outcome(state) is not None
        if clock.at == 0 or waits or over:
            clock.stop()
        else:
            clock.start(seat)

    def after_undo(self, ply: int) -> None:
        """Put the clock to a ply that is to be played from, and is shown next."""
        if self.session.clock is not None:
            self.session.clock.after_undo(ply)

    def tick(self) -> bool:
        """End the game if the time of a seat has run out; return whether it has."""
        clock = self.session.clock
        if clock is None or (seat := clock.expired()) is None:
            return False
        self.session.go_to_ply(clock.at)
        self.session.end(Termination(TIME, seat))
        return True

    def abandon(self) -> bool:
        """Stop the clock, since nobody plays on for now; return whether there is one."""
        if self.session.clock is not None:
            self.session.clock.stop()
        return self.session.clock is not None

    def seconds(self, seat: int) -> float:
        """Return for how long a computer may think; 0 if there is no clock."""
        clock = self.session.clock
        return round(clock.control.thinks(clock.left(seat)), 3) if clock is not None else 0.0

    def can_end(self) -> bool:
        """Return whether a person can resign: in a game of two that goes on."""
        session = self.session
        two = self.rules.is_game() and len(session.players) == SEATS
        open_ = not session.can_redo and session.result is None
        return two and open_ and HUMAN in session.players

    def can_draw(self) -> bool:
        """Return whether a person can offer a draw: where a game can end in one by its rules."""
        return self.rules.can_draw and self.can_end()

    def side_asked(self) -> int:
        """Return the seat for which a person speaks: of two people the one who is to move."""
        players = self.session.players
        if players.count(HUMAN) == 1:
            return players.index(HUMAN)
        return self.rules.turn(self.session.state)

    def resign(self) -> None:
        """Give the game up."""
        self.session.end(Termination(RESIGNED, self.side_asked()))

    def offer_draw(self) -> str:
        """Offer a draw, and return what there is to be said."""
        seat = self.side_asked()
        other = 1 - seat
        if self.session.players[other] == HUMAN:
            self.offer = seat
            return ""
        thought = self.thoughts.get(other)
        if thought is None and self.session.ply >= EARLY_DRAW_PLIES:
            self.offer = seat
            return "The computer answers when it has thought."
        if thought is not None and self.receive_draw_offer(thought):
            return ""
        self.offer = None
        return "The computer does not accept the draw."

    def receive_draw_offer(self, thought: SearchResult) -> bool:
        """Let a computer answer a draw offer by its evaluation; return whether it accepts."""
        accepts = self.session.ply >= EARLY_DRAW_PLIES and (
            thought.win_probability is None or thought.win_probability <= 0.5
        )
        if accepts:
            self.accept()
        return accepts

    def is_asking(self) -> bool:
        """Return whether a person is asked to accept a draw."""
        return self.offer is not None and self.session.players[1 - self.offer] == HUMAN

    def accept(self) -> None:
        """End the game as a draw."""
        seat = self.side_asked() if self.offer is None else self.offer
        self.session.end(Termination(AGREED, seat))

    def take_back(self) -> bool:
        """Take back how players have ended the game, if that is shown; return whether it was."""
        session, ending = self.session, self.session.ending
        if ending is None or session.can_redo:
            return False
        if ending.kind == TIME and session.clock is not None:
            session.clock.reset(ending.seat)
        session.end(None)
        return True
