"""The dialogs that propose drawings: small changes of one, and the best of random ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....core.errors import PuzzlekitError
from ....design.copies import KINDS
from ....design.drawing import Drawing
from ....design.report import Found
from ....design.searching import AIMS, GRIDS, Wish, check
from ...drawing_worker import DrawingWorker
from ..dialogs import ListDialog
from ..drawing.canvas import Canvas, Rect
from ..drawing.choosers import Choice, Stepper
from ..drawing.widgets import Button, Widget
from ..host import Host
from .found_list import HIGH, STEP, FoundCard

#: How the list is put in order: as it was found, or by a number of each, the largest first.
ORDERS: dict[str, Callable[[Found], float]] = {
    "As found": lambda found: 0,
    "Longest way": lambda found: len(found.facts.solution or ()),
    "Farthest position": lambda found: len(found.facts.levels or ()),
    "Largest group": lambda found: float(found.facts.group.order) if found.facts.group else 0,
    "Fewest positions": lambda found: -(found.facts.positions or float("inf")),
}

#: How wide a column of the list is at least.
COLUMN = 280


class FoundDialog(ListDialog):
    """A list that grows while one looks; what is chosen becomes the drawing, and can be undone."""

    width, height = 900.0, 640.0

    def __init__(
        self, host: Host, worker: DrawingWorker, take: Callable[[Drawing, str], object], order: str
    ) -> None:
        super().__init__(host)
        self.worker, self.take_drawing, self.order = worker, take, order
        self.found: list[Found] = []
        self.chosen: Found | None = None
        self.said = ""

    def choose(self, found: Found) -> None:
        self.chosen = found
        self.rebuild()

    def use(self) -> None:
        if self.chosen is not None:
            found = self.chosen
            self.host.close_dialog()
            self.take_drawing(found.drawing, f"{found.says}. Undo leads back.")

    def stop(self) -> None:
        self.worker.stop_finding()
        self.rebuild()

    def set_order(self, order: str) -> None:
        self.order, self.scroll = order, 0
        self.rebuild()

    def controls(self, box: Rect) -> list[Widget]:
        """Return what stands above the list, in a row of boxes."""
        return []

    def head(self) -> int:
        """Return how high the controls above the list are, with what lies free below them."""
        return 0

    def build(self) -> None:
        super().build()
        box, pad, gap, high = self.frame(), self.px(24), self.px(8), self.px(36)
        top = box.top + self.px(62)
        head = Rect(box.left + pad, top, box.width - 2 * pad, self.head())
        self.widgets += self.controls(head)
        foot = Rect(head.left, box.bottom - self.px(16) - high, head.width, high)
        half = Rect(foot.left, foot.top, self.px(180), high)
        self.widgets += [
            Button("use", half, "Use this one", self.use, primary=True, enabled=bool(self.chosen)),
            self._switch(half.move(half.width + gap, 0)),
        ]
        order = Rect(foot.right - self.px(190), foot.top, self.px(190), high)
        if order.left > half.right + half.width + 2 * gap:
            self.widgets.append(Choice("order", order, list(ORDERS), self.order, self.set_order))
        self.area = Rect(head.left, head.bottom, head.width, foot.top - gap - head.bottom)
        self._build_list(gap)

    def _switch(self, box: Rect) -> Widget:
        return Button("stop", box, "Stop", self.stop, enabled=self.worker.finding)

    def _build_list(self, gap: int) -> None:
        area = self.area
        columns = max(1, area.width // self.px(COLUMN))
        wide = (area.width - (columns - 1) * gap) // columns
        listed = sorted(self.found, key=ORDERS[self.order], reverse=True)
        rows = -(-len(listed) // columns)
        fit = max(1, area.height // self.px(STEP))
        self.scroll = max(0, min(self.scroll, rows - fit))
        shown = listed[self.scroll * columns : (self.scroll + fit) * columns]
        for place, found in enumerate(shown):
            row, column = divmod(place, columns)
            spot = Rect(
                area.left + column * (wide + gap),
                area.top + row * self.px(STEP),
                wide,
                self.px(HIGH),
            )
            chosen = found is self.chosen
            key = f"found {self.scroll * columns + place}"
            card = FoundCard(found, key, spot, chosen=chosen, choose=self.choose, start=self.use)
            self.widgets.append(card)

    def draw_back(self, canvas: Canvas) -> None:
        box = self.frame()
        text = self.said or f"{len(self.found):,} so far" + (" ..." if self.worker.finding else "")
        spot = box.right - self.px(64), box.top + self.px(32)
        canvas.text(text, spot, 14, canvas.theme.dim, anchor="midright")

    def busy(self) -> bool:
        return self.worker.finding

    def poll(self) -> None:
        new = self.worker.poll_found()
        if new or not self.worker.finding:
            self.found += new
            self.rebuild()

    def close(self) -> None:
        self.worker.stop_finding()


class VaryDialog(FoundDialog):
    """Small changes of the drawing, each with what it does."""

    title = "Vary"

    def __init__(
        self,
        host: Host,
        worker: DrawingWorker,
        drawing: Drawing,
        take: Callable[[Drawing, str], object],
    ) -> None:
        super().__init__(host, worker, take, "As found")
        worker.vary(drawing)


class SearchDialog(FoundDialog):
    """Random puzzles as one wishes, the best of them."""

    title = "Search"

    #: The wish that was made last, which the next search begins with.
    wish = Wish(keep=30)

    def __init__(
        self, host: Host, worker: DrawingWorker, take: Callable[[Drawing, str], object]
    ) -> None:
        super().__init__(host, worker, take, "Longest way")

    def _set(self, **changed: Any) -> None:
        type(self).wish = self.wish._replace(**changed)
        self.said = ""
        self.rebuild()

    def begin(self) -> None:
        """Look for puzzles, with other random numbers each time."""
        try:
            check(self.wish)
        except PuzzlekitError as error:
            self.said = str(error)
            self.rebuild()
            return
        self.found, self.chosen, self.scroll, self.said = [], None, 0, ""
        self.worker.search(self.wish)
        self._set(seed=self.wish.seed + 1)

    def _switch(self, box: Rect) -> Widget:
        if self.worker.finding:
            return super()._switch(box)
        return Button("begin", box, "Search", self.begin, primary=not self.found)

    def _highs(self) -> tuple[int, int]:
        return self.px(36), max(self.px(36), Labelled.height(self.canvas))

    def head(self) -> int:
        return sum(self._highs()) + 2 * self.px(8)

    def controls(self, box: Rect) -> list[Widget]:
        wish, gap = self.wish, self.px(8)
        wide, highs = (box.width - 3 * gap) // 4, self._highs()

        def place(number: int) -> Rect:
            row, column = divmod(number, 4)
            left = box.left + column * (wide + gap)
            return Rect(left, box.top + row * (highs[0] + gap), wide, highs[row])

        copies = {f"Copies: {name}": kind for kind, name in KINDS.items()}
        titles = {kind: title for title, kind in copies.items()}
        one_way = {f"{share} % one-way": share / 100 for share in (0, 20, 40, 60, 80, 100)}
        shares = {share: title for title, share in one_way.items()}
        grids = {f"Grid: {grid}": grid for grid in GRIDS}
        return [
            Choice("aim", place(0), AIMS, wish.aim, lambda aim: self._set(aim=aim)),
            Choice(
                "copies",
                place(1),
                list(copies),
                titles[wish.copies],
                lambda title: self._set(copies=copies[title]),
            ),
            Choice(
                "grid",
                place(2),
                list(grids),
                f"Grid: {wish.grid}",
                lambda title: self._set(grid=grids[title]),
            ),
            Choice(
                "one-way",
                place(3),
                list(one_way),
                shares[wish.one_way],
                lambda title: self._set(one_way=one_way[title]),
            ),
            Labelled("nodes", place(4), wish.nodes, range(3, 41), lambda n: self._set(nodes=n)),
            Labelled(
                "streets", place(5), wish.streets, range(2, 81), lambda n: self._set(streets=n)
            ),
            Labelled("holes", place(6), wish.holes, range(1, 6), lambda n: self._set(holes=n)),
            Labelled("alike", place(7), wish.equal, range(1, 9), lambda n: self._set(equal=n)),
        ]


class Labelled(Stepper):
    """A number with what it counts."""

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        foot = self.box.centerx, self.box.bottom - canvas.px(1)
        canvas.text(self.key, foot, 10, canvas.theme.dim, anchor="midbottom")

    def middle(self, canvas: Canvas) -> tuple[int, int]:
        label = canvas.font(10).get_linesize()
        return self.box.centerx, self.box.top + (self.box.height - label) // 2

    @staticmethod
    def height(canvas: Canvas) -> int:
        """Return how high it is at least, so that its lines do not touch."""
        lines = canvas.font(15).get_linesize() + canvas.font(10).get_linesize()
        return lines + canvas.px(4)
