"""The layout of the bar above the cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..drawing.canvas import Rect
from ..drawing.widgets import Widget

#: Width of the filter, minimum width of the search field, and sizes of a button and its place.
SCOPE, SEARCH, BUTTON, STEP = 116, 96, 40, 50


class BarLayout(NamedTuple):
    """The boxes of the filter and of the search field, and whether there is space for a title."""

    scopes: Rect
    field: Rect
    has_title: bool


def bar_layout(
    box: Rect, px: Callable[[float], int], title: int, buttons: Sequence[Widget]
) -> BarLayout:
    """Return the layout of a bar with a title of this width, and place the buttons at the right."""
    right = box.right - px(STEP) * len(buttons)
    has_title = right - box.left - px(SCOPE) - title >= px(SEARCH)
    scopes = Rect(box.left + (title if has_title else 0), box.top, px(SCOPE), box.height)
    left = scopes.right + px(10)
    for number, button in enumerate(buttons):
        button.box = Rect(
            box.right - px(BUTTON) - px(STEP) * number, box.top, px(BUTTON), px(BUTTON)
        )
    return BarLayout(scopes, Rect(left, box.top, right - left, box.height), has_title)
