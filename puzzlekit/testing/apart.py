"""The contract in a process of its own, so that a stranger's fault is a sentence and no crash.

What is compiled is compiled anew there, with bounds checks. Each question has a time limit, and a
process that a question ends is told of like any other fault.
"""

from __future__ import annotations

import copy
import json
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, NamedTuple

from ..core import errors
from ..core.errors import PluginError, PuzzlekitError
from ..core.files import cache_folder
from ..core.interrupts import noticing
from ..core.progress import Progress, silent
from ..play import trial
from ..play.game_id import GameID
from ..play.plugins import kind_of, module_of
from ..play.setup import Setup, set_up, setup_of
from ..play.whereabouts import Whereabouts, line_now
from ..rules.rule_book import Rules
from ..rules.told import told
from .contract import found_here
from .journal import AT, Journal
from .suspicions import suspicions

#: Seconds for one question.
SECONDS = 60.0

#: What is asked at the very beginning, and at the very end.
LOADING, ENDING = "loading it", "the end of the process"

#: What has longer: plugins are imported, and fast paths may have to be compiled.
LONG = {LOADING: 60.0, "fast()": 900.0}

#: Seconds between two looks at the journal.
LOOK = 0.1


class Job(NamedTuple):
    """What to check: a rule book, pickled, or if that cannot be a game ID; and how."""

    called: str
    rules: bytes = b""
    game: GameID = GameID("")
    modules: dict[str, str] | None = None
    games: int = 3
    plies: int = 60
    seed: int = 0
    moves: int = 0


class Checked(NamedTuple):
    """The ID of what was checked, what is wrong with it, and what only looks like a mistake."""

    id: str
    problems: list[str]
    warnings: list[str]


def check(
    rules: Rules, *, games: int = 3, plies: int = 60, seed: int = 0, seconds: float = SECONDS
) -> list[str]:
    """Return what is wrong with a rule book, one sentence each; an empty list if nothing is.

    Plays `games` random games of at most `plies` moves and holds every answer against
    the contract. It is done in a process of its own, which may take so many `seconds` for
    one question; only a rule book that no other process can make anew is checked in this one,
    without its fast path.

    >>> from puzzlekit import load
    >>> check(load("pinball"))
    []
    """
    job = _job(rules)
    if job is not None:
        return checked(job._replace(games=games, plies=plies, seed=seed), seconds).problems
    found = found_here(rules, games=games, plies=plies, seed=seed, compiled=False)
    if not found and type(rules).fast is not Rules.fast:
        found = [
            f"{rules.name}: the fast path cannot be tried, for no other process can make the rule "
            "book anew; define its class at the top of a module."
        ]
    return found


def _job(rules: Rules) -> Job | None:
    """Return how another process makes a rule book anew; None if it cannot."""
    setup = setup_of(rules)
    job = Job(rules.name or type(rules).__name__, game=setup.game)
    alone = copy.copy(setup.rules)
    alone.__dict__.pop("fast_path", None)
    modules = {kind.__module__ for kind in type(alone.unwrapped).__mro__}
    if "__main__" not in modules:
        files = {name: getattr(sys.modules.get(name), "__file__", None) for name in modules}
        with suppress(Exception):  # anything may be in a rule book
            packed = pickle.dumps((alone, setup.position))
            return job._replace(rules=packed, modules={n: f for n, f in files.items() if f})
    return job if setup.id else None


def checked(job: Job, seconds: float = SECONDS, progress: Progress = silent) -> Checked:
    """Check in a process of its own; raise the `PuzzlekitError` of what cannot be loaded."""
    with TemporaryDirectory(prefix="puzzlekit-check-") as folder:
        page = Path(folder, "journal")
        with Journal(page) as journal:
            process = _started(job, page, _cache(Path(folder)))
            try:
                return _awaited(process, journal, job, seconds, progress, page)
            finally:
                process.kill()
                process.wait()
                for pipe in (process.stdin, process.stdout):
                    if pipe is not None:
                        with suppress(OSError):
                            pipe.close()


def _started(job: Job, page: Path, cache: Path) -> subprocess.Popen[bytes]:
    source = str(Path(__file__).resolve().parents[2])
    path = [*sys.path, *([] if source in sys.path else [source])]
    code = f"import sys; sys.path[:] = {path!r}; from {__name__} import main; main({str(page)!r})"
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(cache)},
        start_new_session=True,  # Ctrl-C is for us, who end it
    )
    assert process.stdin is not None
    with suppress(OSError):  # it has ended already
        process.stdin.write(pickle.dumps(job))
        process.stdin.flush()
    return process


def _cache(otherwise: Path) -> Path:
    """Return where machine code with bounds checks is kept, apart from all other."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    folder = (Path(given) if given else cache_folder()) / "checks"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder if os.access(folder, os.W_OK) else otherwise


def _awaited(
    process: subprocess.Popen[bytes],
    journal: Journal,
    job: Job,
    seconds: float,
    progress: Progress,
    page: Path,
) -> Checked:
    """Return the answer of a process, or what became of it."""
    answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(process.stdout, answers), daemon=True).start()
    found, where = None, Whereabouts(page)
    asked, since = journal.last(), time.monotonic()
    while True:
        with suppress(queue.Empty):
            answer = answers.get(timeout=LOOK)
            if answer is None:
                break
            if "progress" in answer:
                progress(*answer["progress"])
            else:
                found = answer
            continue
        now = journal.last()
        if now != asked:
            asked, since = now, time.monotonic()
        limit = max(seconds, LONG.get(now.what.partition(AT)[0], 0.0))
        if time.monotonic() - since > limit:
            where.ask(process)
            return _ended(job, now.what, where, f"does not answer within {limit:g} s")
    try:
        code = process.wait(seconds)
    except subprocess.TimeoutExpired:
        return _ended(job, ENDING, where, f"does not come within {seconds:g} s, as threads go on")
    if code or found is None:
        return _ended(job, journal.last().what, where, f"ends the process ({_how(code)})")
    if "error" in found:
        kind, text = found["error"]
        raise getattr(errors, kind, PuzzlekitError)(text)
    return Checked(found["id"], found["problems"], found["warnings"])


def _ended(job: Job, asked: str, where: Whereabouts, how: str) -> Checked:
    """Say what has ended a process, or keeps it: the line where it is, or where that begins."""
    what, _, begins = asked.partition(AT)
    place = where.line() or begins
    said = f"{job.called}{f' ({place})' if place else ''}: {what or 'it'} {how}."
    return Checked(str(job.game), [said], [])


def _listen(pipe: IO[bytes], answers: queue.SimpleQueue[Any]) -> None:
    """Pass answers on until the process ends, then None."""
    with suppress(OSError, ValueError):  # closed under our hands
        for line in pipe:
            answers.put(json.loads(line))
    answers.put(None)


def _how(code: int) -> str:
    """Say how a process has ended.

    >>> _how(-signal.SIGSEGV), _how(3)
    ('SIGSEGV', 'exit status 3')
    """
    with suppress(ValueError):
        if code < 0:
            return signal.Signals(-code).name
    return f"exit status {code}"


# -- in the process -------------------------------------------------------------------------------


def main(page: str) -> None:
    """Be the process: read a job, write progress and the answer as lines of JSON."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # a plugin that prints must not disturb the answers
    job = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with_parent, daemon=True).start()

    def say(answer: dict[str, Any]) -> None:
        print(json.dumps(answer), file=answers, flush=True)

    from .watched import watch

    trial.needed = False  # this process is one
    journal, where = Journal(Path(page)), Whereabouts(Path(page))
    forks = _forks(journal)
    where.tell()
    try:
        with noticing():  # what a plugin raises is no Ctrl-C
            journal.note(LOADING)
            rules = made(job)
            watch(rules, journal)
            journal.note("")
            found = found_by(job, rules, say)
            found.problems.extend(f"{job.called}{fork}" for fork in forks)
            say(found._asdict())
    except PuzzlekitError as error:
        # The kind by which the other side knows it: rooms have errors of their own.
        kinds = [kind.__name__ for kind in type(error).__mro__]
        say({"error": [next(kind for kind in kinds if hasattr(errors, kind)), str(error)]})
    except BaseException as error:  # a stranger's plugin may raise anything
        say(Checked(str(job.game), [told(error)], [])._asdict())
    journal.note(ENDING)


def _forks(journal: Journal) -> list[str]:
    """Return a list that will say once where this process is forked; the other one ends at once."""
    forks: list[str] = []

    def forked() -> None:
        if not forks:
            what, _, begins = journal.last().what.partition(AT)
            place = line_now() or begins
            forks.append(f"{f' ({place})' if place else ''}: {what or 'it'} forks the process.")

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_parent=forked, after_in_child=lambda: os._exit(0))
    return forks


def found_by(job: Job, rules: Rules, say: Any) -> Checked:
    """Return what a job finds out about its rule book, in this process."""
    problems = found_here(rules, games=job.games, plies=job.plies, seed=job.seed)
    if job.moves and not problems:
        problems = _walked(rules, job.moves, say)
    return Checked(setup_of(rules).id, problems, _warnings(rules, job, problems))


def _end_with_parent() -> None:
    """End when nobody waits for an answer any more."""
    os.read(0, 1)
    os._exit(1)


def made(job: Job) -> Rules:
    """Return the rule book of a job."""
    if not job.rules:
        setup = set_up(job.game)
        try:
            return setup.rule_book()
        except Exception as error:  # a stranger's plugin may raise anything
            raise PluginError(told(error, setup.rules)) from error
    if job.game.name:
        kind_of(job.game.name)
    for name, file in (job.modules or {}).items():
        module_of(name, file)
    rules, position = pickle.loads(job.rules)
    return Setup(rules, job.game, position).rule_book() if job.game.name else rules


def _warnings(rules: Rules, job: Job, problems: list[str]) -> list[str]:
    """Return what looks like a mistake; a plugin that fails where it should not is told of so."""
    try:
        games = 0 if problems else job.games
        return suspicions(rules, games=games, plies=job.plies, seed=job.seed)
    except (Exception, SystemExit) as error:  # a stranger's plugin may raise anything
        if not problems:
            problems.append(told(error, rules))
        return []


def _walked(rules: Rules, moves: int, say: Any) -> list[str]:
    from itertools import islice
    from random import Random

    from .long_walk import walk

    def progress(what: str, done: int, total: int | None) -> None:
        say({"progress": [what, done, total]})

    return list(islice(walk(rules, moves, Random(0), progress), 10))
