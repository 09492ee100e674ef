"""A small widget kit: every widget works by mouse and by keyboard, at any scale.

A widget has a box in pixels, draws itself on a canvas, and answers whether it used an
event. Those that can hold the focus show a ring when they do.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pygame

from ...theme import mix
from .canvas import Canvas, Rect, shorten, visible

#: The size of letters to which a label shrinks before it is cut.
LEAST = 11

#: Seconds between the clicks of a double click.
DOUBLE_CLICK = 0.45

CONFIRM = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)

#: The arrow keys, and where on a board they lead.
ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, 1),
    pygame.K_DOWN: (0, -1),
}


class Widget:
    """The base of all widgets; `key` names it across rebuilds and in the event log."""

    focusable = True

    #: Whether a click leaves the focus here; after a click on a button keys are for the screen.
    keeps_focus = True

    #: Whether it is so small that a tip about another widget would hide it.
    is_small = True

    def __init__(self, key: str, box: Rect) -> None:
        self.key = key
        self.box = box
        self.focused = False
        self.enabled = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the widget."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Use an event and return True, or leave it."""
        return False

    def resume(self, before: Widget) -> None:
        """Take over what was open or held in the widget of the same key before a rebuild."""

    def hovered(self) -> bool:
        """Tell whether the mouse is over the widget."""
        return self.enabled and self.box.collidepoint(pygame.mouse.get_pos())

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw the ring that shows the focus."""
        if self.focused:
            canvas.ring(self.box.inflate(canvas.px(6), canvas.px(6)), canvas.theme.focus, 12)

    def clicked(self, event: pygame.event.Event) -> bool:
        """Tell whether an event presses the widget, by mouse or by key."""
        if not self.enabled:
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return bool(self.box.collidepoint(event.pos))
        return self.focused and event.type == pygame.KEYDOWN and event.key in CONFIRM


class Note(Widget):
    """A part of a screen that says more when the mouse is over it."""

    focusable = is_small = False

    def __init__(self, key: str, box: Rect, tip: str) -> None:
        super().__init__(key, box)
        self.tip = tip


class Button(Widget):
    """A button with a text or an icon; `primary` is the one to press, `on` a pressed state."""

    keeps_focus = False

    def __init__(
        self,
        key: str,
        box: Rect,
        label: str,
        act: Callable[[], object],
        *,
        icon: str = "",
        primary: bool = False,
        on: bool = False,
        enabled: bool = True,
        tip: str = "",
        size: float = 15,
    ) -> None:
        super().__init__(key, box)
        self.label, self.act, self.icon, self.size = label, act, icon, size
        self.primary, self.on, self.enabled, self.tip = primary, on, enabled, tip

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        """A disabled button is passed over."""
        return self.enabled

    def draw(self, canvas: Canvas) -> None:
        theme = canvas.theme
        bright = self.primary or self.on
        fill, ink = (theme.accent, theme.on_accent) if bright else (theme.raised, theme.text)
        if self.hovered():
            fill = mix(fill, theme.text, 0.12)
        if not self.enabled:
            fill, ink = theme.panel, mix(theme.panel, theme.dim, 0.5)
        canvas.panel(self.box, fill, None if bright else theme.line, 8)
        centre = self.box.center
        if self.icon and self.label:
            canvas.icon(self.icon, (self.box.left + canvas.px(20), centre[1]), 16, ink)
            canvas.text(
                self.label,
                (self.box.left + canvas.px(36), centre[1]),
                self.size,
                ink,
                weight="Semibold",
                anchor="midleft",
                width=self.box.width - canvas.px(42),
            )
        elif self.icon:
            canvas.icon(self.icon, centre, 18, ink)
        else:
            room = self.box.width - canvas.px(10)
            size = self.size
            while size > LEAST and canvas.font(size, "Semibold").size(self.label)[0] > room:
                size -= 1
            canvas.text(
                self.label, centre, size, ink, weight="Semibold", anchor="center", width=room
            )

    def handle(self, event: pygame.event.Event) -> bool:
        if self.clicked(event):
            self.act()
            return True
        return False


class Pick(Widget):
    """One of several to be chosen by a click, and to be started by a second one or Enter."""

    is_small = False

    def __init__(
        self,
        key: str,
        box: Rect,
        *,
        chosen: bool,
        choose: Callable[[], object],
        start: Callable[[], object],
    ) -> None:
        super().__init__(key, box)
        self.chosen, self.choose, self.start = chosen, choose, start
        self.clicked_at = 0.0

    def resume(self, before: Widget) -> None:
        if isinstance(before, Pick):
            self.clicked_at = before.clicked_at

    def handle(self, event: pygame.event.Event) -> bool:
        if not self.clicked(event):
            return False
        again = time.monotonic() - self.clicked_at < DOUBLE_CLICK
        self.clicked_at = time.monotonic()
        if self.chosen and (again or event.type == pygame.KEYDOWN):
            self.start()
        else:
            self.choose()
        return True


class TextField(Widget):
    """A line of text that can be typed."""

    def __init__(
        self,
        key: str,
        box: Rect,
        text: str,
        change: Callable[[str], object],
        *,
        hint: str = "",
        icon: str = "",
        done: Callable[[str], object] | None = None,
    ) -> None:
        super().__init__(key, box)
        self.text, self.change, self.hint, self.icon, self.done = text, change, hint, icon, done

    def draw(self, canvas: Canvas) -> None:
        theme, box = canvas.theme, self.box
        canvas.panel(box, theme.panel, theme.accent if self.focused else theme.line, 8)
        left = box.left + canvas.px(12)
        if self.icon:
            canvas.icon(self.icon, (left + canvas.px(6), box.centery), 16, theme.dim)
            left += canvas.px(24)
        font = canvas.font(15)
        room = box.right - left - canvas.px(14)
        text = visible(self.text)[-max(1, room) :]  # no letter is narrower than a pixel
        while text and font.size(text)[0] > room:
            text = text[1:]
        if text or self.focused:
            where = canvas.text(text, (left, box.centery), 15, anchor="midleft")
            if self.focused:
                x = where.right + 1
                height = canvas.px(9)
                pygame.draw.line(
                    canvas.surface,
                    theme.text,
                    (x, box.centery - height),
                    (x, box.centery + height),
                    max(1, canvas.px(1.5)),
                )
        if not self.text:
            hint = shorten(self.hint, font, box.right - left - canvas.px(10))
            canvas.text(hint, (left + canvas.px(4), box.centery), 15, theme.dim, anchor="midleft")

    def draw_focus(self, canvas: Canvas) -> None:
        """The frame of the field shows the focus already."""

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return bool(self.box.collidepoint(event.pos))
        if not self.focused:
            return False
        if event.type == pygame.TEXTINPUT:
            self._set(self.text + event.text)
            return True
        if event.type == pygame.KEYDOWN:
            with_ctrl = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
            if event.key == pygame.K_BACKSPACE:
                self._set("" if with_ctrl else self.text[:-1])
                return True
            if event.key == pygame.K_v and with_ctrl:
                self._set(self.text + _pasted())
                return True
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.done:
                self.done(self.text)
                return True
            # What is typed arrives as text; it must not reach anything else as keys.
            return bool(event.unicode and event.unicode.isprintable() and not with_ctrl)
        return False

    def _set(self, text: str) -> None:
        self.text = text
        self.change(text)


def _pasted() -> str:
    """Return what has been copied, as one line."""
    try:
        return " ".join(pygame.scrap.get_text().split())
    except pygame.error:
        return ""
