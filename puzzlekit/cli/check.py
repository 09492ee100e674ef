"""The `check` command: test a plugin against the contract."""

from __future__ import annotations

from argparse import Namespace

from .common import DONE, FAILED, parse_game_id, print_json
from .parsers import Commands, positive, seconds


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add("check", _run, "test a plugin against the contract")
    command.add_argument("id", metavar="ID", help="game ID or puzzle file")
    command.add_value("--moves N", "also make N random moves", positive, default=0)
    command.add_value("--seconds S", "stop after S seconds (default: 300)", seconds)


def _run(arguments: Namespace) -> int:
    from ..core.errors import FormatError, PuzzlekitError, UnknownPluginError, shorten_path
    from ..plugin.discovery import unused_sources
    from ..testing.contract import CheckReport
    from ..testing.subprocess_check import SECONDS, CheckJob, run_in_subprocess
    from .progress_bar import show_progress

    job = CheckJob(arguments.id[:80], game=parse_game_id(arguments.id), moves=arguments.moves)
    limit = arguments.seconds or SECONDS + arguments.moves / 100
    try:
        with show_progress() as progress:
            report = run_in_subprocess(job, limit, progress)
    except PuzzlekitError as error:
        # Bad input is reported as such; only faults of the plugin itself go into the report.
        if (
            isinstance(error, UnknownPluginError | FormatError)
            or job.game.options
            or job.game.position
        ):
            raise
        report = CheckReport(arguments.id, [str(error)], [])
    report.warnings.extend(
        f"{shorten_path(path)} was not checked, as its name is taken by a shipped or installed "
        "plugin; rename it."
        for path in unused_sources(job.game.name)
    )
    if arguments.json:
        data = {"id": arguments.id, "ok": not report.problems, "problems": report.problems}
        print_json(arguments, data | {"warnings": report.warnings})
    else:
        print("\n".join(report.problems) or f"{report.id} passes the contract test.")
        for warning in report.warnings:
            print(f"warning: {warning}")
    return FAILED if report.problems else DONE
