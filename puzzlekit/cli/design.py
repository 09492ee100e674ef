"""The `design` command: draw a puzzle in the window."""

from __future__ import annotations

import argparse
from argparse import Namespace

from ..core.errors import OptionError
from .parsers import Commands, add_window_options
from .play import in_terminal


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add(
        "design", _run, "draw a puzzle and see its permutation group change", json=False
    )
    command.add_argument(
        "id", metavar="ID", nargs="?", help="game ID or puzzle file to edit (default: a new puzzle)"
    )
    # Window options before the command name apply too.
    add_window_options(command, argparse.SUPPRESS, game=False)


def _run(arguments: Namespace) -> int:
    from ..design.drawing import Drawing
    from ..design.load import as_drawing
    from ..design.validation import DesignFault

    if in_terminal(arguments):
        raise OptionError(
            "The puzzle designer needs a display. Without one, write a puzzle file instead: see "
            "docs/reference/puzzle-files.md."
        )
    drawing: Drawing | None = None
    faults: list[DesignFault] = []
    if arguments.id is not None:
        drawing, faults = as_drawing(arguments.id)
    from ..ui.window.app import run

    return run(lambda app: app.design(drawing, faults), arguments)
