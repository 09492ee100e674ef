"""Long computations about games for the window, in a process of their own (see `process`).

`main` is that process: it reads jobs from its input and writes answers, as lines of JSON.
There may be several answers to a job, each better than the one before, and between them the
process tells how far it has come.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import IO, Any, NamedTuple

from ..core.errors import PuzzlekitError
from ..core.progress import Progress, seldom, silent
from ..groups import GroupInfo, describe
from ..play import thinking
from ..play.setup import set_up
from ..play.thinking import Better, Doing, NoWay, Request, Thinker
from ..players.player import Thought
from ..plugin.errors import error_message, plugin_boundary
from ..solving.difficulty import difficulty
from ..solving.hints import Hint
from ..solving.search import solve
from .process import Helper, Server, Stopped, serve

#: What a request for the group that acts on a position is about, besides moves and hints.
GROUP = "group"

#: What a request for the distance to the goal is about; the answer is a shortest solution.
DISTANCE = "distance"

#: Positions that are searched for it at most: half a second of work.
QUICK = 50_000

#: What a request for the difficulty of a puzzle is about; the answer is a line to read.
DIFFICULTY = "difficulty"

Answer = thinking.Answer | GroupInfo | str

#: What answers are, by their names; others are sentences.
KINDS: dict[str, Callable[..., Answer]] = {
    kind.__name__: kind for kind in (Thought, Hint, Better, NoWay, Doing, GroupInfo, PuzzlekitError)
}


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
            setup = set_up(job.game)
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
_thinker = Thinker()


def do(job: Job, progress: Progress) -> Iterator[Answer]:
    """Do a job: yield the answers of a thinker, or facts about the position."""
    rules, state = _position(job)
    if job.request.kind == DIFFICULTY:
        yield str(difficulty(rules, state))
    elif job.request.kind == DISTANCE:
        found = solve(rules, state, limit=QUICK, progress=progress)
        yield NoWay("") if found is None else Hint(found.moves, True)
    elif job.request.kind == GROUP:
        info = describe(rules.sparse_generators(state).values())
        yield info._replace(order=str(info.order))  # type: ignore[arg-type]
    else:
        yield from _thinker.answers(job.request, rules, state, job.game, progress)


class _Server(Server):
    """Answers jobs; it looks for a word to stop whenever a computation says how far it is."""

    def __init__(self, answers: IO[str]) -> None:
        super().__init__(answers)
        self._tell: Progress = silent

    def progress(self, what: str, done: int, total: int | None) -> None:
        """Pass on how far it is, once in a while; raise `Stopped` if that is of no use."""
        self.look()
        self._tell(what, done, total)

    def write(self, answer: Answer) -> None:
        """Write an answer."""
        kind = type(answer).__name__
        fields: Any = [answer] if isinstance(answer, str) else answer
        if isinstance(answer, PuzzlekitError):
            kind, fields = PuzzlekitError.__name__, [str(answer)]
        self.say(json.dumps([kind, fields]))

    def answer(self, line: str) -> None:
        """Write the answers to a job, of which just the last is final."""
        game, (request, moves, *more) = json.loads(line)
        job = Job(game, Request(request, tuple(moves), *more))
        final: Answer = PuzzlekitError("There is no answer.")
        self._tell = seldom(lambda *told: self.write(Doing(*told)))
        try:
            with plugin_boundary():
                for found in do(job, self.progress):
                    if isinstance(found, Better):
                        self.write(found)
                        self.look()
                    else:
                        final = found
        except Stopped:
            pass
        except Exception as error:
            final = PuzzlekitError(error_message(error))
        self.write(final)


def main() -> None:
    """Be the process of a worker."""
    serve(sys.stdin, _Server)


def _read(line: str) -> Answer:
    """Return what a process has written."""
    kind, fields = json.loads(line)
    return KINDS.get(kind, str)(*fields)


class Worker(Helper[Job, Answer]):
    """One process that answers jobs about games; an answer may be an error."""

    module = __name__

    def _written(self, job: Job) -> str:
        return json.dumps(job)

    def _read(self, line: str) -> Answer:
        return _read(line)

    def _goes_on(self, answer: Answer) -> bool:
        return isinstance(answer, Better | Doing)
