"""Text, panels, icons and pieces on a pygame surface, drawn from cached pictures."""

from __future__ import annotations

import io
import math
import re
from bisect import bisect
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache, partial
from itertools import chain
from pathlib import Path

import pygame

from ....core.polygons import centroid
from ....core.values import Piece
from ....plugin.errors import error_message, plugin_boundary
from ....rules.base import Rules
from ... import svg_art, tile_curves
from ...board_drawing import (
    MAX_LABEL_WIDTH,
    label_colour,
    label_position,
    label_size,
    sticker_inset,
)
from ...settings import Settings
from ...theme import PALETTES, THEMES, Colour, is_too_similar

Rect = pygame.Rect
Surface = pygame.Surface

#: Smallest legible font size in pixels.
MIN_FONT_SIZE = 10

#: Maximum number of characters on an error card.
MAX_ERROR_LENGTH = 500

#: Maximum number of cached pictures. The least recently used pictures are dropped first.
MAX_PICTURES = 1500

#: Maximum size in pixels of a picture shared by all canvases.
MAX_SHARED_PIXELS = 1 << 15


@cache
def _font(pixels: int, weight: str) -> pygame.font.Font:
    import font_source_sans_pro

    folder = Path(font_source_sans_pro.__file__).parent / "files"
    return pygame.font.Font(str(folder / f"SourceSansPro-{weight}.ttf"), pixels)


def _rasterised(text: str, size: tuple[int, int]) -> Surface:
    picture = pygame.image.load_sized_svg(io.BytesIO(text.encode()), size)
    return picture.convert_alpha()  # faster to blit


#: Pictures shared by all canvases, such as the canvases before and after resizing the window.
_shared = lru_cache(MAX_PICTURES)(_rasterised)


class Canvas:
    """A surface with a theme and a scale factor. Sizes are given unscaled."""

    def __init__(self, surface: Surface, settings: Settings, scale: float) -> None:
        self.surface = surface
        self.settings = settings
        self.scale = scale
        self.theme = THEMES[settings.theme]
        self.palette = PALETTES[settings.palette]
        #: Messages of the error cards shown in the current frame.
        self.shown_errors: set[str] = set()
        self._pictures: OrderedDict[Hashable, Surface] = OrderedDict()

    def px(self, size: float) -> int:
        """Return a length in scaled pixels."""
        return round(size * self.scale)

    def picture(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        """Return a picture from the cache, calling `make` if the picture is missing."""
        cached = self._pictures.get(key)
        if cached is None:
            cached = self._pictures[key] = make()
            if len(self._pictures) > MAX_PICTURES:
                self._pictures.popitem(last=False)
        else:
            self._pictures.move_to_end(key)
        return cached

    def svg(self, text: str, size: tuple[int, int]) -> Surface:
        if size[0] * size[1] <= MAX_SHARED_PIXELS:
            return _shared(text, size)
        return self.picture((text, size), partial(_rasterised, text, size))

    def draw_svg(self, body: str) -> None:
        """Draw SVG elements in surface coordinates, without caching."""
        size = self.surface.get_size()
        self.surface.blit(_rasterised(svg_art.svg(body, *size), size), (0, 0))

    @contextmanager
    def on(self, surface: Surface) -> Iterator[None]:
        """Draw on another surface within the `with` block."""
        whole, self.surface = self.surface, surface
        try:
            yield
        finally:
            self.surface = whole

    @contextmanager
    def clipped(self, box: Rect) -> Iterator[None]:
        """Clip drawing to a box within the `with` block."""
        surface, clip = self.surface, self.surface.get_clip()
        surface.set_clip(box.clip(clip))
        try:
            yield
        finally:
            surface.set_clip(clip)

    def blit(self, picture: Surface, **where: tuple[float, float]) -> None:
        """Draw a picture at a point, such as `center=(x, y)` or `midleft=(x, y)`."""
        self.surface.blit(picture, picture.get_rect(**where))

    @contextmanager
    def guarded(self, box: Rect, rules: Rules | None = None) -> Iterator[None]:
        """Show an error card in a box if drawing in the `with` block fails, such as in a plugin."""
        try:
            with self.clipped(self.surface.get_clip()), plugin_boundary(rules):
                yield
        except Exception as error:
            self.error_card(error_message(error), box)

    def error_card(self, text: str, box: Rect) -> None:
        """Draw an error card in the middle of a box, showing each message once per frame."""
        if text in self.shown_errors:
            return
        self.shown_errors.add(text)
        text, font = " ".join(text[:MAX_ERROR_LENGTH].split()), self.font(13)
        card = Rect(0, 0, min(box.width, self.px(520)), 0)
        lines = 2 + font.size(text)[0] // max(1, card.width - self.px(16))
        card.height = min(box.height, lines * font.get_linesize() + self.px(16))
        card.center = box.center
        self.panel(card, self.theme.panel, self.theme.accent, 8)
        inner = card.inflate(-self.px(16), -self.px(12))
        self.paragraph(text, inner, 13, max_lines=max(1, inner.height // font.get_linesize()))

    def font(
        self, size: float, weight: str = "Regular", least: int = MIN_FONT_SIZE
    ) -> pygame.font.Font:
        """Return a font of a given size (at least `least`) and weight (Regular, Semibold, Bold)."""
        return _font(max(least, self.px(size)), weight)

    def text(
        self,
        text: str,
        at: tuple[float, float],
        size: float = 16,
        colour: Colour | None = None,
        *,
        weight: str = "Regular",
        anchor: str = "topleft",
        width: int | None = None,
        least: int = MIN_FONT_SIZE,
    ) -> Rect:
        """Draw a line of text, truncated to `width` pixels; return its box."""
        text, colour = replace_unprintable(text), colour or self.theme.text
        font = self.font(size, weight, least)
        if width is not None:
            text = shorten(text, font, width)

        def render() -> Surface:
            try:
                return font.render(text, True, colour).convert_alpha()
            except pygame.error:  # empty, or wider than a surface can be
                return Surface((1, font.get_linesize()), pygame.SRCALPHA)

        key = "text", text, max(least, self.px(size)), weight, colour
        shown = self.picture(key, render)
        where = shown.get_rect(**{anchor: (round(at[0]), round(at[1]))})
        self.surface.blit(shown, where)
        return where

    def text_width(self, text: str, size: float, weight: str = "Regular") -> int:
        """Return the width of a line of text."""
        return self.font(size, weight).size(text)[0]

    def fitting_size(self, text: str, width: int, sizes: Sequence[int], weight: str) -> int:
        """Return the first of some font sizes at which a line of text fits, or the last one."""
        fit = (size for size in sizes if self.text_width(text, size, weight) <= width)
        return next(fit, sizes[-1])

    def paragraph(
        self,
        text: str,
        box: Rect,
        size: float = 16,
        colour: Colour | None = None,
        *,
        weight: str = "Regular",
        max_lines: int | None = None,
    ) -> None:
        """Draw text wrapped into lines, truncated after `max_lines` lines."""
        lines = cut_lines(wrap(text, self.font(size, weight), box.width), max_lines)
        self.lines(lines, box, self.line_height(size, weight), size, colour, weight=weight)

    def paragraph_height(
        self, text: str, width: int, size: float = 16, weight: str = "Regular"
    ) -> int:
        """Return the height of a paragraph, which is 0 if there is no text."""
        lines = wrap(text, self.font(size, weight), width)
        return len(lines) * self.line_height(size, weight)

    def line_height(self, size: float, weight: str = "Regular") -> int:
        """Return the height of a line of a paragraph."""
        return round(self.font(size, weight).get_linesize() * 1.08)

    def lines(
        self,
        lines: Iterable[str],
        box: Rect,
        step: int,
        size: float = 16,
        colour: Colour | None = None,
        *,
        weight: str = "Regular",
    ) -> int:
        """Draw lines, `step` pixels apart, from the top of a box; return where they end."""
        top = box.top
        for line in lines:
            self.text(line, (box.left, top), size, colour, weight=weight, width=box.width)
            top += step
        return top

    def panel(
        self, box: Rect, fill: Colour, line: Colour | None = None, radius: float = 10
    ) -> None:
        if box.width > 2 and box.height > 2:
            text = svg_art.panel(box.size, self.px(radius), fill, line)
            self.surface.blit(self.svg(text, box.size), box)

    def ring(self, box: Rect, line: Colour, radius: float = 10, thick: float = 2.5) -> None:
        thick = max(2, thick * self.scale)
        text = svg_art.panel(box.size, self.px(radius), None, line, thick)
        self.surface.blit(self.svg(text, box.size), box)

    def polyline(self, corners: Sequence[tuple[float, float]], line: Colour, thick: float) -> None:
        pygame.draw.lines(self.surface, line, True, corners, max(2, self.px(thick)))

    def icon(self, name: str, centre: tuple[int, int], size: float, colour: Colour) -> None:
        pixels = self.px(size)
        self.blit(self.svg(svg_art.icon(name, colour), (pixels, pixels)), center=centre)

    def piece(self, piece: Piece, size: int, *, rounded: bool = False) -> Surface:
        """Return the picture of a piece with its label, `rounded` if its cell is not square."""
        if piece.form == "hexagon":
            return self.tile(piece, (size - 4) / 2 / tile_curves.RADIUS)
        colour = self.palette[piece.colour]
        label = self.piece_label(piece)

        def make() -> Surface:
            text = svg_art.piece(piece, self.palette, rounded=rounded)
            picture = self.svg(text, (size, size))
            if label:
                picture = picture.copy()
                self._label(picture, piece, label, colour)
            return picture

        painted = self.settings.palette if piece.polygons else ""
        return self.picture(("piece", piece, label, colour, painted, size, rounded), make)

    def side_piece(self, piece: Piece, size: int, ground: Colour, **where: tuple[int, int]) -> None:
        """Draw the piece of a side at a point, with a rim if it is hard to see on the ground."""
        picture = self.piece(piece, size)
        if is_too_similar(self.palette[piece.colour], ground):
            centre = picture.get_rect(**where).center
            pygame.draw.aacircle(self.surface, self.theme.muted_text, centre, 0.5 * size)
        self.blit(picture, **where)

    def sticker_picture(
        self, piece: Piece, corners: Sequence[tuple[float, float]], available: float
    ) -> tuple[Surface, tuple[int, int]]:
        """Return the picture of a sticker that fills a polygon, and its top left corner."""
        left, top = (math.floor(min(each)) - 4 for each in zip(*corners, strict=True))
        right, low = (math.ceil(max(each)) + 4 for each in zip(*corners, strict=True))
        moved = [(x - left, y - top) for x, y in corners]
        colour, label = self.palette[piece.colour], self.piece_label(piece)
        middle = centroid(moved)
        size = right - left, low - top
        text = svg_art.polygon_sticker(colour, moved, middle, sticker_inset(available), size)
        if not label and not piece.mark:
            return self.svg(text, size), (left, top)

        def make() -> Surface:
            picture = self.svg(text, size).copy()
            disc = Surface((round(2 * available),) * 2, pygame.SRCALPHA)
            if piece.mark:
                disc.blit(
                    self.svg(svg_art.svg(svg_art.MARKS[piece.mark]()), disc.get_size()), (0, 0)
                )
            if label:
                self._label(disc, piece, label, colour)
            picture.blit(disc, disc.get_rect(center=middle))
            return picture

        return self.picture((text, size, label, piece.mark), make), (left, top)

    def piece_label(self, piece: Piece) -> str:
        """Return the label of a piece. Most stickers have one only if letters are turned on."""
        if self.settings.uses_letters:
            return svg_art.colour_letter(piece)
        return "" if piece.form == "sticker" and not piece.mark else piece.text

    def tile(self, piece: Piece, unit: float, shift: tuple[float, float] = (0, 0)) -> Surface:
        """Return the picture of a hexagonal tile, `unit` pixels high, shifted from the centre."""
        size = 2 * math.ceil(unit * tile_curves.RADIUS) + 4  # even: the middle is between pixels

        def make() -> Surface:
            text = svg_art.curved_tile(piece, self.palette, size, unit, shift)
            return self.svg(text, (size, size))

        return self.picture(("tile", piece, unit, shift, self.settings.palette), make)

    def _label(self, picture: Surface, piece: Piece, label: str, colour: Colour) -> None:
        size = picture.get_width()
        pixels = max(7, round(size * label_size(piece, label)))
        font, maximum = _font(pixels, "Bold"), round(size * MAX_LABEL_WIDTH)
        if (width := font.size(label)[0]) > maximum:
            font = _font(max(6, pixels * maximum // width), "Bold")
            label = shorten(label, font, maximum)
        text = font.render(label, True, label_colour(colour))
        x, y = label_position(piece)
        picture.blit(text, text.get_rect(center=(size * x, size * y)))


def replace_unprintable(text: str) -> str:
    """Return a string with unprintable characters replaced."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c.isspace() else "\ufffd" for c in text)


def shorten(text: str, font: pygame.font.Font, width: int) -> str:
    """Return a string truncated with an ellipsis to fit `width` pixels."""
    if len(text) <= width and font.size(text)[0] <= width:
        return text
    # No letter is narrower than a pixel, and measuring long text is slow.
    lengths = range(max(0, min(len(text), width)))
    fit = bisect(lengths, width, key=lambda length: font.size(text[:length] + "…")[0])
    return text[: max(0, fit - 1)] + "…"


def cut_lines(lines: list[str], maximum: int | None) -> list[str]:
    """Return at most `maximum` lines, the last one with an ellipsis if others are left out."""
    if maximum is None or len(lines) <= maximum:
        return lines
    return [*lines[: maximum - 1], f"{lines[maximum - 1]}…"]


def drop_parts(text: str, font: pygame.font.Font, width: int) -> str:
    """Return a string without the last of its parts, separated by " · ", that do not fit."""
    while " · " in text and font.size(text)[0] > width:
        text = text.rpartition(" · ")[0]
    return text


def _break_word(word: str, font: pygame.font.Font, width: int) -> Iterator[str]:
    """Yield a word, in parts of at most `width` pixels."""
    while len(word) > 1 and font.size(word)[0] > width:
        lengths = range(1, max(1, min(len(word), width)))
        fit = bisect(lengths, width, key=lambda length: font.size(word[:length])[0])
        yield word[: max(1, fit)]
        word = word[max(1, fit) :]
    yield word


def wrap(text: str, font: pygame.font.Font, width: int) -> list[str]:
    """Return paragraphs, separated by blank lines, as lines of at most `width` pixels.

    An empty text has no lines. Items of a list, which begin with "- ", start on new lines. A size
    such as "2 × 2" and words with a non-breaking space between them stay together. Only a word that
    is wider than a line is broken.
    """
    lines: list[str] = []
    for paragraph in re.split(r"\n\n|\n(?=- )", replace_unprintable(text)) if text else ():
        if paragraph.startswith("- ") and lines:
            lines.pop()  # the blank line between paragraphs
        line = ""
        one_line = re.sub(r"\s+", " ", paragraph.strip(), flags=re.ASCII)
        words = re.split("(?<!×) (?!×)", one_line)
        for word in chain.from_iterable(_break_word(each, font, width) for each in words):
            longer = f"{line} {word}" if line else word
            if line and font.size(longer)[0] > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines += [line, ""]
    return lines[:-1]
