"""What may end a computation from outside: the person's Ctrl-C, and patience that runs out.

A stranger's plugin may raise anything, `KeyboardInterrupt` included, and may never answer. Whoever
calls one catches everything, and lets through by `let_through` what came from the person.
"""

from __future__ import annotations

import _thread
import re
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

#: How often it is looked whether patience has run out, in seconds.
_LOOK = 0.25

#: Python that compilers call from C: what is raised there is lost, or spoils what they make.
_CALLED_BACK = re.compile(
    r".*[\\/](llvmlite[\\/].*|numba[\\/]core[\\/](codegen|serialize|typing[\\/]typeof)\.py)"
)
_ASKED = ("_numba_type_", "typeof_pyval")

#: Seconds after which an interruption that came there is tried again.
_AGAIN = 0.02


class Unanswered(BaseException):
    """Raised in the midst of what took longer than somebody had patience for."""


class _Ctrl:
    """What is known of Ctrl-C: whether it is noticed here at all, and whether it was pressed."""

    noticed = pressed = ignored = False


class Watch:
    """Ends what takes too long in the main thread with `Unanswered`, while `noticing` is on.

    >>> with noticing():
    ...     try:
    ...         with Watch(0.3):
    ...             while True:
    ...                 pass
    ...     except Unanswered:
    ...         print("enough")
    enough
    """

    #: The innermost watch, and the thread that looks after all.
    _running: Watch | None = None
    _thread: threading.Thread | None = None

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.overdue = False

    def __enter__(self) -> None:
        self.overdue = False
        self._until = time.monotonic() + self.seconds
        self._outer, Watch._running = Watch._running, self
        if Watch._thread is None:
            Watch._thread = threading.Thread(target=_look_after_all, daemon=True)
            Watch._thread.start()

    def __exit__(self, *_: object) -> None:
        Watch._running = self._outer

    def look(self) -> None:
        """Interrupt the main thread if patience has run out."""
        if time.monotonic() > self._until:
            self.overdue = True
            _thread.interrupt_main()


def _look_after_all() -> None:
    while True:
        time.sleep(_LOOK)
        if _Ctrl.noticed and (watch := Watch._running) is not None:
            watch.look()


def _interrupted(number: int, frame: FrameType | None) -> None:
    """Handle SIGINT: it came from a watch or from the person."""
    if _is_called_back(frame):
        again = threading.Timer(_AGAIN, _thread.interrupt_main)
        again.daemon = True
        again.start()
        return
    if (watch := Watch._running) is not None and watch.overdue:
        watch.overdue = False
        raise Unanswered
    if not _Ctrl.ignored:
        _Ctrl.pressed = True
        raise KeyboardInterrupt


def _is_called_back(frame: FrameType | None) -> bool:
    while frame is not None:
        code = frame.f_code
        if code.co_name in _ASKED or _CALLED_BACK.fullmatch(code.co_filename):
            return True
        frame = frame.f_back
    return False


@contextmanager
def noticing() -> Iterator[None]:
    """Notice Ctrl-C, so that it can be told from what a plugin raises; in the main thread only."""
    usual: Any = signal.getsignal(signal.SIGINT)
    known = usual in (signal.default_int_handler, signal.SIG_IGN)
    if threading.current_thread() is not threading.main_thread() or not known:
        yield
        return
    _Ctrl.noticed, _Ctrl.pressed, _Ctrl.ignored = True, False, usual == signal.SIG_IGN
    signal.signal(signal.SIGINT, _interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        _Ctrl.noticed = False


def let_through(error: BaseException) -> None:
    """Raise an exception again that came from the person or a watch, and not from a plugin."""
    if isinstance(error, Unanswered):
        raise error
    if isinstance(error, KeyboardInterrupt) and (_Ctrl.pressed or not _Ctrl.noticed):
        raise error
