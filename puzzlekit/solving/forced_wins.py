"""Proofs of forced wins in any game by proof-number search.

The attacker tries all moves, or only threats if the game lists them. The defenders try every move
that does not lose immediately. A proof therefore holds against any play. If only threats are tried,
a failed search proves nothing. The limit on the number of turns is increased one by one, so the
first proof is the shortest. Cycles are not wins. Source: L. V. Allis, M. van der Meulen and
H. J. van den Herik, Proof-number search, Artificial Intelligence 66 (1994).
"""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any, NamedTuple

from ..core.errors import LimitReachedError, OptionError, short_repr
from ..core.progress import Progress, TimeUpError, silent
from ..rules.base import Rules, State
from ..rules.compiled import ONGOING
from .rules_adapters import CompiledPositions, PlainPositions, Positions

#: Default maximum number of positions in a search.
MAX_POSITIONS = 50_000

#: Maximum number of consecutive opponents' moves that are searched for a forced win.
MAX_MOVES = 20


class ProofGame:
    """A game as the search sees it, compiled if possible.

    The attacker tries every move or, if the compiled rules provide threats and answers and
    `exhaustive` is false, only threats. In plain Python, where one position with many moves can
    take minutes, playing a move after `deadline` raises `TimeUpError`.
    """

    def __init__(
        self, rules: Rules, seat: int, *, exhaustive: bool = False, deadline: float = math.inf
    ) -> None:
        self.seat, self.fast, self.deadline = seat, rules.compiled, deadline
        self.only_threats = not exhaustive and not tries_everything(rules)
        positions: Positions
        if self.fast is None:
            positions = PlainPositions(rules)
            self.moves: Callable[[Any], Sequence[Any]] = positions.legal_moves
        else:
            import numpy

            positions = CompiledPositions(self.fast)
            self.moves = partial(self.list_moves, self.fast.kernel.legal_moves)
            self.out = numpy.empty(self.fast.max_moves, numpy.int32)
            self.trace = numpy.empty((2, 2), numpy.int32)
            self.draws = numpy.ones(1, numpy.uint64)
        self.encode, self.decode, self.key = positions.encode, positions.decode, positions.key
        self.turn, self.outcome = positions.turn, positions.outcome
        self.play = positions.play if self.fast else partial(self.play_in_time, positions.play)
        self.word: Callable[[Any], str] = positions.word

    def play_in_time(self, play: Callable[[Any, Any], Any], position: Any, move: Any) -> Any:
        """Return the position after a move; raise `TimeUpError` after the deadline."""
        if time.monotonic() >= self.deadline:
            raise TimeUpError
        return play(position, move)

    def list_moves(self, kernel: Any, position: Any) -> Sequence[Any]:
        """Return the moves that a compiled function writes."""
        assert self.fast is not None
        count = kernel(self.fast.table, position, self.out)
        # An array is compact, because long searches keep millions of these.
        return array("i", self.out[:count].tobytes())

    def win(self, position: Any) -> Any | None:
        """Return a move that wins immediately, or None."""
        if self.fast is not None and self.fast.kernel.winning is not None:
            move = int(self.fast.kernel.winning(self.fast.table, position))
            return None if move == -1 else move
        seat = self.turn(position)
        moves = self.moves(position)
        return next((m for m in moves if self.outcome(self.play(position, m)) == seat), None)

    def threats(self, position: Any) -> Sequence[Any]:
        """Return a move that wins immediately, or the moves to try if there is none."""
        if self.fast is not None and self.only_threats:
            return self.list_moves(self.fast.kernel.threats, position)
        win = self.win(position)
        return self.moves(position) if win is None else [win]

    def last(self, position: Any) -> Sequence[Any]:
        """Return the moves to try in the last turn if no move wins immediately."""

        def may_win(after: Any) -> bool:
            continues = self.outcome(after) == ONGOING and self.turn(after) == self.seat
            return continues or self.wins_by_force(after)

        if self.only_threats:  # a threat needs another turn
            return ()
        return [move for move in self.moves(position) if may_win(self.play(position, move))]

    def wins_by_force(self, position: Any, moves_left: int = MAX_MOVES) -> bool:
        """Return whether the seat wins within `moves_left` opponents' moves, before its own."""
        winner = self.outcome(position)
        if winner != ONGOING:
            return winner == self.seat
        if not moves_left or self.turn(position) == self.seat:
            return False
        if self.fast is not None and moves_left == MAX_MOVES:
            # Usually, a random move of the opponent refutes this, which saves listing all moves.
            played = position.copy()
            plies = self.fast.kernel.playout(self.fast.table, played, self.draws, self.trace)
            if plies == len(self.trace) and self.trace[1, 0] == self.seat:
                return False
        moves = self.moves(position)
        return all(self.wins_by_force(self.play(position, move), moves_left - 1) for move in moves)

    def answers(self, position: Any) -> Sequence[Any]:
        """Return a move that wins immediately, or else all moves that do not lose immediately."""
        if self.fast is not None and self.fast.kernel.answers is not None:
            return self.list_moves(self.fast.kernel.answers, position)
        win = self.win(position)
        moves = self.moves(position)
        return [m for m in moves if self._safe(self.play(position, m))] if win is None else [win]

    def _safe(self, position: Any) -> bool:
        winner = self.outcome(position)
        if winner != ONGOING:
            return winner != self.seat
        return self.turn(position) != self.seat or self.win(position) is None


def tries_everything(rules: Rules) -> bool:
    """Return whether the attacker tries every move. Otherwise, a failed search proves nothing.

    >>> from puzzlekit import load
    >>> tries_everything(load("hex:3"))
    True
    """
    fast = rules.compiled
    if fast is None or len(rules.players) > 2:
        return True
    return None in (fast.kernel.winning, fast.kernel.threats, fast.kernel.answers)


class Proof(NamedTuple):
    """A forced win: the winning seat, the number of turns it needs, and the moves.

    `line` is the line in which the loser holds out longest. `plan` maps positions to the winner's
    moves. In a position that is not in `plan`, the winner can win at once. `positions` is the
    number of positions searched.
    """

    seat: int
    turns: int
    line: list[str]
    plan: Mapping[State, str]
    positions: int


class _Node:
    """A position with its proof number and disproof number."""

    __slots__ = ("attacks", "children", "moves", "position", "proof", "refutation", "turns")

    def __init__(self, turns: int, position: Any) -> None:
        self.turns = turns  # left for the attacker
        self.position = position
        self.attacks = False
        self.moves: Sequence[Any] = ()
        # Unvisited children are None, because an hour's search has a hundred million of them.
        self.children: list[_Node | None] | None = None
        self.proof: float = 1
        self.refutation: float = 1

    def settle(self, proved: bool) -> None:
        """Mark the position as proved or refuted."""
        self.proof, self.refutation = (0, math.inf) if proved else (math.inf, 0)

    def update(self) -> None:
        """Recompute the numbers from the children."""
        if self.attacks:
            self.proof = min(self.proof_numbers(), default=math.inf)
            self.refutation = sum(self.disproof_numbers())
        else:
            self.proof = sum(self.proof_numbers())
            self.refutation = min(self.disproof_numbers(), default=math.inf)

    def proof_numbers(self) -> list[float]:
        """Return the proof numbers of the children."""
        return [1 if child is None else child.proof for child in self.children or ()]

    def disproof_numbers(self) -> list[float]:
        """Return the disproof numbers of the children."""
        return [1 if child is None else child.refutation for child in self.children or ()]

    def visited_children(self) -> list[_Node]:
        """Return the visited children. In a proof, opponents' nodes have no other children."""
        return [child for child in self.children or () if child is not None]

    @property
    def solved(self) -> bool:
        """True if the position is proved or refuted."""
        return not (self.proof and self.refutation)


class _WinSearch:
    """A search for a win by one seat within a number of its turns, each of one or more moves."""

    def __init__(self, game: ProofGame, position: Any, turns: int) -> None:
        self.game, self.seat = game, game.seat
        self.known: dict[tuple[Hashable, int], _Node] = {}
        self.lengths: dict[int, int] = {}
        self.cut = False  # True if more turns might help
        self.root = _Node(turns, position)

    def run(self) -> Iterator[None]:
        """Search until the root is solved; yield after each position."""
        self._expand(self.root)
        yield
        while not self.root.solved:
            path = [self.root]
            while (node := path[-1]).children is not None:
                node.update()
                if node.solved:
                    break
                child = self._select_child(node)
                if child in path:  # a cycle within a turn
                    if node.attacks:
                        self._refute_move(node, child)
                    else:
                        child.settle(False)
                        child.children = None
                    break
                path.append(child)
            if node.children is None and not node.solved:
                self._expand(node)
                yield
            for node in reversed(path):
                if node.children is not None:
                    node.update()

    @staticmethod
    def _refute_move(node: _Node, child: _Node) -> None:
        """Refute an attacker's move without refuting the position after it."""
        assert node.children is not None
        refuted = _Node(child.turns, child.position)
        refuted.settle(False)
        node.children[node.children.index(child)] = refuted

    def _select_child(self, node: _Node) -> _Node:
        """Return the most promising child. Transpositions share a node."""
        assert node.children is not None
        numbers = node.proof_numbers() if node.attacks else node.disproof_numbers()
        index = numbers.index(min(numbers))
        child = node.children[index]
        if child is None:
            position = self.game.play(node.position, node.moves[index])
            continues = self.game.turn(position) == self.seat
            turns = node.turns - (node.attacks and not continues)
            key = self.game.key(position), turns
            child = node.children[index] = self.known.setdefault(key, _Node(turns, position))
        return child

    def _expand(self, node: _Node) -> None:
        game, position = self.game, node.position
        winner = game.outcome(position)
        if winner != ONGOING:
            node.settle(winner == self.seat)
            return
        node.attacks = game.turn(position) == self.seat
        if not node.attacks:
            node.moves = game.answers(position) if node.turns else game.moves(position)
        elif node.turns > 1:
            node.moves = game.threats(position)
        else:
            win = game.win(position)
            self.cut |= win is None
            if win is not None:
                node.moves = [win]
            elif node.turns:
                node.moves = game.last(position)
        node.children = [None] * len(node.moves)
        node.update()

    def length(self, node: _Node) -> int:
        """Return the number of turns in which the attacker wins from a proved node."""
        if id(node) not in self.lengths:
            self.lengths[id(node)] = self._compute_win_length(node)
        return self.lengths[id(node)]

    def _compute_win_length(self, node: _Node) -> int:
        game, position = self.game, node.position
        if game.outcome(position) != ONGOING:
            return 0
        if node.attacks:  # moves that continue a turn do not count
            wins = (child for child in node.visited_children() if not child.proof)
            return min(self.length(child) + (not child.attacks) for child in wins)
        if node.children:
            return max(map(self.length, node.visited_children()))
        # Every reply loses immediately or allows a win in one move.
        afters = (game.play(position, move) for move in game.moves(position))
        return int(any(game.outcome(after) == ONGOING for after in afters))


def prove(
    rules: Rules,
    state: State | None = None,
    *,
    seat: int | None = None,
    turns: int | None = None,
    limit: int = MAX_POSITIONS,
    seconds: float | None = None,
    exhaustive: bool = False,
    progress: Progress = silent,
) -> Proof | None:
    """Return a proof that a seat (by default the side to move) wins, or None if no proof is found.

    `turns` limits the number of turns of the winner. A result of None means that the moves tried do
    not win; see `tries_everything`. If `exhaustive` is true, the attacker tries every move.
    Raises `LimitReachedError` after `limit` positions or `seconds`, and `OptionError` for a puzzle
    or an unknown seat.

    >>> from puzzlekit import load
    >>> prove(load("hex:3,swap=off")).turns
    3
    """
    if not rules.is_game():
        raise OptionError(
            f"{rules.name} is not a game, so there are no forced wins. Use `solve` for puzzles."
        )
    state = rules.start() if state is None else state
    seat = rules.turn(state) if seat is None else seat
    if seat not in range(len(rules.players)):
        seats = ", ".join(f"{number} ({side})" for number, side in enumerate(rules.sides(state)))
        raise OptionError(f"{rules.name} has no seat {short_repr(seat)}. Seats: {seats}.")
    end = math.inf if seconds is None else time.monotonic() + seconds
    game, visited = ProofGame(rules, seat, exhaustive=exhaustive, deadline=end), 0
    position = game.encode(state)
    for max_turns in count(1) if turns is None else range(1, turns + 1):
        search = _WinSearch(game, position, max_turns)
        try:
            for _ in search.run():
                visited += 1
                progress(f"positions, wins in {_turns_text(max_turns)}", visited, limit)
                if time.monotonic() >= end and not search.root.solved:
                    raise TimeUpError
                if visited > limit:
                    raise _no_win(f"{limit:,} positions", "a higher `limit`", max_turns)
        except TimeUpError:
            raise _no_win(f"{seconds:g} seconds", "more `seconds`", max_turns) from None
        if not search.root.proof:
            game.deadline = math.inf
            return _proof(search, visited)
        if not search.cut:
            break
    return None


def _no_win(within: str, more: str, turns: int) -> LimitReachedError:
    """Return the error for a search that reached a limit, looking for wins in some turns."""
    excluded = f" (there is none in {_turns_text(turns - 1)})" if turns > 1 else ""
    return LimitReachedError(
        f"No forced win found within {within}{excluded}. To continue, set {more}, or prove the "
        "`outcome`, which searches a small game to its end."
    )


def _turns_text(number: int) -> str:
    return f"{number} turn{'s' * (number != 1)}"


def _proof(search: _WinSearch, positions: int) -> Proof:
    """Return the proof found by a successful search."""
    game, plan = search.game, {}
    waiting, seen = [search.root], set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen or not node.children:
            continue
        seen.add(id(node))
        if node.attacks:
            move, after = _fastest_win(search, node)
            plan[game.decode(node.position)] = game.word(move)
            waiting.append(after)
        else:
            waiting += node.visited_children()
    return Proof(search.seat, search.length(search.root), _longest_defence(search), plan, positions)


def _fastest_win(search: _WinSearch, node: _Node) -> tuple[Any, _Node]:
    """Return the attacker's fastest winning move and the node after it."""
    moves = zip(node.moves, node.children or (), strict=True)
    wins = [(move, child) for move, child in moves if child is not None and not child.proof]
    return min(wins, key=lambda win: search.length(win[1]))


def _longest_defence(search: _WinSearch) -> list[str]:
    """Return the complete line in which the loser holds out longest."""
    game, node, line = search.game, search.root, []
    position = node.position
    while node.children:
        if node.attacks:
            move, node = _fastest_win(search, node)
        else:
            replies = zip(node.moves, node.visited_children(), strict=True)
            move, node = max(replies, key=lambda reply: search.length(reply[1]))
        line.append(game.word(move))
        position = game.play(position, move)
    # From here on, every reply loses immediately.
    while game.outcome(position) == ONGOING:
        if game.turn(position) == search.seat:
            move = game.win(position)
        else:
            moves = game.moves(position)
            open_moves = (m for m in moves if game.outcome(game.play(position, m)) == ONGOING)
            move = next(open_moves, moves[0])
        line.append(game.word(move))
        position = game.play(position, move)
    return line


#: Minimum number of turns of a win that is worth finding.
MIN_TURNS = 2


def find_unique_win(
    rules: Rules,
    state: State,
    *,
    turns: int,
    limit: int = MAX_POSITIONS,
) -> Proof | None:
    """Return the shortest win of the side to move if a single first move leads to it, else None.

    The win must take from two to `turns` turns. Every other move is proved not to win in as many
    turns. Raises `LimitReachedError` if one of these proofs needs more than `limit` positions.

    >>> from puzzlekit import load
    >>> rules = load("hex:4@1R2,2B1,1R2,2B1_R_4")
    >>> find_unique_win(rules, rules.start(), turns=3).line
    ['b2', 'a1', 'a4']
    """
    seat = rules.turn(state)
    find_win = partial(prove, rules, seat=seat, limit=limit)
    proof = find_win(state, turns=turns)
    if proof is None or proof.turns < MIN_TURNS:
        return None
    # A search for threats alone is fast, and finds most other wins.
    for exhaustive in (True,) if tries_everything(rules) else (False, True):
        find = partial(find_win, exhaustive=exhaustive)
        if exhaustive and find(state, turns=proof.turns - 1) is not None:
            return None
        for move in rules.legal_moves(state):
            after = rules.apply_unchecked(state, move)
            result, left = rules.outcome(after), proof.turns - (rules.turn(after) != seat)
            if move == proof.line[0] or (result is not None and result.seat != seat):
                continue
            if result is not None or find(after, turns=left) is not None:
                return None
    return proof
