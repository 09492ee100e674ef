"""The history of solved puzzles, with moves and times, in the user's folder."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from ..core.errors import SaveError
from ..core.files import home

#: Number of solves in an average; the best and the worst do not count.
AVERAGE_COUNT = 5

#: Seconds to wait for a lock.
LOCK_SECONDS = 5.0

_TABLE = """
CREATE TABLE IF NOT EXISTS solves (
    number INTEGER PRIMARY KEY,
    puzzle TEXT NOT NULL,
    start TEXT NOT NULL,
    moves INTEGER NOT NULL,
    hundredths INTEGER,
    helped INTEGER NOT NULL
)"""


class Solve(NamedTuple):
    """A solve: the puzzle ID without and with the start; no time if it was only partly timed."""

    puzzle: str
    start: str
    moves: int
    hundredths: int | None
    used_hint: bool = False


class Best(NamedTuple):
    """The best results for a start without hints: moves, and time in hundredths of a second."""

    moves: int | None = None
    hundredths: int | None = None


class SolveHistory:
    """The solves in a file, by default in the user's folder; methods raise `SaveError`."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or home() / "solves.sqlite3"

    def add(self, solve: Solve) -> None:
        """Store a solve."""
        with self._opened() as solves, solves:
            solves.execute(_TABLE)
            solves.execute(
                "INSERT INTO solves (puzzle, start, moves, hundredths, helped) "
                "VALUES (?, ?, ?, ?, ?)",
                solve,
            )

    def best(self, start: str) -> Best:
        """Return the best results for a start."""
        query = "SELECT min(moves), min(hundredths) FROM solves WHERE start = ? AND NOT helped"
        rows = self._rows(query, start)
        return Best(*rows[0]) if rows else Best()

    def last(self, puzzle: str) -> list[int]:
        """Return the times of the last five solves of a puzzle without hints, oldest first."""
        query = (
            "SELECT hundredths FROM solves WHERE puzzle = ? AND NOT helped "
            f"AND hundredths IS NOT NULL ORDER BY number DESC LIMIT {AVERAGE_COUNT}"
        )
        return [int(time) for (time,) in reversed(self._rows(query, puzzle))]

    def _rows(self, query: str, key: str) -> list[tuple[int, ...]]:
        """Return the rows of a query, or none if there is no file or table yet."""
        if not self.path.exists():
            return []
        with self._opened() as solves:
            has_table = solves.execute(
                "SELECT 1 FROM sqlite_master WHERE name = 'solves'"
            ).fetchone()
            return solves.execute(query, (key,)).fetchall() if has_table else []

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """Open the file; convert errors raised by SQLite and the system to `SaveError`."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=LOCK_SECONDS)) as solves:
                yield solves
        except (sqlite3.Error, OSError) as error:
            raise SaveError(
                f"Results are not saved: cannot use {self.path} ({error}). Move it away, or set "
                "PUZZLEKIT_HOME to another folder."
            ) from error


def average(times: Sequence[int]) -> int | None:
    """Return the mean of five times without the best and the worst; None for fewer times."""
    if len(times) < AVERAGE_COUNT:
        return None
    return round(sum(sorted(times)[1:-1]) / (AVERAGE_COUNT - 2))


def format_time(hundredths: int, *, exact: bool = True) -> str:
    """Return a time as `m:ss`, with hundredths if `exact`."""
    seconds, fraction = divmod(hundredths, 100)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    whole = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"{whole}.{fraction:02}" if exact else whole
