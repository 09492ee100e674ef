"""The `games` command: the library of played games."""

from __future__ import annotations

import sys
from argparse import SUPPRESS, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core.errors import OptionError, quoted
from .common import DONE, print_json
from .parsers import Commands, add_window_options, positive
from .play import open_game

if TYPE_CHECKING:
    from ..play.game_database import LibraryEntry


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add("games", _run, "list, resume, delete or export saved games")
    command.add_list("words", "TEXT", "list only games that match TEXT", required=False)
    which = command.add_mutually_exclusive_group()
    which.add_argument("--unfinished", action="store_true", help="list only unfinished games")
    which.add_argument("--finished", action="store_true", help="list only finished games")
    which.add_argument("--deleted", action="store_true", help="list deleted games")
    which.add_argument("--open", metavar="N", type=positive, help="resume game N")
    for name, text in (
        ("export", "print the records of games"),
        ("delete", "delete games (can be restored for thirty days)"),
        ("restore", "restore deleted games"),
    ):
        which.add_argument(f"--{name}", metavar="N", type=positive, nargs="+", help=text)
    add_window_options(command, SUPPRESS)


def _run(arguments: Namespace) -> int:
    from ..play import records
    from ..play.game_database import Library, open_entry

    library = Library()
    numbers = arguments.export or arguments.delete or arguments.restore or []
    if arguments.words and (numbers or arguments.open):
        text = quoted(" ".join(arguments.words))
        raise OptionError(f"The text {text} selects games to list; leave it out, or the numbers.")
    if arguments.open:
        return open_game(arguments, *open_entry(arguments.open))
    if arguments.export:
        games = [records.write(library.open(number)[0]) for number in numbers]
        if arguments.json:
            print_json(arguments, games)
        else:
            print("\n".join(games), end="", file=arguments.out)
        return DONE
    if arguments.delete or arguments.restore:
        (library.delete if arguments.delete else library.restore)(*numbers)
        entries = library.entries(deleted=bool(arguments.delete))
        entries = [entry for entry in entries if entry.number in numbers]
        text = "\n".join(map(str, entries))
        if arguments.delete:
            listed, them = " ".join(map(str, numbers)), "it" if len(numbers) == 1 else "them"
            text = f"Deleted; `puzzlekit games --restore {listed}` restores {them}."
    else:
        entries = library.entries(" ".join(arguments.words), deleted=arguments.deleted)
        if arguments.unfinished or arguments.finished:
            entries = [entry for entry in entries if bool(entry.result) == arguments.finished]
        text = _listing(entries) or ("No matching games." if arguments.words else "No games yet.")
    if arguments.json:
        print_json(arguments, [entry._asdict() for entry in entries])
    else:
        print(text)
    if damage := library.damage_notice():
        advice = "Try --export N to recover the moves, or --delete N to delete it."
        print(f"puzzlekit: {damage} {advice}", file=sys.stderr)
    return DONE


def _listing(entries: Sequence[LibraryEntry]) -> str:
    lines = []
    for title, wanted in (("Unfinished", False), ("Finished", True)):
        matching = [entry for entry in entries if bool(entry.result) == wanted]
        if matching:
            lines += [f"{title}:", *(f"{entry.number:5}  {entry}" for entry in matching)]
    return "\n".join(lines)
