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
        "--moves", metavar="N", type=count, default=0, help="also make N random moves"
    )
    command.add_argument(
        "--seconds", metavar="S", type=seconds, help="stop after S seconds (default: 300)"
    )


def _run(arguments: Namespace) -> int:
    from ..core.errors import FormatError, PuzzlekitError, UnknownPluginError
    from ..testing.contract import Report
    from ..testing.subprocess_check import SECONDS, Job, run_in_subprocess
    from .progress_bar import bar

    job = Job(arguments.id[:80], game=game_of(arguments.id), moves=arguments.moves)
    limit = arguments.seconds or SECONDS + arguments.moves / 100
    try:
        with bar() as progress:
            found = run_in_subprocess(job, limit, progress)
    except PuzzlekitError as error:
        # What was asked for is wrong, and not the plugin.
        if (
            isinstance(error, UnknownPluginError | FormatError)
            or job.game.options
            or job.game.position
        ):
            raise
        found = Report(arguments.id, [str(error)], [])
    if arguments.json:
        data = {"id": arguments.id, "ok": not found.problems, "problems": found.problems}
        print_json(arguments, data | {"warnings": found.warnings})
    else:
        print("\n".join(found.problems) or f"{found.id} keeps the contract.")
        for warning in found.warnings:
            print(f"warning: {warning}")
    return FAILED if found.problems else DONE
