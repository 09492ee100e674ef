"""Prompts for the player. Defaults replace invalid prompts from plugins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..core.translation import translate
from ..core.values import Click
from ..plugin.errors import error_message, plugin_error
from ..rules.base import Rules, State
from ..rules.default_prompts import NOT_CLICKABLE, default_prompt, default_refusal, is_prompt

#: A prompt or a reason, and the first exception raised by the plugin, if any.
Answer = tuple[str, Exception | None]


def find_prompt(rules: Rules, state: State, clicks: Sequence[Click] = ()) -> Answer:
    """Return what the side to move should do next, or an empty string."""
    return _first_valid(
        lambda: rules.prompt(state, clicks), lambda: default_prompt(rules, state, clicks)
    )


def find_refusal(rules: Rules, state: State, clicks: Sequence[Click], cell: int) -> Answer:
    """Return the reason why a cell cannot be clicked now."""
    reason, error = _first_valid(
        lambda: rules.explain_refusal(state, clicks, cell),
        lambda: default_refusal(rules, state, clicks, cell),
    )
    return reason or NOT_CLICKABLE, error


class Prompts:
    """The prompts of a game. An exception raised by the plugin's prompts is shown once."""

    def __init__(self, rules: Rules, show: Callable[[str], object]) -> None:
        self.rules, self._show = rules, show
        self._has_failed = False

    def current(self, state: State, clicks: Sequence[Click] = ()) -> str:
        """Return what the side to move should do next, or an empty string."""
        text, error = find_prompt(self.rules, state, clicks)
        if error is not None and not self._has_failed:
            self._has_failed = True
            self._show(self._message(error))
        return text

    def refusal(self, state: State, clicks: Sequence[Click], cell: int) -> str:
        """Return why a cell cannot be clicked now, or the message of an exception."""
        reason, error = find_refusal(self.rules, state, clicks, cell)
        return reason if error is None else self._message(error)

    def _message(self, error: Exception) -> str:
        return error_message(plugin_error(error, self.rules) or error)


def _first_valid(*answers: Callable[[], object]) -> Answer:
    first_error = None
    for answer in answers:
        try:
            text = answer()
        except Exception as error:
            first_error = first_error or error
        else:
            if text and isinstance(text, str) and is_prompt(text):
                return translate(text), first_error
    return "", first_error
