"""Whether numba can be used: it may be missing, or fail."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from .errors import fault


class _State:
    """What this process knows about numba; `usable` is None until it has been imported."""

    usable: bool | None = None
    warned = False


def has_numba() -> bool:
    """Return whether numba can be used; warn once if it cannot be imported."""
    if _State.usable is None:
        try:
            import numba
        except Exception as error:  # such as a SystemError for a numpy that is too new
            _State.usable = False
            _warn(f"numba cannot be imported ({fault(error)}); install numba")
        else:
            config: Any = numba.config
            _State.usable = not config.DISABLE_JIT
    return _State.usable


def may_have_numba() -> bool:
    """Return whether numba is installed, at once: whether it can be used is not tried."""
    if _State.usable is None and find_spec("numba") is not None:
        return True
    return has_numba()


def report_failure(function: Callable[..., Any], error: Exception) -> None:
    """Warn once that a function cannot be compiled; after one of puzzlekit's, compile no more."""
    from .code_cache import is_own_source

    own = is_own_source(function.__code__.co_filename)
    if own:
        _State.usable = False
    cure = "try another version of numba" if own else "`puzzlekit check` tells its author more"
    name = f"{function.__module__}.{function.__qualname__}"
    _warn(f"numba cannot compile {name} ({fault(error)}); {cure}")


def _warn(reason: str) -> None:
    if not _State.warned:
        _State.warned = True
        text = f"puzzlekit: Code runs in plain Python, which is slower: {reason}."
        print(text, file=sys.stderr, flush=True)
