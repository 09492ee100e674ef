"""The picture of a board on a web page: SVG, marks, animated moves and hit testing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.board import Point
from ...plugin.validation import checked_solid
from ..board_input import BoardInput
from ..motion import ease, places_between
from ..solid.solid_model import HeldTurn, LayerDrag
from ..svg import (
    PictureLayout,
    picture,
    picture_layout,
    solid_marks,
    solid_model,
    solid_picture,
)
from ..svg_highlights import mark_layers
from ..theme import THEMES, look

#: Number of steps in the animation of a move.
FRAMES = 8

#: Moves of solids with more stickers are not animated, because that would delay them.
MAX_ANIMATED = 150

View = dict[str, Any]


def make_picture(board: BoardInput) -> BoardPicture | SolidPicture:
    """Return the picture of the position of a game."""
    solid = checked_solid(board.rules) is not None
    return SolidPicture(board) if solid else BoardPicture(board)


class BoardPicture:
    """The picture of a flat board, which is sent again only if it has changed."""

    def __init__(self, board: BoardInput) -> None:
        self.input, self.rules = board, board.rules
        self.layout = self._new_layout()
        self._drawn: object = None
        self._moved: Mapping[int, int] = {}

    def _new_layout(self) -> PictureLayout:
        clickable = {cell for cells in self.input.selector.targets() for cell in cells}
        layout = picture_layout(self.rules, self.input.controller.session.state, clickable)
        self.input.shown = layout.cells
        return layout

    def _point(self, x: float, y: float) -> Point:
        return self.layout.view.point(x, y)

    def hover(self, x: float, y: float) -> None:
        """Highlight the target at a pixel of the picture."""
        self.input.hover(self._point(x, y))

    def leave(self) -> None:
        """Remove the highlight."""
        self.input.hover(None)

    def hold(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Do nothing, because a flat board shows no drag in progress."""

    def press(self, x: float, y: float, *, other: bool) -> None:
        """Click at a pixel."""
        self.input.press(self._point(x, y), other=other)

    def tap(self, x: float, y: float) -> None:
        """Tap a pixel of a touch screen."""
        self.input.tap(self._point(x, y))

    def drag(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Drag a piece from one pixel to another."""
        self.input.press(self._point(x, y))
        self.input.drop(self._point(to_x, to_y))

    def turn(self, text: str) -> None:
        """Play a turn in the puzzle's notation."""
        self.input.controller.play_text(text)

    def forget(self) -> None:
        """Send the picture again with the next view."""
        self._drawn = None

    def animate(self, step: int) -> None:
        """Animate a single move to the current position, made or undone."""
        session = self.input.controller.session
        self._moved = session.last_cell_permutation() if step == 1 else {}
        for move in session.all_moves[session.ply :][:1] if step == -1 else ():
            made = self.rules.cell_permutation(session.state, move)
            self._moved = {to: cell for cell, to in made.items()}

    def view(self, theme: str, *, legal: bool) -> View:
        """Return the marks and, if they have changed, the picture and its animation."""
        session, view = self.input.controller.session, View()
        key = session.tree.node, theme, tuple(self.input.selector.path)
        if key != self._drawn:
            self.layout = self._new_layout()
            view["svg"] = picture(self.rules, session.state, layout=self.layout, **look(theme))
            view["motion"] = self._motion()
            view["plane"] = self.layout.view if self.rules.board.plane else None
            self._drawn = key
        name, palette = look(theme)["theme"], look(theme)["palette"]
        layers = mark_layers(self.input, self.layout, theme=name, palette=palette, legal=legal)
        return {**view, "under": layers.below, "marks": layers.above}

    def _motion(self) -> dict[int, list[list[float]]]:
        """Return, for each moving piece, its offset in pixels and its size at equal intervals."""
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


class SolidPicture(BoardPicture):
    """The picture of a solid. A click on a sticker or a drag turns its layer.

    Dragging empty space rotates the solid.
    """

    def __init__(self, board: BoardInput) -> None:
        super().__init__(board)
        self.model = solid_model(self.rules)
        self._hovered: Sequence[int] = ()
        #: A drag: its start, the layer that it turns and how far, and the camera at the start.
        self._start: Point | None = None
        self._layer: LayerDrag | None = None
        self._held: HeldTurn | None = None
        self._camera = self.model.camera

    def hover(self, x: float, y: float) -> None:
        picked = self.model.pick((x, y))
        self._hovered = [picked.sticker] if picked is not None else []
        self.input.cursor = None

    def leave(self) -> None:
        """Remove the highlight, and cancel a drag."""
        self._hovered, self._start, self._held, self.model.spin = (), None, None, None

    def press(self, x: float, y: float, *, other: bool) -> None:
        picked = self.model.pick((x, y))
        move = self.model.clicked_move(picked, back=other) if picked is not None else None
        if move is not None and self.input.controller.may_play():
            self.input.controller.play(move)

    def tap(self, x: float, y: float) -> None:
        self.press(x, y, other=False)

    def hold(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Show a drag in progress: turn a layer, or rotate the solid."""
        dx, dy = to_x - x, to_y - y
        if self._start != (x, y):
            self.leave()
            self._start, self._layer, self._camera = (x, y), None, self.model.camera
            self.input.cursor = None
            picked, controller = self.model.pick((x, y)), self.input.controller
            if picked is not None and controller.may_play():
                self._layer = self.model.begin_drag(controller.session.state, picked, dx, dy)
        if self._layer is None:
            self.model.camera = self._camera.moved(dx, dy)
            return
        self._held = self.model.hold(self._layer, dx, dy)

    def drag(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """End a drag, and play the turn of the layer if the drag was long enough."""
        self.hold(x, y, to_x, to_y)
        held, self._start, self._layer, self._held = self._held, None, None, None
        if held is not None:
            controller = self.input.controller
            self.model.play_drag(held, controller.session, controller.play)
            self.model.finish_spin()
            self._moved = {}  # the drag has already shown the turn

    def turn(self, text: str) -> None:
        """Play a turn whose name refers to the faces as seen now, and follow its rotation."""
        self.model.play_as_seen(text, self.input.controller.session, super().turn)

    def animate(self, step: int) -> None:
        super().animate(step)
        self.model.follow(self.input.controller.session.tree.node)

    def view(self, theme: str, *, legal: bool) -> View:
        controller, model, colours = self.input.controller, self.model, THEMES[look(theme)["theme"]]
        session, view = controller.session, View(solid=True, under="")
        if self.input.cursor is not None:
            model.reveal(self.input.cursor)
        held, turning = self._held, None
        if held is not None:
            turning = model.turning(held.permutation, held.progress)
        key = session.tree.node, theme, model.camera, turning
        if key != self._drawn:
            view["svg"] = solid_picture(model, session.state, turning, **look(theme))
            view["frames"] = self._frames(theme)
            self._drawn = key
        view["marks"] = solid_marks(
            model,
            colours,
            last=model.outlined_cells(controller) if held is None else (),
            cursor=self.input.cursor or self._hovered,
            hint=model.suggested_turn(controller),
        )
        return view

    def _frames(self, theme: str) -> list[str]:
        """Return pictures of the solid during its last move, without the final position."""
        permutation, self._moved = self._moved, {}
        if len(self.rules.board) > MAX_ANIMATED:
            return []
        state, shares = self.input.controller.session.state, (i / FRAMES for i in range(FRAMES))
        turns = [self.model.turning(permutation, ease(share) - 1) for share in shares]
        return [solid_picture(self.model, state, each, **look(theme)) for each in turns if each]
