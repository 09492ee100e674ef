"""The command `solve`: a shortest solution of a small puzzle."""

from __future__ import annotations

from argparse import Namespace

from ..core.errors import LimitReached
from .common import DONE, FAILED, game_with_seed, plural, print_json, setup_from
from .parsers import Commands, add_start_seed, count


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game("solve", _run, "find a shortest solution of a small puzzle")
    add_start_seed(command)
    command.add_argument("--count", action="store_true", help="count all shortest solutions")
    command.add_argument(
        "--limit", metavar="N", type=count, help="most positions to keep in memory"
    )


def _run(arguments: Namespace) -> int:
    from ..solving.search import solve, summary
    from .progress_bar import bar

    game = game_with_seed(arguments)
    setup = setup_from(game, arguments.position)
    shown = str(game) if arguments.position is None else setup.id
    try:
        with bar() as progress:
            solution = solve(setup.rules, setup.start, limit=arguments.limit, progress=progress)
    except LimitReached as error:
        raise LimitReached(
            f"{error} `puzzlekit word {shown}` finds a way that need not be the shortest."
        ) from error
    if arguments.json:
        print_json(arguments, {"id": shown, **summary(solution)})
        return FAILED if solution is None else DONE
    if solution is None:
        print(f"{shown} has no solution.")
        return FAILED
    print(" ".join(solution.moves) or "Solved already.")
    print(plural(solution.length, "move"))
    if arguments.count:
        print(plural(solution.ways, "shortest solution"))
    return DONE
