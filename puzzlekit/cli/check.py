"""The command `check`: a plugin against the contract."""

from __future__ import annotations

from argparse import Namespace

from .common import DONE, FAILED, loaded, print_json
from .parsers import Commands, count


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add("check", _run, "test a plugin against the contract")
    command.add_argument("id", metavar="ID", help="game ID or puzzle file")
    command.add_argument(
        "--moves", metavar="N", type=count, default=0, help="and make so many random moves"
    )


def _run(arguments: Namespace) -> int:
    from itertools import islice
    from random import Random

    from ..testing import check
    from ..testing.long_walk import walk
    from .progress_bar import bar

    rules = loaded(arguments)
    problems = check(rules)
    if arguments.moves and not problems:
        with bar() as progress:
            problems += islice(walk(rules, arguments.moves, Random(0), progress), 10)
    if arguments.json:
        print_json(arguments, {"id": arguments.id, "ok": not problems, "problems": problems})
    else:
        print("\n".join(problems) or f"{rules.setup.id} keeps the contract.")
    return FAILED if problems else DONE
