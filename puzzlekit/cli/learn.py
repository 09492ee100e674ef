"""The `learn` command: build an opening book from self-play."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import deque
from typing import TYPE_CHECKING

from ..core.errors import escape_control_characters
from .common import DONE, INTERRUPTED, load_rules, plural, print_json
from .parsers import Commands, add_random_seed, positive

if TYPE_CHECKING:
    from ..players.book import Book

#: Maximum number of book moves to print.
MAX_SHOWN = 10


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "learn", _run, "build an opening book for mcts:deep from self-play"
    )
    command.add_value("--games N", "number of games (default: 100)", positive, default=100)
    command.add_value(
        "--player P", "player that plays all sides (default: mcts:expert)", default="mcts:expert"
    )
    add_random_seed(command)


def _run(arguments: Namespace) -> int:
    """Build the book and print its main moves; after Ctrl+C, keep the book so far."""
    from ..play.build_book import learn
    from ..players.book import load_book
    from .progress_bar import show_progress

    rules = load_rules(arguments)
    code = DONE
    try:
        with show_progress() as progress:
            learned = learn(
                rules, arguments.player, arguments.games, seed=arguments.seed, progress=progress
            )
            deque(learned, maxlen=0)
    except KeyboardInterrupt:
        print("puzzlekit: interrupted; the games so far are in the book.", file=sys.stderr)
        code = INTERRUPTED
    book = load_book(rules)
    if arguments.json:
        print_json(arguments, _json_data(arguments, book))
    else:
        print("\n".join(_lines(arguments, book)))
    return code


def _lines(arguments: Namespace, book: Book) -> list[str]:
    lines = [
        f"{escape_control_characters(arguments.id)}: {plural(book.games, 'game')}, "
        f"{plural(len(book.positions), 'position')}, {book.path}"
    ]
    entries = book.entries(book.rules.start())[:MAX_SHOWN]
    width = max((len(entry.move) for entry in entries), default=0)
    lines += [
        f"{entry.move:<{width}}  {plural(entry.games, 'game'):>12}  {100 * entry.mean_score:5.1f}%"
        for entry in entries
    ]
    return [*lines, f"line: {' '.join(book.line())}"] if entries else lines


def _json_data(arguments: Namespace, book: Book) -> dict[str, object]:
    entries = book.entries(book.rules.start())
    return {
        "id": arguments.id,
        "games": book.games,
        "positions": len(book.positions),
        "path": str(book.path),
        "moves": [entry._asdict() for entry in entries],
        "line": book.line(),
    }
