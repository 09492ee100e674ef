"""The command `games`: the library of what was played."""

from __future__ import annotations

import sys
from argparse import SUPPRESS, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .common import DONE, print_json
from .parsers import Commands, add_window_options, count
from .play import open_game

if TYPE_CHECKING:
    from ..play.library import Entry


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add(
        "games", _run, "list what was played, go on with it, delete or export it"
    )
    command.add_argument("words", metavar="TEXT", nargs="*", help="list the games that match it")
    which = command.add_mutually_exclusive_group()
    which.add_argument("--unfinished", action="store_true", help="list only these")
    which.add_argument("--finished", action="store_true", help="list only these")
    which.add_argument("--deleted", action="store_true", help="list those that were deleted")
    for name, text in (
        ("open", "go on with game number N"),
        ("export", "print game number N as a record"),
        ("delete", "delete game number N"),
        ("restore", "bring game number N back, for thirty days"),
    ):
        which.add_argument(f"--{name}", metavar="N", type=count, help=text)
    add_window_options(command, SUPPRESS)


def _run(arguments: Namespace) -> int:
    from ..play import records
    from ..play.library import Library
    from ..play.library_entry import open_entry

    library = Library()
    if arguments.open:
        return open_game(arguments, *open_entry(arguments.open))
    if arguments.export:
        print(records.write(library.open(arguments.export)[0]), end="", file=arguments.out)
    elif arguments.delete:
        library.delete(arguments.delete)
        print(f"Deleted; `puzzlekit games --restore {arguments.delete}` brings it back.")
    elif arguments.restore:
        library.restore(arguments.restore)
        print(library.entry(arguments.restore))
    else:
        found = library.entries(" ".join(arguments.words), deleted=arguments.deleted)
        if arguments.unfinished or arguments.finished:
            found = [entry for entry in found if bool(entry.result) == arguments.finished]
        _show(arguments, found)
        if damage := library.damage():
            way_on = "--export N may still print the moves of one; --delete N deletes it."
            print(f"puzzlekit: {damage} {way_on}", file=sys.stderr)
    return DONE


def _show(arguments: Namespace, found: Sequence[Entry]) -> None:
    if arguments.json:
        print_json(arguments, [entry._asdict() for entry in found])
        return
    for title, wanted in (("Unfinished", False), ("Finished", True)):
        entries = [entry for entry in found if bool(entry.result) == wanted]
        if entries:
            print(f"{title}:")
        for entry in entries:
            print(f"{entry.number:5}  {entry}")
    if not found:
        print("There is no such game." if arguments.words else "There are no games yet.")
