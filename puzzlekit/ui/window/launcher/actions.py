"""Actions of the launcher: starting and resuming games, and opening dialogs."""

from __future__ import annotations

from collections.abc import Callable

from ....core.errors import PuzzlekitError
from ....core.translation import _
from ....play.library import Library
from ....play.library_entry import open_entry
from ..dialogs import RulesDialog, SettingsDialog, TextDialog
from ..drawing.widgets import Button
from ..games_dialog import GamesDialog
from ..interface import Window
from .practice_dialog import PracticeDialog, can_practise
from .results_dialog import OwnResultsDialog
from .selection import Selection


class LauncherActions:
    """The actions of the launcher on the selected plugin; errors are passed to `show_error`."""

    def __init__(
        self, window: Window, selection: Selection, show_error: Callable[[PuzzlekitError], object]
    ) -> None:
        self.window, self.selection, self.show_error = window, selection, show_error

    def new_game(self) -> None:
        if self.selection.chosen:
            try:
                session = self.selection.session()
                self._remember_players()
                self.window.play(session)
            except PuzzlekitError as error:
                self.show_error(error)

    def _remember_players(self) -> None:
        """Save the selected players as the defaults for the game."""
        chosen, known = self.selection.chosen, self.window.settings.players
        players = self.selection.players.get(chosen)
        if players and self.selection.kind.players[1:] and known.get(chosen) != players:
            self.window.change_setting("players", {**known, chosen: list(players)})

    def resume(self) -> None:
        """Resume the last unfinished game of the selected plugin."""
        try:
            number = Library().latest(self.selection.chosen)
            if number is not None:
                self.window.play(*open_entry(number))
        except PuzzlekitError as error:
            self.show_error(error)

    def favourite_button(self) -> Button:
        """Return the button that adds the selected plugin to the favourites or removes it."""
        is_one = self.selection.chosen in self.window.settings.favourites
        tip = _("Remove from favourites") if is_one else _("Add to favourites")
        return Button("favourite", "", self._toggle_favourite, tip, icon="star", on=is_one)

    def _toggle_favourite(self) -> None:
        chosen, known = self.selection.chosen, self.window.settings.favourites
        others = [name for name in known if name != chosen]
        new = others if len(others) < len(known) else [*known, chosen]
        self.window.change_setting("favourites", new)

    def can_practise(self) -> bool:
        """Return whether there are positions to solve."""
        selection = self.selection
        return bool(selection.chosen) and can_practise(selection.chosen, selection.kind)

    def practise(self) -> None:
        try:
            self.window.show(PracticeDialog(self.window, self.selection))
        except PuzzlekitError as error:
            self.show_error(error)

    def show_results(self) -> None:
        try:
            self.window.show(OwnResultsDialog(self.window, self.selection))
        except PuzzlekitError as error:
            self.show_error(error)

    def show_games(self) -> None:
        self.window.show(GamesDialog(self.window))

    def show_settings(self) -> None:
        self.window.show(SettingsDialog(self.window))

    def show_broken(self) -> None:
        text = "\n\n".join(map(str, self.selection.broken))
        self.window.show(TextDialog(self.window, _("Plugins that could not be loaded"), text))

    def show_rules(self) -> None:
        try:
            self.window.show(RulesDialog(self.window, self.selection.rules()))
        except PuzzlekitError as error:
            self.show_error(error)
