"""Background computations about games, done for the window by a worker process."""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import NamedTuple

from ..core.numba_status import retry_without_numba
from ..core.progress import Progress
from ..groups import GroupInfo, describe
from ..play import engine
from ..play.engine import Engine, InterimHint, ProgressUpdate, Request, Unsolvable
from ..play.setup import Setup, make_setup
from ..plugin.errors import plugin_boundary
from ..rules.base import Puzzle
from ..rules.merged_moves import players_metric, proves_shortest
from ..solving.scrambles import moves_from_goal, scrambles
from ..solving.search import default_limit, solve
from ..solving.short_solutions import Hint
from .process import WorkerProcess, serve

#: Request type: the group that acts on a position.
GROUP = "group"

#: Request type: the distance to the goal. The reply is a shortest solution.
DISTANCE = "distance"

#: Maximum number of positions in the search for a distance (about half a second of work).
MAX_DISTANCE_POSITIONS = 50_000

#: Request type: the difficulty of a puzzle. The reply is a line of text.
DIFFICULTY = "difficulty"

#: Request type: starts at a distance from the goal, or at the greatest distance if that is 0. The
#: reply is a line of game IDs.
STARTS = "starts"

#: Number of starts if they can be drawn at random, and time limit for each of them otherwise.
STARTS_COUNT, STARTS_SECONDS = 50, 20.0

#: Request type: moves from the goal to a position. The reply is a line of moves.
SCRAMBLE = "scramble"

Answer = engine.Reply | GroupInfo | str


class Job(NamedTuple):
    """A game ID and a request about that game."""

    game: str
    request: Request


#: The setup of the last game, whose rules keep their compiled code and tables.
_setup = lru_cache(1)(make_setup)
_engine = Engine()


def run_job(job: Job, progress: Progress) -> Generator[Answer, None, Answer]:
    """Run a job: yield improving hints, and return the last reply."""
    setup = _setup(job.game)
    with plugin_boundary(setup.rules):
        return (yield from _replies(job, setup, progress))


def _replies(job: Job, setup: Setup, progress: Progress) -> Generator[Answer, None, Answer]:
    rules, state = setup.rules, setup.start
    for move in job.request.moves:
        state = rules.play(state, move)
    if job.request.kind == DIFFICULTY:
        from ..solving.difficulty import difficulty  # needs numpy

        assert isinstance(rules, Puzzle)
        return str(difficulty(rules, state))
    if job.request.kind == STARTS:
        return _random_starts(job, progress)
    if job.request.kind == DISTANCE:
        metric = players_metric(rules)
        limit = default_limit(rules, MAX_DISTANCE_POSITIONS)
        solution = solve(rules, state, metric=metric, limit=limit, progress=progress)
        if solution is None:
            return Unsolvable("")
        return Hint(solution.moves, proves_shortest(rules, solution.moves))
    if job.request.kind == SCRAMBLE:
        return moves_from_goal(rules, state, progress)
    if job.request.kind == GROUP:
        return describe(rules.sparse_generators(state).values())
    last: Answer = Unsolvable("")
    for last in _engine.replies(job.request, rules, state, job.game, progress):
        if isinstance(last, InterimHint):
            yield last
    return last


@retry_without_numba
def _random_starts(job: Job, progress: Progress) -> str:
    """Return IDs of random starts at the requested distance."""
    setup, rng = make_setup(job.game), Random()
    drawn = scrambles(
        setup.rules,
        job.request.distance or None,
        rng,
        metric=players_metric(setup.rules),
        seconds=STARTS_SECONDS,
        progress=progress,
    )
    states = islice(drawn.states, STARTS_COUNT if drawn.uniform else 1)
    return " ".join(setup.with_position(state).id for state in states)


def main() -> None:
    """Run the worker process."""
    serve(run_job, ProgressUpdate)


class Worker(WorkerProcess[Job, Answer]):
    """A worker process for jobs about games. A reply may be an error."""

    module = __name__
