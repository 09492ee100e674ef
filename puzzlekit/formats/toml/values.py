"""Typed access to TOML values, with error messages that name the line of the key."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple, TypeVar

from ...core.board import Board
from ...core.errors import did_you_mean, join_names
from ..definition import MAX_CELLS
from ..source_text import LONG, SHOWN, FileError, SourceText

T = TypeVar("T", bound=str)

#: A pattern for numbers that are slow to parse and never valid.
_LONG_NUMBER = re.compile(r"(?<![0-9_])[0-9](?:_?[0-9]){999}")

#: A pattern for keys with many parts, which are slow to parse as well.
_LONG_KEY = re.compile(
    r"""(?<![\w.-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){20}""", re.ASCII
)

#: Maximum number of errors to list. It takes milliseconds to find the line of each.
MAX_FAULTS = 200

#: The word for a hole in a string of labels, and the label of a gap in the goal: a free cell that
#: accepts any of the remaining pieces.
HOLE, ANY = ".", "?"


class TomlFault(NamedTuple):
    """An error in a file, with its line and the cell or move it concerns."""

    line: int | None
    sentence: str
    cell: str = ""
    move: str = ""


class TomlReader:
    """The values in a TOML file, by key.

    With a list of `faults`, errors are added to the list and skipped where possible. If there are
    too many, the next one is raised.
    """

    def __init__(self, source: SourceText, faults: list[TomlFault] | None = None) -> None:
        self.source, self.faults = source, faults
        self.data: dict[str, Any] = {}
        with self.collect_faults():
            self.data = self._read(source)

    @contextmanager
    def collect_faults(self, *, cell: str = "", move: str = "") -> Iterator[None]:
        """Record an error raised in the body and continue, if there is a list of `faults`."""
        try:
            yield
        except FileError as error:
            if self.faults is None or len(self.faults) >= MAX_FAULTS:
                raise
            self.faults.append(TomlFault(error.line, error.sentence, cell, move))

    def _read(self, source: SourceText) -> dict[str, Any]:
        import tomllib  # imported late because all formats are imported together

        text = source.text
        for pattern, what in ((_LONG_NUMBER, "a number"), (_LONG_KEY, "a key")):
            if match := pattern.search(text):
                raise source.error(
                    _line_number(text, match.start()), f"{what} is too long; shorten it."
                )
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            what, _, where = str(error).rpartition(" (at ")
            place = re.match(r"line (\d+)", where)
            line = int(place[1]) if place else _line_number(text, len(text.rstrip()))
            curly = re.search("[\u2018\u2019\u201c\u201d\u201e]", dict(source.lines())[line])
            what = f"use straight quotes, not {curly[0]}" if curly else what.rstrip(".")
            raise source.error(line, f"invalid TOML ({what}); correct it.") from error
        except (RecursionError, ValueError, OverflowError) as error:
            raise source.error(
                None, "brackets are nested too deeply or numbers are too large; correct them."
            ) from error

    def line(self, *keys: str) -> Callable[[], int | None]:
        """Return a function that estimates the line of a key."""
        return partial(_line_of, self.source.text, keys)

    def error(self, keys: Sequence[str], sentence: str) -> FileError:
        """Return an error about a key, with its line if that can be found."""
        return self.source.error(self.line(*keys), sentence)

    def report(self, keys: Sequence[str], sentence: str) -> None:
        """Record an error about a key, or raise it if there is no list of `faults`."""
        with self.collect_faults():
            raise self.error(keys, sentence)

    def report_unknown_keys(
        self, keys: tuple[str, ...], data: Mapping[str, Any], known: Collection[str]
    ) -> None:
        """Report unknown keys."""
        for key in data:
            if key not in known:
                self.report(
                    (*keys, key),
                    f"unknown key {key[:SHOWN]!r}; the keys are "
                    f"{join_names(known)}.{did_you_mean(key, known)}",
                )

    def text(self, key: str) -> str:
        """Return the string for a key, or an empty string by default."""
        value = self.data.get(key, "")
        if not isinstance(value, str):
            self.report((key,), f"{key} must be a string in quotes; correct it.")
        elif not all(map(str.isprintable, re.split(r"[\r\n\t]", value))):
            self.report((key,), f"{key} has characters that cannot be displayed; use letters.")
        else:
            return value.strip()
        return ""

    def boolean(self, key: str, default: bool | None) -> bool | None:
        """Return the boolean for a key, or `default`."""
        value = self.data.get(key, default)
        if value is not default and not isinstance(value, bool):
            self.report((key,), f"{key} must be true or false; correct it.")
            return default
        return value

    def table(self, key: str) -> dict[str, Any]:
        """Return the table for a key, or an empty table if the key is missing."""
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            self.report((key,), f"{key} must be a table; write it as [{key}].")
            return {}
        return value

    def choice(self, value: object, what: str, known: Sequence[T], *keys: str) -> T:
        """Return the value if it is one of the known words; otherwise raise `FormatError`."""
        for each in known:
            if each == value:
                return each
        near = did_you_mean(value, known) if isinstance(value, str) else ""
        raise self.error(
            keys, f"the {what} {str(value)[:SHOWN]!r} must be one of {', '.join(known)}.{near}"
        )

    def words(self, value: object, *keys: str) -> list[str]:
        """Return the words in a string, in which a dot is a hole, or in a list."""
        if isinstance(value, str):
            return ["" if word == HOLE else word for word in value.split()]
        if isinstance(value, list) and all(type(each) in (str, int) for each in value):
            return [str(each) for each in value]
        raise self.error(
            keys, f"{keys[-1][:SHOWN]} must be a string of words or a list of words; correct it."
        )

    def number(self, value: object, *keys: str) -> int:
        """Return a cell count; raise `FormatError` if it is out of range."""
        if type(value) is not int or not 1 <= value <= MAX_CELLS:
            raise self.error(
                keys, f"{keys[-1]} must be an integer from 1 to {MAX_CELLS:,}; correct it."
            )
        return value

    def cells(self, board: Board, value: object, *keys: str) -> list[int]:
        """Return the indices of named cells."""
        return [self.cell(board, word, *keys) for word in self.words(value, *keys)]

    def cell(self, board: Board, word: str, *keys: str) -> int:
        """Return the index of a named cell."""
        if word not in board.index:
            near = did_you_mean(word, board.cells)
            raise self.error(keys, f"there is no cell {word[:SHOWN]!r}; correct it.{near}")
        return board.index[word]


def _line_number(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _line_of(text: str, keys: Sequence[str]) -> int | None:
    """Return an estimate of the line number of the last key."""
    at, line = 0, None
    for key in keys:
        if len(key) > LONG:
            at = text.find(key, at)
            return _line_number(text, at) if at >= 0 else line
        name = re.escape(key)
        quoted = re.escape(json.dumps(key, ensure_ascii=False))
        written = rf"(?:{name}|{quoted}|'{name}')"
        match = re.compile(
            rf"^[ \t]*(?:\[+[ \t]*{written}[ \t]*[.\]]|{written}[ \t]*[.=])"
            rf"|[{{,.][ \t]*{written}[ \t]*[.=\]]",
            re.MULTILINE,
        ).search(text, at)
        if match:
            line, at = _line_number(text, match.end()), match.start() + 1
    return line


def fill_gaps(goal: Sequence[str], start: Sequence[str]) -> list[str] | None:
    """Return the goal with a piece in each gap, or None if the start has different pieces.

    Where possible, a gap is filled with the piece that is on the same cell at the start. The pieces
    left over fill the remaining gaps, ordered by their first occurrence at the start.
    """
    left = Counter(start)
    left.subtract(label for label in goal if label != ANY)
    if min(left.values(), default=0) < 0 or len(goal) != len(start):
        return None
    result = list(goal)
    gaps = [cell for cell, label in enumerate(goal) if label == ANY]
    for cell in gaps:
        if left[start[cell]] > 0:
            result[cell] = start[cell]
            left[start[cell]] -= 1
    rest = [label for label in dict.fromkeys(start) for _ in range(left[label])]
    for cell in gaps:
        if result[cell] == ANY:
            result[cell] = rest.pop(0)
    return result
