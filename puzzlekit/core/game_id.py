"""Game IDs: `NAME[:VALUE or key=value,...][@POSITION][#SEED[:MOVES]]`.

permute:12#7    permute:size=9,start=blocks    fifteen:width=3,height=3#1    hex:3@1R1,3,3

MOVES is the number of random moves from the goal to the start: `cube#7:20`. POSITION is the
starting position; see `puzzlekit.rules.position_notation`.

A puzzle file is identified by its path, in which %20 stands for a space, %23 for #, %40 for @ and
%25 for %. Unprintable characters are encoded in the same way, so an ID is always a single word.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import NotationError, quoted

if TYPE_CHECKING:
    from ..core.options import Option

#: Matches valid names of plugins.
NAME_PATTERN = re.compile(r"[\w.-]+", re.ASCII)

_ID = re.compile(
    rf"(?P<name>{NAME_PATTERN.pattern})(?::(?P<options>[^#@]*))?"
    r"(?:@(?P<position>[^#\s]+))?(?:#(?P<seed>.*))?",
    re.ASCII,
)

#: Suffixes of puzzle files; a path with a separator may have any suffix.
FILE_SUFFIXES = (".tws", ".def", ".json", ".toml", ".g", ".gap", ".sympy", ".cycles", ".txt")

#: The upper limit for seeds (exclusive), which keeps them readable.
MAX_SEED = 10**18

#: The maximum number of moves in a scramble.
MAX_LENGTH = 1000


class GameID(NamedTuple):
    """The parts of a game ID. A bare option value has an empty string as its key."""

    name: str
    options: tuple[tuple[str, str], ...] = ()
    seed: int | None = None
    position: str = ""
    #: The number of random moves from the goal to the start, if given.
    walk: int | None = None

    def __str__(self) -> str:
        name = self.name
        if is_path(name):
            name = "".join(
                _percent_encoded(letter) if letter in " #%@" or not letter.isprintable() else letter
                for letter in name
            )
        options = [
            (f"{key}=" if key else "") + value.replace("@", "%40") for key, value in self.options
        ]
        return (
            name
            + (":" + ",".join(options) if options else "")
            + (f"@{self.position}" if self.position else "")
            + (f"#{self.seed}" if self.seed is not None else "")
            + (f":{self.walk}" if self.walk is not None else "")
        )


def _percent_encoded(letter: str) -> str:
    return "".join(f"%{byte:02X}" for byte in letter.encode(errors="surrogateescape"))


def parse(text: str) -> GameID:
    """Return the parts of an ID; raise `NotationError` if it is invalid."""
    if is_path(text):
        return _parse_path(text)
    match = _ID.fullmatch(
        re.sub('["\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}]', "", text).strip()
    )
    if not match:
        raise NotationError(
            f"{quoted(text)} is not a game ID; write NAME, NAME:VALUE or NAME:key=value,key=value, "
            "optionally followed by @POSITION or #SEED."
            + (" Save generators in a file such as group.cycles or group.g." if "(" in text else "")
        )
    options = []
    for place, part in enumerate((match["options"] or "").split(",")):
        key, equals, value = part.strip().partition("=")
        if not equals:
            key, value = "", key
        if not (value or key) and match["options"] in (None, ""):
            continue
        if not value or (not key and (place or equals)):
            raise NotationError(
                f"{quoted(part)} in {quoted(text)} is not an option; the first option may be "
                "a bare value, but all others must be key=value."
            )
        options.append((key.strip(), value.strip().replace("%40", "@")))
    seed, walk = _parse_seed_and_walk(match["seed"], text)
    return GameID(match["name"], tuple(options), seed, match["position"] or "", walk)


def _parse_seed_and_walk(seed: str | None, text: str) -> tuple[int | None, int | None]:
    """Return the seed and the number of moves that follows it."""
    if seed is None:
        return None, None
    seed, mark, walk = seed.partition(":")
    if mark and not (re.fullmatch(r"[0-9]{1,4}", walk) and 0 < int(walk) <= MAX_LENGTH):
        raise NotationError(
            f"{walk[:40]!r} in {quoted(text)} must be a number of moves, from 1 to {MAX_LENGTH:,}."
        )
    if not re.fullmatch(r"[0-9]{1,18}", seed):
        raise NotationError(
            f"The seed {seed[:40]!r} in {quoted(text)} must be an integer of at most 18 digits."
        )
    return int(seed), int(walk) if mark else None


def is_path(text: str) -> bool:
    """Return whether an ID, or the name in an ID, is the path of a puzzle file."""
    text = text.strip()
    if re.match(r"[\w.-]{2,}:", text, re.ASCII):  # options; C:\\ is a drive
        return False
    head = text.partition("#")[0]
    separators = [each for each in ("/", os.sep, os.altsep) if each]
    return (
        any(each in head for each in separators)
        or _split_position(head)[0].lower().endswith(FILE_SUFFIXES)
        or text.lower().endswith(FILE_SUFFIXES)
    )


def _split_position(text: str) -> tuple[str, str]:
    """Return a path and the position after its last @, unless that @ is part of the path."""
    path, mark, position = text.rpartition("@")
    if not mark or not path or not position or set(position) & set("/\\. "):
        return text, ""
    return path, position


def _parse_path(text: str) -> GameID:
    if len(text.splitlines()) > 1:
        raise NotationError(f"{quoted(text)} is not a path; it must be a single line.")
    path, mark, seed = text.strip().rpartition("#")
    if not mark or text.strip().lower().endswith(FILE_SUFFIXES):
        path, seed, mark = text.strip(), "", ""
    path, position = _split_position(path)
    number, walk = _parse_seed_and_walk(seed if mark else None, text)
    if "%" in path:
        from urllib.parse import unquote

        path = unquote(path, errors="surrogateescape")
    return GameID(path, (), number, position, walk)


def normalized(name: str, options: Mapping[str, Option], values: Mapping[str, Any]) -> GameID:
    """Return the shortest form of an ID, which omits options with their default values."""
    changed = tuple(
        (key, options[key].write(value))
        for key, value in values.items()
        if value != options[key].default
    )
    return GameID(name, changed)
