"""Sliding puzzles: pieces move along the edges of a graph into holes.

There may be any number of holes and of identical pieces, and edges may be directed (arcs).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from random import Random
from typing import ClassVar

from ..core.errors import LimitReachedError
from ..core.sparse_permutations import Sparse, without_sparse_inverses
from ..core.values import Motion
from .base import State, walk_length
from .frames import VertexGroup, is_standard, legal_predecessors, reachable
from .sliding_base import SlidingBase, exchange_cells, find_holes

#: Maximum total length of the closed walks of a single hole (a few seconds of work).
MAX_STEPS = 4_000_000


class Sliding(SlidingBase):
    """A sliding puzzle, defined by a board and the label of each cell at the goal.

    An empty label marks a hole. A move is written `from-to`. Without `start`, the goal is the
    standard start. The content of the `free` cells does not matter in the solved position.

    >>> from puzzlekit import grid
    >>> class Three(Sliding):
    ...     def __init__(self):
    ...         super().__init__(grid(2, 2), ["1", "2", "3", ""])
    >>> puzzle = Three()
    >>> puzzle.legal_moves(puzzle.start())
    ['b2-b1', 'a1-b1']
    >>> puzzle.play(puzzle.start(), "b2-b1")
    ('1', '', '3', '2')
    >>> puzzle.group(puzzle.start()).order()
    3
    """

    family: ClassVar[str] = "sliding"
    motion: ClassVar[Motion] = "slide"

    def legal_moves(self, state: State) -> list[str]:
        """Return the slides into holes."""
        return self._slides(state)

    def apply(self, state: State, move: str) -> State:
        """Return the position after a legal move."""
        return exchange_cells(state, *self.step_cells[move])

    def predecessors(self, state: State) -> list[tuple[str, State]]:
        """Return the steps that lead to a state, each with the preceding state."""
        return legal_predecessors(self, self._slides_to(state), state)

    def random_predecessor(self, state: State, rng: Random) -> tuple[str, State] | None:
        """Return a random step and the preceding state, without building the others."""
        if not self.has_proved_frames:
            return super().random_predecessor(state, rng)
        steps = [
            (hole, b) for hole in find_holes(state) for b in self.board.neighbours[hole] if state[b]
        ]
        if not steps:
            return None
        hole, cell = rng.choice(steps)
        return self._slide_names[hole, cell], exchange_cells(state, cell, hole)

    def scramble(self, rng: Random) -> State:
        """Return the end of the same random walk as in `Puzzle`, computed in place on a list."""
        standard_steps = type(self).random_predecessor is Sliding.random_predecessor
        if not standard_steps or not self.has_proved_frames:
            return super().scramble(rng)
        state, holes = list(self.goal), find_holes(self.goal)
        length = walk_length(len(state), max(1, len(holes)))
        for _ in range(10):
            back: tuple[int, int] | None = None
            for _ in range(length + rng.randrange(200, 202)):
                steps = [(a, b) for a in holes for b in self.board.neighbours[a] if state[b]]
                if not steps:
                    return tuple(state)
                step = rng.choice(steps)
                if step == back:  # it undoes the previous step: redraw once
                    step = rng.choice(steps)
                hole, cell = step
                state[hole], state[cell] = state[cell], ""
                holes.remove(hole)
                insort(holes, cell)
                back = cell, hole
            if self.result(tuple(state)) is None:
                break
        return tuple(state)

    @property
    def has_proved_frames(self) -> bool:
        """Return whether the moves are inherited from this class."""
        return is_standard(self, Sliding)

    def vertex_group(self, state: State) -> VertexGroup:
        """Return the rearrangement group; with one hole, derive it from the board's graph."""
        if state.count("") != 1 or not self.has_proved_frames:
            return super().vertex_group(state)
        home = state.index("")
        reach = reachable(home, self.board.sources)
        component = reach & reachable(home, self.board.neighbours)
        walks = self._closed_walks_of_hole(home, component)
        return VertexGroup(walks, len(component), len(reach) - len(component))

    def _closed_walks_of_hole(self, home: int, component: set[int]) -> dict[str, Sparse]:
        """Return the closed walks of a single hole.

        The hole goes to a cycle, around it and back. The way back undoes the way there, so only the
        pieces on the cycle move, each by one cell.
        """
        parents, depths = {home: home}, {home: 0}
        names: dict[Sparse, str] = {}
        traversed: set[tuple[int, int]] = set()
        queue, steps = [home], 0
        for hole in queue:
            for a in self.board.sources[hole]:
                if a == hole or a not in component or (a, hole) in traversed:
                    continue  # the reversed walk gives the inverse
                traversed.add((hole, a))
                if a not in parents:
                    parents[a], depths[a] = hole, depths[hole] + 1
                    queue.append(a)
                    continue
                cycle = _cycle_through_hole(parents, depths, hole, a)
                steps += len(cycle)
                if steps > MAX_STEPS:
                    raise LimitReachedError(
                        f"The closed walks of the hole of {self.name or type(self).__name__} have "
                        f"more than {MAX_STEPS:,} steps, too many to list; use a smaller board."
                    )
                mapping = dict(zip(cycle, cycle[1:] + cycle[:1], strict=True))
                closed = Sparse.from_pairs(mapping, len(self.board))
                names.setdefault(closed, f"{self._slide_names[a, hole]} #{len(names) + 1}")
        return {names[closed]: closed for closed in without_sparse_inverses(names)}


def _cycle_through_hole(
    parents: Mapping[int, int], depths: Mapping[int, int], start: int, end: int
) -> list[int]:
    """Return the cells of the cycle closed by a step, in the order in which the pieces move.

    The hole walks down the tree to `start`, steps to `end` and walks up again. The lowest common
    ancestor is omitted.
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
