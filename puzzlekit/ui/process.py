"""Worker processes that run one job at a time for the window: both ends of the pipe."""

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

from ..core.child_processes import start_child, take_stdin
from ..core.errors import PuzzlekitError
from ..core.progress import Progress, throttled
from ..plugin.errors import error_message, plugin_boundary

#: Maximum seconds for a worker to stop, and for a new worker to start and then stop.
STOP_SECONDS, START_SECONDS = 1.0, 20.0

ENDED = "The computation ended unexpectedly."

J = TypeVar("J")
A = TypeVar("A")


# -- the process ----------------------------------------------------------------------------------


class Stopped(BaseException):
    """Raised in a job when its result is no longer needed. Plugins do not catch it."""


class _Pickler(pickle.Pickler):
    """A pickler that reduces str subclasses, which plugins may use, to plain strings."""

    def reducer_override(self, value: object) -> Any:
        return (str, (str.__str__(value),)) if isinstance(value, str) else NotImplemented


def serve(
    work: Callable[[Any, Progress], Generator[Any, None, Any]],
    format_progress: Callable[[str, int, int | None], object] | None = None,
) -> None:
    """Process jobs from standard input until the window closes it, possibly during a job.

    `work` yields replies and returns the last one. If `format_progress` is given, progress
    reports are also sent as replies.
    """
    sys.set_int_max_str_digits(0)
    jobs, answers = os.fdopen(take_stdin(), "rb"), sys.stdout.buffer
    sys.stdout = sys.stderr  # a plugin's prints must not corrupt the replies
    pending: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def listen() -> None:
        try:
            while True:
                pending.put(pickle.load(jobs))
        finally:
            os._exit(0)

    def send(answer: object, is_last: bool) -> None:
        with suppress(OSError):  # the window has closed the pipe
            _Pickler(answers).dump((answer, is_last))
            answers.flush()

    threading.Thread(target=listen, daemon=True).start()
    while True:
        if (job := pending.get()) is not None:
            answer_job(job, work, format_progress, send, lambda: not pending.empty())


def answer_job(
    job: object,
    work: Callable[[Any, Progress], Generator[Any, None, Any]],
    format_progress: Callable[[str, int, int | None], object] | None,
    send: Callable[[object, bool], object],
    is_stopped: Callable[[], bool],
) -> None:
    """Do a job and send its replies, the last of which may be an error."""

    def report(what: str, done: int, total: int | None) -> None:
        if format_progress is not None:
            send(format_progress(what, done, total), False)

    throttled_report = throttled(report)

    def progress(what: str, done: int, total: int | None) -> None:
        if is_stopped():
            raise Stopped
        throttled_report(what, done, total)

    last: object = PuzzlekitError("The computation returned no result.")

    def answers() -> Generator[object, None, None]:
        nonlocal last
        last = yield from work(job, progress)

    try:
        with plugin_boundary():
            for reply in answers():
                send(reply, False)
                if is_stopped():
                    break
    except Stopped:
        pass
    except Exception as error:
        last = PuzzlekitError(error_message(error))
    send(last, True)


# -- the window -----------------------------------------------------------------------------------


class WorkerProcess(Generic[J, A]):
    """A worker process. If several jobs are pending, it runs only the latest one.

    To cancel a job, a worker that has already replied gets a stop request. Any other worker is
    killed.
    """

    #: The module whose `main` the worker runs.
    module: ClassVar[str]

    #: Whether the worker accepts a stop request before its first reply.
    can_cancel_early: ClassVar[bool] = False

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[tuple[Any, bool]] = queue.SimpleQueue()
        self._current: J | None = None
        self._next: J | None = None
        self._can_cancel = False
        #: Whether the worker has replied yet; the first reply takes a while.
        self._has_started = False
        #: Deadline for the worker to stop a cancelled job.
        self._stop_deadline: float | None = None

    @property
    def busy(self) -> bool:
        """True if `poll` must still be called, for a reply or until a cancelled job has stopped."""
        return self._current is not None or self._stop_deadline is not None

    def replace_job(self, job: J | None) -> None:
        """Run a job immediately, cancelling any other. None only cancels."""
        if self._current is not None and job != self._current:
            self._cancel()
        if job is not None:
            self.submit(job)
        elif self._stop_deadline is not None:
            self._next = None

    def submit(self, job: J) -> None:
        """Run a job after the current one, replacing any other pending job."""
        self._next = None if job == self._current else job
        self._start_next()

    def _cancel(self) -> None:
        if not self._can_cancel or not self._send(None):
            self.stop()
            return
        self._current = self._next = None
        self._stop_deadline = time.monotonic() + (
            STOP_SECONDS if self._has_started else START_SECONDS
        )

    def _send(self, job: J | None) -> bool:
        """Send a job or a stop request; return whether the worker accepted it."""
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
        self.warm_up()
        self._current, self._next, self._can_cancel = self._next, None, self.can_cancel_early
        if not self._send(self._current):
            self._answers.put((_Ended(ENDED), True))

    def warm_up(self) -> None:
        """Start the worker before there is any job."""
        if self._process is not None:
            return
        self._process = start_child(self.module, stdout=subprocess.PIPE)
        self._answers, self._has_started = queue.SimpleQueue(), False
        threading.Thread(
            target=_forward_replies, args=(self._process.stdout, self._answers), daemon=True
        ).start()

    def poll(self) -> tuple[J, A | PuzzlekitError] | None:
        """Return a job and a reply to it, or None if there is none; drop outdated replies."""
        while self.busy and not self._answers.empty():
            job, (answer, is_last) = self._current, self._answers.get()
            self._has_started = True
            is_wanted = job is not None and self._next is None
            if is_last:
                self._current = self._stop_deadline = None
                if isinstance(answer, _Ended):
                    self._kill()
                self._start_next()
            else:
                self._can_cancel = True
            if job is not None and is_wanted:
                return job, answer
        if self._stop_deadline is not None and time.monotonic() > self._stop_deadline:
            pending = self._next
            self.stop()
            if pending is not None:
                self.submit(pending)
        return None

    def stop(self) -> None:
        """Cancel all jobs immediately."""
        self._current = self._next = self._stop_deadline = None
        self._kill()

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):  # there may be unsent data
                        pipe.close()


class _Ended(PuzzlekitError):
    """The reply that takes the place of a result when the worker has ended."""


def _forward_replies(pipe: IO[bytes], answers: queue.SimpleQueue[tuple[Any, bool]]) -> None:
    """Pass on replies until the worker ends or `stop` closes the pipe."""
    with suppress(Exception):
        while True:
            answers.put(pickle.load(pipe))
    answers.put((_Ended(ENDED), True))
