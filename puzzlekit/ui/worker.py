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
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from ..core.errors import PuzzlekitError
from ..group import GroupInfo, describe
from ..play.setup import set_up
from ..play.thinking import Request, Thinker, typed
from ..players.player import Thought
from ..rules.told import told
from ..solving.difficulty import difficulty
from ..solving.hints import Hint

#: What a request for the group that acts on a position is about, besides moves and hints.
GROUP = "group"

#: What a request for the difficulty of a puzzle is about; the answer is a line to read.
DIFFICULTY = "difficulty"


Answer = Thought | Hint | GroupInfo | str | PuzzlekitError | None


class Job(NamedTuple):
    """What to think about in which game."""

    game: str
    request: Request


class _Walk:
    """The positions of the last job, of which the next one mostly shares all but the last."""

    def __init__(self) -> None:
        self.game = ""
        self.rules: Any = None
        self.moves: list[str] = []
        self.states: list[Any] = []

    def to(self, job: Job) -> tuple[Any, Any]:
        """Return the rule book and the position of a job."""
        if self.game != job.game:
            setup = set_up(job.game)
            self.rules = setup.rules
            self.game, self.moves, self.states = job.game, [], [setup.start]
        shared, moves = 0, job.request.moves
        while shared < min(len(self.moves), len(moves)):
            if self.moves[shared] != moves[shared]:
                break
            shared += 1
        del self.moves[shared:], self.states[shared + 1 :]
        for move in moves[shared:]:
            self.states.append(self.rules.play(self.states[-1], move))
            self.moves.append(move)
        return self.rules, self.states[-1]


_position = _Walk().to
_thinker = Thinker()


def do(job: Job) -> Any:
    """Do a job: the answer of a thinker, or facts about the position."""
    rules, state = _position(job)
    if job.request.kind == DIFFICULTY:
        return str(difficulty(rules, state))
    if job.request.kind != GROUP:
        return _thinker.answer(job.request, rules, state, job.game)
    info = describe(rules.sparse_generators(state).values())
    return info._replace(order=str(info.order))  # type: ignore[arg-type]


def _answer(job: Job) -> dict[str, Any]:
    try:
        return {"answer": do(job)}
    except PuzzlekitError as error:
        return {"error": str(error)}
    except (Exception, SystemExit) as error:  # a stranger's plugin may raise anything
        return {"error": told(error)}


def serve(jobs: IO[str], answers: IO[str]) -> None:
    """Answer jobs until the window goes away, even in the middle of one."""
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in jobs:
            waiting.put(line)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        game, (kind, moves, *more) = json.loads(waiting.get())
        answer = json.dumps(_answer(Job(game, Request(kind, tuple(moves), *more))))
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

    def want(self, job: Job | None) -> None:
        """Do a job at once, or none: what else is under way is given up."""
        if self.busy and job != self._doing:
            self.stop()
        if job is not None:
            self.ask(job)

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

    def poll(self) -> tuple[Job, Answer] | None:
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
        return None if stale else (job, _read(job.request, json.loads(line)))

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


def _read(request: Request, found: dict[str, Any]) -> Answer:
    """Return what a process has answered to a request."""
    if "error" in found:
        return PuzzlekitError(found["error"])
    if request.kind == GROUP:
        return GroupInfo(*found["answer"])
    if request.kind == DIFFICULTY:
        return str(found["answer"])
    return typed(request, found["answer"])


def _listen(pipe: IO[str], answers: queue.SimpleQueue[str]) -> None:
    """Pass lines on until the process ends, then an empty one."""
    try:
        for line in pipe:
            answers.put(line)
    except (OSError, ValueError):  # closed under our hands, by `stop`
        pass
    answers.put("")
