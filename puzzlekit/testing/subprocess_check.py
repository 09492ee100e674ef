"""Checking a plugin in a process of its own, which it may crash or hang.

The process writes a report into a folder. If it comes to no end, `faulthandler` ends it and leaves
the line. Compiled code is compiled again there, with bounds checks.
"""

from __future__ import annotations

import copy
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, NoReturn

from ..core import errors
from ..core.errors import PuzzlekitError
from ..core.files import cache_folder
from ..core.progress import Progress, silent
from ..play import trial
from ..play.game_id import GameID
from ..play.plugins import kind_of, module_of
from ..play.setup import Setup, set_up, setup_of
from ..play.whereabouts import Whereabouts
from ..plugin.errors import error_message, plugin_boundary
from ..plugin.source import sentence
from ..rules.rule_book import Rules
from .budget import STEP, Budget, TimeIsUp
from .contract import Report, inspect_rules
from .soak import soak

#: Seconds that a check may take; compiling a fast path is not counted.
SECONDS = 300.0

#: Seconds between two looks at the process.
INTERVAL = 0.1


class Job(NamedTuple):
    """What to check: pickled rules, or a game ID if they cannot be pickled; and how."""

    title: str
    rules: bytes = b""
    game: GameID = GameID("")
    modules: dict[str, str] | None = None
    games: int = 3
    plies: int = 60
    seed: int = 0
    moves: int = 0


def check(
    rules: Rules, *, games: int = 3, plies: int = 60, seed: int = 0, seconds: float = SECONDS
) -> list[str]:
    """Return what is wrong with rules, one sentence each; an empty list if nothing is.

    Random games are played, `games` of at most `plies` moves, and every return value is checked.
    It is done in another process, within some `seconds`. Rules that no other process can make are
    checked in this one, without their fast path.

    >>> from puzzlekit import load
    >>> check(load("pinball"))
    []
    """
    job = _job(rules)
    if job is not None:
        job = job._replace(games=games, plies=plies, seed=seed)
        return run_in_subprocess(job, seconds).problems
    found = inspect_rules(rules, games=games, plies=plies, seed=seed, compiled=False).problems
    if not found and type(rules.unwrapped).fast is not Rules.fast:
        text = "the fast path cannot be checked, because no other process can make these rules; "
        found = [
            sentence(type(rules.unwrapped), "", f"{text}define the class at the top of a module.")
        ]
    return found


def _job(rules: Rules) -> Job | None:
    """Return how another process makes these rules; None if it cannot."""
    setup = setup_of(rules)
    job = Job(rules.name or type(rules.unwrapped).__name__, game=setup.game)
    alone = copy.copy(setup.rules)
    alone.__dict__.pop("fast_path", None)
    modules = {kind.__module__ for kind in type(alone.unwrapped).__mro__}
    if "__main__" not in modules:
        files = {name: getattr(sys.modules.get(name), "__file__", None) for name in modules}
        with suppress(Exception):  # rules may hold anything
            packed = pickle.dumps((alone, setup.position))
            return job._replace(rules=packed, modules={n: f for n, f in files.items() if f})
    return job if setup.id else None


def run_in_subprocess(job: Job, seconds: float = SECONDS, progress: Progress = silent) -> Report:
    """Check in another process; raise the `PuzzlekitError` of what cannot be loaded."""
    with TemporaryDirectory(prefix="puzzlekit-check-") as name:
        folder = Path(name)
        (folder / "job").write_bytes(pickle.dumps((job, seconds, time.time())))
        source = str(Path(__file__).resolve().parents[2])
        path = [*sys.path, *([] if source in sys.path else [source])]
        code = f"import sys; sys.path[:] = {path!r}; from {__name__} import main; main({name!r})"
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", code],
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr if _has_file(sys.stderr) else subprocess.DEVNULL,
            env=os.environ | {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(_cache(folder))},
            start_new_session=True,  # Ctrl-C is for this process, which ends the other one
        )
        try:
            while True:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(INTERVAL)
                    break
                progress(*_stage(folder))
        finally:
            process.kill()
            process.wait()
        return _report(job, folder, process.returncode, seconds)


def _has_file(stream: Any) -> bool:
    with suppress(Exception):
        return bool(stream.fileno() >= 0)
    return False


def _cache(otherwise: Path) -> Path:
    """Return where machine code with bounds checks is kept, apart from all other."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    folder = (Path(given) if given else cache_folder()) / "checks"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder if os.access(folder, os.W_OK) else otherwise


def _stage(folder: Path) -> tuple[str, int, int | None]:
    """Return what the process does now."""
    with suppress(OSError, ValueError):
        what, done, total = json.loads((folder / "stage").read_text(encoding="utf-8"))
        return what, done, total
    return "loading", 0, None


def _report(job: Job, folder: Path, code: int, seconds: float) -> Report:
    """Return the report of the process, or what became of it."""
    try:
        found = json.loads((folder / "report").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Report(str(job.game), [_ended(job, folder, code, seconds)], [])
    if "error" in found:
        kind, text = found["error"]
        raise getattr(errors, kind, PuzzlekitError)(text)
    return Report(**found)


def _ended(job: Job, folder: Path, code: int, seconds: float) -> str:
    """Return how and where a process has ended that has written no report."""
    dump = Whereabouts(folder / "page")
    place, function = dump.site()
    what = f"{function}()" if function[:1] not in ("", "<") else _stage(folder)[0]
    how = f"ends the process (exit status {code}); a plugin must not end the program"
    with suppress(ValueError):
        how = f"ends the process ({signal.Signals(-code).name})"
    if dump.is_late():
        how = f"does not end within {min(STEP, seconds):g} s"
    return f"{job.title}{f' ({place})' if place else ''}: {what} {how}."


# -- in the process -------------------------------------------------------------------------------


def main(name: str) -> NoReturn:
    """Be the process: read a job, and write a report."""
    folder = Path(name)
    job, seconds, begun = pickle.loads((folder / "job").read_bytes())
    left = seconds - (time.time() - begun)
    dump = Whereabouts(folder / "page")
    dump.end_after(min(STEP, left))
    trial.needed = False  # this process is one
    sys.addaudithook(_refuse_fork)

    def show(what: str, done: int, total: int | None) -> None:
        (folder / "stage").write_text(json.dumps([what, done, total]), encoding="utf-8")

    budget = Budget(left, show, dump.end_after)
    report: dict[str, Any]
    try:
        with plugin_boundary():
            report = check_job(job, make_rules(job), budget)._asdict()
    except PuzzlekitError as error:
        # The kind by which the other side knows it: packages have errors of their own.
        kinds = [kind.__name__ for kind in type(error).__mro__]
        report = {"error": [next(kind for kind in kinds if hasattr(errors, kind)), str(error)]}
    except BaseException as error:  # nothing else may end this process
        report = Report(str(job.game), [error_message(error)], [])._asdict()
    (folder / "report").write_text(json.dumps(report), encoding="utf-8")
    os._exit(0)  # whatever threads a plugin has left


def _refuse_fork(event: str, _: object) -> None:
    if event in ("os.fork", "os.forkpty"):
        raise RuntimeError("a plugin must not fork the process")


def make_rules(job: Job) -> Rules:
    """Return the rules of a job."""
    if not job.rules:
        setup = set_up(job.game)
        with plugin_boundary(setup.rules):
            return setup.rule_book()
    if job.game.name:
        kind_of(job.game.name)
    for name, file in (job.modules or {}).items():
        module_of(name, file)
    rules, position = pickle.loads(job.rules)
    return Setup(rules, job.game, position).rule_book() if job.game.name else rules


def check_job(job: Job, rules: Rules, budget: Budget) -> Report:
    """Return the report about the rules of a job, made in this process."""
    report = inspect_rules(rules, games=job.games, plies=job.plies, seed=job.seed, budget=budget)
    if job.moves and not report.problems:
        try:
            with plugin_boundary(rules):
                report.problems.extend(islice(soak(rules, job.moves, Random(0), budget), 10))
        except TimeIsUp:
            report.warnings.append(f"The time was too short for {job.moves:,} moves.")
    others = [each for each in threading.enumerate() if each is not threading.main_thread()]
    if staying := [each.name for each in others if not each.daemon]:
        text = f"the thread {staying[0]} keeps the program from ending; make it daemon=True."
        report.problems.append(sentence(type(rules.unwrapped), "", text))
    return report
