"""The processes that think for a game: about moves, hints, and the group of a position."""

from __future__ import annotations

from collections.abc import Callable

from ....core.formatting import format_number
from ....groups import GroupInfo
from ....play.controller import GameController
from ....play.engine import HINT, MOVE, ProgressUpdate, Request
from ....players.player import HUMAN
from ....solving.hints import Hint
from ...worker import DISTANCE, GROUP, Answer, Job, Worker

#: Cells of a puzzle measured unasked, moves until the next try, and moves measured afterwards.
SMALL, PAUSE, LONG = 24, 8, 40


class Workers:
    """Have thought about what a table asks; the kinds are apart, so that each is given up alone."""

    def __init__(self, table: GameController, log: Callable[[str, str], object]) -> None:
        self.table, self.log = table, log
        self.workers = {kind: Worker() for kind in (MOVE, HINT, GROUP)}
        self.group: GroupInfo | None = None
        players = table.session.players
        if table.session.clock is not None and any(who != HUMAN for who in players):
            self.workers[MOVE].warm_up()  # its start is not to cost a computer's time
        #: From how many moves on it is looked how far it is to the goal.
        self._next_look = 0
        rules = table.rules
        #: Whether it says something: moves that lay pieces from a reserve are exchanges with it.
        self.has_group = not (rules.is_game() and (rules.reserve or rules.board.plane))

    @property
    def busy(self) -> bool:
        return any(worker.busy for worker in self.workers.values())

    @property
    def waited(self) -> float:
        """For how many seconds a first answer to the table has been awaited."""
        return max(self.workers[kind].warming_up for kind in (MOVE, HINT))

    def look(self) -> None:
        if self.has_group:
            group = Request(GROUP, tuple(self.table.session.moves))
            self.workers[GROUP].ask(Job(self.table.game_id, group))
        self.start_due()

    def _measure(self) -> None:
        """Look how far it is to the goal where that may be soon done: now, then earlier on."""
        table, session = self.table, self.table.session
        if table.rules.is_game() or len(table.rules.board) > SMALL:
            return
        for ply in range(session.ply, max(self._next_look, session.ply - LONG) - 1, -1):
            state = session.state_at(ply)
            known = table.ways.best_solution(state)
            if table.rules.outcome(state) is None and not (known and known.shortest):
                request = Request(DISTANCE, tuple(session.moves[:ply]))
                self.workers[GROUP].ask(Job(table.game_id, request))
                return

    def _take_distance(self, job: Job, answer: Answer) -> None:
        """Keep how far it is from a position of the game that is still the one on the table."""
        if isinstance(answer, ProgressUpdate):
            return
        session, moves = self.table.session, list(job.request.moves)
        if not isinstance(answer, Hint):
            self._next_look = len(moves) + PAUSE
        elif session.all_moves[: len(moves)] == moves:
            self.table.ways.add(session.state_at(len(moves)), answer)
            self._measure()

    def start_due(self) -> None:
        """Think about what the table asks, and about nothing else."""
        request = self.table.request
        for kind in (MOVE, HINT):
            wanted = request if request is not None and request.kind == kind else None
            self.workers[kind].want(Job(self.table.game_id, wanted) if wanted is not None else None)

    def poll(self) -> bool:
        """Take the answers that are there; return whether there were any."""
        workers = [worker for worker in self.workers.values() if worker.busy]
        found = [each for worker in workers if (each := worker.poll()) is not None]
        for job, answer in found:
            self._receive(job, answer)
        return bool(found)

    def _receive(self, job: Job, answer: Answer) -> None:
        if job.request.kind == DISTANCE:
            self._take_distance(job, answer)
            return
        if job.request.kind != GROUP:
            assert not isinstance(answer, GroupInfo | str)
            self.table.receive(job.request, answer)
            if self.table.hint and not isinstance(answer, ProgressUpdate):
                self.log("hint", self.table.hint[0])
            return
        self.group = answer if isinstance(answer, GroupInfo) else None
        if self.group is not None:
            self.log("group", self.group.name or f"order {self.group.order}")
        self._measure()

    def stop(self) -> None:
        for worker in self.workers.values():
            worker.stop()

    def group_text(self) -> str:
        if not self.has_group:
            return ""
        if self.group is None:
            return "computing ..." if self.workers[GROUP].busy else "not known"
        name = f" · {self.group.name}" if self.group.name else ""
        return f"order {format_number(self.group.order)}{name}"
