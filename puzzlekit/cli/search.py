"""The commands that search: `perft`, `states` and `solve`."""

from __future__ import annotations

from argparse import Namespace

from ..core.errors import LimitReached
from ..play.plugins import load
from ..solving.search import LIMIT, perft, solve, states, summary
from .common import DONE, FAILED, loaded, plural, print_json, seeded
from .progress_bar import bar


def run_perft(arguments: Namespace) -> int:
    """Print how many lines of play there are of each length."""
    rules = loaded(arguments)
    counts: list[int] = []
    try:
        with bar() as progress:
            for count in perft(
                rules, arguments.depth, distinct=arguments.distinct, progress=progress
            ):
                counts.append(count)
                if not arguments.json:
                    print(f"{len(counts):>3} {count:>20,}", flush=True)
    finally:  # an interruption does not lose the depths that are done
        if arguments.json and counts:
            print_json(arguments, {"id": arguments.id, "counts": counts})
    return DONE


def run_states(arguments: Namespace) -> int:
    """Print how many states there are at each distance."""
    rules = loaded(arguments)
    counts: list[int] = []
    try:
        with bar() as progress:
            for count in states(rules, limit=arguments.limit or LIMIT, progress=progress):
                counts.append(count)
                if not arguments.json:
                    print(f"{len(counts) - 1:>3} {count:>20,}", flush=True)
    finally:  # an interruption does not lose the distances that are done
        if arguments.json and counts:
            total = sum(counts)
            data = {"id": arguments.id, "states": total, "by_distance": counts}
            print_json(arguments, data)
    if not arguments.json:
        print(f"all {sum(counts):>20,}")
    return DONE


def run_solve(arguments: Namespace) -> int:
    """Print a shortest solution."""
    text = seeded(arguments)
    rules = load(text)
    try:
        with bar() as progress:
            solution = solve(rules, limit=arguments.limit or LIMIT, progress=progress)
    except LimitReached as error:
        raise LimitReached(
            f"{error} `puzzlekit word {text}` finds a way that need not be the shortest."
        ) from error
    if arguments.json:
        print_json(arguments, {"id": text, **summary(solution)})
        return FAILED if solution is None else DONE
    if solution is None:
        print(f"{text} has no solution.")
        return FAILED
    print(" ".join(solution.moves) or "Solved already.")
    print(plural(solution.length, "move"))
    if arguments.count:
        print(plural(solution.ways, "shortest solution"))
    return DONE
