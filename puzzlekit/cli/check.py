"""The command `check`: a plugin against the contract."""

from __future__ import annotations

from argparse import Namespace

from .common import DONE, FAILED, game_of, print_json
from .parsers import Commands, count, seconds


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add("check", _run, "test a plugin against the contract")
    command.add_argument("id", metavar="ID", help="game ID or puzzle file")
    command.add_argument(
        "--moves", metavar="N", type=count, default=0, help="and make so many random moves"
    )
    command.add_argument(
        "--seconds", metavar="S", type=seconds, help="wait S seconds for an answer (default: 60)"
    )


def _run(arguments: Namespace) -> int:
    from ..core.errors import FormatError, PuzzlekitError, UnknownPlugin
    from ..testing.apart import SECONDS, Checked, Job, checked
    from .progress_bar import bar

    job = Job(arguments.id[:80], game=game_of(arguments.id), moves=arguments.moves)
    limit = SECONDS if arguments.seconds is None else arguments.seconds
    try:
        with bar() as progress:
            found = checked(job, limit, progress)
    except PuzzlekitError as error:
        # What was asked for is wrong, and not the plugin.
        if isinstance(error, UnknownPlugin | FormatError) or job.game.options or job.game.position:
            raise
        found = Checked(arguments.id, [str(error)], [])
    if arguments.json:
        data = {"id": arguments.id, "ok": not found.problems, "problems": found.problems}
        print_json(arguments, data | {"warnings": found.warnings})
    else:
        print("\n".join(found.problems) or f"{found.id} keeps the contract.")
        for warning in found.warnings:
            print(f"warning: {warning}")
    return FAILED if found.problems else DONE
