"""The `match` command: play computer players against each other."""

from __future__ import annotations

import math
import sys
from argparse import Namespace
from contextlib import ExitStack
from typing import TYPE_CHECKING

from ..core.errors import OptionError, SaveError, escape_control_characters
from ..players.player import MAX_PLIES
from .common import DONE, INTERRUPTED, load_rules, ordinal, plural, print_json, refuse_overwrite
from .parsers import Commands, add_random_seed, as_path, non_negative, positive

if TYPE_CHECKING:
    from ..play.match import Interval, MatchStats, Score
    from ..rules.base import Rules


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "match", _run, "play a match between computer players", games="game ID"
    )
    command.add_list(
        "players",
        "PLAYER",
        "two players, such as mcts:1000 and greedy, or one per seat; with more than two seats and "
        "only two players, the second player takes all other seats",
        required=True,
    )
    command.add_value("--games N", "number of games (default: 100)", positive, default=100)
    command.add_value("--jobs J", "number of processes (default: one per core)", positive)
    command.add_value(
        "--random-plies K",
        "start games with K random moves, the same for all games that differ only in seating",
        non_negative,
        default=0,
    )
    command.add_value(
        "--plies P",
        f"stop games after P plies and count them as draws (default: {MAX_PLIES:,})",
        positive,
        default=MAX_PLIES,
    )
    command.add_value(
        "--save FILE", "save the record of each game to this file when the game ends", as_path
    )
    replacing = command.add_mutually_exclusive_group()
    replacing.add_argument(
        "--force", action="store_true", help="replace the --save file if it exists"
    )
    replacing.add_argument(
        "--resume",
        action="store_true",
        help="continue the match in the --save file; --games includes the games in it",
    )
    add_random_seed(command)


def _run(arguments: Namespace) -> int:
    """Play a match and print the result, or the score so far after Ctrl+C."""
    from ..core.capabilities import usable_cores
    from ..play.match import Game, match, match_stats, score
    from ..play.match_records import Event, game_to_session, read_finished_games
    from ..play.records import Collection
    from .progress_bar import show_progress

    rules, players = load_rules(arguments), arguments.players
    event = Event(arguments.seed, arguments.random_plies, arguments.plies)
    _check_save_options(arguments, rules)
    played = list[Game]()
    code = DONE
    try:
        with ExitStack() as stack:
            if path := arguments.save:
                collection = stack.enter_context(
                    Collection(path, replace=arguments.force, go_on=arguments.resume)
                )
            if arguments.resume:
                earlier = read_finished_games(path, rules, players, event)
                played += [game for game in earlier if game.number < arguments.games]
            progress = stack.enter_context(show_progress())
            for game in match(
                rules,
                players,
                arguments.games,
                seed=arguments.seed,
                jobs=arguments.jobs or usable_cores(),
                random_plies=arguments.random_plies,
                max_plies=arguments.plies,
                finished_numbers={game.number for game in played},
                progress=progress,
            ):
                if path:
                    collection.add(game_to_session(rules, players, game, event))
                played.append(game)
    except KeyboardInterrupt:
        has_score = played or arguments.json
        state = "score so far" if has_score else "no game was finished"
        advice = "; --resume continues the match" if played and arguments.save is not None else ""
        print(f"puzzlekit: interrupted; {state}{advice}.", file=sys.stderr)
        code = INTERRUPTED
    except SaveError as error:
        if not played:
            raise
        print(f"puzzlekit: {error} Score so far:", file=sys.stderr)
        code = error.exit_code
    scores = [score(played, player) for player in range(len(players))]
    cut = sum(game.is_unfinished for game in played)
    stats = match_stats(played) if played else None
    if arguments.json:
        print_json(arguments, _match_data(arguments, scores, cut) | _stats_data(stats))
    elif stats is not None:
        lines = _match_lines(arguments, scores, cut) + _stats_lines(stats)
        print("\n".join(lines))
    return code


def _check_save_options(arguments: Namespace, rules: Rules) -> None:
    """Raise `OptionError` if the games cannot be saved as requested."""
    from ..play.session import max_saved_moves

    path = arguments.save
    if path is None:
        if arguments.resume or arguments.force:
            option = "--resume" if arguments.resume else "--force"
            raise OptionError(f"{option} needs --save FILE, the file with the games.")
        return
    cure = "--force replaces it, --resume continues it"
    refuse_overwrite("--save", path, arguments.force or arguments.resume, cure)
    if arguments.plies > (limit := max_saved_moves(rules)):
        raise OptionError(f"A record holds up to {limit:,} moves; use --plies {limit} or fewer.")


def _match_lines(arguments: Namespace, scores: list[Score], cut_games: int) -> list[str]:
    names = arguments.players
    titles = " against ".join(names) if len(names) == 2 else ", ".join(names)
    lines = [
        f"{titles}, {escape_control_characters(arguments.id)}: {plural(scores[0].games, 'game')}"
    ]
    if cut_games:
        games = "1 game was" if cut_games == 1 else f"{cut_games:,} games were"
        lines.append(f"{games} stopped after ply {arguments.plies:,} and counted as drawn")
    if len(names) > 2:
        width = max(map(len, names))
        return lines + [
            f"{name:<{width}}  {_describe_counts(each)}, {_describe_share(each)}"
            for name, each in zip(names, scores, strict=True)
        ]
    lines += [_describe_counts(scores[0]), _describe_share(scores[0])]
    if (elo := scores[0].elo) is not None:
        lines.append(f"Elo   {elo.value:+.0f}  (95%: {elo.low:+.0f} to {elo.high:+.0f})")
    return lines


def _stats_lines(stats: MatchStats) -> list[str]:
    seats = ", ".join(f"{ordinal(seat)} {wins:,}" for seat, wins in enumerate(stats.wins, 1))
    length = f"min {stats.shortest:,}, mean {stats.mean:.1f}, max {stats.longest:,}"
    return [
        f"wins by seat: {seats}",
        f"different games: {stats.different:,}",
        f"plies per game: {length}",
    ]


def _stats_data(stats: MatchStats | None) -> dict[str, object]:
    if stats is None:
        return {}
    plies = {"shortest": stats.shortest, "mean": stats.mean, "longest": stats.longest}
    return {
        "wins_by_seat": list(stats.wins),
        "different_games": stats.different,
        "plies": plies,
    }


def _describe_counts(score: Score) -> str:
    losses = "1 loss" if score.losses == 1 else f"{score.losses:,} losses"
    return f"{plural(score.wins, 'win')}, {plural(score.draws, 'draw')}, {losses}"


def _describe_share(score: Score) -> str:
    share = score.share
    interval = f"(95%: {100 * share.low:.1f} to {100 * share.high:.1f})"
    return f"score {100 * share.value:.1f}%  {interval}"


def _match_data(arguments: Namespace, scores: list[Score], cut_games: int) -> dict[str, object]:
    first, names = scores[0], arguments.players
    data = {
        "id": arguments.id,
        "players": names,
        "seed": arguments.seed,
        "random_plies": arguments.random_plies,
        "games": first.games,
        "cut": cut_games,
    }
    if len(names) > 2:
        return data | {"scores": [_score_data(each) for each in scores]}
    data |= {"a": names[0], "b": names[1]} | _score_data(first)
    return data if first.elo is None else data | {"elo": _interval_data(first.elo)}


def _score_data(score: Score) -> dict[str, object]:
    counts = {"wins": score.wins, "draws": score.draws, "losses": score.losses}
    return {**counts, "score": _interval_data(score.share)}


def _interval_data(interval: Interval) -> dict[str, float | None]:
    """Return an interval as JSON data, with None for infinite bounds."""
    fields = interval._asdict().items()
    return {name: number if math.isfinite(number) else None for name, number in fields}
