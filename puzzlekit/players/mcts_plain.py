"""Monte Carlo tree search in plain Python, for any game with any number of players."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

from ..rules.base import Rules, State
from ..rules.compiled import DRAW, ONGOING, reward
from ..solving.rules_adapters import PlainPositions
from .evaluator import RolloutEvaluator, rewards
from .mcts_selection import EXPAND_AFTER, EXPLORATION, RAVE_WEIGHT, Limits, RootMove, child_value
from .player import SearchResult
from .winning_turn_plain import MAX_TURN_POSITIONS, TurnSearch

#: Weight of the exploration term with RAVE.
RAVE_EXPLORATION = 0.1

#: Maximum number of moves times number of cells for predictions of all moves of a position.
MAX_PRIOR_WORK = 100_000

#: Maximum size of a tree in nodes of about 300 bytes; a full tree stops growing.
MAX_NODES = 500_000


class TreeNode:
    """A move, and the position after it once the move has been tried."""

    __slots__ = (
        *("amaf", "amaf_visits", "children", "index"),
        *("seat", "move", "outcome", "reward", "state", "visits"),
    )

    def __init__(self, move: str) -> None:
        self.move = move
        self.state: State = None
        self.seat = -1  # the seat to move; -1 until the position is known
        self.outcome = ONGOING  # in the encoding of compiled rules: DRAW or the winning seat
        self.children: list[TreeNode] = []
        self.index: dict[str, TreeNode] = {}
        # Playouts through the node, and AMAF playouts; rewards are for the seat that moved.
        self.visits = 0
        self.amaf_visits = self.reward = self.amaf = 0.0


class PlainTree:
    """A search tree that uses the rules in plain Python.

    Without `rave`, the search is classical UCT and ignores the game's evaluation.
    """

    #: Number of playouts before the first check of the clock.
    first_batch = 1

    def __init__(self, rules: Rules, *, rave: bool = True, tactics: bool = True) -> None:
        self.game, self.seats = PlainPositions(rules), len(rules.players)
        self.rave, self.tactics = rave, tactics
        self.evaluator = RolloutEvaluator(rules, uses_evaluation=rave)
        self.expand_after = EXPAND_AFTER if rave else 1
        self.root = TreeNode("")
        self.nodes = 1
        self.rng, self.turns = Random(), TurnSearch(rules, 0)

    @property
    def outcome(self) -> int:
        """The proved outcome of the root, or `ONGOING`."""
        return self.root.outcome

    @property
    def cut_count(self) -> int:
        """The number of playouts of the current search that were cut off."""
        return self.evaluator.cut_count

    def find_forced_move(self, position: State) -> SearchResult | None:
        """Return the only legal move, or None if there are several."""
        moves = self.game.legal_moves(position)
        return SearchResult(moves[0], (moves[0],)) if len(moves) == 1 else None

    def start_at(self, position: State, seed: int, limits: Limits) -> None:
        """Make a position the root, keeping its subtree if the tree contains it."""
        self.rng, self.turns = Random(seed), TurnSearch(self.game.rules, MAX_TURN_POSITIONS)
        self.evaluator.begin(position, seed, limits)
        root = next((node for node in self._walk(self.root) if node.state == position), None)
        if root is None or not (root.children or root.outcome == ONGOING):  # proved, not expanded
            root = TreeNode("")
            root.state = position
            self._set_outcome(root)
        self.root = root
        self.nodes = sum(1 for _ in self._walk(root))
        self._expand(root)
        if self.tactics:
            for child in root.children:
                self._evaluate_node(child, root)
            self._prove_winning_turn(root)
            self._prove_outcome(root)

    def search(self, playouts: int) -> None:
        """Run a number of playouts, or fewer if the outcome is proved."""
        while playouts and self.root.outcome == ONGOING:
            self._iterate()
            playouts -= 1

    def root_moves(self) -> list[RootMove]:
        """Return the moves at the root in descending order of reward."""
        children = sorted(self.root.children, key=lambda child: child.reward, reverse=True)
        return [RootMove(each.move, each.visits, each.reward, each.outcome) for each in children]

    def line(self, move: str) -> list[str]:
        """Return the line of most-visited moves that starts with a move at the root."""
        line, node = [move], self.root.index[move]
        while tried := [child for child in node.children if child.visits]:
            node = max(tried, key=lambda child: child.visits)
            line.append(node.move)
        return line

    def loses(self, position: State, move: str, *, at_once: bool = False) -> bool:
        """Return whether a move at the root loses before the seat's next turn.

        If `at_once` is true, consider only wins of opponents in a single move, not in longer turns.
        """
        if at_once and self.turns.longest <= 1:
            return True
        turns = TurnSearch(self.game.rules, 0) if at_once else self.turns
        return turns.loses(self.root.index[move].state, self.root.seat)

    # -- nodes ------------------------------------------------------------------------------------

    @staticmethod
    def _walk(root: TreeNode) -> Iterator[TreeNode]:
        """Yield a node and its descendants in breadth-first order."""
        level = [root]
        while level:
            yield from level
            level = [child for node in level for child in node.children]

    def _evaluate_node(self, node: TreeNode, parent: TreeNode) -> None:
        """Set the position, side to move and outcome of a node."""
        if node.seat < 0:
            node.state = self.game.play(parent.state, node.move)
            self._set_outcome(node)

    def _prove_winning_turn(self, root: TreeNode) -> None:
        """Mark a move as won if it begins a winning turn."""
        if any(child.outcome == root.seat for child in root.children):
            return
        turns = TurnSearch(self.game.rules, MAX_TURN_POSITIONS)
        for child in root.children:
            continues = child.outcome == ONGOING and child.seat == root.seat
            if continues and turns.budget > 0 and turns.win(child.state):
                child.outcome = root.seat
                return

    def _set_outcome(self, node: TreeNode) -> None:
        node.seat = self.game.turn(node.state)
        node.outcome = self.game.outcome(node.state)

    def _expand(self, node: TreeNode) -> None:
        if not node.children and node.outcome == ONGOING:
            node.children = [TreeNode(move) for move in self.game.legal_moves(node.state)]
            node.index = {child.move: child for child in node.children}
            self.nodes += len(node.children)
            work = len(node.children) * len(self.game.rules.board)
            if self.evaluator.prior_weight and work <= MAX_PRIOR_WORK:
                self._apply_priors(node)

    def _apply_priors(self, node: TreeNode) -> None:
        """Initialize the AMAF values of the children from the predictions of the evaluator."""
        weight = self.evaluator.prior_weight
        for child in node.children:
            self._evaluate_node(child, node)
            if child.outcome == ONGOING:
                chance = self.evaluator.scale.win_probabilities(child.state)[node.seat]
            else:
                chance = reward(child.outcome, node.seat, self.seats)
            child.amaf_visits += weight
            child.amaf += weight * chance
        self._prove_outcome(node)

    def _prove_outcome(self, node: TreeNode) -> bool:
        """Set the outcome of a node if its children prove one; return whether it is proved."""
        outcomes = {child.outcome for child in node.children}
        if node.seat in outcomes:
            node.outcome = node.seat
        elif ONGOING not in outcomes and (DRAW in outcomes or len(outcomes) == 1):
            # A seat that loses in any case may choose any winner, so nothing is proved.
            node.outcome = DRAW if DRAW in outcomes else outcomes.pop()
        return node.outcome != ONGOING

    # -- one iteration ----------------------------------------------------------------------------

    def _iterate(self) -> None:
        """Run one iteration: selection, expansion, evaluation, backpropagation."""
        path = [self.root]
        node = self.root
        while node.children and node.outcome == ONGOING:
            parent, node = node, self._select(node)
            self._evaluate_node(node, parent)
            path.append(node)
        played: list[tuple[int, str]] = []
        if node.visits >= self.expand_after and self.nodes < MAX_NODES:
            self._expand(node)
        if node.outcome == ONGOING:
            values = self.evaluator.evaluate(node.state, self.rng, played)
        else:
            values = rewards(node.outcome, self.seats)
        self._back_up(path, played, values)
        for parent in reversed(path[:-1]):
            if node.outcome == ONGOING or not self._prove_outcome(parent):
                break
            node = parent

    def _select(self, node: TreeNode) -> TreeNode:
        """Return the child with the best value, breaking ties at random."""
        log_visits = math.log(max(node.visits, 1))
        best_value = -math.inf
        best: list[TreeNode] = []
        for child in node.children:
            if child.outcome != ONGOING:  # not a win, or the node would be proved
                value = 1 / self.seats if child.outcome == DRAW else -1.0
            elif self.rave:
                statistics = child.visits, child.reward, child.amaf_visits + 1, child.amaf + 0.5
                value = child_value(*statistics, log_visits, RAVE_WEIGHT, RAVE_EXPLORATION, 0.0)
            elif child.visits:
                statistics = child.visits, child.reward, 0.0, 0.0
                value = child_value(*statistics, log_visits, 0.0, 0.0, EXPLORATION)
            else:
                value = math.inf
            if value > best_value:
                best_value, best = value, [child]
            elif value == best_value:
                best.append(child)
        return best[0] if len(best) == 1 else self.rng.choice(best)

    def _back_up(
        self, path: list[TreeNode], played: list[tuple[int, str]], values: list[float]
    ) -> None:
        """Back up the rewards along a path and, for RAVE, to siblings."""
        later: list[set[str]] = [set() for _ in values]
        if self.rave:
            for seat, move in played:
                later[seat].add(move)
        path[-1].visits += 1
        for parent, node in zip(path[-2::-1], path[:0:-1], strict=True):
            seat = parent.seat
            parent.visits += 1
            node.reward += values[seat]
            if self.rave:
                later[seat].add(node.move)
                for move in later[seat] & parent.index.keys():
                    child = parent.index[move]
                    child.amaf_visits += 1
                    child.amaf += values[seat]
