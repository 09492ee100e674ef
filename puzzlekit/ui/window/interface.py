"""The interface of the application window for screens and dialogs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ...play.autosave import SaveTarget
from ...play.records import Heading
from ...play.session import Session
from ...rules.base import Rules, State
from ..settings import SavedSettings, Settings
from .drawing.canvas import Canvas
from .sounds import Sounds

if TYPE_CHECKING:
    from ...design.drawing import Drawing
    from ...design.validation import DesignFault
    from ..solid.view import Camera
    from .game.macro_controls import MacroControls


class Window(Protocol):
    """The window: it draws, logs, and shows screens and dialogs."""

    settings: Settings
    canvas: Canvas
    dirty: bool
    logging: bool
    sounds: Sounds
    saved_settings: SavedSettings

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window in pixels."""

    def log(self, name: str, text: str = "") -> None:
        """Log an event to stderr, for tests that wait for it."""

    def change_setting(self, name: str, value: object) -> None:
        """Change, apply and save a setting."""

    def go_home(self) -> None:
        """Show the launcher."""

    def play(self, session: Session, place: SaveTarget | None = None, *, note: str = "") -> None:
        """Show a game saved to `place` (by default a new library entry), with an optional note."""

    def edit(self, rules: Rules, state: State, begin: Callable[[State], Session]) -> None:
        """Open the position editor; `begin` starts a game from its position."""

    def design(self, drawing: Drawing | None = None, faults: Sequence[DesignFault] = ()) -> None:
        """Open the designer with a new drawing, or an imported one with its faults."""

    def rescan_plugins(self) -> None:
        """Rescan the plugins after one has been added or changed."""

    def leave_editor(self) -> None:
        """Return from the editor to the game."""

    def show(self, dialog: Any) -> None:
        """Open a dialog, which is a `Screen`."""

    def show_rules(self, rules: Rules) -> None:
        """Open the rules."""

    def show_settings(self) -> None:
        """Open the settings."""

    def show_games(self) -> None:
        """Open the list of saved games."""

    def show_records(self, path: Path, headings: Sequence[Heading]) -> None:
        """Open the list of the games in a file."""

    def show_text(self, title: str, text: str) -> None:
        """Open a scrollable text."""

    def show_macros(self, controls: MacroControls) -> None:
        """Open the list of macros."""

    def show_picture(
        self, session: Session, notify: Callable[[str], object], *, net: bool, camera: Camera | None
    ) -> None:
        """Open the dialog that saves a picture; `notify` receives a message with its path."""

    def close_dialog(self) -> None:
        """Close the topmost dialog."""
