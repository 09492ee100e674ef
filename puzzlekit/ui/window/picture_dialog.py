"""The dialog that saves a picture or an animation of a game."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ...core.files import expand_path, pictures_folder, unused_path, write_output
from ...core.translation import _, ngettext
from ...play.session import Session
from .dialogs import FileDialog
from .drawing.canvas import Canvas, Rect
from .drawing.input_widgets import Dropdown
from .drawing.offscreen import AnimationExport, still_image
from .drawing.widgets import Button, Column
from .screen import Shortcuts, Window

if TYPE_CHECKING:
    from ..solid.view import Camera

#: File formats by label, and the lengths of animations in moves.
KINDS = {"PNG": "png", "SVG": "svg", _("GIF animation"): "gif", _("WebP animation"): "webp"}
LENGTHS = {_("All moves"): None, _("Last 20 moves"): 20, _("Last 5 moves"): 5}

#: Side lengths in pixels of a picture and of an animation.
SIDE, ANIMATION_SIDE = 1000, 480

#: Seconds of work between two updates of the window.
SLICE = 0.02


class PictureDialog(FileDialog):
    """A dialog that saves a picture or animation; `notify` is called with a message on its path."""

    title = _("Save a picture")
    width, height = 520.0, 282.0

    def __init__(
        self,
        window: Window,
        session: Session,
        notify: Callable[[str], object],
        *,
        net: bool = False,
        camera: Camera | None = None,
    ) -> None:
        super().__init__(window)
        self.session, self.notify, self.net, self.camera = session, notify, net, camera
        self.form = "png"
        self.last: int | None = None
        #: The animation being made, and the steps that make it.
        self._animation: AnimationExport | None = None
        self._steps: Iterator[None] = iter(())
        self._propose_path()
        self.focus_key = "save"

    @property
    def moves(self) -> bool:
        return self.form in ("gif", "webp")

    def _propose_path(self) -> None:
        """Suggest the name of a file that does not exist yet."""
        name = re.sub(r"\W+", "-", self.session.rules.name.lower()).strip("-") or "game"
        if not self.moves:
            name += f"-{self.session.ply}"
        self.path = str(unused_path(pictures_folder() / f"{name}.{self.form}"))

    def _choose_form(self, form: str) -> None:
        self.form = form
        self._propose_path()
        self.after_edit()

    def _choose_length(self, last: int | None) -> None:
        self.last, self.message = last, ""

    def save(self, _text: str = "") -> None:
        path = expand_path(self.path.strip())
        if path.suffix.lower() != f".{self.form}":
            self.show_message(_("The file name must end in .{ending}").format(ending=self.form))
        elif self.may_write(path):
            self._make_picture()

    def _make_picture(self) -> None:
        session, settings = self.session, self.window.settings
        rules, state, net, camera = session.rules, session.state, self.net, self.camera
        if self.moves:
            self._animation = AnimationExport(
                session, settings, ANIMATION_SIDE, self.last, net=net, camera=camera
            )
            self._steps = self._save_animation(self._animation)
        else:
            self._write(
                still_image(rules, state, settings, self.form, SIDE, net=net, camera=camera)
            )

    def _save_animation(self, animation: AnimationExport) -> Iterator[None]:
        """Draw the frames one by one, encode them in a thread, and write the file."""
        for _frame in animation.draw_frames():
            yield
        results: list[bytes | Exception] = []
        work = animation, self.form, results
        encoder = threading.Thread(target=_encode, args=work, daemon=True)
        encoder.start()
        while encoder.is_alive():
            encoder.join(SLICE)
            yield
        (content,) = results
        if isinstance(content, Exception):
            raise content
        self._write(content)

    def _write(self, content: str | bytes) -> None:
        path = expand_path(self.path.strip())
        write_output(path, content)
        self.window.close_dialog()
        self.notify(_("Saved to {path}").format(path=path))

    def stop(self) -> None:
        self._animation = None
        self.show_message(_("Stopped. Nothing was saved."))

    def needs_poll(self) -> bool:
        return self._animation is not None

    def poll(self) -> None:
        """Continue with the animation for a short time."""
        end = time.monotonic() + SLICE
        self.window.dirty = True
        while self._animation is not None and time.monotonic() < end:
            if next(self._steps, True):  # done, or ended by an error
                self._animation = None
                self.rebuild()

    def close(self) -> None:
        self._animation = None

    def fill(self, column: Column) -> None:
        (kind, field), foot = self.place_rows(column, 2)
        kind, length = column.row(kind, 2)
        if self._animation is not None:
            self.widgets.append(Button("stop", _("Stop"), self.stop, box=foot))
            return
        self.widgets += self.path_widgets(field, foot, "save", _("Save"))
        self.widgets.append(Dropdown("kind", kind, KINDS, self.form, self._choose_form))
        if self.moves:
            choose = self._choose_length
            self.widgets.append(Dropdown("length", length, LENGTHS, self.last, choose))

    def draw_back(self, canvas: Canvas) -> None:
        animation = self._animation
        if animation is None:
            super().draw_back(canvas)
            return
        box = self.frame()
        bar = Rect(self.note.left, box.centery - self.px(5), self.note.width, self.px(10))
        canvas.panel(bar, canvas.theme.surface, canvas.theme.line, 5)
        done = Rect(
            bar.left, bar.top, round(bar.width * animation.progress / animation.total), bar.height
        )
        if done.width > bar.height:
            canvas.panel(done, canvas.theme.accent, None, 5)
        text = (
            _("Drawing frame {frame:,} of {count:,}").format(
                frame=animation.progress, count=animation.total
            )
            if animation.progress < animation.total
            else ngettext(
                "Encoding {count:,} frame", "Encoding {count:,} frames", animation.total
            ).format(count=animation.total)
        )
        canvas.text(text, (bar.left, bar.top - self.px(28)), 15)

    def shortcuts(self) -> Shortcuts:
        stop: Shortcuts = {} if self._animation is None else {"Escape": self.stop}
        return super().shortcuts() | stop


def _encode(animation: AnimationExport, form: str, results: list[bytes | Exception]) -> None:
    try:
        results.append(animation.encoded(form))
    except Exception as error:  # raised in the main thread
        results.append(error)
