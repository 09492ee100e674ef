"""The panel of the launcher, with the selected plugin, its options and players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar

from ....core.options import Option
from ....core.translation import _, translate
from ....players.registry import TITLES
from ..drawing.canvas import Canvas, Rect
from ..drawing.input_widgets import Dropdown, Stepper, TextField
from ..drawing.widgets import NOWHERE, Button, Column, Widget
from .selection import CLOCKS, Selection

T = TypeVar("T")

#: Size of the button for favourites.
STAR = 34

#: Preferred heights of a dropdown, of its label and of the gap below; minimum total height.
CHOICE, LABEL, FREE, MIN_CHOICE = 36, 20, 10, 46

#: Players by title.
PLAYERS = {title: spec for spec, title in TITLES.items()}


def _translated(values: Iterable[T]) -> dict[str, T]:
    return {translate(str(value)): value for value in values}


class OptionsPanel:
    """The selection, laid out in a box and on several pages if needed.

    The summary and the note are left out if there are many options.
    """

    def __init__(
        self,
        selection: Selection,
        canvas: Canvas,
        box: Rect,
        buttons: list[Button],
        favourite: Button,
        note: str = "",
    ) -> None:
        self.selection, self.box, self.px = selection, box, canvas.px
        self.labels: list[tuple[str, Rect]] = []
        self.note: tuple[str, Rect] | None = None
        self.widgets: list[Widget] = []
        if not selection.chosen:
            return
        column = Column(canvas, box.inflate(-2 * self.px(18), -2 * self.px(16)))
        self.title, star = column.split(column.from_top(STAR), right=STAR)
        foot, above = column.from_bottom(42), column.from_bottom(42)
        column.place_in_row(above, buttons[:2])
        column.place_in_row(foot, buttons[2:])
        choices, self.summary = self._choices(), translate(selection.kind.summary_line())
        self.summary_box = column.rest()
        height = canvas.paragraph_height(self.summary, column.width, 15)
        if column.height - height < -(-len(choices) // 2) * self.px(MIN_CHOICE):
            self.summary = ""
        else:
            column.top += height + column.gap
        self.widgets += buttons
        self._place_choices(choices, column)
        self.widgets.append(favourite.placed(star))
        below = column.rest()
        below.height = canvas.paragraph_height(note, below.width, 13)
        if note and below.bottom <= column.bottom:
            below.bottom = column.bottom
            self.note = note, below

    def _place_choices(self, choices: list[tuple[str, Widget]], column: Column) -> None:
        """Lay out the options in one or two columns, from the top."""
        step = self.px(CHOICE + LABEL + FREE)
        columns = 1 if len(choices) * step <= column.height else 2
        fit = max(1, column.height // self.px(MIN_CHOICE))
        if len(choices) > columns * fit:
            choices = self._page_of(choices, columns * fit - 1)
        rows = -(-len(choices) // columns)
        step = min(step, column.height // rows) if rows else step
        height = min(self.px(CHOICE), step - self.px(LABEL) - self.px(4))
        for number, (label, widget) in enumerate(choices):
            line = Rect(column.left, column.top + number // columns * step, column.width, height)
            box = column.row(line, columns)[number % columns]
            self.labels.append((label, box))
            if column.canvas.text_width(label, 13) > box.width:
                widget.tip = widget.tip or label
            self.widgets.append(widget.placed(box.move(0, self.px(LABEL))))
        column.top += rows * step

    def _page_of(self, choices: list[tuple[str, Widget]], each: int) -> list[tuple[str, Widget]]:
        """Return the options of the current page, and a button for the next page."""
        pager = self.selection.choices.pager
        shown = pager.items(choices, each)
        label = _("Page {page} of {count}").format(page=pager.page + 1, count=pager.count)
        return [*shown, (label, Button("more", _("More"), pager.turn))]

    def _choices(self) -> list[tuple[str, Widget]]:
        selection, kind, choices = self.selection, self.selection.kind, self.selection.choices
        rows: list[tuple[str, Widget]] = []

        def add(
            label: str,
            key: str,
            values: Mapping[str, object],
            value: object,
            choose: Callable[[Any], object],
        ) -> None:
            rows.append((label, Dropdown(key, NOWHERE, values, value, choose)))

        preset = selection.preset()
        if len(kind.presets) > 1:
            presets = _translated([*kind.presets, preset])
            add(_("Preset"), "preset", presets, preset, selection.set_preset)
        options = dict(selection.options())
        if player_option := options.pop("players", None):
            rows.append((_("Players"), self._chooser(player_option)))
        if len(kind.players) > 1:
            for seat, side in enumerate(selection.sides()):
                now, set_player = selection.seats()[seat], partial(selection.set_player, seat)
                add(translate(side), f"player {seat}", PLAYERS, now, set_player)
        for seat in selection.named_seats():
            label = _("Name of {side}").format(side=translate(selection.sides()[seat]))
            name, change = selection.names.get(seat, ""), partial(selection.set_name, seat)
            rows.append((label, TextField(f"name {seat}", NOWHERE, name, change)))
        if selection.has_clock():
            set_clock = partial(setattr, choices, "clock")
            add(_("Clock"), "clock", CLOCKS, choices.clock, set_clock)
        if starts := selection.starts():
            add(_("Start"), "start", starts, choices.start, partial(setattr, choices, "start"))
        for option in options.values():
            chooser = self._chooser(option)
            chooser.tip = translate(kind.option_notes.get(option.name, ""))
            rows.append((option.title, chooser))
        return rows

    def _chooser(self, option: Option) -> Widget:
        key, value = f"option {option.name}", self.selection.current()[option.name]
        choose = partial(self.selection.set_option, option.name)
        if isinstance(option.default, bool):
            return Dropdown(key, NOWHERE, {_("off"): False, _("on"): True}, value, choose)
        if option.choices:
            return Dropdown(key, NOWHERE, _translated(option.choices), value, choose)
        if isinstance(option.default, int):
            bounds = option.bounds or range(-(10**9) + 1, 10**9)
            return Stepper(key, NOWHERE, value, bounds, choose)
        return TextField(key, NOWHERE, value, choose)

    def draw(self, canvas: Canvas) -> None:
        theme = canvas.theme
        canvas.panel(self.box, theme.panel, theme.line, 14)
        if not self.selection.chosen:
            pad = -2 * self.px(18)
            canvas.paragraph(self.selection.empty_text(), self.box.inflate(pad, pad))
            return
        name, title = self.selection.kind.name, self.title
        canvas.text(name, title.topleft, 25, weight="Bold", width=title.width)
        canvas.paragraph(self.summary, self.summary_box, 15, theme.muted_text)
        for label, box in self.labels:
            canvas.text(label, box.topleft, 13, theme.muted_text, width=box.width)
        if self.note is not None:
            text, below = self.note
            canvas.paragraph(text, below, 13, theme.muted_text)
