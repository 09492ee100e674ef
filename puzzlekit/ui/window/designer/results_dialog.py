"""Dialogs that propose drawings: variations and random search."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ....core.errors import PuzzlekitError
from ....core.formatting import format_number
from ....design.copies import KINDS
from ....design.drawing import Drawing
from ....design.puzzle import rules_of_drawing
from ....design.random_search import GRIDS, TARGETS, SearchCriteria, check
from ....design.report import Report, SearchHit
from ...checked_pieces import checked_pieces
from ...drawing_worker import DrawingWorker
from ..dialogs import ListDialog
from ..drawing.board_view import thumbnail
from ..drawing.canvas import Canvas, Rect, Surface
from ..drawing.dropdown import Dropdown, Stepper
from ..drawing.widgets import Button, Clicks, Selectable, Widget
from ..interface import Window

#: Height of a card with and without the gap below it, and side length of its picture.
STEP, HIGH, SIDE = 104, 96, 84


def lines(now: Report, before: Report | None = None) -> list[tuple[str, bool]]:
    """Return the lines of a summary, each with a flag for whether it has changed."""
    previous = before or now
    solution, solution_before = _solution_length(now), _solution_length(previous)
    farthest, farthest_before = _farthest(now), _farthest(previous)
    moves = (
        f"{_change(solution, solution_before)} moves"
        if solution.isdecimal()
        else _change(solution, solution_before)
    )
    limit = f", {_change(farthest, farthest_before)} at most" if farthest else ""
    return [
        (_change(_group(now), _group(previous)), _group(now) != _group(previous)),
        (f"{_change(_count(now), _count(previous))} positions", _count(now) != _count(previous)),
        (moves + limit, (solution, farthest) != (solution_before, farthest_before)),
    ]


def _change(now: str, old: str) -> str:
    known = old and now and not old.endswith("unknown")
    return f"{old} → {now}" if known and old != now else now


def _group(report: Report) -> str:
    if report.group is None:
        return "group unknown"
    return report.group.name or f"order {format_number(report.group.order)}"


def _count(report: Report) -> str:
    return "?" if report.positions is None else format_number(report.positions)


def _solution_length(report: Report) -> str:
    if report.obstacle:
        return "unsolvable"
    return "solution unknown" if report.solution is None else str(len(report.solution))


def _farthest(report: Report) -> str:
    return str(len(report.levels) - 1) if report.levels else ""


class ResultCard(Selectable):
    """A proposed drawing with its description and the facts that change."""

    def __init__(self, hit: SearchHit, key: str, box: Rect, clicks: Clicks) -> None:
        super().__init__(key, box, clicks)
        self.hit = hit

    def draw(self, canvas: Canvas) -> None:
        theme, box, px = canvas.theme, self.box, canvas.px
        self.draw_background(canvas, theme.surface)
        side = px(SIDE)
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


#: Sort keys of the list by label; the largest comes first.
ORDERS: dict[str, Callable[[SearchHit], float]] = {
    "In order found": lambda hit: 0,
    "Longest solution": lambda hit: len(hit.facts.solution or ()),
    "Largest distance": lambda hit: len(hit.facts.levels or ()),
    "Largest group": lambda hit: float(hit.facts.group.order) if hit.facts.group else 0,
    "Fewest positions": lambda hit: -(hit.facts.positions or float("inf")),
}

#: Minimum width of a column in the list.
COLUMN = 280


#: Percentages of one-way edges to choose from.
SHARES = (0, 20, 40, 60, 80, 100)


class ResultsDialog(ListDialog):
    """A list that grows during the search; using the selected drawing can be undone."""

    width, height = 900.0, 640.0

    def __init__(
        self,
        window: Window,
        worker: DrawingWorker,
        take: Callable[[Drawing, str], object],
        order: str,
    ) -> None:
        super().__init__(window)
        self.worker, self.use_drawing, self.order = worker, take, order
        self.hits: list[SearchHit] = []
        self.chosen: SearchHit | None = None
        self.message = ""

    def choose(self, hit: SearchHit) -> None:
        self.chosen = hit
        self.rebuild()

    def use(self) -> None:
        if self.chosen is not None:
            hit = self.chosen
            self.window.close_dialog()
            self.use_drawing(hit.drawing, f"{hit.description}. Undo returns to your drawing.")

    def stop(self) -> None:
        self.worker.stop_search()
        self.rebuild()

    def set_order(self, order: str) -> None:
        self.order, self.scroll = order, 0
        self.rebuild()

    def controls(self, box: Rect) -> list[Widget]:
        """Return the widgets above the list."""
        return []

    def head(self) -> int:
        """Return the height of the widgets above the list, with the gap below."""
        return 0

    def build(self) -> None:
        super().build()
        box, pad, gap, height = self.frame(), self.px(24), self.px(8), self.px(36)
        top = box.top + self.px(62)
        head = Rect(box.left + pad, top, box.width - 2 * pad, self.head())
        self.widgets += self.controls(head)
        foot = Rect(head.left, box.bottom - self.px(16) - height, head.width, height)
        half = Rect(foot.left, foot.top, self.px(180), height)
        self.widgets += [
            Button("use", half, "Use", self.use, primary=True, enabled=bool(self.chosen)),
            self._switch(half.move(half.width + gap, 0)),
        ]
        order = Rect(foot.right - self.px(190), foot.top, self.px(190), height)
        if order.left > half.right + half.width + 2 * gap:
            self.widgets.append(Dropdown("order", order, list(ORDERS), self.order, self.set_order))
        self.area = Rect(head.left, head.bottom, head.width, foot.top - gap - head.bottom)
        self._build_list(gap)

    def _switch(self, box: Rect) -> Widget:
        return Button("stop", box, "Stop", self.stop, enabled=self.worker.searching)

    def _build_list(self, gap: int) -> None:
        area = self.area
        columns = max(1, area.width // self.px(COLUMN))
        width = (area.width - (columns - 1) * gap) // columns
        listed = sorted(self.hits, key=ORDERS[self.order], reverse=True)
        rows = -(-len(listed) // columns)
        fit = max(1, area.height // self.px(STEP))
        self.scroll = max(0, min(self.scroll, rows - fit))
        shown = listed[self.scroll * columns : (self.scroll + fit) * columns]
        for place, hit in enumerate(shown):
            row, column = divmod(place, columns)
            pos = Rect(
                area.left + column * (width + gap),
                area.top + row * self.px(STEP),
                width,
                self.px(HIGH),
            )
            clicks = Clicks(hit is self.chosen, partial(self.choose, hit), self.use)
            key = f"found {self.scroll * columns + place}"
            self.widgets.append(ResultCard(hit, key, pos, clicks))

    def draw_back(self, canvas: Canvas) -> None:
        box = self.frame()
        text = self.message or f"{len(self.hits):,} so far" + ("…" if self.worker.searching else "")
        pos = box.right - self.px(64), box.top + self.px(32)
        canvas.text(text, pos, 14, canvas.theme.muted_text, anchor="midright")

    def busy(self) -> bool:
        return self.worker.searching

    def poll(self) -> None:
        new = self.worker.poll_hits()
        if new or not self.worker.searching:
            self.hits += new
            self.rebuild()

    def close(self) -> None:
        self.worker.stop_search()


class VaryDialog(ResultsDialog):
    """Small variations of the drawing, with their effects."""

    title = "Vary"

    def __init__(
        self,
        window: Window,
        worker: DrawingWorker,
        drawing: Drawing,
        take: Callable[[Drawing, str], object],
    ) -> None:
        super().__init__(window, worker, take, "In order found")
        worker.vary(drawing)


class SearchDialog(ResultsDialog):
    """The best random puzzles for given criteria."""

    title = "Search"

    #: The last criteria, which become the defaults for the next search.
    criteria = SearchCriteria(max_results=30)

    def __init__(
        self, window: Window, worker: DrawingWorker, take: Callable[[Drawing, str], object]
    ) -> None:
        super().__init__(window, worker, take, "Longest solution")

    def _set(self, **changed: Any) -> None:
        type(self).criteria = self.criteria._replace(**changed)
        self.message = ""
        self.rebuild()

    def begin(self) -> None:
        """Start a search with a new random seed."""
        try:
            check(self.criteria)
        except PuzzlekitError as error:
            self.message = str(error)
            self.rebuild()
            return
        self.hits, self.chosen, self.scroll, self.message = [], None, 0, ""
        self.worker.search(self.criteria)
        self._set(seed=self.criteria.seed + 1)

    def _switch(self, box: Rect) -> Widget:
        if self.worker.searching:
            return super()._switch(box)
        return Button("begin", box, "Search", self.begin, primary=not self.hits)

    def _row_heights(self) -> tuple[int, int]:
        return self.px(36), max(self.px(36), LabelledControl.height(self.canvas))

    def head(self) -> int:
        return sum(self._row_heights()) + 2 * self.px(8)

    def controls(self, box: Rect) -> list[Widget]:
        criteria, gap = self.criteria, self.px(8)
        width, heights = (box.width - 3 * gap) // 4, self._row_heights()

        def place(number: int) -> Rect:
            row, column = divmod(number, 4)
            left = box.left + column * (width + gap)
            return Rect(left, box.top + row * (heights[0] + gap), width, heights[row])

        choices: tuple[tuple[str, str, dict[str, object]], ...] = (
            ("target", "target", {f"Target: {name}": name for name in TARGETS}),
            ("copies", "copies", {f"Symmetry: {name}": kind for kind, name in KINDS.items()}),
            ("grid", "grid", {f"Grid: {grid}": grid for grid in GRIDS}),
            ("one-way", "one_way", {f"{share} % one-way": share / 100 for share in SHARES}),
        )
        counts = (
            ("nodes", "nodes", range(3, 41)),
            ("edges", "streets", range(2, 81)),
            ("holes", "holes", range(1, 6)),
            ("equal pieces", "equal", range(1, 9)),
        )
        widgets: list[Widget] = []
        for number, (key, field, values) in enumerate(choices):
            now = next(
                title for title, value in values.items() if value == getattr(criteria, field)
            )
            choose = partial(self._choose, field, values)
            widgets.append(Dropdown(key, place(number), list(values), now, choose))
        for number, (key, field, bounds) in enumerate(counts, len(choices)):
            count = partial(self._count, field)
            widgets.append(
                LabelledControl(key, place(number), getattr(criteria, field), bounds, count)
            )
        return widgets

    def _choose(self, field: str, values: dict[str, object], title: str) -> None:
        self._set(**{field: values[title]})

    def _count(self, field: str, number: int) -> None:
        self._set(**{field: number})


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
        """Return the minimum height for both lines of text."""
        lines = canvas.font(15).get_linesize() + canvas.font(10).get_linesize()
        return lines + canvas.px(4)
