"""Base classes of dialogs, and the dialogs for rules and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pygame

from ...core.errors import PuzzlekitError
from ...core.options import options_of
from ...rules.base import Rules
from ..checked_pieces import checked_pieces
from ..settings import SCALES, SPEEDS
from ..theme import PALETTES, THEMES
from .drawing.board_view import BoardView
from .drawing.canvas import Canvas, Rect, wrap
from .drawing.dropdown import Dropdown
from .drawing.timeline import Timeline
from .drawing.widgets import Button
from .interface import Window
from .screen import Screen

#: More rows than any list has, used for Home and End.
SCROLL_ROWS = 10**9


class Dialog(Screen):
    """A modal box in the middle of the window; Esc closes it."""

    width, height = 560.0, 400.0

    def frame(self) -> Rect:
        width, height = self.window.size
        box = Rect(
            0,
            0,
            min(width - self.px(24), self.px(self.width)),
            min(height - self.px(24), self.px(self.height)),
        )
        box.center = (width // 2, height // 2)
        return box

    def build(self) -> None:
        box, side = self.frame(), self.px(34)
        close = Rect(box.right - side - self.px(14), box.top + self.px(14), side, side)
        self.widgets = [
            Button("close", close, "", self.window.close_dialog, icon="close", tip="Close (Esc)")
        ]

    def draw(self, canvas: Canvas) -> None:
        veil = pygame.Surface(self.window.size, pygame.SRCALPHA)
        veil.fill((*canvas.theme.background, 190))
        canvas.surface.blit(veil, (0, 0))
        box = self.frame()
        canvas.panel(box, canvas.theme.panel, canvas.theme.line, 14)
        pos, width = (box.left + self.px(24), box.top + self.px(18)), box.width - self.px(90)
        canvas.text(self.title, pos, 24, weight="Bold", width=width)
        with canvas.guarded(box, self.plugin):
            self.draw_back(canvas)
        with canvas.guarded(box, self.plugin):
            self.draw_widgets(canvas)
            self.draw_above(canvas)
        if self.fault:
            canvas.error_card(self.fault, box)

    def confirm(self) -> bool:
        """Run the default action (Enter); return whether there is one."""
        return False

    def foot_boxes(self, height: float = 42) -> list[Rect]:
        """Return the boxes of two buttons at the bottom."""
        box, gap, pad = self.frame(), self.px(12), self.px(24)
        width = (box.width - 2 * pad - gap) // 2
        first = Rect(box.left + pad, box.bottom - pad - self.px(height), width, self.px(height))
        return [first, first.move(width + gap, 0)]

    def key(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return self.confirm()
        if event.key == pygame.K_ESCAPE:
            self.window.close_dialog()
            return True
        return False

    def mouse(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and not self.frame().collidepoint(event.pos):
            self.window.close_dialog()
        return True


class ListDialog(Dialog):
    """A dialog with a list scrolled by wheel and keys."""

    scroll = 0

    def step(self) -> int:
        """Return the scroll distance of one row."""
        return 1

    def visible_rows(self) -> int:
        return 3

    def move(self, rows: int) -> None:
        self.scroll += rows * self.step()
        self.rebuild()

    def key(self, event: pygame.event.Event) -> bool:
        rows = {
            pygame.K_DOWN: 1,
            pygame.K_UP: -1,
            pygame.K_PAGEDOWN: self.visible_rows(),
            pygame.K_PAGEUP: -self.visible_rows(),
            pygame.K_HOME: -SCROLL_ROWS,
            pygame.K_END: SCROLL_ROWS,
        }.get(event.key)
        if rows is None:
            return super().key(event)
        self.move(rows)
        return True

    def mouse(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self.scroll -= event.y * self.step()
            self.rebuild()
            return True
        return super().mouse(event)


class FileDialog(Dialog):
    """A dialog that writes a file; its messages replace the `description` in the box `note`."""

    description = ""
    note: Rect

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.path = self.message = ""
        #: The existing file that the user agreed to replace.
        self._replaced: Path | None = None

    def show_message(self, message: str) -> None:
        """Show a message."""
        self.message = message.replace("`", "")
        self.window.log("message", self.message)
        self.rebuild()

    def edited(self) -> None:
        """Reset the message and the permission to replace a file."""
        self.message, self._replaced = "", None
        self.rebuild()

    def type_path(self, text: str) -> None:
        self.path = text
        self.edited()

    def place_rows(self, count: int) -> tuple[list[Rect], Rect]:
        """Return the boxes of rows and of the button at the bottom; `note` is in between."""
        box, pad, gap, height = self.frame(), self.px(24), self.px(10), self.px(38)
        first = Rect(box.left + pad, box.top + self.px(64), box.width - 2 * pad, height)
        foot = Rect(first.left, box.bottom - self.px(20) - height, first.width, height)
        rows = [first.move(0, number * (height + gap)) for number in range(count)]
        top = rows[-1].bottom + gap
        self.note = Rect(first.left, top, first.width, foot.top - gap - top)
        return rows, foot

    def draw_back(self, canvas: Canvas) -> None:
        colour = canvas.theme.accent if self.message else canvas.theme.muted_text
        text = self.message or self.description
        canvas.paragraph(text, self.note, 13, colour, max_lines=3)

    def may_write(self, path: Path) -> bool:
        """Return whether a file is new or may be replaced; the first call asks the user."""
        if not path.exists() or self._replaced == path:
            return True
        self._replaced = path
        self.show_message(f"{path.name} already exists. Press again to replace it.")
        return False

    def label(self, label: str) -> str:
        """Return the label of the button that writes the file."""
        return "Replace" if self._replaced is not None else label

    def write(self) -> None:
        """Write the file, or raise a `PuzzlekitError`."""
        raise NotImplementedError

    def save(self, _: str = "") -> None:
        """Write the file, or show the error."""
        try:
            self.write()
        except PuzzlekitError as error:
            self.show_message(str(error))

    def confirm(self) -> bool:
        self.save()
        return True


class TextDialog(Dialog):
    """A dialog with scrollable text."""

    def __init__(self, window: Window, title: str, text: str) -> None:
        super().__init__(window)
        self.title = title
        self.text = text
        self.scroll = 0

    def text_box(self) -> Rect:
        box, pad = self.frame(), self.px(24)
        top = box.top + self.px(62)
        return Rect(box.left + pad, top, box.width - 2 * pad, box.bottom - pad - top)

    def draw_back(self, canvas: Canvas) -> None:
        self.draw_text(canvas, self.text_box())

    def draw_text(self, canvas: Canvas, box: Rect) -> None:
        font = canvas.font(16)
        step = round(font.get_linesize() * 1.08)
        lines = wrap(self.text, font, box.width)
        visible_rows = box.height // step
        self.scroll = max(0, min(self.scroll, len(lines) - visible_rows))
        for number, line in enumerate(lines[self.scroll : self.scroll + visible_rows]):
            canvas.text(line, (box.left, box.top + number * step), 16, width=box.width)
        if self.scroll + visible_rows < len(lines):
            canvas.icon("down", (box.centerx, box.bottom + self.px(8)), 16, canvas.theme.accent)

    def key(self, event: pygame.event.Event) -> bool:
        step = {pygame.K_DOWN: 1, pygame.K_UP: -1, pygame.K_PAGEDOWN: 8, pygame.K_PAGEUP: -8}
        if event.key in step:
            self.scroll += step[event.key]
            self.window.dirty = True
            return True
        return super().key(event)

    def mouse(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self.scroll -= 2 * event.y
            self.window.dirty = True
            return True
        return super().mouse(event)


class StuckDialog(Dialog):
    """A dialog that asks whether to wait for a plugin that is not responding."""

    title = "Not responding"
    width, height = 460.0, 230.0

    def __init__(
        self, window: Window, name: str, wait: Callable[[], object], leave: Callable[[], object]
    ) -> None:
        super().__init__(window)
        self.name, self.wait, self.leave = name, wait, leave

    def build(self) -> None:
        wait, leave = self.foot_boxes()
        self.widgets = [
            Button("wait", wait, "Wait", self.wait),
            Button("leave", leave, "Leave", self.leave, primary=True),
        ]

    def draw_back(self, canvas: Canvas) -> None:
        box = self.frame().inflate(-self.px(48), -self.px(140))
        canvas.paragraph(
            f"{self.name} is not responding. The game has been saved up to this point.", box
        )

    def confirm(self) -> bool:
        self.wait()
        return True

    def key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self.leave()
            return True
        super().key(event)
        return True

    def mouse(self, event: pygame.event.Event) -> bool:
        return True


#: Help on mouse and keyboard, shown below the rules of every plugin.
PLAYING = (
    "Controls: click or drag to move; use the right button or the wheel to turn in the other "
    "direction. Arrow keys move a cursor, Enter selects, Shift+Enter selects the other direction. "
    "Esc or the right button takes back the first half of a move. F3 shows the legal moves. You "
    "can also type a move or, in a puzzle, a sequence such as U R' (L R)2. Ctrl+M records moves "
    "as a macro, Ctrl+1 to Ctrl+9 play macros; add Shift for the inverse. F5 makes a new "
    "scramble, F7 shows the goal, F8 plays the whole solution. Ctrl+C copies the game, "
    "Ctrl+Shift+C a record of it, Ctrl+L the position; Ctrl+V opens a copied game, Ctrl+E edits "
    "the position. Ctrl+S saves a picture or an animation. Drop a saved game, a record or a "
    "puzzle file here to open it. Space replays the game. A click during the computer's move is "
    "a premove; Esc cancels it."
)


class RulesDialog(TextDialog):
    """The rules of a plugin, with pictures of its start and goal."""

    width, height = 820.0, 700.0

    def __init__(self, window: Window, rules: Rules) -> None:
        options = "; ".join(
            f"{option.name}: {option.allowed}"
            for option in options_of(type(rules.unwrapped)).values()
        )
        texts = [rules.rules_text().replace("`", ""), options and f"Options: {options}.", PLAYING]
        super().__init__(window, rules.name, "\n\n".join(filter(None, texts)))
        self.rules = rules

    def draw_back(self, canvas: Canvas) -> None:
        text_box = self.text_box()
        pictures = [("Start", self.rules.start())]
        goal = getattr(self.rules, "goal", None)
        if goal is not None:
            pictures.append(("Goal", goal))
        side = min(self.px(240), text_box.height // 2 - self.px(34), text_box.width // 3)
        for number, (name, state) in enumerate(pictures):
            top = text_box.top + number * (side + self.px(34))
            place = (text_box.right - side, top + self.px(22), side, side)
            canvas.text(name, (place[0], top), 14, canvas.theme.muted_text, weight="Semibold")
            timeline = Timeline(canvas.settings, checked_pieces(self.rules, state))
            BoardView(self.rules, canvas, place, timeline).draw()
        width = text_box.width - side - self.px(24)
        self.draw_text(canvas, Rect(text_box.left, text_box.top, width, text_box.height))


class SettingsDialog(Dialog):
    """The settings dialog; changes take effect at once and are saved."""

    title = "Settings"
    width, height = 520.0, 524.0

    def build(self) -> None:
        super().build()
        settings = self.window.settings
        scales = {f"{round(100 * scale)} %": scale for scale in (*SCALES, settings.scale)}
        switch = {"Off": False, "On": True}
        rows: tuple[tuple[str, str, Mapping[str, object]], ...] = (
            ("theme", "Theme", {name.capitalize(): name for name in THEMES}),
            ("palette", "Piece colours", {name.capitalize(): name for name in PALETTES}),
            ("letters", "Letters on pieces", switch),
            ("scale", "Interface scale", scales),
            ("speed", "Animation", {name.capitalize(): name for name in SPEEDS}),
            ("legal", "Show legal moves", switch),
            ("think", "Show engine lines", switch),
            ("sound", "Sounds", switch),
        )
        box = self.frame()
        self.labels = []
        for number, (name, label, values) in enumerate(rows):
            top = box.top + self.px(70) + number * self.px(52)
            right = Rect(0, top, self.px(190), self.px(38))
            right.right = box.right - self.px(24)
            self.labels.append((label, (box.left + self.px(24), right.centery)))
            now = next(text for text, value in values.items() if value == getattr(settings, name))
            choose = partial(self._choose, name, values)
            self.widgets.append(Dropdown(name, right, list(values), now, choose))

    def _choose(self, name: str, values: Mapping[str, object], text: str) -> None:
        self.window.change_setting(name, values[text])

    def draw_back(self, canvas: Canvas) -> None:
        for label, at in self.labels:
            canvas.text(label, at, 16, anchor="midleft")
        if message := self._note():
            box = self.frame()
            pos = box.left + self.px(24), box.top + self.px(49)
            canvas.text(message, pos, 13, canvas.theme.accent, width=box.width - self.px(48))

    def _note(self) -> str:
        """Return a note on settings that are not saved or not in effect, if any."""
        if why := self.window.saved_settings.error:
            return why
        if self.canvas.scale < self.window.settings.scale:
            return f"The window is too small; shown at {100 * self.canvas.scale:.0f} %."
        return ""
