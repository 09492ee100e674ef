"""The facts of a drawing while it is edited, and lists of drawings, from two processes."""

from __future__ import annotations

import threading
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.errors import PuzzlekitError
from ..core.progress import Progress
from ..design.drawing import Drawing
from ..design.report import Report, SearchHit
from .process import Helper, serve

if TYPE_CHECKING:
    from ..design.random_search import SearchCriteria


class Job(NamedTuple):
    """What to do: "facts", "vary" or "search", and with what."""

    kind: str
    given: tuple[Any, ...]


def run_job(job: Job, progress: Progress) -> Generator[Report | SearchHit, None, None]:
    """Do a job: yield reports, or what was found."""
    if job.kind == "facts":
        from ..design.facts import reports

        yield from reports(*job.given, progress=progress)
    elif job.kind == "vary":
        from ..design.mutations import find_variations

        yield from find_variations(*job.given, progress=progress)
    else:
        from ..design.random_search import search

        yield from search(*job.given, progress=progress)


def main() -> None:
    """Be the process of a helper."""
    _run_guarded(2, 2)  # what is needed is loaded before anybody waits for it
    # Compiled code takes seconds to load; it does so at the side.
    threading.Thread(target=_run_guarded, args=(4, 2), daemon=True).start()
    serve(run_job)


def _run_guarded(width: int, height: int) -> None:
    """Work out the facts of a board of tiles."""
    from ..core.boards import grid
    from ..design.facts import reports
    from ..design.load import load_drawing
    from ..rules.sliding import Sliding

    tiles = [str(number) for number in range(1, width * height)]
    for _ in reports(load_drawing(Sliding(grid(width, height), [*tiles, ""]))):
        pass


class _Client(Helper[Job, Report | SearchHit | None]):
    module = __name__
    hears_at_once = True


class DrawingWorker:
    """Compute the facts of one drawing at a time, and meanwhile lists of other drawings."""

    def __init__(self) -> None:
        self._facts, self._finder = _Client(), _Client()
        self._known = Report()
        self.problem = ""

    def warm_up(self) -> None:
        self._facts.warm_up()

    def ask(self, drawing: Drawing, before: tuple[Drawing, Report] | None = None) -> None:
        """Work out the facts of a drawing instead of another; `predecessors` is before the last edit."""
        self._known = Report()
        self._facts.want(Job("facts", (drawing, before)))

    @property
    def busy(self) -> bool:
        """Whether there may be more reports: `poll` is to be called."""
        return self._facts.busy

    def poll(self) -> Report | None:
        """Return the fullest report of the drawing that was asked for last, None if none is new."""
        newest = None
        while (found := self._facts.poll()) is not None:
            answer = found[1]
            if isinstance(answer, Report):
                newest = self._known = answer
            elif isinstance(answer, PuzzlekitError):
                due = self._known.pending
                reasons = (*self._known.reasons, *((name, str(answer)) for name in sorted(due)))
                newest = self._known._replace(pending=frozenset(), reasons=reasons)
        return newest

    def vary(self, drawing: Drawing) -> None:
        """Look for small changes of a drawing, instead of what else is looked for."""
        self._find(Job("vary", (drawing,)))

    def search(self, wish: SearchCriteria) -> None:
        self._find(Job("search", (wish,)))

    def _find(self, job: Job) -> None:
        self.problem = ""
        self._finder.want(job)

    @property
    def finding(self) -> bool:
        """Whether more may be found: `poll_found` is to be called."""
        return self._finder.busy

    def poll_found(self) -> list[SearchHit]:
        new = []
        while (found := self._finder.poll()) is not None:
            answer = found[1]
            if isinstance(answer, SearchHit):
                new.append(answer)
            elif isinstance(answer, PuzzlekitError):
                self.problem = str(answer)
        return new

    def stop_finding(self) -> None:
        self._finder.want(None)

    def close(self) -> None:
        self._facts.stop()
        self._finder.stop()
