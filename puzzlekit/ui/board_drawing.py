"""The shapes of a board and the sizes of its pieces, for the window and for exported pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ..core.board import Board, Point
from ..core.polygons import sides_of
from ..core.values import Piece
from ..rules.base import Rules
from ..rules.sliding import SlidingBase
from . import svg_art
from .cells import (
    View,
    cell_outline,
    coordinates,
    edge_chains,
    has_inner_names,
    has_letters,
    hull_of_cells,
    is_pointy_topped,
    key,
    name_point,
    named_in_corners,
    side_outline,
)
from .graph_layout import arrow_head, label_boxes
from .screen_layout import MARGIN, MIN_VISIBLE_CELLS, board_extent
from .theme import Colour, Theme, is_dark, is_too_similar, mix

#: Minimum width and height of a view in steps, so that small boards are not drawn too large.
MIN_VISIBLE_STEPS = 2.5

#: Forms of square pieces, and board shapes whose cells are completely filled by stickers.
SQUARE, FILLED = ("square", "bare", "point"), ("hexagon", "polygon")

#: Maximum number of cells in a face drawn as one plate.
MAX_PLATE_CELLS = 8

#: Fraction of the text colour mixed into the colour of a side that is close to the background.
RIM_CONTRAST = 0.15

#: Maximum width of the label on a piece, as a fraction of the piece's width.
MAX_LABEL_WIDTH = 0.74

#: Distance between the centre of a disc and the tip of an arrow, in steps.
ARROW_DISTANCE = 0.44

#: Diameter of a disc in steps.
NODE_SIZE = 0.92

#: Width in pixels of the lines between hexagons and polygons.
LINE_WIDTH = 1.5

#: Minimum pixels per cell for labels beside a board, which would be illegible on smaller cells.
LEGIBLE_SIZE = 9

#: Size of a label in pixels at which it is readable.
READABLE_LABEL = 9.0

#: Minimum distance of discs with names beside them, relative to the size of a name.
MIN_NAMED_NODE = 1.8

#: Minimum pixels per cell for names on a plane.
MIN_NAMED_CELL = 34

#: Height of letters and digits as a fraction of the height of a line.
LETTER_HEIGHT = 0.6

#: A function that returns the width and height, in pixels, of a name in a font of a given size.
TextMeasure = Callable[[str, float], tuple[int, int]]


class Rectangle(NamedTuple):
    """A rectangle in pixels, with a thin inner border if it has a line colour."""

    left: float
    top: float
    width: float
    height: float
    fill: Colour
    line: Colour | None = None
    radius: float = 0


class Symbol(NamedTuple):
    """A square SVG picture that is drawn many times; `key` identifies the picture in a document."""

    key: str
    svg: str
    centre: Point
    size: float


class Text(NamedTuple):
    """A line of text, in pixels, with anchors and weights as in `Canvas.text`."""

    text: str
    at: Point
    size: float
    colour: Colour
    anchor: str = "center"
    weight: str = "Semibold"


#: A shape, or SVG elements in pixels.
Shape = Rectangle | Symbol | Text | str


def margin(board: Board, *, labels: bool) -> float:
    """Return the margin around a board's cells, in steps."""
    if labels and has_letters(board):
        return 1.05
    return 0.62 if board.shape in SQUARE else 0.3 if board.outlines else 0.8


def picture_extent(board: Board, cells: Iterable[int], *, labels: bool) -> tuple[Point, Point]:
    """Return the centre and size, in steps, of a picture of a board, or of cells of a plane."""
    if board.plane:
        return board_extent(board.part(list(cells)), MARGIN, min_steps=MIN_VISIBLE_CELLS)
    space = margin(board, labels=labels)
    return board_extent(board, space, signs=labels, min_steps=MIN_VISIBLE_STEPS)


@lru_cache(maxsize=16)
def plate_faces(rules: Rules) -> list[tuple[int, ...]]:
    """Return the faces that share no cells with others, or [] for sliding puzzles."""
    if isinstance(rules, SlidingBase):
        return []
    moves = rules.legal_moves(rules.start())
    faces = {click.cells for move in moves for click in rules.clicks(move)}
    small = [cells for cells in faces if 2 <= len(cells) <= MAX_PLATE_CELLS]
    return [
        cells
        for cells in small
        if all(cells is other or not set(cells) & set(other) for other in small)
    ]


def edges_cross_cells(board: Board) -> bool:
    """Return whether edges pass over other cells, which would be confusing if all were drawn."""
    lines = board.lines and board.shape in ("square", *FILLED)
    return lines and any(math.dist(board.points[a], board.points[b]) > 1.5 for a, b in board.edges)


def piece_size(board: Board, piece: Piece) -> float:
    """Return the size of a piece as a fraction of its cell."""
    if piece.joined:
        return 1.02  # the parts of a block must overlap
    if piece.form in ("tile", "sticker"):
        return 0.98 if board.shape in ("square", "bare") else 0.86
    return 0.9 if board.shape != "node" else 0.8


def sticker_inset(radius: float) -> float:
    """Return a sticker's inset as a fraction of its cell, given the cell's inscribed radius."""
    return min(0.4, max(1.0, 0.1 * radius) / radius)


def label_size(piece: Piece, label: str) -> float:
    """Return the height of a piece's label as a fraction of the piece."""
    small = piece.form == "knight" or bool(piece.mark)
    return {1: 0.5, 2: 0.46, 3: 0.36}.get(len(label), 0.28) * (0.55 if small else 1)


def label_position(piece: Piece) -> Point:
    """Return the centre of a piece's label, relative to the piece's upper left corner."""
    if piece.mark:
        return 0.5, 0.8
    return (0.58, 0.68) if piece.form == "knight" else (0.5, 0.48)


def label_colour(colour: Colour) -> Colour:
    """Return the colour of a label on a piece of the given colour."""
    return (255, 255, 255) if is_dark(colour) else (24, 28, 34)


def _line_numbers(along: Sequence[float]) -> list[int]:
    """Return the number of each column or row, restarting after each gap."""
    ordered = sorted({key(value) for value in along})
    number = {ordered[0]: round(ordered[0])}
    for previous, value in pairwise(ordered):
        follows = abs(value - previous - 1) < 0.01
        number[value] = number[previous] + 1 if follows else round(ordered[0])
    return [number[key(value)] for value in along]


class BoardDrawing(NamedTuple):
    """A board drawn with a view and a theme; `scale` is the interface scale."""

    board: Board
    view: View
    theme: Theme
    palette: Mapping[str, Colour]
    cells: Sequence[int] = ()
    labels: bool = False
    scale: float = 1.0

    def shapes(
        self, plates: Sequence[Sequence[int]], size: tuple[int, int], measure: TextMeasure
    ) -> Iterator[Shape]:
        """Yield the shapes of the board below the pieces, in painting order.

        `plates` has the cells of each plate; `size` is the size of the picture in pixels.
        """
        board = self.board
        if board.shape in ("square", "point"):
            yield from self._squares()
        if board.lines and not edges_cross_cells(board):
            yield self.edges()
        for cells in plates:
            corners = hull_of_cells([board.points[cell] for cell in cells])
            pixels = [[self.view.pixel(*corner) for corner in corners]]
            yield svg_art.areas(pixels, self.theme.surface)
            yield svg_art.lines(pixels, self.theme.line, max(2, 2 * self.scale), closed=True)
        if board.shape == "node":
            yield from map(self._node, self.cells)
            has_space = self.view.unit >= MIN_NAMED_NODE * self._name_size
            if self.labels and not board.signs and has_space:
                yield from self._names_of_nodes(size, measure)
        if board.is_tiling:
            yield from self._plane()
        elif board.shape in FILLED:
            yield self.outlined_cells(self.cells, max(1.0, self.scale) * LINE_WIDTH)
            if self.labels and has_inner_names(board):
                yield from self._names_inside(measure)
        if self.labels and self.view.unit >= LEGIBLE_SIZE:
            yield from self._names_beside()

    def _squares(self) -> Iterator[Shape]:
        theme, unit, board = self.theme, self.view.unit, self.board
        frame = max(3, round(unit * 0.14))
        corners = [(x - unit / 2, y - unit / 2) for x, y in map(self.pixel, self.cells)]
        left, top = (min(each) for each in zip(*corners, strict=True))
        width, height = (max(each) - min(each) + unit for each in zip(*corners, strict=True))
        frames, radius = [(x, y, unit, unit) for x, y in corners], 0
        if abs(width * height - len(corners) * unit**2) < unit**2 / 2:
            frames, radius = [(left, top, width, height)], 8
        for x, y, across, down in frames:
            outer = x - frame, y - frame, across + 2 * frame, down + 2 * frame
            yield Rectangle(*outer, theme.wood_line, radius=radius)
        yield self.rims()
        line = theme.wood_line if board.shape == "square" else None
        named = self.labels and named_in_corners(board)
        colours = self.square_colours()
        for cell, (x, y) in zip(self.cells, corners, strict=True):
            yield Rectangle(x, y, unit, unit, colours[cell], line)
            if named:
                yield self._name_in_corner(cell, (x, y), mix(theme.wood_line, (0, 0, 0), 0.35))

    def _name_in_corner(self, cell: int, corner: Point, colour: Colour) -> Text:
        """Return the name of a square in its upper left corner."""
        at = corner[0] + 0.07 * self.view.unit, corner[1] + 0.03 * self.view.unit
        return Text(self.board.cells[cell], at, self._name_size, colour, "topleft")

    def names_on_tiles(self, pieces: Mapping[int, Piece]) -> Iterator[Text]:
        """Yield the cell names drawn on pieces, where pieces cover the corners of their cells."""
        if not self.labels or self.board.shape != "square" or not named_in_corners(self.board):
            return
        for cell, piece in pieces.items():
            if piece.form in ("tile", "sticker"):
                colour = self.palette[piece.colour]
                text_colour = mix(colour, (255, 255, 255) if is_dark(colour) else (0, 0, 0), 0.55)
                x, y = self.board.points[cell]
                yield self._name_in_corner(cell, self.view.pixel(x - 0.46, y + 0.47), text_colour)

    @property
    def _name_size(self) -> float:
        return max(10.0 * self.scale, self.view.unit * 0.2, self._readable_size)

    @property
    def _readable_size(self) -> float:
        """The size of readable labels or, on small cells, one at which they do not overlap."""
        return min(READABLE_LABEL, self.view.unit * 0.4)

    def _node(self, cell: int) -> Symbol:
        named = self.board.colours.get(cell)
        ground = self.palette[named] if named else self.theme.surface
        fill = mix(ground, self.theme.background, 0.25 if named else 0)
        key = svg_art.piece_element_id("node", fill)
        drawn = svg_art.node(fill, self.theme.edge)
        return Symbol(key, drawn, self.pixel(cell), self.view.unit * NODE_SIZE)

    def _names_of_nodes(self, size: tuple[int, int], measure: TextMeasure) -> Iterator[Shape]:
        names = [self.board.cells[cell] for cell in self.cells]
        boxes = label_boxes(
            [self.pixel(cell) for cell in self.cells],
            self.view.unit * NODE_SIZE / 2,
            [measure(name, self._name_size) for name in names],
            self.label_obstacles() if self.board.lines else [],
            size,
        )
        for name, placement in zip(names, boxes, strict=True):
            if placement is None:
                continue
            box, on_line = placement
            if on_line:
                yield Rectangle(*box, self.theme.background)
            at = box.left + box.width / 2, box.top + box.height / 2
            yield Text(name, at, self._name_size, self.theme.muted_text)

    def _plane(self) -> Iterator[Shape]:
        """Yield hexagons as copies of a single picture, for fast scrolling."""
        theme, unit = self.theme, self.view.unit
        fill, line = (mix(theme.background, theme.edge, share) for share in (0.14, 0.6))
        turn = 30 if is_pointy_topped(self.board) else 0
        key = svg_art.piece_element_id(f"hexagon-{turn}", fill)
        drawn = svg_art.hexagon(fill, line, turn)
        named = self.labels and unit > MIN_NAMED_CELL * self.scale
        colour = mix(theme.muted_text, theme.background, 0.35)
        for cell in self.cells:
            at = self.pixel(cell)
            yield Symbol(key, drawn, at, unit * 2 / math.sqrt(3))
            if named:
                yield Text(self.board.cells[cell], at, self._name_size, colour)

    def _names_inside(self, measure: TextMeasure) -> Iterator[Text]:
        """Yield cell names inside the cells, next to the pieces, where they fit."""
        colour, unit = mix(self.theme.wood_line, (0, 0, 0), 0.35), self.view.unit
        for cell in self.cells:
            name = self.board.cells[cell]
            width, height = measure(name, self._name_size)
            pos = name_point(self.board, cell, (width / unit, LETTER_HEIGHT * height / unit))
            if pos is not None:
                yield Text(name, self.view.pixel(*pos), self._name_size, colour)

    def _names_beside(self) -> Iterator[Text]:
        """Yield the coordinates and labels beside the board."""
        size = max(9.0 * self.scale, min(18.0 * self.scale, self.view.unit * 0.3))
        size = max(size, self._readable_size)
        for text, at, anchor in self._labels_beside():
            yield Text(text, self.view.pixel(*at), size, self.theme.muted_text, anchor, "Regular")

    def _labels_beside(self) -> Iterator[tuple[str, Point, str]]:
        """Yield the texts, points and anchors of labels, which painted sides push outwards."""
        for text, (x, y) in self.board.signs:
            nearest = min(self.board.points, key=lambda point: math.dist(point, (x, y)))
            shift = 0.2 if self.board.rims else 0.0
            yield text, (x + shift * (x - nearest[0]), y + shift * (y - nearest[1])), "center"
        names = coordinates(self.board)
        if names is not None and has_letters(self.board):
            left = min(names.files) - (0.76 if self.board.rims else 0.68)
            bottom = min(names.ranks) - 0.78
            yield from ((file, (x, bottom), "center") for x, file in names.files.items())
            yield from ((rank, (left, y), "midright") for y, rank in names.ranks.items())

    def rims(self) -> str:
        """Return the painted sides of the board, with outlines that stand out on any background."""
        line = mix(self.theme.muted_text, (128, 128, 128), 0.5)
        width = max(5, self.view.unit * (0.34 if self.board.shape == "hexagon" else 0.28))
        painted = []
        for name, sides in self.board.rims.items():
            whole = edge_chains(each for side in sides for each in side_outline(self.board, side))
            pixels = [[self.view.pixel(*point) for point in chain] for chain in whole]
            colour = self.palette[name]
            if is_too_similar(colour, self.theme.background):
                colour = mix(colour, self.theme.text, RIM_CONTRAST)
            painted.append((pixels, colour))
        outline = width + 2 * max(1, width / 10)
        drawn = [svg_art.lines(pixels, line, outline, is_round=True) for pixels, _ in painted]
        drawn += [svg_art.lines(pixels, colour, width, is_round=True) for pixels, colour in painted]
        return "".join(drawn)

    def edges(self) -> str:
        """Return the edges and arcs, with arrowheads on the arcs."""
        colour = self.theme.wood_line if self.board.shape in SQUARE else self.theme.edge
        width = max(2, round(self.view.unit * 0.045))
        steps = [*self.board.edges, *self.board.arcs]
        segments = [(self.pixel(a), self.pixel(b)) for a, b in steps]
        heads = [self.arrow_head(a, b) for a, b in self.board.arcs]
        return svg_art.lines(segments, colour, width) + svg_art.areas(heads, colour)

    def arrow_head(self, a: int, b: int) -> list[Point]:
        """Return the corners of an arrowhead just outside the disc of cell `b`."""
        (ax, ay), (bx, by) = self.pixel(a), self.pixel(b)
        length = math.hypot(bx - ax, by - ay) or 1
        back = self.view.unit * ARROW_DISTANCE / length
        tip = bx - back * (bx - ax), by - back * (by - ay)
        return arrow_head(tip, (ax, ay), self.view.unit * 0.18)

    def outlined_cells(self, cells: Iterable[int], thick: float) -> str:
        """Return all hexagons and polygons in one drawing, so that lines are equally thick."""
        grounds: dict[Colour, list[list[Point]]] = {}
        for cell in cells:
            named = self.board.colours.get(cell)
            ground = self.palette[named] if named else self.theme.wood
            corners = [self.view.pixel(*corner) for corner in cell_outline(self.board, cell)]
            grounds.setdefault(ground, []).append(corners)
        whole = [corners for each in grounds.values() for corners in each]
        filled = [svg_art.areas(each, ground) for ground, each in grounds.items()]
        lined = svg_art.lines(whole, self.theme.wood_line, thick, closed=True)
        return "".join([self.rims(), *filled, lined])

    def square_colours(self) -> list[Colour]:
        """Return the colour of each square: its specified colour, or wood as on a chessboard."""
        theme, named = self.theme, self.board.colours
        along = (_line_numbers(each) for each in zip(*self.board.points, strict=True))
        whole = self.board.shape == "point"
        dark = [whole or (x + y) % 2 == 0 for x, y in zip(*along, strict=True)]
        woods = (theme.wood if each else theme.wood_light for each in dark)
        return [self.palette[named[i]] if i in named else wood for i, wood in enumerate(woods)]

    def label_obstacles(self) -> list[tuple[Point, Point]]:
        """Return the lines of edges and arrows, which labels must avoid."""
        steps = [*self.board.edges, *self.board.arcs]
        lines = [(self.pixel(a), self.pixel(b)) for a, b in steps]
        for a, b in self.board.arcs:
            lines += sides_of(self.arrow_head(a, b))
        return lines

    def pixel(self, cell: int) -> Point:
        return self.view.pixel(*self.board.points[cell])
