"""SVG artwork in 100 × 100 boxes, without text, clips or filters (the renderer has none)."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

from ..core.board import Point
from ..core.values import Piece
from . import tile_curves
from .theme import Colour, is_dark, mix

WHITE, BLACK = (255, 255, 255), (0, 0, 0)

#: Letters for colours, shown on pieces if the user turns them on.
LETTERS = {
    "white": "W",
    "black": "K",
    "grey": "N",
    "red": "R",
    "orange": "O",
    "yellow": "Y",
    "green": "G",
    "teal": "T",
    "blue": "B",
    "purple": "P",
    "pink": "I",
    "brown": "M",
    "lime": "L",
}


def rgb(colour: Colour) -> str:
    """Return a colour in SVG notation."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def svg(body: str, width: float = 100, height: float = 100) -> str:
    """Return a complete SVG document."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{body}</svg>'
    )


def piece_element_id(kind: str, colour: Colour) -> str:
    """Return an ID, unique in a document, for an SVG element of this kind and colour."""
    return f"{kind}-{rgb(colour)[1:]}"


def _gradient(kind: str, name: str, place: str, *stops: Colour) -> str:
    """Return a linear or radial gradient with evenly spaced stops."""
    drawn = "".join(
        f'<stop offset="{number / (len(stops) - 1):g}" stop-color="{rgb(stop)}"/>'
        for number, stop in enumerate(stops)
    )
    return (
        f'<defs><{kind}Gradient id="{name}" gradientUnits="userSpaceOnUse" {place}>{drawn}'
        f"</{kind}Gradient></defs>"
    )


def _round_gradient(name: str, radius: int, *stops: Colour) -> str:
    """Return the gradient of a round piece lit from the top left."""
    return _gradient("radial", name, f'cx="36" cy="28" r="{radius}" fx="36" fy="28"', *stops)


def stone(colour: Colour) -> str:
    """Return a shaded stone, a little flatter than a ball."""
    edge = mix(colour, BLACK, 0.45)
    shine = 0.35 if is_dark(colour) else 0.75
    stops = mix(colour, WHITE, shine), colour, mix(colour, BLACK, 0.3)
    shade = piece_element_id("stone-shade", colour)
    return (
        _round_gradient(shade, 68, *stops)
        + '<ellipse cx="51" cy="55" rx="43" ry="42" fill="#000000" fill-opacity="0.25"/>'
        + f'<circle cx="50" cy="50" r="42" fill="url(#{shade})" stroke="{rgb(edge)}" '
        'stroke-width="1.5"/>'
        + '<ellipse cx="39" cy="31" rx="15" ry="10" fill="#ffffff" fill-opacity="0.35"/>'
    )


def ball(colour: Colour) -> str:
    """Return a glossy ball with a highlight."""
    stops = mix(colour, WHITE, 0.6), colour, mix(colour, BLACK, 0.45)
    shade = piece_element_id("ball-shade", colour)
    return (
        _round_gradient(shade, 62, *stops)
        + '<ellipse cx="52" cy="60" rx="38" ry="36" fill="#000000" fill-opacity="0.28"/>'
        + f'<circle cx="50" cy="50" r="38" fill="url(#{shade})" '
        f'stroke="{rgb(mix(colour, BLACK, 0.5))}" stroke-width="1.5"/>'
        + '<ellipse cx="38" cy="30" rx="11" ry="7" fill="#ffffff" fill-opacity="0.7"/>'
    )


def tile(colour: Colour) -> str:
    """Return a wooden tile with bevelled edges."""
    light, dark = mix(colour, WHITE, 0.5), mix(colour, BLACK, 0.35)
    shade = piece_element_id("tile-shade", colour)
    return (
        _gradient("linear", shade, 'x1="0" y1="3" x2="0" y2="91"', light, mix(colour, BLACK, 0.08))
        + '<rect x="4" y="6" width="93" height="92" rx="12" fill="#000000" fill-opacity="0.3"/>'
        f'<rect x="4" y="3" width="92" height="92" rx="12" fill="{rgb(dark)}"/>'
        f'<rect x="4" y="3" width="92" height="88" rx="12" fill="url(#{shade})"/>'
        f'<rect x="9" y="8" width="82" height="78" rx="8" fill="none" stroke="{rgb(light)}" '
        'stroke-width="2" stroke-opacity="0.8"/>'
    )


def joined_tile(colour: Colour, joined: Collection[Point]) -> str:
    """Return one cell of a block, without edges on the sides joined to other cells."""
    left, right = (4 * ((x, 0) not in joined) for x in (-1, 1))
    top, low = 3 * ((0, 1) not in joined), 5 * ((0, -1) not in joined)
    face = mix(colour, WHITE, 0.15)
    shadow, dark, light = (
        _rounded_path((left + x, top + y, 100 - right + x, 100 - low + y - rise), joined)
        for x, y, rise in ((right and 1, low and 3, 0), (0, 0, 0), (0, 0, low and 4))
    )
    return (
        f'<path d="{shadow}" fill="#000000" fill-opacity="0.3"/>'
        f'<path d="{dark}" fill="{rgb(mix(colour, BLACK, 0.35))}"/>'
        f'<path d="{light}" fill="{rgb(face)}"/>'
    )


def _rounded_path(box: tuple[float, float, float, float], joined: Collection[Point]) -> str:
    """Return a rectangle whose corners are rounded unless an adjacent side is joined."""
    left, top, right, low = box
    corners = [((left, top), -1, 1), ((right, top), 1, 1), ((right, low), 1, -1)]
    corners.append(((left, low), -1, -1))
    drawn = []
    for (x, y), across, up in corners:
        radius = 0 if (across, 0) in joined or (0, up) in joined else 12
        sides = (x, y + up * radius), (x - across * radius, y)
        (ax, ay), (bx, by) = sides if across == up * -1 else sides[::-1]
        drawn.append(f"{ax} {ay} Q {x} {y} {bx} {by}")
    return f"M {' L '.join(drawn)} Z"


def sticker(colour: Colour) -> str:
    """Return a cube sticker on black."""
    return (
        '<rect x="1" y="1" width="98" height="98" rx="10" fill="#14161a"/>'
        f'<rect x="6" y="6" width="88" height="88" rx="14" fill="{rgb(colour)}"/>'
        f'<path d="M 12 24 Q 12 12 24 12 L 76 12 Q 88 12 88 24 Q 50 18 12 24 Z" '
        'fill="#ffffff" fill-opacity="0.22"/>'
    )


def disc_piece(colour: Colour) -> str:
    """Return a round wooden tile, for cells without corners."""
    light, dark = mix(colour, WHITE, 0.5), mix(colour, BLACK, 0.35)
    shade = piece_element_id("counter-shade", colour)
    return (
        _gradient("linear", shade, 'x1="0" y1="4" x2="0" y2="94"', light, mix(colour, BLACK, 0.08))
        + '<circle cx="50" cy="52" r="47" fill="#000000" fill-opacity="0.3"/>'
        f'<circle cx="50" cy="50" r="47" fill="{rgb(dark)}"/>'
        f'<circle cx="50" cy="48.5" r="45.5" fill="url(#{shade})"/>'
        f'<circle cx="50" cy="48.5" r="40" fill="none" stroke="{rgb(light)}" '
        'stroke-width="2" stroke-opacity="0.8"/>'
    )


def dot(colour: Colour) -> str:
    """Return a round sticker on black."""
    return (
        '<circle cx="50" cy="50" r="49" fill="#14161a"/>'
        f'<circle cx="50" cy="50" r="43" fill="{rgb(colour)}"/>'
        '<ellipse cx="50" cy="24" rx="26" ry="12" fill="#ffffff" fill-opacity="0.22"/>'
    )


def polygon_sticker(
    colour: Colour, corners: Sequence[Point], middle: Point, inset: float, size: tuple[int, int]
) -> str:
    """Return a polygonal sticker on black, shrunk towards its centre by `inset`."""
    edge = points_text(corners)
    inner = [
        (middle[0] + (x - middle[0]) * (1 - inset), middle[1] + (y - middle[1]) * (1 - inset))
        for x, y in corners
    ]
    return svg(
        f'<polygon points="{edge}" fill="#14161a" stroke="#14161a" stroke-width="4"/>'
        f'<polygon points="{points_text(inner)}" fill="{rgb(colour)}" stroke="{rgb(colour)}" '
        f'stroke-width="{0.04 * min(size):.2f}" stroke-linejoin="round"/>',
        *size,
    )


def points_text(corners: Iterable[Point]) -> str:
    """Return points as coordinates in SVG."""
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)


def knight(colour: Colour) -> str:
    """Return a chess knight facing left."""
    dark = is_dark(colour)
    rim = mix(colour, WHITE, 0.75) if dark else mix(colour, BLACK, 0.82)
    light = mix(colour, WHITE, 0.35 if dark else 0.2)
    shade = piece_element_id("knight-shade", colour)
    body = (
        "M 30 86 C 30 66 52 62 47 44 C 40 50 32 54 25 56 C 20 57 15 52 17 47 C 20 40 26 34 29 26 "
        "C 31 21 36 19 40 18 L 40 8 L 49 16 C 72 18 84 40 80 86 Z"
    )
    return (
        _gradient(
            "linear", shade, 'x1="15" y1="20" x2="84" y2="40"', light, mix(colour, BLACK, 0.1)
        )
        + '<ellipse cx="54" cy="90" rx="34" ry="7" fill="#000000" fill-opacity="0.3"/>'
        f'<path d="{body}" fill="url(#{shade})" stroke="{rgb(rim)}" stroke-width="4" '
        'stroke-linejoin="round"/>'
        f'<path d="M 24 88 L 86 88 L 86 94 L 24 94 Z" fill="{rgb(colour)}" stroke="{rgb(rim)}" '
        'stroke-width="3.5" stroke-linejoin="round"/>'
        f'<circle cx="38" cy="31" r="3.6" fill="{rgb(rim)}"/>'
        f'<path d="M 56 24 C 68 34 72 52 71 72" fill="none" stroke="{rgb(rim)}" '
        'stroke-width="3" stroke-linecap="round"/>'
    )


def curved_tile(
    piece: Piece, palette: Mapping[str, Colour], size: int, unit: float, shift: Point
) -> str:
    """Return a hexagonal tile `unit` pixels high, shifted in a box of `size` pixels.

    The tile extends slightly beyond its edges to avoid gaps between tiles.
    """
    (left, top), bleed = (size / 2 + shift[0], size / 2 + shift[1]), 0.6 / unit

    def pixels(points: Iterable[Point]) -> str:
        return points_text((left + x * unit, top - y * unit) for x, y in points)

    colour, tones = palette[piece.colour], [palette[area.colour] for area in piece.areas]
    whole = pixels(tile_curves.tile_corners(bleed))
    parts = [f'<polygon points="{whole}" fill="{rgb(colour)}"/>']
    for area, tone in zip(piece.areas, tones, strict=True):
        points = pixels(tile_curves.polygon(area, bleed))
        parts.append(f'<polygon points="{points}" fill="{rgb(tone)}"/>')
    line_colour = mix(min((colour, *tones), key=sum), BLACK, 0.55)
    for area in piece.areas:
        points = pixels(tile_curves.curve(area.first, area.last, bleed))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{rgb(line_colour)}" '
            f'stroke-width="{max(1.0, unit * 0.035):.2f}"/>'
        )
    rim = pixels(tile_curves.tile_corners())
    parts.append(
        f'<polygon points="{rim}" fill="none" stroke="#000000" stroke-opacity="0.22" '
        f'stroke-width="{max(0.7, unit * 0.012):.2f}"/>'
    )
    return svg("".join(parts), size, size)


def bandage() -> str:
    """Return the SVG of an adhesive bandage across a stone."""
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="2.1" fill="#9a5b2c"/>'
        for x in (43, 50, 57)
        for y in (44, 50, 56)
    )
    return (
        '<g transform="rotate(-40 50 50)">'
        '<rect x="12" y="35" width="76" height="30" rx="15" fill="#f2bd88" stroke="#7d4520" '
        'stroke-width="3"/>'
        '<rect x="36" y="35" width="28" height="30" fill="#fbe0c2" stroke="#7d4520" '
        f'stroke-width="2"/>{dots}</g>'
    )


def pin() -> str:
    """Return a pin that marks a fixed piece."""
    return (
        '<circle cx="50" cy="50" r="17" fill="#c8912c" stroke="#5b3b0c" stroke-width="4"/>'
        '<path d="M 42 42 L 58 58 M 58 42 L 42 58" stroke="#5b3b0c" stroke-width="5" '
        'stroke-linecap="round"/>'
    )


PIECES = {"stone": stone, "ball": ball, "tile": tile, "sticker": sticker, "knight": knight}

#: Round pieces that replace square pieces on cells that are not square.
ROUND_PIECES = {"tile": disc_piece, "sticker": dot}
MARKS = {"bandage": bandage, "pin": pin}

_STROKE = 'fill="none" stroke="{c}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"'

ICONS = {
    "first": '<path d="M 24 22 L 24 78" {s}/><path d="M 78 20 L 38 50 L 78 80 Z" fill="{c}"/>',
    "back": '<path d="M 72 18 L 28 50 L 72 82 Z" fill="{c}"/>',
    "forward": '<path d="M 28 18 L 72 50 L 28 82 Z" fill="{c}"/>',
    "last": '<path d="M 76 22 L 76 78" {s}/><path d="M 22 20 L 62 50 L 22 80 Z" fill="{c}"/>',
    "record": '<circle cx="50" cy="50" r="26" fill="{c}"/>',
    "play": '<circle cx="50" cy="50" r="42" {s}/><path d="M 40 30 L 72 50 L 40 70 Z" fill="{c}"/>',
    "pause": '<circle cx="50" cy="50" r="42" {s}/><path d="M 39 34 L 39 66 M 61 34 L 61 66" {s}/>',
    "down": '<path d="M 26 40 L 50 64 L 74 40" {s}/>',
    "flag": '<path d="M 26 16 L 26 86 M 26 20 L 76 20 L 64 36 L 76 52 L 26 52" {s}/>',
    "half": '<path d="M 76 18 L 24 82 M 20 26 L 30 18 L 30 44 M 60 62 A 11 11 0 1 1 80 66 '
    'L 60 86 L 82 86" {s}/>',
    "list": '<path d="M 40 26 L 82 26 M 40 50 L 82 50 M 40 74 L 82 74" {s}/>'
    '<circle cx="22" cy="26" r="7" fill="{c}"/><circle cx="22" cy="50" r="7" fill="{c}"/>'
    '<circle cx="22" cy="74" r="7" fill="{c}"/>',
    "Select": '<path d="M 30 16 L 30 78 L 45 64 L 55 86 L 66 81 L 56 60 L 76 58 Z" {s}/>',
    "Node": '<circle cx="50" cy="50" r="30" {s}/><path d="M 50 38 L 50 62 M 38 50 L 62 50" {s}/>',
    "Edge": '<circle cx="24" cy="76" r="11" fill="{c}"/><circle cx="76" cy="24" r="11" '
    'fill="{c}"/><path d="M 24 76 L 76 24" {s}/>',
    "One-way": '<circle cx="22" cy="78" r="11" fill="{c}"/><path d="M 22 78 L 74 26" {s}/>'
    '<path d="M 46 22 L 80 20 L 78 54" {s}/>',
    "Piece": '<circle cx="50" cy="50" r="31" fill="{c}"/>',
    "Hole": '<circle cx="50" cy="50" r="31" fill="none" stroke="{c}" stroke-width="9" '
    'stroke-dasharray="14 10.3"/>',
    "Turn": '<path d="M 28 70 A 30 30 0 1 1 72 70" {s}/><path d="M 58 56 L 74 72 L 88 54" {s}/>'
    '<circle cx="28" cy="72" r="9" fill="{c}"/><circle cx="50" cy="20" r="9" fill="{c}"/>',
    "Erase": '<path d="M 40 82 L 16 58 L 56 18 L 84 46 L 48 82 Z M 34 40 L 62 68 M 30 82 L 82 82" '
    "{s}/>",
    "copies": '<path d="M 50 14 L 50 86" {s}/><path d="M 38 26 L 38 74 L 12 74 Z" fill="{c}"/>'
    '<path d="M 62 26 L 62 74 L 88 74 Z" {s}/>',
    "undo": '<path d="M 18 40 L 60 40 A 20 20 0 0 1 60 80 L 40 80 M 38 18 L 16 40 L 38 62" {s}/>',
    "redo": '<path d="M 82 40 L 40 40 A 20 20 0 0 0 40 80 L 60 80 M 62 18 L 84 40 L 62 62" {s}/>',
    "eye": '<path d="M 10 50 Q 50 4 90 50 Q 50 96 10 50 Z" {s}/>'
    '<circle cx="50" cy="50" r="13" fill="{c}"/>',
    "square": '<path d="M 18 18 L 82 18 L 82 82 L 18 82 Z M 50 18 L 50 82 M 18 50 L 82 50" {s}/>',
    "triangular": '<path d="M 50 14 L 90 82 L 10 82 Z M 30 48 L 70 48 L 50 82 Z" {s}/>',
    "hexagonal": '<path d="M 50 12 L 84 31 L 84 69 L 50 88 L 16 69 L 16 31 Z" {s}/>',
    "rings": '<circle cx="50" cy="50" r="37" {s}/><circle cx="50" cy="50" r="16" {s}/>',
    "free": '<circle cx="28" cy="30" r="8" fill="{c}"/><circle cx="70" cy="24" r="8" fill="{c}"/>'
    '<circle cx="40" cy="72" r="8" fill="{c}"/><circle cx="78" cy="62" r="8" fill="{c}"/>',
    "help": '<path d="M 30 34 Q 32 16 51 16 Q 72 18 71 37 Q 69 50 51 58 L 51 66 M 51 84 L 51 85" '
    "{s}/>",
    "pencil": '<path d="M 22 78 L 28 58 L 66 20 L 80 34 L 42 72 Z M 58 28 L 72 42" {s}/>',
    "picture": '<path d="M 16 24 L 84 24 L 84 78 L 16 78 Z" {s}/>'
    '<path d="M 16 68 L 40 48 L 58 64 L 70 54 L 84 66" {s}/>'
    '<circle cx="64" cy="40" r="6" fill="{c}"/>',
    "chart": '<path d="M 16 78 L 84 78 M 26 66 L 44 44 L 58 54 L 78 24" {s}/>',
    "close": '<path d="M 26 26 L 74 74 M 74 26 L 26 74" {s}/>',
    "home": '<path d="M 18 50 L 50 20 L 82 50 M 28 44 L 28 80 L 72 80 L 72 44" {s}/>',
    "star": '<path d="M 50 12 L 61 38 L 89 40 L 68 58 L 75 86 L 50 71 L 25 86 L 32 58 L 11 40 '
    'L 39 38 Z" {s}/>',
    "minus": '<path d="M 24 50 L 76 50" {s}/>',
    "plus": '<path d="M 24 50 L 76 50 M 50 24 L 50 76" {s}/>',
    "search": '<circle cx="43" cy="43" r="24" {s}/><path d="M 61 61 L 82 82" {s}/>',
    "check": '<path d="M 20 52 L 42 74 L 80 28" {s}/>',
    "warn": '<path d="M 50 18 L 86 80 L 14 80 Z M 50 42 L 50 58 M 50 69 L 50 70" {s}/>',
    "clockwise": '<path d="M 24 62 A 30 30 0 1 1 62 77" {s}/><path d="M 70 60 L 58 80 L 80 88 Z" '
    'fill="{c}" stroke="{c}" stroke-width="4"/>',
    "exchange": '<path d="M 20 36 L 74 36 M 80 64 L 26 64" {s}/>'
    '<path d="M 62 18 L 86 36 L 62 54 Z M 38 46 L 14 64 L 38 82 Z" fill="{c}"/>',
    "shuffle": '<path d="M 14 30 L 30 30 L 58 70 L 72 70 M 14 70 L 30 70 L 58 30 L 72 30" {s}/>'
    '<path d="M 70 14 L 90 30 L 70 46 Z M 70 54 L 90 70 L 70 86 Z" fill="{c}"/>',
    "sliders": '<path d="M 18 30 L 82 30 M 18 70 L 82 70" {s}/>'
    '<circle cx="38" cy="30" r="11" fill="{c}"/><circle cx="64" cy="70" r="11" fill="{c}"/>',
}


def icon(name: str, colour: Colour) -> str:
    """Return the icon with this name from `ICONS`, in a colour."""
    body = ICONS[name].replace("{s}", _STROKE)
    return svg(body.replace("{c}", rgb(colour)))


def colour_letter(piece: Piece) -> str:
    """Return the letter for a piece's colour, for palettes that mark colours with letters."""
    return piece.text or LETTERS.get(piece.colour, "")


def piece(
    piece: Piece, palette: Mapping[str, Colour], *, marked: bool = True, rounded: bool = False
) -> str:
    """Return a piece, including its mark if there is one and `marked` is set."""
    form, colour, mark = piece.form, palette[piece.colour], piece.mark if marked else ""
    draw = ROUND_PIECES.get(form, PIECES[form]) if rounded else PIECES[form]
    body = joined_tile(colour, piece.joined) if piece.joined else draw(colour)
    painted = [
        areas([[(50 + 100 * x, 50 - 100 * y) for x, y in each.corners]], palette[each.colour])
        for each in piece.polygons
    ]
    return svg("".join([body, *painted, MARKS[mark]() if mark else ""]))


def panel(
    size: tuple[int, int],
    radius: float,
    fill: Colour | None,
    line: Colour | None,
    thick: float = 1.4,
) -> str:
    """Return a rectangle with rounded corners, with a fill, a frame, or both."""
    stroke = f'stroke="{rgb(line)}" stroke-width="{thick}"' if line else ""
    inset, (width, height) = thick if line else 0.0, size
    return svg(
        f'<rect x="{inset / 2}" y="{inset / 2}" width="{width - inset}" height="{height - inset}" '
        f'rx="{radius}" fill="{rgb(fill) if fill else "none"}" {stroke}/>',
        *size,
    )


def node(fill: Colour, line: Colour) -> str:
    """Return a graph node: a shallow disc."""
    stroke = f'stroke="{rgb(line)}" stroke-width="5"'
    return svg(
        f'<circle cx="50" cy="50" r="46" fill="{rgb(fill)}" {stroke}/>'
        f'<circle cx="50" cy="53" r="37" fill="#000000" fill-opacity="0.18"/>'
    )


def dashed_ring(line: Colour, thick: float, sign: str = "") -> str:
    """Return a dashed ring, with a question mark if `sign` is set."""
    mark = (
        f'<path d="M 34 38 Q 36 24 51 24 Q 67 25 67 39 Q 66 49 51 55 L 51 62 M 51 75 L 51 76" '
        f'fill="none" stroke="{rgb(line)}" stroke-width="8" stroke-linecap="round"/>'
        if sign
        else ""
    )
    return svg(
        f'<circle cx="50" cy="50" r="46" fill="none" stroke="{rgb(line)}" '
        f'stroke-width="{thick}" stroke-dasharray="8 6.45"/>{mark}'
    )


def areas(outlines: Iterable[Sequence[Point]], fill: Colour) -> str:
    """Return polygons filled with one colour."""
    paths = " ".join(f"M {points_text(corners)} Z" for corners in outlines)
    return f'<path d="{paths}" fill="{rgb(fill)}"/>'


def lines(
    paths: Iterable[Sequence[Point]],
    line: Colour,
    thick: float,
    *,
    closed: bool = False,
    is_round: bool = False,
) -> str:
    """Return polylines, perhaps with round ends, as one path: overlaps are blended only once."""
    end, cap = " Z" if closed else "", ' stroke-linecap="round"' if is_round else ""
    drawn = " ".join(f"M {points_text(points)}{end}" for points in paths)
    return (
        f'<path d="{drawn}" fill="none" stroke="{rgb(line)}" stroke-width="{thick:.2f}" '
        f'stroke-linejoin="round"{cap}/>'
    )


def hexagon(fill: Colour, line: Colour, turn: float = 0) -> str:
    """Return a hexagonal cell as wide as its box, rotated by `turn` degrees."""
    angles = [math.radians(60 * k + turn) for k in range(6)]
    corners = points_text([(50 + 49 * math.cos(a), 50 + 49 * math.sin(a)) for a in angles])
    return svg(
        f'<polygon points="{corners}" fill="{rgb(fill)}" stroke="{rgb(line)}" stroke-width="2"/>'
    )
