"""The command `states`: how many positions there are at each distance."""

from __future__ import annotations

from argparse import Namespace

from .common import DONE, loaded, print_json
from .parsers import Commands, count


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "states",
        _run,
        "count the reachable positions by their distance (breadth-first search)",
    )
    command.add_argument(
        "--limit", metavar="N", type=count, help="most positions to keep in memory"
    )


def _run(arguments: Namespace) -> int:
    from ..solving.search import states
    from .progress_bar import bar

    rules = loaded(arguments)
    counts: list[int] = []
    try:
        with bar() as progress:
            for found in states(rules, limit=arguments.limit, progress=progress):
                counts.append(found)
                if not arguments.json:
                    print(f"{len(counts) - 1:>3} {found:>20,}", flush=True)
    finally:  # an interruption does not lose the distances that are done
        if arguments.json and counts:
            total = sum(counts)
            print_json(arguments, {"id": arguments.id, "states": total, "by_distance": counts})
    if not arguments.json:
        print(f"all {sum(counts):>20,}")
    return DONE
