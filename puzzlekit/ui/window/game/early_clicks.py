"""Clicks on the board that come before the move of a computer has been shown."""

from __future__ import annotations

import pygame

from ....play.table import Table
from ....players.player import HUMAN
from ..drawing.canvas import Canvas
from .board import GameBoard


class EarlyClicks:
    """Premoves: clicks while a computer's move is shown, made after it if still possible."""

    def __init__(self, table: Table, board: GameBoard) -> None:
        self.table, self.board = table, board
        self.kept: list[pygame.event.Event] = []

    def _is_early(self) -> bool:
        session = self.table.session
        if session.result is not None or session.can_redo or HUMAN not in session.players:
            return False
        if not self.table.is_human_turn():
            return bool(self.board.timeline.queue or self.kept)
        if not session.ply or not self.board.timeline.queue:
            return False
        last = self.table.rules.turn(session.state_at(session.ply - 1))
        return session.players[last] != HUMAN

    def keep(self, event: pygame.event.Event) -> bool:
        """Keep a click that comes too early; return whether it does."""
        if event.type not in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return False
        if event.button not in (1, 3) or not self._is_early():
            return False
        if event.button == 3:
            self.kept.clear()
        elif self.board.is_over(event.pos):
            self.kept.append(event)
        return True

    def drop(self) -> bool:
        """Forget what has been kept; return whether there was anything."""
        had = bool(self.kept)
        self.kept.clear()
        return had

    def poll(self) -> bool:
        """Make the clicks whose time has come; return whether there were any."""
        if not self.kept or self._is_early() or self.board.timeline.moving():
            return False
        while self.kept and not self._is_early():
            event = self.kept.pop(0)
            if self.table.may_play() and not self.table.session.can_redo:
                self.board.mouse(event)
            else:
                self.kept.clear()
        return True

    def draw(self, canvas: Canvas) -> None:
        for event in self.kept:
            if event.type == pygame.MOUSEBUTTONDOWN:
                pygame.draw.aacircle(
                    canvas.surface, canvas.theme.focus, event.pos, canvas.px(9), canvas.px(3)
                )
