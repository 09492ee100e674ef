"""Files that hold several game records, one after the other, as PGN has them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from ...core.errors import SaveError, shorten_path
from ...core.files import read_text
from ...core.locks import FileLock
from .. import saves
from ..session import Session
from ..setup import Setup, parse_setup
from .notation import SUFFIX, TERMINATION, TIME_CONTROL
from .reader import HEADER, disagreement, headers, read
from .writer import write

#: Bytes of a file of records at most; each record in it may be as large as a saved game.
MAX_BYTES = 64_000_000

#: What is looked at in order to find where games begin: headers, and what may look like one.
_TEXT = r'"(?:[^"\\\n]|\\.)*"'
_MARK = re.compile(rf"(?P<header>\[\s*\w+\s+{_TEXT}\s*\])|\{{[^}}]*(?:\}}|\Z)|;[^\n]*|{_TEXT}")


def games_in(text: str) -> list[int]:
    """Return where the records of a text begin: at headers that stand below moves."""
    starts, end = [0], 0
    for mark in _MARK.finditer(text):
        if mark["header"]:
            if end and text[end : mark.start()].strip():
                starts.append(mark.start())
            end = mark.end()
    return starts


def located(path: Path) -> tuple[Path, int | None]:
    """Return the file and the number of the game in it that `FILE#NUMBER` names."""
    found = re.fullmatch(r"(.+)#([0-9]{1,9})", path.name)
    if found is None or path.exists():
        return path, None
    return path.with_name(found[1]), int(found[2])


def is_record(path: Path) -> bool:
    """Return whether a path names a game record, by its suffix or its first header."""
    file, _ = located(path)
    if file.suffix.lower() == SUFFIX:
        return True
    try:
        text = saves.read_save_text(file)
    except SaveError:
        return False
    return HEADER.match(text.removeprefix("\ufeff")) is not None


def open_file(path: Path) -> tuple[Session, str]:
    """Return the session in a record and a note on it; `FILE#NUMBER` names a game in a file."""
    file, number = located(path)
    whole = read_text(file, "a file of game records", MAX_BYTES, SaveError)
    games = games_in(whole)
    chosen = 1 if number is None else number
    if not 1 <= chosen <= len(games):
        raise SaveError(
            f"{shorten_path(file)} has no game {chosen:,}; choose one from 1 to {len(games):,}."
        )
    start, end = [*games, len(whole)][chosen - 1 : chosen + 1]
    session = _read(path, whole[start:end], 1 + whole.count("\n", 0, start), _finder(file))
    said = [disagreement(session) or ""]
    if number is None and len(games) > 1:
        said.append(
            f"{shorten_path(file)} holds {len(games):,} games; this is the first, and {file.name}#2 "
            "is the next."
        )
    return session, " ".join(filter(None, said))


def _finder(path: Path) -> Callable[[str], Setup]:
    """Return what sets up the games of a file, which may name puzzle files beside it."""
    return partial(parse_setup, folders=(path.absolute().parent,))


def _read(path: Path, text: str, line: int, find: Callable[[str], Setup]) -> Session:
    """Return the session that a part of a file tells, which begins in a line."""
    if len(text) > saves.MAX_BYTES:
        raise SaveError(
            f"{shorten_path(path)} has a game of {len(text):,} bytes, more than the "
            f"{saves.MAX_BYTES:,} that a saved game may have; choose another."
        )
    return read(text, shorten_path(path), line=line, find=find)


def sessions(path: Path, find: Callable[[str], Setup] | None = None) -> Iterator[Session]:
    """Yield the sessions in a file of records, if it exists; raise `SaveError` at a bad one."""
    if not path.exists():
        return
    whole = read_text(path, "a file of game records", MAX_BYTES, SaveError)
    if whole.strip():
        line, find = 1, lru_cache(1)(find or _finder(path))  # most are of one game
        for start, end in pairwise([*games_in(whole), len(whole)]):
            yield _read(path, whole[start:end], line, find)
            line += whole.count("\n", start, end)


def read_file(path: Path) -> Session:
    """Return the session that a record tells; raise `SaveError` if the file tells none."""
    return open_file(path)[0]


class Collection:
    """A file of records that grows game by game.

    Raises `SaveError` for an existing file unless `replace` or `go_on`. A new file that stays
    empty is removed at the end.
    """

    def __init__(self, path: Path, *, replace: bool = False, go_on: bool = False) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            #: Whether nothing is in it yet that is to stay, and whether it is no file but for us.
            self._empty = not go_on
            self._new = not path.exists()
            self._lock = FileLock.of(path) if self._new or path.is_file() else None
            # Nothing is kept back in memory.
            self._file = path.open("ab" if replace or go_on else "xb", buffering=0)
        except OSError as error:
            raise self._unwritten(error) from error

    def _unwritten(self, error: OSError) -> SaveError:
        why = error.strerror or error
        return SaveError(
            f"{shorten_path(self.path)} cannot be written ({why}); choose another place."
        )

    def add(self, session: Session) -> None:
        """Write a game below the others."""
        text = write(session).encode()
        is_file = self.path.is_file()
        try:
            if self._empty and not self._new and is_file:
                self._file.truncate(0)
            before = os.fstat(self._file.fileno()).st_size
            if is_file and before + len(text) > MAX_BYTES:
                raise SaveError(
                    f"{shorten_path(self.path)} has {before:,} bytes, and with a game more it could not "
                    "be read again; choose another file."
                )
            left = memoryview(b"\n" * bool(before) + text)
            try:
                while left:
                    left = left[self._file.write(left) :]
            except OSError:
                if is_file:  # no game by half
                    self._file.truncate(before)
                raise
        except OSError as error:
            raise self._unwritten(error) from error
        self._empty = False

    def __enter__(self) -> Collection:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        is_empty = not os.fstat(self._file.fileno()).st_size
        self._file.close()
        self._lock = None
        if self._new and is_empty:
            self.path.unlink(missing_ok=True)


#: Headers that do not tell one game of a file from another.
_COMMON = {"Game", "ID", "Result", TERMINATION, TIME_CONTROL}


class Heading(NamedTuple):
    """Which game a record is of, and what its other headers say."""

    game: str
    told: str


def contents(path: Path) -> list[Heading]:
    """Return the headings of the records in a whole file of several; raise `SaveError`."""
    if not is_record(path) or located(path)[1] is not None:
        return []
    whole = read_text(path, "a file of game records", MAX_BYTES, SaveError)
    return [_heading(whole, at) for at in games_in(whole)]


def _heading(text: str, at: int) -> Heading:
    tags = {name: value for name, value, _ in headers(text, at)}
    told = [f"{name} {value}" for name, value in tags.items() if name not in _COMMON]
    # The first word of a record without headers is its game.
    game = tags.get("ID") or next(iter(text[at : at + 200].split()), "")
    return Heading(game, " · ".join(filter(None, [*told, tags.get("Result")])))
