"""Background compilation of all games, and of tables for the hints of puzzles.

There is one such process for a user; with `PUZZLEKIT_PREPARE=off` there is none. Processes talk by
files in the folder of compiled code: a lock that is held as long as the process lives, what it
does (touched twice a second), the wish to stop, and which games are wanted first.
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
from ..core.child_processes import run_in_background, start_in_background
from ..core.locks import locked
from ..core.numba_status import may_have_numba
from ..players.compile_status import SEARCHES, is_ready
from ..players.warm_up import compile_player
from ..plugin import discovery
from ..rules.base import Rules
from ..rules.twisty import Twisty
from ..solving.chains.api import chain_for
from ..solving.free_cells import merge_kinds
from ..solving.hints import word_table
from .setup import make_setup

LOCK, DOING, STOPPED, WANTED = (f"preparing-{word}" for word in ("lock", "doing", "stop", "wanted"))

#: What is asked for in the place of a search to have the tables for short words made.
MOVE_TABLES = "words"

#: Seconds between two signs of life, and after which there has been none.
BEAT, DEAD = 0.5, 4.0


def is_enabled() -> bool:
    """Return whether games are prepared: somebody may not want it, or it may be of no use."""
    return code_cache.precompile_enabled() and may_have_numba() and _folder() is not None


def request(search: str = "", game: str = "") -> None:
    """Have all games prepared, a search of this one first; after a stop, this one alone."""
    folder = _folder() if is_enabled() else None
    if folder is None:
        return
    usual = code_cache.cache_path()
    if folder != usual:
        code_cache.warn_once(str(usual), f"it is kept in {folder}")
    with suppress(OSError):
        if game:
            job = f"{search} {game}".encode()
            name = f"{WANTED}-{hashlib.sha256(job).hexdigest()[:16]}"
            code_cache.write(folder, name, job)
        else:
            (folder / STOPPED).unlink(missing_ok=True)
        if current_task() is None:
            _start()


def request_all() -> bool:
    """Have all games prepared, and tell whether anything is left to be done."""
    needed = is_enabled() and next(_not_compiled(), None) is not None
    if needed:
        request()
    return needed


def current_task() -> str | None:
    """Return which game is prepared now, None if none is."""
    folder = _folder()
    with suppress(OSError):
        if folder is not None and time.time() - (folder / DOING).stat().st_mtime < DEAD:
            return (folder / DOING).read_text(encoding="utf-8")
    return None


def cancel() -> None:
    """Let nothing be prepared any more, until a launcher is opened or a game is wanted."""
    folder = _folder()
    if folder is not None:
        with suppress(OSError):
            for path in folder.glob(f"{WANTED}-*"):
                path.unlink(missing_ok=True)
            code_cache.write(folder, STOPPED, b"")


def _folder() -> Path | None:
    """Return the folder of compiled code, if one can be written to."""
    return next(code_cache.cache_paths(new=True), None)


def _not_compiled() -> Iterator[tuple[str, str]]:
    """Yield the searches of the games whose code is not there."""
    found, _ = discovery.plugins()
    for search in SEARCHES:
        for name, kind in found.items():
            if not is_ready(kind, search):
                yield search, name


#: Held, since the process ends when this end of its pipe is closed.
_process: subprocess.Popen[bytes] | None = None


def _start() -> None:
    global _process
    _process = start_in_background(__name__)


def main() -> None:
    """Be the process: prepare what is wanted, then all else, unless another process does."""
    folder = _folder()
    lock = None if folder is None else locked(folder / LOCK)
    if folder is None or lock is None:
        return
    now, over = [""], threading.Event()
    run_in_background(lambda: (folder / DOING).unlink(missing_ok=True))
    showing = threading.Thread(target=_report_task, args=(folder, now, over), daemon=True)
    showing.start()
    try:
        for search, game in _tasks(folder):
            with suppress(Exception, SystemExit):  # it is told to who plays
                rules = make_setup(game).rules
                now[0] = rules.name
                if search == MOVE_TABLES:
                    _make_tables(rules)
                else:
                    compile_player(rules, search)
    finally:
        over.set()
        showing.join()  # it must not say anything after this
        (folder / DOING).unlink(missing_ok=True)
        lock.close()


def _make_tables(rules: Rules) -> None:
    """Make the tables by which the next hints for a puzzle are short at once."""
    if isinstance(rules, Twisty) and chain_for(rules, make=True) is None:
        word_table(merge_kinds(rules, rules.goal)[0])


def _tasks(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield what is wanted, then what else is not ready; each once, whatever comes of it."""
    done = set()
    while True:
        job = _requested(folder)
        if job is None and not (folder / STOPPED).exists():
            job = next((each for each in _not_compiled() if each not in done), None)
        if job is None:
            return
        done.add(job)
        yield job


def _requested(folder: Path) -> tuple[str, str] | None:
    with suppress(OSError, ValueError):
        wishes = folder.glob(f"{WANTED}-*")
        path = max(wishes, key=lambda path: path.stat().st_mtime, default=None)
        if path is not None:
            search, _, game = path.read_text(encoding="utf-8").partition(" ")
            path.unlink()
            return search, game
    return None


def _report_task(folder: Path, now: list[str], over: threading.Event) -> None:
    """Show that the process is alive and what it does until that is over; end it at `stop`."""
    begun = time.time()
    while True:
        with suppress(OSError):
            code_cache.write(folder, DOING, now[0].encode())
        with suppress(OSError):
            if (folder / STOPPED).stat().st_mtime > begun:
                (folder / DOING).unlink(missing_ok=True)
                os._exit(0)
        if over.wait(BEAT):
            return
