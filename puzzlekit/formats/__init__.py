"""Puzzle files: read into one neutral definition, and written from it.

What is in a file is only ever read; nothing in it is run.
"""

from __future__ import annotations

import os
import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..core.errors import FormatError, did_you_mean, quoted, shorten_path
from ..core.files import read_text
from .definition import Definition, PieceSet
from .source import SourceText

if TYPE_CHECKING:
    from pathlib import Path

#: A longer file is refused before it is read.
MAX_BYTES = 4_000_000

#: The formats that are read, each by the `parse` of a module, which is imported when needed.
READERS = {
    **{name: name for name in ("tws", "kpuzzle", "gap")},
    "sympy": "sympy_text",
    "cycles": "cycles",
    "toml": "toml",
}

#: The formats that are written too, each by the `dump` of its module.
WRITERS = ("gap", "kpuzzle", "tws", "toml", "python")

#: Those of them that hold slides, so that nothing need be made of these.
COMPLETE_FORMATS = ("toml", "python")

#: The format that the end of a file's name says; `.txt` leaves it to the content.
SUFFIXES = {
    ".tws": "tws",
    ".json": "kpuzzle",
    ".g": "gap",
    ".gap": "gap",
    ".sympy": "sympy",
    ".cycles": "cycles",
    ".toml": "toml",
}

#: What the content of each format shows, the surest signs first; most files have a suffix instead.
_SIGNATURES = (
    ("kpuzzle", r"\A\s*\{"),
    ("sympy", r"^[^#\n]*\bPermutation(Group)?\("),
    ("tws", r"^Set[ \t]+\S+[ \t]+[0-9]+[ \t]+[0-9]+[ \t\r]*$"),
    ("gap", r"^[^#\n]*(:=|\bGroup\()|\A\s*\[\s*\("),
    ("toml", r"^[ \t]*(\[\w+\]|[\w-]+[ \t]*=[ \t]*[\"'\[{\dtf])"),
    ("cycles", r"^[ \t]*([^\s()=:#]+[ \t]*[:=][ \t]*)?\("),
)

__all__ = [
    "COMPLETE_FORMATS",
    "SUFFIXES",
    "WRITERS",
    "Definition",
    "PieceSet",
    "format_of",
    "parse",
    "read",
    "write",
]


def read(path: Path | str) -> Definition:
    """Return the puzzle in a file; raise `FormatError` if there is none.

    >>> read("no file.tws")
    Traceback (most recent call last):
    puzzlekit.core.errors.FormatError: no file.tws cannot be read (No such file or directory); \
check the path.
    """
    text = read_text(path, "a puzzle file", MAX_BYTES, FormatError)
    if not text.strip():
        raise FormatError(f"{shorten_path(path)} is empty; choose a file with a puzzle in it.")
    return parse(text, format_of(path, text), str(path))


def format_of(path: Path | str, text: str) -> str:
    """Return the name of the format of a file: by its suffix, else by its content.

    >>> format_of("puzzle.txt", "L: (1 2 3)")
    'cycles'
    """
    if (known := SUFFIXES.get(os.path.splitext(path)[1].lower())) is not None:
        return known
    for name, sign in _SIGNATURES:
        if re.search(sign, text, re.MULTILINE):
            return name
    raise FormatError(
        f"{shorten_path(path)} is in no format that puzzlekit reads; give it one of the suffixes "
        f"{', '.join(SUFFIXES)}."
    )


def parse(text: str, format: str, name: str = "The text") -> Definition:
    """Return the puzzle that a text holds in a format; `name` is what errors call it.

    >>> parse("Group((1,2,3));", "gap").moves
    {'g1': (1, 2, 0)}
    """
    found: Definition = _module(format).parse(SourceText(name, text))
    return found


def _module(format: str) -> Any:
    name = "python_text" if format == "python" else READERS[format]
    return import_module(f".{name}", __name__)


def write(definition: Definition, format: str) -> str:
    """Return a puzzle as a text in a format; raise `FormatError` if the format cannot hold it.

    >>> print(write(parse("S: (1 2 3)", "cycles"), "gap"))
    # The text: 3 points
    S:=(1,2,3);
    Group(S);
    <BLANKLINE>
    """
    if format not in WRITERS:
        raise FormatError(
            f"{quoted(format)} is no format to write; take one of {', '.join(WRITERS)}."
            f"{did_you_mean(format, WRITERS)}"
        )
    text: str = _module(format).dump(definition)
    return text


def lost_features(definition: Definition, format: str) -> list[str]:
    """Return what a format cannot hold of a puzzle, in words.

    >>> left_out(parse("S: (1 2 3)", "cycles"), "gap")
    []
    """
    found = []
    plain = len(set(definition.goal)) == len(definition.goal)
    if format == "gap" and not plain:
        found.append("which pieces are equal")
    if format not in COMPLETE_FORMATS and definition.start != definition.goal:
        found.append("the start")
    if format in ("gap", "kpuzzle", "tws") and definition.free:
        found.append("which cells do not matter")
    if format in ("gap", "kpuzzle") and definition.forbidden:
        found.append("what is forbidden")
    if format in ("gap", *COMPLETE_FORMATS) and definition.rotations:
        found.append("turns of the whole puzzle")
    if format != "tws" and definition.aliases:
        found.append("other names of moves")
    if format == "tws" and len(_module(format).plain_aliases(definition)) < len(definition.aliases):
        found.append("some other names of moves")
    return found
