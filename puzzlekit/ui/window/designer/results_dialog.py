"""Dialogs that suggest drawings: variations and random search."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ....core.formatting import format_number
from ....core.translation import _
from ....design.drawing import Drawing
from ....design.puzzle import rules_of_drawing
from ....design.random_search import GRIDS, TARGETS, SearchCriteria, check_criteria
from ....design.report import Report, SearchHit
from ....design.symmetric_drawing import KINDS
from ...checked_pieces import checked_pieces
from ...designer_worker import DrawingWorker
from ..dialogs import ListDialog
from ..drawing.board_view import thumbnail
from ..drawing.canvas import Canvas, Rect, Surface
from ..drawing.input_widgets import Choice, Dropdown, Stepper
from ..drawing.widgets import Button, Clicks, Column, Selectable, Widget
from ..screen import Window
from .bar import GRID_NAMES

#: Values that are not compared with earlier ones.
GROUP_UNKNOWN, SOLUTION_UNKNOWN = _("group unknown"), _("solution unknown")


def lines(now: Report, before: Report | None = None) -> list[tuple[str, bool]]:
    """Return the lines of a summary, each with a flag that tells whether the line has changed."""
    pairs = [
        (fact(now), fact(before or now)) for fact in (_group, _count, _solution_text, _farthest)
    ]
    group, count, moves, farthest = (_change_text(*pair) for pair in pairs)
    is_new = [value != old for value, old in pairs]
    if _solution_text(now).isdecimal():
        moves = _("{change} moves").format(change=moves)
    if farthest:
        moves = _("{moves}, {farthest} at most").format(moves=moves, farthest=farthest)
    count = _("{change} positions").format(change=count)
    return [(group, is_new[0]), (count, is_new[1]), (moves, is_new[2] or is_new[3])]


def _change_text(now: str, old: str) -> str:
    known = old and now and old not in (GROUP_UNKNOWN, SOLUTION_UNKNOWN)
    return f"{old} → {now}" if known and old != now else now


def _group(report: Report) -> str:
    if report.group is None:
        return GROUP_UNKNOWN
    return report.group.name or _("order {order}").format(order=format_number(report.group.order))


def _count(report: Report) -> str:
    return "?" if report.positions is None else format_number(report.positions)


def _solution_text(report: Report) -> str:
    if report.obstacle:
        return _("unsolvable")
    return SOLUTION_UNKNOWN if report.solution is None else str(len(report.solution))


def _farthest(report: Report) -> str:
    return str(len(report.levels) - 1) if report.levels else ""


#: Labels of the targets of a search.
TARGET_LABELS = {
    "longest": _("Target: longest"),
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
        self.rebuild()

    def set_order(self, order: str) -> None:
        self.order, self.scroll = order, 0
        self.rebuild()

    def controls(self, column: Column) -> list[Widget]:
        """Return the widgets above the list, placed at the top of a column."""
        return []

    def build(self) -> None:
        super().build()
        column = self.column()
        self.widgets += self.controls(column)
        foot, usable = column.from_bottom(36), self.chosen is not None
        use = Rect(foot.left, foot.top, self.px(180), foot.height)
        switch = use.move(use.width + column.gap, 0)
        self.widgets += [
            Button("use", _("Use"), self.start, primary=True, enabled=usable, box=use),
            self._search_button(switch),
        ]
        order = Rect(foot.right - self.px(190), foot.top, self.px(190), foot.height)
        if order.left > switch.right + column.gap:
            self.widgets.append(Dropdown("order", order, list(ORDERS), self.order, self.set_order))
        self.columns = max(1, column.width // self.px(280))
        self.place_list(column.rest())

    def _search_button(self, box: Rect) -> Widget:
        return Button("stop", _("Stop"), self.stop, enabled=self.worker.searching, box=box)

    def draw_back(self, canvas: Canvas) -> None:
        box = self.frame()
        so_far = _("{count:,} so far…") if self.worker.searching else _("{count:,} so far")
        text = self.message or so_far.format(count=len(self.hits))
        pos = box.right - self.px(64), box.top + self.px(32)
        canvas.text(text, pos, 14, canvas.theme.muted_text, anchor="midright")

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
        self.rebuild()

    def begin(self) -> None:
        """Start a search with a new random seed."""
        if not self.attempt(partial(check_criteria, self.criteria)):
            return
        self.hits, self.chosen, self.scroll, self.message = [], None, 0, ""
        self.worker.search(self.criteria)
        self._set(seed=self.criteria.seed + 1)

    def _search_button(self, box: Rect) -> Widget:
        if self.worker.searching:
            return super()._search_button(box)
        return Button("begin", _("Search"), self.begin, primary=not self.hits, box=box)

    def controls(self, column: Column) -> list[Widget]:
        symmetry, grid = _("Symmetry: {name}"), _("Grid: {grid}")
        one_way = _("{percentage} one-way")
        choices: dict[str, dict[str, Any]] = {
            "target": {TARGET_LABELS[target]: target for target in TARGETS},
            "copies": {symmetry.format(name=name): kind for kind, name in KINDS.items()},
            "grid": {grid.format(grid=GRID_NAMES[kind]): kind for kind in GRIDS},
            "one_way": {
                one_way.format(percentage=f"{n} %"): n / 100 for n in (0, 20, 40, 60, 80, 100)
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
            widgets.append(Choice(key, box, values, value, self._setter(field)))
        height = max(36, LabelledControl.height(self.canvas) / self.canvas.scale)
        boxes = column.row(column.from_top(height), len(counts))
        for (field, (label, bounds)), box in zip(counts.items(), boxes, strict=True):
            value = getattr(self.criteria, field)
            widgets.append(LabelledControl(label, box, value, bounds, self._setter(field)))
        return widgets

    def _setter(self, field: str) -> Callable[[object], None]:
        return lambda value: self._set(**{field: value})


class LabelledControl(Stepper):
    """A stepper with a label below the number."""

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        foot = self.box.centerx, self.box.bottom - canvas.px(1)
        canvas.text(self.key, foot, 10, canvas.theme.muted_text, anchor="midbottom")

    def middle(self, canvas: Canvas) -> tuple[int, int]:
        label = canvas.font(10).get_linesize()
        return self.box.centerx, self.box.top + (self.box.height - label) // 2

    @staticmethod
    def height(canvas: Canvas) -> int:
        """Return the minimum height that fits both lines of text."""
        lines = canvas.font(15).get_linesize() + canvas.font(10).get_linesize()
        return lines + canvas.px(4)
