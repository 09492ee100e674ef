"""Offscreen pictures of positions, drawn as in the window."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pygame

from ....core.errors import PuzzlekitError
from ....rules.base import Rules, State
from ... import svg
from ...board_drawing import picture_extent
from ...camera import occupied_cells, surroundings
from ...cell_names import shows_cell_names
from ...checked_pieces import checked_pieces, checked_solid
from ...screen_layout import Box
from ...settings import Settings
from .board_view import BoardView
from .canvas import Canvas, Surface
from .timeline import Frame, Motion, Pieces, Timeline

if TYPE_CHECKING:
    from ...solid.view import Camera
    from .solid_view import SolidView

#: Side length in pixels of a picture with normal font sizes.
DEFAULT_SIZE = 640

#: Margin around the board as a fraction of the picture.
FREE = 0.02


@contextmanager
def headless_pygame() -> Iterator[None]:
    """Initialize pygame for drawing without a window."""
    if pygame.display.get_surface() is not None:
        yield
        return
    driver = os.environ.get("SDL_VIDEODRIVER")
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    try:
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode((1, 1))
        yield
    except pygame.error as error:
        raise PuzzlekitError(f"Cannot draw here ({error}). Use SVG.") from error
    finally:
        pygame.display.quit()
        if driver is None:
            del os.environ["SDL_VIDEODRIVER"]
        else:
            os.environ["SDL_VIDEODRIVER"] = driver


class PosedBoard(Timeline):
    """A timeline frozen at a chosen frame."""

    share = 0.0

    def pose(self, motion: Motion, share: float) -> None:
        """Show a move at a fraction of its progress."""
        self.queue[:] = [motion]
        self.share = share

    def now(self) -> Frame:
        if not self.queue:
            return Frame(self.pieces, {}, 0.0)
        return Frame(self.queue[0].before, self.queue[0].permutation, self.share)


class OffscreenRenderer:
    """A renderer of positions that is at most `side` pixels wide and high.

    On a plane, it shows all cells that are occupied in any of the `positions`. A `still` picture of
    a solid has a backdrop.
    """

    def __init__(
        self,
        rules: Rules,
        settings: Settings,
        side: int,
        positions: Iterable[Pieces],
        *,
        net: bool = False,
        camera: Camera | None = None,
        still: bool = True,
    ) -> None:
        all_pieces = list(positions)
        self.timeline = PosedBoard(settings, all_pieces[-1])
        solid = None if net else checked_solid(rules)
        cells = (
            {cell for each in all_pieces for cell in occupied_cells(each)}
            if rules.board.plane
            else set()
        )
        size = (side, side) if solid is not None else _size(rules, side, cells)
        canvas = Canvas(Surface(size).convert(), settings, max(0.4, side / DEFAULT_SIZE))
        self.canvas = canvas
        free = round(FREE * side)
        box: Box = (free, free, size[0] - 2 * free, size[1] - 2 * free)
        self.view: BoardView | SolidView
        if solid is not None:
            from .solid_view import SolidView  # late: only solids need it

            box = (0, 0, *size) if still else box
            self.view = SolidView(rules, solid, canvas, box, self.timeline, small=not still)
            if camera is not None:
                self.view.camera = camera._replace(box=self.view.camera.box)
        else:
            self.view = BoardView(rules, canvas, box, self.timeline)
            self.view.show_occupied(cells)
            self.view.fit()

    def draw(self) -> Surface:
        """Draw the current frame on a surface, which is reused for the next frame."""
        self.canvas.surface.fill(self.canvas.theme.background)
        self.view.draw()
        if not isinstance(self.view, BoardView):
            self.view.write(self.timeline.pieces)
        return self.canvas.surface

    def render(self, pieces: Pieces) -> Surface:
        self.timeline.show(pieces)
        return self.draw()


def _size(rules: Rules, side: int, cells: set[int]) -> tuple[int, int]:
    board = rules.board.with_unit_step
    shown = surroundings(board, cells or {0})
    _, (width, height) = picture_extent(board, shown, labels=shows_cell_names(rules))
    unit = side / max(width, height)
    return max(16, round(width * unit)), max(16, round(height * unit))


def png_bytes(surface: Surface) -> bytes:
    """Return a surface as the contents of a PNG file."""
    file = io.BytesIO()
    pygame.image.save(surface, file, "picture.png")
    return file.getvalue()


def still_image(
    rules: Rules,
    state: State,
    settings: Settings,
    form: str,
    side: int,
    *,
    net: bool = False,
    camera: Camera | None = None,
) -> str | bytes:
    """Return a picture of a position as `svg`, or as `png` at most `side` pixels wide and high."""
    if form == "svg":
        return svg.picture(
            rules,
            state,
            theme=settings.theme,
            palette=settings.palette,
            letters=settings.uses_letters,
            net=net,
            camera=camera,
        )
    return png_bytes(
        OffscreenRenderer(
            rules, settings, side, [checked_pieces(rules, state)], net=net, camera=camera
        ).draw()
    )
