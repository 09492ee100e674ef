"""What `prove --outcome` and `prove --openings` print: how a game ends under best play."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ..core.errors import OptionError
from .common import DONE, INTERRUPTED, plural, print_json, print_line

if TYPE_CHECKING:
    from ..rules.base import Rules, State
    from ..solving.outcomes import Outcome

#: The code of a search that has come to its limit.
LIMITED = 3

#: How wide a line of moves may be.
WIDTH = 78


def prove_outcome(arguments: Namespace, rules: Rules, state: State) -> int:
    """Prove how a game ends from a position, and print what has been proved."""
    from ..solving.outcomes import MEMORY, OutcomeSearch
    from .progress_bar import bar

    for name in ("side", "turns", "limit"):
        if getattr(arguments, name) is not None:
            raise OptionError(
                f"--{name} is for forced wins; leave it out, or --outcome and --openings."
            )
    memory = arguments.memory or MEMORY
    proving = OutcomeSearch(rules, state, every=arguments.openings, memory=memory)
    interrupted = False
    try:
        with bar() as progress:
            proving.run(arguments.seconds, progress)
    except KeyboardInterrupt:  # what has been proved is told
        interrupted = True
    found = proving.result()
    if arguments.json:
        print_json(arguments, _data(arguments, rules, state, found))
    else:
        _print(rules, state, found, every=arguments.openings)
    if interrupted:
        return INTERRUPTED
    return DONE if _complete(found, arguments.openings) else LIMITED


def _complete(found: Outcome, every: bool) -> bool:
    return None not in found.openings.values() if every else found.value is not None


def _data(arguments: Namespace, rules: Rules, state: State, found: Outcome) -> dict[str, object]:
    from ..solving.outcomes import OUTCOME_NAMES

    return {
        "id": arguments.id,
        "side": rules.sides(state)[found.seat],
        "outcome": str(found),
        "line": found.line,
        "openings": {move: OUTCOME_NAMES[value] for move, value in found.openings.items()},
        "positions": found.positions,
        "seconds": round(found.seconds, 3),
        "memory": found.memory,
    }


def _print(rules: Rules, state: State, found: Outcome, *, every: bool) -> None:
    from ..solving.outcomes import OUTCOME_NAMES

    side = rules.sides(state)[found.seat]
    if found.value is None:
        print("Nothing is proved about the outcome yet; give it more --seconds.")
    else:
        ends = {1: "wins", 0: "draws", -1: "loses"}[found.value]
        print(f"{side}, who is to move, {ends} if both play their best.")
    if found.line:
        print("One line of best play:")
    print_line(rules, state, found.line)
    if every or found.value is None:
        for value in (1, 0, -1, None):
            moves = [move for move, each in found.openings.items() if each == value]
            if moves:
                _print_moves(f"{OUTCOME_NAMES[value]}, {plural(len(moves), 'move')}:", moves)
    print(
        f"{plural(found.positions, 'position')} in {found.seconds:.1f} s, "
        f"{-(-found.memory >> 20)} MB for those known"
    )


def _print_moves(title: str, moves: list[str]) -> None:
    from textwrap import wrap

    print(title)
    for line in wrap(" ".join(moves), WIDTH, break_on_hyphens=False, break_long_words=False):
        print(f"  {line}")
