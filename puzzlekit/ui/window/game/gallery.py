"""Selection of a pattern from several patterns on a plane, with an enlarged preview."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....core.board import Board
from ....core.translation import _
from ....core.values import Piece
from ...cells import cell_outline
from ...layout import Box, View
from ...move_selector import Cells
from ...theme import mix
from ..drawing.board_view import draw_pieces
from ..drawing.canvas import Canvas, Rect

#: Fraction of the board's height used for the preview.
SHARE = 0.3

EMPTY_CARD = _("Point at a pattern to enlarge it")


def split_cells(box: Box) -> tuple[Box, Box]:
    """Return the box of the patterns and, below it, the box of the preview."""
    left, top, width, height = box
    low = round(height * SHARE)
    return (left, top, width, height - low), (left, top + height - low, width, low)


def draw_cards(canvas: Canvas, board: Board, view: View, patterns: Iterable[Cells]) -> None:
    """Draw a background behind each pattern."""
    fill = mix(canvas.theme.background, canvas.theme.edge, 0.35)
    for cells in patterns:
        corners = [view.pixel(*corner) for cell in cells for corner in cell_outline(board, cell)]
        (left, right), (top, low) = ((min(each), max(each)) for each in zip(*corners, strict=True))
        grow = view.unit * 0.12
        box = Rect(left - grow, top - grow, right - left + 2 * grow, low - top + 2 * grow)
        canvas.panel(box, fill, None, 4)


def draw_large(
    canvas: Canvas, box: Box, board: Board, all_pieces: Sequence[Piece | None], cells: Cells | None
) -> None:
    """Draw the preview of a pattern, or a prompt if no pattern is given."""
    card = Rect(box).inflate(-canvas.px(16), -canvas.px(16))
    canvas.panel(card, canvas.theme.panel, canvas.theme.line, 12)
    pieces = {cell: piece for cell in cells or () if (piece := all_pieces[cell]) is not None}
    if pieces:
        draw_pieces(canvas, board, pieces, card.inflate(-canvas.px(12), -canvas.px(12)))
    else:
        available = card.width - canvas.px(16)
        colour = canvas.theme.muted_text
        canvas.text(EMPTY_CARD, card.center, 15, colour, anchor="center", width=available)
