"""The application window: event loop, screens and dialogs."""

from __future__ import annotations

import argparse
import io
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from ...core.errors import OptionError, PluginError, PuzzlekitError
from ...core.files import write_output
from ...core.timeout import CallTimeout, Timeout
from ...core.translation import _
from ...play import records
from ...play.autosave import SaveTarget
from ...play.open_file import open_file
from ...play.session import Session
from ...plugin.discovery import rescan
from ...plugin.errors import error_message, plugin_boundary
from ...rules.base import Rules
from .. import settings as settings_module
from ..screen_layout import usable_scale
from ..settings import Settings
from .desktop import toggle_full_screen
from .dialogs import ConfirmDialog
from .drawing.widgets import CONFIRM_KEYS, MINUS_KEYS, PLUS_KEYS, Button, digit_of, has_ctrl
from .games_dialog import RecordsDialog
from .launcher.screen import Launcher
from .screen import Screen, Window

if TYPE_CHECKING:
    from ...design.drawing import Drawing
    from ...design.validation import DesignFault

MIN_SIZE = (480, 360)

#: The application icon, which the page shows, too.
ICON = Path(__file__).parents[1] / "web" / "static" / "icon.svg"

#: SDL drivers without a visible window, to which SDL falls back if there is no display.
HIDDEN_DRIVERS = ("offscreen", "dummy")

#: Suffixes of screenshots; for any other name, pygame would write TGA data.
PICTURES = (".png", ".jpg", ".jpeg", ".bmp")

#: Milliseconds between checks for events while nothing moves.
IDLE_MILLISECONDS = 10

#: Seconds after which a plugin is reported as not responding.
STUCK_SECONDS = 10.0

#: Keys that act once, however long they are held.
ONCE_KEYS = {*CONFIRM_KEYS, pygame.K_ESCAPE, *range(pygame.K_F1, pygame.K_F12 + 1)}

#: Buttons of the wheel, whose events pygame sends in addition to MOUSEWHEEL.
WHEEL_BUTTONS = (4, 5)

#: Height in pixels reserved for the window's title bar and the desktop's panel.
DESKTOP = 80


class App(Window):
    """The window with its event loop; `fits_desktop` limits its size."""

    def __init__(self, settings: Settings, *, fits_desktop: bool = False, **options: Any) -> None:
        size = settings.width, settings.height
        super().__init__(settings, _open_display(size, fits_desktop), **options)
        self.running = True
        pygame.key.set_repeat(350, 45)
        #: The `ONCE_KEYS` that are held.
        self._held: set[int] = set()
        #: True after a key that has shown another screen or dialog, which must not get its text.
        self._ignores_text = False
        self._timeout = Timeout(STUCK_SECONDS)
        #: True while the current screen's plugin is not responding, so that it must not be called.
        self.is_stuck = False
        self._launcher: Launcher | None = None

    def go_home(self) -> None:
        if len(self._screens) > 1 and self._screens[0].is_workplace:
            self._go_to(self._screens.pop(0))
            self.screen.rebuild()
            return
        if self._launcher is None:
            self._launcher = Launcher(self)
        played = self.screen.game_name
        self._go_to(self._launcher)
        self._launcher.return_from(played)
        self.log("launcher")

    def rescan_plugins(self) -> None:
        rescan()
        self._launcher = None

    def _close_dialogs(self) -> None:
        while self.dialogs:
            self.close_dialog()

    def _go_to(self, screen: Screen, *, above: bool = False) -> None:
        """Replace all screens with one screen; if `above` is true, keep the designer below it."""
        first = 1 if above and self._screens[0].is_workplace else 0
        for each in self._screens[first:]:
            each.close()
        self._screens[first:] = [screen]
        self._name_window()
        self.dirty = True

    def play(self, session: Session, place: SaveTarget | None = None, *, note: str = "") -> Any:
        from .game.screen import GameScreen  # imported late for a faster start

        with plugin_boundary(session.rules):
            self._go_to(screen := GameScreen(self, session, place), above=True)
        if note:
            self.screen.show_error(note)
        return screen

    def teach(self, rules: Rules) -> None:
        from .game.lesson_screen import LessonScreen

        self._close_dialogs()
        with plugin_boundary(rules):
            self.screen.confirm_leave(lambda: self._go_to(LessonScreen(self, rules), above=True))

    def design(self, drawing: Drawing | None = None, faults: Sequence[DesignFault] = ()) -> None:
        from .designer.screen import DesignerScreen

        self._go_to(DesignerScreen(self, drawing, faults))

    def run(self) -> None:
        """Handle events until the window is closed, drawing only when something has changed."""
        clock = pygame.time.Clock()
        pygame.key.start_text_input()
        self.step()
        self.log("ready")
        while self.running:
            self.step(wait=True)
            if self._is_moving():
                clock.tick(60)

    def _is_moving(self) -> bool:
        return any(each.moving() for each in (self.screen, *self.dialogs))

    def step(self, *, wait: bool = False) -> None:
        """Draw if needed, and handle pending events."""
        with self._guarded():
            moving = self._is_moving()
            if self.dirty or moving:
                self.dirty = moving  # draw once more after the last animation frame
                self.draw()
        if wait and not self.dirty and not self._is_moving():
            waiting = any(each.needs_poll() for each in (self.screen, *self.dialogs))
            events = _wait_for_events(0.03 if waiting else 1.0)
        else:
            events = pygame.event.get()
        events = [event for event in events if not self._is_repeat(event)]
        with self._guarded():
            for event in events:
                self.handle(event)
            for each in () if self.is_stuck else (self.screen, *self.dialogs):
                if each.needs_poll():
                    each.poll()

    def _is_repeat(self, event: pygame.event.Event) -> bool:
        """Return whether an event repeats a key that acts once."""
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
        if event.type != pygame.KEYDOWN or event.key not in ONCE_KEYS:
            return False
        is_repeat = event.key in self._held
        self._held.add(event.key)
        return is_repeat

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Catch errors raised by a plugin, and detect a plugin that hangs."""
        try:
            with self._timeout, plugin_boundary(self.screen.plugin):
                yield
        except CallTimeout:
            self.is_stuck = True
            wait = Button("wait", _("Wait"), self.wait_longer)
            leave = Button("leave", _("Leave"), self.leave_stuck, primary=True)
            text = _("{name} is not responding. The game has been saved up to this point.").format(
                name=self.screen.running_plugin()
            )
            self.show(
                ConfirmDialog(self, _("Not responding"), text, (wait, leave), self.leave_stuck)
            )
        except Exception as error:
            self.log("error", repr(error.__cause__ or error))
            with suppress(Exception):  # the layout may fail as well
                self.front.show_error(error_message(error))

    def wait_longer(self) -> None:
        self._timeout.seconds *= 4
        self.is_stuck = False

    def leave_stuck(self) -> None:
        self.is_stuck = False
        self._close_dialogs()
        self.screen.leave_when_stuck()
        self.dirty = True

    def draw(self) -> None:
        """Draw everything and update the display."""
        self.canvas.shown_errors.clear()
        shown = self.dialogs[-1:] if self.is_stuck else [self.screen, *self.dialogs]
        for each in shown:
            each.lay_out()
            each.draw(self.canvas)
        pygame.display.flip()

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event, and show the error if its action raises one."""
        try:
            self._dispatch(event)
        except PluginError:
            raise  # `_guarded` adds the place in the plugin
        except PuzzlekitError as error:
            self.front.show_error(error)
            self.rebuild()

    def _dispatch(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.quit()
            return
        if event.type == pygame.MOUSEWHEEL and not event.y:
            return  # a trackpad has scrolled sideways, or by a fraction of a step
        is_button = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
        if is_button and event.button in WHEEL_BUTTONS:
            return
        if event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
            self._resized()
            return
        if event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWLEAVE, pygame.WINDOWFOCUSGAINED):
            self.dirty = True
        if event.type == pygame.KEYDOWN and self._window_key(event):
            return
        if event.type == pygame.DROPFILE and not self.is_stuck:
            self._close_dialogs()
            path = Path(event.file)
            if not self.screen.open_dropped(path):
                self._open_file(path)
            return
        if event.type == pygame.TEXTINPUT and self._ignores_text:
            return
        front = self.front
        if front.handle(event) and event.type != pygame.MOUSEMOTION:
            self.rebuild()
        elif event.type in (pygame.MOUSEMOTION, pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.dirty = True
        if event.type in (pygame.KEYDOWN, pygame.KEYUP):
            self._ignores_text = event.type == pygame.KEYDOWN and self.front is not front

    def _open_file(self, path: Path) -> None:
        """Open a dropped file: show its game, a list of its games, or an error."""
        try:
            listed = records.contents(path)
            opened = open_file(path) if len(listed) <= 1 else None
        except PuzzlekitError as error:
            self.screen.show_refusal(str(error))
            return
        if opened is None:
            self.show(RecordsDialog(self, path, listed))
        else:
            play = partial(self.play, opened.session, opened.target, note=opened.message)
            self.screen.confirm_leave(play)

    def _resized(self) -> None:
        surface = pygame.display.get_surface()
        if surface is None:
            return
        self.surface = surface
        self.settings.width, self.settings.height = (
            max(a, b) for a, b in zip(self.size, MIN_SIZE, strict=True)
        )
        self._make_canvas()

    def _window_key(self, event: pygame.event.Event) -> bool:
        """Handle a global key (full screen, scale, quit); return whether it was handled."""
        if event.key == pygame.K_F11:
            toggle_full_screen()
            return True
        if not has_ctrl(event.mod):
            return False
        if event.key == pygame.K_q:
            self.quit()
        elif event.key in PLUS_KEYS:
            self._rescale(0.1)
        elif event.key in MINUS_KEYS:
            self._rescale(-0.1)
        elif digit_of(event) == 0:
            self.change_setting("scale", 1.0)
        else:
            return False
        return True

    def _rescale(self, by: float) -> None:
        """Change the interface scale, within the limits set by the window."""
        wanted = min(4.0, self.canvas.scale + by)
        self.change_setting("scale", round(usable_scale(*self.size, wanted), 2))

    def quit(self) -> None:
        """Close the window; if no dialog is open, let the screen ask for confirmation."""
        if self.dialogs:
            self._end()
        else:
            self.screen.confirm_leave(self._end)

    def _end(self) -> None:
        self.running = False

    def close(self) -> None:
        for screen in (*self.dialogs, *self._screens):
            screen.close()
        self.saved_settings.write()
        self.sounds.close()
        pygame.display.quit()
        self.log("closed")


def _wait_for_events(seconds: float) -> list[pygame.event.Event]:
    """Wait for events, returning NOEVENT after a timeout. SDL's own wait polls far more often."""
    end = time.monotonic() + seconds
    while not (events := pygame.event.get()) and time.monotonic() < end:
        pygame.time.wait(IDLE_MILLISECONDS)
    return events or [pygame.event.Event(pygame.NOEVENT)]


class NoDisplayError(PuzzlekitError):
    """Raised when the window cannot be opened."""


def _open_display(size: tuple[int, int], fits_desktop: bool) -> pygame.Surface:
    try:
        pygame.display.init()
        pygame.font.init()
        if pygame.display.get_driver() in HIDDEN_DRIVERS and not os.environ.get("SDL_VIDEODRIVER"):
            raise pygame.error("no display")
        pygame.display.set_icon(pygame.image.load_sized_svg(ICON, (64, 64)))
        return pygame.display.set_mode(_fitted(size) if fits_desktop else size, pygame.RESIZABLE)
    except pygame.error as error:
        raise NoDisplayError(
            f"Cannot open a window ({error}). Play in the terminal with --text."
        ) from error


def _fitted(size: tuple[int, int]) -> tuple[int, int]:
    """Return a size that fits on the desktop, but is at least `MIN_SIZE`."""
    width, height = pygame.display.get_desktop_sizes()[0]
    usable = width, height - DESKTOP
    box_width, box_height = (
        max(minimum, min(a, b)) for a, b, minimum in zip(size, usable, MIN_SIZE, strict=True)
    )
    return box_width, box_height


def settings_for(arguments: argparse.Namespace) -> tuple[Settings, dict[str, Any]]:
    """Return the settings with command-line overrides, and the values that are overridden."""
    settings = settings_module.read()
    overrides = {"scale": arguments.ui_scale, "theme": arguments.theme}
    if arguments.no_anim:
        overrides["speed"] = "off"
    if arguments.think:
        overrides["think"] = True
    if arguments.size is not None:
        overrides |= dict(zip(("width", "height"), arguments.size, strict=True))
    saved = {}
    for name, value in overrides.items():
        if value is not None:
            saved[name] = getattr(settings, name)
            setattr(settings, name, value)
    settings.check()
    return settings, saved


def run(begin: Callable[[App], object], arguments: argparse.Namespace) -> int:
    """Open the window, call `begin` with it, and run it; return the exit code."""
    if arguments.software:
        os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
    settings, saved = settings_for(arguments)
    picture = arguments.screenshot
    if picture is not None and picture.suffix.lower() not in PICTURES:
        raise OptionError(
            f"--screenshot {picture}: the name must end in {', '.join(PICTURES[:-1])} or "
            f"{PICTURES[-1]}."
        )
    app = App(settings, log=arguments.log_events, saved=saved, fits_desktop=arguments.size is None)
    try:
        begin(app)
        if picture is not None:
            return _screenshot(app, picture)
        app.run()
    finally:
        app.close()
    return 0


def _screenshot(app: App, path: Path) -> int:
    """Save a screenshot after all animations and computations have ended."""
    app.draw()
    while app.screen.busy() or app.screen.moving():
        app.screen.poll()
        app.draw()
        pygame.time.wait(5)
    app.draw()  # once more after the last animation frame
    picture = io.BytesIO()  # in memory first, because pygame ignores write errors
    pygame.image.save(app.surface, picture, path.name)
    write_output(path, picture.getvalue())
    return 0
