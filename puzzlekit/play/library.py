"""The library: all games, as entries in one SQLite file that several windows use at once.

Each window updates the entry of its own session, unless another one has updated it since: then
it adds a new entry, so that no move is lost.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from ..core import game_id
from ..core.errors import SaveError, escape_control_characters, join_names
from ..core.files import free_name, home
from ..core.locks import file_lock
from ..plugin import discovery
from . import saves
from .messages import count_noun
from .session import Session

#: Seconds to wait for another window that writes, and for one that was in vain waited for already.
PATIENCE, NO_PATIENCE = 3.0, 0.05

#: How long files that are held are waited for.
_patience: dict[Path, float] = {}

#: Seconds that a deleted game can be brought back.
DELETED_SECONDS = 30 * 24 * 3600.0

#: What SQLite says of a file that is no library any more, is in use, or cannot be written. That a
#: table or a column is missing is an SQLITE_ERROR.
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
_HELD = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE = {
    *(sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN),
    *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR),
}

#: Which table this is. `revision` counts how often an entry was written, `save` is a save's text.
#: `checksum` is what `_checksum` returns; versions without it leave an older one or none.
_FORMAT = 1
_TABLE = """
CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    revision INTEGER NOT NULL,
    plugin TEXT NOT NULL,
    title TEXT NOT NULL,
    game TEXT NOT NULL,
    players TEXT NOT NULL,
    begun REAL NOT NULL,
    changed REAL NOT NULL,
    moves INTEGER NOT NULL,
    result TEXT NOT NULL,
    deleted REAL,
    save TEXT NOT NULL,
    checksum TEXT
)"""

#: The columns that a checksum covers, those that a list reads, and all.
_CHECKED = ("plugin", "title", "game", "players", "changed", "moves", "result")
_FACTS = f"revision, checksum, number, begun, {', '.join(_CHECKED)}"
_COLUMNS = f"{_FACTS}, deleted, save"

#: What changes whenever an entry is written.
_WRITTEN = (*_CHECKED, "save", "checksum")

#: Bytes of a page of SQLite, and the most games that are rescued from a damaged file.
_PAGE, _MOST = 4096, 100_000

#: The first bytes of its pages that hold rows, and of those that lead to them.
_LEAF, _INTERIOR = 13, 5

#: The name of a new library, until it takes its place.
_NEW = "new.sqlite3"


class DamagedLibraryError(SaveError):
    """The library could not be read; it was moved aside, and the next use begins a new one."""


class Entry(NamedTuple):
    """What the library tells of a game; `result` is empty while it can be gone on with."""

    number: int
    title: str
    game: str
    players: tuple[str, ...]
    begun: float
    changed: float
    moves: int
    result: str

    @property
    def day(self) -> str:
        """The day on which it was last gone on with, such as 2026-11-21."""
        return time.strftime("%Y-%m-%d", time.localtime(self.changed))

    def matches(self, words: Iterable[str]) -> bool:
        """Return whether all words, in small letters, are found in what is told of the game."""
        texts = self.title, self.game, *self.players, self.day, self.result
        told = " ".join(texts).casefold()
        return all(word in told for word in words)

    def __str__(self) -> str:
        who = f" ({' - '.join(self.players)})" if len(self.players) > 1 else ""
        result = f", {self.result}" if self.result else ""
        return f"{self.game}{who}, {self.day}, {count_noun(self.moves)}{result}"


class Version(NamedTuple):
    """An entry as somebody knows it: its number, and how often it had been written then."""

    number: int
    revision: int


class Library:
    """The games in a file, by default in the user's folder; methods raise `SaveError`."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or home() / "games.sqlite3"
        #: The numbers of damaged games, which the last look at the entries left out.
        self.damaged: list[int] = []

    def entries(self, text: str = "", *, deleted: bool = False) -> list[Entry]:
        """Return the games whose facts hold all words of a text, the latest first."""
        words = text.casefold().split()
        return [entry for _, entry in self._rows(deleted=deleted) if entry.matches(words)]

    def damage(self) -> str:
        """Return a sentence about the games that the last call of `entries` left out, or none."""
        if not self.damaged:
            return ""
        numbers = join_names(map(str, self.damaged))
        return f"Damaged games of the library are left out, by number: {numbers}."

    def _rows(self, *, deleted: bool = False) -> list[tuple[str, Entry]]:
        """Return the plugin and the entry of each game that is not damaged, the latest first."""
        which = "NOT NULL" if deleted else "NULL"
        query = f"SELECT {_FACTS} FROM games WHERE deleted IS {which} ORDER BY changed DESC"
        found, self.damaged = [], []
        with self._reading() as games:
            for row in games.execute(query):
                if (entry := _entry(row)) is None:
                    self.damaged.append(row["number"])
                else:
                    found.append((row["plugin"], entry))
        return found

    def entry(self, number: int) -> Entry:
        """Return what is told of a game, also of a deleted one."""
        entry = _entry(self._row(_FACTS, number))
        if entry is None:
            raise _damaged(number)
        return entry

    def open(self, number: int) -> tuple[Session, Version]:
        """Return a game to be gone on with; raise `SaveError` if it cannot be replayed."""
        row = self._row("revision, checksum, save", number)
        if not (isinstance(row["revision"], int) and _has_save(row)):
            raise _damaged(number)
        return saves.restore(row["save"], f"Game {number}"), Version(number, row["revision"])

    def _row(self, columns: str, number: int) -> sqlite3.Row:
        """Return some columns of a game; raise `SaveError` if there is no such game."""
        query = f"SELECT {columns} FROM games WHERE number = ?"
        with self._reading() as games:
            found = games.execute(query, (_fitting(number),)).fetchone()
        row: sqlite3.Row = _one(found, number)
        return row

    def latest(self, plugin: str) -> int | None:
        """Return the number of the unfinished game of a plugin that was gone on with last."""
        name = discovery.absolute_id(plugin) if game_id.is_path(plugin) else plugin
        rows = self._rows()
        return next((entry.number for at, entry in rows if at == name and not entry.result), None)

    def unfinished(self) -> set[str]:
        """Return the plugins of which there are games that can be gone on with."""
        return {plugin for plugin, entry in self._rows() if not entry.result}

    def last_played(self) -> str:
        """Return the plugin of the game that was gone on with last; empty if there is none."""
        return next((plugin for plugin, _ in self._rows()), "")

    def add(self, session: Session) -> Version:
        """Add a session as a new entry."""
        facts = _facts(session)
        with self._writing() as games:
            return Version(_insert(games, facts), 0)

    def update(self, session: Session, version: Version) -> Version | None:
        """Write a session over its entry, unless somebody else has done so since the version."""
        facts = _facts(session)
        checksum = _checksum(version.revision + 1, facts)
        with self._writing() as games:
            done = games.execute(
                f"UPDATE games SET {', '.join(f'{name} = :{name}' for name in _WRITTEN)}, "
                "revision = revision + 1, deleted = NULL "
                "WHERE number = :number AND revision = :revision",
                facts | version._asdict() | {"checksum": checksum},
            )
            return version._replace(revision=version.revision + 1) if done.rowcount else None

    def delete(self, number: int) -> None:
        """Delete a game; for thirty days `restore` brings it back."""
        now = time.time()
        with self._writing() as games:
            done = games.execute("UPDATE games SET deleted = ? WHERE number = ?", (now, number))
            _one(done.rowcount, number)
            games.execute("DELETE FROM games WHERE deleted < ?", (now - DELETED_SECONDS,))

    def restore(self, number: int) -> None:
        """Bring a deleted game back."""
        with self._writing() as games:
            done = games.execute("UPDATE games SET deleted = NULL WHERE number = ?", (number,))
            _one(done.rowcount, number)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one transaction, which is made whole or not at all."""
        with self._guarded(), closing(self._connect()) as games, _whole(games):
            yield games
        _patience.pop(self.path, None)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Open the file to look something up; where nothing can be written, as it lies there."""
        with self._guarded():
            try:
                games = self._connect()
            except (sqlite3.OperationalError, OSError) as error:
                if isinstance(error, sqlite3.Error) and _code(error) not in _UNWRITABLE:
                    raise
                games = self._connect_read_only()
            with closing(games):
                yield games

    def _connect(self) -> sqlite3.Connection:
        """Open the file, which is made, and filled with older saves, if it is not there yet."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        patience = _patience.get(self.path, PATIENCE)
        games = sqlite3.connect(self.path, timeout=patience, isolation_level=None)
        with ExitStack() as stack:
            stack.callback(games.close)
            games.execute("PRAGMA journal_mode = WAL")
            if not _format_of(games):
                older = _older_games(self.path.parent / "saves")  # first: it takes a while
                with _whole(games):
                    if not _format_of(games):  # nobody else was first
                        games.execute(_TABLE)
                        for facts in older:
                            _insert(games, facts)
                        games.execute(f"PRAGMA user_version = {_FORMAT}")
            if (found := _format_of(games)) != _FORMAT:
                raise SaveError(
                    f"{self.path} has format {found}, this puzzlekit reads {_FORMAT}; "
                    "install a newer puzzlekit."
                )
            _prepare(games)
            stack.pop_all()
        return games

    def _connect_read_only(self) -> sqlite3.Connection:
        """Open the file where nothing can be written, or an empty library if there is none."""
        if self.path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        games = sqlite3.connect(":memory:", isolation_level=None)
        if self.path.is_file() and self.path.stat().st_size:
            where = f"{self.path.absolute().as_uri()}?immutable=1"
            with closing(sqlite3.connect(where, uri=True)) as file:
                file.backup(games)  # to add the checksums that it may lack
        else:
            games.execute(_TABLE)
        _prepare(games)
        return games

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turn what SQLite or the system say into a sentence."""
        try:
            yield
        except UnicodeDecodeError as error:  # SQLite names a damaged table
            raise self._moved_aside() from error
        except sqlite3.Error as error:
            if _code(error) in _DAMAGED:
                raise self._moved_aside() from error
            if _code(error) in _HELD:
                _patience[self.path] = NO_PATIENCE
                raise SaveError(
                    f"{self.path} is held by another program; wait for that one or end it, or set "
                    "PUZZLEKIT_HOME to another folder."
                ) from error
            raise SaveError(
                f"{self.path} cannot be used ({error}); see that it can be "
                "written, or set PUZZLEKIT_HOME to another folder."
            ) from error
        except OSError as error:
            raise SaveError(f"{self.path} cannot be used ({error.strerror}).") from error

    def _moved_aside(self) -> SaveError:
        """Replace a damaged library by one with its readable games; return what to say."""
        aside = free_name(self.path.with_suffix(".damaged"))
        try:
            with file_lock(self.path.with_suffix(".lock")):
                if self._is_sound():
                    return DamagedLibraryError(
                        "The library was damaged, and has just been rescued."
                    )
                with TemporaryDirectory(dir=self.path.parent, prefix=".rescue-") as folder:
                    rescued = _rescue(self.path, Path(folder))
                    self.path.replace(aside)
                    for end in ("-wal", "-shm"):  # they belong to it, and would spoil the next one
                        with suppress(FileNotFoundError):
                            Path(f"{self.path}{end}").replace(f"{aside}{end}")
                    if rescued:
                        Path(folder, _NEW).replace(self.path)
        except (OSError, sqlite3.Error) as error:
            return SaveError(
                f"The library {self.path} is damaged and cannot be moved aside "
                f"({getattr(error, 'strerror', None) or error}); move it yourself."
            )
        rest = (
            f"{rescued:,} of its games could be read and stay" if rescued else "a new one is begun"
        )
        return DamagedLibraryError(
            f"The library of games was damaged and has been moved to {aside}; {rest}."
        )

    def _is_sound(self) -> bool:
        """Return whether another process has replaced the library meanwhile."""
        try:
            with closing(self._connect()) as games:
                games.execute(f"SELECT {_COLUMNS} FROM games LIMIT 1").fetchall()
                return bool(games.execute("PRAGMA quick_check").fetchone()[0] == "ok")
        except (sqlite3.Error, UnicodeDecodeError, SaveError):
            return False


def _prepare(games: sqlite3.Connection) -> None:
    """Let rows have names and any text, and add the column that an older library lacks."""
    games.row_factory = sqlite3.Row
    games.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    if "checksum" not in {row["name"] for row in games.execute("PRAGMA table_info(games)")}:
        games.execute("ALTER TABLE games ADD COLUMN checksum TEXT")


def _rescue(damaged: Path, folder: Path) -> int:
    """Write a library with the readable games of a damaged one; return how many there are.

    It also tries the first page of a new library, which lists the tables, and a new root page.
    """
    new = folder / _NEW
    with closing(sqlite3.connect(new, isolation_level=None)) as games:
        games.execute("PRAGMA journal_mode = WAL")
        games.execute(_TABLE)
        games.execute(f"PRAGMA user_version = {_FORMAT}")
    first = bytearray(new.read_bytes()[:_PAGE])
    content = damaged.read_bytes()
    first[28:40] = (len(content) // _PAGE).to_bytes(4, "big") + bytes(8)  # no page is free
    rows = dict[int, tuple[Any, ...]]()
    for number, start in enumerate((b"", bytes(first), bytes(first) + _root(content))):
        copy = folder / f"copy-{number}"
        copy.write_bytes(start + content[len(start) :])
        with suppress(FileNotFoundError):
            Path(f"{copy}-wal").write_bytes(Path(f"{damaged}-wal").read_bytes())
        rows = _readable(copy) | rows
    with closing(sqlite3.connect(new, isolation_level=None)) as games, _whole(games):
        marks = ", ".join("?" * len(_COLUMNS.split(", ")))
        games.executemany(f"INSERT INTO games ({_COLUMNS}) VALUES ({marks})", rows.values())
    return len(rows)


def _root(content: bytes) -> bytes:
    """Return a page of SQLite's format that leads to all leaves of tables in a file."""
    leaves = []
    for at in range(3 * _PAGE, len(content) - _PAGE + 1, _PAGE):  # the third page is no game's
        page = content[at : at + _PAGE]
        if page[0] == _LEAF and (cells := int.from_bytes(page[3:5], "big")):
            last = int.from_bytes(page[6 + 2 * cells : 8 + 2 * cells], "big")
            key = _varint_end(page, last)  # the size of the row, then its number
            leaves.append((page[key : _varint_end(page, key)], at // _PAGE + 1))
    leaves = sorted(leaves, key=lambda leaf: (len(leaf[0]), leaf[0]))[: _PAGE // 20]
    if not leaves:
        return content[_PAGE : 2 * _PAGE]
    entries = [page.to_bytes(4, "big") + key for key, page in leaves[:-1]]
    ends = [_PAGE, *(_PAGE - end for end in accumulate(map(len, entries)))]
    head = bytes([_INTERIOR, 0, 0]) + b"".join(
        each.to_bytes(2, "big") for each in (len(entries), ends[-1])
    )
    head += b"\0" + leaves[-1][1].to_bytes(4, "big")
    head += b"".join(end.to_bytes(2, "big") for end in ends[1:])
    return head.ljust(ends[-1], b"\0") + b"".join(entries[::-1])


def _varint_end(page: bytes, at: int) -> int:
    """Return where a number ends of which each byte but the last has its highest bit set."""
    while at < len(page) and page[at] >= 128:
        at += 1
    return at + 1


def _readable(path: Path) -> dict[int, tuple[Any, ...]]:
    """Return the games of a file that can be read and are as they were written, by number."""
    found = dict[int, tuple[Any, ...]]()
    errors = sqlite3.Error, UnicodeDecodeError
    with suppress(*errors), closing(sqlite3.connect(path, isolation_level=None)) as games:
        with suppress(*errors):
            _prepare(games)
        numbers = 0
        for query in ("SELECT seq FROM sqlite_sequence", "SELECT max(number) FROM games"):
            with suppress(*errors, TypeError, ValueError):
                numbers = max(numbers, int(games.execute(query).fetchone()[0]))
        numbers = min(numbers or 1000 + path.stat().st_size // 100, _MOST)
        for number in range(1, numbers + 1):
            with suppress(*errors):
                query = f"SELECT {_COLUMNS} FROM games WHERE number = ?"
                row = games.execute(query, (number,)).fetchone()
                if row and _entry(row) is not None and _has_save(row):
                    found[number] = tuple(row)
    return found


@contextmanager
def _whole(games: sqlite3.Connection) -> Iterator[None]:
    """Make all changes, or none of them."""
    games.execute("BEGIN IMMEDIATE")
    try:
        yield
        games.execute("COMMIT")
    finally:
        if games.in_transaction:  # on a full disk SQLite has rolled back already
            games.execute("ROLLBACK")


def _code(error: sqlite3.Error) -> int:
    """Return what went wrong, without the details of SQLite's extended codes."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _format_of(games: sqlite3.Connection) -> int:
    return int(games.execute("PRAGMA user_version").fetchone()[0])


def _facts(session: Session) -> dict[str, Any]:
    rules, moves = session.rules, session.all_moves
    ended = None
    with suppress(Exception):  # a plugin may fail; the moves are kept
        ended = session.final
    return {
        "plugin": session.setup.game.name,
        "title": rules.name,
        "game": session.setup.id,
        "players": ",".join(session.players),
        "changed": time.time(),
        "moves": len(moves),
        "result": ended.text if ended is not None else session.tags.get("Result", ""),
        "save": saves.dump(session),
    }


def _checksum(revision: int, facts: Mapping[str, Any]) -> str:
    """Return the revision, and the checksums of the facts for a list and of the save."""
    return f"{revision} {_sum_of_facts(facts)} {_sum_of_save(facts)}"


def _sum_of_facts(facts: Mapping[str, Any]) -> str:
    return f"{zlib.crc32(json.dumps([facts[name] for name in _CHECKED]).encode()):08x}"


def _sum_of_save(facts: Mapping[str, Any]) -> str:
    return f"{zlib.crc32(facts['save'].encode()):08x}"


def _insert(games: sqlite3.Connection, facts: dict[str, Any]) -> int:
    added = games.execute(
        f"INSERT INTO games (revision, begun, {', '.join(_WRITTEN)}) "
        f"VALUES (0, :changed, :{', :'.join(_WRITTEN)})",
        facts | {"checksum": _checksum(0, facts)},
    )
    assert added.lastrowid is not None
    return added.lastrowid


def _entry(row: sqlite3.Row) -> Entry | None:
    """Return what is told of a game, with control characters escaped; None if it is damaged."""
    texts = [row[name] for name in ("plugin", "title", "game", "players", "result")]
    times, moves = (row["begun"], row["changed"]), row["moves"]
    if not (all(map(_is_text, texts)) and all(map(_is_time, times))):
        return None
    if not (isinstance(moves, int) and moves >= 0) or _differs(row, 0, _sum_of_facts):
        return None
    title, game, players, result = map(escape_control_characters, texts[1:])
    return Entry(row["number"], title, game, tuple(players.split(",")), *times, moves, result)


def _has_save(row: sqlite3.Row) -> bool:
    return _is_text(row["save"]) and not _differs(row, 1, _sum_of_save)


def _differs(row: sqlite3.Row, which: int, sum_of: Callable[[Mapping[str, Any]], str]) -> bool:
    """Return whether a row is not as it was written; what an older version wrote, nobody knows."""
    revision, *sums = str(row["checksum"]).split(" ")
    return revision == str(row["revision"]) and len(sums) == 2 and sum_of(dict(row)) != sums[which]


def _is_text(value: object) -> bool:
    """Return whether a value is a text that was UTF-8."""
    return isinstance(value, str) and not any("\ud800" <= each <= "\udfff" for each in value)


def _is_time(value: object) -> bool:
    """Return whether a value is a time that has a date."""
    try:
        return isinstance(value, int | float) and bool(time.localtime(value))
    except (OverflowError, ValueError, OSError):
        return False


def _damaged(number: int) -> SaveError:
    return SaveError(f"Game {number} of the library is damaged; delete it, or open another.")


def _fitting(number: int) -> int:
    """Return a number that SQLite can look for: longer ones are nobody's."""
    return number if abs(number) < 2**63 else -1


def _one(found: Any, number: int) -> Any:
    """Return what was found of a game; raise `SaveError` if that is nothing."""
    if not found:
        raise SaveError(f"There is no game {number} in the library; `puzzlekit games` lists them.")
    return found


def _older_games(folder: Path) -> list[dict[str, Any]]:
    """Return the games that were kept in files of their own; the files stay where they are."""
    found = []
    for path in sorted(folder.glob("*")):
        if path.suffix in (".json", ".previous"):
            with suppress(SaveError, OSError):  # what cannot be read stays a file
                facts = _facts(saves.restore(saves.read_save_text(path)))
                found.append(facts | {"changed": path.stat().st_mtime})
    return found
