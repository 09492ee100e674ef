"""Dialogs of puzzles: scrambles, times, macros and the goal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...core.errors import PuzzlekitError
from ...core.translation import _, ngettext
from ...play.engine import ProgressUpdate, Request
from ...play.messages import format_move_count
from ...play.new_game import new_session
from ...play.setup import Setup
from ...play.solve_history import Penalty, Solve, SolveHistory, format_result, session_statistics
from ...play.solve_timer import puzzle_of
from ...rules.base import Puzzle
from ...solving.scrambles import has_scrambles
from ..game_worker import SCRAMBLE, Job, Worker
from .desktop import copy_text
from .dialogs import Dialog, ListDialog, TextDialog
from .drawing.board_view import position_view
from .drawing.canvas import Canvas, Rect
from .drawing.input_widgets import Dropdown, TextField
from .drawing.widgets import Button, Clicks, Column, Row
from .game.macro_controls import MacroControls
from .screen import Shortcuts, Window


class ScrambleDialog(TextDialog):
    """The moves from the goal to the start of a game, computed in the background."""

    width, height = 560.0, 330.0
    note_lines = 1

    def __init__(self, window: Window, game: str) -> None:
        super().__init__(window, _("Scramble"), _("Computing scramble…"))
        self.description = _("Moves from the solved position to the start of {game}").format(
            game=game
        )
        self.scramble = ""
        self.worker = Worker()
        self.worker.submit(Job(game, Request(SCRAMBLE, ())))

    def busy(self) -> bool:
        return self.worker.busy

    def poll(self) -> None:
        if (reply := self.worker.poll()) is None:
            return
        _job, answer = reply
        if isinstance(answer, ProgressUpdate):
            if answer.total:
                percentage = f"{100 * answer.done // answer.total}%"
                self.text = _("Computing scramble ({percentage})…").format(percentage=percentage)
        elif isinstance(answer, PuzzlekitError):
            self.text = str(answer)
        else:
            self.text = self.scramble = str(answer)
        self.rebuild()

    def copy(self) -> None:
        """Copy the moves to the clipboard."""
        if self.scramble:
            copy_text(self.scramble)
            self.show_message(_("Scramble copied."))

    def fill(self, column: Column) -> None:
        self.note = column.from_top(24)
        tip, is_known = _("Copy the moves (Ctrl+C)"), bool(self.scramble)
        copy = Button("copy", _("Copy"), self.copy, tip, is_known, primary=True)
        self.add_row(column.from_bottom(38), [copy])
        super().fill(column)

    def shortcuts(self) -> Shortcuts:
        return super().shortcuts() | {"Ctrl+C": self.copy}

    def close(self) -> None:
        self.worker.stop()


class TimesDialog(ListDialog):
    """The list of a puzzle's solves, newest first, with their statistics."""

    width, height = 620.0, 560.0
    empty_text = _("No solves yet")

    def __init__(self, window: Window, setup: Setup) -> None:
        super().__init__(window)
        self.puzzle, self.history = puzzle_of(setup), SolveHistory()
        self.title = _("Times: {name}").format(name=setup.rules.name)
        self.has_scrambles = has_scrambles(setup.rules)
        self.solves: dict[int, Solve] = {}
        #: The deleted solves with their numbers, and the row of the last one.
        self._deleted: list[tuple[int, Solve]] = []
        self.deleted_row = 0
        try:
            self._read()
        except PuzzlekitError as error:
            self.message = str(error)

    def _read(self) -> None:
        before, solves = self.items(), self.history.all(self.puzzle)
        self.solves = dict(reversed(solves.items()))
        self.keep_selection(before)

    def items(self) -> list[int]:
        return list(self.solves)

    def make_row(self, item: int, box: Rect, clicks: Clicks) -> Row:
        solve = self.solves[item]
        time = solve.text + "*" * solve.used_hint
        details = f"{format_move_count(solve.moves)}   {solve.start}"
        return Row(time, details, box, clicks, id=item)

    def start(self) -> None:
        """Start the scramble of the selected solve again."""
        self.play(new_session(self.solves[self.chosen].start))

    def show_scramble(self) -> None:
        """Show the moves of the scramble of the selected solve."""
        self.window.show(ScrambleDialog(self.window, self.solves[self.chosen].start))

    def set_penalty(self, penalty: Penalty) -> None:
        self.history.set_penalty(self.chosen, penalty)
        self._read()

    def delete(self) -> None:
        """Delete the selected solve; select no other, since a second click would delete it."""
        if self.chosen is not None:
            self.history.delete(self.chosen)
            self._deleted.append((self.chosen, self.solves[self.chosen]))
            self.deleted_row = self.items().index(self.chosen)
            self._read()
            self.chosen = None

    def undo(self) -> None:
        """Restore the solve deleted last."""
        if self._deleted:
            number = self.history.restore(*self._deleted[-1])
            self._deleted.pop()
            self._read()
            self.choose(number)

    def move(self, by: int) -> None:
        if self.chosen is None and self.solves:
            self.choose(self.items()[min(self.deleted_row, len(self.solves) - 1)])
        else:
            super().move(by)

    def lines(self) -> list[str]:
        """Return the statistics as lines."""
        found = session_statistics(reversed(self.solves.values()))
        if found.best is None:
            return []
        count = len(self.solves)
        first = ngettext(
            "{count} solve, best {best}, mean {mean}",
            "{count} solves, best {best}, mean {mean}",
            count,
        ).format(count=count, best=format_result(found.best), mean=format_result(found.mean))
        return [first] + [
            # Translators: The average of the last solves, such as "ao5: 12.34, best 11.02".
            _("ao{count}: {last}, best {best}").format(
                count=count, last=format_result(last), best=format_result(best)
            )
            for count, (last, best) in found.averages.items()
        ]

    def fill(self, column: Column) -> None:
        self.note, self.description = column.from_top(40), " · ".join(self.lines())
        foot = column.from_bottom(38)
        self.place_list(column.rest())
        chosen = self.solves.get(self.chosen)
        penalties = {Penalty.NONE: _("OK"), Penalty.PLUS_2: "+2", Penalty.DNF: "DNF"}
        buttons = [Button("again", _("Solve again"), self.start, "", bool(chosen), primary=True)]
        if self.has_scrambles:
            tip = _("Show the moves of the scramble")
            show = self.show_scramble
            buttons.append(Button("scramble", _("Scramble"), show, tip, bool(chosen)))
        is_timed = chosen is not None and chosen.hundredths is not None
        for penalty, label in penalties.items():
            act, on = partial(self.set_penalty, penalty), chosen and chosen.penalty == penalty
            buttons.append(Button(f"penalty {penalty.name}", label, act, "", is_timed, on=bool(on)))
        tip = _("Delete this solve")
        buttons.append(Button("delete", _("Delete"), self.delete, tip, bool(chosen)))
        tip, usable = _("Restore the last deleted solve (Ctrl+Z)"), bool(self._deleted)
        buttons.append(Button("undo", "", self.undo, tip, usable, icon="undo"))
        self.add_row(foot, buttons)

    def shortcuts(self) -> Shortcuts:
        # MacBooks have only Backspace.
        delete = dict.fromkeys(("Delete", "Backspace"), self.delete)
        return super().shortcuts() | {"Ctrl+Z": self.undo} | delete


#: Combinations of two macros, as templates for words.
FORMS = {_("Inverse"): "{0}'", _("Conjugate"): "[{0}: {1}]", _("Commutator"): "[{0}, {1}]"}


class MacrosDialog(ListDialog):
    """The list of a puzzle's macros. The selected macro can be combined with another one."""

    title = _("Macros")
    width, height = 620.0, 520.0
    note_lines = 3
    empty_text = _(
        "No macros yet. Record moves in the panel, or type them below: U R, (U R)3, "
        "a commutator [U, R] or a conjugate [U: R]."
    )

    def __init__(self, window: Window, controls: MacroControls) -> None:
        super().__init__(window)
        self.controls = controls
        self.chosen = next(iter(controls.words), "")
        self.other = next(iter([*controls.words][1:]), self.chosen)
        self.name, self.word = self._fresh(), ""

    def _fresh(self) -> str:
        try:
            return self.controls.macros.first_free_name()
        except PuzzlekitError:
            return "A"

    def items(self) -> Sequence[str]:
        return list(self.controls.words)

    def make_row(self, item: str, box: Rect, clicks: Clicks) -> Row:
        return Row(item, self.controls.words[item], box, clicks)

    def fill(self, column: Column) -> None:
        foot = column.from_bottom(226)
        self.place_list(column.rest())
        column = Column(self.canvas, foot)
        combinations, fields = column.from_top(36), column.from_top(36)
        if self.controls.words:
            self._place_combinations(column, combinations)
        name, word = column.split(fields, left=110)
        for key, box, hint in (
            ("name", name, _("Name")),
            ("word", word, _("Moves, such as [A, B] or (A B)3")),
        ):
            change = partial(self._type, key)
            text = str(getattr(self, key))
            self.widgets.append(TextField(key, box, text, change, hint=hint, done=self._save))
        chosen, usable = bool(self.chosen), bool(self.word)
        play = _("Play {name}").format(name=self.chosen)
        delete = _("Delete {name}").format(name=self.chosen)
        buttons = (
            Button("keep", _("Save"), self._save, enabled=usable, primary=usable),
            Button("play", play, self.start, enabled=chosen, primary=not usable),
            Button("delete", delete, self._delete, enabled=chosen),
        )
        self.add_row(column.from_bottom(40), buttons)
        self.note = column.rest()
        described = self.word or self.chosen
        self.description = self.controls.status_text(described) if described else ""

    def _place_combinations(self, column: Column, box: Rect) -> None:
        _label, rest = column.split(box, left=26)
        other, forms = column.split(rest, left=96)
        buttons = [
            Button(label, label, partial(self._combine, form), self._combined(form), size=14)
            for label, form in FORMS.items()
        ]
        self.add_row(forms, buttons)
        choose = partial(self._type, "other")
        self.widgets.append(Dropdown("other", other, self.items(), self.other, choose))

    def _combined(self, form: str) -> str:
        return form.format(self.chosen, self.other)

    def draw_back(self, canvas: Canvas) -> None:
        super().draw_back(canvas)
        if self.controls.words:
            pos, colour = (self.area.left, self.area.bottom + self.px(26)), canvas.theme.muted_text
            # Translators: Between two dropdowns: combine this macro with that one.
            canvas.text(_("with"), pos, 14, colour, anchor="midleft")

    def choose(self, item: str) -> None:
        self.message = self.word = ""
        super().choose(item)

    def _combine(self, form: str) -> None:
        """Fill in a word that combines the two macros, so that the user can save it."""
        self.word, self.message = self._combined(form), ""
        self.name = self._fresh()

    def _type(self, key: str, text: str) -> None:
        setattr(self, key, text)
        self.message, self._replaced = "", None

    def _save(self, _text: str = "") -> None:
        name = self.name.strip()
        if name in self.controls.words and not self.may_replace(name, name):
            return
        self.controls.save(name, self.word)
        self._replaced = None
        self.name = self._fresh()
        self.choose(name)

    def _delete(self) -> None:
        self.name, self.word = self.chosen, self.controls.words[self.chosen]
        self.controls.delete(self.chosen)
        self.message = _("{name} deleted. Save restores it.").format(name=self.name)
        self.chosen = next(iter(self.controls.words), "")
        self.other = self.chosen if self.other not in self.controls.words else self.other

    def start(self) -> None:
        name = self.chosen
        self.window.close_dialog()
        self.controls.play(name)


class GoalDialog(Dialog):
    """A dialog with a large picture of the goal."""

    title = _("Goal")
    width, height = 640.0, 700.0

    def __init__(self, window: Window, rules: Puzzle) -> None:
        super().__init__(window)
        self.rules = rules

    def draw_back(self, canvas: Canvas) -> None:
        box, pad, top = self.frame(), self.px(20), self.px(62)
        place = box.left + pad, box.top + top, box.width - 2 * pad, box.height - top - pad
        position_view(self.rules, canvas, place, self.rules.goal).draw()

    def shortcuts(self) -> Shortcuts:
        return super().shortcuts() | {"F7": self.window.close_dialog}
