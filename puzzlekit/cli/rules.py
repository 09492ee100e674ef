"""The `rules` command: the rules, the options and the notation of a plugin."""

from __future__ import annotations

from argparse import Namespace

from .common import DONE, load_rules, print_json
from .parsers import Commands


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add("rules", _run, "print the rules of a game or a puzzle")
    command.add_argument("id", metavar="ID", help="game ID or puzzle file")


def _run(arguments: Namespace) -> int:
    from ..core.options import options_of
    from ..core.translation import translate
    from ..ui.terminal.terminal import Terminal

    rules = load_rules(arguments)
    kind = type(rules.unwrapped)
    text, options = rules.rules_text(translate), options_of(kind)
    if arguments.json:
        print_json(arguments, {"id": arguments.id, "title": rules.name, "rules": text})
        return DONE
    Terminal().write_paragraphs(f"{rules.name}\n\n{text}")
    if options:
        print("\nOptions")
        for option in options.values():
            print(f"  {option.name}={option.write(option.default)}: {option.allowed}")
            if note := kind.option_notes.get(option.name):
                print(f"    {translate(note)}")
    if kind.notation_notes:
        print(f"\nMoves\n  {translate(kind.notation_notes)}")
    return DONE
