"""The library: every game that was begun is an entry of its own, in one SQLite file.

Windows and terminals use it at once. Each writes the entry of its own session only, and only if
nobody else has gone on with it since: whoever comes second gets an entry of their own, so that no
move is lost.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from ..core.errors import SaveError
from ..core.files import free_name, home
from . import game_id, plugins, saves
from .sentences import counted
from .session import Session

#: Seconds to wait for another window that writes, and for one that was in vain waited for already.
PATIENCE, NO_PATIENCE = 3.0, 0.05

#: How long files that are held are waited for.
_patience: dict[Path, float] = {}

#: Seconds that a deleted game can be brought back.
KEPT_DELETED = 30 * 24 * 3600.0

#: What SQLite says of a file that is no library any more, is in use, or cannot be written.
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_HELD = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE = {
    *(sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN),
    *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR),
}

#: Which table this is. `revision` counts how often an entry was written, `save` is a save's text.
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
    save TEXT NOT NULL
)"""

_FACTS = "number, title, game, players, begun, changed, moves, result"


class Damaged(SaveError):
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
        """Tell whether all words, in small letters, are found in what is told of the game."""
        texts = self.title, self.game, *self.players, self.day, self.result
        told = " ".join(texts).casefold()
        return all(word in told for word in words)

    def __str__(self) -> str:
        """Return it as one line."""
        who = f" ({' - '.join(self.players)})" if len(self.players) > 1 else ""
        result = f", {self.result}" if self.result else ""
        return f"{self.game}{who}, {self.day}, {counted(self.moves)}{result}"


class Version(NamedTuple):
    """An entry as somebody knows it: its number, and how often it had been written then."""

    number: int
    revision: int


class Library:
    """The games in a file, that of the user's own folder unless another is named.

    Every method raises `SaveError` if the file cannot be used.

    >>> from tempfile import TemporaryDirectory
    >>> from puzzlekit.play.new_game import new_session
    >>> with TemporaryDirectory() as folder:
    ...     library = Library(Path(folder) / "games.sqlite3")
    ...     version = library.add(new_session("hex:3,swap=off b2", ["human", "greedy"]))
    ...     [(entry.number, entry.title, entry.moves) for entry in library.entries("hex greedy")]
    [(1, 'Hex', 1)]
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or home() / "games.sqlite3"

    # -- reading ----------------------------------------------------------------------------------

    def entries(self, text: str = "", *, deleted: bool = False) -> list[Entry]:
        """Return the games whose facts hold all words of a text, the latest first."""
        which = "NOT NULL" if deleted else "NULL"
        query = f"SELECT {_FACTS} FROM games WHERE deleted IS {which} ORDER BY changed DESC"
        words = text.casefold().split()
        with self._reading() as games:
            return [entry for row in games.execute(query) if (entry := _entry(row)).matches(words)]

    def entry(self, number: int) -> Entry:
        """Return what is told of a game, also of a deleted one."""
        with self._reading() as games:
            query = f"SELECT {_FACTS} FROM games WHERE number = ?"
            return _entry(_one(games.execute(query, (_fitting(number),)).fetchone(), number))

    def open(self, number: int) -> tuple[Session, Version]:
        """Return a game to be gone on with; raise `SaveError` if it cannot be replayed."""
        with self._reading() as games:
            query = "SELECT revision, save FROM games WHERE number = ?"
            row = games.execute(query, (_fitting(number),)).fetchone()
        revision, text = _one(row, number)
        return saves.restore(text, f"Game {number}"), Version(number, revision)

    def latest(self, plugin: str) -> int | None:
        """Return the number of the unfinished game of a plugin that was gone on with last."""
        query = (
            "SELECT number FROM games WHERE plugin = ? AND result = '' AND deleted IS NULL "
            "ORDER BY changed DESC LIMIT 1"
        )
        name = plugins.absolute(plugin) if game_id.is_path(plugin) else plugin
        with self._reading() as games:
            row = games.execute(query, (name,)).fetchone()
        return row and int(row[0])

    def unfinished(self) -> set[str]:
        """Return the plugins of which there are games that can be gone on with."""
        query = "SELECT DISTINCT plugin FROM games WHERE result = '' AND deleted IS NULL"
        with self._reading() as games:
            return {str(plugin) for (plugin,) in games.execute(query)}

    def last_played(self) -> str:
        """Return the plugin of the game that was gone on with last; empty if there is none."""
        query = "SELECT plugin FROM games WHERE deleted IS NULL ORDER BY changed DESC LIMIT 1"
        with self._reading() as games:
            row = games.execute(query).fetchone()
        return str(row[0]) if row else ""

    # -- writing ----------------------------------------------------------------------------------

    def add(self, session: Session) -> Version:
        """Add a session as a new entry."""
        facts = _facts(session)
        with self._writing() as games:
            return Version(_insert(games, facts), 0)

    def update(self, session: Session, version: Version) -> Version | None:
        """Write a session over its entry, unless somebody else has done so since the version."""
        facts = _facts(session)
        with self._writing() as games:
            done = games.execute(
                "UPDATE games SET revision = revision + 1, plugin = :plugin, title = :title, "
                "game = :game, players = :players, changed = :changed, moves = :moves, "
                "result = :result, save = :save, deleted = NULL "
                "WHERE number = :number AND revision = :revision",
                facts | version._asdict(),
            )
            return version._replace(revision=version.revision + 1) if done.rowcount else None

    def delete(self, number: int) -> None:
        """Delete a game; for thirty days `restore` brings it back."""
        now = time.time()
        with self._writing() as games:
            done = games.execute("UPDATE games SET deleted = ? WHERE number = ?", (now, number))
            _one(done.rowcount, number)
            games.execute("DELETE FROM games WHERE deleted < ?", (now - KEPT_DELETED,))

    def restore(self, number: int) -> None:
        """Bring a deleted game back."""
        with self._writing() as games:
            done = games.execute("UPDATE games SET deleted = NULL WHERE number = ?", (number,))
            _one(done.rowcount, number)

    # -- the file ---------------------------------------------------------------------------------

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
        try:
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
        except BaseException:
            games.close()
            raise
        return games

    def _connect_read_only(self) -> sqlite3.Connection:
        """Open the file where nothing can be written, or an empty library if there is none."""
        if self.path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if self.path.is_file() and self.path.stat().st_size:
            where = f"{self.path.absolute().as_uri()}?immutable=1"
            return sqlite3.connect(where, uri=True, isolation_level=None)
        games = sqlite3.connect(":memory:")
        games.execute(_TABLE)
        return games

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turn what SQLite or the system say into a sentence."""
        try:
            yield
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
        """Move a damaged library out of the way and return what there is to be said."""
        aside = free_name(self.path.with_suffix(".damaged"))
        try:
            self.path.replace(aside)
            for end in ("-wal", "-shm"):  # they belong to it, and would spoil the next one
                with suppress(FileNotFoundError):
                    Path(f"{self.path}{end}").replace(f"{aside}{end}")
        except OSError as error:
            return SaveError(
                f"The library {self.path} is damaged and cannot be moved aside "
                f"({error.strerror}); move it yourself."
            )
        return Damaged(
            f"The library of games was damaged and has been moved to {aside}; a new one is begun."
        )


@contextmanager
def _whole(games: sqlite3.Connection) -> Iterator[None]:
    """Make all changes, or none of them."""
    games.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if games.in_transaction:  # on a full disk SQLite has gone back by itself
            games.execute("ROLLBACK")
        raise
    games.execute("COMMIT")


def _code(error: sqlite3.Error) -> int:
    """Return what went wrong, without the details of SQLite's extended codes."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _format_of(games: sqlite3.Connection) -> int:
    """Return the format of a library, 0 if it is a new file."""
    return int(games.execute("PRAGMA user_version").fetchone()[0])


def _facts(session: Session) -> dict[str, Any]:
    """Return what is written of a session."""
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


def _insert(games: sqlite3.Connection, facts: dict[str, Any]) -> int:
    """Add an entry and return its number."""
    added = games.execute(
        "INSERT INTO games (revision, plugin, title, game, players, begun, changed, moves, result,"
        " save) VALUES (0, :plugin, :title, :game, :players, :changed, :changed, :moves, :result, "
        ":save)",
        facts,
    )
    assert added.lastrowid is not None
    return added.lastrowid


def _entry(row: Sequence[Any]) -> Entry:
    number, title, game, players, *rest = row
    return Entry(number, title, game, tuple(players.split(",")), *rest)


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
                facts = _facts(saves.read(path))
                found.append(facts | {"changed": path.stat().st_mtime})
    return found
