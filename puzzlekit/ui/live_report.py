"""The report of a drawing while it is drawn, beside that of the drawing before the last edit."""

from __future__ import annotations

from collections import OrderedDict
from typing import Protocol

from ..design.drawing import Drawing
from ..design.report import Found, Report
from ..design.searching import Wish

#: Reports that are kept, so that what was undone or dropped is known at once.
KEPT = 100


class Worker(Protocol):
    """Who works the reports out, and finds drawings: `DrawingWorker`."""

    @property
    def busy(self) -> bool:
        """Whether something is still to come."""

    def ask(self, drawing: Drawing, before: tuple[Drawing, Report] | None = None) -> None:
        """Work out the report of a drawing instead of what was asked before."""

    def poll(self) -> Report | None:
        """Return the newest report of the last drawing asked for, if there is a new one."""

    def vary(self, drawing: Drawing) -> None:
        """Look for small changes of a drawing, instead of what else is looked for."""

    def search(self, wish: Wish) -> None:
        """Look for drawings that are as one wishes, instead of what else is looked for."""

    @property
    def finding(self) -> bool:
        """Whether more may be found."""

    def poll_found(self) -> list[Found]:
        """Return what was found since the last call."""

    def stop_finding(self) -> None:
        """Give up what is looked for."""

    def close(self) -> None:
        """End the work."""


class LiveReport:
    """What is known of a drawing now, and of the one with which it is compared."""

    def __init__(self, worker: Worker) -> None:
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
        """Take what has been worked out since; tell whether there is anything new."""
        report = self.worker.poll()
        if report is None or self._drawing is None:
            return False
        self.now = self._known[self._drawing] = report
        self._known.move_to_end(self._drawing)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return True

    def close(self) -> None:
        """End the work."""
        self.worker.close()
