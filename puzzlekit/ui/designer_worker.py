"""Background worker that computes facts about drawings and searches for drawings."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.errors import PuzzlekitError
from ..core.progress import Progress
from ..design.drawing import Drawing
from ..design.report import Report, SearchHit
from .process import WorkerProcess, serve

if TYPE_CHECKING:
    from ..design.random_search import SearchCriteria


class DrawingJob(NamedTuple):
    """A job for the worker: "facts", "vary" or "search", with its arguments."""

    kind: str
    arguments: tuple[Any, ...]


def run_job(job: DrawingJob, progress: Progress) -> Generator[Report | SearchHit, None, None]:
    """Run a job and yield its reports or search hits."""
    if job.kind == "facts":
        from ..design.facts import reports

        yield from reports(*job.arguments, progress=progress)
    elif job.kind == "vary":
        from ..design.mutations import vary

        yield from vary(*job.arguments, progress=progress)
    else:
        from ..design.random_search import search

        yield from search(*job.arguments, progress=progress)


def main() -> None:
    """Run the worker process."""
    _load_code(2, 2)  # load the code before it is needed
    # Compiled code takes seconds to load, so this runs in the background.
    threading.Thread(target=_load_code, args=(4, 2), daemon=True).start()
    serve(run_job)


def _load_code(width: int, height: int) -> None:
    """Load all code by computing the facts about a board of tiles."""
    from ..core.boards import grid
    from ..design.facts import reports
    from ..design.load import load_drawing
    from ..rules.sliding import Sliding

    tiles = [str(number) for number in range(1, width * height)]
    for _ in reports(load_drawing(Sliding(grid(width, height), [*tiles, ""]))):
        pass


class _Client(WorkerProcess[DrawingJob, Report | SearchHit | None]):
    module = __name__
    can_cancel_early = True


#: Number of cached reports, which let undo show facts immediately.
MAX_REPORTS = 100


class DrawingWorker:
    """A worker that computes facts about one drawing while searching for others.

    `now` has the facts about the drawing, and `before` has the facts about the drawing that it is
    compared with.
    """

    def __init__(self) -> None:
        self._facts, self._finder = _Client(), _Client()
        self.now, self.before = Report(), Report()
        self._drawing: Drawing | None = None
        self._compared: Drawing | None = None
        #: Reports with the drawings that they compare with.
        self._known: OrderedDict[Drawing, tuple[Report, Drawing | None]] = OrderedDict()
        self.error = ""

    def show(self, drawing: Drawing, compared: Drawing | None = None) -> None:
        """Request the report on a drawing, and compare it with another drawing."""
        if drawing == self._drawing:
            return
        previous = None
        if compared is not None and compared in self._known:
            previous = self._known[compared][0]
        self._drawing, self.before = drawing, previous or Report()
        self._compared = compared if previous else None
        pending = Report(pending=frozenset({"group", "positions", "solution"}))
        self.now, before = self._known.get(drawing, (pending, None))
        if not self.now.pending:
            if before == self._compared:
                self._facts.replace_job(None)
                return
            self.now = self.now._replace(why="")
        edit = (compared, previous) if compared and previous else None
        self._facts.replace_job(DrawingJob("facts", (drawing, edit)))
        self.update()

    def update(self) -> bool:
        """Fetch new facts about the drawing; return whether there are any."""
        newest = None
        while (reply := self._facts.poll()) is not None:
            answer = reply[1]
            if isinstance(answer, Report):
                newest = answer
            elif isinstance(answer, PuzzlekitError):
                known = newest or self.now
                newest = known.with_reason(str(answer), *sorted(known.pending))
        if newest is None or (newest.pending and not self.now.pending):
            return False
        assert self._drawing is not None
        self.now = newest
        self._known[self._drawing] = newest, self._compared
        self._known.move_to_end(self._drawing)
        if len(self._known) > MAX_REPORTS:
            self._known.popitem(last=False)
        return True

    def warm_up(self) -> None:
        self._facts.warm_up()

    @property
    def busy(self) -> bool:
        """True if `update` must be called because more reports may come."""
        return self._facts.busy

    def vary(self, drawing: Drawing) -> None:
        """Search for small changes to a drawing, stopping any other search."""
        self._start_search(DrawingJob("vary", (drawing,)))

    def search(self, criteria: SearchCriteria) -> None:
        self._start_search(DrawingJob("search", (criteria,)))

    def _start_search(self, job: DrawingJob) -> None:
        self.error = ""
        self._finder.replace_job(job)

    @property
    def searching(self) -> bool:
        """True if `poll_hits` must be called because more hits may come."""
        return self._finder.busy

    def poll_hits(self) -> list[SearchHit]:
        hits = []
        while (reply := self._finder.poll()) is not None:
            answer = reply[1]
            if isinstance(answer, SearchHit):
                hits.append(answer)
            elif isinstance(answer, PuzzlekitError):
                self.error = str(answer)
        return hits

    def stop_search(self) -> None:
        self._finder.replace_job(None)

    def close(self) -> None:
        self._facts.stop()
        self._finder.stop()
