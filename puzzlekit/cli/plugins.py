"""The commands about plugins themselves: `list`, `rules` and `check`."""

from __future__ import annotations

import sys
from argparse import Namespace
from itertools import islice
from random import Random

from ..core.options import options_of
from ..play.plugins import plugins, plugins_folder
from .common import DONE, FAILED, loaded, print_json


def show_list(arguments: Namespace) -> int:
    """Print all plugins, and what is wrong with those that cannot be used."""
    found, broken = plugins()
    if arguments.json:
        print_json(
            arguments,
            [
                {
                    "id": name,
                    "title": kind.name,
                    "kind": "game" if len(kind.players) > 1 else "puzzle",
                    "players": len(kind.sides_with({})),
                    "fewest_players": kind.seats()[0],
                    "most_players": kind.seats()[-1],
                    "options": [option.data() for option in options_of(kind).values()],
                }
                for name, kind in found.items()
            ],
        )
    else:
        for name, kind in found.items():
            options = ", ".join(
                f"{option.name}={option.write(option.default)}"
                for option in options_of(kind).values()
            )
            told = f"{name:<12} {kind.name:<18} {kind.family:<12} {kind.crowd():<14} {options}"
            print(told.rstrip())
        print(f"Your own plugins: {plugins_folder()}", file=sys.stderr)
    for error in broken:
        print(f"puzzlekit: {error}", file=sys.stderr)
    return DONE


def show_rules(arguments: Namespace) -> int:
    """Print the page of rules, and the options."""
    rules = loaded(arguments)
    page = rules.page()
    options = options_of(type(rules))
    if arguments.json:
        print_json(arguments, {"id": arguments.id, "title": rules.name, "rules": page})
        return DONE
    print(f"{rules.name}\n\n{page}")
    if options:
        print("\nOptions")
        for option in options.values():
            print(f"  {option.name}={option.write(option.default)}: {option.allowed}")
    return DONE


def run_check(arguments: Namespace) -> int:
    """Hold a plugin against the contract, and print what is wrong with it."""
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
        print("\n".join(problems) or f"{rules.id} keeps the contract.")
    return FAILED if problems else DONE
