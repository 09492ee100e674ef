"""The command `design`: a puzzle is drawn, in the window."""

from __future__ import annotations

import argparse
from argparse import Namespace

from ..core.errors import OptionError
from .parsers import Commands, add_window_options
from .play import in_terminal


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add("design", _run, "draw a puzzle, and watch its group", json=False)
    command.add_argument(
        "id", metavar="ID", nargs="?", help="game ID or puzzle file to draw on at; else a new one"
    )
    # What stands before the command counts too.
    add_window_options(command, argparse.SUPPRESS)


def _run(arguments: Namespace) -> int:
    from ..design.drawing import Drawing
    from ..design.load import as_drawing
    from ..design.validation import DesignFault

    if in_terminal(arguments):
        raise OptionError(
            "Puzzles are drawn in a window, and there is none; write a puzzle file instead, as "
            "docs/files.md shows."
        )
    drawing: Drawing | None = None
    faults: list[DesignFault] = []
    if arguments.id is not None:
        drawing, faults = as_drawing(arguments.id)
    from ..ui.window.app import run

    return run(lambda app: app.design(drawing, faults), arguments)
