"""The report of a drawing while it is drawn, beside that of the drawing before the last edit."""

from __future__ import annotations

from collections import OrderedDict

from ..design.drawing import Drawing
from ..design.report import Report
from .drawing_worker import DrawingWorker

#: Reports that are kept, so that what was undone or dropped is known at once.
MAX_REPORTS = 100


class LiveReport:
    """What is known of a drawing now, and of the one with which it is compared."""

    def __init__(self, worker: DrawingWorker) -> None:
        self.worker = worker
        self.now, self.before = Report(), Report()
        self._drawing: Drawing | None = None
        self._known: OrderedDict[Drawing, Report] = OrderedDict()

    @property
    def busy(self) -> bool:
        """Whether something is still being worked out."""
        return bool(self.now.pending)

    def show(self, drawing: Drawing, compared: Drawing | None = None) -> None:
        """Ask for the report of a drawing, to be compared with that of another one."""
        if drawing == self._drawing:
            return
        before = self._known.get(compared) if compared is not None else None
        self._drawing, self.before = drawing, before or Report()
        known = self._known.get(drawing)
        self.now = known or Report(pending=frozenset({"group", "positions", "solution"}))
        if known is None or known.pending:
            self.worker.ask(drawing, (compared, before) if compared and before else None)
            self.poll()

    def poll(self) -> bool:
        """Take what has been worked out since; return whether there is anything new."""
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
