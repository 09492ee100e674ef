"""Marks on a board, and the highlights that they form: last move, targets, hint, winning cells."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from ..core.board import Board, Point
from ..core.permutation import cycles_of
from ..core.polygons import area, sides_of
from ..core.values import Piece
from ..play.controller import GameController
from ..play.last_turn import moved_cells
from ..plugin.validation import checked_pieces
from .board_drawing import MAX_PLATE_CELLS, edges_cross_cells
from .board_input import BoardInput, Cells
from .cells import View, cell_outline, centre_of, hull_of_cells
from .motion import turning_centre
from .theme import Colour, Theme, lightness, mix

#: Size of a frame relative to its cell.
INSIDE = 0.94

#: Edge colours of bright and dark lines, and the minimum lightness of a bright line.
EDGES, BRIGHT = ((20, 24, 30), (250, 250, 250)), 110

#: Number of corners of a disc.
CORNERS = 32

Line = tuple[Point, Point]


def edge_of(colour: Colour) -> Colour:
    """Return a contrasting colour for the edges of a line."""
    return EDGES[lightness(colour) < BRIGHT]


class BoardMarks(ABC):
    """A view of a board on which marks are drawn; subclasses draw them.

    `scale` is the number of pixels per unscaled pixel. The thickness of lines is in unscaled
    pixels, all other sizes are in pixels.
    """

    board: Board
    view: View
    scale: float = 1.0

    @property
    @abstractmethod
    def pieces(self) -> Sequence[Piece | None]:
        """The pieces that are shown."""

    @property
    @abstractmethod
    def shows_names(self) -> bool:
        """True if the cells show their names."""

    # -- drawing ----------------------------------------------------------------------------------

    @abstractmethod
    def ghost(self, cell: int, piece: Piece, opacity: float) -> None:
        """Draw a translucent piece."""

    @abstractmethod
    def draw_frame(self, corners: Sequence[Point], colour: Colour, thick: float) -> None:
        """Draw a closed polygon."""

    @abstractmethod
    def draw_ring(
        self, centre: Point, size: float, radius: float, colour: Colour, thick: float
    ) -> None:
        """Draw a square with rounded corners."""

    @abstractmethod
    def draw_lines(self, lines: Sequence[Line], colour: Colour, width: float) -> None:
        """Draw lines with round ends, `width` pixels wide."""

    @abstractmethod
    def draw_area(self, corners: Sequence[Point], colour: Colour, opacity: float) -> None:
        """Fill a polygon."""

    @abstractmethod
    def draw_disc(self, centre: Point, colour: Colour, radius: float) -> None:
        """Draw a disc with a dark edge."""

    @abstractmethod
    def draw_sign(
        self, icon: str, centre: Point, size: float, colour: Colour, *, turn: float, mirrored: bool
    ) -> None:
        """Draw an icon in a disc, turned anticlockwise by degrees and perhaps mirrored."""

    # -- marks ------------------------------------------------------------------------------------

    def mark(self, cells: Sequence[int], colour: Colour, thick: float = 3) -> None:
        """Frame cells together if they fill a convex area, otherwise one by one."""
        points = [self.board.points[cell] for cell in cells]
        if self.board.shape in ("square", "bare") and len(cells) > 1:
            corners = hull_of_cells(points)
            if abs(area(corners) - len(cells)) < 0.5:
                self.draw_frame([self.view.pixel(*each) for each in corners], colour, thick)
                return
        if len(cells) <= MAX_PLATE_CELLS:
            for cell in cells:
                self.mark_cell(cell, colour, thick)

    def mark_clearly(self, cells: Sequence[int], colour: Colour, thick: float) -> None:
        """Frame cells as `mark` does, with an edge that is visible on any background."""
        self.mark(cells, edge_of(colour), thick + 2)
        self.mark(cells, colour, thick)

    def mark_cell(self, cell: int, colour: Colour, thick: float) -> None:
        px, py = self.board.points[cell]
        if self.board.shape in ("square", "bare"):
            self.draw_ring(self.view.pixel(px, py), self.view.unit, 4 * self.scale, colour, thick)
        elif self.board.is_tiling or self.board.outlines:
            corners = [
                self.view.pixel(px + INSIDE * (x - px), py + INSIDE * (y - py))
                for x, y in cell_outline(self.board, cell)
            ]
            self.draw_frame(corners, colour, thick)
        else:
            size = self.view.unit * 0.98
            self.draw_ring(self.view.pixel(px, py), size, size / 2, colour, thick)

    def outline(self, cells: Iterable[int], colour: Colour, thick: float) -> None:
        """Outline an area of adjacent cells or, on a board with gaps, each cell."""
        if self.board.shape not in ("square", "bare", "hexagon", "polygon"):
            for cell in cells:
                self.mark_cell(cell, edge_of(colour), thick + 2.5)
                self.mark_cell(cell, colour, thick)
            return
        sides: dict[Point, Line | None] = {}
        for cell in cells:
            for a, b in sides_of(cell_outline(self.board, cell)):
                x, y = centre_of([a, b])
                key = round(x, 3), round(y, 3)
                sides[key] = None if key in sides else (a, b)
        # Thin lines on tiny cells, such as those of a small net.
        width = max(1, min(round(thick * self.scale), round(self.view.unit / 9)))
        edge = min(round(3 * self.scale), max(1, width))
        pixel = self.view.pixel
        lines = [(pixel(*side[0]), pixel(*side[1])) for side in sides.values() if side]
        self.draw_lines(lines, edge_of(colour), width + edge)  # visible on any background
        self.draw_lines(lines, colour, width)

    def tint(self, cells: Iterable[int], colour: Colour, opacity: float) -> None:
        """Tint cells below the pieces."""
        for cell in cells:
            corners = [self.view.pixel(*point) for point in self._corners(cell)]
            self.draw_area(corners, colour, opacity)

    def _corners(self, cell: int) -> Sequence[Point]:
        if self.board.shape in ("square", "bare") or self.board.is_tiling or self.board.outlines:
            return cell_outline(self.board, cell)
        (x, y), turn = self.board.points[cell], math.tau / CORNERS
        return [
            (x + 0.49 * math.cos(i * turn), y + 0.49 * math.sin(i * turn)) for i in range(CORNERS)
        ]

    def line(self, start: Point, end: Point, colour: Colour) -> None:
        ends = self.view.pixel(*start), self.view.pixel(*end)
        self.draw_lines([ends], colour, max(2, round(self.view.unit * 0.08)))

    def dot(self, point: Point, colour: Colour, size: float = 0.13) -> None:
        """Draw a dot at a target."""
        self.draw_disc(self.view.pixel(*point), colour, max(3, round(self.view.unit * size)))

    def arrow(self, cells: Sequence[int], permutation: Mapping[int, int], colour: Colour) -> None:
        """Draw an arrow for the direction of a move in the middle of its click target."""
        points, size = self.board.points, len(self.board)
        inside = [cell for cell, end in permutation.items() if max(cell, end) < size]
        if not inside or len(cells) < 2:
            return
        centre = centre_of([points[cell] for cell in cells])
        near = min(inside, key=lambda cell: math.dist(points[cell], centre))
        a, b = points[near], points[permutation[near]]
        cycles = [[c for c in cycle if c < size] for cycle in cycles_of(permutation)]
        turns = any(turning_centre([points[c] for c in cycle]) is not None for cycle in cycles)
        across = (a[0] - centre[0]) * (b[1] - centre[1]) - (a[1] - centre[1]) * (b[0] - centre[0])
        self.draw_sign(
            "clockwise" if turns else "forward",
            self.view.pixel(*centre),
            max(14, round(self.view.unit * 0.6)),
            colour,
            turn=0.0 if turns else math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])),
            mirrored=turns and across > 0,
        )


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
        others = [cell for cell in moved if cell not in turned_cells]
        self.targets = [cell for cell in others if pieces[cell] is not None]
        self.sources = [cell for cell in others if pieces[cell] is None]
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
            points, source = self.view.board.points, self.sources[0]
            if self.permutation.get(source, source) >= len(points):
                return  # one piece was removed, and another one placed
            start, end = points[source], points[self.targets[0]]
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
