"""The command `match`: two computer players against each other."""

from __future__ import annotations

import math
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from ..core.errors import printable
from .common import DONE, INTERRUPTED, loaded, plural, print_json
from .parsers import Commands, add_chance_seed, count, whole

if TYPE_CHECKING:
    from ..play.match import Interval, Score


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "match", _run, "let two computer players play against each other"
    )
    command.add_argument("a", metavar="A", help="a player such as mcts:1000, greedy or random")
    command.add_argument("b", metavar="B", help="the other player")
    command.add_argument("--games", metavar="N", type=count, default=100, help="how many (100)")
    command.add_argument("--jobs", metavar="J", type=count, help="processes (one a core)")
    command.add_argument(
        "--random-plies",
        metavar="K",
        type=whole,
        default=0,
        help="begin the games that differ only in the seats with the same K random moves",
    )
    add_chance_seed(command)


def _run(arguments: Namespace) -> int:
    """Play a match and print how it ended; Ctrl-C prints how it stands."""
    from ..play.match import match, score
    from ..players.named import usable_cores
    from .progress_bar import bar

    rules = loaded(arguments)
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
        f"{arguments.a} against {arguments.b}, {printable(arguments.id)}: "
        f"{plural(found.games, 'game')}",
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
