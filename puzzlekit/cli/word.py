"""The command `word`: moves that lead from one position to another."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from .common import DONE, FAILED, load_definition, plural, print_json
from .parsers import METRICS, Commands, add_metric, seconds

if TYPE_CHECKING:
    from ..rules.base import Rules, State


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "word", _run, "print a word in the generators that leads to the goal or to another position"
    )
    command.add_argument(
        "--to",
        metavar="POSITION",
        default="goal",
        help="goal, or a position as --from takes it",
    )
    add_metric(command, METRICS[:2])
    command.add_argument(
        "--tables",
        action="store_true",
        help="make tables first, once: up to some minutes, after which words are short at once",
    )
    command.add_argument(
        "--seconds", metavar="S", type=seconds, help="look for fewer moves for S seconds"
    )


def _run(arguments: Namespace) -> int:
    from ..core import words
    from ..play.positions import read_position
    from ..solving.hints import as_word, find_word
    from .progress_bar import bar

    rules = load_definition(arguments)
    goal = read_position(rules, arguments.to)
    if arguments.to == "goal":
        goal = None  # of which some cells may not matter
    with bar() as progress:
        moves = find_word(
            rules,
            rules.start(),
            to=goal,
            metric=arguments.metric,
            seconds=arguments.seconds,
            tables=arguments.tables,
            progress=progress,
        )
    word = None if moves is None else as_word(rules, moves)
    text = None if word is None else words.write(word)
    length = len(word or ()) if arguments.metric == METRICS[1] else len(moves or ())
    if arguments.json:
        data = {"id": arguments.id, "to": arguments.to, "word": text, "moves": moves}
        print_json(arguments, {**data, "length": None if moves is None else length})
    elif moves is None:
        print(_unreachable(rules, goal, arguments.to))
    else:
        print(text or "Nothing is to be done.")
        print(plural(length, "turn" if arguments.metric == METRICS[1] else "move"))
    return FAILED if moves is None else DONE


def _unreachable(rules: Rules, goal: State | None, written: str) -> str:
    """Say that a position cannot be reached, and why where that is known."""
    from ..rules.base import Puzzle
    from ..solving.invariants import unsolvable_reason

    what = "the goal" if written == "goal" else written[:60] + (" ..." if len(written) > 60 else "")
    why = unsolvable_reason(rules, rules.start(), goal) if isinstance(rules, Puzzle) else None
    return " ".join(filter(None, [f"No moves lead from the start to {what}.", why]))
