"""The base classes of the window, and of its screens and dialogs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import dist
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from ...play.autosave import SaveTarget
from ...play.session import Session
from ...plugin.errors import error_message, plugin_boundary
from ...rules.base import Rules
from ..screen_layout import GameBoxes, game_boxes, usable_scale
from ..settings import SavedSettings, Settings
from .drawing.canvas import Canvas, Rect, Surface, wrap
from .drawing.input_widgets import Dropdown
from .drawing.widgets import Widget, shortcuts_of
from .sounds import Sounds

if TYPE_CHECKING:
    from ...design.drawing import Drawing
    from ...design.validation import DesignFault


#: Actions by the names of keys, such as "F1" or "Ctrl+Z".
Shortcuts = dict[str, Callable[[], object]]

#: The name of the program in the title bar.
PROGRAM = "puzzlekit"


class Window:
    """The screens and dialogs of the window, with its settings and its canvas."""

    def __init__(
        self,
        settings: Settings,
        surface: Surface,
        *,
        log: bool = False,
        remember: bool = True,
        saved: Mapping[str, Any] | None = None,
    ) -> None:
        self.settings, self.surface, self.logging = settings, surface, log
        self.saved_settings = SavedSettings(settings, saved or {}, wanted=remember)
        self.sounds = Sounds(settings)
        self.dirty = True
        #: The current screen (last), and the screens to which it returns.
        self._screens = [Screen(self)]
        self.dialogs: list[Screen] = []
        self._make_canvas()

    def _make_canvas(self) -> None:
        scale = usable_scale(*self.size, self.settings.scale)
        self.canvas = Canvas(self.surface, self.settings, scale)
        self.rebuild()

    @property
    def screen(self) -> Screen:
        return self._screens[-1]

    @property
    def front(self) -> Screen:
        """The topmost dialog or, if no dialog is open, the screen."""
        return self.dialogs[-1] if self.dialogs else self.screen

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window in pixels."""
        return self.surface.get_size()

    def log(self, name: str, text: str = "") -> None:
        """Log an event to stderr for tests that wait for the event."""
        if self.logging:
            print(f"event {name} {text}".rstrip(), file=sys.stderr, flush=True)

    def change_setting(self, name: str, value: object) -> None:
        """Change, apply and save a setting."""
        setattr(self.settings, name, value)
        self.saved_settings.saved.pop(name, None)
        self.saved_settings.write()
        self._make_canvas()

    def rebuild(self) -> None:
        """Lay out the screen and the dialogs again before the next frame."""
        for each in (self.screen, *self.dialogs):
            each.rebuild()

    def _show_top(self) -> None:
        self.screen.rebuild()
        self._name_window()

    def _name_window(self) -> None:
        title = self.screen.title
        pygame.display.set_caption(title if title == PROGRAM else f"{title} - {PROGRAM}")

    def edit(self, editor: Screen) -> None:
        """Open a position editor above the game."""
        self._screens.append(editor)
        self._show_top()

    def leave_editor(self) -> None:
        """Return from the editor to the game."""
        self._screens.pop().close()
        self._show_top()

    def show(self, dialog: Screen) -> None:
        """Open a dialog."""
        self.dialogs.append(dialog)
        self.dirty = True
        self.log("dialog", dialog.title)

    def close_dialog(self) -> None:
        """Close the topmost dialog."""
        self.dialogs.pop().close()
        self.rebuild()
        self.log("dialog-closed")

    def go_home(self) -> None:
        """Show the launcher or, if the game was started from the designer, the designer."""
        raise NotImplementedError

    def play(self, session: Session, place: SaveTarget | None = None, *, note: str = "") -> Any:
        """Show a game saved to `place` (by default a new library entry), with an optional note.

        Returns the `GameScreen`.
        """
        raise NotImplementedError

    def teach(self, rules: Rules) -> None:
        """Leave the current game and show the lesson of a plugin."""
        raise NotImplementedError

    def design(self, drawing: Drawing | None = None, faults: Sequence[DesignFault] = ()) -> None:
        """Open the designer with a new drawing, or with an imported drawing and its faults."""
        raise NotImplementedError

    def rescan_plugins(self) -> None:
        """Rescan the plugins after a plugin has been added or changed."""
        raise NotImplementedError


def remember_lesson(window: Window, name: str) -> bool:
    """Remember that a lesson has been offered; return whether it was worth offering."""
    offered = window.settings.lessons_offered
    is_new = name not in offered and window.saved_settings.should_save
    if is_new:
        window.change_setting("lessons_offered", [*offered, name])
    return is_new


#: Maximum width of the text, so that a tooltip fits into a panel without hiding the board.
TIP_WIDTH = 236

#: Height of a line, padding around the lines, and distance from the widget.
TIP_LINE, TIP_PADDING, TIP_GAP = 18, (16, 8), 5


def place_tip(
    size: tuple[int, int], at: Rect, occupied: Sequence[Rect], area: Rect, gap: int
) -> Rect:
    """Return a place for a tooltip near its widget where it covers as little as possible."""
    box = Rect((0, 0), size)
    places = []
    for each in (at, *occupied):
        for corner, pos in (
            ("midbottom", (at.centerx, each.top - gap)),
            ("midtop", (at.centerx, each.bottom + gap)),
            ("midright", (each.left - gap, at.centery)),
            ("midleft", (each.right + gap, at.centery)),
        ):
            places.append(box.copy())
            setattr(places[-1], corner, pos)
            places[-1].clamp_ip(area)
    free = [pos for pos in places if not pos.colliderect(at)] or places[:1]
    return min(free, key=lambda pos: (_covered_area(pos, occupied), dist(pos.center, at.center)))


def _covered_area(box: Rect, occupied: Sequence[Rect]) -> int:
    parts = [box.clip(each) for each in occupied]
    return sum(part.width * part.height for part in parts)


def draw_tip(canvas: Canvas, tip: str, at: Rect, occupied: Sequence[Rect], area: Rect) -> Rect:
    """Draw a tooltip near its widget `at`; return the box of the tooltip."""
    font = canvas.font(13)
    lines = wrap(tip, font, canvas.px(TIP_WIDTH))
    across, down = map(canvas.px, TIP_PADDING)
    step = max(canvas.px(TIP_LINE), font.get_linesize())
    size = max(font.size(line)[0] for line in lines) + across, step * len(lines) + down
    box = place_tip(size, at, occupied, area, canvas.px(TIP_GAP))
    canvas.panel(box, canvas.theme.text, None, 6)
    for number, line in enumerate(lines):
        pos = box.centerx, box.top + down // 2 + step * number + step // 2
        canvas.text(line, pos, 13, canvas.theme.background, anchor="center")
    return box


def is_concerned(widget: Widget, event: pygame.event.Event) -> bool:
    """Return whether an event is for a widget: a press or the wheel on it, a key, or a drag."""
    match event.type:
        case pygame.MOUSEBUTTONDOWN:
            return widget.box.collidepoint(event.pos)
        case pygame.MOUSEWHEEL:
            return widget.hovered()
        case pygame.KEYDOWN | pygame.TEXTINPUT:
            return widget.focused
        case pygame.MOUSEMOTION | pygame.MOUSEBUTTONUP:
            return widget.is_dragged
    return False


def open_dropdown(widgets: Iterable[Widget]) -> Dropdown | None:
    """Return the dropdown that is open, if any."""
    return next((each for each in widgets if isinstance(each, Dropdown) and each.open), None)


class Screen:
    """A screen full of widgets, which `build` lays out again after every event that was used.

    Other changes, such as a reply from another process, call `rebuild`. Actions may raise a
    `PuzzlekitError`, which the window passes to `show_error` of the dialog or screen in front.
    """

    title = ""

    #: The name of the plugin of the game shown, if any.
    game_name = ""

    #: True if a game started from this screen returns to it.
    is_workplace = False

    def __init__(self, window: Window) -> None:
        self.window = window
        self._widgets: list[Widget] = []
        self._needs_layout = True
        self.focus_key: str | None = None
        self.fault = ""

    def build(self) -> None:
        """Create the `widgets` for the size of the window."""

    def draw_back(self, canvas: Canvas) -> None:
        """Draw the background below the widgets."""

    def moving(self) -> bool:
        """Return whether an animation needs the next frame."""
        return False

    def busy(self) -> bool:
        """Return whether the screen is waiting for a result from another process."""
        return False

    def needs_poll(self) -> bool:
        """Return whether `poll` must be called again soon."""
        return self.busy()

    def poll(self) -> None:
        """Receive results from other processes, and update timers."""

    def show_error(self, error: object) -> None:
        """Show an error."""
        self.window.log("message", str(error))

    def open_dropped(self, path: Path) -> bool:
        """Open a dropped file in this screen; return False to let the window open it."""
        return False

    def show_refusal(self, why: str) -> None:
        """Show why a dropped file cannot be used."""
        self.show_error(why)

    def shortcuts(self) -> Shortcuts:
        """Return the actions of keys that no widget has handled."""
        return {}

    def key(self, event: pygame.event.Event) -> bool:
        """Handle a key that no widget has handled; return whether it was used."""
        shortcuts = self.shortcuts()
        name = next((name for name in shortcuts_of(event) if name in shortcuts), None)
        if name is not None:
            shortcuts[name]()
        return name is not None

    def mouse(self, event: pygame.event.Event) -> bool:
        """Handle a mouse event that no widget has handled; return whether it was used."""
        return False

    def close(self) -> None:
        """Release the resources of the screen."""

    def confirm_leave(self, act: Callable[[], object]) -> None:
        """Call `act`, which leaves the screen, after asking for confirmation if needed."""
        act()

    def running_plugin(self) -> str:
        """Return the name of the plugin whose code is running."""
        return self.title

    def leave_when_stuck(self) -> None:
        """Leave a plugin that is not responding."""
        self.window.go_home()

    @property
    def plugin(self) -> Rules | None:
        """The rules of the current game, if there is one."""
        return getattr(self, "rules", None)

    @property
    def canvas(self) -> Canvas:
        return self.window.canvas

    def px(self, size: float) -> int:
        return self.window.canvas.px(size)

    def game_boxes(self) -> GameBoxes:
        """Return the boxes of the board and of the panel beside it."""
        return game_boxes(*self.window.size, self.canvas.scale)

    @property
    def widgets(self) -> list[Widget]:
        """The widgets. Reading them lays them out if anything has changed."""
        self.lay_out()
        return self._widgets

    @widgets.setter
    def widgets(self, widgets: list[Widget]) -> None:
        self._widgets = widgets

    def rebuild(self) -> None:
        """Lay out all widgets again, once, before they are needed for an event or a frame."""
        self._needs_layout = self.window.dirty = True

    def lay_out(self) -> None:
        """Lay out all widgets again if anything has changed, keeping focus and state."""
        if not self._needs_layout:
            return
        self._needs_layout = False
        before = {widget.key: widget for widget in self.widgets}
        self.widgets = []
        try:
            with plugin_boundary(self.plugin):
                self.build()
        except Exception as error:
            self.fault = error_message(error)
            self.window.log("error", self.fault)
        else:
            self.fault = ""
        if self.focus_key not in {widget.key for widget in self.widgets if widget.focusable}:
            self.focus_key = None
        for widget in self.widgets:
            widget.focused = widget.key == self.focus_key
            if widget.key in before:
                widget.resume(before[widget.key])
        if self.window.logging:
            places = {widget.key: widget.box.center for widget in self.widgets if widget.enabled}
            self.window.log("widgets", json.dumps(places))

    def frame(self) -> Rect:
        """Return the box of the screen or dialog in the window."""
        return self.canvas.surface.get_rect()

    def draw(self, canvas: Canvas) -> None:
        self.draw_frame(canvas)
        frame = self.frame()
        for draw in (self.draw_back, self.draw_widgets, self.draw_above):
            with canvas.guarded(frame, self.plugin):
                draw(canvas)
        if self.fault:
            canvas.error_card(self.fault, frame)

    def draw_frame(self, canvas: Canvas) -> None:
        """Fill the frame."""
        canvas.surface.fill(canvas.theme.background)

    def draw_widgets(self, canvas: Canvas) -> None:
        for widget in self.widgets:
            self.draw_widget(canvas, widget)

    def draw_widget(self, canvas: Canvas, widget: Widget) -> None:
        """Draw a widget and its focus ring, or an error raised by the plugin."""
        with canvas.guarded(widget.box, self.plugin):
            widget.draw(canvas)
            widget.draw_focus(canvas)

    def draw_above(self, canvas: Canvas) -> None:
        """Draw an open dropdown, or the tooltip of the widget under the mouse."""
        if (dropdown := open_dropdown(self.widgets)) is not None:
            dropdown.draw_open(canvas)
            return
        for widget in self.widgets if self.window.front is self else ():
            if widget.tip and (widget.hovered() or widget.focused):
                self._draw_tip(canvas, widget, widget.tip)

    def reserved_rects(self) -> list[Rect]:
        """Return boxes that tooltips must not cover, other than those of small widgets."""
        return []

    def tooltip_area(self, widget: Widget) -> Rect:
        """Return the area for the tooltip of a widget."""
        return self.canvas.surface.get_rect()

    def _draw_tip(self, canvas: Canvas, widget: Widget, tip: str) -> None:
        occupied = [each.box for each in self.widgets if each is not widget and each.is_small]
        occupied += [box for box in self.reserved_rects() if not box.colliderect(widget.box)]
        draw_tip(canvas, tip, widget.box, occupied, self.tooltip_area(widget))

    def handle(self, event: pygame.event.Event) -> bool:
        """Pass an event to an open dropdown, the widgets concerned and the screen, in this order.

        A drag is seen against the last layout, which is the one on the screen.
        """
        is_drag = event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)
        widgets = self._widgets if is_drag else self.widgets
        if (dropdown := open_dropdown(widgets)) is not None:
            return dropdown.handle(event)
        for widget in [each for each in widgets if each.enabled and is_concerned(each, event)]:
            if widget.handle(event):
                if event.type == pygame.MOUSEBUTTONDOWN:
                    self.focus(widget.key if widget.keeps_focus else None)
                return True
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.focus(None)
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_TAB:
                self.step_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
                return True
            return self.key(event)
        if event.type in (
            pygame.MOUSEBUTTONDOWN,
            pygame.MOUSEBUTTONUP,
            pygame.MOUSEMOTION,
            pygame.MOUSEWHEEL,
        ):
            return self.mouse(event)
        return False

    def focus(self, key: str | None) -> None:
        self.focus_key = key
        for widget in self._widgets:  # the next layout uses the key
            widget.focused = widget.key == key

    def step_focus(self, step: int) -> None:
        """Move the focus to the next or previous widget, or to nothing after the last widget."""
        keys: list[str | None] = [None, *(w.key for w in self.widgets if w.focusable)]
        at = keys.index(self.focus_key) if self.focus_key in keys else 0
        self.focus(keys[(at + step) % len(keys)])
