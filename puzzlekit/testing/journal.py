"""What a process is asked last, written where another process can read it whatever happens."""

from __future__ import annotations

import mmap
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

#: Texts that there is room for, and bytes for each; the first one's room is that of the head.
_TEXTS, _SIZE = 1024, 256

#: Stands between what is asked and where in the author's file it is written.
AT = " at "


class Question(NamedTuple):
    """The number of a question, and what is asked."""

    number: int
    what: str


class Journal:
    """A page of a file, shared by two processes: one writes what it is asked, the other reads.

    Each text is written once. The head of the page is one number, which is cheap to write and never
    seen by half: how many questions there were, times the texts, and which text the last one has.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with Journal(Path(folder, "page")) as here, Journal(Path(folder, "page")) as there:
    ...         double = here.noted(lambda x: there.last().what + str(2 * x), "double")
    ...         double(21), there.last()
    ('double42', Question(number=2, what=''))
    """

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(_TEXTS * _SIZE))
        with path.open("r+b") as file:
            self._page = mmap.mmap(file.fileno(), _TEXTS * _SIZE)
        self._head = memoryview(self._page)[:8].cast("q")
        self._places: dict[str, int] = {}

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._head.release()
        self._page.close()

    def note(self, what: str) -> None:
        """Write what is asked now."""
        self._head[0] = self._head[0] // _TEXTS * _TEXTS + _TEXTS + self._place(what)

    def _place(self, what: str) -> int:
        """Return the place of a text, which is written there; too many share the last one."""
        if what not in self._places:
            place = self._places[what] = min(len(self._places) + 1, _TEXTS - 1)
            text = what.encode()[:_SIZE].ljust(_SIZE, b"\0")
            self._page[place * _SIZE : (place + 1) * _SIZE] = text
        return self._places[what]

    def noted(self, function: Callable[..., Any], what: str) -> Callable[..., Any]:
        """Return a function that is written down while it runs."""
        head, place = self._head, self._place(what)

        @wraps(function)
        def asked(*given: Any, **named: Any) -> Any:
            number = head[0]
            before = number % _TEXTS
            head[0] = number - before + _TEXTS + place
            try:
                return function(*given, **named)
            finally:
                number = head[0]
                head[0] = number - number % _TEXTS + _TEXTS + before

        return asked

    def last(self) -> Question:
        """Return the question that was written last."""
        number, place = divmod(self._head[0], _TEXTS)
        text = self._page[place * _SIZE : (place + 1) * _SIZE] if place else b""
        return Question(number, text.rstrip(b"\0").decode(errors="ignore"))
