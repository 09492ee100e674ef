"""SVG pictures of solids, as seen from a camera."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.polygons import centroid
from ..core.solid import Turn
from ..plugin.validation import checked_pieces, checked_solid
from ..rules.base import Rules, State
from . import svg_art
from .board_drawing import Text, label_colour
from .solid.scene import Turning
from .solid.solid_model import SolidModel
from .svg_elements import document, text_element
from .theme import PALETTES, Theme

#: Width and height of pictures of solids in pixels.
SOLID_SIZE = 360

#: Colour of the edges of arrows.
ARROW_EDGE = (20, 24, 30)


def solid_model(rules: Rules) -> SolidModel:
    """Return the model of a solid in the box of its picture."""
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
