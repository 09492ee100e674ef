"""The `scramble` command: random positions of a puzzle, optionally at a given distance."""

from __future__ import annotations

import argparse
import sys
from argparse import Namespace
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import TYPE_CHECKING

from ..core.errors import OptionError
from ..core.game_id import MAX_LENGTH
from .common import DONE, format_length, game_with_seed, parse_game_id, print_json
from .parsers import Commands, add_metric, add_start_seed, non_negative, positive, seconds

if TYPE_CHECKING:
    from ..core.progress import Progress
    from ..play.setup import Setup
    from ..rules.base import State

#: Value of `--distance` for the farthest positions.
FARTHEST = "hardest"


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add(
        "scramble",
        _run,
        "print IDs of random positions, optionally at a given distance from the goal",
    )
    command.add_argument("id", metavar="ID", help="game ID or puzzle file")
    command.add_value(
        "--distance D",
        f"length of a shortest solution, or {FARTHEST} for the farthest positions",
        _distance,
    )
    command.add_value(
        "--moves N",
        f"make N random moves from the goal instead, undoing none (N up to {MAX_LENGTH:,})",
        positive,
    )
    command.add_switch(
        "--wca",
        "print scrambles as in competitions of the World Cube Association: moves that lead to "
        "random positions or, for large puzzles, random moves; the former need tables, which are "
        "built once (up to several minutes)",
    )
    command.set_defaults(position=None)
    add_start_seed(command)
    command.add_value("--count N", "number of positions (default: 1)", positive, default=1)
    add_metric(command)
    command.add_value(
        "--seconds T",
        "time limit per position, for puzzles too large to enumerate (default: 60)",
        seconds,
        default=60.0,
    )


def _distance(text: str) -> int | str:
    try:
        return FARTHEST if text == FARTHEST else non_negative(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} must be a number of moves, or {FARTHEST}"
        ) from None


def _run(arguments: Namespace) -> int:
    from ..play.new_game import fresh_seed
    from ..play.setup import make_setup
    from ..rules.merged_moves import default_metric
    from .progress_bar import show_progress

    game = game_with_seed(arguments)
    if game.position:
        raise OptionError(
            "Only a puzzle can be scrambled, not a position; leave out @ and everything after it."
        )
    seed = fresh_seed() if game.seed is None else game.seed
    if arguments.moves is not None and arguments.moves > MAX_LENGTH:
        raise OptionError(f"--moves must be from 1 to {MAX_LENGTH:,}.")
    setup = make_setup(game._replace(seed=None, walk=None))
    if arguments.moves is not None and arguments.distance is not None:
        raise OptionError("--moves and --distance cannot be combined.")
    if setup.rules.is_game():
        raise OptionError(
            f"{setup.rules.name} is a game, not a puzzle; only puzzles can be scrambled."
        )
    if arguments.wca and arguments.moves is not None:
        raise OptionError("--wca cannot be combined with --moves; use --distance.")
    arguments.metric = arguments.metric or default_metric(setup.rules)
    ids: list[str] = []
    with show_progress() as progress:
        distance, scrambled = _ids_or_moves(arguments, setup, seed, progress)
        for each in islice(scrambled, arguments.count):
            ids.append(each)
            if not arguments.json:
                print(ids[-1], flush=True)
    if arguments.json:
        data = {"id": setup.id, "seed": seed, "metric": arguments.metric, "distance": distance}
        print_json(arguments, {**data, "scrambles" if arguments.wca else "positions": ids})
    elif arguments.distance == FARTHEST:
        assert distance is not None
        length = format_length(distance, arguments.metric)
        print(f"{length} from the goal, the maximum", file=sys.stderr)
    return DONE


def _ids_or_moves(
    arguments: Namespace, setup: Setup, seed: int, progress: Progress
) -> tuple[int | None, Iterator[str]]:
    """Return the distance, if requested, and the IDs (or the moves) of the positions."""
    if arguments.moves is not None:
        walk = arguments.moves
        return None, (setup.with_walk(each, walk).id for each in count(seed))
    if arguments.wca and arguments.distance is None:
        as_competition = parse_game_id(arguments.id).seed is None
        return None, (_wca_scramble(setup, each, as_competition, progress) for each in count(seed))
    distance: int | None = None
    states: Iterator[State]
    if arguments.distance is None:
        states = (setup.with_seed(each).start for each in count(seed))
    else:
        from ..solving.scrambles import scrambles

        found = scrambles(
            setup.rules,
            None if arguments.distance == FARTHEST else arguments.distance,
            Random(seed),
            metric=arguments.metric,
            seconds=arguments.seconds,
            progress=progress,
        )
        distance, states = found.distance, found.states
    if arguments.wca:
        from ..solving.scrambles import moves_from_goal

        return distance, (moves_from_goal(setup.rules, state, progress) for state in states)
    return distance, (setup.with_position(state).id for state in states)


def _wca_scramble(setup: Setup, seed: int, as_competition: bool, progress: Progress) -> str:
    """Return random moves as competitions make them, or moves to the random position of a seed."""
    from ..rules.twisty import Twisty
    from ..solving.scrambles import moves_from_goal

    rules = setup.rules
    scramble = None
    if as_competition and isinstance(rules, Twisty):
        scramble = rules.competition_scramble(Random(seed))
    return scramble or moves_from_goal(rules, setup.with_seed(seed).start, progress)
