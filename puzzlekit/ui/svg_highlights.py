"""The highlights of a position as SVG elements, to overlay on a picture of the position."""

from __future__ import annotations

from typing import NamedTuple

from ..core.values import Piece
from .board_input import BoardInput
from .checked_pieces import checked_pieces
from .highlights import Highlights, LastMove
from .names import names_shown
from .svg import PictureLayout, ghost
from .svg_marks import SvgMarks
from .theme import THEMES


class MarkLayers(NamedTuple):
    """SVG elements below and above the pieces."""

    below: str
    above: str


class _SvgView:
    """A view of a board in a picture, which collects marks as SVG elements."""

    def __init__(self, input: BoardInput, layout: PictureLayout, theme: str, palette: str) -> None:
        self.rules, self.layout, self.theme, self.palette = input.rules, layout, theme, palette
        self.board = input.selector.board
        self.marks = SvgMarks(self.board, layout.view)
        self.pieces = checked_pieces(input.rules, input.selector.state)
        self.shows_names = names_shown(input.rules)

    def ghost(self, cell: int, piece: Piece, opacity: float) -> None:
        """Draw a translucent piece."""
        drawn = ghost(
            self.rules, cell, piece, opacity, self.layout, theme=self.theme, palette=self.palette
        )
        self.marks.body.append(drawn)

    def collected(self) -> str:
        """Return the elements drawn since the last call."""
        body, self.marks.body = self.marks.body, []
        return "".join(body)


def mark_layers(
    input: BoardInput,
    layout: PictureLayout,
    *,
    theme: str = "light",
    palette: str = "standard",
    legal: bool = False,
    best_move: str = "",
) -> MarkLayers:
    """Return the marks of a position: last move, selection, targets and hint.

    If `legal` is true, every legal target is marked. `best_move` is the best move of an analysis.

    >>> from puzzlekit.play.controller import GameController
    >>> from puzzlekit.play.new_game import new_session
    >>> from puzzlekit.ui.svg import picture_layout
    >>> controller = GameController(new_session("knights 1-8"))
    >>> layout = picture_layout(controller.rules, controller.session.state)
    >>> below, above = mark_layers(BoardInput(controller, controller.play), layout)
    >>> below.count("<polygon"), below.count("<path"), above.count("<circle")
    (2, 1, 1)
    """
    view = _SvgView(input, layout, theme, palette)
    if input.controller.shows_last_move and not input.selector.path:
        LastMove(input.controller, view).draw_under(THEMES[theme])
    below = view.collected()
    Highlights(input, view, legal=legal, best_move=best_move).draw(THEMES[theme])
    return MarkLayers(below, view.collected())
