"""The interface of the application window, as used by screens and dialogs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from ...play.autosave import SaveTarget
from ...play.session import Session
from ...rules.base import Rules
from ..settings import SavedSettings, Settings
from .drawing.canvas import Canvas
from .sounds import Sounds

if TYPE_CHECKING:
    from ...design.drawing import Drawing
    from ...design.validation import DesignFault


class Window(Protocol):
    """The window, which draws, logs, and shows screens and dialogs."""

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
        """Log an event to stderr for tests that wait for the event."""

    def change_setting(self, name: str, value: object) -> None:
        """Change, apply and save a setting."""

    def go_home(self) -> None:
        """Show the launcher."""

    def play(self, session: Session, place: SaveTarget | None = None, *, note: str = "") -> Any:
        """Show a game saved to `place` (by default a new library entry), with an optional note.

        Returns the `GameScreen`.
        """

    def teach(self, rules: Rules) -> None:
        """Leave the current game and show the lesson of a plugin."""

    def edit(self, editor: Any) -> None:
        """Open a position editor, which is a `Screen`, above the game."""

    def design(self, drawing: Drawing | None = None, faults: Sequence[DesignFault] = ()) -> None:
        """Open the designer with a new drawing, or with an imported drawing and its faults."""

    def rescan_plugins(self) -> None:
        """Rescan the plugins after a plugin has been added or changed."""

    def leave_editor(self) -> None:
        """Return from the editor to the game."""

    def show(self, dialog: Any) -> None:
        """Open a dialog, which is a `Screen`."""

    def close_dialog(self) -> None:
        """Close the topmost dialog."""


def remember_lesson(window: Window, name: str) -> bool:
    """Remember that a lesson has been offered; return whether it was worth offering."""
    offered = window.settings.lessons_offered
    is_new = name not in offered and window.saved_settings.should_save
    if is_new:
        window.change_setting("lessons_offered", [*offered, name])
    return is_new
