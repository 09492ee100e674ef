"""Output of `prove --outcome` and `prove --openings`: the result under optimal play."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ..core.errors import OptionError
from .common import DONE, INTERRUPTED, plural, print_json, print_line

if TYPE_CHECKING:
    from ..rules.base import Rules, State
    from ..solving.outcomes import Outcome

#: Exit code of a search that reached its limit.
LIMITED = 3

#: Maximum width of a line of moves.
WIDTH = 78


def prove_outcome(arguments: Namespace, rules: Rules, state: State) -> int:
    """Prove the outcome of a position and print what has been proved."""
    from ..solving.outcomes import MEMORY, OutcomeSearch
    from .progress_bar import bar

    for name in ("side", "turns", "limit"):
        if getattr(arguments, name) is not None:
            raise OptionError(
                f"--{name} is for forced wins; it cannot be combined with --outcome or --openings."
            )
    memory = arguments.memory or MEMORY
    search = OutcomeSearch(rules, state, every=arguments.openings, memory=memory)
    interrupted = False
    try:
        with bar() as progress:
            search.run(arguments.seconds, progress)
    except KeyboardInterrupt:  # still print what has been proved
        interrupted = True
    outcome = search.result()
    if arguments.json:
        print_json(arguments, _data(arguments, rules, state, outcome))
    else:
        _print(rules, state, outcome, every=arguments.openings)
    if interrupted:
        return INTERRUPTED
    return DONE if _complete(outcome, arguments.openings) else LIMITED


def _complete(outcome: Outcome, every: bool) -> bool:
    return None not in outcome.openings.values() if every else outcome.value is not None


def _data(arguments: Namespace, rules: Rules, state: State, outcome: Outcome) -> dict[str, object]:
    from ..solving.outcomes import value_name

    return {
        "id": arguments.id,
        "side": rules.sides(state)[outcome.seat],
        "outcome": str(outcome),
        "line": outcome.line,
        "openings": {move: value_name(value) for move, value in outcome.openings.items()},
        "positions": outcome.positions,
        "seconds": round(outcome.seconds, 3),
        "memory": outcome.memory,
    }


def _print(rules: Rules, state: State, outcome: Outcome, *, every: bool) -> None:
    from ..solving.outcomes import GameValue, value_name

    side = rules.sides(state)[outcome.seat]
    if outcome.value is None:
        print("Nothing has been proved yet; increase --seconds.")
    else:
        ends = {1: "wins", 0: "draws", -1: "loses"}[outcome.value]
        print(f"{side} to move {ends} with best play.")
    if outcome.line:
        print("One line of best play:")
    print_line(rules, state, outcome.line)
    if every or outcome.value is None:
        for value in (*reversed(GameValue), None):
            moves = [move for move, each in outcome.openings.items() if each == value]
            if moves:
                _print_moves(f"{value_name(value)}, {plural(len(moves), 'move')}:", moves)
    print(
        f"{plural(outcome.positions, 'position')} in {outcome.seconds:.1f} s, "
        f"{-(-outcome.memory >> 20)} MB of memory"
    )


def _print_moves(title: str, moves: list[str]) -> None:
    from textwrap import wrap

    print(title)
    for line in wrap(" ".join(moves), WIDTH, break_on_hyphens=False, break_long_words=False):
        print(f"  {line}")
