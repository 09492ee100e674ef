"""What a table tells a person to do; a plugin that answers wrongly is passed over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from ..core.values import Touch
from ..rules.prompts import NOT_THERE, is_prompt, usual_prompt, usual_why_not
from ..rules.rule_book import Rules, State


def what_now(rules: Rules, state: State, touches: Sequence[Touch] = ()) -> str:
    """Return what the side to move is to do now; empty if that is not known."""
    return _first_sound(
        lambda: rules.prompt(state, touches), lambda: usual_prompt(rules, state, touches)
    )


def why_not(rules: Rules, state: State, touches: Sequence[Touch], cell: int) -> str:
    """Return why a cell cannot be touched now."""
    return (
        _first_sound(
            lambda: rules.why_not(state, touches, cell),
            lambda: usual_why_not(rules, state, touches, cell),
        )
        or NOT_THERE
    )


def _first_sound(*answers: Callable[[], object]) -> str:
    """Return the first sentence that can be shown."""
    for answer in answers:
        with suppress(Exception):
            text = answer()
            if text and isinstance(text, str) and is_prompt(text):
                return text
    return ""
