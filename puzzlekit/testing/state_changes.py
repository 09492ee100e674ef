"""Detection of plugin members that change the state they are given."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..core.errors import MemberError
from ..plugin.source_locations import contract_methods
from ..rules.base import Rules, State
from ..rules.game_with_history import GameWithHistory


def watch_states(rules: Rules) -> Rules:
    """Return a copy of rules whose members raise `MemberError` if they change their state.

    If one member calls another, the error names the inner one.
    """
    watched = copy.copy(rules.unwrapped)
    for name, base in contract_methods(type(watched)):
        parameters = [*inspect.signature(base).parameters][1:]
        if parameters[:1] == ["state"]:
            head = f"{name}({', '.join(parameters)})"
            vars(watched)[name] = _watch(getattr(watched, name), name, head)
    if not isinstance(rules, GameWithHistory):
        return watched
    wrapper = copy.copy(rules)
    wrapper.rules = watched
    return wrapper


def _watch(function: Callable[..., Any], name: str, head: str) -> Callable[..., Any]:
    """Return a function that also compares its state, the first argument, before and after."""
    advice = "return a new state" if name in ("apply", "play") else "change a copy instead"

    def call(*given: Any, **named: Any) -> Any:
        state = next(iter((*given, *named.values())), None)
        before = _snapshot(state)
        value = function(*given, **named)
        if before is not state and before != state:
            raise MemberError(f"{head} changes the state; {advice}.", name)
        return value

    return call


def _snapshot(state: State) -> State:
    """Return a deep copy that equals the state or, if there is none, the state itself."""
    with suppress(Exception):  # states of plugins can contain anything
        copied = copy.deepcopy(state)
        if copied == state:
            return copied
    return state
