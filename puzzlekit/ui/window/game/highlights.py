"""What is marked on the board of a game: the last move, targets, a hint, what decided."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from ....play.controller import GameController
from ...board_drawing import steps_cross
from ...move_selector import Cells, MoveSelector
from ...theme import Colour, Theme, mix
from ..drawing.board_view import BoardView

#: How much of the colour of the mark lies on the ground of a cell.
TINT = 0.4

#: Steps from which on a line joins the two ends of a move.
LONG_ARROW = 1.2


class LastMove:
    """Marks the last move: under the pieces the ground of its cells, over them a frame."""

    def __init__(self, table: GameController, view: BoardView) -> None:
        self.view, self.marks = view, view.marks
        self.carry = table.session.last_cell_permutation()
        moved, pieces = table.session.moved_cells(), view.timeline.looks
        self.few = len(moved) <= max(4, len(pieces) // 2)
        self.turned = turned(table, moved)
        still = set(self.turned)
        self.to = [cell for cell in moved if pieces[cell] is not None and cell not in still]
        self.left = [cell for cell in moved if pieces[cell] is None and cell not in still]
        #: Tiles are seen against a colour that none of them has.
        self.is_tiled = any(look is not None and look.form == "hexagon" for look in pieces)

    def draw_under(self, theme: Theme) -> None:
        """Colour the ground, and join both ends of a move that went far."""
        if not self.few:
            return
        self.marks.tint([*self.turned, *self.left, *self.to], theme.accent, TINT)
        if len(self.left) == len(self.to) == 1:
            points = self.view.board.points
            start, end = points[self.left[0]], points[self.to[0]]
            if math.dist(start, end) > LONG_ARROW:
                self.marks.line(start, end, mix(theme.accent, theme.wood, 1 - TINT))

    def draw(self, theme: Theme) -> None:
        colour = theme.focus if self.is_tiled else theme.accent
        if not self.few:  # nearly all has moved: say which way
            self.marks.arrow([*self.turned, *self.to, *self.left], self.carry, colour)
            return
        self.marks.outline(self.turned, colour, 3)
        for cell in self.to:
            self.marks.outline([cell], colour, 3)
        for cell in self.left:
            self.marks.dot(self.view.board.points[cell], colour, 0.1)


def turned(table: GameController, moved: Sequence[int]) -> Sequence[int]:
    """Return the part of the board that the last move has turned, its middle included."""
    move = table.session.last_move
    if table.rules.motion != "turn" or len(moved) < 3 or move is None:
        return ()
    touched = (touch.cells for touch in table.rules.clicks(move))
    return sorted({*moved, *max(touched, key=len, default=())})


class Highlights:
    """Mark cells of a board; with `legal` everything that can be touched."""

    def __init__(
        self,
        table: GameController,
        view: BoardView,
        pointer: MoveSelector,
        *,
        hovered: Cells | None,
        cursor: Cells | None,
        legal: bool,
    ) -> None:
        self.table, self.session, self.rules = table, table.session, table.rules
        self.view, self.marks, self.pointer = view, view.marks, pointer
        self.hovered, self.cursor, self.legal = hovered, cursor, legal

    def draw(self, theme: Theme) -> None:
        """Draw on the board what concerns the position, and what is under mouse and cursor."""
        accent, good = theme.accent, theme.success
        if self.table.session.last_move is not None and not self.pointer.path:
            LastMove(self.table, self.view).draw(theme)
        if self.session.result is not None:
            self.marks.outline(self.session.result.cells, good, 5)
        if not self.table.may_play():
            return
        if onward := self._next_cells():
            self._draw_targets(onward, accent)
        elif self.legal or self.pointer.path:
            self._draw_targets(self.pointer.targets(), good)
        for cell, piece in self.pointer.ghosts().items():
            self.view.ghost(cell, piece, 255)
        if self.pointer.path:
            self.marks.mark(self.pointer.path[0].cells, theme.focus)
        if steps_cross(self.view.board):
            self._draw_steps(theme.focus if self.pointer.path else accent)
        for target in {self.hovered, self.cursor}:
            if target is not None and target in self.pointer.targets():
                self._draw_target(target, theme.focus if target == self.cursor else accent)
        if self.table.hint:
            self._draw_hint(self.table.hint[0], good)

    def _draw_target(self, target: Cells, colour: Colour) -> None:
        for cell in set(target) & set(ghosts := self.pointer.ghosts(target)):
            self.view.ghost(cell, ghosts[cell], 150)
        self.marks.mark(target, colour, 4)
        if self.rules.motion == "turn" and not self.table.hint:
            self.marks.arrow(target, self.pointer.preview_permutation(target), colour)

    def _draw_steps(self, colour: Colour) -> None:
        """Show where the piece in hand can go, or the one under the mouse or the cursor."""
        pointer, points = self.pointer, self.view.board.points
        at, goals = self.cursor or self.hovered, set(pointer.targets())
        if pointer.path:
            at = pointer.path[-1].cells
        elif at not in goals or len(at) > 1:
            return
        else:
            goals = pointer.next_targets(at)
        for goal in goals:
            (x, y), end = points[at[0]], pointer.anchor(goal)
            share = 0.45 / (math.dist((x, y), end) or 1.0)  # it begins beside the piece
            self.marks.line((x + share * (end[0] - x), y + share * (end[1] - y)), end, colour)
            self.marks.dot(end, colour)

    def _next_cells(self) -> set[Cells]:
        """Return where the piece under the mouse or the cursor can go, if that is to be shown."""
        at = self.cursor or self.hovered
        if not self.legal or at not in self.pointer.targets() or len(at) > 1:
            return set()
        return (
            self.pointer.next_targets(at) if self.view.timeline.looks[at[0]] is not None else set()
        )

    def _draw_targets(self, targets: Iterable[Cells], colour: Colour) -> None:
        """Show what can be touched: a frame round a piece, a dot elsewhere."""
        for cells in targets:
            x, y = self.pointer.anchor(cells)
            if len(cells) > 1 or (
                self.view.timeline.looks[cells[0]] is None and not self.view.board.is_tiling
            ):
                self.marks.dot((x, y), colour)
            elif self.view.board.is_tiling:  # below the name of the cell, if it is shown
                low = 0.32 if self.view.canvas.settings.legal else 0.0
                self.marks.dot((x, y - low), colour, 0.07)
            else:
                self.marks.mark(cells, colour, 2.5)

    def _draw_hint(self, move: str, colour: Colour) -> None:
        """Show what is left to touch for the move that is advised."""
        ways = map(list, self.rules.click_sequences(self.session.state, move))
        length = len(self.pointer.path)
        touches = next((way for way in ways if way[:length] == self.pointer.path), [])
        for touch in touches[length:]:
            self.marks.mark(touch.cells, colour, 5)
            if self.rules.motion == "turn" and len(touch.cells) > 1:
                permutation = self.rules.cell_permutation(self.session.state, move)
                self.marks.arrow(touch.cells, permutation, colour)
