"""The board of a game screen: what is seen of the position, and touched there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from ....play.table import Table
from ...cells import hit
from ...layout import Box
from ...looks import looks_of, solid_of
from ...pointer import Cells, Pointer
from ..drawing.board_view import BoardView
from ..drawing.canvas import Canvas, Rect
from ..drawing.timeline import Timeline
from ..drawing.widgets import ARROWS, CONFIRM
from .highlights import Highlights
from .plane_hand import Pixel, PlaneHand

if TYPE_CHECKING:
    from .solid_board import SolidBoard


class GameBoard:
    """Shows the position of a table and finds the moves that clicks and keys mean.

    It calls `play` with a move, and `touched` when another part of one has been chosen.
    """

    def __init__(
        self,
        table: Table,
        canvas: Canvas,
        box: Box,
        play: Callable[[str], object],
        touched: Callable[[], object],
    ) -> None:
        self.table, self.rules = table, table.rules
        self.play, self.touched = play, touched
        self.timeline = Timeline(canvas.settings, looks_of(self.rules, table.session.state))
        self.view = BoardView(self.rules, canvas, box, self.timeline)
        self.plane = PlaneHand(self.view, self._is_target, self.back)
        #: What is under the mouse, and under the cursor of the keyboard.
        self.hovered: Cells | None = None
        self.cursor: Cells | None = None
        #: What lies over the board, through which nothing can be touched.
        self.cover: Rect | None = None
        #: The solid of which the board is the net, if it is one.
        self.solid: SolidBoard | None = None
        if (solid := solid_of(self.rules)) is not None:
            from .solid_board import SolidBoard

            self.solid = SolidBoard(table, solid, self.view, play, self._press)
        self._look_again()

    def place(self, canvas: Canvas, box: Box) -> None:
        """Lay it out in a box."""
        if self.solid is not None:
            self.solid.place(canvas, box)
        else:
            self.view.place(canvas, box)

    # -- following the table ----------------------------------------------------------------------

    def changed(self, step: int) -> None:
        """Show what has happened: one move forwards or backwards in motion, more at once."""
        session = self.table.session
        looks = looks_of(self.rules, session.state)
        if step == 1:
            self.timeline.move(session.last_carry(), looks)
        elif step == -1:
            carry = self.rules.carry(session.state, session.all_moves[session.ply])
            self.timeline.move({to: cell for cell, to in carry.items()}, looks)
        else:
            self.timeline.show(looks)
        self._look_again()

    def _look_again(self) -> None:
        """Find out what can be touched in the position."""
        self.pointer = Pointer(self.rules, self.table.session.state)
        self.cursor = self.hovered = None
        self._surround()

    def _surround(self) -> None:
        """Show what can be touched on a plane."""
        self.view.surround(cell for cells in self.pointer.targets() for cell in cells)

    def draw(self, canvas: Canvas, *, legal: bool) -> None:
        """Draw the position, and when nothing moves what is marked; see `Highlights`."""

        def mark() -> None:
            with self.view.clipped():
                Highlights(
                    self.table,
                    self.view,
                    self.pointer,
                    hovered=self.hovered,
                    cursor=self.cursor,
                    legal=legal,
                ).draw(canvas.theme)

        if self.solid is not None:
            self.solid.draw(mark, self.cursor or ())
            return
        self.view.draw()
        if self.timeline.still():
            mark()

    # -- touching ---------------------------------------------------------------------------------

    def _touch(self, cells: Cells, extra: int = 0) -> None:
        move = self.pointer.touch(cells, extra)
        if move is not None:
            self.play(move)
            return
        self.hovered = None
        self.cursor = next(iter(self.pointer.targets()), None) if self.cursor else None
        self._follow_path()

    def back(self) -> bool:
        """Take back the last part of a move that is not complete; tell whether there was one."""
        if not self.pointer.back():
            return False
        self._follow_path()
        return True

    def _follow_path(self) -> None:
        self.timeline.foresee(self.pointer.preview())
        self._surround()
        self.touched()

    def under(self, at: Pixel) -> Cells | None:
        """Return what can be touched at a pixel."""
        if not self.is_over(at):
            return None
        if self.solid is not None and not self.solid.is_over(at, net=True):
            return None
        return self.pointer.at(*self.view.view.point(*at))

    def is_over(self, at: Pixel) -> bool:
        """Tell whether a pixel belongs to the board, and nothing lies over it there."""
        covered = self.cover is not None and self.cover.collidepoint(at)
        return bool(Rect(self.view.box).collidepoint(at)) and not covered

    def is_awaiting(self) -> bool:
        """Tell whether it will soon be drawn better."""
        return self.solid is not None and self.solid.view.is_awaiting()

    def is_stale(self) -> bool:
        """Tell whether it can be drawn better than it was."""
        return self.solid is not None and self.solid.view.is_stale()

    def _is_target(self, at: Pixel) -> bool:
        """Tell whether something can be touched at a pixel, or turned that was touched last."""
        point = self.view.view.point(*at)
        last = self.pointer.path[-1].cells if self.pointer.path else ()
        on_last = any(hit(self.view.board, cell, point) for cell in last)
        return on_last or bool(self.under(at))

    # -- input ------------------------------------------------------------------------------------

    def mouse(self, event: pygame.event.Event) -> bool:
        """Use a mouse event of the person who is to move."""
        if event.type == pygame.MOUSEWHEEL:
            self.turn(-1 if event.y < 0 else 1)
        elif event.type == pygame.MOUSEMOTION:
            self.hovered, self.cursor = self.under(event.pos), None
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            return self._press(event.pos, event.button)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pointer.path:
            cells = self.under(event.pos)
            if cells is not None and len(cells) == 1 == len(self.pointer.path[-1].cells):
                self._touch(cells)  # the end of a drag
        else:
            return False
        return True

    def _press(self, at: Pixel, button: int) -> bool:
        cells = self.under(at)
        if self.pointer.turn_last(*self.view.view.point(*at)):
            self._surround()
            self.touched()
        elif cells is None or (button == 3 and self.pointer.path):
            return self.back()
        else:
            self.cursor = None
            self._touch(cells, int(button == 3))
        return True

    def look_round(self, key: int) -> bool:
        """Show another part of a plane, or of a solid, by Ctrl and a key."""
        return self.plane.key(key) if self.solid is None else self.solid.key(key)

    def turn(self, by: int = 1) -> None:
        """Turn what the next touch lays."""
        self.pointer.turned += by

    def key(self, event: pygame.event.Event) -> bool:
        """Move the cursor, or touch what is under it."""
        if event.key in ARROWS:
            self.hovered = None
            self.cursor = self.pointer.beside(self.cursor, *ARROWS[event.key])
            if self.view.camera is not None and self.cursor is not None:
                self.view.camera.reveal(self.pointer.anchor(self.cursor))
                self.view.moved()
            if self.solid is not None and self.cursor is not None:
                self.solid.view.reveal(self.cursor)
            return True
        if event.key in CONFIRM and self.cursor is not None and self.table.is_human_turn():
            self._touch(self.cursor, int(bool(event.mod & pygame.KMOD_SHIFT)))
            return True
        return False
