"""Starting and resuming games from the launcher, and the offer of a guided game."""

from __future__ import annotations

from collections.abc import Callable

from ....core.translation import _
from ....play.library import Library
from ....play.library_entry import open_entry
from ..dialogs import ConfirmDialog
from ..drawing.widgets import Button
from ..interface import Window
from .selection import Selection


def start_game(window: Window, selection: Selection) -> None:
    """Start a game of the selected plugin, and save its players as defaults for the next game."""
    session = selection.session()
    chosen, known = selection.chosen, window.settings.players
    players = selection.players.get(chosen)
    if players and selection.kind.players[1:] and known.get(chosen) != players:
        window.change_setting("players", {**known, chosen: list(players)})
    window.play(session)


def resume_game(window: Window, selection: Selection) -> None:
    """Resume the last unfinished game of the selected plugin."""
    number = Library().latest(selection.chosen)
    if number is not None:
        window.play(*open_entry(number))


def is_first_game(window: Window, plugin: str) -> bool:
    """Return whether to offer the guided game of a plugin; record that it has been offered."""
    offered = window.settings.lessons_offered
    if plugin in offered or not window.saved_settings.should_save:
        return False
    window.change_setting("lessons_offered", [*offered, plugin])
    return True


def lesson_offer(
    window: Window, name: str, teach: Callable[[], object], play: Callable[[], object]
) -> ConfirmDialog:
    """Return the dialog that offers a guided game of the plugin with this name."""

    def start() -> None:
        window.close_dialog()
        play()

    answers = (
        Button("lesson", _("Guided game"), teach, primary=True),
        Button("start", _("Start playing"), start),
    )
    title = _("New to {name}?").format(name=name)
    text = _("A guided game shows the rules step by step. It is also available under Rules.")
    return ConfirmDialog(window, title, text, answers, start)
