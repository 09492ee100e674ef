"""What a file of several game records holds, told without playing any of them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ...core.errors import SaveError
from ...core.files import read_text
from .collection import MAX_BYTES, games_in, is_record, located
from .notation import TERMINATION, TIME_CONTROL
from .reader import headers

#: Headers that do not tell one game of a file from another.
_COMMON = {"Game", "ID", "Result", TERMINATION, TIME_CONTROL}


class Heading(NamedTuple):
    """Which game a record is of, and what its other headers say."""

    game: str
    told: str


def contents(path: Path) -> list[Heading]:
    """Return the headings of the records in a whole file of several; raise `SaveError`."""
    if not is_record(path) or located(path)[1] is not None:
        return []
    whole = read_text(path, "a file of game records", MAX_BYTES, SaveError)
    return [_heading(whole, at) for at in games_in(whole)]


def _heading(text: str, at: int) -> Heading:
    tags = {name: value for name, value, _ in headers(text, at)}
    told = [f"{name} {value}" for name, value in tags.items() if name not in _COMMON]
    # The first word of a record without headers is its game.
    game = tags.get("ID") or next(iter(text[at : at + 200].split()), "")
    return Heading(game, " · ".join(filter(None, [*told, tags.get("Result")])))
