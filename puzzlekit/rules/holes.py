"""Puzzles with holes: pieces slide along streets into them, and closed walks of the holes.

The group of such a puzzle is the rearrangement group: what closed walks of the holes, back to
where they started, do to the pieces.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from ..core.board import Board, Cell
from ..core.errors import LimitReached, OptionError, quoted
from ..core.permutation import Images, apply, identity, inverse, multiply, without_inverses
from ..core.values import Piece, Touch
from .rule_book import Puzzle, State, check_labels

Holes = frozenset[int]

#: Hole configurations that are walked through at most for a rearrangement group.
MAX_CONFIGURATIONS = 200_000

#: Holes of all configurations together at most, which take some 100 bytes each.
MAX_HOLES = 2_000_000

#: Images of cells in all closed walks of several holes at most, and the bytes that each takes.
MAX_IMAGES, _BYTES = 16_000_000, 24

#: Cells, and ways in which holes can lie, at most, so that closed walks are soon listed.
MAX_CELLS, MAX_PLACES = 150, 1_000


class Holed(Puzzle):
    """What puzzles have in common whose pieces slide into holes: the base of such kinds.

    The empty label is a hole. A slide is written `from-to`.
    """

    def __init__(
        self,
        board: Board,
        goal: Sequence[str],
        *,
        start: Sequence[str] | None = None,
        pieces: Mapping[str, Piece] | None = None,
        free: Iterable[Cell] = (),
    ) -> None:
        self.board = board
        self.goal = tuple(goal)
        self.first = self.goal if start is None else tuple(start)
        self.pieces = pieces or {}
        self._set_free(free)
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

    def _slides(self, state: State) -> list[str]:
        """Return the slides into holes."""
        return [
            self._words[a, hole]
            for hole in holes_in(state)
            for a in self.board.sources[hole]
            if state[a]
        ]

    def _slides_to(self, state: State) -> list[tuple[str, State]]:
        """Return the slides that lead to a state, each with the state it comes from."""
        return [
            (self._words[hole, b], exchanged(state, b, hole))
            for hole in holes_in(state)
            for b in self.board.neighbours[hole]
            if state[b]
        ]

    def _slide_back(self, move: str) -> str | None:
        """Return the slide back, unless the edge is directed."""
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
                each
                for each in self.board.sources[cell]
                if math.dist(points[each], (x, y)) < 0.01 * self.board.step
            ]
            if not behind:
                return
            cell, ahead = behind[0], cell

    def generators(self, state: State) -> dict[str, Images]:
        """Return generators of the rearrangement group at the holes of a state.

        From a spanning tree of the hole configurations each remaining step gives one
        closed walk. With arcs the configurations from which one can return are
        taken, and a step may be walked backwards: in a finite group that generates
        nothing new. Raises `LimitReached` if there are too many configurations.
        """
        return self._walks_of_many(_holes_of(state))

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
            for name, images, onward in self._turns_of(holes):
                walked = multiply(tree[holes], images)
                if onward not in tree:
                    tree[onward] = walked
                    queue.append(onward)
                else:
                    closed = _closed(walked, tree[onward], home)
                    found.setdefault(closed, f"{name} #{len(found) + 1}")
        kept = without_inverses(found)
        return {found[images]: images for images in kept}

    def _turns_of(self, holes: Holes) -> Iterable[tuple[str, Images, Holes]]:
        """Yield what moves holes besides slides, with them afterwards; each can be undone."""
        return ()

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
            slid = [onward for _, _, onward in _steps_from(holes, ways)]
            for onward in [*slid, *(onward for _, _, onward in self._turns_of(holes))]:
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

    def homeward(self, state: State, goal: State) -> State | None:
        """Return what a state becomes when its holes have gone to those of a goal.

        None if they cannot go there. Raises `LimitReached` where the group at the goal does not
        tell the rest: if there is no way back, or if the holes can lie in too many ways.
        """
        start, home = _holes_of(state), _holes_of(goal)
        cells = len(self.board)
        few = cells <= MAX_CELLS and math.comb(cells, len(home)) <= MAX_PLACES
        if len(start) != len(home) or not few:
            raise LimitReached(f"The ways of {len(home)} holes are not walked through.")
        after = {start: list(state)}
        queue = [start]
        for holes in queue:
            if holes == home:
                break
            for a, b, onward in _steps_from(holes, self.board.sources):
                if onward not in after:
                    labels = list(after[holes])
                    labels[a], labels[b] = labels[b], labels[a]
                    after[onward] = labels
                    queue.append(onward)
            for _, images, onward in self._turns_of(holes):
                if onward not in after:
                    after[onward] = list(apply(images, after[holes]))
                    queue.append(onward)
        else:
            return None
        if self.board.arcs and start not in self._reachable(home, self.board.sources):
            raise LimitReached("There is no way back, so another way there may do something else.")
        return tuple(after[home])


def holes_in(state: State) -> list[int]:
    """Return the holes in order."""
    found, at = [], -1
    for _ in range(state.count("")):
        at = state.index("", at + 1)
        found.append(at)
    return found


def _holes_of(state: State) -> Holes:
    return frozenset(holes_in(state))


def exchanged(state: tuple[str, ...], a: int, b: int) -> tuple[str, ...]:
    """Return a state after what lies on two cells has changed places.

    >>> exchanged(("1", "2", ""), 0, 2)
    ('', '2', '1')
    """
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
