"""Timed events of a game: clocks, replay, solution playback and premoves."""

from __future__ import annotations

import pygame

from ....play.clock import format_clock
from ....play.controller import GameController
from ....play.solve_timer import SolveTimer
from ....players.player import HUMAN
from ...settings import Settings
from ..drawing.canvas import Canvas
from .board import GameBoard
from .replay import Replay, SolutionPlayer


class Premoves:
    """Premoves: clicks made while an engine's move is animated, and played after it if legal."""

    def __init__(self, controller: GameController, board: GameBoard) -> None:
        self.controller, self.board = controller, board
        self.events: list[pygame.event.Event] = []

    def _is_premove(self) -> bool:
        session = self.controller.session
        if session.result is not None or session.can_redo or HUMAN not in session.players:
            return False
        if not self.controller.is_human_turn():
            return bool(self.board.timeline.queue or self.events)
        if not session.ply or not self.board.timeline.queue:
            return False
        last = self.controller.rules.turn(session.state_at(session.ply - 1))
        return session.players[last] != HUMAN

    def remember(self, event: pygame.event.Event) -> bool:
        """Store a click that is a premove; return whether it is."""
        if event.type not in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return False
        if event.button not in (1, 3) or not self._is_premove():
            return False
        if event.button == 3:
            self.events.clear()
        elif self.board.is_over(event.pos):
            self.events.append(event)
        return True

    def clear(self) -> bool:
        """Discard the premoves; return whether there were any."""
        had = bool(self.events)
        self.events.clear()
        return had

    def poll(self) -> bool:
        """Play the stored clicks that are due; return whether there were any."""
        if not self.events or self._is_premove() or self.board.timeline.moving():
            return False
        while self.events and not self._is_premove():
            event = self.events.pop(0)
            if self.controller.may_play() and not self.controller.session.can_redo:
                self.board.mouse(event)
            else:
                self.events.clear()
        return True

    def draw(self, canvas: Canvas) -> None:
        for event in self.events:
            if event.type == pygame.MOUSEBUTTONDOWN:
                pygame.draw.aacircle(
                    canvas.surface, canvas.theme.focus, event.pos, canvas.px(9), canvas.px(3)
                )


class Ticker:
    """The timed events of a game, polled while it is `on`."""

    def __init__(self, controller: GameController, board: GameBoard, settings: Settings) -> None:
        self.controller = controller
        self.replay = Replay(controller, board.timeline, settings, board.refresh)
        self.solution = SolutionPlayer(controller, board.timeline, settings, board.refresh)
        self.premoves = Premoves(controller, board)
        self.timer = None if controller.rules.is_game() else SolveTimer(controller)
        self._shown = self._times()

    @property
    def on(self) -> bool:
        clock = self.controller.session.clock
        runs = clock is not None and clock.seat is not None
        races = self.timer is not None and self.timer.is_running
        shows = self.replay.is_on or self.solution.is_on
        return runs or races or shows or bool(self.premoves.events)

    def poll(self) -> bool:
        """Update everything; return whether the layout has changed."""
        self.controller.arbiter.tick()
        changed = [each.poll() for each in (self.replay, self.solution, self.premoves)]
        return any(changed)

    def is_stale(self) -> bool:
        """Return whether a displayed time has changed since the last call."""
        before, self._shown = self._shown, self._times()
        return self._shown != before

    def _times(self) -> tuple[str, str]:
        clock = self.controller.session.clock
        left = (
            format_clock(clock.remaining(clock.seat))
            if clock is not None and clock.seat is not None
            else ""
        )
        return left, self.timer.time() if self.timer is not None else ""
