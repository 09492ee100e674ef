"""Designer dialogs that open, save and export puzzles, and that suggest drawings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from ....core.errors import PuzzlekitError
from ....core.files import expand_path, home, unused_path
from ....core.formatting import format_number
from ....core.translation import _
from ....design.drawing import Drawing
from ....design.export import (
    EXPORT_FORMATS,
    export_path,
    holds_design,
    slug,
    write_design,
    write_output_in_folder,
)
from ....design.load import DRAWABLE_KINDS, as_drawing, drawing_of_file, drawing_of_text
from ....design.puzzle import rules_of_drawing
from ....design.random_search import GRIDS, TARGETS, SearchCriteria, check_criteria
from ....design.report import Report, SearchHit
from ....design.symmetric_drawing import KINDS
from ....design.validation import DesignFault
from ....plugin.discovery import plugins
from ....plugin.validation import checked_pieces
from ...designer_worker import DrawingWorker
from ..dialogs import FileDialog, ListDialog
from ..drawing.board_view import thumbnail
from ..drawing.canvas import Canvas, Rect, Surface
from ..drawing.input_widgets import LABEL_SIZE, SIZE, Dropdown, Stepper, TextField
from ..drawing.offscreen import still_image
from ..drawing.widgets import Button, Clicks, Column, Selectable, Widget
from ..screen import Window
from .bar import GRID_NAMES

#: The message after another puzzle has been opened.
UNDO_RETURNS = _("Undo returns to your previous drawing.")


class OpenDialog(ListDialog):
    """A list of puzzles, with a field for other names and for files."""

    title = _("Edit an existing puzzle")
    description = _("Any sliding or twisty puzzle, or a file from another program.")
    width, height = 640.0, 560.0
    row, gap, columns = 34, 6, 3

    def __init__(
        self, window: Window, take: Callable[[Drawing, str, Sequence[DesignFault]], object]
    ) -> None:
        super().__init__(window)
        self.use_drawing = take
        names = [name for name, kind in plugins()[0].items() if issubclass(kind, DRAWABLE_KINDS)]
        self.names = sorted(names)
        self.query = ""
        self.focus_key = "open-name"

    def items(self) -> list[str]:
        return [name for name in self.names if self.query.casefold().strip() in name.casefold()]

    def _type(self, text: str) -> None:
        self.query, self.message, self.scroll = text, "", 0

    def make_row(self, item: str, box: Rect, clicks: Clicks) -> Button:
        return Button(f"open {item}", item, partial(self.open, item), box=box)

    def open(self, name: str) -> None:
        """Open a puzzle by name, ID or path."""
        shown = self.items()
        if name == self.query and name not in self.names and len(shown) == 1:
            name = shown[0]
        drawing, faults = as_drawing(name.strip())
        self.window.close_dialog()
        self.use_drawing(drawing, UNDO_RETURNS, faults)

    def fill(self, column: Column) -> None:
        field, hint = column.from_top(38, 6), _("Name, ID such as fifteen:3, or file")
        self.widgets.append(
            TextField("open-name", field, self.query, self._type, hint=hint, done=self.open)
        )
        self.note = column.from_top(36, 4)
        self.place_list(column.rest())


#: Picture formats by label.
PICTURES = {_("Picture (PNG)"): "png", _("Picture (SVG)"): "svg"}

#: Width and height of a picture in pixels.
SIDE = 1000


class ExportDialog(FileDialog):
    """A dialog that exports the drawing to a file."""

    title = _("Export")
    width, height = 520.0, 286.0

    def __init__(self, window: Window, drawing: Drawing, notify: Callable[[str], object]) -> None:
        super().__init__(window)
        self.drawing, self.notify = drawing, notify
        self.focus_key = "export"
        self._choose(next(iter(EXPORT_FORMATS)))

    def _choose(self, form: str) -> None:
        self.form = form
        ending = EXPORT_FORMATS[form][1] if form in EXPORT_FORMATS else f".{PICTURES[form]}"
        self.path = str(unused_path(home() / "exports" / f"{slug(self.drawing.title)}{ending}"))
        self.after_edit()

    def save(self, _text: str = "") -> None:
        path = expand_path(self.path.strip())
        if self.may_write(path):
            write_output_in_folder(path, self._content())
            self.window.close_dialog()
            self.notify(_("Exported to {path}").format(path=path))

    def _content(self) -> str | bytes:
        if self.form in EXPORT_FORMATS:
            return write_design(self.drawing, EXPORT_FORMATS[self.form][0])
        rules, settings = rules_of_drawing(self.drawing), self.window.settings
        return still_image(rules, rules.start(), settings, PICTURES[self.form], SIDE)

    def fill(self, column: Column) -> None:
        (kind, field), foot = self.place_rows(column, 2)
        self.widgets += self.path_widgets(field, foot, "export", _("Export"))
        forms = [*EXPORT_FORMATS, *PICTURES]
        self.widgets.append(Dropdown("form", kind, forms, self.form, self._choose))


#: Text fields of a puzzle, with their placeholder texts.
FIELDS = {
    "title": _("Title"),
    "author": _("Author"),
    "rules": _("Goal in one sentence"),
    "hint": _("Hint for stuck players"),
}


class SaveDialog(FileDialog):
    """A dialog that saves to the plugins folder, replacing the file of the drawing `known`."""

    title = _("Save as a puzzle")
    description = _("Saved to your plugins folder and shown in the launcher immediately.")
    width, height = 520.0, 372.0

    def __init__(
        self,
        window: Window,
        drawing: Drawing,
        known: Drawing,
        done: Callable[[Drawing, str], object],
    ) -> None:
        super().__init__(window)
        self.drawing, self.known, self.done = drawing, known, done
        self.focus_key = "save-title"

    def _type(self, field: str, text: str) -> None:
        changed: dict[str, Any] = {field: text}
        self.drawing = self.drawing._replace(**changed)
        self.after_edit()

    def save(self, _text: str = "") -> None:
        path, content = export_path(self.drawing), write_design(self.drawing)
        if not self.drawing.title.strip():
            self.show_message(_("Enter a title."))
        elif faults := drawing_of_text(content)[1]:
            self.show_message(faults[0].message)  # unprintable characters, for example
        elif holds_design(path, self.known) or self.may_write(path):
            write_output_in_folder(path, content)
            self.window.close_dialog()
            self.done(self.drawing, path.name)
        elif self._is_source(path):
            lost = _("Comments and settings that cannot be drawn, such as handles, will be lost.")
            self.show_message(f"{self.message} {lost}")

    def _is_source(self, path: Path) -> bool:
        """Return whether the known drawing was read from a file."""
        with suppress(PuzzlekitError):
            return drawing_of_file(path)[0] == self.known
        return False

    def fill(self, column: Column) -> None:
        lines, foot = self.place_rows(column, len(FIELDS))
        for line, (field, hint) in zip(lines, FIELDS.items(), strict=True):
            text = str(getattr(self.drawing, field))
            write, done = partial(self._type, field), self.save
            field_widget = TextField(f"save-{field}", line, text, write, hint=hint, done=done)
            self.widgets.append(field_widget)
        label = self.label(_("Save"))
        self.widgets.append(Button("save", label, self.save, primary=True, box=foot))


#: Values that are not compared with earlier ones.
GROUP_UNKNOWN, SOLUTION_UNKNOWN = _("group unknown"), _("solution unknown")


def lines(now: Report, before: Report | None = None) -> list[tuple[str, bool]]:
    """Return the lines of a summary, each with a flag that tells whether the line has changed."""
    facts, old = _facts(now), _facts(before or now)
    group, count, moves, farthest = map(_change_text, facts, old)
    is_new = [value != before for value, before in zip(facts, old, strict=True)]
    if facts[2].isdecimal():
        # Translators: The change is a number, or two with an arrow between them.
        moves = _("{change} moves").format(change=moves)
    if farthest:
        moves = _("{moves}, {farthest} at most").format(moves=moves, farthest=farthest)
    # Translators: The change is a number, or two with an arrow between them.
    count = _("{change} positions").format(change=count)
    return [(group, is_new[0]), (count, is_new[1]), (moves, is_new[2] or is_new[3])]


def _change_text(now: str, old: str) -> str:
    known = old and now and old not in (GROUP_UNKNOWN, SOLUTION_UNKNOWN)
    return f"{old} → {now}" if known and old != now else now


def _facts(report: Report) -> tuple[str, str, str, str]:
    """Return the group, the number of positions, the solution and the greatest distance as text."""
    group, name, count, moves = report.group, GROUP_UNKNOWN, "?", SOLUTION_UNKNOWN
    if group is not None:
        name = group.name or _("order {order}").format(order=format_number(group.order))
    if report.positions is not None:
        count = format_number(report.positions)
    if report.obstacle:
        moves = _("unsolvable")
    elif report.solution is not None:
        moves = str(len(report.solution))
    return name, count, moves, str(len(report.levels) - 1) if report.levels else ""


#: Labels of the targets of a search.
TARGET_LABELS = {
    "longest": _("Target: longest"),
    # Translators: Search for puzzles whose shortest solution is unique.
    "unique": _("Target: unique"),
    "small": _("Target: small"),
}


class ResultCard(Selectable):
    """A suggested drawing, with its description and the facts that change."""

    def __init__(self, hit: SearchHit, key: str, box: Rect, clicks: Clicks) -> None:
        super().__init__(key, box, clicks)
        self.hit = hit

    def draw(self, canvas: Canvas) -> None:
        theme, box, px = canvas.theme, self.box, canvas.px
        self.draw_background(canvas, theme.surface)
        side = px(84)
        place = Rect(box.left + px(6), box.top + px(6), side, side)
        key = "found", self.hit.drawing, side, theme, canvas.settings.palette
        canvas.surface.blit(canvas.picture(key, partial(self._picture, canvas, side)), place)
        left, top = place.right + px(10), box.top + px(7)
        width = box.right - px(10) - left
        canvas.text(self.hit.description, (left, top), 14, weight="Semibold", width=width)
        summary = lines(self.hit.facts, self.hit.before)
        for number, (text, changed) in enumerate(summary):
            pos = left, top + px(20 + 19 * number)
            canvas.text(text, pos, 13, theme.focus if changed else theme.muted_text, width=width)

    def _picture(self, canvas: Canvas, side: int) -> Surface:
        rules = rules_of_drawing(self.hit.drawing)
        return thumbnail(canvas, rules, checked_pieces(rules, rules.start()), side)


#: Sort keys of the list, by label. The largest value comes first.
ORDERS: dict[str, Callable[[SearchHit], float]] = {
    _("In order found"): lambda hit: 0,
    _("Longest solution"): lambda hit: len(hit.facts.solution or ()),
    _("Largest distance"): lambda hit: len(hit.facts.levels or ()),
    _("Largest group"): lambda hit: float(hit.facts.group.order) if hit.facts.group else 0,
    _("Fewest positions"): lambda hit: -(hit.facts.positions or float("inf")),
}


class ResultsDialog(ListDialog):
    """A list that grows during the search. Using a drawing from the list can be undone."""

    width, height = 900.0, 640.0
    row, gap = 96, 8
    order = _("In order found")

    def __init__(
        self, window: Window, worker: DrawingWorker, take: Callable[[Drawing, str], object]
    ) -> None:
        super().__init__(window)
        self.worker, self.use_drawing = worker, take
        self.hits: list[SearchHit] = []

    def items(self) -> list[SearchHit]:
        return sorted(self.hits, key=ORDERS[self.order], reverse=True)

    def make_row(self, item: SearchHit, box: Rect, clicks: Clicks) -> Widget:
        return ResultCard(item, f"found {self.items().index(item)}", box, clicks)

    def start(self) -> None:
        hit, text = self.chosen, _("{description}. Undo returns to your drawing.")
        self.window.close_dialog()
        self.use_drawing(hit.drawing, text.format(description=hit.description))

    def stop(self) -> None:
        self.worker.stop_search()

    def set_order(self, order: str) -> None:
        self.order, self.scroll = order, 0

    def controls(self, column: Column) -> list[Widget]:
        """Return the widgets above the list, placed at the top of a column."""
        return []

    def fill(self, column: Column) -> None:
        self.widgets += self.controls(column)
        self.note = column.from_top(36, 4) if self.message else Rect(0, 0, 0, 0)
        usable = self.chosen is not None
        use, foot = column.split(column.from_bottom(36), left=180)
        switch, foot = column.split(foot, left=180)
        _free, order = column.split(foot, right=190)
        self.widgets += [
            Button("use", _("Use"), self.start, primary=True, enabled=usable, box=use),
            self._search_button(switch),
        ]
        self.widgets.append(Dropdown("order", order, list(ORDERS), self.order, self.set_order))
        self.columns = max(1, column.width // self.px(280))
        self.place_list(column.rest())

    def _search_button(self, box: Rect) -> Widget:
        return Button("stop", _("Stop"), self.stop, enabled=self.worker.searching, box=box)

    def draw_back(self, canvas: Canvas) -> None:
        super().draw_back(canvas)
        box = self.frame()
        so_far = _("{count:,} so far…") if self.worker.searching else _("{count:,} found")
        count = so_far.format(count=len(self.hits))
        pos = box.right - self.px(64), box.top + self.px(32)
        canvas.text(count, pos, 14, canvas.theme.muted_text, anchor="midright")

    def busy(self) -> bool:
        return self.worker.searching

    def poll(self) -> None:
        new = self.worker.poll_hits()
        if new or not self.worker.searching:
            self.hits += new
            self.message = self.worker.error or self.message
            self.rebuild()

    def close(self) -> None:
        self.worker.stop_search()


class VaryDialog(ResultsDialog):
    """Small variations of the drawing, with their effects."""

    title = _("Vary")


class SearchDialog(ResultsDialog):
    """The best random puzzles for given criteria."""

    title = _("Search")
    order = _("Longest solution")

    #: The last criteria, which are the defaults of the next search.
    criteria = SearchCriteria(max_results=30)

    def _set(self, **changed: Any) -> None:
        type(self).criteria = self.criteria._replace(**changed)
        self.message = ""

    def begin(self) -> None:
        """Start a search with a new random seed."""
        check_criteria(self.criteria)
        self.hits, self.chosen, self.scroll, self.message = [], None, 0, ""
        self.worker.search(self.criteria)
        self._set(seed=self.criteria.seed + 1)

    def _search_button(self, box: Rect) -> Widget:
        if self.worker.searching:
            return super()._search_button(box)
        return Button("begin", _("Search"), self.begin, primary=not self.hits, box=box)

    def controls(self, column: Column) -> list[Widget]:
        symmetry, grid = _("Symmetry: {name}"), _("Grid: {grid}")
        # Translators: The share of the edges that are one-way.
        one_way = _("{percentage} one-way")
        choices: dict[str, dict[str, Any]] = {
            "target": {TARGET_LABELS[target]: target for target in TARGETS},
            "copies": {symmetry.format(name=name): kind for kind, name in KINDS.items()},
            "grid": {grid.format(grid=GRID_NAMES[kind]): kind for kind in GRIDS},
            "one_way": {
                one_way.format(percentage=f"{n}%"): n / 100 for n in (0, 20, 40, 60, 80, 100)
            },
        }
        counts = {
            "nodes": (_("nodes"), range(3, 41)),
            "edges": (_("edges"), range(2, 81)),
            "holes": (_("holes"), range(1, 6)),
            "equal": (_("equal pieces"), range(1, 9)),
        }
        boxes = column.row(column.from_top(36), len(choices))
        widgets: list[Widget] = []
        for (field, values), box in zip(choices.items(), boxes, strict=True):
            key, value = field.replace("_", "-"), getattr(self.criteria, field)
            widgets.append(Dropdown(key, box, values, value, self._setter(field)))
        text = sum(self.canvas.font(size).get_linesize() for size in (SIZE, LABEL_SIZE))
        height = max(36, (text + self.px(4)) / self.canvas.scale)
        boxes = column.row(column.from_top(height), len(counts))
        for (field, (label, bounds)), box in zip(counts.items(), boxes, strict=True):
            value, choose = getattr(self.criteria, field), self._setter(field)
            widgets.append(Stepper(label, box, value, bounds, choose, label))
        return widgets

    def _setter(self, field: str) -> Callable[[object], None]:
        return lambda value: self._set(**{field: value})
