"""Export of drawings to puzzle files and other file formats."""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from pathlib import Path

from ..core.errors import FormatError, OptionError, PuzzlekitError
from ..core.files import home, read_text, write_output
from ..core.translation import _
from ..formats import MAX_BYTES
from ..formats.as_rules import convert, definition_of
from ..plugin.discovery import entries, plugins_folder
from .drawing import Drawing
from .puzzle import rules_of_drawing

#: Export formats by title, with their names in `formats` and their file suffixes.
EXPORT_FORMATS = {
    _("Puzzle file (TOML)"): ("toml", ".toml"),
    _("Python plugin"): ("python", ".py"),
    "twsearch": ("tws", ".tws"),
    "KPuzzle": ("kpuzzle", ".json"),
    "GAP": ("gap", ".g"),
}


def slug(title: str) -> str:
    """Return a file name for a title, without a suffix, which is also valid in game IDs.

    It does not begin with _, because such plugins are hidden.

    >>> slug("Pinball, varied!"), slug("Größe"), slug("_ring_")
    ('pinball-varied', 'grosse', 'ring')
    """
    ascii_title = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"\W+", "-", ascii_title).strip("-_")[:60] or "my-puzzle"


def export_path(drawing: Drawing) -> Path:
    """Return a drawing's path in the plugins folder; raise `OptionError` if it is taken."""
    name = slug(drawing.title)
    path = plugins_folder() / f"{name}.toml"
    other = entries().get(name)
    if other is not None and other.where != str(path):
        raise OptionError(f"A puzzle named {name} already exists; choose another title.")
    return path


def write_design(drawing: Drawing, format: str = "toml") -> str:
    """Return a drawing as a string in a file format.

    Raises `OptionError` if the drawing is not a valid puzzle, and `FormatError` if the format
    cannot represent it.
    """
    definition = definition_of(rules_of_drawing(drawing))
    known = definition._replace(
        name=drawing.title or "My puzzle",
        rules=drawing.rules,
        author=drawing.author,
        hint=drawing.hint,
        cycles={name: turn.cycles for name, turn in drawing.turns},
    )
    return convert(known, format)


def holds_design(path: Path, drawing: Drawing) -> bool:
    """Return whether a file is the puzzle file of a drawing."""
    with suppress(PuzzlekitError):
        return read_text(path, "a puzzle file", MAX_BYTES, FormatError) == write_design(drawing)
    return False


def trial_file(drawing: Drawing) -> Path:
    """Write a drawing to a file for a test game; return the path of the file."""
    path = home() / "drafts" / f"{slug(drawing.title)}.toml"
    write_output_in_folder(path, write_design(drawing))
    return path


def write_output_in_folder(path: Path, content: str | bytes) -> None:
    """Write a file, creating its folder if necessary."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"Could not create the folder {path.parent}: {error.strerror}") from error
    write_output(path, content)
