"""The `rules` command: the rules text and the options of a plugin."""

from __future__ import annotations

from argparse import Namespace

from .common import DONE, load_definition, print_json
from .parsers import Commands


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add("rules", _run, "print the rules of a game or a puzzle")
    command.add_argument("id", metavar="ID", help="game ID or puzzle file")


def _run(arguments: Namespace) -> int:
    from ..core.options import options_of
    from ..core.translation import translate

    rules = load_definition(arguments)
    text = rules.rules_text(translate)
    options = options_of(type(rules.unwrapped))
    if arguments.json:
        print_json(arguments, {"id": arguments.id, "title": rules.name, "rules": text})
        return DONE
    print(f"{rules.name}\n\n{text}")
    if options:
        print("\nOptions")
        notes = type(rules.unwrapped).option_notes
        for option in options.values():
            note = f". {translate(notes[option.name])}" if option.name in notes else ""
            print(f"  {option.name}={option.write(option.default)}: {option.allowed}{note}")
    return DONE
