"""Checks of a plugin in a child process, where crashes and hangs do no harm.

In the child process, compiled rules are recompiled with bounds checks.
"""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import time
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from ..core.code_cache import cache_path
from ..core.game_id import GameID
from ..core.progress import Progress, silent
from ..play.setup import Setup, make_setup, setup_of
from ..plugin.discovery import plugin_class
from ..plugin.errors import plugin_boundary
from ..plugin.loading import module_of
from ..plugin.probe import ChildEnded, ProbeReporter, find_threads, run_in_child
from ..plugin.source_locations import fault_sentence
from ..rules.base import Rules
from .budget import STEP, Budget, BudgetSpentError
from .contract import CheckReport, inspect_rules
from .soak import soak

#: The time limit of a check (seconds), not counting compilation.
SECONDS = 300.0


class CheckJob(NamedTuple):
    """A task for the child process: settings with pickled rules or, failing that, a game ID."""

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
    """Return the problems found in rules as messages, or an empty list if there are none.

    Plays `games` random games of up to `plies` moves in another process, within the given time
    limit, and checks every return value. Rules that no other process can recreate are checked in
    this process, without their compiled rules.

    >>> from puzzlekit import load
    >>> check(load("knights"))
    []
    """
    job = _job(rules)
    if job is not None:
        job = job._replace(games=games, plies=plies, seed=seed)
        return run_in_subprocess(job, seconds).problems
    found = inspect_rules(rules, games=games, plies=plies, seed=seed, compiled=False).problems
    if not found and type(rules).compiled_rules is not Rules.compiled_rules:
        text = "the compiled rules cannot be checked, because no other process can create them; "
        text += "define the class at the top of a module."
        return [fault_sentence(type(rules.unwrapped), "", text)]
    return found


def _job(rules: Rules) -> CheckJob | None:
    """Return a job from which another process can recreate the rules, or None if none can."""
    setup = setup_of(rules)
    job = CheckJob(rules.name or type(rules.unwrapped).__name__, game=setup.game)
    alone = copy.copy(setup.rules)
    alone.__dict__.pop("checked_compiled_rules", None)
    modules = {kind.__module__ for kind in type(alone.unwrapped).__mro__}
    if "__main__" not in modules:
        files = {name: getattr(sys.modules.get(name), "__file__", None) for name in modules}
        with suppress(Exception):  # rules may contain anything, and may not be picklable
            packed = pickle.dumps((alone, setup.position))
            return job._replace(rules=packed, modules={n: f for n, f in files.items() if f})
    return job if setup.id else None


def run_in_subprocess(
    job: CheckJob, seconds: float = SECONDS, progress: Progress = silent
) -> CheckReport:
    """Run a check in another process; raise `PuzzlekitError` if the rules cannot be loaded."""
    output: Any = subprocess.DEVNULL
    with suppress(Exception):  # notebooks and windows have no such file
        output = sys.stderr.fileno()
    try:
        found = run_in_child(
            _check_in_child,
            *(job, seconds, time.time()),
            seconds=min(STEP, seconds),
            progress=progress,
            environment={"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(cache_path() / "checks")},
            output=output,
        )
    except ChildEnded as error:
        text = f"{job.title}{f' ({error.place})' if error.place else ''}: {error}"
        return CheckReport(str(job.game), [text], [])
    return CheckReport(*found)


def _check_in_child(
    child: ProbeReporter, job: CheckJob, seconds: float, begun: float
) -> CheckReport:
    """Run the check in the child."""
    left = seconds - (time.time() - begun)
    child.limit(min(STEP, left))
    with plugin_boundary():
        return check_job(job, make_rules(job), Budget(left, child.show, child.limit))


def make_rules(job: CheckJob) -> Rules:
    """Return the rules of a job."""
    if not job.rules:
        setup = make_setup(job.game)
        with plugin_boundary(setup.rules):
            return setup.load_rules()
    if job.game.name:
        plugin_class(job.game.name)
    for name, file in (job.modules or {}).items():
        module_of(name, file)
    rules, position = pickle.loads(job.rules)
    return Setup(rules, job.game, position).load_rules() if job.game.name else rules


def check_job(job: CheckJob, rules: Rules, budget: Budget) -> CheckReport:
    """Check the rules of a job in this process and return the report."""
    report = inspect_rules(rules, games=job.games, plies=job.plies, seed=job.seed, budget=budget)
    if job.moves and not report.problems:
        try:
            with plugin_boundary(rules):
                report.problems.extend(islice(soak(rules, job.moves, Random(0), budget), 10))
        except BudgetSpentError:
            report.warnings.append(f"There was not enough time for {job.moves:,} moves.")
    if staying := find_threads():
        text = f"the thread {staying[0]} prevents the program from exiting; use daemon=True."
        report.problems.append(fault_sentence(type(rules.unwrapped), "", text))
    return report
