"""Descriptions of rules classes: the rule sheet, and the sides that seats play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import cleandoc
from textwrap import fill
from typing import Any, ClassVar

from ..core.errors import did_you_mean, join_names, short_repr
from ..core.options import options_of
from ..core.translation import _, ngettext
from .lessons import Example, Lesson

#: Width of the lines of sections in the rule sheet.
WIDTH = 96


class Description:
    """The part of `Rules` that describes the class, whose docstring is the rule sheet."""

    players: tuple[str, ...] = ("Solver",)

    #: The sections of the illustrated rules, which follow the docstring in the rule sheet.
    examples: ClassVar[Sequence[Example]] = ()

    #: The steps of a guided first game. Without them, the framework makes a short lesson.
    lesson: ClassVar[Lesson] = ()

    #: A mapping from option names to sentences about the options.
    option_notes: ClassVar[Mapping[str, str]] = {}

    #: How moves are written, if that is not obvious.
    notation_notes: ClassVar[str] = ""

    #: Words for the launcher's search, such as "chess variant" or "1970s".
    tags: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def rules_text(cls, translate: Callable[[str], str] = str) -> str:
        """Return the rule sheet: the docstring without its indentation, and the sections.

        `translate` is applied to each paragraph.
        """
        parts = [translate(paragraph) for paragraph in cls._document().split("\n\n")]
        for each in cls.examples:
            parts.append(fill(f"{translate(each.title)}. {translate(each.text)}", WIDTH))
        return "\n\n".join(parts)

    @classmethod
    def summary_line(cls) -> str:
        """Return the first paragraph of the rules, on one line."""
        return " ".join(cls._document().partition("\n\n")[0].split())

    @classmethod
    def _document(cls) -> str:
        return cleandoc(cls.__doc__ or _("This plugin has no rule sheet."))

    @classmethod
    def import_record(cls, text: str) -> str | None:
        """Return the record of a game exported by another program, or None if it is not recognized.

        The text is a link or the contents of a file. The record consists of an ID and moves, which
        may follow headers.
        """
        return None

    @classmethod
    def seats(cls) -> range:
        """Return the allowed numbers of players, from the option `players` if there is one."""
        option = options_of(cls).get("players")
        return (option and option.bounds) or range(len(cls.players), len(cls.players) + 1)

    @classmethod
    def player_count(cls) -> str:
        """Return the number of players in words.

        >>> Description.player_count()
        'solitaire'
        """
        minimum, maximum = cls.seats()[0], cls.seats()[-1]
        if maximum == 1:
            return _("solitaire")
        if minimum == maximum:
            return ngettext("{count} player", "{count} players", minimum).format(count=minimum)
        text = ngettext("{minimum} to {maximum} player", "{minimum} to {maximum} players", maximum)
        return text.format(minimum=minimum, maximum=maximum)

    @classmethod
    def sides_with(cls, values: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the side of each seat for the given option values."""
        option = options_of(cls).get("players")
        return cls.players[: values.get("players", option.default)] if option else cls.players


def seat_of_side(side: str, sides: Sequence[str]) -> int | None:
    """Return the seat that plays a side (ignoring case), or None if there is no such side."""
    names = [name.casefold() for name in sides]
    return names.index(side.casefold()) if side.casefold() in names else None


def unknown_side(side: str, sides: Sequence[str]) -> str:
    """Return an error message for a result that names an unknown side."""
    text = f"result(state) has the winner {short_repr(side)}; it must be None for a draw, a seat,"
    return f"{text} or a side: {join_names(sides)}.{did_you_mean(side, sides)}"


def suggest_seats(kind: type[Description], count: int) -> str:
    """Return advice to play with a number of seats, or "" if the game has no such option.

    The advice begins with a space.
    """
    return f" Use the option players={count}." if count in kind.seats() else ""


def wrong_result(result: object, *, is_game: bool) -> tuple[str, str]:
    """Return what is wrong with a value that is not a result, and what is expected."""
    example = "Result(None, 'Draw')" if is_game else "Result(0, 'Solved')"
    advice = f"expected None during the game, then a Result, such as {example}."
    return f"is {short_repr(result)}", advice
