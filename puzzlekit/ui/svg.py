"""SVG pictures of positions, drawn as in the window but without opening a window."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING
from zlib import crc32

from ..core.board import Point
from ..core.errors import OptionError, escape_control_characters
from ..core.polygons import centroid
from ..core.solid import Solid
from ..core.values import Piece
from ..rules.base import Rules, State
from . import art, curves
from .board_drawing import (
    FILLED,
    MAX_LABEL_WIDTH,
    SQUARE,
    BoardDrawing,
    Rectangle,
    Shape,
    Symbol,
    Text,
    label_colour,
    label_position,
    label_size,
    picture_extent,
    piece_size,
    plate_outlines,
    sticker_inset,
)
from .camera import clickable_cells, occupied_cells, surroundings
from .cells import cell_outline, piece_radius
from .checked_pieces import checked_pieces, checked_solid
from .layout import View
from .names import names_shown
from .theme import PALETTES, THEMES, Colour

if TYPE_CHECKING:
    from .solid.view import Camera

#: Maximum pixels per step, preferred picture size, and minimum pixels per step.
UNIT, SIZE, MIN_UNIT = 48.0, 560.0, 14.0

#: Size of pictures of solids.
SOLID_SIZE = 360

#: Padding in pixels, in case the viewer uses a wider font.
PADDING = 6

#: The font, and the width and baseline shift of letters as fractions of their height.
FONT = "'Source Sans 3','Source Sans Pro',sans-serif"
LETTER_WIDTH, BASELINE_SHIFT = 0.6, 0.355

#: Distance from the top of a line to the middle of its letters, as a fraction of their height.
TOP_SHIFT = 0.63

#: SVG names of weights and anchors.
WEIGHTS = {"Regular": 400, "Semibold": 600, "Bold": 700}
ANCHORS = {"topleft": "start", "center": "middle", "midright": "end"}

#: Minimum height of the label on a piece, as a fraction of the piece.
MIN_LABEL = 0.14


def picture(
    rules: Rules,
    state: State,
    *,
    theme: str = "light",
    palette: str = "standard",
    letters: bool = False,
    net: bool = False,
    camera: Camera | None = None,
) -> str:
    """Return a position as SVG text, in the colours of a theme (`light` or `dark`).

    Pieces have the colours of a palette, plus letters if `letters` is set. A solid is seen from the
    given `camera`, or unfolded if `net` is set. Raises `OptionError` for an unknown theme, and
    `PluginError` for a piece that cannot be drawn.

    >>> from puzzlekit import load
    >>> rules = load("fifteen")
    >>> picture(rules, rules.start())[:39]
    '<svg xmlns="http://www.w3.org/2000/svg"'
    """
    if theme not in THEMES:
        raise OptionError(f"Unknown theme {theme!r}; choose from {', '.join(THEMES)}.")
    solid = None if net else checked_solid(rules)
    if solid is None:
        return _SvgPainter(rules, state, theme, palette, letters).whole()
    pieces = checked_pieces(rules, state)
    return _document(
        rules,
        theme,
        (SOLID_SIZE, SOLID_SIZE),
        _solid(solid, pieces, PALETTES[palette], letters, camera),
    )


def _solid(
    solid: Solid,
    pieces: Sequence[Piece | None],
    palette: Mapping[str, Colour],
    letters: bool,
    camera: Camera | None,
) -> list[str]:
    from .solid.scene import patches  # needs numpy

    body = []
    for corners, colour, sticker in patches(
        solid, [piece and palette[piece.colour] for piece in pieces], SOLID_SIZE, camera
    ):
        body.append(art.areas([corners], colour))
        piece = pieces[sticker] if sticker >= 0 else None
        if letters and piece is not None and (text := art.letter(piece)):
            xs, ys = zip(*corners, strict=True)
            size = 0.4 * min(max(xs) - min(xs), max(ys) - min(ys))
            text_colour = label_colour(palette[piece.colour])
            label = Text(text, centroid(corners), size, text_colour, weight="Bold")
            body.append(_text_element(label))
    return body


def _document(rules: Rules, theme: str, size: tuple[int, int], body: Sequence[str]) -> str:
    width, height = size
    background = art.rgb(THEMES[theme].background)
    title = f"<title>{_text(rules.name or type(rules).__name__)}</title>"
    background = f'<rect width="{width}" height="{height}" fill="{background}"/>'
    return art.svg("".join([title, background, *body]), width, height)


class _SvgPainter:
    """A painter for a single position."""

    def __init__(self, rules: Rules, state: State, theme: str, palette: str, letters: bool) -> None:
        self.rules, self.board = rules, rules.board.with_unit_step
        self.pieces: Sequence[Piece | None] = checked_pieces(rules, state)
        self.labels = names_shown(rules)
        self.name, self.theme, self.palette = theme, THEMES[theme], PALETTES[palette]
        self.letters = letters
        board = self.board
        self.cells = list(range(len(board)))
        if board.plane:
            shown = {*occupied_cells(self.pieces), *clickable_cells(rules, state)}
            self.cells = surroundings(board, shown or clickable_cells(rules, rules.start()) or {0})
        (x, y), steps = picture_extent(board, self.cells, labels=self.labels)
        unit = min(UNIT, max(MIN_UNIT, SIZE / max(steps)))
        width, height = (math.ceil(each * unit) + 2 * PADDING for each in steps)
        self.size = width, height
        self.view = View(unit, width / 2 - x * unit, height / 2 + y * unit)
        self.drawing = BoardDrawing(
            self.board, self.view, self.theme, self.palette, self.cells, self.labels
        )
        self.body: list[str] = []
        self.symbols: dict[str, str] = {}

    def whole(self) -> str:
        plates = () if self.board.plane else plate_outlines(self.rules)
        self._draw(self.drawing.shapes(plates, self.size, _estimated_size))
        pieces = {cell: piece for cell, piece in enumerate(self.pieces) if piece is not None}
        for cell, piece in pieces.items():
            self._piece(cell, piece)
        self._draw(self.drawing.names_on_tiles(pieces))
        return _document(self.rules, self.name, self.size, [*self.symbols.values(), *self.body])

    def _draw(self, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            if isinstance(shape, Symbol):
                self._use(*shape)
            elif isinstance(shape, Rectangle):
                self.body.append(_rectangle(shape))
            elif isinstance(shape, Text):
                self.body.append(_text_element(shape))
            else:
                self.body.append(shape)

    @property
    def _unit(self) -> float:
        return self.view.unit

    def _piece(self, cell: int, piece: Piece) -> None:
        at, colour = self.drawing.pixel(cell), self.palette[piece.colour]
        radius = piece_radius(self.board, cell, named=self.labels)
        if piece.form == "hexagon":
            self._tile(at, piece)
        elif piece.form == "sticker" and self.board.shape in FILLED:
            self._patch(cell, piece, radius * self._unit)
        else:
            size = 2 * radius * self._unit * piece_size(self.board, piece)
            rounded = self.board.shape not in SQUARE
            kind = piece.form + ("-round" if rounded and piece.form in art.ROUND_PIECES else "")
            drawn = art.piece(piece, self.palette, marked=False, rounded=rounded)
            key = art.piece_title(kind, colour)
            if piece.joined or piece.polygons:
                key = f"{kind}-{crc32(drawn.encode()):08x}"
            self._use(key, drawn, at, size)
            self._mark(piece, at, size)
            self._label(piece, at, size)

    def _mark(self, piece: Piece, at: Point, size: float) -> None:
        if piece.mark:
            self._use(piece.mark, art.svg(art.MARKS[piece.mark]()), at, size)

    def _label(self, piece: Piece, at: Point, size: float) -> None:
        """Write the label of a piece, shrunk or truncated if it is too wide."""
        text = art.letter(piece) if self.letters else piece.text
        if not text or (piece.form == "sticker" and not self.letters):
            return
        share = min(label_size(piece, text), MAX_LABEL_WIDTH / (LETTER_WIDTH * len(text)))
        if share < MIN_LABEL:
            share = MIN_LABEL
            text = text[: int(MAX_LABEL_WIDTH / (LETTER_WIDTH * share)) - 1] + "…"
        x, y = label_position(piece)
        pos = at[0] + (x - 0.5) * size, at[1] + (y - 0.5) * size
        colour = label_colour(self.palette[piece.colour])
        label = Text(text, pos, share * size, colour, weight="Bold")
        self.body.append(_text_element(label))

    def _tile(self, at: Point, piece: Piece) -> None:
        unit = self._unit
        size = 2 * math.ceil(unit * curves.RADIUS) + 4
        drawn = art.curved_tile(piece, self.palette, size, unit, (0.0, 0.0))
        self._add_at(drawn, at[0] - size / 2, at[1] - size / 2)

    def _patch(self, cell: int, piece: Piece, radius: float) -> None:
        corners = [self.view.pixel(*corner) for corner in cell_outline(self.board, cell)]
        left, top = (min(each) - 4 for each in zip(*corners, strict=True))
        size = tuple(math.ceil(max(each) - min(each)) + 8 for each in zip(*corners, strict=True))
        shifted = [(x - left, y - top) for x, y in corners]
        middle = centroid(shifted)
        colour = self.palette[piece.colour]
        width, height = size
        self._add_at(
            art.rounded_square(colour, shifted, middle, sticker_inset(radius), (width, height)),
            left,
            top,
        )
        at = left + middle[0], top + middle[1]
        self._mark(piece, at, 2 * radius)
        self._label(piece, at, 2 * radius)

    def _add_at(self, drawn: str, left: float, top: float) -> None:
        self.body.append(f'<g transform="translate({left:.2f} {top:.2f})">{drawn}</g>')

    def _use(self, key: str, drawn: str, at: Point, size: float) -> None:
        """Draw a shared symbol, centred on a point."""
        self.symbols.setdefault(key, f'<symbol id="{key}" viewBox="0 0 100 100">{drawn}</symbol>')
        self.body.append(
            f'<use href="#{key}" x="{at[0] - size / 2:.2f}" y="{at[1] - size / 2:.2f}" '
            f'width="{size:.2f}" height="{size:.2f}"/>'
        )


def _text(text: str) -> str:
    return escape(escape_control_characters(text))


def _estimated_size(text: str, size: float) -> tuple[int, int]:
    """Return the approximate width and height of a line of text."""
    return round(LETTER_WIDTH * size * len(text)), round(1.25 * size)


def _rectangle(shape: Rectangle) -> str:
    edge = f' stroke="{art.rgb(shape.line)}"' if shape.line else ""
    corner = f' rx="{shape.radius}"' if shape.radius else ' shape-rendering="crispEdges"'
    return (
        f'<rect x="{shape.left:.2f}" y="{shape.top:.2f}" width="{shape.width:.2f}" '
        f'height="{shape.height:.2f}"{corner} fill="{art.rgb(shape.fill)}"{edge}/>'
    )


def _text_element(shape: Text) -> str:
    """Return a text element, vertically centred unless it is anchored at the top."""
    (x, y), size = shape.at, shape.size
    if shape.anchor == "topleft":
        y += TOP_SHIFT * size
    return (
        f'<text x="{x:.2f}" y="{y + BASELINE_SHIFT * size:.2f}" font-family="{FONT}" '
        f'font-size="{size:.2f}" font-weight="{WEIGHTS[shape.weight]}" '
        f'text-anchor="{ANCHORS[shape.anchor]}" '
        f'fill="{art.rgb(shape.colour)}">{_text(shape.text)}</text>'
    )
