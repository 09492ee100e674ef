"""The command `states`: how many positions there are at each distance."""

from __future__ import annotations

from argparse import Namespace

from .common import DONE, loaded, plural, print_json
from .parsers import Commands, count, size


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "states",
        _run,
        "count the reachable positions by their distance (breadth-first search)",
    )
    command.add_argument(
        "--metric",
        choices=("steps", "turns"),
        default="steps",
        help="what counts as one move: a step of the rules, or any power of a twist (steps)",
    )
    command.add_argument("--limit", metavar="N", type=count, help="stop at more than N positions")
    command.add_argument(
        "--memory",
        metavar="SIZE",
        type=size,
        help="bytes for the distances at most, such as 512MB (1GB); a position takes two bits",
    )


def _run(arguments: Namespace) -> int:
    from ..solving.spaces import MEMORY, states
    from .progress_bar import bar

    rules = loaded(arguments)
    counts: list[int] = []
    ended = False
    try:
        with bar() as progress:
            for found in states(
                rules,
                metric=arguments.metric,
                limit=arguments.limit,
                memory=arguments.memory or MEMORY,
                progress=progress,
            ):
                counts.append(found)
                if not arguments.json:
                    print(f"{len(counts) - 1:>3} {found:>20,}", flush=True)
        ended = True
    finally:  # an interruption does not lose the distances that are done
        if arguments.json and counts:
            print_json(arguments, _data(arguments, counts, ended))
    if not arguments.json:
        print(f"all {sum(counts):>20,}")
        farthest, many = len(counts) - 1, plural(counts[-1], "position")
        print(f"farthest {many} after {plural(farthest, 'move')}, {_mean(counts):.2f} on average")
    return DONE


def _data(arguments: Namespace, counts: list[int], ended: bool) -> dict[str, object]:
    data = {"id": arguments.id, "metric": arguments.metric, "states": sum(counts)}
    if ended:
        data |= {"farthest": len(counts) - 1, "average": _mean(counts)}
    return data | {"by_distance": counts}


def _mean(counts: list[int]) -> float:
    return sum(distance * each for distance, each in enumerate(counts)) / sum(counts)
