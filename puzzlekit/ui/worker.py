"""Long computations about games for the window, in a process of their own (see `process`)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

from ..core.progress import Progress
from ..groups import GroupInfo, describe
from ..play import engine
from ..play.engine import Engine, InterimHint, ProgressUpdate, Request, Unsolvable
from ..play.setup import make_setup
from ..solving.difficulty import difficulty
from ..solving.hints import Hint
from ..solving.search import solve
from .process import Helper, serve

#: What a request for the group that acts on a position is about, besides moves and hints.
GROUP = "group"

#: What a request for the distance to the goal is about; the answer is a shortest solution.
DISTANCE = "distance"

#: Positions that are searched for it at most: half a second of work.
QUICK_SECONDS = 50_000

#: What a request for the difficulty of a puzzle is about; the answer is a line to read.
DIFFICULTY = "difficulty"

Answer = engine.Reply | GroupInfo | str


class Job(NamedTuple):
    """What to think about in which game."""

    game: str
    request: Request


class _Walk:
    """The positions of the last job, of which the next one mostly shares all but the last."""

    def __init__(self) -> None:
        self.game = ""
        self.rules: Any = None
        self.moves: list[str] = []
        self.states: list[Any] = []

    def to(self, job: Job) -> tuple[Any, Any]:
        """Return the rule book and the position of a job."""
        if self.game != job.game:
            setup = make_setup(job.game)
            self.rules = setup.rules
            self.game, self.moves, self.states = job.game, [], [setup.start]
        shared, moves = 0, job.request.moves
        while shared < min(len(self.moves), len(moves)):
            if self.moves[shared] != moves[shared]:
                break
            shared += 1
        del self.moves[shared:], self.states[shared + 1 :]
        for move in moves[shared:]:
            self.states.append(self.rules.play(self.states[-1], move))
            self.moves.append(move)
        return self.rules, self.states[-1]


_position = _Walk().to
_thinker = Engine()


def run_job(job: Job, progress: Progress) -> Generator[Answer, None, Answer]:
    """Do a job: yield hints that become better, and return the last answer."""
    rules, state = _position(job)
    if job.request.kind == DIFFICULTY:
        return str(difficulty(rules, state))
    if job.request.kind == DISTANCE:
        found = solve(rules, state, limit=QUICK_SECONDS, progress=progress)
        return Unsolvable("") if found is None else Hint(found.moves, True)
    if job.request.kind == GROUP:
        info = describe(rules.sparse_generators(state).values())
        return info._replace(order=str(info.order))  # type: ignore[arg-type]  # written once
    last: Answer = Unsolvable("")
    for last in _thinker.replies(job.request, rules, state, job.game, progress):
        if isinstance(last, InterimHint):
            yield last
    return last


def main() -> None:
    """Be the process of a worker."""
    serve(run_job, ProgressUpdate)


class Worker(Helper[Job, Answer]):
    """A process that answers jobs about games; an answer may be an error."""

    module = __name__
