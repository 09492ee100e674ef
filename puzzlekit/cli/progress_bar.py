"""A progress bar on stderr, shown only to a person who looks at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ..core.progress import Progress, when_compiling

COMPILING = "Compiling code, which is done once and may take half a minute."


@contextmanager
def bar() -> Iterator[Progress]:
    """Give a function that shows how far a computation has come."""
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
        """How many things are done a second."""

        def render(self, task: Task) -> str:
            return f"{task.speed:,.0f}/s" if task.speed else ""

    columns = (
        TextColumn("{task.description}"),
        TextColumn("{task.completed:,.0f}{task.fields[of]}"),
        Rate(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None, of="")
        when_compiling[:] = [lambda: shown.console.print(COMPILING)]

        def progress(what: str, done: int, total: int | None) -> None:
            if total != shown.tasks[task].total:  # other things are counted now
                shown.reset(task)
            of = f" of {total:,}" if total else ""
            shown.update(task, description=what, completed=done, total=total, of=of)

        try:
            yield progress
        finally:
            when_compiling.clear()
