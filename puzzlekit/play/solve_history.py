"""The history of solved puzzles, with moves and times, in the user's folder."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from enum import IntEnum
from typing import Any, NamedTuple

from ..core.errors import SaveError
from ..core.files import home

#: Number of solves in an average, including the best and the worst, which do not count.
AVERAGE_COUNT = 5

#: Numbers of solves for which `session_statistics` has averages.
AVERAGES = 5, 12, 100

#: The largest valid number of a solve: moves, hundredths of a second, or seconds since 1970.
MAX_NUMBER = 10**10

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

#: Columns that are missing from older files.
_NEW_COLUMNS = {"penalty": "INTEGER NOT NULL DEFAULT 0", "solved_at": "INTEGER"}


class Penalty(IntEnum):
    """Penalties: none, two seconds, or "did not finish"."""

    NONE = 0
    PLUS_2 = 2
    DNF = -1


class Solve(NamedTuple):
    """A solve, with the puzzle ID without and with the start.

    The time is None if the solve was timed only in part. `solved_at` is the Unix time in seconds,
    if known.
    """

    puzzle: str
    start: str
    moves: int
    hundredths: int | None
    used_hint: bool = False
    penalty: Penalty = Penalty.NONE
    solved_at: int | None = None

    @property
    def total(self) -> int | None:
        """The time including the penalty, in hundredths of a second, or None."""
        if self.hundredths is None or self.penalty == Penalty.DNF:
            return None
        return self.hundredths + 100 * self.penalty

    @property
    def text(self) -> str:
        """The time as a string, such as `12.34+` or `DNF(12.34)`."""
        if self.hundredths is None:
            return "–"
        if self.penalty == Penalty.DNF:
            return f"DNF({format_time(self.hundredths)})"
        return format_time(self.total or 0) + "+" * (self.penalty == Penalty.PLUS_2)


class Best(NamedTuple):
    """The best results: moves, and time in hundredths of a second."""

    moves: int | None = None
    hundredths: int | None = None


def best_results(solves: Iterable[Solve]) -> Best:
    """Return the best results of the finished solves.

    >>> best_results([Solve("cube", "cube#1", 60, 900), Solve("cube", "cube#2", 50, None)])
    Best(moves=50, hundredths=900)
    """
    finished = [each for each in solves if each.penalty != Penalty.DNF]
    times = (each.total for each in finished if each.total is not None)
    return Best(min((each.moves for each in finished), default=None), min(times, default=None))


class SolveHistory:
    """The solves in the user's folder. Methods raise `SaveError`."""

    def __init__(self) -> None:
        self.path = home() / "solves.sqlite3"

    def add(self, solve: Solve) -> None:
        """Store a solve."""
        when = int(time.time()) if solve.solved_at is None else solve.solved_at
        with self._opened() as solves:
            _insert(solves, None, solve._replace(solved_at=when))

    def restore(self, number: int, solve: Solve) -> int:
        """Store a deleted solve again; return its number, which is new if the old one is taken."""
        with self._opened() as solves:
            taken = solves.execute("SELECT 1 FROM solves WHERE number = ?", (number,)).fetchone()
            return _insert(solves, None if taken else number, solve)

    def all(self, puzzle: str) -> dict[int, Solve]:
        """Return the solves of a puzzle by number, oldest first, without damaged ones."""
        if not self.path.exists():
            return {}
        with self._opened() as solves:
            rows = solves.execute(
                "SELECT number, puzzle, start, moves, hundredths, helped, penalty, solved_at "
                "FROM solves WHERE puzzle = ? ORDER BY number",
                (puzzle,),
            ).fetchall()
        return {
            number: Solve._make([*facts, bool(helped), Penalty(penalty), when])
            for number, *facts, helped, penalty, when in filter(_is_valid, rows)
        }

    def set_penalty(self, number: int, penalty: Penalty) -> None:
        """Change the penalty of a solve."""
        self._execute_change("UPDATE solves SET penalty = ? WHERE number = ?", penalty, number)

    def delete(self, number: int) -> None:
        """Delete a solve."""
        self._execute_change("DELETE FROM solves WHERE number = ?", number)

    def _execute_change(self, command: str, *values: int) -> None:
        with self._opened() as solves:
            if not solves.execute(command, values).rowcount:
                raise SaveError(f"There is no solve number {values[-1]}.")

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """Open the file, with all columns, for one transaction; convert errors to `SaveError`."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=LOCK_SECONDS)) as solves, solves:
                solves.execute(_TABLE)
                known = {name for _, name, *_ in solves.execute("PRAGMA table_info(solves)")}
                for name, kind in _NEW_COLUMNS.items():
                    if name not in known:
                        solves.execute(f"ALTER TABLE solves ADD COLUMN {name} {kind}")
                yield solves
        except (sqlite3.Error, OSError) as error:
            raise SaveError(
                f"Results are not saved: cannot use {self.path} ({error}). Move it away, or set "
                "PUZZLEKIT_HOME to another folder."
            ) from error


def _is_valid(row: Sequence[Any]) -> bool:
    """Return whether the values in a row are those of a solve."""
    _, _, start, moves, hundredths, helped, penalty, when = row
    numbers = moves, 0 if hundredths is None else hundredths, helped, 0 if when is None else when
    return (
        isinstance(start, str)
        and all(isinstance(each, int) and 0 <= each <= MAX_NUMBER for each in numbers)
        and penalty in list(Penalty)
    )


def _insert(solves: sqlite3.Connection, number: int | None, solve: Solve) -> int:
    """Insert a solve with a number, by default the next one; return the number."""
    new = solves.execute(
        "INSERT INTO solves "
        "(number, puzzle, start, moves, hundredths, helped, penalty, solved_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (number, *solve),
    ).lastrowid
    assert new is not None
    return new


def average(times: Sequence[int | None], count: int = AVERAGE_COUNT) -> int | None:
    """Return the average of the last times, omitting the best and the worst twentieth.

    Of 5 or 12 times, the best and the worst are omitted. A time is None if the solve did not
    finish. Returns None if there are too few times or too many unfinished solves.

    >>> average([1000, None, 1200, 1100, 900]), average([1000, None, None, 1100, 900])
    (1100, None)
    """
    last, omitted = list(times[-count:]), -(-count // 20)
    finished = sorted(time for time in last if time is not None)
    if len(last) < count or count - len(finished) > omitted:
        return None
    kept = finished[omitted : count - omitted]
    return round(sum(kept) / len(kept))


class Statistics(NamedTuple):
    """Times of several solves in hundredths of a second, or None.

    `averages` maps numbers of solves to their last and their best average.
    """

    best: int | None
    mean: int | None
    averages: dict[int, tuple[int | None, int | None]]


def session_statistics(solves: Iterable[Solve]) -> Statistics:
    """Return statistics of the timed solves without hints. Unfinished solves have no time.

    >>> found = session_statistics(Solve("cube", f"cube#{n}", 60, 1000 + n) for n in range(6))
    >>> found.best, found.averages
    (1000, {5: (1003, 1002)})
    """
    timed = [solve for solve in solves if solve.hundredths is not None and not solve.used_hint]
    times = [solve.total for solve in timed]
    finished = [each for each in times if each is not None]
    averages: dict[int, tuple[int | None, int | None]] = {}
    for count in AVERAGES:
        if len(times) >= count:
            runs = [average(times[:end], count) for end in range(count, len(times) + 1)]
            known = [each for each in runs if each is not None]
            averages[count] = runs[-1], min(known, default=None)
    mean = round(sum(finished) / len(finished)) if finished else None
    return Statistics(min(finished, default=None), mean, averages)


def format_result(hundredths: int | None) -> str:
    """Return a time, or DNF ("did not finish") for None."""
    return "DNF" if hundredths is None else format_time(hundredths)


def format_time(hundredths: int, *, exact: bool = True) -> str:
    """Return a time as `m:ss` or, if `exact`, with hundredths, as `m:ss.hh` or `s.hh`.

    >>> format_time(1234), format_time(6789), format_time(1234, exact=False)
    ('12.34', '1:07.89', '0:12')
    """
    seconds, fraction = divmod(hundredths, 100)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    whole = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    if exact and hundredths < 6000:
        whole = f"{seconds}"
    return f"{whole}.{fraction:02}" if exact else whole
