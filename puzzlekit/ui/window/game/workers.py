"""Worker processes of a game, for moves, hints, and the group of a position."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.errors import PuzzlekitError
from ....core.formatting import format_number
from ....core.translation import _
from ....groups import GroupInfo
from ....play.analysis import GameAnalysis
from ....play.controller import GameController
from ....play.engine import ANALYSIS, HINT, MOVE, PROOF, ForcedWin, ProgressUpdate, Request
from ....play.variations import GameNode
from ....players.player import HUMAN, SearchResult
from ....rules.base import State
from ....solving.short_solutions import Hint
from ...game_worker import DISTANCE, GROUP, Answer, Job, Worker

#: Maximum number of cells for automatic distances, plies until the next attempt, and maximum plies
#: to go back.
MAX_CELLS, RETRY_PLIES, MAX_BACK = 24, 8, 40


class Workers:
    """The workers of a game, one for each kind of request, so each can be cancelled separately."""

    def __init__(self, controller: GameController) -> None:
        self.controller = controller
        self.workers = {kind: Worker() for kind in (MOVE, HINT, GROUP, ANALYSIS)}
        self.analysis = GameAnalysis(controller.session)
        #: The positions to analyse, and those of a line that is analysed as a whole.
        self._nodes: Sequence[GameNode] = ()
        self.analysed_line: Sequence[GameNode] = ()
        #: The last reply to a request for a proof.
        self.proof: ForcedWin | PuzzlekitError | None = None
        #: The group as text, or "" if it is not known.
        self._group = ""
        players = controller.session.players
        if controller.session.clock is not None and any(player != HUMAN for player in players):
            self.workers[MOVE].warm_up()  # so that starting it costs no clock time
        #: First ply for which the distance to the goal is computed.
        self._next_ply = 0
        #: Positions for which it has been computed, even if only as an upper bound.
        self._measured: set[State] = set()
        rules = controller.rules
        #: Games show no group, because "group" has another meaning in many of them.
        self.has_group = not rules.is_game()

    @property
    def busy(self) -> bool:
        return any(worker.busy for worker in self.workers.values())

    def submit_jobs(self) -> None:
        if self.has_group:
            group = Request(GROUP, tuple(self.controller.session.moves))
            self.workers[GROUP].submit(Job(self.controller.game_id, group))
        self.start_request()

    def _request_distances(self) -> None:
        """Request the distances of this position, then of earlier positions, in a small puzzle."""
        controller, session = self.controller, self.controller.session
        if controller.rules.is_game() or len(controller.rules.board) > MAX_CELLS:
            return
        for ply in range(session.ply, max(self._next_ply, session.ply - MAX_BACK) - 1, -1):
            state = session.state_at(ply)
            known = controller.hint_cache.best_solution(state)
            is_known = state in self._measured or (known is not None and known.shortest)
            if controller.rules.outcome(state) is None and not is_known:
                request = Request(DISTANCE, tuple(session.moves[:ply]))
                self.workers[GROUP].submit(Job(controller.game_id, request))
                return

    def _receive_distance(self, job: Job, answer: Answer) -> None:
        """Store the distance of a position if it still belongs to the current game."""
        if isinstance(answer, ProgressUpdate):
            return
        session, moves = self.controller.session, list(job.request.moves)
        if not isinstance(answer, Hint):
            self._next_ply = len(moves) + RETRY_PLIES
        elif session.all_moves[: len(moves)] == moves:
            state = session.state_at(len(moves))
            self._measured.add(state)
            self.controller.hint_cache.add(state, answer)
            self._request_distances()

    def start_request(self) -> None:
        """Start the pending request and cancel all others."""
        request = self.controller.request
        for kind in (MOVE, HINT):
            wanted = request is not None and request.kind == kind
            self._replace_job(kind, request if wanted else None)

    def _replace_job(self, kind: str, request: Request | None) -> None:
        job = Job(self.controller.game_id, request) if request is not None else None
        self.workers[kind].replace_job(job)

    def analyse(self, nodes: Sequence[GameNode]) -> None:
        """Analyse the given positions in the background instead of all others."""
        self._nodes = nodes
        self._replace_job(ANALYSIS, self.analysis.next_request(nodes) if nodes else None)

    def prove(self) -> None:
        """Search for a forced win in the current position, until another one is shown."""
        self.proof = None
        self._replace_job(HINT, Request(PROOF, tuple(self.controller.session.moves)))

    def engine_lines(self) -> Sequence[SearchResult]:
        """Return the best moves of the current position if it is being analysed."""
        node = self.controller.session.tree.node
        return self.analysis.moves(node) if node in self._nodes else ()

    def poll(self) -> bool:
        """Receive all available results; return whether there were any."""
        workers = [worker for worker in self.workers.values() if worker.busy]
        results = [each for worker in workers if (each := worker.poll()) is not None]
        for job, answer in results:
            self._receive(job, answer)
        return bool(results)

    def _receive(self, job: Job, answer: Answer) -> None:
        if job.request.kind == ANALYSIS:
            assert not isinstance(answer, GroupInfo | str)
            if self.analysis.receive(job.request, answer):
                self.analyse(self._nodes)
            return
        if job.request.kind == PROOF:
            if isinstance(answer, ForcedWin | PuzzlekitError):
                self.proof = answer
            return
        if job.request.kind == DISTANCE:
            self._receive_distance(job, answer)
            return
        if job.request.kind != GROUP:
            assert not isinstance(answer, GroupInfo | str)
            self.controller.receive(job.request, answer)
            return
        self._group = group_text(answer) if isinstance(answer, GroupInfo) else ""
        self._request_distances()

    def stop(self) -> None:
        for worker in self.workers.values():
            worker.stop()

    def group_text(self) -> str:
        if self.has_group and not self._group:
            return _("computing…") if self.workers[GROUP].busy else _("unknown")
        return self._group


def group_text(group: GroupInfo) -> str:
    """Return the order and name of a group as text."""
    if group.order == 1:
        return _("trivial")
    order = _("order {order}").format(order=format_number(group.order))
    return f"{order} · {group.name}" if group.name else order
