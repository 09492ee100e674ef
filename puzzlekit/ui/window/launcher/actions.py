"""Actions of the launcher: starting and resuming games, and opening dialogs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ....core.errors import PuzzlekitError
from ....core.translation import _
from ..dialogs import SettingsDialog, TextDialog
from ..drawing.widgets import Button
from ..games_dialog import GamesDialog
from ..interface import Window
from ..rules_dialog import RulesDialog
from .practice_dialog import PracticeDialog, can_practise
from .results_dialog import OwnResultsDialog
from .selection import Selection
from .starting import is_first_game, lesson_offer, resume_game, start_game


class LauncherActions:
    """The actions of the launcher on the selected plugin; errors are passed to `show_error`."""

    def __init__(
        self, window: Window, selection: Selection, show_error: Callable[[PuzzlekitError], object]
    ) -> None:
        self.window, self.selection, self.show_error = window, selection, show_error

    def new_game(self) -> None:
        """Start a game of the selected plugin or, the first time, offer its guided game."""
        chosen = self.selection.chosen
        if chosen and is_first_game(self.window, chosen):
            name = self.selection.kind.name
            self.window.show(lesson_offer(self.window, name, self.teach, self.start_game))
        else:
            self.start_game()

    def start_game(self) -> None:
        if self.selection.chosen:
            self._attempt(partial(start_game, self.window, self.selection))

    def resume(self) -> None:
        self._attempt(partial(resume_game, self.window, self.selection))

    def teach(self) -> None:
        self._attempt(lambda: self.window.teach(self.selection.rules()))

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
        self._attempt(lambda: self.window.show(PracticeDialog(self.window, self.selection)))

    def show_results(self) -> None:
        self._attempt(lambda: self.window.show(OwnResultsDialog(self.window, self.selection)))

    def show_games(self) -> None:
        self.window.show(GamesDialog(self.window))

    def show_settings(self) -> None:
        self.window.show(SettingsDialog(self.window))

    def show_broken(self) -> None:
        text = "\n\n".join(map(str, self.selection.broken))
        self.window.show(TextDialog(self.window, _("Plugins that could not be loaded"), text))

    def show_rules(self) -> None:
        self._attempt(lambda: self.window.show(RulesDialog(self.window, self.selection.rules())))

    def _attempt(self, act: Callable[[], object]) -> None:
        """Call `act`, and show its error."""
        try:
            act()
        except PuzzlekitError as error:
            self.show_error(error)
