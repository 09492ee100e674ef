"""The `prove` command: forced wins, and the outcome of a game under best play."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from ..core.errors import OptionError, did_you_mean
from .common import (
    DONE,
    FAILED,
    INTERRUPTED,
    load_rules,
    play_moves,
    plural,
    print_json,
    print_line,
)
from .parsers import Commands, add_moves, byte_size, positive, seconds

if TYPE_CHECKING:
    from ..core.progress import Progress
    from ..rules.base import Rules, State
    from ..solving.outcomes import Outcome


#: Default time limit in seconds.
SECONDS = 60.0

#: Exit code of a search that reached its limit.
LIMITED = 3

#: Maximum width of a line of moves.
WIDTH = 78


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "prove",
        _run,
        "prove a forced win (by proof-number search), or the outcome of a two-player game under "
        "best play",
    )
    add_moves(command)
    command.add_value("--side NAME", "side that is to win (default: the side to move)")
    command.add_value("--turns N", "maximum number of turns that the winner may take", positive)
    command.add_value("--limit N", "maximum number of positions to search", positive)
    command.add_value(
        "--seconds S", "time limit in seconds (default: 60)", seconds, default=SECONDS
    )
    outcomes = command.add_argument_group("outcome under best play")
    outcomes.add_argument("--outcome", action="store_true", help="prove a win, a loss or a draw")
    outcomes.add_argument(
        "--openings", action="store_true", help="prove the outcome of each legal move"
    )
    outcomes.add_argument(
        "--memory",
        metavar="SIZE",
        type=byte_size,
        help="memory limit of the transposition table, such as 1GB (default: 256MB)",
    )


def _run(arguments: Namespace) -> int:
    from ..solving.forced_wins import MAX_POSITIONS, prove, tries_everything
    from .progress_bar import show_progress

    rules = load_rules(arguments)
    state = play_moves(rules, arguments.moves)
    if arguments.outcome or arguments.openings:
        return prove_outcome(arguments, rules, state)
    if arguments.memory is not None:
        raise OptionError("--memory needs --outcome or --openings.")
    if (result := rules.outcome(state)) is not None:
        raise OptionError(f"The game is over: {result.text}. Choose an earlier position.")
    seat = _seat(rules, state, arguments.side)
    searched = "0 positions"

    def progress(what: str, done: int, total: int | None) -> None:
        nonlocal searched
        searched = f"{done:,} {what}"
        show(what, done, total)

    show: Progress
    try:
        with show_progress() as show:
            proof = prove(
                rules,
                state,
                seat=seat,
                turns=arguments.turns,
                limit=arguments.limit or MAX_POSITIONS,
                seconds=arguments.seconds,
                progress=progress,
            )
    except KeyboardInterrupt:
        print(f"puzzlekit: interrupted; no win found in {searched}.", file=sys.stderr)
        return INTERRUPTED
    side = rules.sides(state)[seat]
    if arguments.json:
        turns, line, positions = (proof.turns, proof.line, proof.positions) if proof else [None] * 3
        data = {"id": arguments.id, "side": side, "proved": proof is not None}
        print_json(arguments, {**data, "turns": turns, "line": line, "positions": positions})
    elif proof is None:
        method = "" if tries_everything(rules) else " by threats alone"
        within = f" in {plural(arguments.turns, 'turn')}" if arguments.turns else ""
        print(f"{side} cannot force a win{method}{within}.")
    else:
        print(f"{side} wins in {plural(proof.turns, 'turn')} against any defence. Longest line:")
        print_line(rules, state, proof.line)
    return FAILED if proof is None else DONE


def _seat(rules: Rules, state: State, text: str | None) -> int:
    """Return the seat of the side that is to win (default: the side to move)."""
    if text is None:
        return rules.turn(state)
    sides = {side.lower(): seat for seat, side in enumerate(rules.sides(state))}
    if text.lower() not in sides:
        suggestion = did_you_mean(text.lower(), sides)
        raise OptionError(f"Unknown --side {text[:40]}; use {' or '.join(sides)}.{suggestion}")
    return sides[text.lower()]


def prove_outcome(arguments: Namespace, rules: Rules, state: State) -> int:
    """Prove the outcome of a position and print what has been proved."""
    from ..solving.outcomes import MEMORY, OutcomeSearch
    from .progress_bar import show_progress

    for name in ("side", "turns", "limit"):
        if getattr(arguments, name) is not None:
            raise OptionError(
                f"--{name} is for forced wins; it cannot be combined with --outcome or --openings."
            )
    memory = arguments.memory or MEMORY
    search = OutcomeSearch(rules, state, every=arguments.openings, memory=memory)
    interrupted = False
    try:
        with show_progress() as progress:
            search.run(arguments.seconds, progress)
    except KeyboardInterrupt:  # still print what has been proved
        interrupted = True
    outcome = search.result()
    values = outcome.openings.values() if arguments.openings else [outcome.value]
    complete = None not in values
    if arguments.json:
        data = _outcome_data(arguments, rules, state, outcome)
        print_json(arguments, {**data, "complete": complete})
    else:
        _print_outcome(rules, state, outcome, every=arguments.openings)
    if interrupted:
        return INTERRUPTED
    return DONE if complete else LIMITED


def _outcome_data(
    arguments: Namespace, rules: Rules, state: State, outcome: Outcome
) -> dict[str, object]:
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


def _print_outcome(rules: Rules, state: State, outcome: Outcome, *, every: bool) -> None:
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
