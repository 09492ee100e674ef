"""How a class of rules is described to people: its page of rules, and for how many it is."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import cleandoc
from typing import Any

from ..core.options import options_of


class Description:
    """The part of `Rules` that describes the class; its docstring is the page of rules."""

    players: tuple[str, ...] = ("Solver",)

    @classmethod
    def rules_text(cls) -> str:
        """Return the page of rules: the plugin's own docstring, without its indentation."""
        return cleandoc(cls.__doc__ or "No rules were written.")

    @classmethod
    def summary_line(cls) -> str:
        """Return the first paragraph of the rules, on one line."""
        return " ".join(cls.rules_text().partition("\n\n")[0].split())

    @classmethod
    def seats(cls) -> range:
        """Return how many players there can be: what the option `players` allows, or all."""
        option = options_of(cls).get("players")
        return (option and option.bounds) or range(len(cls.players), len(cls.players) + 1)

    @classmethod
    def player_count(cls) -> str:
        """Return for how many it is, in words.

        >>> Description.crowd()
        'solitaire'
        """
        fewest, most = cls.seats()[0], cls.seats()[-1]
        if most == 1:
            return "solitaire"
        return f"{fewest} players" if fewest == most else f"{fewest} to {most} players"

    @classmethod
    def sides_with(cls, values: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the side of each seat under some values of the options."""
        option = options_of(cls).get("players")
        return cls.players[: values.get("players", option.default)] if option else cls.players
