"""The command `match`: computer players against each other."""

from __future__ import annotations

import math
import sys
from argparse import Namespace
from contextlib import ExitStack
from typing import TYPE_CHECKING

from ..core.errors import OptionError, SaveError, escape_control_characters
from ..players.player import MAX_PLIES
from .common import DONE, INTERRUPTED, check_new, load_definition, plural, print_json
from .parsers import Commands, add_chance_seed, as_path, count, whole

if TYPE_CHECKING:
    from ..play.match import Interval, MatchStats, Score
    from ..play.records import Collection
    from ..rules.base import Rules


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game("match", _run, "let computer players play against each other")
    command.add_argument(
        "players",
        metavar="PLAYER",
        nargs="+",
        help="two players such as mcts:1000 and greedy, of whom the second takes all seats but one "
        "where there are more, or one for each seat",
    )
    command.add_argument("--games", metavar="N", type=count, default=100, help="how many (100)")
    command.add_argument("--jobs", metavar="J", type=count, help="processes (one a core)")
    command.add_argument(
        "--random-plies",
        metavar="K",
        type=whole,
        default=0,
        help="begin the games that differ only in the seats with the same K random moves",
    )
    command.add_argument(
        "--plies",
        metavar="P",
        type=count,
        default=MAX_PLIES,
        help=f"cut games off after P plies, as draws ({MAX_PLIES:,})",
    )
    command.add_argument(
        "--keep",
        metavar="FILE",
        type=as_path,
        help="write the record of each game into this file when the game ends",
    )
    known = command.add_mutually_exclusive_group()
    known.add_argument("--force", action="store_true", help="replace that file if it exists")
    known.add_argument(
        "--resume",
        action="store_true",
        help="go on with the match whose games that file has, --games counting them too",
    )
    add_chance_seed(command)


def _run(arguments: Namespace) -> int:
    """Play a match and print how it ended; Ctrl-C prints how it stands."""
    from ..core.cores import usable_cores
    from ..play.match import Game, match, match_stats, score
    from ..play.match_records import Event, read_games, record_game
    from .progress_bar import bar

    rules, players = load_definition(arguments), arguments.players
    this = Event(arguments.seed, arguments.random_plies, arguments.plies)
    _check(arguments, rules)
    played = list[Game]()
    code = DONE
    try:
        with ExitStack() as opened:
            kept = _kept(arguments, opened)
            before = record_game(arguments.keep, rules, players, this) if arguments.resume else []
            played += [game for game in before if game.number < arguments.games]
            progress = opened.enter_context(bar())
            for game in match(
                rules,
                players,
                arguments.games,
                seed=arguments.seed,
                jobs=arguments.jobs or usable_cores(),
                random_plies=arguments.random_plies,
                plies=arguments.plies,
                ended={game.number for game in played},
                progress=progress,
            ):
                if kept is not None:
                    kept.add(read_games(rules, players, game, this))
                played.append(game._replace(moves=()))
    except KeyboardInterrupt:
        shown = played or arguments.json
        said = "this is how it stands" if shown else "no game had ended"
        way_on = "; --resume goes on" if played and arguments.keep is not None else ""
        print(f"puzzlekit: interrupted; {said}{way_on}.", file=sys.stderr)
        code = INTERRUPTED
    except SaveError as error:
        if not played:
            raise
        print(f"puzzlekit: {error} This is how it stands.", file=sys.stderr)
        code = error.exit_code
    found = [score(played, mind) for mind in range(len(players))]
    cut = sum(game.is_unfinished for game in played)
    known = match_stats(played) if played else None
    if arguments.json:
        print_json(arguments, _match_data(arguments, found, cut) | _figures_data(known))
    elif known is not None:
        lines = _match_lines(arguments, found, cut) + _figures_lines(rules, known)
        print("\n".join(lines))
    return code


def _check(arguments: Namespace, rules: Rules) -> None:
    """Raise `OptionError` if the games cannot be kept as is asked for."""
    from ..play.session import max_moves

    path = arguments.keep
    if path is None:
        if arguments.resume:
            raise OptionError("--resume wants --keep FILE, the file that has the games so far.")
        return
    cure = "--force replaces it, --resume goes on with it"
    check_new("--keep", path, arguments.force or arguments.resume, cure)
    if arguments.plies > (most := max_moves(rules)):
        raise OptionError(f"A record holds at most {most:,} moves; take --plies {most} or fewer.")


def _kept(arguments: Namespace, opened: ExitStack) -> Collection | None:
    from ..play.records import Collection

    path, replace, go_on = arguments.keep, arguments.force, arguments.resume
    if path is None:
        return None
    return opened.enter_context(Collection(path, replace=replace, go_on=go_on))


def _match_lines(arguments: Namespace, found: list[Score], cut: int) -> list[str]:
    names = arguments.players
    titles = " against ".join(names) if len(names) == 2 else ", ".join(names)
    lines = [
        f"{titles}, {escape_control_characters(arguments.id)}: {plural(found[0].games, 'game')}"
    ]
    if cut:
        what = "1 game was" if cut == 1 else f"{cut:,} games were"
        lines.append(f"{what} cut off after ply {arguments.plies:,}, to count as drawn")
    if len(names) > 2:
        wide = max(map(len, names))
        return lines + [
            f"{name:<{wide}}  {_counts(each)}, {_share(each)}"
            for name, each in zip(names, found, strict=True)
        ]
    lines += [_counts(found[0]), _share(found[0])]
    if (elo := found[0].elo) is not None:
        lines.append(f"Elo   {elo.value:+.0f}  (95 %: {elo.low:+.0f} to {elo.high:+.0f})")
    return lines


def _figures_lines(rules: Rules, known: MatchStats) -> list[str]:
    each = zip(rules.players, known.wins, strict=True)
    seats = ", ".join(f"{name} {wins:,}" for name, wins in each)
    length = f"{known.shortest:,} at least, {known.mean:.1f} on average, {known.longest:,} at most"
    return [f"wins by seat: {seats}", f"plies a game: {length}"]


def _figures_data(known: MatchStats | None) -> dict[str, object]:
    if known is None:
        return {}
    plies = {"shortest": known.shortest, "mean": known.mean, "longest": known.longest}
    return {"wins_by_seat": list(known.wins), "plies": plies}


def _counts(found: Score) -> str:
    losses = "1 loss" if found.losses == 1 else f"{found.losses:,} losses"
    return f"{plural(found.wins, 'win')}, {plural(found.draws, 'draw')}, {losses}"


def _share(found: Score) -> str:
    share = found.share
    interval = f"(95 %: {100 * share.low:.1f} to {100 * share.high:.1f})"
    return f"score {100 * share.value:.1f} %  {interval}"


def _match_data(arguments: Namespace, found: list[Score], cut: int) -> dict[str, object]:
    first, names = found[0], arguments.players
    data = {
        "id": arguments.id,
        "players": names,
        "seed": arguments.seed,
        "random_plies": arguments.random_plies,
        "games": first.games,
        "cut": cut,
    }
    if len(names) > 2:
        return data | {"scores": [_score_data(each) for each in found]}
    data |= {"a": names[0], "b": names[1]} | _score_data(first)
    return data if first.elo is None else data | {"elo": _interval_data(first.elo)}


def _score_data(found: Score) -> dict[str, object]:
    counts = {"wins": found.wins, "draws": found.draws, "losses": found.losses}
    return {**counts, "score": _interval_data(found.share)}


def _interval_data(found: Interval) -> dict[str, float | None]:
    """Return an interval as JSON knows it, which has no infinite numbers."""
    each = found._asdict().items()
    return {name: number if math.isfinite(number) else None for name, number in each}
