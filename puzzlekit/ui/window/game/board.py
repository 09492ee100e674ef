"""The board of a game: drawing, clicks, keys and premoves, scrolling, and screens with a board."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import pygame

from ....core.board import Board, Point
from ....core.translation import _
from ....core.values import Piece
from ....play.controller import GameController
from ....play.session import Session
from ....play.variations import GameNode
from ....players.player import HUMAN
from ....plugin.errors import error_message, plugin_error
from ....plugin.validation import checked_pieces, checked_solid
from ....rules.base import Rules
from ....rules.merged_moves import merge_moves
from ...board_input import BoardInput, Cells, MoveSelector
from ...cells import View, cell_outline
from ...highlights import Highlights, LastMove
from ...screen_layout import BoardCamera, Box
from ...theme import Colour, Theme, mix
from .. import sounds
from ..drawing.board_view import BoardView, draw_pieces
from ..drawing.canvas import Canvas, Rect
from ..drawing.timeline import Timeline
from ..drawing.widgets import ARROWS, CONFIRM_KEYS, Button, has_ctrl
from ..screen import Screen, Shortcuts

if TYPE_CHECKING:
    from .solid_board import SolidBoard

Pixel = tuple[int, int]

#: The greatest number of moves that are animated as one turn.
MAX_TURN_LENGTH = 12


class PanZoom:
    """Scrolling and zooming of a plane. A click on empty space is passed to the board."""

    def __init__(self, board: GameBoard, camera: BoardCamera) -> None:
        self.board, self.view, self.camera = board, board.view, camera
        self.last_pixel: Pixel | None = None
        self.dragged = False

    def mouse(self, event: pygame.event.Event) -> bool:
        """Scroll by dragging empty space, and zoom with Ctrl and the wheel."""
        camera = self.camera
        if event.type == pygame.MOUSEWHEEL and has_ctrl(pygame.key.get_mods()):
            camera.zoom(1.15**event.y, pygame.mouse.get_pos())
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 2):
            point = self.board.point_at(event.pos)
            if point is None or (event.button == 1 and self.board.is_target(point)):
                return False
            self.last_pixel, self.dragged = event.pos, False
            return True
        elif event.type == pygame.MOUSEMOTION and self.last_pixel is not None:
            dx, dy = event.pos[0] - self.last_pixel[0], event.pos[1] - self.last_pixel[1]
            if not self.dragged and math.hypot(dx, dy) < self.view.canvas.px(5):
                return True
            self.last_pixel, self.dragged = event.pos, True
            camera.scroll(dx, dy)
        elif event.type == pygame.MOUSEBUTTONUP and self.last_pixel is not None:
            self.last_pixel = None
            if not self.dragged:
                self.board.press(self.board.point_at(event.pos))
            return True
        else:
            return False
        self.view.moved()
        return True

    def key(self, key: int) -> bool:
        camera = self.camera
        step = camera.view.unit
        if key in ARROWS:
            camera.scroll(-ARROWS[key][0] * step, ARROWS[key][1] * step)
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            camera.zoom(1.25 if key == pygame.K_PAGEUP else 0.8)
        elif key == pygame.K_HOME:
            camera.reset()
        else:
            return False
        self.view.moved()
        return True


def split_gallery_box(box: Box) -> tuple[Box, Box]:
    """Return the box of the patterns and, below it, the box of the preview."""
    left, top, width, height = box
    low = round(height * 0.3)
    return (left, top, width, height - low), (left, top + height - low, width, low)


def draw_pattern_cards(canvas: Canvas, board: Board, view: View, patterns: Iterable[Cells]) -> None:
    """Draw a background behind each pattern."""
    fill = mix(canvas.theme.background, canvas.theme.edge, 0.35)
    for cells in patterns:
        corners = [view.pixel(*corner) for cell in cells for corner in cell_outline(board, cell)]
        (left, right), (top, low) = ((min(each), max(each)) for each in zip(*corners, strict=True))
        grow = view.unit * 0.12
        box = Rect(left - grow, top - grow, right - left + 2 * grow, low - top + 2 * grow)
        canvas.panel(box, fill, None, 4)


def draw_preview(
    canvas: Canvas, box: Box, board: Board, all_pieces: Sequence[Piece | None], cells: Cells | None
) -> None:
    """Draw the preview of a pattern, or a prompt if no pattern is given."""
    card = Rect(box).inflate(-canvas.px(16), -canvas.px(16))
    canvas.panel(card, canvas.theme.panel, canvas.theme.line, 12)
    pieces = {cell: piece for cell in cells or () if (piece := all_pieces[cell]) is not None}
    if pieces:
        draw_pieces(canvas, board, pieces, card.inflate(-canvas.px(12), -canvas.px(12)))
    else:
        text, available = _("Point at a pattern to enlarge it"), card.width - canvas.px(16)
        colour = canvas.theme.muted_text
        canvas.text(text, card.center, 15, colour, anchor="center", width=available)


#: Maximum distance in pixels that the mouse may move during a click.
CLICK_PIXELS = 6


class GameBoard(BoardInput):
    """A board that shows the position and turns clicks and keys into moves."""

    def __init__(
        self,
        controller: GameController,
        canvas: Canvas,
        box: Box,
        play: Callable[..., object],
    ) -> None:
        super().__init__(controller, play, self._follow_path)
        self.timeline = Timeline(
            canvas.settings, checked_pieces(self.rules, controller.session.state)
        )
        #: The node whose position the timeline shows, or None if showing it has failed.
        self._shown: GameNode | None = controller.session.tree.node
        self.view = BoardView(self.rules, canvas, box, self.timeline)
        camera = self.view.camera
        self.plane = PanZoom(self, camera) if camera is not None else None
        self.pressed: Pixel = (0, 0)
        self.solid: SolidBoard | None = None
        if (solid := checked_solid(self.rules)) is not None:
            from .solid_board import SolidBoard

            self.solid = SolidBoard(controller, solid, self.view, play, self._press)
        self._expand_plane()
        if self.solid is None:
            self.place(canvas, box)
        self.view.fit()

    def reset(self) -> None:
        self.patterns: Collection[Cells] = ()
        super().reset()
        self.patterns = self._find_patterns()

    def _find_patterns(self) -> Collection[Cells]:
        """Return the patterns that the next player, who may be a computer, must choose from."""
        selector, state = self.selector, self.controller.session.state
        if not selector.targets() and selector.board.plane:
            first = self.rules.legal_moves(state)[:1]
            if first and any(len(click.cells) > 1 for click in self.rules.clicks(first[0])):
                selector = MoveSelector(self.rules, state)
        return selector.targets() if selector.has_patterns() else ()

    def place(self, canvas: Canvas, box: Box) -> None:
        """Lay out the board in a box, above the preview card if patterns are to be selected."""
        self.card: Box | None = None
        if self.solid is not None:
            self.solid.place(canvas, box)
            return
        if self.patterns:
            box, self.card = split_gallery_box(box)
        self.view.place(canvas, box)

    def position_changed(self, plies: int) -> None:
        """Show a new position, with animation only for a single turn."""
        try:
            self._animate(plies)
        finally:
            self.reset()
            self._expand_plane()

    def _animate(self, plies: int) -> None:
        session = self.controller.session
        if self.solid is not None:
            self.solid.view.follow(session.tree.node)
        self._shown = None
        permutations, step = self._turn_permutations(plies), 1 if plies > 0 else -1
        for left, permutation in zip(reversed(range(len(permutations))), permutations, strict=True):
            state = session.state_at(session.ply - step * left)
            self.timeline.move(permutation, checked_pieces(self.rules, state))
        if not permutations:
            self.timeline.show(checked_pieces(self.rules, session.state))
        self.timeline.merge(self._last_turn_length() if plies == 1 else len(permutations))
        self._shown = session.tree.node

    def _catch_up(self) -> None:
        """Show the position without animation if animating it has failed."""
        session = self.controller.session
        if self._shown is not session.tree.node:
            self.timeline.show(checked_pieces(self.rules, session.state))
            self._shown = session.tree.node

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Show an exception in the `with` block in the status bar, unless it has a message."""
        try:
            yield
        except Exception as error:
            if not self.controller.message:
                shown = plugin_error(error, self.rules) or error
                self.controller.show_status(error_message(shown))

    def _turn_permutations(self, plies: int) -> list[Mapping[int, int]]:
        """Return the permutation of each move if a turn has been made or undone, otherwise []."""
        session = self.controller.session
        first, last = sorted((session.ply - plies, session.ply))
        moves = session.all_moves[first:last] if first >= 0 else []
        if len(merge_moves(self.rules, moves)) != 1:
            return []
        permutations = [
            self.rules.cell_permutation(session.state_at(ply), move)
            for ply, move in enumerate(moves, first)
        ]
        if plies > 0:
            return permutations
        return [{to: cell for cell, to in each.items()} for each in reversed(permutations)]

    def _last_turn_length(self) -> int:
        """Return the number of moves in the last turn, such as 2 for R2 on a cube."""
        session = self.controller.session
        nodes = session.tree.line[max(1, session.ply + 1 - MAX_TURN_LENGTH) : session.ply + 1]
        return merge_moves(self.rules, [node.move for node in nodes])[-1][1]

    def _expand_plane(self) -> None:
        if self.plane is not None:
            targets = self.patterns or self.selector.targets()
            cells = (cell for target in targets for cell in target)
            self.view.show_occupied(cells, alone=bool(self.patterns))

    def draw(self, canvas: Canvas, *, legal: bool, best_move: str = "") -> None:
        """Draw the position, and the `Highlights` unless pieces are moving."""
        self._catch_up()

        def mark() -> None:
            with self.guarded(), self.view.clipped():
                Highlights(
                    self, self.view, legal=legal or bool(self.refusal), best_move=best_move
                ).draw(canvas.theme)

        if self.solid is not None:
            self.solid.draw(mark, self.cursor or (), self.guarded)
            return
        if self.card is not None and self.selector.targets():
            shown = self.cursor or self.hovered
            draw_preview(canvas, self.card, self.view.board, self.timeline.pieces, shown)
        still = self.timeline.still()
        last = still and self.controller.shows_last_move and not self.selector.path
        below = partial(self._mark_last_move, canvas.theme) if last else None
        if self.card is not None:
            below = partial(
                draw_pattern_cards, canvas, self.view.board, self.view.view, self.patterns
            )
        self.view.draw(below)
        if still:
            mark()

    def _mark_last_move(self, theme: Theme) -> None:
        with self.guarded():
            LastMove(self.controller, self.view).draw_under(theme)

    def outline(self, cells: Collection[int], colour: Colour) -> None:
        solid = self.solid
        if not cells or not self.timeline.still():
            return
        if solid is None or solid.shows(net=True):
            with self.view.clipped():
                self.view.outline(cells, colour, 3)
        if solid is not None and solid.shows(net=False):
            solid.view.draw_outlines(cells, colour, 4)

    def _follow_path(self) -> None:
        self.timeline.set_preview(self.selector.preview())
        self._expand_plane()

    def point_at(self, at: Pixel) -> Point | None:
        """Return the point on the board at a pixel, or None outside the box."""
        return self.view.view.point(*at) if self.is_over(at) else None

    def cell_at(self, point: Point | None) -> int | None:
        return None if point is None else self.view.cell_at(point)

    def cell_under(self, at: Pixel) -> Cells | None:
        if self.solid is not None and not self.solid.is_over(at, net=True):
            return None
        return self.target_at(self.point_at(at))

    def is_over(self, at: Pixel) -> bool:
        return bool(Rect(self.view.box).collidepoint(at))

    def mouse(self, event: pygame.event.Event, *, may_play: bool = True) -> bool:
        """Move the view of a plane or a solid, or else click on the board or choose a variant."""
        if self.plane is not None and self.plane.mouse(event):
            return True
        if self.solid is not None and self.solid.mouse_control.mouse(event, may_play=may_play):
            self.hovered = None
            return True
        if not may_play:
            return False
        if event.type == pygame.MOUSEWHEEL:
            self.turn(-1 if event.y < 0 else 1)
        elif event.type == pygame.MOUSEMOTION:
            self.hovered = self.cell_under(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            return self._press(event.pos, event.button)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.selector.path:
            # the view of a plane may have moved in the meantime
            if math.dist(event.pos, self.pressed) >= CLICK_PIXELS:
                self.drop(self.point_at(event.pos))
        else:
            return False
        return True

    def _press(self, at: Pixel, button: int) -> bool:
        self.pressed = at
        return self.press(self.point_at(at), other=button == 3)

    def handle_ctrl_key(self, key: int) -> bool:
        """Rotate the next click, or scroll, zoom or rotate the view, with a key and Ctrl."""
        if key == pygame.K_r:
            self.turn()
            return True
        control = self.plane or self.solid
        return control is not None and control.key(key)

    def key(self, event: pygame.event.Event) -> bool:
        if event.key in ARROWS:
            self.move_cursor(*ARROWS[event.key])
            if self.view.camera is not None and self.cursor is not None:
                self.view.camera.reveal(self.selector.anchor(self.cursor))
                self.view.moved()
            if self.solid is not None and self.cursor is not None:
                self.solid.view.reveal(self.cursor)
            return True
        is_other = bool(event.mod & pygame.KMOD_SHIFT)
        return event.key in CONFIRM_KEYS and self.press_cursor(other=is_other)


class Premoves:
    """Clicks made while an engine's move is animated, which are played afterwards if legal."""

    def __init__(self, board: GameBoard) -> None:
        self.controller, self.board = board.controller, board
        self.events: list[pygame.event.Event] = []

    def _is_premove(self) -> bool:
        session = self.controller.session
        is_over = session.result is not None or not session.tree.is_at_main_line_end
        if is_over or HUMAN not in session.players:
            return False
        if not self.controller.is_human_turn():
            return bool(self.board.timeline.queue or self.events)
        if not session.ply or not self.board.timeline.queue:
            return False
        last = self.controller.rules.turn(session.state_at(session.ply - 1))
        return session.players[last] != HUMAN

    def remember(self, event: pygame.event.Event) -> bool:
        """Store a click if it is a premove; return whether it is a premove."""
        if event.type not in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return False
        if event.type == pygame.MOUSEBUTTONUP and not self.events:
            return False  # it ends the click that made the last move
        if event.button not in (1, 3) or not self._is_premove():
            return False
        if event.button == 3:
            self.events.clear()
        elif self.board.is_over(event.pos):
            self.events.append(event)
        return True

    def clear(self) -> bool:
        """Discard the premoves; return whether there were any."""
        had = bool(self.events)
        self.events.clear()
        return had

    def poll(self) -> bool:
        """Play the stored clicks that are due; return whether there were any stored clicks."""
        if not self.events or self._is_premove() or self.board.timeline.moving():
            return False
        while self.events and not self._is_premove():
            event = self.events.pop(0)
            if self.controller.may_play() and self.controller.session.tree.is_at_main_line_end:
                self.board.mouse(event)
            else:
                self.events.clear()
        return True

    def draw(self, canvas: Canvas) -> None:
        for event in self.events:
            if event.type == pygame.MOUSEBUTTONDOWN:
                pygame.draw.aacircle(
                    canvas.surface, canvas.theme.focus, event.pos, canvas.px(9), canvas.px(3)
                )


class BoardScreen(Screen):
    """The base class of screens with the board of a game, and a panel beside it."""

    board: GameBoard
    session: Session
    rules: Rules

    def show_position(self, plies: int) -> None:
        """Show a new position; a single step forward is animated, logged and heard."""
        before = self.board.timeline.last
        self.board.position_changed(plies)
        if plies == 1:
            self.window.log("move", self.session.last_move or "")
            sound = sounds.sound_of(self.rules, before, self.board.timeline.last)
            self.window.sounds.play(sound)

    def show_status(self, text: str) -> None:
        self.window.log("message", text)
        self.board.refusal = ""
        self.rebuild()

    def swap_buttons(self) -> list[Button]:
        """Return the button that exchanges a solid and its net, if there is a solid."""
        solid = self.board.solid
        return [] if solid is None else [solid.button(self.canvas, self.swap_views)]

    def swap_views(self) -> None:
        if self.board.solid is not None:
            self.board.solid.swap_views()

    def moving(self) -> bool:
        return self.board.timeline.moving()

    def use_mouse(self, event: pygame.event.Event, *, may_play: bool) -> bool:
        """Pass a mouse event to the board, which hides the cursor of the keyboard."""
        if may_play and event.type == pygame.MOUSEMOTION and self.board.cursor is not None:
            self.board.cursor = None
            self.rebuild()  # mouse gestures replace the keys in the status
        return self.board.mouse(event, may_play=may_play)

    def shortcuts(self) -> Shortcuts:
        return {"F6": self.swap_views}

    def key(self, event: pygame.event.Event) -> bool:
        if super().key(event):
            return True
        if has_ctrl(event.mod):
            return self.board.handle_ctrl_key(event.key)
        if event.key in ARROWS:
            self.focus(None)  # so that Enter goes to the board
        return self.board.key(event)
