"""Long computations for the window, in a process of their own, so that frames stay smooth.

A worker does one job at a time, and of several that wait only the latest. It can be
stopped at once: its process is ended and a new one started when it is next needed.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from random import Random
from typing import Any, NamedTuple

from ..errors import LimitReached, PuzzlekitError

#: States that the search for a hint keeps at most; about a second of work.
HINT_LIMIT = 250_000


class Job(NamedTuple):
    """What to do (a name in `JOBS`) in which position of which game."""

    kind: str
    game: str
    moves: tuple[str, ...]
    extra: Any = None


def _position(job: Job) -> tuple[Any, Any]:
    from ..registry import load

    rules = load(job.game)
    state = rules.start()
    for move in job.moves:
        state = rules.play(state, move)
    return rules, state


def _group(job: Job) -> Any:
    """Return the facts of the group that acts on the position."""
    from ..group import describe

    rules, state = _position(job)
    return describe(rules.generators(state).values())


def _hint(job: Job) -> Any:
    """Return the moves that solve a puzzle, or the one that a simple player would make."""
    from ..players import greedy
    from ..search import solve

    rules, state = _position(job)
    if rules.is_game():
        return [greedy(rules, state, Random(len(job.moves)))]
    try:
        solution = solve(rules, state, limit=HINT_LIMIT)
    except LimitReached as error:
        raise LimitReached("This is too far from the goal for the plain search.") from error
    return solution.moves if solution else None


def _choose(job: Job) -> Any:
    """Return the move of a computer player; `extra` is its name and a seed."""
    from ..players import player

    rules, state = _position(job)
    name, seed = job.extra
    return player(name)(rules, state, Random(seed))


JOBS: dict[str, Callable[[Job], Any]] = {"group": _group, "hint": _hint, "choose": _choose}


def _serve(connection: Connection) -> None:
    """Answer jobs until the window goes away."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the window, which ends us
    sys.set_int_max_str_digits(0)
    while True:
        try:
            job = connection.recv()
            try:
                answer: Any = JOBS[job.kind](job)
            except PuzzlekitError as error:
                answer = error
            except Exception as error:  # a stranger's plugin may raise anything
                answer = PuzzlekitError(f"{type(error).__name__}: {error}")
            connection.send((job, answer))
        except (EOFError, OSError):
            return


class Worker:
    """One process that answers jobs; `poll` returns (job, answer), the answer maybe an error."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection | None = None
        self._doing: Job | None = None
        self._next: Job | None = None

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._doing is not None

    def ask(self, job: Job) -> None:
        """Do a job as soon as the one under way is done, in place of any other that waits."""
        if self._doing == job:
            self._next = None
            return
        self._next = job
        self._start_next()

    def _start_next(self) -> None:
        if self._doing is None and self._next is not None:
            if self._process is None:
                context = multiprocessing.get_context("spawn")
                self._connection, theirs = context.Pipe()
                self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
                self._process.start()
                theirs.close()
            assert self._connection is not None
            self._doing, self._next = self._next, None
            self._connection.send(self._doing)

    def poll(self) -> tuple[Job, Any] | None:
        """Return an answer if there is one; answers to jobs that have been replaced are dropped."""
        if self._doing is None or self._connection is None:
            return None
        try:
            if not self._connection.poll():
                return None
            answer: tuple[Job, Any] = self._connection.recv()
        except (EOFError, OSError):
            job = self._doing
            self.stop()
            return job, PuzzlekitError("The computation ended unexpectedly.")
        self._doing = None
        stale = self._next is not None
        self._start_next()
        return None if stale else answer

    def stop(self) -> None:
        """Give up what is under way, at once."""
        self._doing = self._next = None
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None
