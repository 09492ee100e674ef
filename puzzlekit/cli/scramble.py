"""The command `scramble`: random positions of a puzzle, as far from the goal as is wanted."""

from __future__ import annotations

import argparse
import itertools
import sys
from argparse import Namespace
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from ..core.errors import OptionError
from ..core.game_id import MAX_LENGTH
from .common import DONE, game_with_seed, plural, print_json
from .parsers import Commands, add_metric, add_start_seed, count, seconds, whole

if TYPE_CHECKING:
    from ..core.progress import Progress
    from ..play.setup import Setup
    from ..rules.base import State

#: The distance of the farthest positions, as a word.
FARTHEST = "hardest"


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add(
        "scramble", _run, "print the IDs of random positions, at a distance from the goal if wanted"
    )
    command.add_argument("id", metavar="ID", help="game ID or puzzle file")
    command.add_argument(
        "--distance",
        metavar="D",
        type=_distance,
        help=f"moves of a shortest solution, or {FARTHEST} for the farthest positions there are",
    )
    command.add_argument(
        "--moves",
        metavar="N",
        type=count,
        help=f"random moves from the goal instead, at most {MAX_LENGTH:,}; none is taken back",
    )
    command.set_defaults(position=None)
    add_start_seed(command)
    command.add_argument(
        "--count", metavar="N", type=count, default=1, help="so many positions (1)"
    )
    add_metric(command)
    command.add_argument(
        "--seconds",
        metavar="T",
        type=seconds,
        default=60.0,
        help="time for each position of a puzzle with too many to look at all (60)",
    )


def _distance(text: str) -> int | str:
    try:
        return FARTHEST if text == FARTHEST else whole(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} must be a number of moves, or {FARTHEST}"
        ) from None


def _run(arguments: Namespace) -> int:
    from ..play.new_game import fresh_seed
    from ..play.setup import make_setup
    from .progress_bar import bar

    game = game_with_seed(arguments)
    if game.position:
        raise OptionError("A position is not scrambled but its puzzle: leave out what follows @.")
    seed = fresh_seed() if game.seed is None else game.seed
    if arguments.moves is not None and arguments.moves > MAX_LENGTH:
        raise OptionError(f"--moves must be from 1 to {MAX_LENGTH:,}.")
    setup = make_setup(game._replace(seed=None, walk=None))
    if arguments.moves is not None and arguments.distance is not None:
        raise OptionError("--moves and --distance both say how far to go; leave one out.")
    if setup.rules.is_game():
        raise OptionError(f"{setup.rules.name} is a game and has no scrambles; try a puzzle.")
    ids: list[str] = []
    with bar() as progress:
        distance, found = _ids(arguments, setup, seed, progress)
        for each in islice(found, arguments.count):
            ids.append(each)
            if not arguments.json:
                print(ids[-1], flush=True)
    if arguments.json:
        data = {"id": setup.id, "seed": seed, "metric": arguments.metric, "distance": distance}
        print_json(arguments, {**data, "positions": ids})
    elif arguments.distance == FARTHEST:
        assert distance is not None
        print(f"{plural(distance, 'move')} from the goal, none is farther", file=sys.stderr)
    return DONE


def _ids(
    arguments: Namespace, setup: Setup, seed: int, progress: Progress
) -> tuple[int | None, Iterator[str]]:
    """Return how far positions are from the goal, if that was asked for, and their IDs."""
    if arguments.moves is not None:
        walk = arguments.moves
        return None, (setup.with_walk(each, walk).id for each in itertools.count(seed))
    distance, positions = _positions(arguments, setup, seed, progress)
    return distance, (setup.with_position(state).id for state in positions)


def _positions(
    arguments: Namespace, setup: Setup, seed: int, progress: Progress
) -> tuple[int | None, Iterator[State]]:
    """Return how far positions are from the goal, if that was asked for, and the positions."""
    if arguments.distance is None:
        return None, (setup.with_seed(each).start for each in itertools.count(seed))
    from ..solving.scrambles import scrambles

    found = scrambles(
        setup.rules,
        None if arguments.distance == FARTHEST else arguments.distance,
        Random(seed),
        metric=arguments.metric,
        seconds=arguments.seconds,
        progress=progress,
    )
    return found.distance, found.every
