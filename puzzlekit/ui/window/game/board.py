"""The board of the game screen, with drawing, clicks and keys."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING

import pygame

from ....play.controller import GameController
from ...cells import cell_contains
from ...checked_pieces import checked_pieces, checked_solid
from ...layout import Box
from ...move_selector import Cells, MoveSelector
from ...theme import Colour
from ..drawing.board_view import BoardView
from ..drawing.canvas import Canvas, Rect
from ..drawing.timeline import Timeline
from ..drawing.widgets import ARROWS, CONFIRM_KEYS
from .gallery import draw_cards, draw_large, is_card_layout, split_cells
from .highlights import Highlights, LastMove
from .pan_zoom import PanZoom, Pixel

if TYPE_CHECKING:
    from .solid_board import SolidBoard


#: Maximum distance in pixels that the mouse may move during a click.
CLICK_PIXELS = 6


class GameBoard:
    """A board that shows the position and turns clicks and keys into moves."""

    def __init__(
        self,
        controller: GameController,
        canvas: Canvas,
        box: Box,
        play: Callable[..., object],
        refresh: Callable[[], object],
    ) -> None:
        self.controller, self.rules = controller, controller.rules
        self.play, self.refresh = play, refresh
        self.timeline = Timeline(
            canvas.settings, checked_pieces(self.rules, controller.session.state)
        )
        self.view = BoardView(self.rules, canvas, box, self.timeline)
        self.plane = PanZoom(self.view, self._is_target, self._miss)
        self.hovered: Cells | None = None
        self.cursor: Cells | None = None
        self.pressed: Pixel = (0, 0)
        #: The reason why the last click had no effect.
        self.refusal = ""
        self.solid: SolidBoard | None = None
        if (solid := checked_solid(self.rules)) is not None:
            from .solid_board import SolidBoard

            self.solid = SolidBoard(controller, solid, self.view, play, self._press)
        self._reset_selector()
        if self.solid is None:
            self.place(canvas, box)

    def place(self, canvas: Canvas, box: Box) -> None:
        """Lay out the board in a box, above the preview card if patterns are to be selected."""
        self.card: Box | None = None
        if self.solid is not None:
            self.solid.place(canvas, box)
            return
        if is_card_layout(self.selector):
            box, self.card = split_cells(box)
        self.view.place(canvas, box)

    def changed(self, step: int) -> None:
        """Show a new position, with animation only for a single step."""
        session = self.controller.session
        pieces = checked_pieces(self.rules, session.state)
        if step == 1:
            self.timeline.move(session.last_cell_permutation(), pieces)
        elif step == -1:
            permutation = self.rules.cell_permutation(session.state, session.all_moves[session.ply])
            self.timeline.move({to: cell for cell, to in permutation.items()}, pieces)
        else:
            self.timeline.show(pieces)
        self._reset_selector()

    def _reset_selector(self) -> None:
        controller = self.controller
        moves = controller.selectable_moves()
        self.selector = MoveSelector(self.rules, controller.session.state, moves)
        self.refusal = ""
        self.cursor = self.hovered = None
        self._expand_plane()

    def _expand_plane(self) -> None:
        refresh = (cell for cells in self.selector.targets() for cell in cells)
        self.view.surround(refresh, alone=is_card_layout(self.selector))

    def draw(self, canvas: Canvas, *, legal: bool, best_move: str = "") -> None:
        """Draw the position, and the `Highlights` unless pieces are moving."""

        def mark() -> None:
            with self.view.clipped():
                Highlights(
                    self.controller,
                    self.view,
                    self.selector,
                    hovered=self.hovered,
                    cursor=self.cursor,
                    legal=legal or bool(self.refusal),
                    best_move=best_move,
                ).draw(canvas.theme)

        if self.solid is not None:
            self.solid.draw(mark, self.cursor or ())
            return
        if self.card is not None:
            shown = self.cursor or self.hovered
            draw_large(canvas, self.card, self.view.board, self.timeline.pieces, shown)
        still = self.timeline.still()
        last = still and self.controller.shows_last_move and not self.selector.path
        under = LastMove(self.controller, self.view).draw_under if last else None
        below = under and partial(under, canvas.theme)
        if self.card is not None:
            patterns = self.selector.targets()
            below = partial(draw_cards, canvas, self.view.board, self.view.view, patterns)
        self.view.draw(below)
        if still:
            mark()

    def outline(self, cells: Collection[int], colour: Colour) -> None:
        solid = self.solid
        if not cells or not self.timeline.still():
            return
        if solid is None or solid.shows(net=True):
            with self.view.clipped():
                self.view.marks.outline(cells, colour, 3)
        if solid is not None and solid.shows(net=False):
            solid.view.outline(cells, colour, 4)

    def _click_cells(self, cells: Cells, extra: int = 0) -> None:
        self.refusal = ""
        moves = self.selector.click(cells, extra)
        if moves:
            self.play(*moves)
            return
        self.hovered = None
        self.cursor = next(iter(self.selector.targets()), None) if self.cursor else None
        self._follow_path()

    def back(self) -> bool:
        """Take back the last click of an incomplete move; return whether there was one."""
        refused, self.refusal = bool(self.refusal), ""
        if not self.selector.step_back():
            if refused:
                self.refresh()
            return refused
        self._follow_path()
        return True

    def _follow_path(self) -> None:
        self.timeline.set_preview(self.selector.preview())
        self._expand_plane()
        self.refresh()

    def cell_under(self, at: Pixel) -> Cells | None:
        if not self.is_over(at):
            return None
        if self.solid is not None and not self.solid.is_over(at, net=True):
            return None
        return self.selector.target_at(*self.view.view.point(*at))

    def is_over(self, at: Pixel) -> bool:
        return bool(Rect(self.view.box).collidepoint(at))

    def _is_target(self, at: Pixel) -> bool:
        """Return whether a click at a pixel would select something or change the last selection."""
        point = self.view.view.point(*at)
        last = self.selector.path[-1].cells if self.selector.path else ()
        on_last = any(cell_contains(self.view.board, cell, point) for cell in last)
        return on_last or bool(self.cell_under(at))

    def mouse(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self.turn(-1 if event.y < 0 else 1)
        elif event.type == pygame.MOUSEMOTION:
            self.hovered, self.cursor = self.cell_under(event.pos), None
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            return self._press(event.pos, event.button)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.selector.path:
            self._drop(event.pos)
        else:
            return False
        return True

    def _drop(self, at: Pixel) -> None:
        """End a drag that began with the last click, or explain why the drag cannot end there."""
        cells, last = self.cell_under(at), self.selector.path[-1].cells
        if (
            len(last) > 1 or math.dist(at, self.pressed) < CLICK_PIXELS
        ):  # the view of a plane may have moved in the meantime
            return
        if cells is not None and len(cells) == 1:
            self._click_cells(cells)
        elif cells is None and (cell := self._cell_at(at)) is not None and cell not in last:
            self._refuse(cell)

    def _cell_at(self, at: Pixel) -> int | None:
        return self.view.cell_at(at) if self.is_over(at) else None

    def _press(self, at: Pixel, button: int) -> bool:
        self.pressed = at
        cells = self.cell_under(at)
        if self.selector.turn_last(*self.view.view.point(*at)):
            self._expand_plane()
            self.refresh()
        elif button == 3 and self.selector.path:
            return self.back()
        elif cells is None:
            return self._miss(at)
        else:
            self.cursor = None
            self._click_cells(cells, int(button == 3))
        return True

    def _miss(self, at: Pixel) -> bool:
        """Select another piece, explain why a click is refused, or take back the last click."""
        cell, path = self._cell_at(at), self.selector.path
        if cell is None or (path and path[-1].cells == (cell,)):
            return self.back()
        if len(path) == 1 and (cell,) in self.selector.start_cells():
            self.selector.step_back()
            self._click_cells((cell,))
            return True
        self._refuse(cell)
        return True

    def _refuse(self, cell: int) -> None:
        if self.controller.may_play():
            self.refusal = self.controller.explain_refusal(tuple(self.selector.path), cell)
            self.refresh()

    def rotate_view(self, key: int) -> bool:
        """Scroll, zoom or rotate the view with a key and Ctrl."""
        return self.plane.key(key) if self.solid is None else self.solid.key(key)

    def turn(self, by: int = 1) -> None:
        self.selector.rotation += by

    def key(self, event: pygame.event.Event) -> bool:
        if event.key in ARROWS:
            self.hovered = None
            self.cursor = self.selector.target_in_direction(self.cursor, *ARROWS[event.key])
            if self.view.camera is not None and self.cursor is not None:
                self.view.camera.reveal(self.selector.anchor(self.cursor))
                self.view.moved()
            if self.solid is not None and self.cursor is not None:
                self.solid.view.reveal(self.cursor)
            return True
        if (
            event.key in CONFIRM_KEYS
            and self.cursor is not None
            and self.controller.is_human_turn()
        ):
            self._click_cells(self.cursor, int(bool(event.mod & pygame.KMOD_SHIFT)))
            return True
        return False
