"""The commands about games between computers: matches and random playouts."""

from __future__ import annotations

import math
import sys
from argparse import Namespace
from collections.abc import Sequence

from ..play.match import Interval, Score, match, score
from ..play.plugins import load
from ..players.named import usable_cores
from ..players.playouts import Playouts, playouts
from .common import DONE, INTERRUPTED, named, plural, print_json
from .progress_bar import bar

#: Seconds of playouts if nothing else is asked for.
SECONDS = 2.0


def run_match(arguments: Namespace) -> int:
    """Play a match and print how it ended; Ctrl-C prints how it stands."""
    rules = load(named(arguments))
    played = []
    code = DONE
    try:
        with bar() as progress:
            for game in match(
                rules,
                arguments.a,
                arguments.b,
                arguments.games,
                seed=arguments.seed,
                jobs=arguments.jobs or usable_cores(),
                random_plies=arguments.random_plies,
                progress=progress,
            ):
                played.append(game)
    except KeyboardInterrupt:
        shown = played or arguments.json
        said = "this is how it stands" if shown else "no game had ended"
        print(f"puzzlekit: interrupted; {said}.", file=sys.stderr)
        code = INTERRUPTED
    found = score(played, len(rules.players))
    if arguments.json:
        print_json(arguments, _match_data(arguments, found, len(rules.players)))
    elif played:
        print("\n".join(_match_lines(arguments, found)))
    return code


def _match_lines(arguments: Namespace, found: Score) -> list[str]:
    share, elo = found.share, found.elo
    counts = f"{plural(found.wins, 'win')}, {plural(found.draws, 'draw')}, "
    lines = [
        f"{arguments.a} against {arguments.b}, {arguments.id}: {plural(found.games, 'game')}",
        counts + ("1 loss" if found.losses == 1 else f"{found.losses:,} losses"),
        f"score {100 * share.value:.1f} %  (95 %: {100 * share.low:.1f} to {100 * share.high:.1f})",
    ]
    if elo is not None:
        lines.append(f"Elo   {elo.value:+.0f}  (95 %: {elo.low:+.0f} to {elo.high:+.0f})")
    return lines


def _match_data(arguments: Namespace, found: Score, seats: int) -> dict[str, object]:
    data = {
        "id": arguments.id,
        "a": arguments.a,
        "b": arguments.b,
        "seed": arguments.seed,
        "random_plies": arguments.random_plies,
        "games": found.games,
        "wins": found.wins,
        "draws": found.draws,
        "losses": found.losses,
        "score": _interval_data(found.share),
    }
    return data if found.elo is None else data | {"elo": _interval_data(found.elo)}


def _interval_data(found: Interval) -> dict[str, float | None]:
    """Return an interval as JSON knows it, which has no infinite numbers."""
    return {
        name: number if math.isfinite(number) else None
        for name, number in zip(("value", "low", "high"), found, strict=True)
    }


def run_playouts(arguments: Namespace) -> int:
    """Play at random and print what was found, compiled and by the rule book.

    Ctrl-C prints what has been found so far.
    """
    rules = load(named(arguments))
    seconds = arguments.seconds
    if seconds is None and arguments.games is None:
        seconds = SECONDS
    ways = ["plain"] if rules.fast_path is None else ["fast", *["plain"] * arguments.plain]
    found = {}
    with bar() as progress:
        for way in ways:
            found[way] = playouts(
                rules,
                games=arguments.games,
                seconds=seconds,
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
    """Return a table with a column for each way to play."""
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
