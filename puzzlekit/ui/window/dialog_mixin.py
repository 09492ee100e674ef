"""Dialogs that any screen can open, imported on first use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...play.records import Heading
from ...play.session import Session
from ...rules.base import Rules
from .dialogs import RulesDialog, SettingsDialog, TextDialog
from .interface import Window

if TYPE_CHECKING:
    from ..solid.view import Camera
    from .game.macro_controls import MacroControls


class DialogMixin(Window):
    """A host that opens the common dialogs."""

    def show_rules(self, rules: Rules) -> None:
        self.show(RulesDialog(self, rules))

    def show_settings(self) -> None:
        self.show(SettingsDialog(self))

    def show_games(self) -> None:
        from .games_dialog import GamesDialog

        self.show(GamesDialog(self))

    def show_records(self, path: Path, headings: Sequence[Heading]) -> None:
        from .records_dialog import RecordsDialog

        self.show(RecordsDialog(self, path, headings))

    def show_macros(self, controls: MacroControls) -> None:
        from .macros_dialog import MacrosDialog

        self.show(MacrosDialog(self, controls))

    def show_picture(
        self, session: Session, notify: Callable[[str], object], *, net: bool, camera: Camera | None
    ) -> None:
        from .picture_dialog import PictureDialog

        self.show(PictureDialog(self, session, notify, net=net, camera=camera))

    def show_text(self, title: str, text: str) -> None:
        self.show(TextDialog(self, title, text))
