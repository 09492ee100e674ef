"""Game analysis: winning chances and mistakes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..core.errors import OptionError
from ..core.translation import ngettext, translate
from ..players.player import SearchResult
from ..rules.base import Rules
from ..rules.description import suggest_seats
from .engine import ANALYSIS, Evaluation, ForcedWin, Reply, Request
from .session import Session
from .termination import SEATS
from .variations import GameNode

#: Playouts per position: first a few for all positions, then more.
PLAYOUTS = (200, 2_000, 20_000)

#: Maximum seconds per search, for games without compiled rules.
SECONDS = 10.0

#: Minimum loss of winning chance of a mistake.
MISTAKE = 0.2

#: Maximum number of moves in a variation with a better move.
MAX_ADDED = 5

#: The seed of the searches, so that an analysis can be repeated.
SEED = 1


class Mistake(NamedTuple):
    """A move, the winning chance that it cost its side, and a better move."""

    node: GameNode
    loss: float
    better: SearchResult


def can_analyse(rules: Rules) -> bool:
    """Return whether games can be analysed, which is possible only for two players."""
    return rules.is_game() and len(rules.players) == SEATS


class GameAnalysis:
    """Evaluations of a session's positions. A front end runs one request after another.

    >>> from puzzlekit import records
    >>> analysis = GameAnalysis(records.read("hex:3,swap=off a1 b2"))
    >>> analysis.next_request(analysis.session.tree.line).moves
    ()
    """

    def __init__(self, session: Session) -> None:
        self.session, self.rules = session, session.rules
        #: The number of searches of each position, and the last evaluation.
        self._searches: dict[GameNode, int] = {}
        self._evaluations: dict[GameNode, Evaluation] = {}
        self._pending: tuple[Request, GameNode] | None = None
        #: The number of replies received.
        self.replies = 0
        #: The message of the first search that failed, if any.
        self.error = ""

    def next_request(
        self, nodes: Iterable[GameNode], playouts: Sequence[int] = PLAYOUTS
    ) -> Request | None:
        """Return a request for the position that was searched least, or None if all are done."""
        if not can_analyse(self.rules):
            hint = suggest_seats(type(self.rules.unwrapped), 2)
            raise OptionError(f"{self.rules.name} is not a game for two players.{hint}")
        unfinished = [node for node in nodes if self.rules.outcome(node.state) is None]
        node = min(unfinished, key=self.count_searches, default=None)
        if node is None or (done := self.count_searches(node)) >= len(playouts):
            self._pending = None
            return None
        moves = tuple(each.move for each in node.path()[1:])
        request = Request(ANALYSIS, moves, f"mcts:{playouts[done]}", SEED, SECONDS)
        self._pending = request, node
        return request

    def count_searches(self, node: GameNode) -> int:
        """Return how often a position has been searched."""
        return self._searches.get(node, 0)

    def receive(self, request: Request, answer: Reply) -> bool:
        """Store the reply to the last request; return False for a reply to another request."""
        if self._pending is None or request != self._pending[0]:
            return False
        node = self._pending[1]
        self.replies += 1
        if isinstance(answer, Evaluation):
            self._evaluations[node] = answer
            is_proved = answer.moves[0].is_proved
            self._searches[node] = len(PLAYOUTS) if is_proved else self.count_searches(node) + 1
        else:  # an error, which another search would repeat
            self._searches[node] = len(PLAYOUTS)
            self.error = self.error or str(answer)
        return True

    def moves(self, node: GameNode) -> tuple[SearchResult, ...]:
        """Return the best moves of a position, or an empty tuple if it has not been searched."""
        known = self._evaluations.get(node)
        return () if known is None else known.moves

    def chance(self, node: GameNode, seat: int = 0) -> float | None:
        """Return the winning chance of a seat (0 to 1), or None if it is not known well enough."""
        if (result := self.rules.outcome(node.state)) is not None:
            return 0.5 if result.seat is None else float(result.seat == seat)
        best = next(iter(self.moves(node)), None)
        if best is None or best.chance is None:
            return None
        return best.chance if self.rules.turn(node.state) == seat else 1 - best.chance

    def mistakes(self, nodes: Sequence[GameNode]) -> list[Mistake]:
        """Return the moves of a line that reduced the winning chance by more than `MISTAKE`."""
        found = []
        for before, node in pairwise(nodes):
            seat, best = self.rules.turn(before.state), self.moves(before)
            chance, after = self.chance(before, seat), self.chance(node, seat)
            if best and chance is not None and after is not None and best[0].move != node.move:
                loss = chance - after
                if loss > MISTAKE:
                    found.append(Mistake(node, loss, best[0]))
        return found

    def add_variation(self, mistake: Mistake) -> GameNode:
        """Add the better moves as a variation, and mark the mistake; return the first node."""
        assert mistake.node.parent is not None
        added = self._add(mistake.node.parent, mistake.better.principal_variation[:MAX_ADDED])
        self.session.annotate(mistake.node, mark=mistake.node.mark or "?")
        return added

    def add_proof(self, node: GameNode, proof: ForcedWin) -> str:
        """Add the line of a proof as a variation; return the sentence in its comment.

        At the end of the main line, which only players extend, the comment contains the moves.
        """
        side = translate(self.rules.sides(node.state)[proof.seat])
        text = ngettext(
            "{side} wins in {turns} turn.", "{side} wins in {turns} turns.", proof.turns
        )
        text = text.format(side=side, turns=proof.turns)
        if node.children or node.variation_start() is not None:
            node, comment = self._add(node, proof.line), text
        else:
            comment = f"{text[:-1]}: {' '.join(proof.line)}"
        known = node.comment
        self.session.annotate(node, comment=known if comment in known else f"{known} {comment}")
        return text

    def _add(self, node: GameNode, moves: Iterable[str]) -> GameNode:
        """Add moves after a node, as far as no variation contains them; return the first one."""
        added = []
        for move in moves:
            variations = (each for each in node.children if each.variation_start() is not None)
            known = next((each for each in variations if each.move == move), None)
            node = known or self.session.tree.add(node, move, self.rules.play(node.state, move))
            added.append(node)
        return added[0]
