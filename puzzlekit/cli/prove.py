"""The command `prove`: whether a side can force a win, or how a game ends under best play."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from ..core.errors import OptionError, did_you_mean
from .common import DONE, FAILED, INTERRUPTED, load_definition, plural, print_json, print_line
from .parsers import Commands, count, seconds, size

if TYPE_CHECKING:
    from ..core.progress import Progress
    from ..rules.base import Rules, State

#: Seconds that a search takes at most unless it is told otherwise.
SECONDS = 60.0


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "prove",
        _run,
        "prove a forced win of a side, by proof-number search, or how a game for two ends under "
        "best play",
    )
    command.add_argument("--moves", metavar="MOVES", help="make these moves first")
    command.add_argument("--side", metavar="NAME", help="who is to win; by default who moves")
    command.add_argument("--turns", metavar="N", type=count, help="most turns of the winner")
    command.add_argument("--limit", metavar="N", type=count, help="most positions to look at")
    command.add_argument(
        "--seconds", metavar="S", type=seconds, default=SECONDS, help="most seconds (60)"
    )
    outcomes = command.add_argument_group("how a game ends if both sides play their best")
    outcomes.add_argument(
        "--outcome", action="store_true", help="prove who wins, or that it is a draw"
    )
    outcomes.add_argument(
        "--openings", action="store_true", help="prove it for each of the moves that can be made"
    )
    outcomes.add_argument(
        "--memory",
        metavar="SIZE",
        type=size,
        help="bytes for the positions that are known, at most, such as 1GB (256MB)",
    )


def _run(arguments: Namespace) -> int:
    from ..play.parse_moves import read_moves
    from ..solving.forced_wins import MAX_POSITIONS, prove
    from ..solving.proof_game import tries_everything
    from .progress_bar import bar

    rules = load_definition(arguments)
    state = rules.start()
    for word in (arguments.moves or "").split():
        for move in read_moves(rules, state, word):
            state = rules.play(state, move)
    if arguments.outcome or arguments.openings:
        from .outcomes import prove_outcome

        return prove_outcome(arguments, rules, state)
    if arguments.memory is not None:
        raise OptionError("--memory is for --outcome and --openings; add one of them.")
    if (result := rules.outcome(state)) is not None:
        raise OptionError(f"There is nothing to prove, since the game is over: {result.text}.")
    seat = _seat(rules, state, arguments.side)
    looked = _Looked()
    try:
        with bar() as progress:
            found = prove(
                rules,
                state,
                seat=seat,
                turns=arguments.turns,
                limit=arguments.limit or MAX_POSITIONS,
                seconds=arguments.seconds,
                progress=looked.noting(progress),
            )
    except KeyboardInterrupt:
        print(f"puzzlekit: interrupted; no win had been found in {looked}.", file=sys.stderr)
        return INTERRUPTED
    side = rules.sides(state)[seat]
    if arguments.json:
        turns, line, positions = (found.turns, found.line, found.positions) if found else [None] * 3
        data = {"id": arguments.id, "side": side, "proved": found is not None}
        print_json(arguments, {**data, "turns": turns, "line": line, "positions": positions})
    elif found is None:
        by = "" if tries_everything(rules) else " by threats alone"
        within = f" in {plural(arguments.turns, 'turn')}" if arguments.turns else ""
        print(f"{side} cannot force a win{by}{within}.")
    else:
        print(
            f"{side} wins in {plural(found.turns, 'turn')}, whatever is played. The longest line:"
        )
        print_line(rules, state, found.line)
    return FAILED if found is None else DONE


class _Looked:
    """How far a search has come, in words."""

    words = "0 positions"

    def __str__(self) -> str:
        return self.words

    def noting(self, progress: Progress) -> Progress:
        """Return a progress that is noted as well."""

        def noted(what: str, done: int, total: int | None) -> None:
            self.words = f"{done:,} {what}"
            progress(what, done, total)

        return noted


def _seat(rules: Rules, state: State, text: str | None) -> int:
    """Return the seat of the side that is to win, by default the one that moves."""
    if text is None:
        return rules.turn(state)
    sides = {side.lower(): seat for seat, side in enumerate(rules.sides(state))}
    if text.lower() not in sides:
        near = did_you_mean(text.lower(), sides)
        raise OptionError(f"--side {text[:40]} plays no part; name {' or '.join(sides)}.{near}")
    return sides[text.lower()]
