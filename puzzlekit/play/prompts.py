"""Prompts for the player. Defaults replace invalid prompts from plugins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..core.translation import translate
from ..core.values import Click
from ..plugin.errors import error_message, plugin_error
from ..rules.base import Rules, State
from ..rules.default_prompts import NOT_CLICKABLE, default_prompt, default_refusal, is_prompt

Report = Callable[[Exception], object]


def _ignore(error: Exception) -> None:
    """Do not report an exception."""


def current_prompt(
    rules: Rules, state: State, clicks: Sequence[Click] = (), report: Report = _ignore
) -> str:
    """Return what the side to move should do next, or an empty string."""
    return _first_valid(
        report, lambda: rules.prompt(state, clicks), lambda: default_prompt(rules, state, clicks)
    )


def refusal(
    rules: Rules, state: State, clicks: Sequence[Click], cell: int, report: Report = _ignore
) -> str:
    """Return the reason why a cell cannot be clicked now."""
    return (
        _first_valid(
            report,
            lambda: rules.explain_refusal(state, clicks, cell),
            lambda: default_refusal(rules, state, clicks, cell),
        )
        or NOT_CLICKABLE
    )


class Prompts:
    """The prompts of a game. An exception raised by the plugin's prompts is shown once."""

    def __init__(self, rules: Rules, show: Callable[[str], object]) -> None:
        self.rules, self._show = rules, show
        self._has_failed = False

    def current(self, state: State, clicks: Sequence[Click] = ()) -> str:
        """Return what the side to move should do next, or an empty string."""
        return current_prompt(self.rules, state, clicks, self._report)

    def refusal(self, state: State, clicks: Sequence[Click], cell: int) -> str:
        """Return why a cell cannot be clicked now, or the message of an exception."""
        errors: list[Exception] = []
        reason = refusal(self.rules, state, clicks, cell, errors.append)
        return self._message(errors[0]) if errors else reason

    def _report(self, error: Exception) -> None:
        if not self._has_failed:
            self._has_failed = True
            self._show(self._message(error))

    def _message(self, error: Exception) -> str:
        return error_message(plugin_error(error, self.rules) or error)


def _first_valid(report: Report, *answers: Callable[[], object]) -> str:
    for answer in answers:
        try:
            text = answer()
        except Exception as error:
            report(error)
        else:
            if text and isinstance(text, str) and is_prompt(text):
                return translate(text)
    return ""
