"""A small widget kit: every widget works by mouse and by keyboard, at any scale.

A widget has a box in pixels, draws itself on a canvas, and answers whether it used an
event. Those that can hold the focus show a ring when they do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from .canvas import Canvas, Rect, shorten
from .theme import mix

CONFIRM = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class Widget:
    """The base of all widgets; `key` names it across rebuilds and in the event log."""

    focusable = True

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


class Button(Widget):
    """A button with a text or an icon; `primary` is the one to press, `on` a pressed state."""

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
            canvas.text(
                self.label,
                centre,
                self.size,
                ink,
                weight="Semibold",
                anchor="center",
                width=self.box.width - canvas.px(10),
            )

    def handle(self, event: pygame.event.Event) -> bool:
        if self.clicked(event):
            self.act()
            return True
        return False


class Choice(Widget):
    """A drop-down: one of several values; the open list is drawn above everything else."""

    def __init__(
        self,
        key: str,
        box: Rect,
        values: Sequence[str],
        value: str,
        choose: Callable[[str], object],
    ) -> None:
        super().__init__(key, box)
        self.values, self.value, self.choose = list(values), value, choose
        self.open = False
        self.marked = self.values.index(value) if value in self.values else 0
        self.first = 0
        self.limit = box.bottom + 8 * box.height

    def draw(self, canvas: Canvas) -> None:
        theme = canvas.theme
        fill = mix(theme.raised, theme.text, 0.08) if self.hovered() else theme.raised
        canvas.panel(self.box, fill, theme.line, 8)
        width = self.box.width - canvas.px(44)
        canvas.text(
            self.value,
            (self.box.left + canvas.px(12), self.box.centery),
            15,
            anchor="midleft",
            width=width,
        )
        canvas.icon("down", (self.box.right - canvas.px(18), self.box.centery), 14, theme.dim)

    def _list(self) -> Rect:
        height = self.box.height * min(len(self.values), 8)
        box = Rect(self.box.left, self.box.bottom, self.box.width, height)
        bottom = pygame.display.get_window_size()[1]
        if box.bottom > bottom:
            box.bottom = max(self.box.top, height)
        return box

    def draw_open(self, canvas: Canvas) -> None:
        """Draw the list of values."""
        theme, box = canvas.theme, self._list()
        canvas.panel(box, theme.panel, theme.accent, 8)
        for number, value in enumerate(self._shown()):
            row = Rect(box.left, box.top + number * self.box.height, box.width, self.box.height)
            if number + self.first == self.marked or row.collidepoint(pygame.mouse.get_pos()):
                canvas.panel(row.inflate(-4, -4), theme.raised, None, 6)
            canvas.text(
                value,
                (row.left + canvas.px(12), row.centery),
                15,
                anchor="midleft",
                width=row.width - canvas.px(40),
            )
            if value == self.value:
                canvas.icon("check", (row.right - canvas.px(18), row.centery), 14, theme.accent)

    def _shown(self) -> list[str]:
        self.first = max(0, min(self.first, self.marked, len(self.values) - 8))
        self.first = max(self.first, self.marked - 7)
        return self.values[self.first : self.first + 8]

    def handle(self, event: pygame.event.Event) -> bool:
        if self.open:
            return self._handle_open(event)
        if self.clicked(event):
            self.open = True
            return True
        if (
            self.focused
            and event.type == pygame.KEYDOWN
            and event.key
            in (
                pygame.K_LEFT,
                pygame.K_RIGHT,
            )
        ):
            self._pick(self.marked + (1 if event.key == pygame.K_RIGHT else -1))
            return True
        return False

    def _handle_open(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            box = self._list()
            self.open = False
            if box.collidepoint(event.pos):
                self._pick(self.first + (event.pos[1] - box.top) // self.box.height)
            return True
        if event.type == pygame.MOUSEWHEEL:
            self._mark(self.marked - event.y)
        if event.type == pygame.KEYDOWN:
            if event.key in CONFIRM:
                self.open = False
                self._pick(self.marked)
            elif event.key in (pygame.K_ESCAPE, pygame.K_TAB):
                self.open = False
            elif event.key in (pygame.K_UP, pygame.K_DOWN):
                self._mark(self.marked + (1 if event.key == pygame.K_DOWN else -1))
        return event.type in (pygame.KEYDOWN, pygame.MOUSEWHEEL)

    def _mark(self, number: int) -> None:
        self.marked = max(0, min(number, len(self.values) - 1))

    def _pick(self, number: int) -> None:
        self._mark(number)
        self.value = self.values[self.marked]
        self.choose(self.value)


class Stepper(Widget):
    """A whole number with bounds, changed by two buttons, the wheel or the arrow keys."""

    def __init__(
        self, key: str, box: Rect, value: int, bounds: range, choose: Callable[[int], object]
    ) -> None:
        super().__init__(key, box)
        self.value, self.bounds, self.choose = value, bounds, choose

    def _ends(self) -> tuple[Rect, Rect]:
        side = self.box.height
        return (
            Rect(self.box.left, self.box.top, side, side),
            Rect(self.box.right - side, self.box.top, side, side),
        )

    def draw(self, canvas: Canvas) -> None:
        theme = canvas.theme
        canvas.panel(self.box, theme.raised, theme.line, 8)
        for end, name in zip(self._ends(), ("minus", "plus"), strict=True):
            if end.collidepoint(pygame.mouse.get_pos()):
                canvas.panel(end, mix(theme.raised, theme.text, 0.12), None, 8)
            canvas.icon(name, end.center, 14, theme.text)
        canvas.text(str(self.value), self.box.center, 15, weight="Semibold", anchor="center")

    def handle(self, event: pygame.event.Event) -> bool:
        step = 0
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            less, more = self._ends()
            step = -1 if less.collidepoint(event.pos) else int(more.collidepoint(event.pos))
        elif event.type == pygame.MOUSEWHEEL and self.hovered():
            step = 1 if event.y > 0 else -1
        elif event.type == pygame.KEYDOWN and self.focused:
            step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key, 0)
        if step and self.value + step in self.bounds:
            self.value += step
            self.choose(self.value)
        return step != 0


class Slider(Widget):
    """A position on a line from 0 to `most`."""

    def __init__(
        self, key: str, box: Rect, value: int, most: int, choose: Callable[[int], object]
    ) -> None:
        super().__init__(key, box)
        self.value, self.most, self.choose = value, most, choose
        self.held = False

    def draw(self, canvas: Canvas) -> None:
        theme, box = canvas.theme, self.box
        thick = max(3, canvas.px(5))
        share = self.value / self.most if self.most else 0
        pad = canvas.px(10)
        knob = box.left + pad + round(share * (box.width - 2 * pad))
        for left, right, colour in (
            (box.left + pad, box.right - pad, theme.line),
            (box.left + pad, knob, theme.accent),
        ):
            pygame.draw.line(
                canvas.surface, colour, (left, box.centery), (right, box.centery), thick
            )
        pygame.draw.aacircle(canvas.surface, theme.accent, (knob, box.centery), canvas.px(9))
        pygame.draw.aacircle(canvas.surface, theme.on_accent, (knob, box.centery), canvas.px(5))

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.held = bool(self.box.collidepoint(event.pos))
        if event.type == pygame.MOUSEBUTTONUP and self.held:
            self.held = False
            return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION) and self.held:
            pad = self.box.height // 2
            share = (event.pos[0] - self.box.left - pad) / max(1, self.box.width - 2 * pad)
            self._set(round(share * self.most))
            return True
        if self.focused and event.type == pygame.KEYDOWN:
            step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key, 0)
            if step:
                self._set(self.value + step)
                return True
        return False

    def _set(self, value: int) -> None:
        value = max(0, min(value, self.most))
        if value != self.value:
            self.value = value
            self.choose(value)


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
        text = self.text
        while text and font.size(text)[0] > box.right - left - canvas.px(14):
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
            if event.key == pygame.K_BACKSPACE:
                self._set(self.text[:-1])
                return True
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.done:
                self.done(self.text)
                return True
            # What is typed arrives as text; it must not reach anything else as keys.
            return bool(
                event.unicode
                and event.unicode.isprintable()
                and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
            )
        return False

    def _set(self, text: str) -> None:
        self.text = text
        self.change(text)


class MoveList(Widget):
    """The moves made so far, in rows of `columns`, scrolled to the one that is shown."""

    def __init__(
        self,
        key: str,
        box: Rect,
        moves: Sequence[str],
        ply: int,
        columns: int,
        go: Callable[[int], object],
    ) -> None:
        super().__init__(key, box)
        self.moves, self.ply, self.go = moves, ply, go
        self.columns = columns
        self.row = 26
        self.shift = 0

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        """An empty list is passed over."""
        return bool(self.moves)

    def _first_row(self, height: int) -> int:
        rows = -(-len(self.moves) // self.columns)
        fit = max(1, self.box.height // height)
        current = max(0, self.ply - 1) // self.columns
        return max(0, min(rows - fit, current - fit + 2 + self.shift))

    def draw(self, canvas: Canvas) -> None:
        theme, box = canvas.theme, self.box
        canvas.panel(box, theme.background, theme.line, 8)
        self.row = canvas.px(26)
        number = canvas.px(44)
        wide = (box.width - number - canvas.px(8)) // self.columns
        first = self._first_row(self.row)
        fit = max(1, box.height // self.row)
        if not self.moves:
            canvas.text("No moves yet", box.center, 14, theme.dim, anchor="center")
        for line in range(fit):
            start = (first + line) * self.columns
            top = box.top + line * self.row
            if start >= len(self.moves) or top + self.row > box.bottom:
                break
            canvas.text(
                f"{start // self.columns + 1 if self.columns == 2 else start + 1}.",
                (box.left + number - canvas.px(8), top + self.row // 2),
                14,
                theme.dim,
                anchor="midright",
            )
            for column, move in enumerate(self.moves[start : start + self.columns]):
                cell = Rect(box.left + number + column * wide, top + 2, wide - 4, self.row - 4)
                current = start + column + 1 == self.ply
                if current:
                    canvas.panel(cell, theme.accent, None, 5)
                ink = (
                    theme.on_accent
                    if current
                    else (theme.text if start + column < self.ply else theme.dim)
                )
                canvas.text(
                    move,
                    (cell.left + canvas.px(8), cell.centery),
                    14,
                    ink,
                    anchor="midleft",
                    width=wide - canvas.px(12),
                )

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL and self.hovered():
            self.shift -= event.y
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if not self.box.collidepoint(event.pos):
                return False
            line = self._first_row(self.row) + (event.pos[1] - self.box.top) // self.row
            wide = max(1, (self.box.width - 44) // self.columns)
            column = max(0, min(self.columns - 1, (event.pos[0] - self.box.left - 44) // wide))
            ply = line * self.columns + column + 1
            if ply <= len(self.moves):
                self.go(ply)
            return True
        if self.focused and event.type == pygame.KEYDOWN:
            step = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key, 0)
            if step:
                self.go(self.ply + step)
                return True
        return False
