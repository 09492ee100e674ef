"""Long computations for the window, in a process of their own, so that frames stay smooth.

`main` is that process: it reads jobs from its input and writes answers, as lines of JSON.

A worker does one job at a time, and of several that wait only the latest. There may be several
answers to a job, each better than the one before, and between them the process tells how far it
has come. Then it also hears when it is to stop, and is there for the next job at once. One that
has told nothing, or does not stop soon, is ended, and a new one started when it is next needed.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from ..core.errors import PuzzlekitError
from ..core.progress import Progress, seldom, silent
from ..group import GroupInfo, describe
from ..play import thinking
from ..play.setup import set_up
from ..play.thinking import Better, Doing, NoWay, Request, Thinker
from ..players.player import Thought
from ..rules.told import told
from ..solving.difficulty import difficulty
from ..solving.hints import Hint
from ..solving.search import solve

#: What a request for the group that acts on a position is about, besides moves and hints.
GROUP = "group"

#: What a request for the distance to the goal is about; the answer is a shortest solution.
DISTANCE = "distance"

#: Positions that are searched for it at most: half a second of work.
QUICK = 50_000

#: What a request for the difficulty of a puzzle is about; the answer is a line to read.
DIFFICULTY = "difficulty"

#: Seconds in which a process that listens stops.
GRACE = 1.0

Answer = thinking.Answer | GroupInfo | str

#: What answers are, by their names; others are sentences.
KINDS: dict[str, Callable[..., Answer]] = {
    kind.__name__: kind for kind in (Thought, Hint, Better, NoWay, Doing, GroupInfo, PuzzlekitError)
}

#: What is told a process to make it stop.
STOP = None


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


def do(job: Job, progress: Progress) -> Iterator[Answer]:
    """Do a job: yield the answers of a thinker, or facts about the position."""
    rules, state = _position(job)
    if job.request.kind == DIFFICULTY:
        yield str(difficulty(rules, state))
    elif job.request.kind == DISTANCE:
        found = solve(rules, state, limit=QUICK, progress=progress)
        yield NoWay("") if found is None else Hint(found.moves, True)
    elif job.request.kind == GROUP:
        info = describe(rules.sparse_generators(state).values())
        yield info._replace(order=str(info.order))  # type: ignore[arg-type]
    else:
        yield from _thinker.answers(job.request, rules, state, job.game, progress)


class _Stopped(Exception):
    """The answer is not wanted any more."""


class _Server:
    """Answers jobs; it looks for a word to stop whenever a computation says how far it is."""

    def __init__(self, answers: IO[str]) -> None:
        self.answers = answers
        self.waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._tell: Progress = silent

    def progress(self, what: str, done: int, total: int | None) -> None:
        """Pass on how far it is, once in a while; raise `_Stopped` if that is of no use."""
        self._look()
        self._tell(what, done, total)

    def _look(self) -> None:
        if not self.waiting.empty():
            raise _Stopped

    def write(self, answer: Answer) -> None:
        """Write an answer."""
        kind = type(answer).__name__
        fields: Any = [answer] if isinstance(answer, str) else answer
        if isinstance(answer, PuzzlekitError):
            kind, fields = PuzzlekitError.__name__, [str(answer)]
        with suppress(BrokenPipeError):
            print(json.dumps([kind, fields]), file=self.answers, flush=True)

    def answer(self, job: Job) -> None:
        """Write the answers to a job, of which just the last is final."""
        final: Answer = PuzzlekitError("There is no answer.")
        self._tell = seldom(lambda *told: self.write(Doing(*told)))
        try:
            for found in do(job, self.progress):
                if isinstance(found, Better):
                    self.write(found)
                    self._look()
                else:
                    final = found
        except _Stopped:
            pass
        except PuzzlekitError as error:
            final = error
        except (Exception, SystemExit) as error:  # a stranger's plugin may raise anything
            final = PuzzlekitError(told(error))
        self.write(final)


def serve(jobs: IO[str], answers: IO[str]) -> None:
    """Answer jobs until the window goes away, even in the middle of one."""
    server = _Server(answers)

    def listen() -> None:
        for line in jobs:
            server.waiting.put(line)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        job = json.loads(server.waiting.get())
        if job is not STOP:
            game, (kind, moves, *more) = job
            server.answer(Job(game, Request(kind, tuple(moves), *more)))


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
        #: Whether the process has told something about its job, so that it hears when to stop.
        self._listens = False
        #: Until when the process may go on with a job that is given up.
        self._stops_by: float | None = None
        #: When the process began its first job, until it is done.
        self._begun: float | None = None

    @property
    def warming_up(self) -> float:
        """For how many seconds the process has been at its first job; 0 if that is done."""
        return 0.0 if self._begun is None else time.monotonic() - self._begun

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited, or that a process stops: `poll` is to be called."""
        return self._doing is not None or self._stops_by is not None

    def want(self, job: Job | None) -> None:
        """Do a job at once, or none: what else is under way is given up."""
        if self._doing is not None and job != self._doing:
            self._give_up()
        if job is not None:
            self.ask(job)
        elif self._stops_by is not None:
            self._next = None

    def ask(self, job: Job) -> None:
        """Do a job as soon as the one under way is done, in place of any other that waits."""
        self._next = None if job == self._doing else job
        self._start_next()

    def _give_up(self) -> None:
        """Have the process stop what it does, or end it."""
        if not self._listens or not self._write(STOP):
            self.stop()
            return
        self._doing = self._next = self._begun = None
        self._stops_by = time.monotonic() + GRACE

    def _write(self, job: Job | None) -> bool:
        """Tell the process something; tell whether it could be told."""
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            print(json.dumps(job), file=self._process.stdin, flush=True)
        except OSError:
            return False
        return True

    def _start_next(self) -> None:
        if self.busy or self._next is None:
            return
        if fresh := self._process is None:
            self._start()
        self._doing, self._next, self._listens = self._next, None, False
        if fresh:
            self._begun = time.monotonic()
        if not self._write(self._doing):
            self._answers.put("")

    def warm_up(self) -> None:
        """Start the process before there is anything to do."""
        if self._process is None:
            self._start()

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
        """Return an answer if there is one; answers to jobs that have been replaced are dropped.

        It is the last, unless it is `Better` or what is `Doing`.
        """
        while self.busy and not self._answers.empty():
            job, line = self._doing, self._answers.get()
            answer = _read(line) if line else PuzzlekitError("The computation ended unexpectedly.")
            if isinstance(answer, Better | Doing):
                self._listens = True
                if job is not None and self._next is None:
                    return job, answer
                continue
            stale = job is None or self._next is not None
            self._doing = self._begun = self._stops_by = None
            if not line:
                self._end()
            self._start_next()
            if job is not None and not stale:
                return job, answer
        if self._stops_by is not None and time.monotonic() > self._stops_by:
            waits = self._next
            self.stop()
            if waits is not None:
                self.ask(waits)
        return None

    def stop(self) -> None:
        """Give up what is under way, at once."""
        self._doing = self._next = self._begun = self._stops_by = None
        self._end()

    def _end(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what was not read any more
                        pipe.close()


def _read(line: str) -> Answer:
    """Return what a process has written."""
    kind, fields = json.loads(line)
    return KINDS.get(kind, str)(*fields)


def _listen(pipe: IO[str], answers: queue.SimpleQueue[str]) -> None:
    """Pass lines on until the process ends, then an empty one."""
    try:
        for line in pipe:
            answers.put(line)
    except (OSError, ValueError):  # closed under our hands, by `stop`
        pass
    answers.put("")
