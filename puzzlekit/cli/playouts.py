"""The command `playouts`: a game played at random, compiled and by the rule book."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .common import DONE, INTERRUPTED, load_definition, print_json
from .parsers import Commands, add_chance_seed, count, seconds

if TYPE_CHECKING:
    from ..players.playouts import Playouts

#: Seconds of playouts if nothing else is asked for.
SECONDS = 2.0


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "playouts", _run, "play random games (playouts) and count who wins, how long and how fast"
    )
    command.add_argument("--games", metavar="N", type=count, help="play N games")
    command.add_argument(
        "--seconds", metavar="S", type=seconds, help=f"play for S seconds ({SECONDS:.0f})"
    )
    command.add_argument(
        "--plain",
        action="store_true",
        help="play by the rule book too, beside a fast path",
    )
    add_chance_seed(command)


def _run(arguments: Namespace) -> int:
    """Play at random and print what was found; Ctrl-C prints what has been found so far."""
    from ..players.playouts import playouts
    from .progress_bar import bar

    rules = load_definition(arguments)
    wanted = arguments.seconds
    if wanted is None and arguments.games is None:
        wanted = SECONDS
    ways = ["plain"] if rules.compiled is None else ["fast", *["plain"] * arguments.plain]
    found = {}
    with bar() as progress:
        for way in ways:
            found[way] = playouts(
                rules,
                games=arguments.games,
                seconds=wanted,
                seed=arguments.seed,
                plain=way == "plain",
                progress=progress,
            )
            if found[way].interrupted:
                break
    if arguments.json:
        data = {way: _playouts_data(each) for way, each in found.items()}
        print_json(arguments, {"id": arguments.id, "seed": arguments.seed, **data})
    else:
        print("\n".join(_table(rules.players, found)))
    if any(each.interrupted for each in found.values()):
        print("puzzlekit: interrupted; this is what was found so far.", file=sys.stderr)
        return INTERRUPTED
    return DONE


def _playouts_data(found: Playouts) -> dict[str, object]:
    return {
        "games": found.games,
        "seconds": found.seconds,
        "per_second": found.rate,
        "plies": found.plies,
        "branching": found.branching,
        "wins": list(found.wins),
        "draws": found.draws,
    }


def _table(players: Sequence[str], found: dict[str, Playouts]) -> list[str]:
    names = {"fast": "compiled", "plain": "rule book"}
    rows = {
        "": [names[way] for way in found],
        "games": [f"{each.games:,}" for each in found.values()],
        "games a second": [f"{each.rate:,.0f}" for each in found.values()],
        "plies a game": [f"{each.plies:.1f}" for each in found.values()],
        "moves a position": [f"{each.branching:.1f}" for each in found.values()],
    }
    for seat, name in enumerate(players):
        rows[f"{name} wins"] = [_percent(each.wins[seat], each) for each in found.values()]
    rows["draws"] = [_percent(each.draws, each) for each in found.values()]
    lines = [f"{head:<18}" + "".join(f"{cell:>14}" for cell in row) for head, row in rows.items()]
    if len(found) == 2:
        lines.append(f"{'ratio':<18}{found['fast'].rate / found['plain'].rate:>14,.1f}")
    return lines


def _percent(count: int, found: Playouts) -> str:
    return f"{100 * count / max(found.games, 1):.1f} %"
