"""The message in the panel's status bar."""

from __future__ import annotations

from collections.abc import Hashable

from ....play.controller import GameController
from ....play.prompts import current_prompt
from ...available_actions import gestures
from ..drawing.canvas import Canvas
from .board import GameBoard
from .player_cards import side_piece
from .status_bar import StatusMessage
from .timing import SolutionPlayer


class StatusSource:
    """The source of status messages for a game and its board."""

    def __init__(
        self, controller: GameController, board: GameBoard, solution: SolutionPlayer
    ) -> None:
        self.controller, self.board, self.solution = controller, board, solution
        #: The last prompt from the rules, with its key (a one-entry cache).
        self._cached_prompt: tuple[Hashable, str] = None, ""

    def current_message(self, canvas: Canvas, seconds_waited: float) -> StatusMessage:
        """Return the current message, given how long a worker has been waited for so far."""
        controller, selector = self.controller, self.board.selector
        below = tuple(gestures(selector, solid=self.board.solid is not None))
        if self.solution.is_on:
            return StatusMessage(self.solution.status_text())
        if self.board.refusal:
            return StatusMessage(self.board.refusal, below if selector.path else (), "refuse")
        if controller.message:
            return StatusMessage(controller.status_message())
        headline = controller.status_line(seconds_waited)
        if controller.session.result is not None:
            return StatusMessage(headline, severity="end")
        is_game = controller.rules.is_game()
        seat = next((each for each in controller.seats() if each.is_to_move), None)
        piece = side_piece(canvas, seat) if is_game and seat is not None else None
        prompt = self._prompt() if controller.may_play() and controller.request is None else ""
        if not prompt or controller.has_no_moves():
            return StatusMessage(headline, severity="wait", piece=piece)
        if controller.session.task is not None:
            headline, prompt = prompt, headline
        whose = (headline,) if is_game or controller.session.is_reviewing else ()
        icon = "" if is_game else "clockwise" if controller.rules.motion == "turn" else "forward"
        return StatusMessage(prompt, whose + below, "do", piece, icon)

    def _prompt(self) -> str:
        """Return the rules' prompt, which is cached until the position or the clicks change."""
        selector = self.board.selector
        key = selector, tuple(selector.path)
        if self._cached_prompt[0] != key:
            text = current_prompt(selector.rules, selector.state, tuple(selector.path))
            self._cached_prompt = key, text
        return self._cached_prompt[1]
