"""The panel of the launcher, with the selected plugin, its options and players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from ....core.options import Option
from ....core.translation import _, translate
from ....players.registry import TITLES
from ..drawing.canvas import Canvas, Rect, wrap
from ..drawing.input_widgets import Dropdown, Stepper, TextField
from ..drawing.widgets import NOWHERE, Button, Column, Widget
from .selection import CLOCKS, Selection

#: Size of the button for favourites.
STAR = 34

#: Preferred heights of a dropdown, of its label and of the gap below; minimum total height.
CHOICE, LABEL, FREE, MIN_CHOICE = 36, 20, 10, 46

#: Players by title.
PLAYERS = {title: spec for spec, title in TITLES.items()}


def _translated(names: Iterable[str]) -> dict[str, str]:
    return {translate(name): name for name in names}


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
        self.selection, self.box = selection, box
        self.px = canvas.px
        self.widgets: list[Widget] = []
        self.labels: list[tuple[str, tuple[int, int]]] = []
        self.note: tuple[str, Rect] | None = None
        self.summary = ""
        if not selection.chosen:
            return
        pad, gap = self.px(18), self.px(10)
        left, width = box.left + pad, box.width - 2 * pad
        self.summary = translate(selection.kind.summary_line())
        summary = wrap(self.summary, canvas.font(15), width)
        top = box.top + self.px(58) + len(summary) * canvas.line_height(15) + gap
        bottom = self._place_buttons(canvas, buttons, Rect(left, box.top, width, box.height), gap)
        choices = self._choices()
        if top + -(-len(choices) // 2) * self.px(MIN_CHOICE) > bottom:
            self.summary, top = "", box.top + self.px(58)
        below = self._place_choices(choices, Rect(left, top, width, bottom - top), gap)
        self._place_note(note, Rect(left, below, width, 0), bottom, canvas)
        star = Rect(box.right - pad - self.px(STAR), box.top + self.px(14), *[self.px(STAR)] * 2)
        self.widgets.append(favourite.placed(star))

    def _place_choices(self, choices: list[tuple[str, Widget]], box: Rect, gap: int) -> int:
        """Lay out the options in one or two columns; return where they end."""
        step = self.px(CHOICE + LABEL + FREE)
        columns = 1 if len(choices) * step <= box.height else 2
        fit = max(1, box.height // self.px(MIN_CHOICE))
        if len(choices) > columns * fit:
            choices = self._page_of(choices, columns * fit - 1)
        rows = -(-len(choices) // columns)
        step = min(step, box.height // rows) if rows else step
        height = min(self.px(CHOICE), step - self.px(LABEL) - self.px(4))
        across = (box.width - (columns - 1) * gap) // columns
        for number, (label, widget) in enumerate(choices):
            row, column = divmod(number, columns)
            at = box.left + column * (across + gap), box.top + row * step
            self.labels.append((label, at))
            widget.box = Rect(at[0], at[1] + self.px(LABEL), across, height)
            self.widgets.append(widget)
        return box.top + rows * step

    def _page_of(self, choices: list[tuple[str, Widget]], each: int) -> list[tuple[str, Widget]]:
        """Return the options of the current page, and a button for the next page."""
        pages = -(-len(choices) // each)
        page = self.selection.pages.get(self.selection.chosen, 0) % pages
        turn = partial(self.selection.show_options_page, page + 1)
        more = Button("more", _("More"), turn)
        label = _("Page {page} of {count}").format(page=page + 1, count=pages)
        return [*choices[page * each :][:each], (label, more)]

    def _place_note(self, note: str, box: Rect, bottom: int, canvas: Canvas) -> None:
        """Lay out the note above `bottom` if it fits below `box.top`."""
        box.height = len(wrap(note, canvas.font(13), box.width)) * canvas.line_height(13)
        if note and box.bottom <= bottom:
            box.bottom = bottom
            self.note = note, box

    def _place_buttons(self, canvas: Canvas, buttons: list[Button], box: Rect, gap: int) -> int:
        """Lay out the buttons at the bottom of a box; return the top of the buttons."""
        height = self.px(42)
        foot = Rect(box.left, box.bottom - height - self.px(18), box.width, height)
        column, above = Column(canvas, box), foot.move(0, -height - gap)
        column.place_in_row(above, buttons[:2], widths=(self.px(60), 0))
        column.place_in_row(foot, buttons[2:])
        self.widgets += buttons
        return above.top - gap

    def _choices(self) -> list[tuple[str, Widget]]:
        selection, kind = self.selection, self.selection.kind
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
            add(_("Clock"), "clock", CLOCKS, selection.clock(), selection.set_clock)
        if starts := selection.starts():
            add(_("Start"), "start", starts, selection.start(), selection.set_start)
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
        pad = self.px(18)
        left, width = self.box.left + pad, self.box.width - 2 * pad
        if not self.selection.chosen:
            canvas.paragraph(self.selection.empty_text(), self.box.inflate(-2 * pad, -2 * pad))
            return
        kind = self.selection.kind
        title = left, self.box.top + self.px(14)
        canvas.text(kind.name, title, 25, weight="Bold", width=width - self.px(STAR + 8))
        below = Rect(left, self.box.top + self.px(52), width, 0)
        canvas.paragraph(self.summary, below, 15, theme.muted_text)
        for label, at in self.labels:
            canvas.text(label, at, 13, theme.muted_text)
        if self.note is not None:
            text, below = self.note
            canvas.paragraph(text, below, 13, theme.muted_text)
