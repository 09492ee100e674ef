"""Reading and writing of puzzle files in several formats, based on a common definition.

Files are parsed as data; nothing in them is executed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..core.errors import FormatError, did_you_mean, short_repr, shorten_path
from ..core.files import read_text
from .definition import Definition as Definition
from .source_text import SourceText

if TYPE_CHECKING:
    from pathlib import Path

#: Maximum size of a file in bytes.
MAX_BYTES = 4_000_000

#: The formats that can be read by the `parse` function in their modules.
READERS = ("tws", "kpuzzle", "gap", "sympy", "cycles", "toml")

#: The formats that can be written by the `dump` function in their modules.
WRITERS = ("gap", "kpuzzle", "tws", "toml", "python")

#: The formats that support slides; for other formats, slides are converted to moves.
COMPLETE_FORMATS = ("toml", "python")

#: The format for each suffix. For other suffixes such as `.txt`, the content decides.
SUFFIXES = {
    ".tws": "tws",
    ".def": "tws",
    ".json": "kpuzzle",
    ".g": "gap",
    ".gap": "gap",
    ".sympy": "sympy",
    ".cycles": "cycles",
    ".toml": "toml",
}

#: Patterns that identify formats by content, the most reliable first.
_SIGNATURES = (
    ("kpuzzle", r"\A\s*\{"),
    ("sympy", r"^[^#\n]*\bPermutation(Group)?\("),
    ("tws", r"^Set[ \t]+\S+[ \t]+[0-9]+[ \t]+[0-9]+[ \t\r]*$"),
    ("gap", r"^[^#\n]*(:=|\bGroup\()|\A\s*\[\s*\("),
    ("toml", r"^[ \t]*(\[\w+\]|[\w-]+[ \t]*=[ \t]*[\"'\[{\dtf])"),
    ("cycles", r"^[ \t]*([^\s()=:#]+[ \t]*[:=][ \t]*)?\("),
)


def read(path: Path | str) -> Definition:
    """Return the puzzle in a file; raise `FormatError` if it is invalid.

    >>> read("no file.tws")
    Traceback (most recent call last):
    puzzlekit.core.errors.FormatError: no file.tws cannot be read (No such file or directory); \
check the path.
    """
    latin = str(path).lower().endswith(".def")
    text = read_text(path, "a puzzle file", MAX_BYTES, FormatError, latin=latin)
    if not text.strip():
        raise FormatError(f"{shorten_path(path)} is empty; choose a file with a puzzle.")
    return parse(text, format_of(path, text), str(path))


def format_of(path: Path | str, text: str) -> str:
    """Return the format of a file, identified by its suffix or, failing that, its content.

    >>> format_of("puzzle.txt", "L: (1 2 3)")
    'cycles'
    """
    if (known := SUFFIXES.get(os.path.splitext(path)[1].lower())) is not None:
        return known
    for name, sign in _SIGNATURES:
        if re.search(sign, text, re.MULTILINE):
            return name
    raise FormatError(
        f"{shorten_path(path)} has an unknown format; rename it to end with one of "
        f"{', '.join(SUFFIXES)}."
    )


def parse(text: str, format: str, name: str = "The text") -> Definition:
    """Return the puzzle described by a string in the given format.

    Error messages refer to the string as `name`. Raises `FormatError` for an invalid string and
    an unknown format.

    >>> parse("Group((1,2,3));", "gap").moves
    {'g1': (1, 2, 0)}
    """
    _check_format(format, "read", READERS)
    definition: Definition = _module(format).parse(SourceText(name, text))
    return definition


def _check_format(format: str, used: str, known: Collection[str]) -> None:
    if format not in known:
        raise FormatError(
            f"{short_repr(format)} cannot be {used}; use one of {', '.join(known)}."
            f"{did_you_mean(str(format), known)}"
        )


def _module(format: str) -> Any:
    """Return the module of a format, imported on demand."""
    name = {"python": "plugin_writer", "sympy": "sympy_text"}.get(format, format)
    return import_module(f".{name}", __name__)


def write(definition: Definition, format: str) -> str:
    """Return a puzzle as a string in the given format.

    Raises `FormatError` if the format cannot represent the puzzle.

    >>> print(write(parse("S: (1 2 3)", "cycles"), "gap"))
    # The text: 3 points
    S:=(1,2,3);
    Group(S);
    <BLANKLINE>
    """
    _check_format(format, "written", WRITERS)
    if definition.blocks:
        from .bandaged_cubes import marks_of  # late, because other puzzles need no solids

        if format != "toml" or marks_of(definition) is None:
            raise FormatError(
                f"{definition.name} has pieces that are glued together, which only TOML can "
                "represent, and only for cubes; keep the original file."
            )
    text: str = _module(format).dump(definition)
    return text


def lost_features(definition: Definition, format: str) -> list[str]:
    """Return descriptions of the features of a puzzle that a format cannot represent.

    >>> lost_features(parse("S: (1 2 3)", "cycles"), "gap")
    []
    """
    lost = []
    plain = len(set(definition.goal)) == len(definition.goal)
    if format == "gap" and not plain:
        lost.append("equal pieces")
    if format not in COMPLETE_FORMATS and definition.start != definition.goal:
        lost.append("the start")
    if format in ("gap", "kpuzzle", "tws") and definition.free:
        lost.append("free cells")
    if format in ("gap", "kpuzzle") and definition.forbidden:
        lost.append("forbidden positions")
    if format in ("gap", *COMPLETE_FORMATS) and definition.rotations:
        lost.append("rotations of the whole puzzle")
    if format != "tws" and definition.aliases:
        lost.append("alternative names of moves")
    if format == "tws" and len(_module(format).plain_aliases(definition)) < len(definition.aliases):
        lost.append("some alternative names of moves")
    return lost
