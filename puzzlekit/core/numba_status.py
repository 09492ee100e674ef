"""Availability of numba, which is optional and may fail."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, TypeVar

from .capabilities import PLATFORM
from .errors import PuzzlekitError, one_line_error

Value = TypeVar("Value")


class CompileError(PuzzlekitError):
    """numba cannot compile a function. The caller can retry without numba."""


class _State:
    """The state of numba in this process. `usable` is None until it is imported."""

    usable: bool | None = None
    reason = ""
    warns = True


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
    """Stop using numba; warn once if a reason is given."""
    if not reason:
        return
    if _State.warns and not _State.reason:
        text = f"puzzlekit: Running in plain Python, which is slower: {reason}."
        print(text, file=sys.stderr, flush=True)
    _State.usable, _State.reason = False, reason


def retry_without_numba(compute: Callable[[], Value]) -> Value:
    """Return the result of a function; if numba fails, call it again without numba."""
    try:
        return compute()
    except CompileError:
        return compute()


def reason_without_numba() -> str:
    """Return why this process does not use numba, or "" if it does."""
    return _State.reason


def silence_warning() -> None:
    """Suppress the warning in this process."""
    _State.warns = False
