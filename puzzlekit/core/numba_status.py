"""Availability of numba, which is optional and may fail."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import wraps
from importlib.util import find_spec
from itertools import islice
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from .capabilities import PLATFORM
from .errors import PuzzlekitError, one_line_error

P = ParamSpec("P")
Value = TypeVar("Value")


class CompileError(PuzzlekitError):
    """numba cannot compile a function. The caller can retry without numba."""


class _State:
    """The state of numba in this process. `usable` is None until it is imported."""

    usable: bool | None = None
    reason = ""
    warns = True


#: The lock held while the state changes, because several threads may fail at once.
_lock = Lock()


def has_numba() -> bool:
    """Return whether numba can be used; warn once if it cannot be imported."""
    if not PLATFORM.compiler:
        return False
    if _State.usable is None:
        try:
            import numba
        except Exception as error:  # such as a SystemError if numpy is too new
            stop_using_numba(f"numba cannot be imported ({one_line_error(error)}); install numba")
        else:
            config: Any = numba.config
            _State.usable = not config.DISABLE_JIT
    return bool(_State.usable)


def may_have_numba() -> bool:
    """Return whether numba is installed, without importing it."""
    if PLATFORM.compiler and _State.usable is None and find_spec("numba") is not None:
        return True
    return has_numba()


def compile_error(function: Callable[..., Any], error: Exception) -> CompileError:
    """Stop using numba, and return the error for a function that cannot be compiled."""
    name = f"{function.__module__}.{function.__qualname__}"
    reason = (
        error.args[0] if isinstance(error, CompileError) else f"{name}: {one_line_error(error)}"
    )
    stop_using_numba(f"numba cannot compile {reason}; run `puzzlekit check` to test a plugin")
    return CompileError(reason)


def stop_using_numba(reason: str) -> None:
    """Stop using numba, and print a warning with the reason the first time."""
    with _lock:
        is_first = not _State.reason
        _State.usable, _State.reason = False, reason
    if is_first and _State.warns:
        text = f"puzzlekit: Running in plain Python, which is slower: {reason}."
        print(text, file=sys.stderr, flush=True)


def retry_without_numba(function: Callable[P, Value]) -> Callable[P, Value]:
    """Decorate a function: if numba fails, it is called again without numba."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> Value:
        try:
            return function(*args, **kwargs)
        except CompileError:
            return function(*args, **kwargs)

    return call


def continue_without_numba(values: Callable[[], Iterator[Value]]) -> Iterator[Value]:
    """Yield the values of an iterator; if numba fails, yield the other ones without numba."""
    count = 0
    try:
        for value in values():
            yield value
            count += 1
    except CompileError:
        yield from islice(values(), count, None)


def reason_without_numba() -> str:
    """Return why this process does not use numba, or "" if it does."""
    return _State.reason


def silence_warning() -> None:
    """Suppress the warning in this process."""
    _State.warns = False
