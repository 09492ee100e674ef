"""What is marked on the board of a game: the last move, targets, a hint, what decided."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..pointer import Cells
from ..theme import Colour, Theme

if TYPE_CHECKING:
    from .game import GameScreen


class Highlights:
    """Marks cells of the board of a game screen."""

    def __init__(self, screen: GameScreen) -> None:
        self.screen, self.view, self.pointer = screen, screen.view, screen.pointer
        self.session, self.rules = screen.session, screen.rules

    def draw(self, theme: Theme) -> None:
        """Draw on the board what concerns the position, and what is under mouse and cursor."""
        session = self.session
        cursor, accent, good = theme.focus, theme.accent, theme.good
        if session.last is not None and not self.pointer.path:
            moved = self.screen.moved()
            if 0 < len(moved) < len(self.rules.board) / 2 or len(moved) <= 4:
                self.view.mark(moved, accent)
        result = session.result
        if result is not None:
            self.view.outline(result.cells, good, 5)
        if not self.screen.human_turn() or result is not None:
            return
        targets = self.pointer.targets()
        if onward := self._onward():
            self._draw_targets(onward, accent)
        elif self.screen.app.settings.legal or self.pointer.path:
            self._draw_targets(targets, good)
        for cell, piece in self.pointer.ghosts().items():
            self.view.ghost(cell, piece, 255)
        if self.pointer.path:
            self.view.mark(self.pointer.path[0].cells, cursor)
        for target in {self.screen.hovered, self.screen.cursor}:
            if target is not None and target in targets:
                colour = cursor if target == self.screen.cursor else accent
                for cell in set(target) & set(ghosts := self.pointer.ghosts(target)):
                    self.view.ghost(cell, ghosts[cell], 150)
                self.view.mark(target, colour, 4)
                if self.rules.motion == "turn" and not self.screen.hint:
                    self.view.arrow(target, self.pointer.would_carry(target), colour)
        if self.screen.hint:
            self._draw_hint(good)

    def _onward(self) -> set[Cells]:
        """Return where the piece under the mouse or the cursor can go, if that is to be shown."""
        at = self.screen.cursor or self.screen.hovered
        if not self.screen.app.settings.legal or at not in self.pointer.targets() or len(at) > 1:
            return set()
        return self.pointer.after(at) if self.view.looks[at[0]] is not None else set()

    def _draw_targets(self, targets: Iterable[Cells], colour: Colour) -> None:
        """Show what can be touched: a frame round a piece, a dot elsewhere."""
        for cells in targets:
            x, y = self.pointer.anchor(cells)
            if len(cells) > 1 or (self.view.looks[cells[0]] is None and not self.view.board.tiled):
                self.view.dot((x, y), colour)
            elif self.view.board.tiled:  # below the name of the cell
                self.view.dot((x, y - 0.32), colour, 0.07)
            else:
                self.view.mark(cells, colour, 2.5)

    def _draw_hint(self, colour: Colour) -> None:
        """Show what is left to touch for the move that is advised."""
        ways = map(list, self.rules.ways(self.session.state, self.screen.hint[0]))
        length = len(self.pointer.path)
        touches = next((way for way in ways if way[:length] == self.pointer.path), [])
        if touches:
            for touch in touches[length:]:
                self.view.mark(touch.cells, colour, 5)
                if self.rules.motion == "turn" and len(touch.cells) > 1:
                    carry = self.rules.carry(self.session.state, self.screen.hint[0])
                    self.view.arrow(touch.cells, carry, colour)
