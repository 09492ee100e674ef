"""A text field."""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections.abc import Callable

import pygame

from ...theme import mix
from ..desktop import DesktopError, copied_text
from .canvas import Canvas, Rect, replace_unprintable, shorten
from .widgets import Widget

#: Font size.
SIZE = 15


class TextField(Widget):
    """An editable line of text with a caret."""

    def __init__(
        self,
        key: str,
        box: Rect,
        text: str,
        change: Callable[[str], object],
        *,
        hint: str = "",
        short_hint: str = "",
        icon: str = "",
        done: Callable[[str], object] | None = None,
    ) -> None:
        super().__init__(key, box)
        self.text, self.change, self.icon, self.done = text, change, icon, done
        self.hint, self.short_hint = hint, short_hint or hint
        self.caret = len(text)
        #: True if the whole text is selected, so that typing replaces it.
        self.is_selected = False
        #: Start of the visible part, in pixels and in the text, and the widths of the text's
        #: prefixes.
        self.left, self.first = box.left, 0
        self.widths: list[int] = []

    def resume(self, previous: Widget) -> None:
        if isinstance(previous, TextField) and previous.text == self.text:
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
        text, before = (
            replace_unprintable(self.text[start : self.caret + available]),
            self.caret - start,
        )
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
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._click(event.pos)
        if not self.focused:
            return False
        if event.type == pygame.TEXTINPUT:
            self._clear_selected()
            self._put(event.text)
            return True
        return event.type == pygame.KEYDOWN and self._key(event)

    def _click(self, place: tuple[int, int]) -> bool:
        """Move the caret to the position of a click."""
        if not self.box.collidepoint(place):
            return False
        self.is_selected = False
        if self.focused and self.widths:  # otherwise nothing has been drawn yet
            x = place[0] - self.left
            nearest = min(range(len(self.widths)), key=lambda at: abs(self.widths[at] - x))
            self.caret = self.first + nearest
        return True

    def _key(self, event: pygame.event.Event) -> bool:
        with_ctrl = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if event.key == pygame.K_a and with_ctrl:
            self.select_all()
            return True
        if event.key in (pygame.K_BACKSPACE, pygame.K_DELETE) and self._clear_selected():
            return True
        if event.key == pygame.K_v and with_ctrl:
            self._clear_selected()
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
            self._put(_pasted())
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.done:
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
        at = self.caret
        self._set(self.text[:at] + text + self.text[at:], at + len(text))

    def _set(self, text: str, caret: int) -> None:
        self.text, self.caret = text, caret
        self.change(text)


def _pasted() -> str:
    try:
        return " ".join(copied_text().split())
    except DesktopError:
        return ""
