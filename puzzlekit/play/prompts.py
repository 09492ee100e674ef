"""Prompts for the player. Defaults replace invalid prompts from plugins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from ..core.translation import translate
from ..core.values import Click
from ..rules.base import Rules, State
from ..rules.default_prompts import NOT_CLICKABLE, default_prompt, default_refusal, is_prompt


def current_prompt(rules: Rules, state: State, clicks: Sequence[Click] = ()) -> str:
    """Return what the side to move should do next, or an empty string."""
    return _first_valid(
        lambda: rules.prompt(state, clicks), lambda: default_prompt(rules, state, clicks)
    )


def refusal(rules: Rules, state: State, clicks: Sequence[Click], cell: int) -> str:
    """Return the reason why a cell cannot be clicked now."""
    return (
        _first_valid(
            lambda: rules.explain_refusal(state, clicks, cell),
            lambda: default_refusal(rules, state, clicks, cell),
        )
        or NOT_CLICKABLE
    )


def _first_valid(*answers: Callable[[], object]) -> str:
    for answer in answers:
        with suppress(Exception):
            text = answer()
            if text and isinstance(text, str) and is_prompt(text):
                return translate(text)
    return ""
