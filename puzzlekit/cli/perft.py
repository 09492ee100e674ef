"""The `perft` command: count the leaf nodes of the game tree by depth."""

from __future__ import annotations

from argparse import Namespace

from .common import DONE, load_rules, print_json
from .parsers import Commands, positive


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "perft", _run, "count the leaf nodes of the game tree at each depth (perft)"
    )
    command.add_value("--depth N", "depth in plies", positive, required=True)
    command.add_switch("--distinct", "count distinct positions, not leaf nodes")


def _run(arguments: Namespace) -> int:
    from ..solving.search import perft
    from .progress_bar import show_progress

    rules = load_rules(arguments)
    counts: list[int] = []
    try:
        with show_progress() as progress:
            for leaves in perft(
                rules, arguments.depth, distinct=arguments.distinct, progress=progress
            ):
                counts.append(leaves)
                if not arguments.json:
                    print(f"{len(counts):>3} {leaves:>20,}", flush=True)
    finally:  # print the finished depths even after an interruption
        if arguments.json and counts:
            complete = len(counts) == arguments.depth
            print_json(arguments, {"id": arguments.id, "complete": complete, "counts": counts})
    return DONE
