"""Matches between computer players: the strength of the levels, and the value of more time.

    python benchmarks/matches.py [--games 200] [--jobs 1] [--deep] [GAME ...]

Each row is the result of `puzzlekit match ID A B --games N --seed S --random-plies P`, with seats
swapped from game to game. Games start without random plies, because the levels vary their play
enough. Rows with two random plies are older; in Palago, which has no swap, many random openings
are forced losses. With more than two players, A has one seat and B all others, so 65 % in a
two-player game corresponds to 48 % with three players, 38 % with four, 32 % with five and 27 % with
six. A match between adjacent levels ends early once it is almost certain whether the stronger one
reaches its target, so the scores of short matches are slightly too extreme.

Existing rows of benchmarks/results/matches.txt are kept, and interrupted matches resume from the
games in benchmarks/results/matches. So the run, which takes days, can be split; IDs select games.
Delete a row to play it again. Weak levels come first, because they are fast, and default sizes come
before other sizes. The level that searches on all cores for ten seconds per move plays only with
--deep, and needs an otherwise idle machine.
"""

import argparse
import math
import re
from itertools import pairwise

from machine import RESULTS, Table

from puzzlekit import load
from puzzlekit.cli.progress_bar import show_progress
from puzzlekit.core.values import LEVELS
from puzzlekit.play.match import match, score
from puzzlekit.play.match_records import Event, game_to_session, read_finished_games
from puzzlekit.play.records import Collection
from puzzlekit.play.setup import setup_with
from puzzlekit.players.mcts_player import DEEP
from puzzlekit.players.player import MAX_PLIES
from puzzlekit.plugin.discovery import plugins

#: The records of unfinished matches.
UNDER_WAY = RESULTS / "matches"

SEED, RANDOM_PLIES = 1, 0

HEAD = f"{'game':<28} {'A':<14} {'B':<14} {'seed':>4} {'random':>6} {'games':>5} {'score':>7}  95 %"

STEPS = list(pairwise((*LEVELS, DEEP)))

#: Pairs of levels that are played in all games before other pairs.
EARLY = 3

#: The target score of a level against the one below, in games with two seats.
STEP = 0.65

#: The 97.5 % quantile of the normal distribution; ten wins in ten games suffice.
CERTAIN = 2.24


def offered():
    """Return the IDs of all games in their default sizes, and of further presets."""
    kinds = {name: kind for name, kind in plugins()[0].items() if len(kind.players) > 1}
    others = [
        setup_with(name, values).id
        for name, kind in kinds.items()
        for values in kind.presets.values()
    ]
    return list(kinds), [text for text in dict.fromkeys(others) if text not in kinds]


def matches():
    """Yield the game and the players for each match."""
    usual, others = offered()
    early, late, deep = STEPS[:EARLY], STEPS[EARLY:-1], STEPS[-1:]
    parts = (early, usual), (late, usual), (early, others), (late, others), (deep, usual + others)
    for steps, texts in parts:
        for weaker, stronger in steps:
            for text in texts:
                yield text, f"mcts:{stronger}", f"mcts:{weaker}"
    yield from [("permute:12", "mcts:0.1s", b) for b in ("uct:250", "greedy:2")]
    yield "permute:12", "mcts:0.2s", "mcts:0.05s"
    yield from [(text, "alphabeta:0.2s", "mcts:0.2s") for text in ("pentago", "hex:size=5")]


def step_of(seats):
    """Return the score equivalent to `STEP` if all other seats play together."""
    odds = STEP / (1 - STEP)
    return odds / (odds + seats - 1)


def until_certain(games):
    """Yield the games of a match until it is clear whether the score reaches `STEP`."""
    played = []
    for game in games:
        yield game
        played.append(game)
        stands, n = score(played), len(played)
        if n % stands.seats == 0 and n >= 10:
            share, step = stands.share.value, step_of(stands.seats)
            # If `step` were the true score, such a share would be unlikely.
            if abs(share - step) > CERTAIN * math.sqrt(spread(stands, step) / n):
                return


def spread(stands, step):
    """Return the variance of a game's score, if `step` is the true mean and draws are as common."""
    seats = stands.seats
    draws = min(stands.draws / stands.games, (1 - step) * seats / (seats - 1))
    return step * (1 - step) - draws * (seats - 1) / seats**2


def kept(path, rules, players, games, jobs):
    """Yield the games of a match, and store them in a file."""
    this = Event(SEED, RANDOM_PLIES, MAX_PLIES)
    before = read_finished_games(path, rules, players, this)
    yield from before
    with show_progress() as progress, Collection(path, go_on=True) as records:
        for game in match(
            rules,
            players,
            games,
            seed=SEED,
            jobs=jobs,
            random_plies=RANDOM_PLIES,
            finished_numbers={game.number for game in before},
            progress=progress,
        ):
            records.add(game_to_session(rules, players, game, this))
            yield game


def row(text, a, b, result):
    """Return the table row for a match."""
    value, low, high = result.share
    return (
        f"{text:<28} {a:<14} {b:<14} {SEED:>4} {RANDOM_PLIES:>6} {result.games:>5} "
        f"{100 * value:>5.1f} %  {100 * low:.1f} to {100 * high:.1f}"
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--deep", action="store_true", help="the level that wants all cores too")
    parser.add_argument("only", nargs="*", metavar="GAME", help="the games that are played now")
    arguments = parser.parse_args()
    table = Table("matches.txt", HEAD)
    for text, a, b in matches():
        is_asked = not arguments.only or text in arguments.only
        is_asked &= arguments.deep or a != f"mcts:{DEEP}"
        if not is_asked or any(line.split()[:3] == [text, a, b] for line in table.rows):
            continue
        path = UNDER_WAY / (re.sub(r"\W+", "-", f"{text} {a} {b}") + ".pgn")
        games = kept(path, load(text), [a, b], arguments.games, arguments.jobs)
        is_step = (b.removeprefix("mcts:"), a.removeprefix("mcts:")) in STEPS
        played = list(until_certain(games) if is_step else games)
        table.add(row(text, a, b, score(played)))
        path.unlink()


if __name__ == "__main__":
    main()
