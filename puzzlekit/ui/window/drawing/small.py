"""Boards as small pictures: on the cards of the launcher, and in the list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....rules.rule_book import Rules
from ...layout import Box
from ...looks import solid_of
from .board_view import BoardView
from .canvas import Canvas
from .timeline import Timeline

if TYPE_CHECKING:
    from .solid_view import SolidView


def small_view(rules: Rules, canvas: Canvas, box: Box, timeline: Timeline) -> BoardView | SolidView:
    """Return what shows a rule book small."""
    solid = solid_of(rules)
    if solid is None:
        return BoardView(rules, canvas, box, timeline, labels=False)
    from .solid_view import SolidView  # late, as it needs numpy

    return SolidView(rules, solid, canvas, box, timeline, small=True)
