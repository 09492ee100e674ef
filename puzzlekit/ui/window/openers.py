"""The dialogs that any screen can open, each read when it is opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...play.records import Heading
from ...play.session import Session
from ...rules.rule_book import Rules
from .dialogs import RulesDialog, SettingsDialog, TextDialog
from .host import Host

if TYPE_CHECKING:
    from ..solid.view import Eye
    from .game.sequence_hand import SequenceHand


class Openers(Host):
    """Opens dialogs in the window, which is the host that shows them."""

    def show_rules(self, rules: Rules) -> None:
        """Open the page of rules."""
        self.show(RulesDialog(self, rules))

    def show_settings(self) -> None:
        """Open the settings."""
        self.show(SettingsDialog(self))

    def show_games(self) -> None:
        """Open the list of all games that were played."""
        from .games_dialog import GamesDialog

        self.show(GamesDialog(self))

    def show_records(self, path: Path, listed: Sequence[Heading]) -> None:
        """Let a person choose one of the games in a file."""
        from .records_dialog import RecordsDialog

        self.show(RecordsDialog(self, path, listed))

    def show_sequences(self, hand: SequenceHand) -> None:
        """Open the list of sequences of moves."""
        from .sequences_dialog import SequencesDialog

        self.show(SequencesDialog(self, hand))

    def show_picture(
        self, session: Session, say: Callable[[str], object], *, net: bool, eye: Eye | None
    ) -> None:
        """Ask for a picture of a game to be saved, and say where it is."""
        from .picture_dialog import PictureDialog

        self.show(PictureDialog(self, session, say, net=net, eye=eye))

    def show_text(self, title: str, text: str) -> None:
        """Open a text that can be scrolled."""
        self.show(TextDialog(self, title, text))
