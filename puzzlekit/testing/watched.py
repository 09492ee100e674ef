"""A rule book of which a journal knows what it is asked."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any

from ..core.errors import PluginError
from ..rules.fast import Fast
from ..rules.faults import is_written, place_of
from ..rules.rule_book import Rules
from ..rules.told import told
from .journal import AT, Journal


def watch(rules: Rules, journal: Journal) -> None:
    """Let the journal note whenever a member of the class, or its fast path, is asked."""
    kind = type(rules.unwrapped)
    for name, member in inspect.getmembers(kind, inspect.isfunction):
        ours = getattr(Rules, name, None) is member
        if not ours and (name == "__init__" or not name.startswith("_")):
            where = place_of(kind, name) if is_written(kind, name) else ""
            what = f"{name}(){AT}{where}" if where else f"{name}()"
            setattr(kind, name, journal.noted(_staying(member), what))
    if kind.fast is not Rules.fast:
        with suppress(Exception, SystemExit):  # who asks for it again is told why
            rules.__dict__["fast_path"] = _watched(rules.fast_path, journal)


def _staying(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a member that cannot end the process as Ctrl-C does."""

    @wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        try:
            return function(*given, **named)
        except (KeyboardInterrupt, GeneratorExit) as error:
            raise PluginError(told(error)) from error

    return called


def _watched(fast: Fast | None, journal: Journal) -> Fast | None:
    if fast is None:
        return None
    kernel = {
        name: function and journal.noted(_named(function, name), f"the compiled {name}()")
        for name, function in fast.kernel._asdict().items()
    }
    ways = {
        name: journal.noted(way, f"{name}()")
        for name, way in fast._asdict().items()
        if name in ("encode", "decode", "number", "word")
    }
    changes: dict[str, Any] = {"kernel": fast.kernel._replace(**kernel), **ways}
    return fast._replace(**changes)


def _named(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return a compiled function whose faults bear its name."""

    @wraps(function)
    def called(*given: Any) -> Any:
        try:
            return function(*given)
        except Exception as error:
            words = "goes beyond an array" if type(error) is IndexError else "fails"
            raise PluginError(
                f"The compiled {name}() {words}: {type(error).__name__}: {error}."
            ) from error

    return called
