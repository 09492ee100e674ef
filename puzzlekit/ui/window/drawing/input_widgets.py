"""Widgets for input: dropdown list, stepper, slider and text field."""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pygame

from ...theme import mix
from ..desktop import copied_text
from .canvas import Canvas, Rect, replace_unprintable, shorten
from .widgets import CONFIRM_KEYS, ENTER_KEYS, Widget, has_ctrl

#: Font sizes of values, and of the labels of steppers.
SIZE, LABEL_SIZE = 15, 10


class Dropdown(Widget):
    """A dropdown list of values by label, or of labels that are their own values.

    While it is open, it is drawn above everything else. A value without a label is shown as the
    first one.
    """

    def __init__(
        self,
        key: str,
        box: Rect,
        values: Mapping[str, Any] | Sequence[str],
        value: object,
        choose: Callable[[Any], object],
    ) -> None:
        super().__init__(key, box)
        by_label = values if isinstance(values, Mapping) else dict(zip(values, values, strict=True))
        self.labels, self.values = list(by_label), list(by_label.values())
        self.value, self.choose = value, choose
        self.open = False
        self.marked = self.values.index(value) if value in self.values else 0
        self.label = self.labels[self.marked]
        self.first = 0
        #: Width of the open list, which shows the longest label.
        self._list_width = box.width

    def draw(self, canvas: Canvas) -> None:
        theme = canvas.theme
        fill = mix(theme.surface, theme.text, 0.08) if self.hovered() else theme.surface
        canvas.panel(self.box, fill, theme.line, 8)
        widest = max(canvas.text_width(label, 15) for label in self.labels) + canvas.px(40)
        self._list_width = min(pygame.display.get_window_size()[0], max(self.box.width, widest))
        pos, available = (self.box.left + canvas.px(12), self.box.centery), self.box.width
        canvas.text(self.label, pos, 15, anchor="midleft", width=available - canvas.px(44))
        canvas.icon(
            "down", (self.box.right - canvas.px(18), self.box.centery), 14, theme.muted_text
        )

    def resume(self, previous: Widget) -> None:
        if isinstance(previous, Dropdown) and previous.open:
            self.open, self.marked = True, previous.marked
            self._list_width = previous._list_width

    def _row_count(self) -> int:
        """Return the number of values shown by the open list, which the window height limits."""
        available = pygame.display.get_window_size()[1] // self.box.height
        return min(len(self.values), max(1, available - 1))

    def _list(self) -> Rect:
        height = self.box.height * self._row_count()
        right, bottom = pygame.display.get_window_size()
        left = min(self.box.left, right - self._list_width)
        box = Rect(left, self.box.bottom, self._list_width, height)
        if box.bottom > bottom:
            box.bottom = max(self.box.top, height)
        return box

    def draw_open(self, canvas: Canvas) -> None:
        theme, box = canvas.theme, self._list()
        canvas.panel(box, theme.panel, theme.accent, 8)
        for number, label in enumerate(self._shown()):
            row = Rect(box.left, box.top + number * self.box.height, box.width, self.box.height)
            if number + self.first == self.marked or row.collidepoint(pygame.mouse.get_pos()):
                canvas.panel(row.inflate(-4, -4), theme.surface, None, 6)
            pos, width = (row.left + canvas.px(12), row.centery), row.width - canvas.px(40)
            canvas.text(label, pos, 15, anchor="midleft", width=width)
            if label == self.label:
                canvas.icon("check", (row.right - canvas.px(18), row.centery), 14, theme.accent)

    def _shown(self) -> list[str]:
        rows = self._row_count()
        self.first = max(0, min(self.first, self.marked, len(self.values) - rows))
        self.first = max(self.first, self.marked - rows + 1)
        return self.labels[self.first : self.first + rows]

    def handle(self, event: pygame.event.Event) -> bool:
        if self.open:
            return self._handle_open(event)
        if self.clicked(event):
            self.open = True
            return True
        if step := self.sideways(event):
            self._pick(self.marked + step)
        return bool(step)

    def _handle_open(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            box = self._list()
            self.open = False
            if box.collidepoint(event.pos):
                self._pick(self.first + (event.pos[1] - box.top) // self.box.height)
            return True
        if event.type == pygame.MOUSEWHEEL:
            self._highlight(self.marked - event.y)
        if event.type == pygame.KEYDOWN:
            if event.key in CONFIRM_KEYS:
                self.open = False
                self._pick(self.marked)
            elif event.key in (pygame.K_ESCAPE, pygame.K_TAB):
                self.open = False
            elif event.key in (pygame.K_UP, pygame.K_DOWN):
                self._highlight(self.marked + (1 if event.key == pygame.K_DOWN else -1))
        return event.type in (pygame.KEYDOWN, pygame.MOUSEWHEEL)

    def _highlight(self, number: int) -> None:
        self.marked = max(0, min(number, len(self.values) - 1))

    def _pick(self, number: int) -> None:
        self._highlight(number)
        before, self.value = self.value, self.values[self.marked]
        self.label = self.labels[self.marked]
        if self.value != before:
            self.choose(self.value)


class Stepper(Widget):
    """An integer with limits, changed by two buttons, the wheel or the arrow keys.

    A `label` is shown below the number.
    """

    def __init__(
        self,
        key: str,
        box: Rect,
        value: int,
        bounds: range,
        choose: Callable[[int], object],
        label: str = "",
    ) -> None:
        super().__init__(key, box)
        self.value, self.bounds, self.choose, self.label = value, bounds, choose, label

    def _ends(self) -> tuple[Rect, Rect]:
        side = self.box.height
        return (
            Rect(self.box.left, self.box.top, side, side),
            Rect(self.box.right - side, self.box.top, side, side),
        )

    def draw(self, canvas: Canvas) -> None:
        theme = canvas.theme
        canvas.panel(self.box, theme.surface, theme.line, 8)
        for end, name in zip(self._ends(), ("minus", "plus"), strict=True):
            if end.collidepoint(pygame.mouse.get_pos()):
                canvas.panel(end, mix(theme.surface, theme.text, 0.12), None, 8)
            canvas.icon(name, end.center, 14, theme.text)
        foot, (x, y) = (self.box.centerx, self.box.bottom - canvas.px(1)), self.box.center
        if self.label:
            y = self.box.top + (self.box.height - canvas.font(LABEL_SIZE).get_linesize()) // 2
            canvas.text(self.label, foot, LABEL_SIZE, theme.muted_text, anchor="midbottom")
        canvas.text(str(self.value), (x, y), SIZE, weight="Semibold", anchor="center")

    def handle(self, event: pygame.event.Event) -> bool:
        step = self.sideways(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            less, more = self._ends()
            step = -1 if less.collidepoint(event.pos) else int(more.collidepoint(event.pos))
        elif event.type == pygame.MOUSEWHEEL:
            step = 1 if event.y > 0 else -1
        if step and self.value + step in self.bounds:
            self.value += step
            self.choose(self.value)
        return step != 0


class Slider(Widget):
    """A slider from 0 to `maximum`."""

    def __init__(
        self, key: str, box: Rect, value: int, maximum: int, choose: Callable[[int], object]
    ) -> None:
        super().__init__(key, box)
        self.value, self.maximum, self.choose = value, maximum, choose

    @property
    def _track(self) -> Rect:
        """The box along which the middle of the knob moves."""
        return self.box.inflate(-2 * (self.box.height // 3), 0)

    def draw(self, canvas: Canvas) -> None:
        theme, track, surface = canvas.theme, self._track, canvas.surface
        thick = max(3, canvas.px(5))
        share = self.value / self.maximum if self.maximum else 0
        knob = track.left + round(share * track.width), track.centery
        pygame.draw.line(surface, theme.line, track.midleft, track.midright, thick)
        pygame.draw.line(surface, theme.accent, track.midleft, knob, thick)
        pygame.draw.aacircle(surface, theme.accent, knob, canvas.px(9))
        pygame.draw.aacircle(surface, theme.on_accent, knob, canvas.px(5))

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.is_dragged = event.button == 1
        if event.type == pygame.MOUSEBUTTONUP:
            self.is_dragged = False
            return True
        if self.is_dragged and event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            track = self._track
            share = (event.pos[0] - track.left) / max(1, track.width)
            self._set(round(share * self.maximum))
            return True
        if step := self.sideways(event):
            self._set(self.value + step)
        return bool(step)

    def resume(self, previous: Widget) -> None:
        self.is_dragged = isinstance(previous, Slider) and previous.is_dragged

    def _set(self, value: int) -> None:
        value = max(0, min(value, self.maximum))
        if value != self.value:
            self.value = value
            self.choose(value)


class TextField(Widget):
    """An editable line of text with a caret."""

    def __init__(
        self,
        key: str,
        box: Rect,
        text: str,
        change: Callable[[str], object] = lambda _text: None,
        *,
        hint: str = "",
        short_hint: str = "",
        icon: str = "",
        done: Callable[[str], object] | None = None,
    ) -> None:
        super().__init__(key, box)
        self.text = self.given = text
        self.change, self.icon, self.done = change, icon, done
        self.hint, self.short_hint = hint, short_hint or hint
        self.caret = len(text)
        #: True if the whole text is selected, so that typing replaces it.
        self.is_selected = False
        #: Start of the visible part, in pixels and in the text, and the widths of the text's
        #: prefixes.
        self.left, self.first = box.left, 0
        self.widths: list[int] = []

    def resume(self, previous: Widget) -> None:
        """Keep what is being typed until the field is given another text."""
        if not isinstance(previous, TextField):
            return
        if self.focused and self.given == previous.given:
            self.text = previous.text
        if self.text == previous.text:
            self.caret, self.is_selected = previous.caret, previous.is_selected

    def draw(self, canvas: Canvas) -> None:
        theme, box = canvas.theme, self.box
        canvas.panel(box, theme.panel, theme.accent if self.focused else theme.line, 8)
        left = box.left + canvas.px(12)
        if self.icon:
            canvas.icon(self.icon, (left + canvas.px(6), box.centery), 16, theme.muted_text)
            left += canvas.px(24)
        font, available = canvas.font(SIZE), box.right - left - canvas.px(14)
        self.left, text = left, self._visible_part(font, max(1, available))
        if text:
            if self.is_selected and self.focused:
                height = font.get_linesize()
                marked = Rect(left, box.centery - height // 2, self.widths[-1], height)
                canvas.surface.fill(mix(theme.panel, theme.accent, 0.5), marked)
            canvas.text(text, (left, box.centery), SIZE, anchor="midleft")
        if self.focused:
            x, height = left + self.widths[self.caret - self.first], canvas.px(9)
            ends = (x, box.centery - height), (x, box.centery + height)
            pygame.draw.line(canvas.surface, theme.text, *ends, max(1, canvas.px(1.5)))
        if not self.text:
            available = box.right - left - canvas.px(10)
            hint = self.hint if font.size(self.hint)[0] <= available else self.short_hint
            hint = shorten(hint, font, available)
            canvas.text(
                hint, (left + canvas.px(4), box.centery), SIZE, theme.muted_text, anchor="midleft"
            )

    def _visible_part(self, font: pygame.font.Font, available: int) -> str:
        """Return the part of the text around the caret that fits, and store where it starts."""
        # No letter is narrower than a pixel, and measuring long text is slow.
        start = max(0, self.caret - available)
        text = replace_unprintable(self.text[start : self.caret + available]).replace("\n", " ")
        before = self.caret - start
        cut = bisect_left(
            range(before), True, key=lambda at: font.size(text[at:before])[0] <= available
        )
        text = text[cut:]
        fit = bisect(range(len(text)), available, key=lambda at: font.size(text[: at + 1])[0])
        self.first = start + cut
        self.widths = [font.size(text[:length])[0] for length in range(fit + 1)]
        return text[:fit]

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw nothing, because the frame already shows the focus."""

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.TEXTINPUT:
            self._put(event.text)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._click(event.pos[0])
            return True
        return event.type == pygame.KEYDOWN and self._key(event)

    def _click(self, x: int) -> None:
        """Move the caret to the position of a click."""
        self.is_selected = False
        if self.focused and self.widths:  # otherwise nothing has been drawn yet
            x -= self.left
            nearest = min(range(len(self.widths)), key=lambda at: abs(self.widths[at] - x))
            self.caret = self.first + nearest

    def _key(self, event: pygame.event.Event) -> bool:
        with_ctrl = has_ctrl(event.mod)
        if event.key == pygame.K_a and with_ctrl:
            self.select_all()
            return True
        if event.key in (pygame.K_BACKSPACE, pygame.K_DELETE) and self._clear_selected():
            return True
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END):
            self.is_selected = False
        caret, text, key = self.caret, self.text, event.key
        # At the ends of the text, keys go to the screen, for example to a list of search results.
        if key == pygame.K_BACKSPACE:
            start = 0 if with_ctrl else max(0, caret - 1)
            self._set(text[:start] + text[caret:], start)
        elif key in (pygame.K_HOME, pygame.K_END) and text:
            self.caret = 0 if key == pygame.K_HOME else len(text)
        elif key == pygame.K_DELETE and caret < len(text):
            self._set(text[:caret] + text[caret + 1 :], caret)
        elif key == pygame.K_LEFT and caret:
            self.caret -= 1
        elif key == pygame.K_RIGHT and caret < len(text):
            self.caret += 1
        elif key == pygame.K_v and with_ctrl:
            self._put(" ".join(copied_text().split()))
        elif key in ENTER_KEYS and self.done:
            self.done(text)
        else:
            # Typed characters arrive as text events; other widgets must not get these key events.
            return bool(event.unicode and event.unicode.isprintable() and not with_ctrl)
        return True

    def select_all(self) -> None:
        """Select the whole text."""
        self.is_selected = bool(self.text)

    def _clear_selected(self) -> bool:
        """Delete the text if it is selected; return whether it was."""
        was_selected, self.is_selected = self.is_selected, False
        if was_selected:
            self._set("", 0)
        return was_selected

    def _put(self, text: str) -> None:
        self._clear_selected()
        at = self.caret
        self._set(self.text[:at] + text + self.text[at:], at + len(text))

    def _set(self, text: str, caret: int) -> None:
        self.text, self.caret = text, caret
        self.change(text)
