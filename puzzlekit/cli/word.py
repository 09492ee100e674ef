"""The `word` command: moves that lead from one position to another."""

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
        help="target: goal, or a position as in --from",
    )
    add_metric(command, METRICS[:2])
    command.add_argument(
        "--tables",
        action="store_true",
        help="build tables first (once, up to some minutes), for short words without waiting",
    )
    command.add_argument(
        "--seconds", metavar="S", type=seconds, help="spend S seconds on shortening"
    )


def _run(arguments: Namespace) -> int:
    from ..core import words
    from ..play.positions import read_position
    from ..solving.hints import as_word, find_word
    from .progress_bar import bar

    rules = load_definition(arguments)
    goal = read_position(rules, arguments.to)
    if arguments.to == "goal":
        goal = None  # the goal may have cells that can hold any piece
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
        print(text or "Already there.")
        print(plural(length, "turn" if arguments.metric == METRICS[1] else "move"))
    return FAILED if moves is None else DONE


def _unreachable(rules: Rules, goal: State | None, text: str) -> str:
    """Return a message that a position is unreachable, with the reason if known."""
    from ..rules.base import Puzzle
    from ..solving.invariants import unsolvable_reason

    target = "the goal" if text == "goal" else text[:60] + (" ..." if len(text) > 60 else "")
    reason = unsolvable_reason(rules, rules.start(), goal) if isinstance(rules, Puzzle) else None
    return " ".join(filter(None, [f"No moves lead from the start to {target}.", reason]))
