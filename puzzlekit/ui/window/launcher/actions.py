"""Actions of the launcher: starting and resuming games, and opening dialogs."""

from __future__ import annotations

from collections.abc import Callable

from ....core.errors import PuzzlekitError
from ....core.translation import _
from ....play import records
from ....play.game_database import Library, open_entry
from ..desktop import copied_text
from ..dialogs import ConfirmDialog, SettingsDialog, TextDialog
from ..drawing.widgets import Button
from ..games_dialog import GamesDialog
from ..interface import Window, remember_lesson
from ..rules_dialog import RulesDialog
from .dialogs import OwnResultsDialog, PracticeDialog, can_practise
from .selection import Selection


class LauncherActions:
    """The actions of the launcher on the selected plugin; errors are passed to `show_error`."""

    def __init__(
        self, window: Window, selection: Selection, show_error: Callable[[PuzzlekitError], object]
    ) -> None:
        self.window, self.selection, self.show_error = window, selection, show_error

    def new_game(self) -> None:
        """Start a game of the selected plugin or, the first time, offer its guided game."""
        chosen = self.selection.chosen
        if chosen and remember_lesson(self.window, chosen):
            self._offer_lesson()
        elif chosen:
            self._attempt(self._start_game)

    def _start_game(self) -> None:
        """Start a game, and save its players as defaults for the next game."""
        window, selection = self.window, self.selection
        session = selection.session()
        chosen, known = selection.chosen, window.settings.players
        players = selection.players.get(chosen)
        if players and selection.kind.players[1:] and known.get(chosen) != players:
            window.change_setting("players", {**known, chosen: list(players)})
        window.play(session)

    def _offer_lesson(self) -> None:
        def start() -> None:
            self.window.close_dialog()
            self._attempt(self._start_game)

        answers = (
            Button("lesson", _("Guided game"), self._teach, primary=True),
            Button("start", _("Start playing"), start),
        )
        title = _("New to {name}?").format(name=self.selection.kind.name)
        text = _("A guided game shows the rules step by step. It is also available under Rules.")
        close = self.window.close_dialog
        self.window.show(ConfirmDialog(self.window, title, text, answers, close))

    def _teach(self) -> None:
        self._attempt(lambda: self.window.teach(self.selection.rules()))

    def paste(self) -> None:
        """Open the game on the clipboard: a record, a link, or a game ID with moves."""
        self._attempt(self._paste)

    def _paste(self) -> None:
        session = records.read(copied_text(), "The clipboard")
        self.window.play(session, note=records.disagreement(session) or "")

    def resume(self) -> None:
        """Resume the last unfinished game of the selected plugin."""
        self._attempt(self._resume)

    def _resume(self) -> None:
        if (number := Library().latest_unfinished(self.selection.chosen)) is not None:
            self.window.play(*open_entry(number))

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
