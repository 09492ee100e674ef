"""Pictures of positions in SVG, drawn as in the window but without opening one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from ..core.board import Board, Point
from ..core.errors import OptionError, escape_control_characters
from ..core.polygons import centroid
from ..core.solid import Solid
from ..core.values import Piece
from ..rules.base import Rules, State
from . import art, curves
from .board_drawing import (
    FILLED,
    LINE_WIDTH,
    MAX_LABEL_WIDTH,
    MIN_VISIBLE_STEPS,
    NODE_SIZE,
    SQUARE,
    BoardDrawing,
    label_colour,
    label_position,
    label_size,
    margin,
    piece_size,
    plate_outlines,
    steps_cross,
    sticker_inset,
)
from .camera import MARGIN, clickable_cells, occupied_cells, surroundings
from .camera import MIN_VISIBLE_CELLS as LEAST_OF_PLANE
from .cells import cell_outline, has_inner_names, hull_of_cells, name_point, piece_radius
from .checked_pieces import checked_pieces, checked_solid
from .labels import label_boxes
from .layout import View, board_extent
from .names import has_letters, named_in_corners, names_shown
from .theme import PALETTES, THEMES, Colour, is_dark, mix

if TYPE_CHECKING:
    from .solid.view import Camera

#: Maximum pixels per step, preferred picture size, and minimum pixels per step.
UNIT, SIZE, MIN_UNIT = 48.0, 560.0, 14.0

#: Size of pictures of solids.
SOLID_SIZE = 360

#: Padding in pixels, in case the viewer's font is wider.
PADDING = 6

#: Font; width and baseline shift of letters as fractions of their height.
FONT = "'Source Sans 3','Source Sans Pro',sans-serif"
LETTER_WIDTH, BASELINE_SHIFT = 0.6, 0.355

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

    Pieces have the colours of a palette, plus letters if `letters` is set. A solid is seen from a
    camera (`camera`), or unfolded as a `net`. Raises `OptionError` for an unknown theme, and
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
    from .solid.flat import patches  # needs numpy

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
            body.append(_text_element(text, centroid(corners), size, text_colour, bold=700))
    return body


def _document(rules: Rules, theme: str, size: tuple[int, int], body: Sequence[str]) -> str:
    width, height = size
    background = art.rgb(THEMES[theme].background)
    title = f"<title>{_text(rules.name or type(rules).__name__)}</title>"
    background = f'<rect width="{width}" height="{height}" fill="{background}"/>'
    return art.svg("".join([title, background, *body]), width, height)


class _SvgPainter:
    """A painter for one position."""

    def __init__(self, rules: Rules, state: State, theme: str, palette: str, letters: bool) -> None:
        self.rules, self.board = rules, rules.board.with_unit_step
        self.pieces: Sequence[Piece | None] = checked_pieces(rules, state)
        self.labels = names_shown(rules)
        self.name, self.theme, self.palette = theme, THEMES[theme], PALETTES[palette]
        self.letters = letters
        board: Board = self.board
        self.cells = list(range(len(board)))
        space, least = margin(board, labels=self.labels), MIN_VISIBLE_STEPS
        if board.plane:
            shown = {*occupied_cells(self.pieces), *clickable_cells(rules, state)}
            self.cells = surroundings(board, shown or clickable_cells(rules, rules.start()) or {0})
            board, space, least = board.part(self.cells), MARGIN, LEAST_OF_PLANE
        signs = self.labels and not board.plane
        (x, y), steps = board_extent(board, space, signs=signs, least=least)
        unit = min(UNIT, max(MIN_UNIT, SIZE / max(steps)))
        width, height = (math.ceil(each * unit) + 2 * PADDING for each in steps)
        self.size = width, height
        self.view = View(unit, width / 2 - x * unit, height / 2 + y * unit)
        self.drawing = BoardDrawing(self.board, self.view, self.theme, self.palette)
        self.body: list[str] = []
        self.symbols: dict[str, str] = {}

    def whole(self) -> str:
        self._background()
        for cell, piece in enumerate(self.pieces):
            if piece is not None:
                self._piece(cell, piece)
        if self.labels and self.board.shape == "square" and named_in_corners(self.board):
            self._names_on_tiles()
        return _document(self.rules, self.name, self.size, [*self.symbols.values(), *self.body])

    def _background(self) -> None:
        board, theme = self.board, self.theme
        if board.shape in ("square", "point"):
            self._squares()
        if board.lines and not steps_cross(board):
            self.body.append(self.drawing.edges())
        for cells in () if board.plane else plate_outlines(self.rules):
            corners = hull_of_cells([board.points[cell] for cell in cells])
            pixels = [[self.view.pixel(*corner) for corner in corners]]
            self.body.append(art.areas(pixels, theme.surface))
            self.body.append(art.lines(pixels, theme.line, 2, closed=True))
        if board.shape == "node":
            for cell in self.cells:
                key = f"node-{self.name}-{board.colours.get(cell, 'bare')}"
                self._use(
                    key, self.drawing.node(cell), self.drawing.pixel(cell), NODE_SIZE * self._unit
                )
            if self.labels and not board.signs:
                self._names_of_discs()
        if board.is_tiling:
            self._plane()
        elif board.shape in FILLED:
            self.body.append(self.drawing.fields(self.cells, LINE_WIDTH))
            if self.labels and has_inner_names(board):
                self._names_inside()
        if self.labels:
            self._names_beside()

    @property
    def _unit(self) -> float:
        return self.view.unit

    def _squares(self) -> None:
        theme, unit, board = self.theme, self._unit, self.board
        frame = max(3, round(unit * 0.14))
        corners = [(x - unit / 2, y - unit / 2) for x, y in map(self.drawing.pixel, self.cells)]
        left, top = (min(each) for each in zip(*corners, strict=True))
        right, bottom = (max(each) + unit for each in zip(*corners, strict=True))
        if abs((right - left) * (bottom - top) - len(corners) * unit**2) < unit**2 / 2:
            self._box(
                (left, top), (right - left, bottom - top), theme.wood_line, grow=frame, round=8
            )
        else:
            for at in corners:
                self._box(at, (unit, unit), theme.wood_line, grow=frame)
        self.body.append(self.drawing.rims())
        line = theme.wood_line if board.shape == "square" else None
        named = self.labels and named_in_corners(board)
        colours = self.drawing.square_colours()
        for cell, at in zip(self.cells, corners, strict=True):
            self._box(at, (unit, unit), colours[cell], line=line)
            if named:
                self._name(cell, at, mix(theme.wood_line, (0, 0, 0), 0.35))

    def _box(
        self,
        at: Point,
        size: Point,
        fill: Colour,
        *,
        line: Colour | None = None,
        grow: float = 0,
        round: float = 0,
    ) -> None:
        edge = f' stroke="{art.rgb(line)}"' if line else ""
        corner = f' rx="{round}"' if round else ' shape-rendering="crispEdges"'
        self.body.append(
            f'<rect x="{at[0] - grow:.2f}" y="{at[1] - grow:.2f}" width="{size[0] + 2 * grow:.2f}" '
            f'height="{size[1] + 2 * grow:.2f}"{corner} fill="{art.rgb(fill)}"{edge}/>'
        )

    def _plane(self) -> None:
        fill, line = (mix(self.theme.background, self.theme.edge, share) for share in (0.14, 0.34))
        corners = [
            [self.view.pixel(*corner) for corner in cell_outline(self.board, cell)]
            for cell in self.cells
        ]
        self.body += [art.areas(corners, fill), art.lines(corners, line, 1, closed=True)]
        if self.labels and self._unit > 34:
            for cell in self.cells:
                colour = mix(self.theme.muted_text, self.theme.background, 0.35)
                self._write(
                    self.board.cells[cell],
                    self.drawing.pixel(cell),
                    self._name_size,
                    colour,
                    bold=600,
                )

    @property
    def _name_size(self) -> float:
        return max(10.0, self._unit * 0.2)

    def _name(self, cell: int, corner: Point, colour: Colour) -> None:
        """Write the name of a square in its upper left corner."""
        size = self._name_size
        at = corner[0] + 0.07 * self._unit, corner[1] + 0.03 * self._unit + 0.63 * size
        self._write(self.board.cells[cell], at, size, colour, anchor="start", bold=600)

    def _names_of_discs(self) -> None:
        size, colour = self._name_size, self.theme.muted_text
        names = [self.board.cells[cell] for cell in self.cells]
        boxes = label_boxes(
            [self.drawing.pixel(cell) for cell in self.cells],
            self._unit * NODE_SIZE / 2,
            [(round(LETTER_WIDTH * size * len(name)), round(1.25 * size)) for name in names],
            self.drawing.obstacles() if self.board.lines else [],
            self.size,
        )
        for name, placement in zip(names, boxes, strict=True):
            if placement is not None:
                box, on_line = placement
                if on_line:
                    self._box(box[:2], box[2:], self.theme.background)
                at = box.left + box.width / 2, box.top + box.height / 2
                self._write(name, at, size, colour, bold=600)

    def _names_inside(self) -> None:
        colour, size = mix(self.theme.wood_line, (0, 0, 0), 0.35), self._name_size
        for cell in self.cells:
            name = self.board.cells[cell]
            name_size = LETTER_WIDTH * size * len(name) / self._unit, 0.75 * size / self._unit
            pos = name_point(self.board, cell, name_size)
            if pos is not None:
                self._write(name, self.view.pixel(*pos), size, colour, bold=600)

    def _names_beside(self) -> None:
        size, dim = max(9.0, min(18.0, self._unit * 0.3)), self.theme.muted_text
        if has_letters(self.board):
            files, ranks = self.drawing.coordinates()
            for text, at in files:
                self._write(text, at, size, dim)
            for text, at in ranks:
                self._write(text, at, size, dim, anchor="end")
        for text, at in self.drawing.signs():
            self._write(text, at, size, dim)

    def _names_on_tiles(self) -> None:
        for cell, piece in enumerate(self.pieces):
            if piece is not None and piece.form in ("tile", "sticker"):
                colour = self.palette[piece.colour]
                text_colour = mix(colour, (255, 255, 255) if is_dark(colour) else (0, 0, 0), 0.55)
                x, y = self.board.points[cell]
                self._name(cell, self.view.pixel(x - 0.46, y + 0.47), text_colour)

    def _write(
        self,
        text: str,
        at: Point,
        size: float,
        colour: Colour,
        *,
        anchor: str = "middle",
        bold: int = 400,
    ) -> None:
        self.body.append(_text_element(text, at, size, colour, anchor=anchor, bold=bold))

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
            drawn = art.piece(piece.form, colour, "", rounded=rounded)
            self._use(art.piece_title(kind, colour), drawn, at, size)
            self._mark(piece, at, size)
            self._label(piece, at, size)

    def _mark(self, piece: Piece, at: Point, size: float) -> None:
        if piece.mark:
            self._use(piece.mark, art.svg(art.MARKS[piece.mark]()), at, size)

    def _label(self, piece: Piece, at: Point, size: float) -> None:
        """Write the label of a piece, smaller or truncated if it is too wide."""
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
        self._write(text, pos, share * size, colour, bold=700)

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
        """Place a shared symbol, centred on a point."""
        self.symbols.setdefault(key, f'<symbol id="{key}" viewBox="0 0 100 100">{drawn}</symbol>')
        self.body.append(
            f'<use href="#{key}" x="{at[0] - size / 2:.2f}" y="{at[1] - size / 2:.2f}" '
            f'width="{size:.2f}" height="{size:.2f}"/>'
        )


def _text(text: str) -> str:
    return escape(escape_control_characters(text))


def _text_element(
    text: str, at: Point, size: float, colour: Colour, *, anchor: str = "middle", bold: int = 400
) -> str:
    """Return a text element vertically centred on a point."""
    return (
        f'<text x="{at[0]:.2f}" y="{at[1] + BASELINE_SHIFT * size:.2f}" font-family="{FONT}" '
        f'font-size="{size:.2f}" font-weight="{bold}" text-anchor="{anchor}" '
        f'fill="{art.rgb(colour)}">{_text(text)}</text>'
    )
