"""Background compilation of all games, and preparation of tables for puzzle hints.

At most one process per user does this; `PUZZLEKIT_PREPARE=off` disables it. Processes communicate
through files in the cache folder: a lock held as long as the process runs, the current task
(touched twice a second), a stop request, and requests for games to prepare first.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ..core import code_cache
from ..core.child_processes import become_background, start_in_background
from ..core.locks import try_lock
from ..core.numba_status import may_have_numba
from ..players.compile_status import compile_players, is_ready
from ..plugin import discovery
from ..rules.base import Rules
from ..rules.merged_moves import players_metric
from ..rules.twisty import Twisty
from ..solving.chains.api import find_chain
from ..solving.goals_with_free_cells import merge_equal_pieces
from ..solving.short_solutions import word_table
from .setup import make_setup

LOCK, DOING, STOPPED, WANTED = (f"preparing-{word}" for word in ("lock", "doing", "stop", "wanted"))

#: What to prepare: the compiled players of a game, or the move tables of a puzzle.
PLAYERS, MOVE_TABLES = "players", "words"

#: Heartbeat interval and timeout in seconds.
HEARTBEAT_SECONDS, TIMEOUT_SECONDS = 0.5, 4.0


def is_enabled() -> bool:
    """Return whether background compilation is switched on and possible."""
    return code_cache.precompile_enabled() and may_have_numba() and _folder() is not None


def request(what: str = "", game: str = "") -> None:
    """Start preparing all games, beginning with the given game.

    After a stop request, prepare only the given game.
    """
    folder = _folder() if is_enabled() else None
    if folder is None:
        return
    default = code_cache.cache_path()
    if folder != default:
        code_cache.warn_once(str(default), f"it is kept in {folder}")
    with suppress(OSError):
        if game:
            job = f"{what} {game}".encode()
            name = f"{WANTED}-{hashlib.sha256(job).hexdigest()[:16]}"
            code_cache.write(folder, name, job)
        else:
            (folder / STOPPED).unlink(missing_ok=True)
        if current_task() is None:
            _start_process()


def request_all() -> bool:
    """Start preparing all games if needed; return whether any preparation is left."""
    needed = is_enabled() and next(_not_compiled(), None) is not None
    if needed:
        request()
    return needed


def current_task() -> str | None:
    """Return the name of the game being prepared, or None if there is none."""
    folder = _folder()
    with suppress(OSError):
        if folder is not None and time.time() - (folder / DOING).stat().st_mtime < TIMEOUT_SECONDS:
            return (folder / DOING).read_text(encoding="utf-8")
    return None


def cancel() -> None:
    """Stop all preparation until a launcher is opened or a game requests preparation."""
    folder = _folder()
    if folder is not None:
        with suppress(OSError):
            for path in folder.glob(f"{WANTED}-*"):
                path.unlink(missing_ok=True)
            code_cache.write(folder, STOPPED, b"")


def _folder() -> Path | None:
    """Return the first writable cache folder, or None if there is none."""
    return next(code_cache.cache_paths(new=True), None)


def _not_compiled() -> Iterator[tuple[str, str]]:
    """Yield the games whose players are not compiled yet, as tasks."""
    available, _ = discovery.plugins()
    for name, kind in available.items():
        if not is_ready(kind):
            yield PLAYERS, name


#: The background process. It ends when its pipe closes, so the object is kept.
_process: subprocess.Popen[bytes] | None = None


def _start_process() -> None:
    global _process
    if _process is not None and _process.stdin is not None:
        _process.stdin.close()
    _process = start_in_background(__name__)


def main() -> None:
    """Run the background process: do the requested tasks first, then compile all other games."""
    folder = _folder()
    lock = None if folder is None else try_lock(folder / LOCK)
    if folder is None or lock is None:
        return
    now, over = [""], threading.Event()
    reporter = threading.Thread(target=_report_task, args=(folder, now, over), daemon=True)

    def end_report() -> None:
        over.set()
        reporter.join()  # it must not report afterwards
        (folder / DOING).unlink(missing_ok=True)

    reporter.start()
    become_background(end_report)
    try:
        for what, game in _tasks(folder):
            with suppress(Exception, SystemExit):  # the player will see the error
                rules = make_setup(game).rules
                now[0] = rules.name
                if what == MOVE_TABLES:
                    _make_tables(rules)
                else:
                    compile_players(rules)
    finally:
        end_report()
        lock.close()


def _make_tables(rules: Rules) -> None:
    """Build the tables that make the hints for a puzzle shorter."""
    if (
        isinstance(rules, Twisty)
        and find_chain(rules, metric=players_metric(rules), make=True) is None
    ):
        word_table(merge_equal_pieces(rules, rules.goal)[0])


def _tasks(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield each requested task once, then each game that is not compiled yet."""
    done = set()
    while True:
        job = _latest_request(folder)
        if job is None and not (folder / STOPPED).exists():
            job = next((each for each in _not_compiled() if each not in done), None)
        if job is None:
            return
        done.add(job)
        yield job


def _latest_request(folder: Path) -> tuple[str, str] | None:
    with suppress(OSError, ValueError):
        requests = folder.glob(f"{WANTED}-*")
        path = max(requests, key=lambda path: path.stat().st_mtime, default=None)
        if path is not None:
            what, _, game = path.read_text(encoding="utf-8").partition(" ")
            path.unlink()
            return what, game
    return None


def _report_task(folder: Path, now: list[str], over: threading.Event) -> None:
    """Write a heartbeat and the current task until `over` is set; exit on a stop request."""
    earlier = _stop_request(folder)
    while True:
        with suppress(OSError):
            code_cache.write(folder, DOING, now[0].encode())
        if _stop_request(folder) not in (earlier, None):
            with suppress(OSError):
                (folder / DOING).unlink(missing_ok=True)
            os._exit(0)
        if over.wait(HEARTBEAT_SECONDS):
            return


def _stop_request(folder: Path) -> tuple[int, int] | None:
    """Return the identity of the stop request, because the clocks of file systems are coarse."""
    with suppress(OSError):
        stat = (folder / STOPPED).stat()
        return stat.st_ino, stat.st_mtime_ns
    return None
