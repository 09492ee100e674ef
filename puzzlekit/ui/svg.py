"""SVG pictures of positions, drawn as in the window but without opening a window."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from ..core.board import Point
from ..core.errors import OptionError, escape_control_characters
from ..core.polygons import centroid
from ..core.values import Piece
from ..plugin.validation import checked_pieces, checked_solid
from ..rules.base import Rules, State
from . import svg_art, tile_curves
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
    plate_faces,
    sticker_inset,
)
from .cells import View, cell_outline, piece_radius, shows_cell_names
from .screen_layout import clickable_cells, occupied_cells, surroundings
from .theme import PALETTES, THEMES, Theme

if TYPE_CHECKING:
    from ..core.solid import Turn
    from .solid.scene import Turning
    from .solid.solid_model import SolidModel
    from .solid.view import Camera

#: Maximum pixels per step, preferred picture size, and minimum pixels per step.
UNIT, SIZE, MIN_UNIT = 48.0, 560.0, 14.0

#: Padding in pixels, in case the viewer uses a wider font.
PADDING = 6

#: Width of letters as a fraction of their height.
LETTER_WIDTH = 0.6

#: Minimum height of the label on a piece, as a fraction of the piece.
MIN_LABEL = 0.14


#: The font, and the baseline shift of letters as a fraction of their height.
FONT = "'Source Sans 3','Source Sans Pro',sans-serif"
BASELINE_SHIFT = 0.355

#: Distance from the top of a line to the middle of its letters, as a fraction of their height.
TOP_SHIFT = 0.63

#: SVG names of weights and anchors.
WEIGHTS = {"Regular": 400, "Semibold": 600, "Bold": 700}
ANCHORS = {"topleft": "start", "center": "middle", "midright": "end"}

#: IDs of SVG elements, and references to them.
IDS = re.compile(r'(?<= id=")|(?<= href="#)|(?<="url\(#)')

#: Width and height of pictures of solids in pixels.
SOLID_SIZE = 360

#: Colour of the edges of arrows.
ARROW_EDGE = (20, 24, 30)


class PictureLayout(NamedTuple):
    """The size of a picture in pixels, the view of its board, and the cells it shows."""

    size: tuple[int, int]
    view: View
    cells: Sequence[int]


def picture_layout(
    rules: Rules, state: State, clickable: Iterable[int] | None = None
) -> PictureLayout:
    """Return the layout of a picture of a position (of the net, if it is a solid).

    On a plane, it shows the pieces and the cells that are `clickable`, by default for a first
    click.

    >>> from puzzlekit import load
    >>> rules = load("fifteen")
    >>> layout = picture_layout(rules, rules.start())
    >>> layout.size, layout.view.pixel(*rules.board.points[0])
    ((257, 257), (56.5, 56.5))
    """
    board = rules.board.with_unit_step
    cells: Sequence[int] = range(len(board))
    if board.plane:
        if clickable is None:
            clickable = clickable_cells(rules, state)
        shown = {*occupied_cells(checked_pieces(rules, state)), *clickable}
        cells = tuple(surroundings(board, shown or clickable_cells(rules, rules.start()) or {0}))
    middle, steps = picture_extent(board, cells, labels=shows_cell_names(rules))
    unit = min(UNIT, max(MIN_UNIT, SIZE / max(steps)))
    width, height = (math.ceil(each * unit) + 2 * PADDING for each in steps)
    view = View.centred(unit, middle, (0, 0, width, height))
    return PictureLayout((width, height), view, cells)


def picture(
    rules: Rules,
    state: State,
    *,
    theme: str = "light",
    palette: str = "standard",
    letters: bool = False,
    net: bool = False,
    camera: Camera | None = None,
    layout: PictureLayout | None = None,
    prefix: str = "",
) -> str:
    """Return a position as SVG text, in the colours of a theme (`light` or `dark`).

    Pieces have the colours of a palette, plus letters if `letters` is set. A solid is seen from the
    given `camera`, or unfolded if `net` is set. Each piece is in a group with the index of its cell
    as the attribute `data-cell`. `layout` replaces that of `picture_layout`. Pictures on the same
    page need different prefixes of their IDs. Raises `OptionError` for an unknown theme, and
    `PluginError` for a piece that cannot be drawn.

    >>> from puzzlekit import load
    >>> rules = load("fifteen")
    >>> picture(rules, rules.start())[:39]
    '<svg xmlns="http://www.w3.org/2000/svg"'
    """
    if theme not in THEMES:
        raise OptionError(f"Unknown theme {theme!r}; choose from {', '.join(THEMES)}.")
    if not net and checked_solid(rules) is not None:
        model = solid_model(rules)
        model.camera = camera or model.camera
        return solid_picture(
            model, state, theme=theme, palette=palette, letters=letters, prefix=prefix
        )
    layout = layout or picture_layout(rules, state)
    pieces = checked_pieces(rules, state)
    painter = _SvgPainter(rules, pieces, theme, palette, letters, layout)
    body = painter.elements(_empty_board(rules, theme, palette, layout))
    return document(rules, theme, layout.size, body, prefix)


def ghost(
    rules: Rules,
    cell: int,
    piece: Piece,
    opacity: float,
    layout: PictureLayout,
    theme: str,
    palette: str = "standard",
) -> str:
    """Return a translucent piece on a cell as SVG elements, for a picture with this layout.

    >>> from puzzlekit import load
    >>> rules = load("hex:3")
    >>> layout = picture_layout(rules, rules.start())
    >>> ghost(rules, 4, Piece("stone", "red"), 0.6, layout, "light")[:40]
    '<g opacity="0.6"><defs><g id="ghost-4-st'
    """
    painter = _SvgPainter(rules, (), theme, palette, False, layout)
    painter.add_piece(cell, piece)
    text = f'<g opacity="{opacity:g}">{"".join(painter.collected())}</g>'
    return IDS.sub(f"ghost-{cell}-", text)


class _SvgPainter:
    """A painter for a single position."""

    def __init__(
        self,
        rules: Rules,
        pieces: Sequence[Piece | None],
        theme: str,
        palette: str,
        letters: bool,
        layout: PictureLayout,
    ) -> None:
        self.rules, self.board, self.pieces = rules, rules.board.with_unit_step, pieces
        self.size, self.view, cells = layout
        self.labels, self.letters = shows_cell_names(rules), letters
        self.palette = PALETTES[palette]
        self.drawing = BoardDrawing(
            self.board, self.view, THEMES[theme], self.palette, cells, self.labels
        )
        self.body: list[str] = []
        #: The shared pictures, and the ID of each by its key and size.
        self.shared: list[str] = []
        self.names: dict[tuple[str, float], str] = {}

    def elements(self, board: _SvgPainter) -> list[str]:
        """Return the elements of the picture, on top of those of a painter of the empty board."""
        self.body, self.shared, self.names = board.body[:], board.shared[:], board.names.copy()
        pieces = {cell: piece for cell, piece in enumerate(self.pieces) if piece is not None}
        for cell, piece in pieces.items():
            self.body.append(f'<g data-cell="{cell}">')
            self.add_piece(cell, piece)
            self.body.append("</g>")
        self._draw(self.drawing.names_on_tiles(pieces))
        return self.collected()

    def draw_board(self) -> None:
        """Draw the board below the pieces."""
        plates = () if self.board.plane else plate_faces(self.rules)
        self._draw(self.drawing.shapes(plates, self.size, _estimated_size))

    def collected(self) -> list[str]:
        """Return the elements drawn so far, after those that are drawn several times."""
        return ["<defs>", *self.shared, "</defs>", *self.body]

    def _draw(self, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            if isinstance(shape, Symbol):
                self._draw_shared(*shape)
            elif isinstance(shape, Rectangle):
                self.body.append(rectangle_element(shape))
            elif isinstance(shape, Text):
                self.body.append(text_element(shape))
            else:
                self.body.append(shape)

    def add_piece(self, cell: int, piece: Piece) -> None:
        """Draw a piece on a cell."""
        at, colour = self.drawing.pixel(cell), self.palette[piece.colour]
        radius, unit = piece_radius(self.board, cell, named=self.labels), self.view.unit
        if piece.form == "hexagon":
            self._draw_tile(at, piece)
        elif piece.form == "sticker" and self.board.shape in FILLED:
            self._draw_sticker(cell, piece, radius * unit)
        else:
            size = 2 * radius * unit * piece_size(self.board, piece)
            rounded = self.board.shape not in SQUARE
            kind = piece.form + ("-round" if rounded and piece.form in svg_art.ROUND_PIECES else "")
            key = svg_art.piece_element_id(kind, colour)
            if piece.joined or piece.polygons:
                key += f"-{crc32(repr((piece.joined, piece.polygons)).encode()):08x}"
            is_new = (key, round(size, 2)) not in self.names
            drawn = (
                svg_art.piece(piece, self.palette, marked=False, rounded=rounded) if is_new else ""
            )
            self._draw_shared(key, drawn, at, size)
            self._draw_mark(piece, at, size)
            self._draw_label(piece, at, size)

    def _draw_mark(self, piece: Piece, at: Point, size: float) -> None:
        if piece.mark:
            self._draw_shared(piece.mark, svg_art.svg(svg_art.MARKS[piece.mark]()), at, size)

    def _draw_label(self, piece: Piece, at: Point, size: float) -> None:
        """Write the label of a piece, shrunk or truncated if it is too wide."""
        text = svg_art.colour_letter(piece) if self.letters else piece.text
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
        self.body.append(text_element(label))

    def _draw_tile(self, at: Point, piece: Piece) -> None:
        size = 2 * math.ceil(self.view.unit * tile_curves.RADIUS) + 4
        drawn = svg_art.curved_tile(piece, self.palette, size, self.view.unit, (0.0, 0.0))
        self._draw_shared(f"curves-{crc32(drawn.encode()):08x}", drawn, at, size, size)

    def _draw_sticker(self, cell: int, piece: Piece, radius: float) -> None:
        corners = [self.view.pixel(*corner) for corner in cell_outline(self.board, cell)]
        left, top = (min(each) - 4 for each in zip(*corners, strict=True))
        width, height = (
            math.ceil(max(each) - min(each)) + 8 for each in zip(*corners, strict=True)
        )
        shifted = [(x - left, y - top) for x, y in corners]
        middle, inset = centroid(shifted), sticker_inset(radius)
        colour, size = self.palette[piece.colour], (width, height)
        drawn = svg_art.polygon_sticker(colour, shifted, middle, inset, size)
        self.body.append(f'<g transform="translate({left:.2f} {top:.2f})">{drawn}</g>')
        at = left + middle[0], top + middle[1]
        self._draw_mark(piece, at, 2 * radius)
        self._draw_label(piece, at, 2 * radius)

    def _draw_shared(self, key: str, drawn: str, at: Point, size: float, box: int = 100) -> None:
        """Draw a picture in a square box, centred on a point; equal pictures are shared."""
        shared = key, round(size, 2)
        if shared not in self.names:
            name = self.names[shared] = f"{key}-{len(self.names)}"
            shift = f"translate({-size / 2:.2f} {-size / 2:.2f}) scale({size / box:.4f})"
            self.shared.append(f'<g id="{name}"><g transform="{shift}">{drawn}</g></g>')
        name, (x, y) = self.names[shared], at
        self.body.append(f'<use href="#{name}" x="{x:.2f}" y="{y:.2f}"/>')


@lru_cache(maxsize=16)
def _empty_board(rules: Rules, theme: str, palette: str, layout: PictureLayout) -> _SvgPainter:
    """Return a painter that has drawn the board, which most positions of a game share."""
    painter = _SvgPainter(rules, (), theme, palette, False, layout)
    painter.draw_board()
    return painter


def _estimated_size(text: str, size: float) -> tuple[int, int]:
    """Return the approximate width and height of a line of text."""
    return round(LETTER_WIDTH * size * len(text)), round(1.25 * size)


# -- solids ---------------------------------------------------------------------------------------


def solid_model(rules: Rules) -> SolidModel:
    """Return the model of a solid in the box of its picture."""
    from .solid.solid_model import SolidModel  # late: only solids need it

    solid = checked_solid(rules)
    assert solid is not None
    return SolidModel(rules, solid, (0, 0, SOLID_SIZE, SOLID_SIZE))


def solid_picture(
    model: SolidModel,
    state: State,
    turning: Turning | None = None,
    *,
    theme: str = "light",
    palette: str = "standard",
    letters: bool = False,
    prefix: str = "",
) -> str:
    """Return a solid, seen from the camera of its model, as SVG text.

    Layers can be turning. Each sticker has the index of its cell as the attribute `data-cell`.

    >>> from puzzlekit import load
    >>> rules = load("cube:2")
    >>> solid_picture(solid_model(rules), rules.start()).count("data-cell")
    12
    """
    pieces, colours = checked_pieces(model.rules, state), PALETTES[palette]
    body = []
    for batch in model.scene(model.colours(pieces, colours), turning):
        for corners, colour, sticker in batch.patches:
            drawn = svg_art.areas([corners], colour)
            piece = pieces[sticker] if 0 <= sticker < len(pieces) else None
            if letters and piece is not None and (text := svg_art.colour_letter(piece)):
                xs, ys = zip(*corners, strict=True)
                size = 0.4 * min(max(xs) - min(xs), max(ys) - min(ys))
                text_colour = label_colour(colours[piece.colour])
                drawn += text_element(
                    Text(text, centroid(corners), size, text_colour, weight="Bold")
                )
            body.append(drawn if piece is None else f'<g data-cell="{sticker}">{drawn}</g>')
    return document(model.rules, theme, (model.box[2], model.box[3]), body, prefix)


def solid_marks(
    model: SolidModel,
    theme: Theme,
    *,
    last: Sequence[int] = (),
    cursor: Sequence[int] = (),
    hint: Turn | None = None,
) -> str:
    """Return the outlines of stickers, and the arrows of a suggested turn, as SVG elements."""
    drawn = []
    for stickers, colour, thick in ((last, theme.accent, 2), (cursor, theme.focus, 3)):
        outlines = [model.outline(each) for each in stickers if model.is_seen(each)]
        if outlines:
            drawn.append(svg_art.lines(outlines, colour, thick, closed=True))
    if hint is not None and (arrows := model.arrows(hint)):
        drawn += [
            svg_art.areas(arrows, theme.success),
            svg_art.lines(arrows, ARROW_EDGE, 1.5, closed=True),
        ]
    return "".join(drawn)


# -- elements -------------------------------------------------------------------------------------


def document(
    rules: Rules, theme: str, size: tuple[int, int], body: Sequence[str], prefix: str
) -> str:
    """Return a picture as a document; `prefix` is added to all IDs.

    >>> from puzzlekit import load
    >>> document(load("hex:2"), "light", (9, 9), ['<g id="a"/>'], "b-")[-23:]
    '<g id="b-a"/></g></svg>'
    """
    width, height = size
    background = svg_art.rgb(THEMES[theme].background)
    title = f"<title>{_escape_text(rules.name or type(rules).__name__)}</title>"
    background = f'<rect width="{width}" height="{height}" fill="{background}"/>'
    group = f'<g font-family="{FONT}">{"".join(body)}</g>'
    text = svg_art.svg(f"{title}{background}{group}", width, height)
    return IDS.sub(prefix, text) if prefix else text


def _escape_text(text: str) -> str:
    return escape(escape_control_characters(text))


def rectangle_element(shape: Rectangle) -> str:
    """Return a rectangle."""
    edge = f' stroke="{svg_art.rgb(shape.line)}"' if shape.line else ""
    corner = f' rx="{shape.radius}"' if shape.radius else ' shape-rendering="crispEdges"'
    return (
        f'<rect x="{shape.left:.2f}" y="{shape.top:.2f}" width="{shape.width:.2f}" '
        f'height="{shape.height:.2f}"{corner} fill="{svg_art.rgb(shape.fill)}"{edge}/>'
    )


def text_element(shape: Text) -> str:
    """Return a text element, vertically centred unless it is anchored at the top."""
    (x, y), size = shape.at, shape.size
    if shape.anchor == "topleft":
        y += TOP_SHIFT * size
    return (
        f'<text x="{x:.2f}" y="{y + BASELINE_SHIFT * size:.2f}" '
        f'font-size="{size:.2f}" font-weight="{WEIGHTS[shape.weight]}" '
        f'text-anchor="{ANCHORS[shape.anchor]}" '
        f'fill="{svg_art.rgb(shape.colour)}">{_escape_text(shape.text)}</text>'
    )
