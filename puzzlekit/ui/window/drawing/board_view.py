"""A view of a board, with pieces, animated moves and highlights."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import pygame

from ....core.board import Board, Point
from ....core.permutation import cycles_of
from ....core.values import Piece
from ....plugin.validation import checked_pieces, checked_solid
from ....rules.base import Rules, State
from ... import svg_art
from ...board_drawing import (
    FILLED,
    MAX_PLATE_CELLS,
    MIN_VISIBLE_STEPS,
    SQUARE,
    BoardDrawing,
    Rectangle,
    Shape,
    Symbol,
    Text,
    margin,
    piece_size,
    plate_faces,
)
from ...cells import (
    View,
    cell_contains,
    cell_outline,
    hull_of_cells,
    piece_radius,
    shows_cell_names,
)
from ...highlights import BoardMarks, Line, edge_of
from ...motion import Place, interpolate, places_between, turning_centre
from ...screen_layout import (
    BoardCamera,
    Box,
    clickable_cells,
    fit_board,
    occupied_cells,
    surroundings,
)
from ...theme import Colour, mix
from .canvas import Canvas, Rect, Surface
from .timeline import Pieces, Timeline

if TYPE_CHECKING:
    from .solid_view import SolidView


#: Minimum font size in pixels on a board. A larger minimum could make labels overlap.
MIN_LABEL_SIZE = 6

#: Pixels reserved on each side for borders and labels of fixed size.
EDGE = 4


class BoardView(BoardMarks):
    """The board of a game in a box. Moves on a timeline are animated."""

    def __init__(
        self, rules: Rules, canvas: Canvas, box: Box, timeline: Timeline, *, labels: bool = True
    ) -> None:
        self.rules, self.board, self.canvas = rules, rules.board.with_unit_step, canvas
        self.scale = canvas.scale
        self.labels = labels and shows_cell_names(rules)
        self.piece_radii = [
            piece_radius(self.board, cell, named=self.labels) for cell in range(len(self.board))
        ]
        self.timeline = timeline
        self._background: Surface | None = None
        self.box: Box = (0, 0, 0, 0)
        self.view = View(1.0, 0.0, 0.0)
        self.cells: list[int] | None = None
        self.camera: BoardCamera | None = None
        if self.board.plane:
            occupied = occupied_cells(timeline.pieces)
            first = occupied or clickable_cells(rules, rules.start()) or {0}
            self.cells = surroundings(self.board, first)
            self.camera = BoardCamera(self.board)
        self.place(canvas, box)

    def show_occupied(self, cells: Iterable[int], *, alone: bool = False) -> None:
        """Show the occupied cells of a plane, and `cells`, with a margin unless `alone` is set."""
        if self.camera is not None:
            relevant = {*occupied_cells(self.timeline.last), *cells}
            self.cells = sorted(relevant) if alone else surroundings(self.board, relevant)
            self.camera.follow(self.cells, self.box)
            self.moved()

    def fit(self) -> None:
        """Centre the cells of a plane that are shown, as large as they fit."""
        if self.camera is not None:
            self.camera.reset()
            self.moved()

    def moved(self) -> None:
        if self.camera is not None:
            self.view = self.camera.view
            self._background = None

    def place(self, canvas: Canvas, box: Box) -> None:
        if (canvas, box) == (self.canvas, self.box):
            return
        self.canvas, self.box, self.scale = canvas, box, canvas.scale
        if self.camera is not None:
            self.camera.follow(self.cells or (), box)
            self.moved()
            return
        free = margin(self.board, labels=self.labels)
        left, top, width, height = box
        inner = (left + EDGE, top + EDGE, width - 2 * EDGE, height - 2 * EDGE)
        self.view = fit_board(
            self.board, inner, free, signs=self.labels, min_steps=MIN_VISIBLE_STEPS
        )
        self._background = None

    def _render_background(self) -> Surface:
        surface = Surface(self.box[2:]).convert()
        surface.fill(self.canvas.theme.background)
        view = self.view.scrolled(-self.box[0], -self.box[1])
        plates = () if self.board.plane else plate_faces(self.rules)
        shapes = self._drawing(view).shapes(plates, surface.get_size(), self._text_size)
        with self.canvas.on(surface):
            draw_shapes(self.canvas, shapes)
        return surface

    def _drawing(self, view: View) -> BoardDrawing:
        canvas, board = self.canvas, self.board
        # Names on an unbounded plane are rarely useful, so show them only with the legal moves.
        labels = self.labels and (canvas.settings.legal or not board.is_tiling)
        cells = self._visible_cells()
        return BoardDrawing(board, view, canvas.theme, canvas.palette, cells, labels, canvas.scale)

    def _text_size(self, text: str, size: float) -> tuple[int, int]:
        return self.canvas.font(size / self.canvas.scale, "Semibold").size(text)

    def pixel(self, cell: int) -> tuple[float, float]:
        return self.view.pixel(*self.board.points[cell])

    def cell_at(self, point: Point) -> int | None:
        """Return the visible cell at a point on the board."""
        cells = self._visible_cells()
        return next((cell for cell in cells if cell_contains(self.board, cell, point)), None)

    def _visible_cells(self) -> Sequence[int]:
        return range(len(self.board)) if self.cells is None else self.cells

    def draw(self, under: Callable[[], object] | None = None) -> None:
        """Draw the board and then the pieces, calling `under` in between."""
        if self._background is None:
            self._background = self._render_background()
        self.canvas.surface.blit(self._background, self.box[:2])
        if under is not None:
            with self.clipped():
                under()
        pieces, permutation, share = self.timeline.now()
        share = min(1.0, abs(share))
        where = places_between(self.board.points, permutation, share, self.rules.motion)
        if self.rules.motion == "turn" and where:
            self._draw_plates(permutation, share)
        drawn = [
            (cell, piece, where.get(cell))
            for cell, piece in enumerate(pieces)
            if piece is not None and cell not in where
        ]
        moving = [
            (cell, pieces[cell] if cell < len(pieces) else None, place)
            for cell, place in where.items()
        ]
        blits = []
        for cell, piece, place in [*drawn, *sorted(moving, key=lambda each: each[2].lift)]:
            if piece is None:  # from the reserve: show the piece that will be placed
                queue = self.timeline.queue
                after = queue[0].after if queue else pieces
                to = permutation.get(cell, -1)
                piece = after[to] if cell >= len(pieces) and 0 <= to < len(after) else None
            if piece is not None:
                pos = place or Place(*self.board.points[cell])
                blits.append(self._sprite(piece, pos, cell, permutation.get(cell, cell), share))
        with self.clipped():
            self.canvas.surface.fblits(blits)
        shown = {cell: piece for cell, piece, _ in drawn if piece is not None}
        draw_shapes(self.canvas, self._drawing(self.view).names_on_tiles(shown))

    def clipped(self) -> AbstractContextManager[None]:
        """Clip drawing to the box, since a plane extends beyond the box."""
        return self.canvas.clipped(Rect(self.box)) if self.board.plane else nullcontext()

    def _sprite(
        self, piece: Piece, pos: Place, cell: int, to: int, share: float = 0.0
    ) -> tuple[Surface, tuple[float, float]]:
        """Return the picture of a piece that moves between two cells, and its top left corner."""
        cell, to = (each if each < len(self.board) else min(cell, to) for each in (cell, to))
        if piece.form == "hexagon":
            return tile_sprite(self.canvas, self.view, piece, pos)
        if piece.form == "sticker" and self.board.shape in FILLED:
            return self._sticker_sprite(piece, pos, cell, to, share)
        fits = 2 * min(self.piece_radii[cell], self.piece_radii[to])
        size = max(2, round(self.view.unit * fits * piece_size(self.board, piece) * pos.size))
        if pos.size != 1.0 and size > 24:
            size -= size % 4  # fewer sizes to rasterise while a piece grows
        picture = self.canvas.piece(piece, size, rounded=self.board.shape not in SQUARE)
        x, y = self.view.pixel(pos.x, pos.y + pos.lift)
        return picture, (round(x - size / 2), round(y - size / 2))

    def _sticker_sprite(
        self, piece: Piece, pos: Place, cell: int, to: int, share: float
    ) -> tuple[Surface, tuple[float, float]]:
        """Return the picture of a sticker moving between two cells, with an interpolated shape."""
        start, end = (
            [(x - px, y - py) for x, y in cell_outline(self.board, each)]
            for each in (cell, to)
            for px, py in [self.board.points[each]]
        )
        corners = interpolate(start, end, share) if cell != to else start
        pixels = [
            self.view.pixel(pos.x + pos.size * x, pos.y + pos.lift + pos.size * y)
            for x, y in corners
        ]
        return self.canvas.sticker_picture(piece, pixels, self.piece_radii[cell] * self.view.unit)

    @property
    def pieces(self) -> Pieces:
        """The pieces before any animated moves."""
        return self.timeline.pieces

    @property
    def shows_names(self) -> bool:
        """True if the names of the cells are shown on a plane, too."""
        return self.canvas.settings.legal

    def ghost(self, cell: int, piece: Piece, opacity: float) -> None:
        picture, at = self._sprite(piece, Place(*self.board.points[cell]), cell, cell)
        faint = picture.copy()
        faint.set_alpha(round(255 * opacity))
        self.canvas.surface.blit(faint, at)

    def _draw_plates(self, permutation: Mapping[int, int], share: float) -> None:
        """Draw a turning plate below the pieces of a small face."""
        cells = [cell for cell in permutation if cell < len(self.board)]
        cycles = cycles_of(permutation)
        if not 2 <= len(cells) <= MAX_PLATE_CELLS or len(cells) == len(self.board):
            return
        centre = turning_centre([self.board.points[cell] for cell in max(cycles, key=len)])
        if centre is None:
            return
        first = cycles[0]
        start, end = (
            math.atan2(self.board.points[c][1] - centre[1], self.board.points[c][0] - centre[0])
            for c in first[:2]
        )
        angle = ((end - start + math.pi) % (2 * math.pi) - math.pi) * share
        corners = hull_of_cells([self.board.points[cell] for cell in cells])
        cos, sin = math.cos(angle), math.sin(angle)
        turned = [
            self.view.pixel(
                centre[0] + (x - centre[0]) * cos - (y - centre[1]) * sin,
                centre[1] + (x - centre[0]) * sin + (y - centre[1]) * cos,
            )
            for x, y in corners
        ]
        theme = self.canvas.theme
        flat = [self.view.pixel(x, y) for x, y in corners]
        pygame.draw.polygon(self.canvas.surface, mix(theme.wood_line, (0, 0, 0), 0.5), flat)
        pygame.draw.polygon(self.canvas.surface, theme.wood_light, turned)
        self.canvas.polyline(turned, theme.accent, 3)

    def draw_frame(self, corners: Sequence[Point], colour: Colour, thick: float) -> None:
        self.canvas.polyline(corners, colour, thick)

    def draw_ring(
        self, centre: Point, size: float, radius: float, colour: Colour, thick: float
    ) -> None:
        side = round(size)
        left, top = (round(each - side / 2) for each in centre)
        self.canvas.ring(Rect(left, top, side, side), colour, radius / self.scale, thick)

    def draw_lines(self, lines: Sequence[Line], colour: Colour, width: float) -> None:
        for start, end in lines:
            pygame.draw.line(self.canvas.surface, colour, start, end, round(width))
            for pos in (start, end):
                pygame.draw.aacircle(self.canvas.surface, colour, pos, width / 2)

    def draw_area(self, corners: Sequence[Point], colour: Colour, opacity: float) -> None:
        left, top = (math.floor(min(each)) for each in zip(*corners, strict=True))
        right, low = (math.ceil(max(each)) for each in zip(*corners, strict=True))
        patch = pygame.Surface((right - left + 1, low - top + 1), pygame.SRCALPHA)
        inside = [(x - left, y - top) for x, y in corners]
        pygame.draw.polygon(patch, (*colour, round(255 * opacity)), inside)
        self.canvas.surface.blit(patch, (left, top))

    def draw_disc(self, centre: Point, colour: Colour, radius: float) -> None:
        x, y = map(round, centre)
        pygame.draw.aacircle(self.canvas.surface, (0, 0, 0), (x, y), radius + 1)
        pygame.draw.aacircle(self.canvas.surface, colour, (x, y), radius)

    def draw_sign(
        self, icon: str, centre: Point, size: float, colour: Colour, *, turn: float, mirrored: bool
    ) -> None:
        side = round(size)
        picture = self.canvas.svg(svg_art.icon(icon, colour), (side, side))
        if turn:
            picture = pygame.transform.rotate(picture, turn)
        if mirrored:
            picture = pygame.transform.flip(picture, True, False)
        size = min(side + 8, 1.35 * side)
        back = self.canvas.svg(svg_art.node(edge_of(colour), colour), (round(size), round(size)))
        for each in (back, picture):
            self.canvas.blit(each, center=centre)


def tile_sprite(
    canvas: Canvas, view: View, piece: Piece, hit: Place
) -> tuple[Surface, tuple[float, float]]:
    """Return a tile placed to a quarter pixel, so that its curves meet those of adjacent tiles."""
    unit = max(2.0, view.unit * hit.size)
    if hit.size != 1.0:
        unit = float(max(2, round(unit / 4) * 4))
    x, y = view.pixel(hit.x, hit.y + hit.lift)
    quarters = round(x * 4), round(y * 4)
    (left, right), (top, down) = (divmod(each, 4) for each in quarters)
    picture = canvas.tile(piece, round(unit, 2), (right / 4, down / 4))
    half = picture.get_width() // 2
    return picture, (left - half, top - half)


def draw_pieces(canvas: Canvas, board: Board, pieces: Mapping[int, Piece], box: Rect) -> None:
    """Draw pieces without a board, as large as fits into a box."""
    part = board.with_unit_step.part(list(pieces))
    view = fit_board(part, (box.left, box.top, box.width, box.height), 0.58)
    rounded = board.shape not in SQUARE
    for cell, piece in enumerate(pieces.values()):
        x, y = part.points[cell]
        if piece.form == "hexagon":
            picture, at = tile_sprite(canvas, view, piece, Place(x, y))
            canvas.surface.blit(picture, at)
            corners = [view.pixel(*corner) for corner in cell_outline(part, cell)]
            # White tiles need an outline on white.
            canvas.polyline(corners, canvas.theme.muted_text, 1)
        else:
            picture = canvas.piece(piece, max(2, round(0.9 * view.unit)), rounded=rounded)
            canvas.blit(picture, center=view.pixel(x, y))


def draw_shapes(canvas: Canvas, shapes: Iterable[Shape]) -> None:
    """Draw shapes in order."""
    for shape in shapes:
        if isinstance(shape, Rectangle):
            _draw_rectangle(canvas, shape)
        elif isinstance(shape, Symbol):
            size = max(2, round(shape.size))
            centre = round(shape.centre[0]), round(shape.centre[1])
            canvas.blit(canvas.svg(shape.svg, (size, size)), center=centre)
        elif isinstance(shape, Text):
            canvas.text(
                shape.text,
                shape.at,
                shape.size / canvas.scale,
                shape.colour,
                weight=shape.weight,
                anchor=shape.anchor,
                least=MIN_LABEL_SIZE,
            )
        elif shape:
            canvas.draw_svg(shape)


def _draw_rectangle(canvas: Canvas, shape: Rectangle) -> None:
    left, top = round(shape.left), round(shape.top)
    right, bottom = round(shape.left + shape.width), round(shape.top + shape.height)
    box = Rect(left, top, right - left, bottom - top)
    if shape.radius:
        canvas.panel(box, shape.fill, shape.line, shape.radius)
        return
    pygame.draw.rect(canvas.surface, shape.fill, box)
    if shape.line:
        pygame.draw.rect(canvas.surface, shape.line, box, 1)


def position_view(
    rules: Rules, canvas: Canvas, box: Box, state: State, *, labels: bool = True
) -> BoardView:
    """Return a view of a position that does not belong to a game."""
    timeline = Timeline(canvas.settings, checked_pieces(rules, state))
    return BoardView(rules, canvas, box, timeline, labels=labels)


def thumbnail_view(
    rules: Rules, canvas: Canvas, box: Box, timeline: Timeline
) -> BoardView | SolidView:
    """Return a small view of a game."""
    solid = checked_solid(rules)
    if solid is None:
        return BoardView(rules, canvas, box, timeline, labels=False)
    from .solid_view import SolidView  # late: only solids need it

    return SolidView(rules, solid, canvas, box, timeline, small=True)


def thumbnail(canvas: Canvas, rules: Rules, pieces: Pieces, side: int) -> Surface:
    """Return a square picture of a position with a small margin."""
    surface = Surface((side, side)).convert()
    surface.fill(canvas.theme.background)
    free = max(2, side // 20)
    box = (free, free, side - 2 * free, side - 2 * free)
    with canvas.on(surface):
        thumbnail_view(rules, canvas, box, Timeline(canvas.settings, pieces)).draw()
    return surface
