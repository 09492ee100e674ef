"""Export of drawings to puzzle files and other file formats."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from ..core.errors import OptionError
from ..core.files import home, write_output
from ..core.translation import _
from ..formats.as_rules import convert, definition_of
from ..plugin.discovery import entries, plugins_folder
from .drawing import Drawing
from .puzzle import rules_of_drawing


class ExportFormat(NamedTuple):
    """An export format, with its name in `formats` and its file suffix."""

    format: str
    ending: str


#: Export formats by title.
EXPORT_FORMATS = {
    _("Puzzle file (TOML)"): ExportFormat("toml", ".toml"),
    _("Python plugin"): ExportFormat("python", ".py"),
    "twsearch": ExportFormat("tws", ".tws"),
    "KPuzzle": ExportFormat("kpuzzle", ".json"),
    "GAP": ExportFormat("gap", ".g"),
}


def slug(drawing: Drawing) -> str:
    """Return a file name for a drawing, without a suffix.

    >>> slug(Drawing(title="Pinball, varied!"))
    'pinball-varied'
    """
    return re.sub(r"\W+", "-", drawing.title.lower()).strip("-")[:60] or "my-puzzle"


def export_path(drawing: Drawing) -> Path:
    """Return a drawing's path in the plugins folder; raise `OptionError` if it is taken."""
    path = plugins_folder() / f"{slug(drawing)}.toml"
    other = entries().get(slug(drawing))
    if other is not None and other.where != str(path):
        raise OptionError(f"A puzzle named {slug(drawing)} already exists; choose another title.")
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


def trial_file(drawing: Drawing) -> Path:
    """Write a drawing to a file for a test game; return the path of the file."""
    path = home() / "drafts" / f"{slug(drawing)}.toml"
    write_output_in_folder(path, write_design(drawing))
    return path


def write_output_in_folder(path: Path, content: str | bytes) -> None:
    """Write a file, creating its folder if necessary."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"Could not create the folder {path.parent}: {error.strerror}") from error
    write_output(path, content)
