"""The `playouts` command: random games with compiled rules and in plain Python."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from .common import DONE, INTERRUPTED, load_rules, ordinal, print_json
from .parsers import Commands, add_random_seed, positive, seconds

if TYPE_CHECKING:
    from ..players.playouts import Playouts

#: Default duration in seconds.
SECONDS = 2.0


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "playouts", _run, "play random games and print wins, lengths and speed"
    )
    command.add_value("--games N", "play N games", positive)
    command.add_value("--seconds S", f"play for S seconds (default: {SECONDS:.0f})", seconds)
    command.add_switch(
        "--plain", "also run the plain Python rules, for comparison with a compiled version"
    )
    add_random_seed(command)


def _run(arguments: Namespace) -> int:
    """Play random games and print statistics, which are partial after Ctrl+C."""
    from ..players.playouts import playouts
    from .progress_bar import show_progress

    rules = load_rules(arguments)
    wanted = arguments.seconds
    if wanted is None and arguments.games is None:
        wanted = SECONDS
    modes = ["plain"] if rules.compiled is None else ["fast", *["plain"] * arguments.plain]
    results = {}
    with show_progress() as progress:
        for mode in modes:
            results[mode] = playouts(
                rules,
                games=arguments.games,
                seconds=wanted,
                seed=arguments.seed,
                plain=mode == "plain",
                progress=progress,
            )
            if results[mode].interrupted:
                break
    if arguments.json:
        data = {mode: _playouts_data(each) for mode, each in results.items()}
        print_json(arguments, {"id": arguments.id, "seed": arguments.seed, **data})
    else:
        print("\n".join(_table(len(rules.players), results)))
    if any(each.interrupted for each in results.values()):
        print("puzzlekit: interrupted; these are the results so far.", file=sys.stderr)
        return INTERRUPTED
    return DONE


def _playouts_data(result: Playouts) -> dict[str, object]:
    return {
        "games": result.games,
        "seconds": result.seconds,
        "per_second": result.rate,
        "plies": result.plies,
        "branching": result.branching,
        "wins": list(result.wins),
        "draws": result.draws,
    }


def _table(players: int, results: dict[str, Playouts]) -> list[str]:
    names = {"fast": "compiled", "plain": "plain Python"}
    rows = {
        "": [names[mode] for mode in results],
        "games": [f"{each.games:,}" for each in results.values()],
        "games per second": [f"{each.rate:,.0f}" for each in results.values()],
        "plies per game": [f"{each.plies:.1f}" for each in results.values()],
        "moves per position": [f"{each.branching:.1f}" for each in results.values()],
    }
    for seat in range(players):  # a swap may exchange the sides
        wins = [_percent(each.wins[seat], each) for each in results.values()]
        rows[f"{ordinal(seat + 1)} player wins"] = wins
    rows["draws"] = [_percent(each.draws, each) for each in results.values()]
    lines = [f"{head:<18}" + "".join(f"{cell:>14}" for cell in row) for head, row in rows.items()]
    if len(results) == 2:
        lines.append(f"{'ratio':<18}{results['fast'].rate / results['plain'].rate:>14,.1f}")
    return lines


def _percent(count: int, result: Playouts) -> str:
    return f"{100 * count / max(result.games, 1):.1f}%"
