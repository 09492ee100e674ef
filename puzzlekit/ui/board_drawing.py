"""Drawing code shared by the window and exported pictures: SVG background and piece sizes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..core.board import Board, Point
from ..core.polygons import sides_of
from ..core.values import Piece
from ..rules.base import Rules
from ..rules.sliding_base import SlidingBase
from . import art
from .cells import cell_outline, edge_chains, side_outline
from .layout import View
from .names import coordinates, has_letters, key
from .routes import arrow_head
from .theme import Colour, Theme, is_dark, is_too_similar, mix

#: Minimum width and height of a view in steps, so that small boards are not drawn too large.
MIN_VISIBLE_STEPS = 2.5

#: Forms of square pieces, and board shapes whose cells stickers fill completely.
SQUARE, FILLED = ("square", "bare", "point"), ("hexagon", "polygon")

#: Maximum number of cells in a face drawn as one plate.
MAX_PLATE_CELLS = 8

#: Fraction of the text colour mixed into a painted side that is too close to the background.
RIM_CONTRAST = 0.15

#: Maximum width of the label on a piece, as a fraction of the piece's width.
MAX_LABEL_WIDTH = 0.74

#: Distance between the centre of a disc and the tip of an arrow, in steps.
ARROW_DISTANCE = 0.44

#: Diameter of a disc in steps.
NODE_SIZE = 0.92

#: Width in pixels of the lines between hexagons and polygons.
LINE_WIDTH = 1.5


def margin(board: Board, *, labels: bool) -> float:
    """Return the margin around a board's cells, in steps."""
    if labels and has_letters(board):
        return 1.05
    return 0.62 if board.shape in SQUARE else 0.3 if board.outlines else 0.8


def plate_outlines(rules: Rules) -> list[tuple[int, ...]]:
    """Return the faces that share no cells, such as turntables; empty for sliding puzzles."""
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


def steps_cross(board: Board) -> bool:
    """Return whether edges pass over other cells, so that drawing them all would be confusing."""
    lines = board.lines and board.shape in ("square", *FILLED)
    return lines and any(math.dist(board.points[a], board.points[b]) > 1.5 for a, b in board.edges)


def piece_size(board: Board, piece: Piece) -> float:
    """Return the size of a piece as a fraction of its cell."""
    if piece.form in ("tile", "sticker"):
        return 0.98 if board.shape in ("square", "bare") else 0.86
    return 0.9 if board.shape != "node" else 0.8


def sticker_inset(radius: float) -> float:
    """Return the inset of a sticker as a fraction of its cell, given the inscribed radius."""
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
    """Return the colour of a label on a piece of this colour."""
    return (255, 255, 255) if is_dark(colour) else (24, 28, 34)


def _numbers(along: Sequence[float]) -> list[int]:
    """Return the number of each column or row; numbering restarts after a gap."""
    ordered = sorted({key(value) for value in along})
    number = {ordered[0]: round(ordered[0])}
    for previous, value in pairwise(ordered):
        follows = abs(value - previous - 1) < 0.01
        number[value] = number[previous] + 1 if follows else round(ordered[0])
    return [number[key(value)] for value in along]


class BoardDrawing(NamedTuple):
    """A board to be drawn in a given view and colours."""

    board: Board
    view: View
    theme: Theme
    palette: Mapping[str, Colour]

    def rims(self) -> str:
        """Return the painted sides of the board, outlined to stand out on any background."""
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
        drawn = [art.lines(pixels, line, width + 2 * max(1, width / 10)) for pixels, _ in painted]
        drawn += [art.lines(pixels, colour, width) for pixels, colour in painted]
        return "".join(drawn)

    def edges(self) -> str:
        """Return the edges and arcs, with arrowheads on the arcs."""
        colour = self.theme.wood_line if self.board.shape in SQUARE else self.theme.edge
        width = max(2, round(self.view.unit * 0.045))
        steps = [*self.board.edges, *self.board.arcs]
        segments = [(self.pixel(a), self.pixel(b)) for a, b in steps]
        heads = [self.arrow_head(a, b) for a, b in self.board.arcs]
        return art.lines(segments, colour, width) + art.areas(heads, colour)

    def arrow_head(self, a: int, b: int) -> list[Point]:
        """Return the corners of an arrowhead just outside the disc of cell b."""
        (ax, ay), (bx, by) = self.pixel(a), self.pixel(b)
        length = math.hypot(bx - ax, by - ay) or 1
        back = self.view.unit * ARROW_DISTANCE / length
        tip = bx - back * (bx - ax), by - back * (by - ay)
        return arrow_head(tip, (ax, ay), self.view.unit * 0.18)

    def fields(self, cells: Iterable[int], thick: float) -> str:
        """Return hexagons and polygons as one drawing, so that all lines are equally thick."""
        grounds: dict[Colour, list[list[Point]]] = {}
        for cell in cells:
            named = self.board.colours.get(cell)
            ground = self.palette[named] if named else self.theme.wood
            corners = [self.view.pixel(*corner) for corner in cell_outline(self.board, cell)]
            grounds.setdefault(ground, []).append(corners)
        whole = [corners for each in grounds.values() for corners in each]
        filled = [art.areas(each, ground) for ground, each in grounds.items()]
        lined = art.lines(whole, self.theme.wood_line, thick, closed=True)
        return "".join([self.rims(), *filled, lined])

    def square_colours(self) -> list[Colour]:
        """Return the colour of each square: its own, or wood as on a chessboard."""
        theme, named = self.theme, self.board.colours
        along = (_numbers(each) for each in zip(*self.board.points, strict=True))
        whole = self.board.shape == "point"
        dark = [whole or (x + y) % 2 == 0 for x, y in zip(*along, strict=True)]
        woods = (theme.wood if each else theme.wood_light for each in dark)
        return [self.palette[named[i]] if i in named else wood for i, wood in enumerate(woods)]

    def node(self, cell: int) -> str:
        named = self.board.colours.get(cell)
        ground = self.palette[named] if named else self.theme.surface
        return art.node(mix(ground, self.theme.background, 0.25 if named else 0), self.theme.edge)

    def signs(self) -> list[tuple[str, Point]]:
        """Return the labels beside the board, farther out where sides are painted."""
        signs = []
        for text, (x, y) in self.board.signs:
            nearest = min(self.board.points, key=lambda point: math.dist(point, (x, y)))
            shift = 0.2 if self.board.rims else 0.0
            at = self.view.pixel(x + shift * (x - nearest[0]), y + shift * (y - nearest[1]))
            signs.append((text, at))
        return signs

    def coordinates(self) -> tuple[list[tuple[str, Point]], list[tuple[str, Point]]]:
        """Return the column labels (below the board) and the row labels (to its left)."""
        names = coordinates(self.board)
        if names is None:
            return [], []
        left = min(names.files) - (0.76 if self.board.rims else 0.68)
        bottom = min(names.ranks) - 0.78
        return (
            [(text, self.view.pixel(x, bottom)) for x, text in names.files.items()],
            [(text, self.view.pixel(left, y)) for y, text in names.ranks.items()],
        )

    def obstacles(self) -> list[tuple[Point, Point]]:
        """Return the lines of edges and arrows, which labels must avoid."""
        steps = [*self.board.edges, *self.board.arcs]
        lines = [(self.pixel(a), self.pixel(b)) for a, b in steps]
        for a, b in self.board.arcs:
            lines += sides_of(self.arrow_head(a, b))
        return lines

    def pixel(self, cell: int) -> Point:
        return self.view.pixel(*self.board.points[cell])
