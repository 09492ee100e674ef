"""What a table tells a person to do; a plugin that answers wrongly is passed over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from ..core.values import Touch
from ..rules.prompts import NOT_THERE, is_prompt, usual_prompt, usual_why_not
from ..rules.rule_book import Rules, State


def what_now(rules: Rules, state: State, touches: Sequence[Touch] = ()) -> str:
    """Return what who moves is to do now; nothing if that is not known.

    >>> from puzzlekit import load
    >>> rules = load("pinball")
    >>> what_now(rules, rules.start())
    'Shoot a ball at the empty tile'
    """
    return _first_sound(
        lambda: rules.prompt(state, touches), lambda: usual_prompt(rules, state, touches)
    )


def why_not(rules: Rules, state: State, touches: Sequence[Touch], cell: int) -> str:
    """Return why a cell cannot be touched now.

    >>> from puzzlekit import load
    >>> rules = load("pinball")
    >>> why_not(rules, rules.start(), (), rules.board.index["1"])
    'Neither flipper there aims at the empty tile'
    """
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
