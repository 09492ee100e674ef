"""What the window and pictures draw alike: the ground as SVG elements, and how large pieces are."""

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

#: Steps that a view is wide and high at least, so that few cells are not enormous.
LEAST = 2.5

#: Shapes on which square pieces fit, and those that a sticker fills to their corners.
SQUARE, FILLED = ("square", "bare", "point"), ("hexagon", "polygon")

#: Cells of a face that is drawn as one plate, or each with a frame.
PLATE = 8

#: How much of the colour of text a painted side takes on that could not be seen on the ground.
TONED = 0.15

#: How much of the width of a piece its text takes at most.
LABEL = 0.74

#: How far from the middle of a disc, in steps, the head of an arrow ends.
HEAD = 0.44

#: How wide a disc is, in steps.
NODE = 0.92

#: How thick the lines between hexagons and polygons are.
LINE = 1.5


def margin(board: Board, *, labels: bool) -> float:
    """Return the steps that are left free round the cells of a board."""
    if labels and has_letters(board):
        return 1.05
    return 0.62 if board.shape in SQUARE else 0.3 if board.outlines else 0.8


def plate_outlines(rules: Rules) -> list[tuple[int, ...]]:
    """Return the faces that share no cell, such as turntables; none where pieces slide."""
    if isinstance(rules, SlidingBase):
        return []
    moves = rules.legal_moves(rules.start())
    faces = {touch.cells for move in moves for touch in rules.clicks(move)}
    small = [cells for cells in faces if 2 <= len(cells) <= PLATE]
    return [
        cells
        for cells in small
        if all(cells is other or not set(cells) & set(other) for other in small)
    ]


def steps_cross(board: Board) -> bool:
    """Return whether steps lead over other cells: all at once they would be a tangle."""
    lines = board.lines and board.shape in ("square", *FILLED)
    return lines and any(math.dist(board.points[a], board.points[b]) > 1.5 for a, b in board.edges)


def piece_size(board: Board, piece: Piece) -> float:
    """Return how much of its cell a piece takes."""
    if piece.form in ("tile", "sticker"):
        return 0.98 if board.shape in ("square", "bare") else 0.86
    return 0.9 if board.shape != "node" else 0.8


def inset_point(radius: float) -> float:
    """Return the share by which a sticker is smaller than its cell, given the disc that fits."""
    return min(0.4, max(1.0, 0.1 * radius) / radius)


def label_size(piece: Piece, label: str) -> float:
    """Return how high a piece's text is, as a share of the piece."""
    small = piece.form == "knight" or bool(piece.mark)
    return {1: 0.5, 2: 0.46, 3: 0.36}.get(len(label), 0.28) * (0.55 if small else 1)


def label_place(piece: Piece) -> Point:
    """Return where on a piece the middle of its text is, from its upper left corner."""
    if piece.mark:
        return 0.5, 0.8
    return (0.58, 0.68) if piece.form == "knight" else (0.5, 0.48)


def label_colour(colour: Colour) -> Colour:
    """Return the colour of a piece's text."""
    return (255, 255, 255) if is_dark(colour) else (24, 28, 34)


def _numbers(along: Sequence[float]) -> list[int]:
    """Number columns, or rows: those after a gap as from the first, so that parts look alike."""
    ordered = sorted({key(value) for value in along})
    number = {ordered[0]: round(ordered[0])}
    for before, value in pairwise(ordered):
        follows = abs(value - before - 1) < 0.01
        number[value] = number[before] + 1 if follows else round(ordered[0])
    return [number[key(value)] for value in along]


class BoardDrawing(NamedTuple):
    """A board in steps as it is seen, in some colours."""

    board: Board
    view: View
    theme: Theme
    palette: Mapping[str, Colour]

    def rims(self) -> str:
        """Return the painted sides of the board, with an edge that any ground sets off."""
        line = mix(self.theme.muted_text, (128, 128, 128), 0.5)
        wide = max(5, self.view.unit * (0.34 if self.board.shape == "hexagon" else 0.28))
        painted = []
        for name, sides in self.board.rims.items():
            whole = edge_chains(each for side in sides for each in side_outline(self.board, side))
            pixels = [[self.view.pixel(*point) for point in chain] for chain in whole]
            colour = self.palette[name]
            if is_too_similar(
                colour, self.theme.background
            ):  # black in the dark, white in the light
                colour = mix(colour, self.theme.text, TONED)
            painted.append((pixels, colour))
        drawn = [art.lines(pixels, line, wide + 2 * max(1, wide / 10)) for pixels, _ in painted]
        drawn += [art.lines(pixels, colour, wide) for pixels, colour in painted]
        return "".join(drawn)

    def streets(self) -> str:
        """Return the edges, and the arcs with arrows."""
        colour = self.theme.wood_line if self.board.shape in SQUARE else self.theme.street
        width = max(2, round(self.view.unit * 0.045))
        steps = [*self.board.edges, *self.board.arcs]
        streets = [(self.pixel(a), self.pixel(b)) for a, b in steps]
        heads = [self.arrow_head(a, b) for a, b in self.board.arcs]
        return art.lines(streets, colour, width) + art.areas(heads, colour)

    def arrow_head(self, a: int, b: int) -> list[Point]:
        """Return the corners of the head of an arrow just before the disc of cell b."""
        (ax, ay), (bx, by) = self.pixel(a), self.pixel(b)
        length = math.hypot(bx - ax, by - ay) or 1
        back = self.view.unit * HEAD / length
        tip = bx - back * (bx - ax), by - back * (by - ay)
        return arrow_head(tip, (ax, ay), self.view.unit * 0.18)

    def fields(self, cells: Iterable[int], thick: float) -> str:
        """Return hexagons and polygons in one sketch, so that their lines are equally strong."""
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
        """Return the ground of each square: its own, or wood as on a chessboard."""
        theme, named = self.theme, self.board.colours
        along = (_numbers(each) for each in zip(*self.board.points, strict=True))
        whole = self.board.shape == "point"
        dark = [whole or (x + y) % 2 == 0 for x, y in zip(*along, strict=True)]
        woods = (theme.wood if each else theme.wood_light for each in dark)
        return [self.palette[named[i]] if i in named else wood for i, wood in enumerate(woods)]

    def node(self, cell: int) -> str:
        named = self.board.colours.get(cell)
        ground = self.palette[named] if named else self.theme.surface
        return art.node(mix(ground, self.theme.background, 0.25 if named else 0), self.theme.street)

    def signs(self) -> list[tuple[str, Point]]:
        """Return what stands beside the board, further out where sides are painted."""
        found = []
        for text, (x, y) in self.board.signs:
            near = min(self.board.points, key=lambda point: math.dist(point, (x, y)))
            out = 0.2 if self.board.rims else 0.0
            at = self.view.pixel(x + out * (x - near[0]), y + out * (y - near[1]))
            found.append((text, at))
        return found

    def coordinates(self) -> tuple[list[tuple[str, Point]], list[tuple[str, Point]]]:
        """Return what columns and rows are called, below the board and at its left."""
        known = coordinates(self.board)
        if known is None:
            return [], []
        left = min(known.files) - (0.76 if self.board.rims else 0.68)
        low = min(known.ranks) - 0.78
        return (
            [(text, self.view.pixel(x, low)) for x, text in known.files.items()],
            [(text, self.view.pixel(left, y)) for y, text in known.ranks.items()],
        )

    def obstacles(self) -> list[tuple[Point, Point]]:
        """Return the lines of streets and arrows, off which names keep."""
        steps = [*self.board.edges, *self.board.arcs]
        lines = [(self.pixel(a), self.pixel(b)) for a, b in steps]
        for a, b in self.board.arcs:
            lines += sides_of(self.arrow_head(a, b))
        return lines

    def pixel(self, cell: int) -> Point:
        return self.view.pixel(*self.board.points[cell])
