"""Conversion of puzzle IDs, files and rules objects to drawings."""

from __future__ import annotations

from ..core.errors import FormatError
from ..core.files import expand_path
from ..core.game_id import is_path
from ..play.setup import load
from ..plugin.discovery import plugins_folder
from ..rules.base import Rules
from .drawing import Drawing
from .from_puzzle import drawing_of_rules
from .import_file import drawing_of_file
from .validation import DesignFault


def as_drawing(given: str | Rules | Drawing) -> tuple[Drawing, list[DesignFault]]:
    """Return a drawing and its faults; raise `PuzzlekitError` if the puzzle cannot be read.

    >>> drawing, faults = as_drawing("fifteen:2,height=2")
    >>> len(drawing.nodes), faults
    (4, [])
    """
    if isinstance(given, Drawing):
        return given, []
    if isinstance(given, Rules):
        return drawing_of_rules(given), []
    own = plugins_folder() / f"{given}.toml"
    if own.is_file():
        return drawing_of_file(own)
    if is_path(given) and given.lower().endswith(".toml"):
        return drawing_of_file(expand_path(given))
    return drawing_of_rules(load(given)), []


def load_drawing(given: str | Rules | Drawing) -> Drawing:
    """Return a drawing; raise `PuzzlekitError` for the first fault.

    >>> drawing = load_drawing("pinball")
    >>> len(drawing.nodes), len(drawing.arcs), drawing.start
    (9, 6, ('4', '1', '8', '6', '', '2', '9', '7', '3'))
    """
    drawing, faults = as_drawing(given)
    if faults:
        raise FormatError(faults[0].message)
    return drawing
