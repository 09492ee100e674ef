"""A time limit for code in the main thread, such as plugin code in the window's process."""

from __future__ import annotations

import _thread
import signal
import threading
import time
from types import FrameType

#: The interval at which the clock is polled (seconds).
_CHECK_SECONDS = 0.25

#: The signal that interrupts a call; other code must not use it.
_SIGNAL = signal.Signals(getattr(signal, "SIGALRM", None) or signal.SIGBREAK)  # type: ignore[attr-defined]


class CallTimeout(BaseException):
    """A call exceeded its `Timeout`. `except Exception` in plugins does not catch it."""


class Timeout:
    """A context manager that raises `CallTimeout` after a time limit, in the main thread only.

    If the exception is lost in a callback from C, it is raised again at the next poll.
    """

    #: The innermost timeout, and the thread that watches the clock.
    _running: Timeout | None = None
    _thread: threading.Thread | None = None

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        self._until = time.monotonic() + self.seconds
        self._outer, Timeout._running = Timeout._running, self
        signal.signal(_SIGNAL, _raise)
        if Timeout._thread is None:
            Timeout._thread = threading.Thread(target=_watch, daemon=True)
            Timeout._thread.start()

    def __exit__(self, *_: object) -> None:
        Timeout._running = self._outer

    def is_over(self) -> bool:
        """Return whether the time limit has passed."""
        return time.monotonic() > self._until


def _raise(number: int, frame: FrameType | None) -> None:
    if (running := Timeout._running) is not None and running.is_over():
        raise CallTimeout


def _watch() -> None:
    while True:
        time.sleep(_CHECK_SECONDS)
        if (running := Timeout._running) is not None and running.is_over():
            _thread.interrupt_main(_SIGNAL)
