"""Elements of SVG documents: text, rectangles, and the document itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from ..core.errors import escape_control_characters
from ..rules.base import Rules
from . import svg_art
from .board_drawing import Rectangle, Text
from .theme import THEMES

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
