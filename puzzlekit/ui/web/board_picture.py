"""The picture of a board on a web page: SVG, marks, animated moves, and the points of clicks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.board import Board, Point
from ...core.values import Piece
from ..board_input import BoardInput
from ..checked_pieces import checked_pieces
from ..highlights import Highlights, LastMove
from ..motion import ease, places_between
from ..names import names_shown
from ..svg import PictureLayout, picture, picture_layout
from ..svg_marks import SvgMarks
from ..theme import THEMES

#: Number of steps in the animation of a move.
FRAMES = 8


class BoardPicture:
    """The picture of a position, which is sent again only if it has changed."""

    def __init__(self, board: BoardInput) -> None:
        self.input, self.rules = board, board.rules
        self.layout = self._layout()
        self._drawn: object = None
        self._moved: Mapping[int, int] = {}

    def _layout(self) -> PictureLayout:
        clickable = {cell for cells in self.input.selector.targets() for cell in cells}
        return picture_layout(self.rules, self.input.controller.session.state, clickable)

    def point(self, x: float, y: float) -> Point:
        """Return the point of the board at a pixel of the picture."""
        return self.layout.view.point(x, y)

    def orbit(self, dx: float, dy: float) -> None:
        """Turn a solid by parts of the width of the picture."""

    def forget(self) -> None:
        """Send the picture again with the next view."""
        self._drawn = None

    def animate(self, step: int) -> None:
        """Animate a single step to the current position, forwards or backwards."""
        session, self._moved = self.input.controller.session, {}
        if step == 1:
            self._moved = session.last_cell_permutation()
        elif step == -1:
            move = session.all_moves[session.ply]
            permutation = self.rules.cell_permutation(session.state, move)
            self._moved = {to: cell for cell, to in permutation.items()}

    def view(self, theme: str, *, legal: bool) -> dict[str, Any]:
        """Return the marks and, if they have changed, the picture and its animation."""
        state = self.input.controller.session.state
        view: dict[str, Any] = {}
        key = self.input.controller.session.tree.node, theme, tuple(self.input.selector.path)
        if key != self._drawn:
            self._drawn, self.layout = key, self._layout()
            view["svg"] = picture(self.rules, state, theme=theme, net=True, layout=self.layout)
            view["motion"] = self._motion()
        marked = _MarkedPicture(self.rules.board.with_unit_step, self.layout.view)
        marked.pieces = checked_pieces(self.rules, state)
        marked.shows_names = names_shown(self.rules)
        last = LastMove(self.input.controller, marked)
        if self.input.controller.shows_last_move and not self.input.selector.path:
            last.draw_under(THEMES[theme])
        under, marked.marks.body = marked.marks.body, []
        Highlights(self.input, marked, legal=legal).draw(THEMES[theme])
        return {**view, "under": "".join(under), "marks": "".join(marked.marks.body)}

    def _motion(self) -> dict[int, list[list[float]]]:
        """Return the offset in pixels and the size of each piece that moves, in equal steps."""
        permutation, self._moved = self._moved, {}
        points, unit = self.rules.board.with_unit_step.points, self.layout.view.unit
        frames: dict[int, list[list[float]]] = {}
        for step in range(FRAMES + 1):
            share = ease(step / FRAMES)
            places = places_between(points, permutation, share, self.rules.motion)
            for cell, place in places.items():
                to = permutation[cell]
                if to < len(points):
                    dx, dy = place.x - points[to][0], points[to][1] - place.y - place.lift
                    frame = [round(dx * unit, 1), round(dy * unit, 1), round(place.size, 3)]
                    frames.setdefault(to, []).append(frame)
        return frames


class _MarkedPicture:
    """What `Highlights` draws on."""

    def __init__(self, board: Board, view: Any) -> None:
        self.board, self.marks = board, SvgMarks(board, view)
        self.pieces: Sequence[Piece | None] = ()
        self.shows_names = False

    def ghost(self, cell: int, piece: Piece, opacity: float) -> None:
        """Draw a translucent piece."""
