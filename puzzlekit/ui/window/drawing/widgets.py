"""Widgets for mouse and keyboard at any interface scale, and their layout in columns."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, Self, TypeVar

import pygame

from ...theme import Colour, mix
from .canvas import Canvas, Rect, drop_parts

T = TypeVar("T")

#: Smallest font size of a label before it is truncated, and weight of labels.
MIN_SIZE, LABEL_WEIGHT = 11, "Semibold"

#: Maximum seconds between the clicks of a double-click.
DOUBLE_CLICK = 0.45

#: Arrow keys that step backward or forward.
SIDEWAYS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}

ENTER_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER)
CONFIRM_KEYS = (*ENTER_KEYS, pygame.K_SPACE)

#: Arrow keys and their directions on a board.
ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, 1),
    pygame.K_DOWN: (0, -1),
}

#: Keys that change the interface scale. On some keyboards, they also have a digit.
PLUS_KEYS = (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS)
MINUS_KEYS = (pygame.K_MINUS, pygame.K_KP_MINUS)


def digit_of(event: pygame.event.Event) -> int | None:
    """Return the digit on the pressed key, even if the keyboard needs Shift for it, or None."""
    if pygame.K_0 <= event.key <= pygame.K_9:
        return int(event.key) - pygame.K_0
    position = getattr(event, "scancode", 0)  # 0 in simulated events
    is_digit = pygame.KSCAN_1 <= position <= pygame.KSCAN_0
    if not is_digit or event.key in (*PLUS_KEYS, *MINUS_KEYS):
        return None
    return int(position - pygame.KSCAN_1 + 1) % 10


def has_ctrl(modifiers: int) -> bool:
    """Return whether Ctrl, or the command key of a Mac, is pressed without Alt.

    Windows reports AltGr, with which people type characters such as @, as Ctrl+Alt.
    """
    is_pressed = modifiers & (pygame.KMOD_CTRL | pygame.KMOD_META)
    return bool(is_pressed and not modifiers & pygame.KMOD_ALT)


def shortcuts_of(event: pygame.event.Event) -> list[str]:
    """Return the names of a key with its modifiers, such as "Ctrl+Shift+Z", and without Shift."""
    name = pygame.key.name(event.key).title().replace(" ", "")
    ctrl = "Ctrl+" if has_ctrl(event.mod) else ""
    shifts = ("Shift+", "") if event.mod & pygame.KMOD_SHIFT else ("",)
    return [ctrl + shift + name for shift in shifts]


#: The box of a widget that has not been placed yet.
NOWHERE = Rect(0, 0, 0, 0)


class Widget:
    """The base class of widgets; `key` identifies a widget after a rebuild and in the event log."""

    focusable = True

    #: The action of a click.
    act: Callable[[], object] | None = None

    #: False if a click returns the focus to the screen, as is usual for buttons.
    keeps_focus = True

    #: The tooltip.
    tip: str = ""

    #: True if another widget's tooltip could hide it.
    is_small = True

    #: True while the mouse drags a part of the widget.
    is_dragged = False

    def __init__(self, key: str, box: Rect) -> None:
        self.key = key
        self.box = box
        self.focused = False
        self.enabled = True

    def placed(self, box: Rect) -> Self:
        """Set the box; return the widget."""
        self.box = box
        return self

    def draw(self, canvas: Canvas) -> None:
        """Draw the widget."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event for this widget; return whether it was used. A click calls `act`."""
        if self.act is None or not self.clicked(event):
            return False
        self.act()
        return True

    def resume(self, previous: Widget) -> None:
        """Copy the state of the widget that had the same key before the rebuild."""

    def hovered(self) -> bool:
        return self.enabled and self.box.collidepoint(pygame.mouse.get_pos())

    def draw_focus(self, canvas: Canvas) -> None:
        if self.focused:
            canvas.ring(self.box.inflate(canvas.px(6), canvas.px(6)), canvas.theme.focus, 12)

    def clicked(self, event: pygame.event.Event) -> bool:
        """Return whether an event activates the widget with the mouse or a key."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            return bool(event.button == 1)
        return event.type == pygame.KEYDOWN and event.key in CONFIRM_KEYS

    def label_width(self, canvas: Canvas, size: int | None = None) -> int:
        """Return the width needed for the label, if any, in a font size or its largest one."""
        return 0

    def sideways(self, event: pygame.event.Event) -> int:
        """Return the step of an arrow key, backward or forward, or 0 for any other event."""
        return SIDEWAYS.get(event.key, 0) if event.type == pygame.KEYDOWN else 0


class TooltipArea(Widget):
    """An area of a screen that has a tooltip."""

    focusable = is_small = False

    def __init__(self, key: str, box: Rect, tip: str) -> None:
        super().__init__(key, box)
        self.tip = tip


class Button(Widget):
    """A button with a label or an icon.

    `primary` is the default button, `on` a pressed one; a `quiet` one has no frame.
    """

    act: Callable[[], object]
    keeps_focus = False

    def __init__(
        self,
        key: str,
        label: str,
        act: Callable[[], object],
        tip: str = "",
        enabled: bool = True,
        *,
        box: Rect = NOWHERE,
        icon: str = "",
        primary: bool = False,
        on: bool = False,
        quiet: bool = False,
        size: int = 15,
    ) -> None:
        super().__init__(key, box)
        self.label, self.act, self.icon, self.size = label, act, icon, size
        self.primary, self.on, self.quiet = primary, on, quiet
        self.enabled, self.tip = enabled, tip

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        return self.enabled

    def draw(self, canvas: Canvas) -> None:
        theme = canvas.theme
        bright = self.primary or self.on
        fill, colour = (theme.accent, theme.on_accent) if bright else (theme.surface, theme.text)
        if self.quiet:
            fill = theme.panel
        if self.hovered():
            fill = mix(fill, theme.text, 0.12)
        if not self.enabled:
            fill, colour = theme.panel, mix(theme.panel, theme.muted_text, 0.65)
        canvas.panel(self.box, fill, None if bright or self.quiet else theme.line, 8)
        px, label, (x, y) = canvas.px, self.label, self.box.center
        anchor, icon, beside = "center", self.icon, self.box.width - px(42)
        if label and canvas.text_width(label, MIN_SIZE, LABEL_WEIGHT) > beside:
            icon = ""  # the label says more
        available = beside if icon else self.box.width - px(4)
        if icon:
            at = self.box.left + px(20) if label else x
            canvas.icon(icon, (at, y), 16 if label else 18, colour)
            x, anchor = self.box.left + px(36), "midleft"
        if label:
            sizes = range(self.size, MIN_SIZE - 1, -1)
            size = canvas.fitting_size(label, available, sizes, LABEL_WEIGHT)
            weight = "Regular" if self.quiet else LABEL_WEIGHT
            canvas.text(label, (x, y), size, colour, weight=weight, anchor=anchor, width=available)

    def label_width(self, canvas: Canvas, size: int | None = None) -> int:
        space = canvas.px(46 if self.icon else 10)
        width = canvas.text_width(self.label, size or self.size, LABEL_WEIGHT)
        return width + space if self.label else 0


class Clicks(NamedTuple):
    """The actions of a selectable item, and whether the item is selected."""

    chosen: bool
    choose: Callable[[], object]
    start: Callable[[], object]


class Selectable(Widget):
    """An item that a click selects, and a double-click or Enter starts."""

    is_small = False

    def __init__(self, key: str, box: Rect, clicks: Clicks) -> None:
        super().__init__(key, box)
        self.clicks, self.clicked_at = clicks, 0.0

    def draw_background(self, canvas: Canvas, ground: Colour, corner: int = 8) -> None:
        fill = mix(ground, canvas.theme.text, 0.06) if self.hovered() else ground
        rim = canvas.theme.accent if self.clicks.chosen else canvas.theme.line
        canvas.panel(self.box, fill, rim, corner)

    def resume(self, previous: Widget) -> None:
        if isinstance(previous, Selectable):
            self.clicked_at = previous.clicked_at

    def handle(self, event: pygame.event.Event) -> bool:
        if not self.clicked(event):
            return False
        again = time.monotonic() - self.clicked_at < DOUBLE_CLICK
        self.clicked_at = time.monotonic()
        if self.clicks.chosen and (again or event.type == pygame.KEYDOWN):
            self.clicks.start()
        else:
            self.clicks.choose()
        return True


class Row(Selectable):
    """A row of a list, with a name and details; equal names need an `id`."""

    focusable = False

    def __init__(
        self, name: str, details: str, box: Rect, clicks: Clicks, *, id: object = None
    ) -> None:
        super().__init__(f"row {name if id is None else id}", box, clicks)
        self.name, self.details = name, details

    def draw(self, canvas: Canvas) -> None:
        self.draw_background(canvas, canvas.theme.surface)
        inner = self.box.inflate(-2 * canvas.px(12), 0)
        draw_name_and_details(canvas, inner, self.name, self.details)


def draw_name_and_details(canvas: Canvas, box: Rect, name: str, details: str) -> None:
    """Draw a name and, beside it, as many of the details as fit."""
    width = box.width // 3
    end = canvas.text(name, box.midleft, 15, weight="Semibold", anchor="midleft", width=width).right
    left, colour = end + canvas.px(12), canvas.theme.muted_text
    details = drop_parts(details, canvas.font(14), box.right - left)
    pos, width = (left, box.centery), box.right - left
    canvas.text(details, pos, 14, colour, anchor="midleft", width=width)


#: Heights of a row without and with the gap below it.
ROW, STEP = 36, 44


class Column:
    """A column that allocates boxes from its top and bottom. Sizes are unscaled."""

    def __init__(self, canvas: Canvas, box: Rect) -> None:
        self.canvas, self.px = canvas, canvas.px
        self.gap = self.px(8)
        self.left, self.width = box.left, box.width
        self.top, self.bottom = box.top, box.bottom

    @property
    def height(self) -> int:
        return self.bottom - self.top

    def from_top(self, height: float, gap: float = 8) -> Rect:
        box = Rect(self.left, self.top, self.width, self.px(height))
        self.top = box.bottom + self.px(gap)
        return box

    def from_bottom(self, height: float) -> Rect:
        box = Rect(self.left, self.bottom - self.px(height), self.width, self.px(height))
        self.bottom = box.top - self.gap
        return box

    def rest(self) -> Rect:
        return Rect(self.left, self.top, self.width, self.height)

    def split(self, box: Rect, *, left: float = 0, right: float = 0) -> tuple[Rect, Rect]:
        """Divide a box into two, the left or the right one of which has the given width."""
        width = self.px(left) if left else box.width - self.gap - self.px(right)
        start = box.left + width + self.gap
        first = Rect(box.left, box.top, width, box.height)
        return first, Rect(start, box.top, box.right - start, box.height)

    def row(self, box: Rect, count: int) -> list[Rect]:
        """Return the boxes of equally wide cells in a row."""
        width = (box.width - (count - 1) * self.gap) / count
        return [
            Rect(round(box.left + i * (width + self.gap)), box.top, round(width), box.height)
            for i in range(count)
        ]

    def grid(self, widgets: Sequence[Widget], columns: int, height: float, gap: float = 8) -> None:
        """Place widgets in rows of equally wide cells, from the top."""
        for first in range(0, len(widgets), columns):
            boxes = self.row(self.from_top(height, gap), columns)
            for widget, box in zip(widgets[first:], boxes, strict=False):
                widget.box = box

    def rows_of(self, buttons: Sequence[Button]) -> list[Sequence[Button]]:
        """Divide buttons into as few equal rows as possible without cutting labels."""
        widest = max((each.label_width(self.canvas) for each in buttons), default=0)
        maximum = max(1, (self.width + self.gap) // (widest + self.gap))
        rows = -(-len(buttons) // maximum)
        length = -(-len(buttons) // max(1, rows))
        return [buttons[row * length :][:length] for row in range(rows)]

    def place_in_row(self, box: Rect, widgets: Sequence[Widget]) -> None:
        """Place widgets in a row: icons as squares, and all others with equal shares of the rest.

        If a label does not fit into a share, the labels are as wide as needed, with equal margins.
        """
        icons = [isinstance(widget, Button) and not widget.label for widget in widgets]
        count, available = max(1, icons.count(False)), box.width - self.gap * (len(widgets) - 1)
        available -= box.height * icons.count(True)
        labels = [widget.label_width(self.canvas, MIN_SIZE) for widget in widgets]
        is_cut = max(labels, default=0) > available / count and sum(labels) <= available
        widths = labels if is_cut else [0] * len(widgets)
        share, left = (available - sum(widths)) / count, float(box.left)
        for widget, icon, part in zip(widgets, icons, widths, strict=True):
            width = box.height if icon else part + share
            widget.box = Rect(round(left), box.top, round(width), box.height)
            left += width + self.gap


class Pager:
    """The current page of items that do not all fit at once."""

    def __init__(self) -> None:
        self._page, self.count = 0, 1

    @property
    def page(self) -> int:
        return self._page % self.count

    def turn(self, by: int = 1) -> None:
        self._page = (self.page + by) % self.count

    def items(self, items: Sequence[T], each: int) -> Sequence[T]:
        """Divide items into pages, and return those of the current page."""
        self.count = max(1, -(-len(items) // each))
        return items[self.page * each :][:each]

    def button(self, key: str, tip: str = "", *, size: int = 15) -> Button:
        """Return the button that shows the next page."""
        return Button(key, f"{self.page + 1}/{self.count} ›", self.turn, tip, size=size)

    def place_rows(
        self, column: Column, rows: Sequence[Sequence[Button]], available: int
    ) -> list[Button]:
        """Return the buttons of a page, placed from the bottom of a column upwards.

        All pages have the same height of at most `available` rows.
        """
        pages = -(-len(rows) // max(1, min(len(rows), available)))
        each = -(-len(rows) // pages)
        shown = self.items(rows, each)
        lines = [column.from_bottom(ROW) for _ in range(each)][::-1]
        for row, line in zip(shown, lines, strict=False):
            column.place_in_row(line, row)
        return [button for row in shown for button in row]
