"""Pictures of positions and animations of games, drawn as in the window but offscreen."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import isqrt
from typing import TYPE_CHECKING, Any

import pygame

from ....core.errors import OptionError, PuzzlekitError
from ....play.session import Session
from ....plugin.validation import checked_pieces, checked_solid
from ....rules.base import Rules, State
from ... import svg
from ...board_drawing import picture_extent
from ...cells import shows_cell_names
from ...motion import ease
from ...screen_layout import Box, occupied_cells, surroundings
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


#: Maximum number of frames per move; milliseconds per frame, per position, and for the last
#: position.
MAX_FRAMES, FRAME_TIME, PAUSE, END = 9, 40, 360, 1800

#: Maximum number of pixels in all frames together, which limits memory use.
MAX_PIXELS = 60_000_000

#: Colours of a GIF, the last of which marks unchanged pixels.
COLOURS = 255


class AnimationExport:
    """An animation of all moves or the last few; raises `OptionError` for no or too many moves."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        side: int,
        last: int | None = None,
        *,
        net: bool = False,
        camera: Camera | None = None,
    ) -> None:
        try:
            from PIL import Image
        except ImportError as error:
            raise PuzzlekitError(
                "Animations need Pillow. Run: python -m pip install "
                '"puzzlekit-framework[pictures]".'
            ) from error
        self._image: Any = Image
        rules, self.moves = session.rules, session.all_moves
        if not self.moves:
            raise OptionError("There are no moves to animate. Use PNG or SVG.")
        count = min(last or len(self.moves), len(self.moves))
        maximum = MAX_PIXELS // side**2
        if count > maximum:
            widest = isqrt(MAX_PIXELS // count)
            raise OptionError(
                f"An animation of {count:,} moves can be at most {widest} pixels wide, not {side}. "
                f"Reduce the `size`, or use the `last` {maximum:,} moves."
            )
        self.rules, self.session = rules, session
        self.first = len(self.moves) - count
        self.each = max(1, min(MAX_FRAMES, (maximum - 1) // count))
        self.total = 1 + count * self.each
        plies = range(self.first, len(self.moves) + 1)
        samples = [self._pieces_at(plies[at]) for at in (0, count // 2, count)]
        shown = map(self._pieces_at, plies) if rules.board.plane else samples
        self.renderer = OffscreenRenderer(
            rules, settings, side, shown, net=net, camera=camera, still=False
        )
        self._palette = self._palette_image(samples)
        self._frames: list[Any] = []
        self._times: list[int] = []

    @property
    def progress(self) -> int:
        return len(self._frames)

    def _pieces_at(self, ply: int) -> Pieces:
        return checked_pieces(self.rules, self.session.state_at(ply))

    def _palette_image(self, samples: list[Pieces]) -> Any:
        """Return a palette image computed from sample positions."""
        width, height = self.renderer.canvas.surface.get_size()
        palette_image = self._image.new("RGB", (width * len(samples), height))
        for number, pieces in enumerate(samples):
            palette_image.paste(self._to_image(self.renderer.render(pieces)), (number * width, 0))
        return palette_image.quantize(COLOURS)

    def _to_image(self, surface: Surface) -> Any:
        data = pygame.image.tobytes(surface, "RGB")
        return self._image.frombytes("RGB", surface.get_size(), data)

    def draw_frames(self) -> Iterator[int]:
        """Draw the frames one by one; after each frame, yield the number of frames drawn."""
        timeline = self.renderer.timeline
        self._append(self.renderer.render(self._pieces_at(self.first)), PAUSE)
        yield 1
        for ply in range(self.first, len(self.moves)):
            before, after = self._pieces_at(ply), self._pieces_at(ply + 1)
            permutation = self.rules.cell_permutation(self.session.state_at(ply), self.moves[ply])
            timeline.show(before)
            for number in range(1, self.each):
                timeline.pose(Motion(before, permutation, after), ease(number / self.each))
                self._append(self.renderer.draw(), FRAME_TIME)
                yield len(self._frames)
            self._append(self.renderer.render(after), END if ply + 1 == len(self.moves) else PAUSE)
            yield len(self._frames)

    def _append(self, surface: Surface, milliseconds: int) -> None:
        self._frames.append(self._to_image(surface))
        self._times.append(milliseconds)

    def encoded(self, form: str) -> bytes:
        """Return all frames as the contents of a `gif` or `webp` file."""
        file, frames = io.BytesIO(), self._frames
        options: dict[str, Any] = {"quality": 85, "method": 3, "minimize_size": True}
        if form == "gif":
            no_dither = self._image.Dither.NONE
            frames = [each.quantize(palette=self._palette, dither=no_dither) for each in frames]
            options = {"disposal": 1}
        first, *others = frames
        first.save(
            file, form, save_all=True, append_images=others, duration=self._times, loop=0, **options
        )
        return file.getvalue()
