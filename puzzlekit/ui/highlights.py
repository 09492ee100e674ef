"""Highlights on the board: last move, targets, hint and winning cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from ..core.board import Board, Point
from ..core.values import Piece
from ..play.controller import GameController
from ..play.last_turn import moved_cells
from .board_drawing import edges_cross_cells
from .board_input import BoardInput
from .board_marks import BoardMarks
from .checked_pieces import checked_pieces
from .move_selector import Cells
from .theme import Colour, Theme, mix

#: Opacity of the tint on the cells of the last move.
TINT = 0.4

#: Minimum length, in steps, of moves whose ends are joined by a line.
LONG_ARROW = 1.2

#: Distance in steps between the centre of a piece with text and a dot on the piece.
BELOW_TEXT = 0.36


def block_at(board: Board, pieces: Sequence[Piece | None], cell: int) -> frozenset[int]:
    """Return a cell with the cells to which its piece is joined, directly or through others."""
    cells, found = {cell}, [cell]
    for each in found:
        piece = pieces[each]
        x, y = board.points[each]
        for dx, dy in piece.joined if piece is not None else ():
            for near in board.neighbours[each]:
                if near not in cells and math.dist(board.points[near], (x + dx, y + dy)) < 0.1:
                    cells.add(near)
                    found.append(near)
    return frozenset(cells)


class LastMove:
    """The last move, with marks below and above the pieces."""

    def __init__(self, controller: GameController, view: BoardMarks) -> None:
        self.view = view
        self.permutation = controller.session.last_cell_permutation()
        moved, pieces = moved_cells(controller.session), view.pieces
        self.few = len(moved) <= max(4, len(pieces) // 2)
        self.turned = cells_of_last_turn(controller, moved)
        turned_cells = set(self.turned)
        self.targets = [
            cell for cell in moved if pieces[cell] is not None and cell not in turned_cells
        ]
        self.sources = [cell for cell in moved if pieces[cell] is None and cell not in turned_cells]
        #: On tiles, the marks have a colour that no tile has.
        self.is_tiled = any(
            piece.form == "hexagon" for cell in moved if (piece := pieces[cell]) is not None
        )

    def draw_under(self, theme: Theme) -> None:
        """Tint the cells, and join the ends of the move if it is long."""
        if not self.few:
            return
        self.view.tint([*self.turned, *self.sources, *self.targets], theme.accent, TINT)
        if len(self.sources) == len(self.targets) == 1:
            points = self.view.board.points
            start, end = points[self.sources[0]], points[self.targets[0]]
            if math.dist(start, end) > LONG_ARROW:
                self.view.line(start, end, mix(theme.accent, theme.wood, 1 - TINT))

    def draw(self, theme: Theme) -> None:
        colour = theme.focus if self.is_tiled else theme.accent
        if not self.few:  # nearly everything has moved: show the direction
            self.view.arrow([*self.turned, *self.targets, *self.sources], self.permutation, colour)
            return
        self.view.outline(self.turned, colour, 3)
        board, pieces = self.view.board, self.view.pieces
        blocks = (block_at(board, pieces, cell) for cell in self.targets)
        self.view.outline(frozenset().union(*blocks), colour, 3)
        for cell in self.sources:
            self.view.dot(self.view.board.points[cell], colour, 0.1)


def cells_of_last_turn(controller: GameController, moved: Sequence[int]) -> Sequence[int]:
    """Return the cells turned by the last move, including the centre of the turn."""
    move = controller.session.last_move
    if controller.rules.motion != "turn" or len(moved) < 3 or move is None:
        return ()
    click_cells = (click.cells for click in controller.rules.clicks(move))
    return sorted({*moved, *max(click_cells, key=len, default=())})


class Highlights:
    """Highlights on a board; if `legal` is true, every legal target is highlighted too.

    `best_move` is the best move of an analysis.
    """

    def __init__(
        self, input: BoardInput, view: BoardMarks, *, legal: bool, best_move: str = ""
    ) -> None:
        self.controller, self.rules = input.controller, input.rules
        self.session = input.controller.session
        self.view, self.selector = view, input.selector
        self.hovered, self.cursor, self.legal = input.hovered, input.cursor, legal
        self.best_move = best_move

    def draw(self, theme: Theme) -> None:
        """Draw the highlights for the position, the mouse and the cursor."""
        accent, good = theme.accent, theme.success
        if self.controller.shows_last_move and not self.selector.path:
            LastMove(self.controller, self.view).draw(theme)
        if self.session.result is not None:
            self.view.outline(self.session.result.cells, good, 5)
        if not self.controller.may_play():
            return
        if next_targets := self._next_cells():
            self._draw_targets(next_targets, accent)
        elif self.selector.path or (self.legal and not self.controller.hint):
            self._draw_targets(self.selector.targets(), good)
        for cell, piece in self.selector.ghosts().items():
            self.view.ghost(cell, piece, 1.0)
        if self.selector.path:
            self.view.mark(self.selector.path[0].cells, theme.focus)
        if edges_cross_cells(self.view.board):
            self._draw_step_targets(theme.focus if self.selector.path else accent)
        for target in {self.hovered, self.cursor}:
            if target is not None and target in self.selector.targets():
                self._draw_target(target, theme.focus if target == self.cursor else accent)
        if self.controller.hint:
            self._draw_hint(self.controller.hint[0], good)
        elif self.best_move and not self.selector.path:
            self._draw_hint(self.best_move, theme.focus)

    def _draw_target(self, target: Cells, colour: Colour) -> None:
        for cell in set(target) & set(ghosts := self.selector.ghosts(target)):
            self.view.ghost(cell, ghosts[cell], 0.6)
        self.view.mark(target, colour, 4)
        if self.rules.motion == "turn" and not self.controller.hint:
            self.view.arrow(target, self.selector.preview_permutation(target), colour)

    def _draw_step_targets(self, colour: Colour) -> None:
        """Show the targets of the piece that is selected, or under the mouse or the cursor."""
        selector, points = self.selector, self.view.board.points
        at, goals = self.cursor or self.hovered, set(selector.targets())
        if selector.path:
            at = selector.path[-1].cells
        elif at not in goals or len(at) > 1:
            return
        else:
            goals = selector.next_targets(at)
        for goal in goals:
            (x, y), end = points[at[0]], selector.anchor(goal)
            share = 0.45 / (math.dist((x, y), end) or 1.0)  # start beside the piece
            self.view.line((x + share * (end[0] - x), y + share * (end[1] - y)), end, colour)
            self.view.dot(end, colour)

    def _next_cells(self) -> set[Cells]:
        """Return the targets of the piece under the mouse or cursor if legal moves are shown."""
        at = self.cursor or self.hovered
        if not self.legal or at not in self.selector.targets() or len(at) > 1:
            return set()
        return self.selector.next_targets(at) if self.view.pieces[at[0]] is not None else set()

    def _draw_targets(self, targets: Iterable[Cells], colour: Colour) -> None:
        """Mark targets with a frame around a piece or a block, or a dot on any other cell."""
        blocks = set[frozenset[int]]()
        for cells in targets:
            x, y = self.selector.anchor(cells)
            if len(cells) > 1 or (
                self.view.pieces[cells[0]] is None and not self.view.board.is_tiling
            ):
                self.view.dot((x, y - self._dot_offset(cells, (x, y))), colour)
            elif self.view.board.is_tiling:  # below the cell's name, if shown
                low = 0.32 if self.view.shows_names else 0.0
                self.view.dot((x, y - low), colour, 0.07)
            elif len(block := block_at(self.view.board, self.view.pieces, cells[0])) > 1:
                blocks.add(block)
            else:
                self.view.mark_clearly(cells, colour, 2.5)
        for block in blocks:
            self.view.outline(block, colour, 2.5)

    def _dot_offset(self, cells: Cells, point: Point) -> float:
        """Return how far below a point a dot must be so as not to cover the text of a piece."""
        points = self.view.board.points
        nearest = min(cells, key=lambda cell: math.dist(points[cell], point))
        piece = self.view.pieces[nearest]
        is_on_text = piece is not None and piece.text and math.dist(points[nearest], point) < 0.2
        return BELOW_TEXT if is_on_text else 0.0

    def _draw_hint(self, move: str, colour: Colour) -> None:
        """Show the remaining clicks of the suggested move."""
        sequences = map(list, self.rules.click_sequences(self.session.state, move))
        length = len(self.selector.path)
        clicks = next(
            (sequence for sequence in sequences if sequence[:length] == self.selector.path), []
        )
        before = self.view.pieces
        after = checked_pieces(self.rules, self.rules.play(self.session.state, move))
        for number, click in list(enumerate(clicks))[length:]:
            block = block_at(self.view.board, after if number else before, click.cells[0])
            cells = block if len(block) > 1 else click.cells
            for cell in cells:
                has_turned = number > 0 and self.rules.motion == "turn"
                if (before[cell] is None or has_turned) and (piece := after[cell]) is not None:
                    self.view.ghost(cell, piece, 0.6)
            if len(block) > 1:
                self.view.outline(block, colour, 5 if number else 2.5)
            else:
                self.view.mark_clearly(click.cells, colour, 5)
            permutation = self.rules.cell_permutation(self.session.state, move) or {}
            turned = click.cells
            if len(turned) == 1 and number == 0:
                turned = tuple([cell for cell in permutation if cell < len(self.rules.board)])
            if self.rules.motion == "turn" and len(turned) > 1:
                self.view.arrow(turned, permutation, colour)
