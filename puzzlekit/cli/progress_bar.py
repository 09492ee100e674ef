"""Progress bar on stderr, shown only if stderr is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ..core.progress import Progress, when_compiling

COMPILING = "Compiling code (first run only, up to 30 seconds)."


@contextmanager
def show_progress() -> Iterator[Progress]:
    """Yield a progress callback that updates the bar."""
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import (
        ProgressColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    class Rate(ProgressColumn):
        """Items per second."""

        def render(self, task: Task) -> str:
            return f"{task.speed:,.0f}/s" if task.speed else ""

    columns = (
        TextColumn("{task.description}"),
        TextColumn("{task.completed:,.0f}{task.fields[of]}"),
        Rate(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as display:
        task = display.add_task("", total=None, of="")
        when_compiling[:] = [lambda: display.console.print(COMPILING)]

        def progress(what: str, done: int, total: int | None) -> None:
            if total != display.tasks[task].total:  # a new phase has begun
                display.reset(task)
            of = f" of {total:,}" if total else ""
            display.update(task, description=what, completed=done, total=total, of=of)

        try:
            yield progress
        finally:
            when_compiling.clear()
