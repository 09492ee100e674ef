"""The dialog with the times of a puzzle, their averages and penalties."""

from __future__ import annotations

from functools import partial

import pygame

from ...core.translation import _
from ...play.messages import format_move_count
from ...play.new_game import new_session
from ...play.setup import Setup
from ...play.solve_history import (
    Penalty,
    Solve,
    SolveHistory,
    format_result,
    session_statistics,
)
from ...play.solve_timer import puzzle_of
from .dialogs import ListDialog
from .drawing.canvas import Canvas, Rect
from .drawing.widgets import Button, Clicks, Row
from .interface import Window

#: Height of a line of statistics.
LINE = 20


class TimesDialog(ListDialog):
    """The list of a puzzle's solves, newest first, with their statistics."""

    width, height = 620.0, 560.0

    def __init__(self, window: Window, setup: Setup) -> None:
        super().__init__(window)
        self.puzzle, self.history = puzzle_of(setup), SolveHistory()
        self.title = _("Times: {name}").format(name=setup.rules.name)
        self.solves: dict[int, Solve] = {}
        self._read()

    def _read(self) -> None:
        self.attempt(lambda: self._show(self.history.all(self.puzzle)))

    def _show(self, solves: dict[int, Solve]) -> None:
        items = self.items()
        at = items.index(self.chosen) if self.chosen in items else 0
        self.solves = dict(reversed(solves.items()))
        if self.chosen not in self.solves:
            left = self.items()
            self.chosen = left[min(at, len(left) - 1)] if left else None
        self.rebuild()

    def items(self) -> list[int]:
        return list(self.solves)

    def make_row(self, item: int, box: Rect, clicks: Clicks) -> Row:
        solve = self.solves[item]
        time = solve.text + "*" * solve.used_hint
        return Row(time, f"{format_move_count(solve.moves)}   {solve.start}", box, clicks)

    def start(self) -> None:
        """Start the scramble of the selected solve again."""
        if self.chosen is not None:
            self.attempt(partial(self._start, self.solves[self.chosen].start))

    def _start(self, start: str) -> None:
        session = new_session(start)
        self.window.close_dialog()
        self.window.play(session)

    def set_penalty(self, penalty: Penalty) -> None:
        if self.chosen is not None:
            self.attempt(partial(self.history.set_penalty, self.chosen, penalty))
            self._read()

    def delete(self) -> None:
        if self.chosen is not None:
            self.attempt(partial(self.history.delete, self.chosen))
            self._read()

    def lines(self) -> list[str]:
        """Return the statistics as lines."""
        found = session_statistics(reversed(self.solves.values()))
        if not self.solves:
            return [_("No solves yet")]
        if found.best is None:
            return []
        first = _("{count} solves, best {best}, mean {mean}").format(
            count=len(self.solves), best=format_result(found.best), mean=format_result(found.mean)
        )
        return [first] + [
            _("ao{count}: {last}, best {best}").format(
                count=count, last=format_result(last), best=format_result(best)
            )
            for count, (last, best) in found.averages.items()
        ]

    def build(self) -> None:
        super().build()
        column = self.column()
        self.note = column.from_top(LINE * 2)
        foot = column.from_bottom(38)
        self.place_list(column.rest())
        chosen = self.solves.get(self.chosen)
        penalties = {Penalty.NONE: _("OK"), Penalty.PLUS_2: "+2", Penalty.DNF: "DNF"}
        buttons = [
            Button("again", _("Solve again"), self.start, enabled=bool(chosen), primary=True),
            *(
                Button(
                    f"penalty {penalty.name}",
                    label,
                    partial(self.set_penalty, penalty),
                    enabled=chosen is not None and chosen.hundredths is not None,
                    on=chosen is not None and chosen.penalty == penalty,
                )
                for penalty, label in penalties.items()
            ),
            Button("delete", _("Delete"), self.delete, _("Delete this solve"), bool(chosen)),
        ]
        column.place_in_row(foot, buttons)
        self.widgets += buttons

    def draw_back(self, canvas: Canvas) -> None:
        if self.message:
            super().draw_back(canvas)
            return
        first, *averages = [*self.lines(), ""]
        for number, text in enumerate((first, "   ".join(averages))):
            at = self.note.left, self.note.top + number * canvas.px(LINE)
            canvas.text(text, at, 14, canvas.theme.muted_text, width=self.note.width)

    def key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_DELETE:
            self.delete()
            return True
        return super().key(event)
