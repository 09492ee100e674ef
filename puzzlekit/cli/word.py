"""The command `puzzlekit word`: moves that lead from one position to another."""

from __future__ import annotations

from argparse import Namespace
from contextlib import suppress

from ..core import words
from ..core.errors import LimitReached
from ..play.plugins import load
from ..play.positions import read_position
from ..rules.rule_book import Rules, State
from ..rules.twisty import Twisty
from ..solving.hints import as_word, word_for
from .common import DONE, FAILED, named, plural, print_json
from .progress_bar import bar


def word(arguments: Namespace) -> int:
    """Print moves from the start of an ID to a position, and return the exit code."""
    rules = load(named(arguments))
    goal = read_position(rules, arguments.to)
    with bar() as progress:
        moves = word_for(
            rules, rules.start(), to=goal, seconds=arguments.seconds, progress=progress
        )
    text = None if moves is None else words.write(as_word(rules, moves))
    if arguments.json:
        data = {"id": arguments.id, "to": arguments.to, "word": text, "moves": moves}
        length = None if moves is None else len(moves)
        print_json(arguments, {**data, "length": length})
    elif moves is None:
        print(_unreachable(rules, goal, arguments.to))
    else:
        print(text or "Nothing is to be done.")
        print(plural(len(moves), "move"))
    return FAILED if moves is None else DONE


def _unreachable(rules: Rules, goal: State, written: str) -> str:
    """Say that a position cannot be reached, and why where that is known."""
    what = "the goal" if written == "goal" else written[:60] + (" ..." if len(written) > 60 else "")
    why = None
    if isinstance(rules, Twisty):
        from ..group.arrangements import obstacle

        start = rules.start()
        with suppress(LimitReached):
            why = obstacle(
                list(rules.generators(start).values()), goal, start, list(rules.board.cells)
            )
    return " ".join(filter(None, [f"No moves lead from the start to {what}.", why]))
