"""Monte Carlo tree search in plain Python, for any game with any number of players.

The search is UCT (L. Kocsis and C. Szepesvári, 2006) with RAVE (S. Gelly and D. Silver, 2011).
Proved outcomes are backed up (MCTS-Solver: M. Winands, Y. Björnsson and J.-T. Saito, 2008).

The evaluation is used twice: as virtual playouts of a new move (S. Gelly and D. Silver), and mixed
into the result of each playout (D. Silver and others, 2016). For the latter, it is computed a few
plies below the tree, so that it does not depend on the side to move. `evaluation_scale` measures
its reliability. Classical UCT ignores the evaluation. Playouts that do not end are cut off.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from random import Random

from ..rules.base import Rules, State
from ..rules.compiled import DRAW, GOING_ON, outcome_of, reward
from .evaluation_scale import WALKS, EvaluationScale
from .player import SearchResult
from .turn_plain import MAX_TURN_POSITIONS, TurnSearch

#: Number of playouts after which RAVE and real rewards have about the same weight.
RAVE_WEIGHT = 300

#: Weight of the exploration term with and without RAVE.
RAVE_EXPLORATION, EXPLORATION = 0.1, math.sqrt(0.5)

#: Number of visits before a node is expanded; in classical UCT it is 1.
EXPAND_AFTER = 4

#: Maximum size of a tree in nodes of about 300 bytes; a full tree stops growing.
MAX_NODES = 500_000

#: Maximum number of virtual playouts for the evaluation of a new move.
PRIOR_WEIGHT = 30

#: Plies of a playout after which the position is evaluated, and the maximum weight of that value
#: against the result.
EVALUATE_AFTER, EVALUATION_WEIGHT = 2, 0.5

#: Initial and minimum ply limit of a playout. The limit is halved after a playout that was cut off
#: and doubled after one that was not.
MAX_PLIES, MIN_PLY_LIMIT = 1_000, 100

#: Number of plies of a playout between checks of the clock.
CLOCK_CHECK_PLIES = 50


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
        self.outcome = GOING_ON  # in the encoding of compiled rules: DRAW or the winning seat
        self.children: list[TreeNode] = []
        self.index: dict[str, TreeNode] = {}
        # Playouts through the node, and AMAF playouts; rewards are for the seat that moved.
        self.visits = 0
        self.amaf_visits = self.reward = self.amaf = 0.0


class PlainTree:
    """A search tree that is reused from move to move of one game.

    `think` accepts any position and keeps the subtree below it. The same seed and number of
    playouts give the same result.

    >>> from puzzlekit import load
    >>> rules = load("hex:2,swap=off")
    >>> state = rules.play(rules.play(rules.start(), "a1"), "b1")
    >>> PlainTree(rules).think(state, playouts=100).move
    'a2'
    """

    def __init__(
        self, rules: Rules, *, rave: bool = True, tactics: bool = True, max_nodes: int = MAX_NODES
    ) -> None:
        self.rules, self.rave, self.tactics, self.max_nodes = (rules, rave, tactics, max_nodes)
        self.expand_after = EXPAND_AFTER if rave else 1
        self.seats = len(rules.players)
        self.root = TreeNode("")
        self.nodes = 1
        self.scale = EvaluationScale(rules)
        self.max_plies, self.cut_count, self.deadline = MAX_PLIES, 0, math.inf
        self.clock: Callable[[], float] = time.monotonic

    def think(
        self,
        state: State,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> SearchResult:
        """Return the best move; if `tactics`, take wins and avoid losses within the turn."""
        self.clock = clock
        self.deadline = math.inf if seconds is None else clock() + seconds
        max_playouts = math.inf if playouts is None else playouts
        if playouts is seconds is None:
            raise ValueError("Set a limit for the search: playouts or seconds.")
        rng = Random(seed)
        if self.rave:
            walks = WALKS if playouts is None else min(WALKS, playouts // 2)
            self.scale.measure(state, seed, walks)
        root = self._root(state)
        moves = [child.move for child in root.children]
        if len(moves) == 1:
            return SearchResult(moves[0], (moves[0],))
        if self.tactics:
            for child in root.children:
                self._evaluate_node(child, root)
            self._prove_winning_turn(root)
            self._settle(root)
        done = self.cut_count = 0
        while root.outcome == GOING_ON and done < max_playouts and clock() < self.deadline:
            self._iterate(rng)
            done += 1
        return self._result(self._choose(), done)

    # -- the tree ---------------------------------------------------------------------------------

    def _root(self, state: State) -> TreeNode:
        """Make a position the root, reusing its node if the tree has one."""
        root = next((node for node in self._walk(self.root) if node.state == state), None)
        if root is None or not (root.children or root.outcome == GOING_ON):  # proved, not expanded
            root = TreeNode("")
            root.state = state
            self._set_outcome(root)
        self.root = root
        self.nodes = sum(1 for _ in self._walk(root))
        self._expand(root)
        return root

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
            node.state = self.rules.apply_unchecked(parent.state, node.move)
            self._set_outcome(node)

    def _prove_winning_turn(self, root: TreeNode) -> None:
        """Mark a move as won if it begins a winning turn."""
        if any(child.outcome == root.seat for child in root.children):
            return
        turns = TurnSearch(self.rules, MAX_TURN_POSITIONS)
        for child in root.children:
            continues = child.outcome == GOING_ON and child.seat == root.seat
            if continues and turns.budget > 0 and turns.win(child.state):
                child.outcome = root.seat
                return

    def _set_outcome(self, node: TreeNode) -> None:
        node.seat = self.rules.turn(node.state)
        node.outcome = outcome_of(self.rules.outcome(node.state))

    def _expand(self, node: TreeNode) -> None:
        if not node.children and node.outcome == GOING_ON:
            node.children = [TreeNode(move) for move in self.rules.legal_moves(node.state)]
            node.index = {child.move: child for child in node.children}
            self.nodes += len(node.children)
            if self.scale.reliability:
                self._apply_priors(node)

    def _apply_priors(self, node: TreeNode) -> None:
        """Initialize the AMAF values of the children from the evaluation."""
        weight = PRIOR_WEIGHT * self.scale.reliability
        for child in node.children:
            self._evaluate_node(child, node)
            if child.outcome == GOING_ON:
                chance = self.scale.win_probabilities(child.state)[node.seat]
            else:
                chance = reward(child.outcome, node.seat, self.seats)
            child.amaf_visits += weight
            child.amaf += weight * chance
        self._settle(node)

    def _settle(self, node: TreeNode) -> bool:
        """Set the outcome of a node if its children prove it; return whether they do."""
        outcomes = {child.outcome for child in node.children}
        if node.seat in outcomes:
            node.outcome = node.seat
        elif GOING_ON not in outcomes and (DRAW in outcomes or len(outcomes) == 1):
            # A seat that loses in any case may choose any winner, so nothing is proved.
            node.outcome = DRAW if DRAW in outcomes else outcomes.pop()
        return node.outcome != GOING_ON

    # -- one iteration ----------------------------------------------------------------------------

    def _iterate(self, rng: Random) -> None:
        """Run one iteration: selection, expansion, playout, backpropagation."""
        path = [self.root]
        node = self.root
        while node.children and node.outcome == GOING_ON:
            parent, node = node, self._select(node, rng)
            self._evaluate_node(node, parent)
            path.append(node)
        played: list[tuple[int, str]] = []
        if node.visits >= self.expand_after and self.nodes < self.max_nodes:
            self._expand(node)
        if node.outcome == GOING_ON:
            rewards = self._playout(node.state, rng, played)
        else:
            rewards = self._rewards(node.outcome)
        self._back_up(path, played, rewards)
        for parent in reversed(path[:-1]):
            if node.outcome == GOING_ON or not self._settle(parent):
                break
            node = parent

    def _select(self, node: TreeNode, rng: Random) -> TreeNode:
        """Return the child with the best value, breaking ties at random."""
        rate = self._rate_rave if self.rave else self._rate
        best_value, log_visits = -math.inf, math.log(max(node.visits, 1))
        best: list[TreeNode] = []
        for child in node.children:
            if child.outcome == GOING_ON:
                value = rate(child, log_visits)
            else:  # not a win, or the node would be proved
                value = 1 / self.seats if child.outcome == DRAW else -1.0
            if value > best_value:
                best_value, best = value, [child]
            elif value == best_value:
                best.append(child)
        return best[0] if len(best) == 1 else rng.choice(best)

    @staticmethod
    def _rate(child: TreeNode, log_visits: float) -> float:
        if not child.visits:
            return math.inf
        return child.reward / child.visits + EXPLORATION * math.sqrt(log_visits / child.visits)

    @staticmethod
    def _rate_rave(child: TreeNode, log_visits: float) -> float:
        visits = child.visits
        beta = math.sqrt(RAVE_WEIGHT / (3 * visits + RAVE_WEIGHT))
        amaf = (child.amaf + 0.5) / (child.amaf_visits + 1)
        mean = child.reward / visits if visits else 0.0
        explore = RAVE_EXPLORATION * math.sqrt(log_visits / (visits + 1))
        return beta * amaf + (1 - beta) * mean + explore

    def _rewards(self, outcome: int) -> list[float]:
        return [reward(outcome, seat, self.seats) for seat in range(self.seats)]

    def _playout(self, state: State, rng: Random, played: list[tuple[int, str]]) -> list[float]:
        """Play random moves to the end, record (seat, move) pairs, and return the rewards."""
        rules, chance = self.rules, rng.random
        evaluated: list[float] | None = None
        reliability = self.scale.reliability
        while moves := rules.legal_moves(state):
            plies = len(played)
            if plies == EVALUATE_AFTER and reliability:
                evaluated = self.scale.win_probabilities(state)
            late = (
                plies % CLOCK_CHECK_PLIES == CLOCK_CHECK_PLIES - 1 and self.clock() >= self.deadline
            )
            if late or plies >= self.max_plies:
                self.cut_count, self.max_plies = (
                    self.cut_count + 1,
                    max(self.max_plies // 2, MIN_PLY_LIMIT),
                )
                return self.scale.win_probabilities(state) if reliability else self._rewards(DRAW)
            move = moves[int(chance() * len(moves))]
            played.append((rules.turn(state), move))
            state = rules.apply_unchecked(state, move)
        self.max_plies = min(2 * self.max_plies, MAX_PLIES)
        rewards = self._rewards(max(outcome_of(rules.outcome(state)), DRAW))
        if evaluated is None:
            return rewards
        weight, pairs = EVALUATION_WEIGHT * reliability, zip(rewards, evaluated, strict=True)
        return [weight * evaluation + (1 - weight) * result for result, evaluation in pairs]

    def _back_up(
        self, path: list[TreeNode], played: list[tuple[int, str]], rewards: list[float]
    ) -> None:
        """Back up a playout along its path and, for RAVE, to siblings."""
        later: list[set[str]] = [set() for _ in rewards]
        if self.rave:
            for seat, move in played:
                later[seat].add(move)
        last = path[-1]
        last.visits += 1
        for parent, node in zip(path[-2::-1], path[:0:-1], strict=True):
            seat = parent.seat
            parent.visits += 1
            node.reward += rewards[seat]
            if self.rave:
                later[seat].add(node.move)
                for move in later[seat] & parent.index.keys():
                    child = parent.index[move]
                    child.amaf_visits += 1
                    child.amaf += rewards[seat]

    # -- the choice -------------------------------------------------------------------------------

    def _choose(self) -> TreeNode:
        """Return the best move, if possible one that does not lose at once."""
        seat = self.root.seat

        def sort_key(child: TreeNode) -> tuple[bool, bool, int, float]:
            lost = child.outcome not in (GOING_ON, DRAW, seat)
            return child.outcome == seat, not lost, child.visits, child.reward

        order = sorted(self.root.children, key=sort_key, reverse=True)
        if not self.tactics:
            return order[0]
        turns = TurnSearch(self.rules, MAX_TURN_POSITIONS)
        for child in order:
            if child.outcome in (seat, DRAW) or not turns.loses(child.state, seat):
                return child
            if child.outcome == GOING_ON:
                child.outcome = (seat + 1) % self.seats if child.seat == seat else child.seat
        if turns.longest > 1:  # lost: at least prevent a win in one move
            turns = TurnSearch(self.rules, 0)
            return next((each for each in order if not turns.loses(each.state, seat)), order[0])
        return order[0]

    def _result(self, chosen: TreeNode, playouts: int) -> SearchResult:
        line, node = [chosen.move], chosen
        while tried := [child for child in node.children if child.visits]:
            node = max(tried, key=lambda child: child.visits)
            line.append(node.move)
        chance = chosen.reward / chosen.visits if chosen.visits else None
        if chosen.outcome != GOING_ON:
            chance = reward(chosen.outcome, self.root.seat, self.seats)
        return SearchResult(chosen.move, tuple(line), chance, playouts, self.cut_count)
