"""What a process is asked last, written where another process can read it whatever happens."""

from __future__ import annotations

import mmap
import struct
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

_HEAD = struct.Struct("<qH")
_SIZE = 256

#: Stands between what is asked and where in the author's file it is written.
AT = " at "


class Question(NamedTuple):
    """The number of a question, and what is asked."""

    number: int
    what: str


class Journal:
    """A page of a file, shared by two processes: one writes what it is asked, the other reads.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with Journal(Path(folder, "page")) as here, Journal(Path(folder, "page")) as there:
    ...         double = here.noted(lambda x: there.last().what + str(2 * x), "double")
    ...         double(21), there.last()
    ('double42', Question(number=2, what=''))
    """

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(_SIZE))
        with path.open("r+b") as file:
            self._page = mmap.mmap(file.fileno(), _SIZE)
        self._now = Question(0, "")

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._page.close()

    def note(self, what: str) -> None:
        """Write what is asked now."""
        self._now = Question(self._now.number + 1, what)
        text = what.encode()[: _SIZE - _HEAD.size]
        self._page[_HEAD.size : _HEAD.size + len(text)] = text
        _HEAD.pack_into(self._page, 0, self._now.number, len(text))

    def noted(self, function: Callable[..., Any], what: str) -> Callable[..., Any]:
        """Return a function that is written down while it runs."""

        @wraps(function)
        def asked(*given: Any, **named: Any) -> Any:
            before = self._now.what
            self.note(what)
            try:
                return function(*given, **named)
            finally:
                self.note(before)

        return asked

    def last(self) -> Question:
        """Return the question that was written last."""
        number, size = _HEAD.unpack_from(self._page, 0)
        return Question(number, self._page[_HEAD.size : _HEAD.size + size].decode(errors="ignore"))
