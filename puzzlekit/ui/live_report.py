"""The report on the current drawing, compared with the drawing before the last edit."""

from __future__ import annotations

from collections import OrderedDict

from ..design.drawing import Drawing
from ..design.report import Report
from .drawing_worker import DrawingWorker

#: Number of cached reports, so that undo can show facts immediately.
MAX_REPORTS = 100


class LiveReport:
    """Facts about the current drawing and about the one it is compared with."""

    def __init__(self, worker: DrawingWorker) -> None:
        self.worker = worker
        self.now, self.before = Report(), Report()
        self._drawing: Drawing | None = None
        self._known: OrderedDict[Drawing, Report] = OrderedDict()

    @property
    def busy(self) -> bool:
        """True if facts are still being computed."""
        return bool(self.now.pending)

    def show(self, drawing: Drawing, compared: Drawing | None = None) -> None:
        """Request the report on a drawing, and compare it with another drawing."""
        if drawing == self._drawing:
            return
        previous = self._known.get(compared) if compared is not None else None
        self._drawing, self.before = drawing, previous or Report()
        known = self._known.get(drawing)
        self.now = known or Report(pending=frozenset({"group", "positions", "solution"}))
        if known is None or known.pending:
            self.worker.ask(drawing, (compared, previous) if compared and previous else None)
            self.poll()

    def poll(self) -> bool:
        """Fetch new facts, and return whether there are any."""
        report = self.worker.poll()
        if report is None or self._drawing is None:
            return False
        self.now = self._known[self._drawing] = report
        self._known.move_to_end(self._drawing)
        if len(self._known) > MAX_REPORTS:
            self._known.popitem(last=False)
        return True

    def close(self) -> None:
        self.worker.close()
