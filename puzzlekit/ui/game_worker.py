"""Background computations about games, done for the window by a worker process."""

from __future__ import annotations

from collections.abc import Generator
from itertools import islice, takewhile
from random import Random
from typing import Any, NamedTuple

from ..core.progress import Progress
from ..groups import GroupInfo, describe
from ..play import engine
from ..play.engine import Engine, InterimHint, ProgressUpdate, Request, Unsolvable
from ..play.setup import make_setup
from ..rules.merged_moves import players_metric, proves_shortest
from ..solving.scrambles import moves_from_goal, scrambles
from ..solving.search import solve
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


class _PositionCache:
    """The positions of the last job, most of which are usually shared by the next job."""

    def __init__(self) -> None:
        self.game = ""
        self.rules: Any = None
        self.moves: list[str] = []
        self.states: list[Any] = []

    def to(self, job: Job) -> tuple[Any, Any]:
        """Return the rules and the position of a job."""
        if self.game != job.game:
            setup = make_setup(job.game)
            self.rules = setup.rules
            self.game, self.moves, self.states = job.game, [], [setup.start]
        moves = job.request.moves
        pairs = zip(self.moves, moves, strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        del self.moves[shared:], self.states[shared + 1 :]
        for move in moves[shared:]:
            self.states.append(self.rules.play(self.states[-1], move))
            self.moves.append(move)
        return self.rules, self.states[-1]


_position = _PositionCache().to
_engine = Engine()


def run_job(job: Job, progress: Progress) -> Generator[Answer, None, Answer]:
    """Run a job: yield improving hints, and return the last reply."""
    rules, state = _position(job)
    if job.request.kind == DIFFICULTY:
        from ..solving.difficulty import difficulty  # needs numpy

        return str(difficulty(rules, state))
    if job.request.kind == STARTS:
        return _random_starts(job, progress)
    if job.request.kind == DISTANCE:
        metric = players_metric(rules)
        solution = solve(
            rules, state, metric=metric, limit=MAX_DISTANCE_POSITIONS, progress=progress
        )
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
