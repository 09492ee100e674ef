"""The `list` command: all plugins, and the errors of those that cannot be loaded."""

from __future__ import annotations

import sys
from argparse import Namespace

from .common import DONE, print_json, print_table
from .parsers import Commands


def add_to(commands: Commands) -> None:
    """Add the command."""
    commands.add("list", _run, "list all games and puzzles")


def _run(arguments: Namespace) -> int:
    from ..core.errors import shorten_path
    from ..core.options import options_of
    from ..plugin.discovery import MAX_PATH, plugins, plugins_folder

    available, broken = plugins()
    if arguments.json:
        print_json(
            arguments,
            [
                {
                    "id": name,
                    "title": kind.name,
                    "kind": "game" if len(kind.players) > 1 else "puzzle",
                    "players": len(kind.sides_with({})),
                    "fewest_players": kind.seats()[0],
                    "most_players": kind.seats()[-1],
                    "options": [option.data() for option in options_of(kind).values()],
                }
                for name, kind in available.items()
            ],
        )
    else:
        print_table(
            (
                name,
                kind.name,
                kind.family,
                kind.player_count(),
                ", ".join(
                    f"{option.name}={option.write(option.default)}"
                    for option in options_of(kind).values()
                ),
            )
            for name, kind in available.items()
        )
        print(f"Your own plugins: {shorten_path(plugins_folder(), MAX_PATH)}", file=sys.stderr)
    for error in broken:
        print(f"puzzlekit: {error}", file=sys.stderr)
    return DONE
