"""What screens and dialogs ask of the window that shows them."""

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


class Host(Protocol):
    """The window, as a screen sees it: it draws, logs, and shows other screens and dialogs."""

    settings: Settings
    canvas: Canvas
    dirty: bool
    logging: bool
    sounds: Sounds
    remembered: SavedSettings

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window in pixels."""

    def log(self, name: str, text: str = "") -> None:
        """Say on stderr what happens, for tests that wait for it."""

    def change_setting(self, name: str, value: object) -> None:
        """Change a setting, show what it does, and remember it."""

    def home(self) -> None:
        """Show the launcher."""

    def play(self, session: Session, place: SaveTarget | None = None, *, note: str = "") -> None:
        """Show a game, kept in that place or as a new one in the library, and say something."""

    def edit(self, rules: Rules, state: State, begin: Callable[[State], Session]) -> None:
        """Let a person change a position; `begin` starts a game from it."""

    def design(self, drawing: Drawing | None = None, faults: Sequence[DesignFault] = ()) -> None:
        """Let a person draw a puzzle: a new one, or what could be read of one that is there."""

    def find_plugins(self) -> None:
        """Look for plugins anew, because one has been added or changed."""

    def leave_editor(self) -> None:
        """Go back to the game behind the editor."""

    def show(self, dialog: Any) -> None:
        """Open a dialog, which is a `Screen`."""

    def show_rules(self, rules: Rules) -> None:
        """Open the page of rules."""

    def show_settings(self) -> None:
        """Open the settings."""

    def show_games(self) -> None:
        """Open the list of all games that were played."""

    def show_records(self, path: Path, listed: Sequence[Heading]) -> None:
        """Let a person choose one of the games in a file."""

    def show_text(self, title: str, text: str) -> None:
        """Open a text that can be scrolled."""

    def show_sequences(self, hand: MacroControls) -> None:
        """Open the list of sequences of moves."""

    def show_picture(
        self, session: Session, say: Callable[[str], object], *, net: bool, eye: Camera | None
    ) -> None:
        """Ask for a picture of a game to be saved, and say where it is."""

    def close_dialog(self) -> None:
        """Close the topmost dialog."""
