"""Error recovery for invalid TOML, by removing the lines with errors."""

from __future__ import annotations

import re

from ..source_text import FileError, SourceText
from .values import TomlFault, TomlReader

#: A pattern for the beginning of a key or table.
_BEGINS = re.compile(r"[ \t]*(\[|[\w\"'.-]+[ \t]*=)")

#: Maximum number of statements to remove. A file with more errors is not meant to be TOML.
MAX_DROPPED = 50


def drop_bad_lines(text: str, faults: list[TomlFault]) -> str:
    """Return TOML source with invalid lines blanked out; add the errors to `faults`."""
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
            if begin and not _is_whole(lines[:begin]):  # the line continues the statement above
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
