"""Processes that compute for the window, so that frames stay smooth: both ends of their pipes.

A process does one job at a time, and of several that wait only the latest. There may be several
answers to a job. Once it has told something it also hears when it is to stop, and is there for
the next job at once. One that has told nothing, or does not stop soon, is ended, and a new one
started when it is next needed.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, ClassVar, Generic, TypeVar

from ..core.errors import PuzzlekitError

#: Seconds in which a process that listens stops, and in which it starts and then stops.
GRACE, START = 1.0, 20.0

#: What is told a process to make it stop.
STOP = "null"

#: What is said when a process is gone in the middle of a job.
ENDED = "The computation ended unexpectedly."

J = TypeVar("J")
A = TypeVar("A")


class Stopped(Exception):
    """The answer is not wanted any more."""


class Server(ABC):
    """The end in the process: it answers jobs, and looks now and then for a word to stop."""

    def __init__(self, answers: IO[str]) -> None:
        self.answers = answers
        self.waiting: queue.SimpleQueue[str] = queue.SimpleQueue()

    @abstractmethod
    def answer(self, line: str) -> None:
        """Write the answers to a job that a line holds."""

    def look(self) -> None:
        """Raise `Stopped` if there is word to stop."""
        if not self.waiting.empty():
            raise Stopped

    def say(self, line: str) -> None:
        """Write a line."""
        with suppress(BrokenPipeError):
            print(line, file=self.answers, flush=True)


def serve(jobs: IO[str], kind: Callable[[IO[str]], Server]) -> None:
    """Answer jobs until the window goes away, even in the middle of one."""
    sys.set_int_max_str_digits(0)
    server = kind(sys.stdout)
    sys.stdout = sys.stderr  # a plugin that prints must not disturb the answers

    def listen() -> None:
        for line in jobs:
            server.waiting.put(line)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        line = server.waiting.get().strip()
        if line != STOP:
            server.answer(line)


class Helper(ABC, Generic[J, A]):
    """One process that answers jobs; `poll` returns (job, answer), the answer maybe an error.

    A kind of helper says how jobs and answers are written in a line, and which answers are not
    the last to a job.
    """

    #: The module whose `main` is the process.
    module: ClassVar[str]

    #: Whether the process hears when it is to stop before it has told anything.
    hears_at_once: ClassVar[bool] = False

    @abstractmethod
    def _written(self, job: J) -> str:
        """Return a job as a line."""

    @abstractmethod
    def _read(self, line: str) -> A:
        """Return the answer that a line holds."""

    @abstractmethod
    def _goes_on(self, answer: A) -> bool:
        """Tell whether more answers follow to the same job."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._doing: J | None = None
        self._next: J | None = None
        #: Whether the process has told something about its job, so that it hears when to stop.
        self._listens = False
        #: Whether the process has told anything at all: it takes a while to start.
        self._awake = False
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

    def want(self, job: J | None) -> None:
        """Do a job at once, or none: what else is under way is given up."""
        if self._doing is not None and job != self._doing:
            self._give_up()
        if job is not None:
            self.ask(job)
        elif self._stops_by is not None:
            self._next = None

    def ask(self, job: J) -> None:
        """Do a job as soon as the one under way is done, in place of any other that waits."""
        self._next = None if job == self._doing else job
        self._start_next()

    def _give_up(self) -> None:
        """Have the process stop what it does, or end it."""
        if not self._listens or not self._write(STOP):
            self.stop()
            return
        self._doing = self._next = self._begun = None
        self._stops_by = time.monotonic() + (GRACE if self._awake else START)

    def _write(self, line: str) -> bool:
        """Tell the process something; tell whether it could be told."""
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            print(line, file=self._process.stdin, flush=True)
        except OSError:
            return False
        return True

    def _start_next(self) -> None:
        if self.busy or self._next is None:
            return
        if fresh := self._process is None:
            self._start()
        self._doing, self._next, self._listens = self._next, None, self.hears_at_once
        if fresh:
            self._begun = time.monotonic()
        if not self._write(self._written(self._doing)):
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
            f"from {self.module} import main; main()"
        )
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", start],  # -P: nothing comes from the current folder
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for the window, which ends us
        )
        self._answers, self._awake = queue.SimpleQueue(), False
        threading.Thread(
            target=_listen, args=(self._process.stdout, self._answers), daemon=True
        ).start()

    def poll(self) -> tuple[J, A | PuzzlekitError] | None:
        """Return an answer if there is one; answers to jobs that have been replaced are dropped."""
        while self.busy and not self._answers.empty():
            job, line = self._doing, self._answers.get()
            self._awake = True
            answer = self._read(line) if line else PuzzlekitError(ENDED)
            if not isinstance(answer, PuzzlekitError) and self._goes_on(answer):
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


def _listen(pipe: IO[str], answers: queue.SimpleQueue[str]) -> None:
    """Pass lines on until the process ends, then an empty one."""
    try:
        for line in pipe:
            answers.put(line)
    except (OSError, ValueError):  # closed under our hands, by `stop`
        pass
    answers.put("")
