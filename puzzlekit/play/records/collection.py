"""Files with several game records, as in PGN."""

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
from ...core.files import is_utf_16, read_text
from ...core.locks import FileLock
from ...core.translation import ngettext
from .. import saves
from ..headers import TERMINATION, TIME_CONTROL
from ..session import Session
from ..setup import Setup, parse_setup
from .reader import HEADER, QUOTED, disagreement, headers, read
from .writer import write

#: The suffix of record files.
SUFFIX = ".pgn"

#: Maximum size of a record file in bytes. Each record may be as large as a saved game.
MAX_BYTES = 64_000_000

#: Headers, and the comments and quoted strings that could be mistaken for headers.
_TEXT = QUOTED.pattern
_MARK = re.compile(rf"(?P<header>\[\s*\w+\s+{_TEXT}\s*\])|\{{[^}}]*(?:\}}|\Z)|;[^\n]*|{_TEXT}")

#: The first property of a game in SGF.
_SGF = re.compile(r"\s*\(\s*;\s*[A-Z]+\s*\[")


def record_offsets(text: str) -> list[int]:
    """Return the offsets of the records in a string. Headers after moves start a new record."""
    starts, end = [0], 0
    for mark in _MARK.finditer(text):
        if mark["header"]:
            if end and text[end : mark.start()].strip():
                starts.append(mark.start())
            end = mark.end()
    return starts


def _records_in(path: Path) -> list[tuple[int, str]]:
    """Return the records in a file, each as the number of its first line and its text."""
    text = read_text(path, "a file of game records", MAX_BYTES, SaveError)
    line, records = 1, []
    for start, end in pairwise([*record_offsets(text), len(text)]):
        records.append((line, text[start:end]))
        line += text.count("\n", start, end)
    return records


def split_game_number(path: Path) -> tuple[Path, int | None]:
    """Split `FILE#NUMBER` into the file and the number of the game."""
    match = re.fullmatch(r"(.+)#([0-9]{1,9})", path.name)
    if match is None or path.exists():
        return path, None
    return path.with_name(match[1]), int(match[2])


def is_record(path: Path) -> bool:
    """Return whether a file is a game record, judging by its suffix, first header or SGF property.

    Records in SGF, the Smart Game Format, are read by plugins. A saved game is never a record: the
    first version gave saves any suffix.
    """
    file, _ = split_game_number(path)
    has_suffix = file.suffix.lower() in (SUFFIX, ".sgf")
    try:
        text = saves.read_save_text(file)
    except SaveError:
        return has_suffix
    if saves.is_save_text(text):
        return False
    return has_suffix or (HEADER.match(text) or _SGF.match(text)) is not None


def open_file(path: Path) -> tuple[Session, str]:
    """Return the session in a record, and a note. `FILE#NUMBER` selects a game in a file."""
    file, number = split_game_number(path)
    games = _records_in(file)
    chosen = 1 if number is None else number
    if not 1 <= chosen <= len(games):
        raise SaveError(
            f"{shorten_path(file)} has no game {chosen:,}; choose one from 1 to {len(games):,}."
        )
    session = _read_record(path, *games[chosen - 1], _setup_parser(file))
    notes = [disagreement(session) or ""]
    if number is None and len(games) > 1:
        text = ngettext(
            "{path} contains {count:,} game. This is the first one; open {name}#2 for the next.",
            "{path} contains {count:,} games. This is the first one; open {name}#2 for the next.",
            len(games),
        )
        notes.append(text.format(path=shorten_path(file), count=len(games), name=file.name))
    return session, " ".join(filter(None, notes))


def _setup_parser(path: Path) -> Callable[[str], Setup]:
    """Return a setup parser that finds puzzle files in the same folder as a file."""
    return partial(parse_setup, folders=(path.absolute().parent,))


def _read_record(path: Path, line: int, text: str, find: Callable[[str], Setup]) -> Session:
    """Return the session in a record that starts at the given line of a file."""
    if len(text) > saves.MAX_BYTES:
        raise SaveError(
            f"{shorten_path(path)} has a game of {len(text):,} bytes, more than the limit of "
            f"{saves.MAX_BYTES:,}; choose another file."
        )
    return read(text, shorten_path(path), line=line, find=find)


def sessions(path: Path, find: Callable[[str], Setup] | None = None) -> Iterator[Session]:
    """Yield the sessions in a record file if it exists; raise `SaveError` for an invalid record."""
    if not path.exists():
        return
    find = lru_cache(1)(find or _setup_parser(path))  # usually one game
    for line, text in _records_in(path):
        if text.strip():  # the file is not empty
            yield _read_record(path, line, text, find)


def read_file(path: Path) -> Session:
    """Return the session in a record file; raise `SaveError` if there is none."""
    return open_file(path)[0]


class Collection:
    """A record file to which games are appended.

    Raises `SaveError` if the file exists, unless `replace` or `go_on` is set, and for games to add
    to a file in UTF-16. A new file that stays empty is removed at the end.
    """

    def __init__(self, path: Path, *, replace: bool = False, go_on: bool = False) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            #: Whether to replace the old contents, and whether the file is new.
            self._is_empty = not go_on
            self._is_new = not path.exists()
            self._lock = FileLock.of(path) if self._is_new or path.is_file() else None
            if go_on and path.is_file() and is_utf_16(path):
                raise SaveError(
                    f"{shorten_path(path)} is in UTF-16, so games cannot be added to it; save it "
                    "in UTF-8, or choose another file."
                )
            # Unbuffered, so that each game is on disk at once.
            self._file = path.open("ab" if replace or go_on else "xb", buffering=0)
        except OSError as error:
            raise self._write_error(error) from error

    def _write_error(self, error: OSError) -> SaveError:
        reason = error.strerror or error
        return SaveError(
            f"{shorten_path(self.path)} cannot be written ({reason}); choose another file."
        )

    def add(self, session: Session) -> None:
        """Append a game."""
        text = write(session).encode()
        is_file = self.path.is_file()
        try:
            if self._is_empty and not self._is_new and is_file:
                self._file.truncate(0)
            size = os.fstat(self._file.fileno()).st_size
            if is_file and size + len(text) > MAX_BYTES:
                raise SaveError(
                    f"{shorten_path(self.path)} has a size of {size:,} bytes, and the game "
                    f"would exceed the limit of {MAX_BYTES:,}; choose another file."
                )
            remaining = memoryview(b"\n" * bool(size) + text)
            try:
                while remaining:
                    remaining = remaining[self._file.write(remaining) :]
            except OSError:
                if is_file:  # remove the incomplete game
                    self._file.truncate(size)
                raise
        except OSError as error:
            raise self._write_error(error) from error
        self._is_empty = False

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
        if self._is_new and is_empty:
            self.path.unlink(missing_ok=True)


#: Headers that do not distinguish the games in a file.
_COMMON = {"Game", "ID", "Result", TERMINATION, TIME_CONTROL}


class Heading(NamedTuple):
    """The game in a record, and all other headers joined into one string."""

    game: str
    details: str


def contents(path: Path) -> list[Heading]:
    """Return the headings if a file has several records; raise `SaveError` if it is invalid."""
    if not is_record(path) or split_game_number(path)[1] is not None:
        return []
    return [_heading(text) for _, text in _records_in(path)]


def _heading(text: str) -> Heading:
    tags = {name: value for name, value, _ in headers(text)}
    labels = [f"{name} {value}" for name, value in tags.items() if name not in _COMMON]
    # Without headers, the first word is the game ID.
    game = tags.get("ID") or next(iter(text[:200].split()), "")
    return Heading(game, " · ".join(filter(None, [*labels, tags.get("Result")])))
