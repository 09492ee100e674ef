"""The library of all games, in one SQLite file that several windows share.

Each window updates the entry of its own session. If another window has changed that entry in the
meantime, the session is saved as a new entry, so that no move is lost.
"""

from __future__ import annotations

import errno
import json
import os
import re
import sqlite3
import time
import weakref
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from ..core import game_id
from ..core.errors import SaveError, escape_control_characters, join_names
from ..core.files import home, unused_path
from ..core.formatting import searchable
from ..core.locks import file_lock
from ..core.translation import _
from ..plugin import discovery
from ..rules.merged_moves import count_moves
from . import records, saves
from .headers import DATE, names_of
from .messages import format_move_count
from .session import Session

#: Lock timeouts in seconds: the normal one, and the one used after a timeout.
LOCK_SECONDS, RETRY_LOCK_SECONDS = 3.0, 0.05

#: Current lock timeout by path.
_patience: dict[Path, float] = {}

#: Time in seconds during which a deleted game can be restored.
DELETED_SECONDS = 30 * 24 * 3600.0

#: SQLite error codes for files that are damaged, locked or not writable. A missing table or column
#: is an SQLITE_ERROR.
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE = {
    *(sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN),
    *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR),
}

#: Format version and schema. `revision` counts how often an entry was written, `save` is the saved
#: game as text, and `checksum` is the result of `_checksum`. Older versions of puzzlekit leave the
#: checksum stale or empty.
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

#: Columns covered by a checksum, columns read for lists, and all columns.
_CHECKED = ("plugin", "title", "game", "players", "changed", "moves", "result")
_FACTS = f"revision, checksum, number, begun, {', '.join(_CHECKED)}"
_COLUMNS = f"{_FACTS}, deleted, save"

#: The condition for games that can be resumed.
_UNFINISHED = "deleted IS NULL AND result = ''"

#: Columns that change whenever an entry is written.
_WRITTEN = (*_CHECKED, "save", "checksum")

#: SQLite page size in bytes, and the first byte of the leaf pages of tables.
_PAGE_SIZE, _LEAF = 4096, 13

#: Half a character, as which invalid bytes are read.
_SURROGATE = re.compile("[\ud800-\udfff]")

#: Temporary name of a new library.
_NEW = "new.sqlite3"


class DamagedLibraryError(SaveError):
    """Raised after a damaged library has been moved aside. The next use creates a new library."""


class LibraryEntry(NamedTuple):
    """The facts about a game in the library. `result` is empty while the game can be resumed.

    `players` are the names of people, as far as they are known, and of computer players.
    """

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
        """The day when the game was last played, such as 2026-11-21."""
        return time.strftime("%Y-%m-%d", time.localtime(self.changed))

    def matches(self, words: Iterable[str]) -> bool:
        """Return whether each of the given `searchable` words occurs in the facts."""
        short_id = re.sub(r"\w+=", "", self.game)  # such as hex:5, as people type it
        texts = self.title, self.game, short_id, *self.players, self.day, self.result
        text = searchable(" ".join(texts))
        return all(word in text for word in words)

    def __str__(self) -> str:
        players = f" ({' - '.join(self.players)})" if len(self.players) > 1 else ""
        result = f", {self.result}" if self.result else ""
        return f"{self.game}{players}, {self.day}, {format_move_count(self.moves)}{result}"


class Version(NamedTuple):
    """An entry's number, and the revision of the entry that a session has seen."""

    number: int
    revision: int


class Library:
    """The games in a file, which by default is in the user's folder. Methods raise `SaveError`."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or home() / "games.sqlite3"
        #: The numbers of the damaged games omitted from the last listing.
        self.damaged: list[int] = []
        self._spare: sqlite3.Connection | None = None

    def entries(self, text: str = "", *, deleted: bool = False) -> list[LibraryEntry]:
        """Return the games whose facts contain all words of a search text, latest first."""
        words, null = searchable(text).split(), "NOT NULL" if deleted else "NULL"
        entries, self.damaged = [], []
        for row in self._rows(f"deleted IS {null}"):
            if (entry := _entry_of_row(row)) is None:
                self.damaged.append(row["number"])
            elif not words or entry.matches(words):
                entries.append(entry)
        return entries

    def damage_notice(self) -> str:
        """Return a sentence about games omitted from the last listing, or an empty string."""
        if not self.damaged:
            return ""
        numbers = join_names(map(str, self.damaged))
        return _("Damaged games not listed: {numbers}.").format(numbers=numbers)

    def _rows(self, condition: str, *values: str) -> Iterator[sqlite3.Row]:
        """Yield the facts about the games that fulfil a condition, latest first."""
        query = f"SELECT {_FACTS} FROM games WHERE {condition} ORDER BY changed DESC"
        with self._reading() as games:
            yield from games.execute(query, values)

    def open(self, number: int) -> tuple[Session, Version]:
        """Return a game so that it can be resumed; raise `SaveError` if it cannot be replayed.

        A game without a date gets the date when it began.
        """
        row = self._row("revision, checksum, begun, save", number)
        if not (isinstance(row["revision"], int) and _has_save(row)):
            raise _damaged_error(number)
        session = saves.restore(row["save"], f"Game {number}")
        if _is_time(row["begun"]):
            day = time.strftime("%Y.%m.%d", time.localtime(row["begun"]))
            session.tags.setdefault(DATE, day)
        return session, Version(number, row["revision"])

    def _row(self, columns: str, number: int) -> sqlite3.Row:
        """Return some columns of a game; raise `SaveError` if there is no such game."""
        query = f"SELECT {columns} FROM games WHERE number = ?"
        with self._reading() as games:
            result = games.execute(query, (_sqlite_integer(number),)).fetchone()
        row: sqlite3.Row = _require(result, number)
        return row

    def latest_unfinished(self, plugin: str) -> int | None:
        """Return the number of the latest unfinished game of a plugin."""
        name = discovery.absolute_id(plugin) if game_id.is_path(plugin) else plugin
        if not _is_text(name):  # SQLite cannot store it
            return None
        rows = self._rows(f"{_UNFINISHED} AND plugin = ?", name)
        return next((row["number"] for row in rows if _entry_of_row(row)), None)

    def unfinished(self) -> set[str]:
        """Return the plugins with unfinished games."""
        found = set[str]()
        for row in self._rows(_UNFINISHED):
            if row["plugin"] not in found and _entry_of_row(row):
                found.add(row["plugin"])
        return found

    def last_played_plugin(self) -> str:
        """Return the plugin of the last game played, or an empty string."""
        rows = self._rows("deleted IS NULL")
        return next((row["plugin"] for row in rows if _entry_of_row(row)), "")

    def add(self, session: Session) -> Version:
        """Add a session as a new entry."""
        facts = _session_facts(session)
        with self._writing() as games:
            return Version(_insert(games, facts), 0)

    def update(self, session: Session, version: Version) -> Version | None:
        """Overwrite the entry of a session, unless it has changed since the given version."""
        facts = _session_facts(session)
        checksum = _checksum(version.revision + 1, facts)
        with self._writing() as games:
            done = games.execute(
                f"UPDATE games SET {', '.join(f'{name} = :{name}' for name in _WRITTEN)}, "
                "revision = revision + 1, deleted = NULL "
                "WHERE number = :number AND revision = :revision",
                facts | version._asdict() | {"checksum": checksum},
            )
            return version._replace(revision=version.revision + 1) if done.rowcount else None

    def delete(self, *numbers: int) -> None:
        """Delete games, or none if one is missing. `restore` can undo this for thirty days."""
        now = time.time()
        self._mark_deleted(numbers, now)
        with self._writing() as games:
            games.execute("DELETE FROM games WHERE deleted < ?", (now - DELETED_SECONDS,))

    def restore(self, *numbers: int) -> None:
        """Restore deleted games, or none if one is missing."""
        self._mark_deleted(numbers, None)

    def _mark_deleted(self, numbers: Iterable[int], when: float | None) -> None:
        with self._writing() as games:
            for number in numbers:
                facts = when, _sqlite_integer(number)
                done = games.execute("UPDATE games SET deleted = ? WHERE number = ?", facts)
                _require(done.rowcount, number)

    def keep_open(self) -> None:
        """Keep a spare connection open, so that SQLite does not remove its journal at each save."""
        if self._spare is None:
            with suppress(sqlite3.Error):
                self._spare = sqlite3.connect(self.path, check_same_thread=False)
                weakref.finalize(self, self._spare.close)
                _format_version(self._spare)  # opens the files

    def _close(self) -> None:
        if self._spare is not None:
            self._spare.close()
            self._spare = None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one transaction."""
        with self._convert_errors(), closing(self._connect()) as games, _transaction(games):
            yield games
        _patience.pop(self.path, None)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Open the file for reading, even if it is read-only."""
        with self._convert_errors():
            try:
                games = self._connect()
            except (sqlite3.OperationalError, OSError) as error:
                if (
                    isinstance(error, sqlite3.Error)
                    and _primary_error_code(error) not in _UNWRITABLE
                ):
                    raise
                games = self._connect_read_only()
            with closing(games):
                yield games

    def _connect(self) -> sqlite3.Connection:
        """Open the file; if it is new, create the table and import older saves."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        patience = _patience.get(self.path, LOCK_SECONDS)
        games = sqlite3.connect(self.path, timeout=patience, isolation_level=None)
        with ExitStack() as stack:
            stack.callback(games.close)
            games.execute("PRAGMA journal_mode = WAL")
            if not _format_version(games):
                older = _older_games(self.path.parent / "saves")  # before the transaction: slow
                with _transaction(games):
                    if not _format_version(games):  # no other process was first
                        games.execute(_TABLE)
                        for facts in older:
                            _insert(games, facts)
                        games.execute(f"PRAGMA user_version = {_FORMAT}")
            if (version := _format_version(games)) != _FORMAT:
                raise SaveError(
                    f"{self.path} has format {version}, but this puzzlekit reads format {_FORMAT}; "
                    "install a newer puzzlekit."
                )
            _prepare_connection(games)
            stack.pop_all()
        return games

    def _connect_read_only(self) -> sqlite3.Connection:
        """Open a read-only file, or an empty library if there is none."""
        if self.path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        games = sqlite3.connect(":memory:", isolation_level=None)
        if self.path.is_file() and self.path.stat().st_size:
            where = f"{self.path.absolute().as_uri()}?immutable=1"
            with closing(sqlite3.connect(where, uri=True)) as file:
                file.backup(games)  # a copy in memory, so that a missing column can be added
        else:
            games.execute(_TABLE)
        _prepare_connection(games)
        return games

    @contextmanager
    def _convert_errors(self) -> Iterator[None]:
        """Convert errors raised by SQLite and the operating system to `SaveError`."""
        try:
            yield
        except UnicodeDecodeError as error:  # the name of a damaged table
            raise self._replace_damaged() from error
        except sqlite3.Error as error:
            if _primary_error_code(error) in _DAMAGED:
                raise self._replace_damaged() from error
            if _primary_error_code(error) in _LOCKED:
                _patience[self.path] = RETRY_LOCK_SECONDS
                raise SaveError(
                    f"{self.path} is locked by another program. Close that program, or set "
                    "PUZZLEKIT_HOME to another folder."
                ) from error
            raise SaveError(
                f"Cannot use {self.path} ({error}). Make it writable, or set "
                "PUZZLEKIT_HOME to another folder."
            ) from error
        except OSError as error:
            raise SaveError(f"Cannot use {self.path} ({error.strerror}).") from error

    def _replace_damaged(self) -> SaveError:
        """Replace a damaged library with its readable games; return the error to raise."""
        self._close()
        aside = unused_path(self.path.with_suffix(".damaged"))
        try:
            with file_lock(self.path.with_suffix(".lock")):
                if self._is_sound():
                    return DamagedLibraryError(
                        "The library was damaged and has just been repaired."
                    )
                with TemporaryDirectory(dir=self.path.parent, prefix=".rescue-") as folder:
                    rescued = _rescue(self.path, Path(folder))
                    self.path.replace(aside)
                    for end in ("-wal", "-shm"):  # the old journal would corrupt the new file
                        with suppress(FileNotFoundError):
                            Path(f"{self.path}{end}").replace(f"{aside}{end}")
                    if rescued:
                        Path(folder, _NEW).replace(self.path)
        except (OSError, sqlite3.Error, SaveError) as error:
            return SaveError(
                f"The library {self.path} is damaged and cannot be moved "
                f"({getattr(error, 'strerror', None) or error}). Close all other windows of "
                "puzzlekit and try again, or move it yourself."
            )
        rest = f"{rescued:,} games were rescued" if rescued else "a new library is created"
        return DamagedLibraryError(
            f"The library was damaged. It has been moved to {aside}; {rest}."
        )

    def _is_sound(self) -> bool:
        """Return whether another process has already replaced the library."""
        try:
            with closing(self._connect()) as games:
                games.execute(f"SELECT {_COLUMNS} FROM games LIMIT 1").fetchall()
                return bool(games.execute("PRAGMA quick_check").fetchone()[0] == "ok")
        except (sqlite3.Error, UnicodeDecodeError, SaveError):
            return False


def _prepare_connection(games: sqlite3.Connection) -> None:
    """Set the row and text factories, and add the column missing from older libraries."""
    games.row_factory = sqlite3.Row
    games.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    if "checksum" not in {row["name"] for row in games.execute("PRAGMA table_info(games)")}:
        games.execute("ALTER TABLE games ADD COLUMN checksum TEXT")


def _rescue(damaged: Path, folder: Path) -> int:
    """Write a library with the readable games of a damaged one; return their number."""
    # The first page, which lists the tables, is replaced in a copy of the file. Then each leaf page
    # in turn is read as if it were the only page of the table.
    new, copy = Library(folder / _NEW), folder / "copy"
    with new._writing():
        pass  # creates the file
    first, content = bytearray(new.path.read_bytes()[:_PAGE_SIZE]), damaged.read_bytes()
    first[28:40] = (len(content) // _PAGE_SIZE).to_bytes(4, "big") + bytes(8)  # no free pages
    copy.write_bytes(first + content[_PAGE_SIZE:])
    with suppress(FileNotFoundError, sqlite3.Error):  # apply the journal
        Path(f"{copy}-wal").write_bytes(Path(f"{damaged}-wal").read_bytes())
        with closing(sqlite3.connect(copy)) as games:
            games.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content, found = copy.read_bytes(), list[sqlite3.Row]()
    for at in range(_PAGE_SIZE, len(content), _PAGE_SIZE):
        if content[at] == _LEAF:
            with copy.open("r+b") as file:
                file.seek(_PAGE_SIZE)
                file.write(content[at : at + _PAGE_SIZE])
            found += _read_intact_games(copy)
    found.sort(key=itemgetter("revision"))  # the last revision of each game counts
    rows = {row["number"]: tuple(row) for row in found}
    with new._writing() as games:
        marks = ", ".join("?" * len(_COLUMNS.split(", ")))
        games.executemany(f"INSERT INTO games ({_COLUMNS}) VALUES ({marks})", rows.values())
    return len(rows)


def _read_intact_games(path: Path) -> list[sqlite3.Row]:
    """Return the intact games of a file."""
    rows = list[sqlite3.Row]()
    errors = sqlite3.Error, UnicodeDecodeError
    with suppress(*errors), closing(sqlite3.connect(path, isolation_level=None)) as games:
        _prepare_connection(games)
        for (number,) in games.execute("SELECT number FROM games").fetchall():
            with suppress(*errors):
                query = f"SELECT {_COLUMNS} FROM games WHERE number = ?"
                for row in games.execute(query, (number,)):
                    if isinstance(row["revision"], int) and _entry_of_row(row) and _has_save(row):
                        rows.append(row)
    return rows


@contextmanager
def _transaction(games: sqlite3.Connection) -> Iterator[None]:
    with games:  # commits or rolls back
        games.execute("BEGIN IMMEDIATE")
        yield


def _primary_error_code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _format_version(games: sqlite3.Connection) -> int:
    return int(games.execute("PRAGMA user_version").fetchone()[0])


def _session_facts(session: Session) -> dict[str, Any]:
    rules, seats = session.rules, zip(names_of(session), session.players, strict=True)
    result = None
    with suppress(Exception):  # plugins can fail; the moves are still saved
        result = session.final
    return {
        "plugin": session.setup.game.name,
        "title": rules.name,
        "game": session.setup.id,
        "players": ",".join(name.replace(",", "") or player for name, player in seats),
        "changed": time.time(),
        "moves": count_moves(rules, [node.move for node in session.tree.main_line()[1:]]),
        "result": result.text if result is not None else session.tags.get("Result", ""),
        "save": saves.dump(session),
    }


def _checksum(revision: int, facts: Mapping[str, Any]) -> str:
    """Return the revision number with checksums of the facts and of the saved game."""
    return f"{revision} {_crc(facts, save=False)} {_crc(facts, save=True)}"


def _crc(facts: Mapping[str, Any], *, save: bool) -> str:
    text = facts["save"] if save else json.dumps([facts[name] for name in _CHECKED])
    return f"{zlib.crc32(text.encode()):08x}"


def _fails_checksum(row: sqlite3.Row, *, save: bool) -> bool:
    """Return whether a row does not match its checksum. Rows of older versions have no checksum."""
    revision, *sums = str(row["checksum"]).split(" ")
    is_current = revision == str(row["revision"]) and len(sums) == 2
    return is_current and _crc(dict(row), save=save) != sums[save]


def _insert(games: sqlite3.Connection, facts: dict[str, Any]) -> int:
    added = games.execute(
        f"INSERT INTO games (revision, begun, {', '.join(_WRITTEN)}) "
        f"VALUES (0, :changed, :{', :'.join(_WRITTEN)})",
        facts | {"checksum": _checksum(0, facts)},
    )
    assert added.lastrowid is not None
    return added.lastrowid


def _entry_of_row(row: sqlite3.Row) -> LibraryEntry | None:
    """Return the entry in a row with control characters escaped, or None if it is damaged."""
    texts = [row[name] for name in ("plugin", "title", "game", "players", "result")]
    times, moves = (row["begun"], row["changed"]), row["moves"]
    if not (all(map(_is_text, texts)) and all(map(_is_time, times))):
        return None
    if not (isinstance(moves, int) and moves >= 0) or _fails_checksum(row, save=False):
        return None
    title, game, players, result = map(escape_control_characters, texts[1:])
    return LibraryEntry(
        row["number"], title, game, tuple(players.split(",")), *times, moves, result
    )


def _has_save(row: sqlite3.Row) -> bool:
    return _is_text(row["save"]) and not _fails_checksum(row, save=True)


def _is_text(value: object) -> bool:
    """Return whether a value is a valid string."""
    return isinstance(value, str) and not _SURROGATE.search(value)


def _is_time(value: object) -> bool:
    """Return whether a value is a valid time."""
    try:
        return isinstance(value, int | float) and bool(time.localtime(value))
    except (OverflowError, ValueError, OSError):
        return False


def _damaged_error(number: int) -> SaveError:
    return SaveError(f"Game {number} is damaged. Delete it, or open another one.")


def _sqlite_integer(number: int) -> int:
    """Return the number if SQLite can store it, or a number that matches no game."""
    return number if abs(number) < 2**63 else -1


def _require(result: Any, number: int) -> Any:
    """Return a query result; raise `SaveError` if it is empty."""
    if not result:
        raise SaveError(f"No game {number} in the library; see `puzzlekit games`.")
    return result


def _older_games(folder: Path) -> list[dict[str, Any]]:
    """Return the games that older versions saved in separate files. The files are kept.

    Games that cannot be replayed now, such as those of a missing plugin, are included.
    """
    games = []
    for path in sorted(folder.glob("*")):
        if path.suffix in (".json", ".previous"):
            with suppress(SaveError, OSError):  # skip unreadable files
                text = saves.read_save_text(path)
                facts = _older_facts(text) | {"changed": path.stat().st_mtime}
                if all(_is_text(facts[name]) for name in ("plugin", "game", "players", "result")):
                    games.append(facts)
    return games


def _older_facts(text: str) -> dict[str, Any]:
    try:
        return _session_facts(saves.restore(text))
    except SaveError:
        data = saves.read_fields(text)
    name, options = data["plugin"], tuple(data["options"].items())
    start = data.get("seed"), data.get("position", ""), data.get("walk")
    return {
        "plugin": name,
        "title": name,
        "game": str(game_id.GameID(name, options, *start)),
        "players": ",".join(player.replace(",", "") for player in data["players"]),
        "moves": len(data["moves"]),
        "result": "",
        "save": text,
    }


class LibraryTarget:
    """A save target that writes a session to the library. The first save creates the entry."""

    def __init__(self, version: Version | None = None, edits: int = 0) -> None:
        self.version = version
        #: The library, and the number of edits of the session when it was last saved.
        self._library, self._edits = Library(), edits
        #: The number of the line of play stored in the entry.
        self._line = 0

    @property
    def is_saved(self) -> bool:
        """True if the session has an entry."""
        return self.version is not None

    def save(self, session: Session) -> str:
        """Save the session; return a message, which is usually empty."""
        try:
            message = self._save(session)
        except DamagedLibraryError as error:
            self._edits = -1  # save again in case the game was not rescued
            self._save(session)
            message = str(error)
        finally:
            self._edits = session.tree.edits
        self._library.keep_open()
        return message

    def _save(self, session: Session) -> str:
        known, is_other = self.version, session.line != self._line
        if known is not None and not is_other:
            updated = self._library.update(session, known)
            if updated is not None or session.tree.edits == self._edits:
                self.version = updated or known
                return ""
        if is_other:
            session.tags.pop(DATE, None)
        self.version, self._line = self._library.add(session), session.line
        if known is None:
            return ""
        if is_other:
            return _(
                "Game {old} in the library is unchanged; this game is now saved separately as "
                "number {new}."
            ).format(old=known.number, new=self.version.number)
        return _(
            "This game was continued in another window; this copy is now saved separately as "
            "number {number}."
        ).format(number=self.version.number)

    def __str__(self) -> str:
        if self.version is None:
            return _("Game saved in the library.")
        text = _("Game saved in the library as number {number}.")
        return text.format(number=self.version.number)


def export_entry(number: int) -> Path:
    """Export a game from the library to the user's folder as a record, and return its path."""
    session, _ = Library().open(number)
    name = re.sub(r"\W+", "-", session.rules.name.lower()).strip("-")
    path = home() / "records" / f"{name}-{number}{records.SUFFIX}"
    records.write_file(session, path)
    return path


def open_entry(number: int) -> tuple[Session, LibraryTarget]:
    """Return a game in the library and the target for saving it."""
    session, version = Library().open(number)
    return session, LibraryTarget(version, session.tree.edits)
