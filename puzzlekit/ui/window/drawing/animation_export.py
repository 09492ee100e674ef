"""Export of a game as an animated GIF or WebP file."""

from __future__ import annotations

import io
from collections.abc import Iterator
from math import isqrt
from typing import TYPE_CHECKING, Any

import pygame

from ....core.errors import OptionError, PuzzlekitError
from ....play.session import Session
from ...checked_pieces import checked_pieces
from ...motion import ease
from ...settings import Settings
from .canvas import Surface
from .offscreen import OffscreenRenderer
from .timeline import Motion, Pieces

if TYPE_CHECKING:
    from ...solid.view import Camera

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
                "Animations need Pillow. Install it with `pip install "
                "puzzlekit-framework[pictures]`."
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
