"""Colour themes (dark and light), and piece palettes."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from ..core.errors import OptionError

Colour = tuple[int, int, int]

#: Minimum sum of differences in red, green and blue between distinguishable colours.
MIN_CONTRAST = 90


class Theme(NamedTuple):
    """The colours of everything but pieces."""

    background: Colour
    panel: Colour
    surface: Colour
    line: Colour
    text: Colour
    muted_text: Colour
    accent: Colour
    on_accent: Colour
    focus: Colour
    success: Colour
    danger: Colour
    wood: Colour
    wood_light: Colour
    wood_line: Colour
    edge: Colour


THEMES = {
    "dark": Theme(
        background=(20, 25, 31),
        panel=(29, 36, 44),
        surface=(38, 47, 58),
        line=(56, 67, 80),
        text=(232, 236, 240),
        muted_text=(154, 165, 177),
        accent=(84, 146, 255),
        on_accent=(14, 18, 24),
        focus=(255, 206, 84),
        success=(92, 200, 130),
        danger=(255, 120, 104),
        wood=(201, 163, 105),
        wood_light=(216, 182, 128),
        wood_line=(142, 106, 58),
        edge=(120, 150, 200),
    ),
    "light": Theme(
        background=(241, 243, 246),
        panel=(255, 255, 255),
        surface=(232, 236, 241),
        line=(201, 208, 216),
        text=(28, 34, 41),
        muted_text=(91, 102, 114),
        accent=(29, 96, 214),
        on_accent=(255, 255, 255),
        focus=(148, 78, 0),
        success=(18, 110, 56),
        danger=(190, 40, 30),
        wood=(222, 187, 130),
        wood_light=(235, 205, 155),
        wood_line=(160, 122, 72),
        edge=(96, 122, 170),
    ),
}

_STANDARD: dict[str, Colour] = {
    "plain": (236, 226, 204),
    "white": (246, 244, 238),
    "black": (34, 40, 50),
    "grey": (140, 146, 154),
    "red": (214, 52, 46),
    "orange": (226, 98, 20),
    "yellow": (250, 214, 74),
    "green": (46, 152, 78),
    "teal": (32, 178, 186),
    "blue": (40, 98, 208),
    "purple": (132, 74, 188),
    "pink": (240, 130, 180),
    "brown": (134, 88, 52),
    "lime": (158, 214, 56),
}

#: A palette in which colours differ only in lightness, in the order of the standard palette.
GREY = "grey"
_GREYS = (236, 250, 20, 128, 150, 96, 226, 118, 172, 44, 70, 200, 60, 186)

#: Piece palettes. The "colour-blind" palette suits all common forms of colour blindness, following
#: M. Okabe and K. Ito, Color Universal Design (2008).
PALETTES: dict[str, dict[str, Colour]] = {
    "standard": _STANDARD,
    "colour-blind": _STANDARD
    | {
        "red": (213, 94, 0),
        "orange": (230, 159, 0),
        "yellow": (240, 228, 66),
        "green": (0, 158, 115),
        "teal": (86, 180, 233),
        "blue": (0, 114, 178),
        "purple": (120, 60, 140),
        "pink": (204, 121, 167),
    },
    GREY: {name: (each, each, each) for name, each in zip(_STANDARD, _GREYS, strict=True)},
}


class Look(TypedDict):
    """The theme and the piece colours of a picture, as arguments of `svg.picture`."""

    theme: str
    palette: str
    letters: bool


def look(name: str) -> Look:
    """Return the look of a page: a theme, with "_letters" for readers who are colour-blind.

    >>> look("dark_letters")
    {'theme': 'dark', 'palette': 'colour-blind', 'letters': True}
    """
    theme, mark, rest = name.partition("_letters")
    if theme not in THEMES or rest:
        raise OptionError(f"Unknown theme {name[:40]!r}; choose from {', '.join(THEMES)}.")
    return Look(theme=theme, palette="colour-blind" if mark else "standard", letters=bool(mark))


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return the colour that is a fraction `share` of the way from `a` to `b`."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


def is_too_similar(a: Colour, b: Colour) -> bool:
    """Return whether a colour is hard to see on another colour."""
    return sum(abs(x - y) for x, y in zip(a, b, strict=True)) < MIN_CONTRAST


def is_dark(colour: Colour) -> bool:
    """Return whether white text is easier to read than black text on a colour."""
    return lightness(colour) < 140


def lightness(colour: Colour) -> float:
    """Return the lightness of a colour, from 0 to 255."""
    red, green, blue = colour
    return 0.299 * red + 0.587 * green + 0.114 * blue
