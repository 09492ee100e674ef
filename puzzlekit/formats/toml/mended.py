"""Error recovery for invalid TOML: drop the lines with errors."""

from __future__ import annotations

import re

from ..source import FileError, SourceText
from .values import TomlFault, TomlReader

#: The beginning of a key or a table.
_BEGINS = re.compile(r"[ \t]*(\[|[\w\"'.-]+[ \t]*=)")

#: The most statements to drop; a text with more errors is not meant as TOML.
MAX_DROPPED = 50


def drop_bad_lines(text: str, faults: list[TomlFault]) -> str:
    """Return a text with invalid lines blanked; add the errors to `faults`."""
    lines = re.split("\r\n|\n", text)
    last = -1
    for _ in range(MAX_DROPPED):
        try:
            TomlReader(SourceText("", "\n".join(lines)))
            return "\n".join(lines)
        except FileError as error:
            if error.line is None:
                faults.append(TomlFault(None, error.sentence))
                return ""
            begin = min(error.line, len(lines)) - 1
            end = begin + 1
            if begin and not _is_whole(lines[:begin]):  # it continues the statement above
                end = begin if _BEGINS.match(lines[begin]) else end
                begin -= 1
                while begin and not _BEGINS.match(lines[begin]):
                    begin -= 1
            if last < 0 or any(map(_BEGINS.match, lines[last:end])):
                faults.append(TomlFault(error.line, error.sentence))
            lines[begin:end] = [""] * (end - begin)
            last = end
    return ""


def _is_whole(lines: list[str]) -> bool:
    try:
        TomlReader(SourceText("", "\n".join(lines)))
    except FileError:
        return False
    return True
