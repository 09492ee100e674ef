"""Drawings as puzzle files, and as files for other programs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from .. import formats
from ..core.errors import OptionError
from ..core.files import home, write_output
from ..formats.as_rules import definition_of, with_moves
from ..plugin.discovery import entries, plugins_folder
from .drawing import Drawing
from .puzzle import rule_book


class ExportFormat(NamedTuple):
    """A form in which a drawing is written: its name among the formats, and how files end."""

    format: str
    ending: str


#: The forms, by how they are called.
EXPORT_FORMATS = {
    "Puzzle file (TOML)": ExportFormat("toml", ".toml"),
    "Python plugin": ExportFormat("python", ".py"),
    "twsearch": ExportFormat("tws", ".tws"),
    "KPuzzle": ExportFormat("kpuzzle", ".json"),
    "GAP": ExportFormat("gap", ".g"),
}


def slug(drawing: Drawing) -> str:
    """Return a name for the file of a drawing.

    >>> slug(Drawing(title="Pinball, varied!"))
    'pinball-varied'
    """
    return re.sub(r"\W+", "-", drawing.title.lower()).strip("-")[:60] or "my-puzzle"


def export_path(drawing: Drawing) -> Path:
    """Return the file of a drawing in the plugins folder; raise `OptionError` if it is taken."""
    path = plugins_folder() / f"{slug(drawing)}.toml"
    other = entries().get(slug(drawing))
    if other is not None and other.where != str(path):
        raise OptionError(f"There is a puzzle called {slug(drawing)} already; take another title.")
    return path


def write_design(drawing: Drawing, format: str = "toml") -> str:
    """Return a drawing as a text in a format; raise `OptionError` or `FormatError`."""
    definition = definition_of(rule_book(drawing))
    known = definition._replace(
        name=drawing.title or "My puzzle",
        rules=drawing.rules,
        author=drawing.author,
        hint=drawing.hint,
        cycles={name: turn.cycles for name, turn in drawing.turns},
    )
    return formats.write(known if format in ("toml", "python") else with_moves(known), format)


def trial_file(drawing: Drawing) -> Path:
    """Write a drawing into a file from which it can be played at once, and return where."""
    path = home() / "drafts" / f"{slug(drawing)}.toml"
    write_output_in_folder(path, write_design(drawing))
    return path


def write_output_in_folder(path: Path, content: str | bytes) -> None:
    """Write a file, and make its folder if need be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"The folder {path.parent} cannot be made ({error.strerror}).") from error
    write_output(path, content)
