"""Base classes of dialogs, and the dialogs for texts, questions and settings."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from ...core.translation import LANGUAGES, _
from ...play.autosave import SaveTarget
from ...play.session import Session
from ..settings import SCALES, SPEEDS
from ..theme import PALETTES, THEMES
from .drawing.canvas import Canvas, Rect, wrap
from .drawing.input_widgets import Dropdown, TextField
from .drawing.widgets import Button, Clicks, Column, Widget
from .screen import Screen, Shortcuts, Window

#: A number greater than any number of rows or pixels, used for Home and End.
SCROLL_ROWS = 10**9


class Dialog(Screen):
    """A modal box in the middle of the window, which Esc closes."""

    width, height = 560.0, 400.0

    #: False if the screen below stays fully visible.
    has_veil = True

    #: A note in the box `note` with at most `note_lines` lines, which a message can replace.
    description = message = ""
    note, note_lines = Rect(0, 0, 0, 0), 2

    #: The existing file or other object that the user has agreed to replace.
    _replaced: object = None

    def frame(self) -> Rect:
        width, height = self.window.size
        free = Rect(0, 0, width - self.px(24), height - self.px(24))
        box = Rect(0, 0, self.px(self.width), self.px(self.height)).clip(free)
        box.center = (width // 2, height // 2)
        return box

    def build(self) -> None:
        box, side = self.frame(), self.px(34)
        close = Rect(box.right - side - self.px(14), box.top + self.px(14), side, side)
        self.widgets = [
            Button("close", "", self.window.close_dialog, _("Close (Esc)"), icon="close", box=close)
        ]
        below = box.inflate(-2 * self.px(24), 0)
        below.top, below.height = box.top + self.px(62), box.height - self.px(62 + 20)
        self.fill(Column(self.canvas, below))

    def fill(self, column: Column) -> None:
        """Add the widgets to the column below the title."""

    def draw_frame(self, canvas: Canvas) -> None:
        if self.has_veil:
            veil = pygame.Surface(self.window.size, pygame.SRCALPHA)
            veil.fill((*canvas.theme.background, 190))
            canvas.surface.blit(veil, (0, 0))
        box = self.frame()
        canvas.panel(box, canvas.theme.panel, canvas.theme.line, 14)
        pos, width = (box.left + self.px(24), box.top + self.px(18)), box.width - self.px(90)
        canvas.text(self.title, pos, 24, weight="Bold", width=width)

    def draw_back(self, canvas: Canvas) -> None:
        """Draw the message or the description."""
        colour = canvas.theme.accent if self.message else canvas.theme.muted_text
        text = self.message or self.description
        canvas.paragraph(text, self.note, 13, colour, max_lines=self.note_lines)

    def add_row(self, box: Rect, buttons: Sequence[Button]) -> None:
        Column(self.canvas, box).place_in_row(box, buttons)
        self.widgets += buttons

    def confirm(self) -> None:
        """Press the primary button."""
        buttons = [each for each in self.widgets if isinstance(each, Button) and each.enabled]
        if (button := next((each for each in buttons if each.primary), None)) is not None:
            button.act()

    def show_message(self, message: str) -> None:
        """Show a message; an empty message removes the last one."""
        self.message = message.replace("`", "")
        self.rebuild()

    def show_error(self, error: object) -> None:
        self.show_message(str(error))

    def may_replace(self, existing: object, name: str) -> bool:
        """Return whether an existing object may be replaced, asking the user on the first call."""
        if self._replaced == existing:
            return True
        self._replaced = existing
        self.show_message(_("{name} already exists. Press again to replace it.").format(name=name))
        return False

    def play(self, session: Session, place: SaveTarget | None = None, *, note: str = "") -> None:
        """Close the dialog and show a game."""
        self.window.close_dialog()
        self.window.play(session, place, note=note)

    def shortcuts(self) -> Shortcuts:
        confirm = dict.fromkeys(("Return", "Enter"), self.confirm)
        return {"Escape": self.window.close_dialog, **confirm}

    def mouse(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and not self.frame().collidepoint(event.pos):
            self.window.close_dialog()
        return True


class ScrollDialog(Dialog):
    """A dialog whose contents, in the box `area`, are scrolled with the wheel and with keys."""

    area = Rect(0, 0, 0, 0)

    #: The first visible line (or pixel), the numbers of all lines and of visible lines, and the
    #: step of the wheel and of the arrow keys.
    scroll, total, visible, step = 0, 0, 1, 1

    def set_extent(self, total: int, visible: int) -> None:
        """Set the numbers of all lines and of visible lines; keep the last line at the bottom."""
        self.total, self.visible = total, visible
        self.scroll = max(0, min(self.scroll, total - visible))

    def move(self, by: int) -> None:
        self.scroll += by

    def draw_frame(self, canvas: Canvas) -> None:
        """Draw the frame and, if some lines are hidden, a scroll bar."""
        super().draw_frame(canvas)
        if self.total > self.visible:
            area, theme = self.area, canvas.theme
            bar = Rect(area.right + self.px(9), area.top, self.px(6), area.height)
            canvas.panel(bar, theme.line, None, 3)
            bar.top += area.height * self.scroll // self.total
            bar.height = area.height * self.visible // self.total
            canvas.panel(bar, theme.muted_text, None, 3)

    def shortcuts(self) -> Shortcuts:
        keys = {
            "Down": self.step,
            "Up": -self.step,
            "PageDown": self.visible,
            "PageUp": -self.visible,
            "Home": -SCROLL_ROWS,
            "End": SCROLL_ROWS,
        }
        return super().shortcuts() | {key: partial(self.move, by) for key, by in keys.items()}

    def mouse(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self.scroll -= event.y * self.step
            return True
        return super().mouse(event)


class ListDialog(ScrollDialog):
    """A dialog with a list. If an item is selected (`chosen`), keys move the selection."""

    #: Heights of a row and of the gap below the row, and number of columns.
    row, gap, columns = 34, 4, 1

    chosen: Any = None

    #: Shown instead of an empty list.
    empty_text = ""

    def items(self) -> Sequence[Any]:
        """Return the items of the list."""
        return []

    def make_row(self, item: Any, box: Rect, clicks: Clicks) -> Widget:
        """Return the widget of an item."""
        raise NotImplementedError

    def start(self) -> None:
        """Open the selected item (Enter or a double-click)."""

    def place_list(self, area: Rect) -> None:
        """Add the widgets of the visible rows; keep the selection visible in a smaller area."""
        is_resized, self.area = area.size != self.area.size, area
        items, count = self.items(), self.columns
        self.visible = fit = max(1, area.height // self.px(self.row + self.gap))
        if is_resized and self.chosen in items:
            self._scroll_to(self.chosen)
        self.set_extent(-(-len(items) // count), fit)
        for number, item in enumerate(items[self.scroll * count :][: fit * count]):
            row, column = divmod(number, count)
            top = area.top + row * self.px(self.row + self.gap)
            line = Rect(area.left, top, area.width, self.px(self.row))
            box = Column(self.canvas, area).row(line, count)[column]
            clicks = Clicks(item == self.chosen, partial(self.choose, item), self.start)
            self.widgets.append(self.make_row(item, box, clicks))

    def draw_back(self, canvas: Canvas) -> None:
        super().draw_back(canvas)
        if not self.items():
            canvas.paragraph(self.empty_text, self.area, 15, canvas.theme.muted_text)

    def choose(self, item: Any) -> None:
        """Select an item and scroll to it."""
        self.chosen = item
        self._scroll_to(item)

    def _scroll_to(self, item: Any) -> None:
        at = self.items().index(item) // self.columns
        self.scroll = max(at - self.visible + 1, min(self.scroll, at))

    def move(self, by: int) -> None:
        """Move the selection or, if nothing is selected, scroll."""
        items = self.items()
        if self.chosen in items:
            at = items.index(self.chosen) + by * self.columns
            self.choose(items[max(0, min(len(items) - 1, at))])
        else:
            super().move(by)

    def keep_selection(self, before: Sequence[Any]) -> None:
        """If the selected item no longer exists, select the one below it in the former list."""
        items = self.items()
        if self.chosen not in items:
            at = before.index(self.chosen) if self.chosen in before else 0
            self.chosen = items[min(at, len(items) - 1)] if items else None


class FileDialog(Dialog):
    """A dialog that writes a file."""

    note_lines = 3

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.path = ""

    def after_edit(self) -> None:
        """Reset the message, and the permission to replace a file."""
        self.message, self._replaced = "", None

    def type_path(self, text: str) -> None:
        self.path = text
        self.after_edit()

    def place_rows(self, column: Column, count: int) -> tuple[list[Rect], Rect]:
        """Return the boxes of rows and of the bottom button; the box `note` is in between."""
        foot = column.from_bottom(38)
        rows = [column.from_top(38, 10) for _ in range(count)]
        self.note = column.rest()
        return rows, foot

    def path_widgets(self, field: Rect, foot: Rect, key: str, label: str) -> list[Widget]:
        """Return the field for the path and the button that writes the file."""
        usable, label = bool(self.path.strip()), self.label(label)
        return [
            TextField("file", field, self.path, self.type_path, hint=_("Save as"), done=self.save),
            Button(key, label, self.save, enabled=usable, primary=True, box=foot),
        ]

    def may_write(self, path: Path) -> bool:
        """Return whether a file is new or may be replaced, asking the user on the first call."""
        # `Path.exists` fails if the name is too long.
        return not os.path.exists(path) or self.may_replace(path, path.name)

    def label(self, label: str) -> str:
        """Return the label of the button that writes the file."""
        return _("Replace") if self._replaced is not None else label

    def save(self, _text: str = "") -> None:
        """Write the file."""
        raise NotImplementedError


class TextDialog(ScrollDialog):
    """A dialog with scrollable text."""

    step = 2

    def __init__(self, window: Window, title: str, text: str) -> None:
        super().__init__(window)
        self.title = title
        self.text = text

    def fill(self, column: Column) -> None:
        self.area = column.rest()
        self.lines = wrap(self.text, self.canvas.font(16), self.area.width)
        self.set_extent(len(self.lines), self.area.height // self.canvas.line_height(16))

    def draw_back(self, canvas: Canvas) -> None:
        super().draw_back(canvas)
        shown = self.lines[self.scroll : self.scroll + self.visible]
        canvas.lines(shown, self.area, canvas.line_height(16))


class ConfirmDialog(TextDialog):
    """A question, which each answer closes. Esc only closes it, or calls `escape`."""

    width, height = 520.0, 270.0

    def __init__(
        self,
        window: Window,
        title: str,
        text: str,
        answers: Sequence[Button],
        escape: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__(window, title, text)
        self.answers, self.escape = answers, partial(self._answer, escape)
        for each in answers:
            each.act = partial(self._answer, each.act)
        self.focus_key = answers[0].key

    def _answer(self, act: Callable[[], object]) -> None:
        self.window.close_dialog()
        act()

    def fill(self, column: Column) -> None:
        self.widgets = []  # without the button that closes the dialog
        self.add_row(column.from_bottom(42), self.answers)
        super().fill(column)

    def shortcuts(self) -> Shortcuts:
        return super().shortcuts() | {"Escape": self.escape}

    def mouse(self, event: pygame.event.Event) -> bool:
        return event.type != pygame.MOUSEWHEEL or super().mouse(event)


#: Labels of themes, palettes and speeds.
LABELS = {
    "dark": _("Dark"),
    "light": _("Light"),
    "standard": _("Standard"),
    "colour-blind": _("Colour-blind"),
    "grey": _("Grey"),
    "off": _("Off"),
    "fast": _("Fast"),
    "normal": _("Normal"),
    "slow": _("Slow"),
}


class SettingsDialog(Dialog):
    """The settings dialog. Changes take effect immediately and are saved."""

    title = _("Settings")
    width, height = 520.0, 540.0
    note_lines = 1

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.language = window.settings.language

    def fill(self, column: Column) -> None:
        settings = self.window.settings
        scales = {f"{round(100 * scale)}%": scale for scale in (*SCALES, settings.scale)}
        switch = {_("Off"): False, _("On"): True}
        languages = {_("System"): "", **{name: code for code, name in LANGUAGES.items()}}
        rows: tuple[tuple[str, str, Mapping[str, object]], ...] = (
            ("theme", _("Theme"), {LABELS[name]: name for name in THEMES}),
            ("palette", _("Piece colours"), {LABELS[name]: name for name in PALETTES}),
            ("letters", _("Letters on pieces"), switch),
            ("scale", _("Interface scale"), scales),
            ("speed", _("Animation"), {LABELS[name]: name for name in SPEEDS}),
            ("legal", _("Show legal moves"), switch),
            ("think", _("Show engine lines"), switch),
            ("sound", _("Sounds"), switch),
            ("language", _("Language"), languages),
            ("inspection", _("15-second inspection"), switch),
        )
        self.message = self._message()
        self.note = Rect(column.left, column.top - self.px(13), column.width, 0)
        column.top += self.px(8)
        self.labels = []
        for name, label, values in rows:
            line, right = column.split(column.from_top(36, 9), right=190)
            self.labels.append((label, line.midleft))
            choose = partial(self.window.change_setting, name)
            self.widgets.append(Dropdown(name, right, values, getattr(settings, name), choose))

    def draw_back(self, canvas: Canvas) -> None:
        super().draw_back(canvas)
        for label, at in self.labels:
            canvas.text(label, at, 16, anchor="midleft")

    def _message(self) -> str:
        """Return a note on settings that are not saved or have no effect, if any."""
        if why := self.window.saved_settings.error:
            return why
        if self.window.settings.language != self.language:
            return _("The language changes when you start puzzlekit again.")
        if self.canvas.scale < self.window.settings.scale:
            percentage = f"{100 * self.canvas.scale:.0f}%"
            return _(
                "The window is too small for this size, so everything is shown at {percentage}."
            ).format(percentage=percentage)
        return ""
