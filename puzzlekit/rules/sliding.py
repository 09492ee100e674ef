"""Sliding puzzles: pieces move along the edges of a graph into holes.

There may be any number of holes and of equal pieces, and the edges may be directed
(arcs). The group of such a puzzle is the rearrangement group: what closed walks of
the holes, back to where they started, do to the pieces.
"""

from __future__ import annotations

import math
from bisect import insort
from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar

from ..core.board import Board
from ..core.errors import LimitReached, OptionError, quoted
from ..core.permutation import Images, identity, inverse, without_inverses
from ..core.sparse import Sparse, dense, without_sparse_inverses
from ..core.values import Piece, Touch
from .rule_book import Puzzle, State, check_labels, walk_length

Holes = frozenset[int]

#: Hole configurations that are walked through at most for a rearrangement group.
MAX_CONFIGURATIONS = 200_000

#: Holes of all configurations together at most, which take some 100 bytes each.
MAX_HOLES = 2_000_000

#: Images of cells in all closed walks of several holes at most, and the bytes that each takes.
MAX_IMAGES, _BYTES = 16_000_000, 24

#: Steps of all closed walks of one hole together at most: a few seconds of work.
MAX_STEPS = 4_000_000


class Sliding(Puzzle):
    """A sliding puzzle: a board, and the label of the piece that each cell shows at the goal.

    The empty label is a hole. A move is written `from-to`. Without `start` the goal is
    the published start.

    >>> from puzzlekit import grid
    >>> class Three(Sliding):
    ...     def __init__(self):
    ...         super().__init__(grid(2, 2), ["1", "2", "3", ""])
    >>> puzzle = Three()
    >>> puzzle.moves(puzzle.start())
    ['b2-b1', 'a1-b1']
    >>> puzzle.play(puzzle.start(), "b2-b1")
    ('1', '', '3', '2')
    >>> puzzle.group(puzzle.start()).order()
    3
    """

    family: ClassVar[str] = "sliding"
    motion: ClassVar[str] = "slide"

    def __init__(
        self,
        board: Board,
        goal: Sequence[str],
        *,
        start: Sequence[str] | None = None,
        pieces: Mapping[str, Piece] | None = None,
    ) -> None:
        self.board = board
        self.goal = tuple(goal)
        self.first = self.goal if start is None else tuple(start)
        self.pieces = pieces or {}
        title = self.name or type(self).__name__
        check_labels(title, self.goal)
        check_labels(title, self.first)
        wanted = "needs one label for each of its"
        if len(self.goal) != len(board):
            raise OptionError(
                f"{title} {wanted} {len(board)} cells, but its goal has {len(self.goal)}; the "
                'label of a hole is "".'
            )
        if sorted(self.goal) != sorted(self.first):
            odd = min((Counter(self.first) - Counter(self.goal)) or self.goal)
            raise OptionError(
                f"{title} {wanted} {len(board)} cells, the same ones at the start and at the goal; "
                f"the start has {quoted(odd)} too often or too rarely."
            )
        if "" not in self.goal:
            raise OptionError(f'{title} needs a hole, or nothing can move; its label is "".')
        self._steps = {
            f"{board.cells[a]}-{board.cells[b]}": (a, b)
            for a in range(len(board))
            for b in board.neighbours[a]
        }
        self._words = {step: word for word, step in self._steps.items()}

    def start(self, rng: Random | None = None) -> State:
        """Return the published start, or with `rng` a random one that can be solved."""
        return self.first if rng is None else self.scramble(rng)

    def moves(self, state: State) -> list[str]:
        """Return the steps into holes."""
        return [
            self._words[a, hole]
            for hole in holes_in(state)
            for a in self.board.sources[hole]
            if state[a]
        ]

    def play(self, state: State, move: str) -> State:
        """Return the arrangement after a piece has moved into a hole."""
        step = self._steps.get(move)
        if step is None or not state[step[0]] or state[step[1]]:
            raise self.illegal(state, move)
        return _moved(state, *step)

    def after(self, state: State, move: str) -> State:
        """Return the arrangement after a move that is legal."""
        return _moved(state, *self._steps[move])

    def before(self, state: State) -> list[tuple[str, State]]:
        """Return the steps that lead to a state, each with the state it comes from."""
        return [
            (self._words[hole, b], _moved(state, b, hole))
            for hole in holes_in(state)
            for b in self.board.neighbours[hole]
            if state[b]
        ]

    def step_back(self, state: State, rng: Random) -> State:
        """Return the state before a random step; the others are not worked out."""
        steps = [
            (hole, b) for hole in holes_in(state) for b in self.board.neighbours[hole] if state[b]
        ]
        return _moved(state, *rng.choice(steps)[::-1]) if steps else state

    def scramble(self, rng: Random) -> State:
        """Return the end of the same random walk, which is made on one list."""
        if type(self).step_back is not Sliding.step_back or not isinstance(self.goal, tuple):
            return super().scramble(rng)
        state, holes = list(self.goal), holes_in(self.goal)
        length = walk_length(len(state), max(1, len(holes)))
        for _ in range(10):
            back: tuple[int, int] | None = None
            for _ in range(length + rng.randrange(200, 202)):
                steps = [(a, b) for a in holes for b in self.board.neighbours[a] if state[b]]
                if not steps:
                    return tuple(state)
                step = rng.choice(steps)
                if step == back:  # straight back: draw once more
                    step = rng.choice(steps)
                hole, cell = step
                state[hole], state[cell] = state[cell], ""
                holes.remove(hole)
                insort(holes, cell)
                back = cell, hole
            if self.result(tuple(state)) is None:
                break
        return tuple(state)

    def words(self) -> Collection[str]:
        """Return all steps along the edges and arcs."""
        return self._steps

    def inverse_move(self, move: str) -> str | None:
        """Return the step back, unless the edge is directed."""
        a, b = self._steps[move]
        return self._words.get((b, a))

    def prompt(self, state: State, touches: Sequence[Touch] = ()) -> str:
        """Return that a piece is to be moved, or where a chosen one may go."""
        hole = "the hole" if state.count("") == 1 else "a hole"
        return f"Choose {hole} to which it goes" if touches else f"Move a piece into {hole}"

    def why_not(self, state: State, touches: Sequence[Touch], cell: int) -> str:
        """Return why a piece cannot move, or not to a cell."""
        hole = "the hole" if state.count("") == 1 else "a hole"
        if not state[cell]:
            return "It cannot go there" if touches else "That is a hole: choose a piece beside it"
        return f"No way leads from there to {hole}"

    def touches(self, move: str) -> Sequence[Touch]:
        """Return the piece and the hole."""
        return [Touch((cell,)) for cell in self._steps[move]]

    def sweeps(self, state: State) -> Mapping[int, Sequence[str]]:
        """Return the cells in line with a hole, from which all between them slide along."""
        if self.motion != "slide" or self.board.shape != "square":
            return {}
        found: dict[int, list[str]] = {}
        for hole in holes_in(state):
            for cell in self.board.sources[hole]:
                for row in self._rows(state, cell, hole):
                    far = row[-1][0]
                    if far not in found or len(row) < len(found[far]):
                        found[far] = [self._words[step] for step in row]
        return {cell: moves for cell, moves in found.items() if len(moves) > 1}

    def _rows(self, state: State, cell: int, hole: int) -> Iterator[list[tuple[int, int]]]:
        """Yield the steps of longer and longer rows that slide towards a hole from a side."""
        points, steps = self.board.points, list[tuple[int, int]]()
        ahead = hole
        while state[cell]:
            steps.append((cell, ahead))
            yield list(steps)
            x, y = (2 * a - b for a, b in zip(points[cell], points[ahead], strict=True))
            behind = [
                each for each in self.board.sources[cell] if math.dist(points[each], (x, y)) < 1e-6
            ]
            if not behind:
                return
            cell, ahead = behind[0], cell

    def carry(self, state: State, move: str) -> Mapping[int, int]:
        """Return the exchange of the piece with the hole."""
        a, b = self._steps[move]
        return {a: b, b: a}

    def generators(self, state: State) -> dict[str, Images]:
        """Return generators of the rearrangement group at the holes of a state.

        From a spanning tree of the hole configurations each remaining step gives one
        closed walk. With arcs the configurations from which one can return are
        taken, and a step may be walked backwards: in a finite group that generates
        nothing new. Raises `LimitReached` if there are too many configurations.
        """
        if state.count("") != 1:
            return self._walks_of_many(_holes_of(state))
        walks = self._walks_of_one(state)
        return dict(zip(walks, dense(list(walks.values())), strict=True))

    def sparse_generators(self, state: State) -> dict[str, Sparse]:
        """Return the `generators` as what they move, which a large board has room for."""
        if state.count("") != 1 or type(self).generators is not Sliding.generators:
            return super().sparse_generators(state)  # a subclass may have others
        return self._walks_of_one(state)

    def _walks_of_one(self, state: State) -> dict[str, Sparse]:
        """Return the closed walks of a single hole.

        It goes to a cell of a loop, round it and back home. What it moves on its way there it
        moves back, so that only the pieces of the loop are left one cell further.
        """
        home = state.index("")
        reach = self._between(frozenset([home]))
        parents, depths = {home: home}, {home: 0}
        found: dict[Sparse, str] = {}
        walked_through: set[tuple[int, int]] = set()
        queue, steps = [home], 0
        for hole in queue:
            for a in self.board.sources[hole]:
                if a == hole or frozenset([a]) not in reach or (a, hole) in walked_through:
                    continue  # the way back gives the inverse
                walked_through.add((hole, a))
                if a not in parents:
                    parents[a], depths[a] = hole, depths[hole] + 1
                    queue.append(a)
                    continue
                loop = _loop(parents, depths, hole, a)
                steps += len(loop)
                if steps > MAX_STEPS:
                    raise LimitReached(
                        f"The closed walks of the hole of {self.name or type(self).__name__} have "
                        f"more than {MAX_STEPS:,} steps, too many to list; take a smaller board."
                    )
                carry = dict(zip(loop, loop[1:] + loop[:1], strict=True))
                closed = Sparse.carrying(carry, len(self.board))
                found.setdefault(closed, f"{self._words[a, hole]} #{len(found) + 1}")
        return {found[closed]: closed for closed in without_sparse_inverses(found)}

    def _walks_of_many(self, home: Holes) -> dict[str, Images]:
        """Return the closed walks of several holes, or of none."""
        reach = self._between(home)
        if len(reach) * len(self.board) > MAX_IMAGES:
            raise LimitReached(
                f"The holes of {self.name or type(self).__name__} can lie in {len(reach):,} ways "
                f"on {len(self.board):,} cells; their closed walks would take "
                f"{len(reach) * len(self.board) * _BYTES / 1e9:.1f} GB, too much; take a smaller "
                "board."
            )
        tree = {home: identity(len(self.board))}
        found: dict[Images, str] = {}
        walked_through: set[tuple[Holes, Holes]] = set()
        queue = deque([home])
        while queue:
            holes = queue.popleft()
            for a, b, onward in _steps_from(holes, self.board.sources):
                if onward not in reach or (onward, holes) in walked_through:
                    continue  # the way back gives the inverse
                walked_through.add((holes, onward))
                walked = _exchange(tree[holes], a, b)
                if onward not in tree:
                    tree[onward] = walked
                    queue.append(onward)
                else:
                    closed = _closed(walked, tree[onward], home)
                    found.setdefault(closed, f"{self._words[a, b]} #{len(found) + 1}")
        kept = without_inverses(found)
        return {found[images]: images for images in kept}

    def configurations(self, state: State) -> int:
        """Return in how many ways the holes can lie, from where there is a way back to a state.

        Raises `LimitReached` if they are too many.
        """
        return len(self._between(_holes_of(state)))

    def _between(self, home: Holes) -> set[Holes]:
        """Return the hole configurations that can be reached and from which one can return."""
        reach = self._reachable(home, self.board.sources)
        return reach & self._reachable(home, self.board.neighbours)

    def _reachable(self, home: Holes, ways: Sequence[Sequence[int]]) -> set[Holes]:
        found = {home}
        queue = [home]
        most = min(MAX_CONFIGURATIONS, MAX_HOLES // (len(home) or 1))
        for holes in queue:
            for _, _, onward in _steps_from(holes, ways):
                if onward not in found:
                    found.add(onward)
                    queue.append(onward)
            if len(found) > most:
                raise LimitReached(
                    f"The {len(home)} holes of {self.name or type(self).__name__} can lie in more "
                    f"than {most:,} ways, too many to walk through; take a smaller "
                    "board."
                )
        return found


def holes_in(state: State) -> list[int]:
    """Return the holes in order."""
    found, at = [], -1
    for _ in range(state.count("")):
        at = state.index("", at + 1)
        found.append(at)
    return found


def _holes_of(state: State) -> Holes:
    return frozenset(holes_in(state))


def _moved(state: tuple[str, ...], a: int, b: int) -> tuple[str, ...]:
    labels = list(state)
    labels[a], labels[b] = labels[b], labels[a]
    return tuple(labels)


def _steps_from(holes: Holes, ways: Sequence[Sequence[int]]) -> list[tuple[int, int, Holes]]:
    """Steps of a piece from a to b, a hole, with the holes afterwards."""
    return [
        (a, hole, holes - {hole} | {a})
        for hole in sorted(holes)
        for a in ways[hole]
        if a not in holes
    ]


def _loop(parents: Mapping[int, int], depths: Mapping[int, int], start: int, end: int) -> list[int]:
    """Return the cells of the loop that a step closes, from where a piece goes to where it comes.

    A hole walks down the tree to `start`, steps to `end` and walks up again; the cell where its
    ways part, to which it returns, is left out.
    """
    down, up = [], []
    while start != end:
        if depths[start] >= depths[end]:
            down.append(start)
            start = parents[start]
        else:
            up.append(end)
            end = parents[end]
    return down + up[::-1]


def _exchange(images: Images, a: int, b: int) -> Images:
    """Follow each piece through the step from a to b."""
    walked = list(images)
    walked[images.index(a)], walked[images.index(b)] = b, a
    return tuple(walked)


def _closed(walked: Images, back: Images, home: Holes) -> Images:
    """Walk one way and return by the other; holes, which are all equal, count as unmoved."""
    closed = list(map(inverse(back).__getitem__, walked))
    for hole in home:
        closed[hole] = hole
    return tuple(closed)
