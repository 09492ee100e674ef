"""Actions of the launcher, and its dialogs for practice positions and own results."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from ....core.errors import PuzzlekitError
from ....core.game_id import GameID
from ....core.translation import _, ngettext
from ....play import problems, records, user_statistics
from ....play.engine import Request
from ....play.game_database import Library, open_entry
from ....play.practice import begin_problem, begin_starts
from ....rules.base import Puzzle
from ...game_worker import STARTS, Answer, Job, Worker
from ..desktop import copied_text
from ..dialogs import ConfirmDialog, Dialog, ListDialog, SettingsDialog, TextDialog
from ..drawing.canvas import Rect
from ..drawing.input_widgets import Stepper
from ..drawing.widgets import Button, Clicks, Column, Row
from ..games_dialog import GamesDialog
from ..rules_dialog import RulesDialog
from ..screen import Window, remember_lesson
from .selection import Selection

#: Default distance of the starts of a puzzle, and the greatest that can be chosen.
DISTANCE, MAX_DISTANCE = 6, 99


class PracticeDialog(Dialog):
    """The choice of the next problem of a game, or of the distance of a puzzle's start.

    Starts are computed by a worker. Raises a `PuzzlekitError` if a collection is invalid.
    """

    width, height = 460.0, 250.0

    def __init__(self, window: Window, selection: Selection) -> None:
        super().__init__(window)
        self.title = _("Practice: {name}").format(name=selection.kind.name)
        self.is_puzzle = issubclass(selection.kind, Puzzle)
        self.game, self.distance = selection.game_id(), DISTANCE
        self.worker = Worker()
        self.problems: list[problems.Problem] = []
        if self.is_puzzle:
            self.description = _(
                "Solve positions that are exactly this many moves from the goal, one after the "
                "other."
            )
            return
        self.problems = problems.find_problems(GameID(selection.chosen))
        known = problems.solved_ids()
        done = sum(problem.game in known for problem in self.problems)
        self.description = ngettext(
            "One move wins faster than any other. You have solved {done} of {count} position.",
            "One move wins faster than any other. You have solved {done} of {count} positions.",
            len(self.problems),
        ).format(done=done, count=len(self.problems))

    def fill(self, column: Column) -> None:
        foot = column.from_bottom(42)
        if self.is_puzzle:
            line = column.from_top(38)
            bounds, choose = range(1, MAX_DISTANCE + 1), partial(setattr, self, "distance")
            self.widgets.append(Stepper("distance", line, self.distance, bounds, choose))
            buttons = [
                Button("next", _("Begin"), self.start, enabled=not self.busy(), primary=True),
                Button("hardest", _("Hardest"), partial(self._request, 0), enabled=not self.busy()),
            ]
        else:
            some = bool(self.problems)
            buttons = [
                Button("next", _("Next position"), self.start, enabled=some, primary=True),
                Button("daily", _("Position of the day"), self.start_daily, enabled=some),
            ]
        self.note = column.rest()
        self.add_row(foot, buttons)

    def start(self) -> None:
        """Start the next problem, or request starts at the chosen distance."""
        if self.is_puzzle:
            self._request(self.distance)
        elif self.problems:
            self.play(begin_problem(problems.next_problem(self.problems)))

    def start_daily(self) -> None:
        problem = problems.problem_of_day(self.problems, time.strftime("%Y%m%d"))
        self.play(begin_problem(problem))

    def _request(self, distance: int) -> None:
        self.worker.submit(Job(self.game, Request(STARTS, (), distance=distance)))
        self.show_message(_("Looking for positions…"))

    def poll(self) -> None:
        if (result := self.worker.poll()) is not None:
            self._receive(result[1])

    def _receive(self, answer: Answer) -> None:
        if isinstance(answer, PuzzlekitError):
            self.show_message(str(answer))
        elif isinstance(answer, str):
            self.play(begin_starts(answer.split()))

    def busy(self) -> bool:
        return self.worker.busy

    def close(self) -> None:
        self.worker.stop()


class OwnResultsDialog(ListDialog):
    """The list of results; raises a `PuzzlekitError` if they cannot be read."""

    width, height = 560.0, 420.0
    empty_text = _("No results yet. Finish a game to see them here.")

    def __init__(self, window: Window, selection: Selection) -> None:
        super().__init__(window)
        self.title = _("Results: {name}").format(name=selection.kind.name)
        self.rows = user_statistics.results(selection.game_id())

    def items(self) -> Sequence[user_statistics.ResultLine]:
        return self.rows

    def make_row(self, item: user_statistics.ResultLine, box: Rect, clicks: Clicks) -> Row:
        return Row(item.label, item.value, box, clicks)

    def fill(self, column: Column) -> None:
        self.place_list(column.rest())


class LauncherActions:
    """The actions of the launcher on the selected plugin."""

    def __init__(self, window: Window, selection: Selection) -> None:
        self.window, self.selection = window, selection

    def new_game(self) -> None:
        """Start a game of the selected plugin or, the first time, offer its guided game."""
        chosen = self.selection.chosen
        if chosen and remember_lesson(self.window, chosen):
            self._offer_lesson()
        elif chosen:
            self._start_game()

    def _start_game(self) -> None:
        """Start a game, and save its players as defaults for the next game."""
        window, selection = self.window, self.selection
        session = selection.session()
        chosen, known = selection.chosen, window.settings.players
        players = selection.choices.players
        if players and selection.kind.players[1:] and known.get(chosen) != players:
            window.change_setting("players", {**known, chosen: list(players)})
        window.play(session)

    def _offer_lesson(self) -> None:
        answers = (
            Button("lesson", _("Guided game"), self._teach, primary=True),
            Button("start", _("Start playing"), self._start_game),
        )
        title = _("New to {name}?").format(name=self.selection.kind.name)
        text = _("A guided game shows the rules step by step. It is also available under Rules.")
        self.window.show(ConfirmDialog(self.window, title, text, answers))

    def _teach(self) -> None:
        self.window.teach(self.selection.rules())

    def paste(self) -> None:
        """Open the game on the clipboard: a record, a link, or a game ID with moves."""
        session = records.read(copied_text(), "The clipboard")
        self.window.play(session, note=records.disagreement(session) or "")

    def resume(self) -> None:
        """Resume the last unfinished game of the selected plugin."""
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
        """Return whether there are positions to practise with."""
        if not (name := self.selection.chosen) or issubclass(self.selection.kind, Puzzle):
            return bool(name)
        shipped = problems.plugin_collection(name)
        return problems.user_collection(name).is_file() or bool(shipped and shipped.is_file())

    def practise(self) -> None:
        self.window.show(PracticeDialog(self.window, self.selection))

    def show_results(self) -> None:
        self.window.show(OwnResultsDialog(self.window, self.selection))

    def show_games(self) -> None:
        self.window.show(GamesDialog(self.window))

    def show_settings(self) -> None:
        self.window.show(SettingsDialog(self.window))

    def show_broken(self) -> None:
        text = "\n\n".join(map(str, self.selection.broken))
        self.window.show(TextDialog(self.window, _("Plugins that could not be loaded"), text))

    def show_rules(self) -> None:
        if self.selection.chosen:
            self.window.show(RulesDialog(self.window, self.selection.rules()))
