"""Processes that compute for the window, one job at a time: both ends of their pipes."""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import IO, Any, ClassVar, Generic, TypeVar

from ..core.child_processes import start_child
from ..core.errors import PuzzlekitError
from ..core.progress import Progress, throttled
from ..plugin.errors import error_message, plugin_boundary

#: Seconds in which a process that listens stops, and in which it starts and then stops.
GRACE, START = 1.0, 20.0

ENDED = "The computation ended unexpectedly."

J = TypeVar("J")
A = TypeVar("A")


# -- the process ----------------------------------------------------------------------------------


class Stopped(Exception):
    """The answer is not wanted any more."""


class _Pickler(pickle.Pickler):
    """Pickle subclasses of str, as plugins may have them, as plain strings."""

    def reducer_override(self, value: object) -> Any:
        return (str, (str.__str__(value),)) if isinstance(value, str) else NotImplemented


def serve(
    work: Callable[[Any, Progress], Generator[Any, None, Any]],
    told: Callable[[str, int, int | None], object] | None = None,
) -> None:
    """Answer jobs from standard input until the window closes it, even in the middle of one.

    `work` yields answers to a job and returns the last one; with `told` progress is an answer too.
    """
    sys.set_int_max_str_digits(0)
    jobs, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a plugin that prints must not disturb the answers
    waiting: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def listen() -> None:
        try:
            while True:
                waiting.put(pickle.load(jobs))
        finally:
            os._exit(0)

    def send(answer: object, is_last: bool) -> None:
        with suppress(BrokenPipeError):
            _Pickler(answers).dump((answer, is_last))
            answers.flush()

    threading.Thread(target=listen, daemon=True).start()
    while True:
        if (job := waiting.get()) is not None:
            answer_job(job, work, told, send, lambda: not waiting.empty())


def answer_job(
    job: object,
    work: Callable[[Any, Progress], Generator[Any, None, Any]],
    told: Callable[[str, int, int | None], object] | None,
    send: Callable[[object, bool], object],
    is_stopped: Callable[[], bool],
) -> None:
    """Send the answers to a job, of which the last may be an error."""

    def report(what: str, done: int, total: int | None) -> None:
        if told is not None:
            send(told(what, done, total), False)

    report_seldom = throttled(report)

    def progress(what: str, done: int, total: int | None) -> None:
        if is_stopped():
            raise Stopped
        report_seldom(what, done, total)

    last: object = PuzzlekitError("There is no answer.")

    def answers() -> Generator[object, None, None]:
        nonlocal last
        last = yield from work(job, progress)

    try:
        with plugin_boundary():
            for found in answers():
                send(found, False)
                if is_stopped():
                    break
    except Stopped:
        pass
    except Exception as error:
        last = PuzzlekitError(error_message(error))
    send(last, True)


# -- the window -----------------------------------------------------------------------------------


class Helper(Generic[J, A]):
    """A process that answers jobs; of several that wait it does the latest.

    A process that has answered hears when it is to stop; any other is killed.
    """

    #: The module whose `main` is the process.
    module: ClassVar[str]

    #: Whether the process hears the request to stop before it has answered.
    hears_at_once: ClassVar[bool] = False

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[tuple[Any, bool]] = queue.SimpleQueue()
        self._doing: J | None = None
        self._next: J | None = None
        self._listens = False
        #: Whether the process has answered at all: it takes a while to start.
        self._awake = False
        #: Until when the process may go on with a job that is given up.
        self._stops_by: float | None = None
        #: When the process began its first job, until that is done.
        self._begun: float | None = None

    @property
    def warming_up(self) -> float:
        """For how many seconds the process has been at its first job; 0 if that is done."""
        return 0.0 if self._begun is None else time.monotonic() - self._begun

    @property
    def busy(self) -> bool:
        """Whether `poll` is to be called: for an answer, or until the process has stopped."""
        return self._doing is not None or self._stops_by is not None

    def want(self, job: J | None) -> None:
        """Do a job at once, or none; give up any other."""
        if self._doing is not None and job != self._doing:
            self._give_up()
        if job is not None:
            self.ask(job)
        elif self._stops_by is not None:
            self._next = None

    def ask(self, job: J) -> None:
        """Do a job as soon as the current one is done, in place of any other that waits."""
        self._next = None if job == self._doing else job
        self._start_next()

    def _give_up(self) -> None:
        if not self._listens or not self._send(None):
            self.stop()
            return
        self._doing = self._next = self._begun = None
        self._stops_by = time.monotonic() + (GRACE if self._awake else START)

    def _send(self, job: J | None) -> bool:
        """Send a job, or the request to stop; return whether the process could take it."""
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(pickle.dumps(job))
            self._process.stdin.flush()
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
        if not self._send(self._doing):
            self._answers.put((_Ended(ENDED), True))

    def warm_up(self) -> None:
        """Start the process before there is anything to do."""
        if self._process is None:
            self._start()

    def _start(self) -> None:
        self._process = start_child(self.module, stdout=subprocess.PIPE)
        self._answers, self._awake = queue.SimpleQueue(), False
        threading.Thread(
            target=_receive, args=(self._process.stdout, self._answers), daemon=True
        ).start()

    def poll(self) -> tuple[J, A | PuzzlekitError] | None:
        """Return a job and an answer if there is one; drop answers to jobs that were replaced."""
        while self.busy and not self._answers.empty():
            job, (answer, is_last) = self._doing, self._answers.get()
            self._awake = True
            is_wanted = job is not None and self._next is None
            if is_last:
                self._doing = self._begun = self._stops_by = None
                if isinstance(answer, _Ended):
                    self._end()
                self._start_next()
            else:
                self._listens = True
            if job is not None and is_wanted:
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
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what was not read any more
                        pipe.close()


class _Ended(PuzzlekitError):
    """The process has ended."""


def _receive(pipe: IO[bytes], answers: queue.SimpleQueue[tuple[Any, bool]]) -> None:
    """Pass answers on until the process ends, or `stop` closes the pipe."""
    with suppress(Exception):
        while True:
            answers.put(pickle.load(pipe))
    answers.put((_Ended(ENDED), True))
