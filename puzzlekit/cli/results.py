"""The `results` command: games won against each opponent, or a summary of solved puzzles."""

from __future__ import annotations

from argparse import Namespace

from .common import DONE, print_json, print_table
from .parsers import Commands


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add(
        "results", _run, "show your results in a game or a puzzle, from the saved games"
    )
    command.add_argument("id", metavar="ID", help="game ID; for a puzzle, with its options")


def _run(arguments: Namespace) -> int:
    from ..play.user_statistics import results

    rows = results(arguments.id)
    if arguments.json:
        print_json(arguments, [row._asdict() for row in rows])
        return DONE
    print_table(rows)
    if not rows:
        print(f"There are no results for {arguments.id} yet.")
    return DONE
