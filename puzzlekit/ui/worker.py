"""Long computations for the window, in a process of their own, so that frames stay smooth.

`main` is that process: it reads jobs from its input and writes answers, as lines of JSON.

A worker does one job at a time, and of several that wait only the latest. It can be
stopped at once: its process is ended and a new one started when it is next needed.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import IO, Any, NamedTuple

from ..core.errors import LimitReached, PuzzlekitError

#: States that the search for a hint keeps at most; about a second of work.
HINT_LIMIT = 250_000


class Job(NamedTuple):
    """What to do (a name in `JOBS`) in which position of which game."""

    kind: str
    game: str
    moves: tuple[str, ...]
    extra: Any = None


@lru_cache(maxsize=2)
def _setup(game: str) -> Any:
    """Return the setup of an ID; a job about the last game finds what was computed for it."""
    from ..play.setup import set_up

    return set_up(game)


class _Walk:
    """The positions of the last job, of which the next one mostly shares all but the last."""

    def __init__(self) -> None:
        self.game = ""
        self.moves: list[str] = []
        self.states: list[Any] = []

    def to(self, job: Job) -> tuple[Any, Any]:
        """Return the rule book and the position of a job."""
        setup = _setup(job.game)
        rules = setup.rules
        if self.game != job.game:
            self.game, self.moves, self.states = job.game, [], [setup.start]
        shared = 0
        while shared < min(len(self.moves), len(job.moves)):
            if self.moves[shared] != job.moves[shared]:
                break
            shared += 1
        del self.moves[shared:], self.states[shared + 1 :]
        for move in job.moves[shared:]:
            self.states.append(rules.play(self.states[-1], move))
            self.moves.append(move)
        return rules, self.states[-1]


_position = _Walk().to


def _group(job: Job) -> Any:
    """Return the facts of the group that acts on the position."""
    from ..group import describe

    rules, state = _position(job)
    info = describe(rules.generators(state).values())
    return info._replace(order=str(info.order))  # type: ignore[arg-type]


def _hint(job: Job) -> Any:
    """Return moves that solve a puzzle, or the one that a computer player would make.

    With them goes whether it is proved that there is no shorter way; None if there is no way.
    """
    from ..players.player import HINTS
    from ..solving.hints import hint

    rules, state = _position(job)
    if rules.is_game():
        return [_think(job, HINTS, len(job.moves)).move], False
    try:
        return hint(rules, state, limit=HINT_LIMIT)
    except LimitReached as error:
        raise LimitReached(
            f"No hint: no solution was found within {HINT_LIMIT:,} positions."
        ) from error


def _choose(job: Job) -> Any:
    """Return the thought of a computer player; `extra` is what it is called and a seed."""
    return _think(job, *job.extra)


def _think(job: Job, spec: str, seed: int) -> Any:
    """Let a player think that remembers what it thought about the same game and seat."""
    rules, state = _position(job)
    return _mind(job.game, rules.turn(state), spec).think(rules, state, Random(seed))


@lru_cache(maxsize=4)
def _mind(game: str, seat: int, spec: str) -> Any:
    from ..players.named import player, usable_cores

    return player(spec, cores=usable_cores())


JOBS: dict[str, Callable[[Job], Any]] = {"group": _group, "hint": _hint, "choose": _choose}


def _answer(job: Job) -> dict[str, Any]:
    try:
        return {"answer": JOBS[job.kind](job)}
    except PuzzlekitError as error:
        return {"error": str(error)}
    except (Exception, SystemExit) as error:  # a stranger's plugin may raise anything
        return {"error": f"{type(error).__name__}: {error}"}


def serve(jobs: IO[str], answers: IO[str]) -> None:
    """Answer jobs until the window goes away, even in the middle of one."""
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in jobs:
            waiting.put(line)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        kind, game, moves, extra = json.loads(waiting.get())
        answer = json.dumps(_answer(Job(kind, game, tuple(moves), extra)))
        with suppress(BrokenPipeError):
            print(answer, file=answers, flush=True)


def main() -> None:
    """Be the process of a worker."""
    sys.set_int_max_str_digits(0)
    answers = sys.stdout
    sys.stdout = sys.stderr  # a plugin that prints must not disturb the answers
    serve(sys.stdin, answers)


class Worker:
    """One process that answers jobs; `poll` returns (job, answer), the answer maybe an error."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._doing: Job | None = None
        self._next: Job | None = None
        #: When the process began its first job, until it is done.
        self._begun: float | None = None

    @property
    def warming_up(self) -> float:
        """For how many seconds the process has been at its first job; 0 if that is done."""
        return 0.0 if self._begun is None else time.monotonic() - self._begun

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._doing is not None

    def ask(self, job: Job) -> None:
        """Do a job as soon as the one under way is done, in place of any other that waits."""
        self._next = None if job == self._doing else job
        self._start_next()

    def _start_next(self) -> None:
        if self._doing is None and self._next is not None:
            if fresh := self._process is None:
                self._start()
            assert self._process is not None
            assert self._process.stdin is not None
            self._doing, self._next = self._next, None
            if fresh:
                self._begun = time.monotonic()
            try:
                print(json.dumps(self._doing), file=self._process.stdin, flush=True)
            except OSError:
                self._answers.put("")

    def _start(self) -> None:
        """Start the process, and a thread that waits for its answers."""
        source = str(Path(__file__).resolve().parents[2])
        start = (
            f"import sys; {source!r} in sys.path or sys.path.insert(0, {source!r}); "
            f"from {__name__} import main; main()"
        )
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", start],  # -P: nothing comes from the current folder
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for the window, which ends us
        )
        self._answers = queue.SimpleQueue()
        threading.Thread(
            target=_listen, args=(self._process.stdout, self._answers), daemon=True
        ).start()

    def poll(self) -> tuple[Job, Any] | None:
        """Return an answer if there is one; answers to jobs that have been replaced are dropped."""
        if self._doing is None or self._answers.empty():
            return None
        job, line = self._doing, self._answers.get()
        if not line:
            self.stop()
            return job, PuzzlekitError("The computation ended unexpectedly.")
        self._doing = self._begun = None
        stale = self._next is not None
        self._start_next()
        found = json.loads(line)
        answer = PuzzlekitError(found["error"]) if "error" in found else found["answer"]
        return None if stale else (job, answer)

    def stop(self) -> None:
        """Give up what is under way, at once."""
        self._doing = self._next = self._begun = None
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what was not read any more
                        pipe.close()


def _listen(pipe: IO[str], answers: queue.SimpleQueue[str]) -> None:
    """Pass lines on until the process ends, then an empty one."""
    try:
        for line in pipe:
            answers.put(line)
    except (OSError, ValueError):  # closed under our hands, by `stop`
        pass
    answers.put("")
