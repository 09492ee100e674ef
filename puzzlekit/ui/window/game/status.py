"""The message in the status bar of the panel."""

from __future__ import annotations

from collections.abc import Hashable

from ....play.controller import GameController
from ....play.prompts import current_prompt
from ...move_selector import MoveSelector
from ..drawing.canvas import Canvas
from .board import GameBoard
from .gallery import is_card_layout
from .player_cards import side_piece
from .replay import SolutionPlayer
from .status_bar import StatusMessage


class StatusSource:
    """The source of the status message for a game and its board."""

    def __init__(self, table: GameController, board: GameBoard, solution: SolutionPlayer) -> None:
        self.table, self.board, self.solution = table, board, solution
        #: The last prompt from the rules with its key, as a one-entry cache.
        self._cached_prompt: tuple[Hashable, str] = None, ""

    def current_message(self, canvas: Canvas, waited: float) -> StatusMessage:
        """Return the current message; `waited` is the time in seconds waited for a worker."""
        table, pointer = self.table, self.board.pointer
        below = tuple(gestures(pointer, solid=self.board.solid is not None))
        if self.solution.is_on:
            return StatusMessage(self.solution.status_text())
        if self.board.refusal:
            return StatusMessage(self.board.refusal, below if pointer.path else (), "refuse")
        if table.message:
            return StatusMessage(table.status_message())
        headline = table.status_line(waited)
        if table.session.result is not None:
            return StatusMessage(headline, severity="end")
        is_game = table.rules.is_game()
        seat = next((each for each in table.seats() if each.is_to_move), None)
        piece = side_piece(canvas, seat) if is_game and seat is not None else None
        prompt = self._prompt() if table.may_play() and table.request is None else ""
        if not prompt or table.has_no_moves():
            return StatusMessage(headline, severity="wait", piece=piece)
        whose = (headline,) if is_game or table.session.is_reviewing else ()
        icon = "" if is_game else "clockwise" if table.rules.motion == "turn" else "forward"
        return StatusMessage(prompt, whose + below, "do", piece, icon)

    def _prompt(self) -> str:
        """Return the prompt of the rules, cached until the position or the clicks change."""
        pointer = self.board.pointer
        key = pointer, tuple(pointer.path)
        if self._cached_prompt[0] != key:
            text = current_prompt(pointer.rules, pointer.state, tuple(pointer.path))
            self._cached_prompt = key, text
        return self._cached_prompt[1]


def gestures(pointer: MoveSelector, *, solid: bool) -> list[str]:
    """Return the available mouse and key gestures, the most useful last."""
    if solid:
        return ["drag a sticker to turn its layer"]
    hints = []
    if pointer.board.plane and not pointer.path and not is_card_layout(pointer):
        hints.append("drag empty space to scroll")
    if pointer.path:
        hints.append("Esc takes back the click")
        if len(pointer.last_variants()) > 1:
            hints.append("click again to rotate it")
    maximum = max((len(variants) for variants in pointer.targets().values()), default=1)
    if maximum == 2 and not pointer.path:
        turns = pointer.rules.motion == "turn"
        hints.append(f"right-click: {'other direction' if turns else 'another move'}")
    elif maximum > 1:
        hints.append("wheel or Ctrl R rotates it")
    return hints
