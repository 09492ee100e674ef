"""Sliding puzzles: pieces move along the edges of a graph into holes.

There may be any number of holes and of identical pieces, and edges may be directed (arcs). The
group of such a puzzle is the rearrangement group: the permutations of the pieces made by closed
walks of the holes.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import ClassVar

from ..core.errors import LimitReachedError
from ..core.sparse_permutations import Sparse, without_sparse_inverses
from ..core.translation import _
from ..core.values import Click, Motion
from .base import Puzzle, State, walk_length
from .frames import VertexGroup, legal_predecessors, reachable

#: Limits of the search for walks of the holes: numbers of cells, and of placements of the holes.
MAX_CELLS, MAX_PLACES = 150, 1_000

#: Maximum total length of the closed walks of a single hole (a few seconds of work).
MAX_STEPS = 4_000_000


class StepPuzzle(Puzzle):
    """The base class of puzzles whose moves, such as `a1-b1`, take a piece to another cell."""

    @cached_property
    def step_names(self) -> dict[tuple[int, int], str]:
        """The move for each step along an edge or an arc."""
        cells, near = self.board.cells, enumerate(self.board.neighbours)
        return {(a, b): f"{cells[a]}-{cells[b]}" for a, ends in near for b in ends}

    @cached_property
    def step_cells(self) -> dict[str, tuple[int, int]]:
        """All steps, each with the cell of the piece before and after it."""
        return {move: step for step, move in self.step_names.items()}

    def all_moves(self) -> Collection[str]:
        """Return all steps."""
        return self.step_cells

    def inverse_move(self, move: str) -> str | None:
        """Return the reverse step, or None if the edge is directed."""
        return self.step_names.get(self.step_cells[move][::-1])

    def clicks(self, move: str) -> Sequence[Click]:
        """Return clicks on the cell of the piece and on its target."""
        return [Click((cell,)) for cell in self.step_cells[move]]


def runs(rules: StepPuzzle, state: State) -> list[tuple[tuple[str, ...], State]]:
    """Return the moves of a shortest run to each state that moving a single piece can reach.

    A run is a sequence of steps of the same piece or block.

    >>> from puzzlekit import Sliding, grid
    >>> rules = Sliding(grid(3, 1), ["1", "", ""])
    >>> runs(rules, rules.start())
    [(('a1-b1',), ('', '1', '')), (('a1-b1', 'b1-c1'), ('', '', '1'))]
    """
    seen, queue = {state}, [(tuple[str, ...](), state)]
    for moves, before in queue:
        end = rules.step_cells[moves[-1]][1] if moves else None
        for move in rules.legal_moves(before):
            if end is not None and rules.step_cells[move][0] != end:
                continue
            after = rules.apply(before, move)
            if after not in seen:
                seen.add(after)
                queue.append(((*moves, move), after))
    return queue[1:]


class SlidingBase(StepPuzzle):
    """The base class of puzzles whose pieces slide into holes.

    An empty label marks a hole. A slide is written `from-to`.
    """

    _needs_hole = True

    def _slides(self, state: State) -> list[str]:
        return [
            self.step_names[a, hole]
            for hole in find_holes(state)
            for a in self.board.sources[hole]
            if state[a]
        ]

    def _slides_to(self, state: State) -> list[tuple[str, State]]:
        """Return the slides that lead to a state, each with the preceding state."""
        return [
            (self.step_names[hole, b], exchange_cells(state, b, hole))
            for hole in find_holes(state)
            for b in self.board.neighbours[hole]
            if state[b]
        ]

    def cell_permutation(self, state: State, move: str) -> Mapping[int, int]:
        """Return the permutation that swaps the piece with the hole."""
        a, b = self.step_cells[move]
        return {a: b, b: a}

    def prompt(self, state: State, clicks: Sequence[Click] = ()) -> str:
        """Return a prompt to move a piece, or to choose its target."""
        if state.count("") == 1:
            return _("Choose the hole to move it to") if clicks else _("Move a piece into the hole")
        return _("Choose a hole to move it to") if clicks else _("Move a piece into a hole")

    def explain_refusal(self, state: State, clicks: Sequence[Click], cell: int) -> str:
        """Return the reason why a piece cannot move, or cannot move to a cell."""
        if not state[cell]:
            if clicks:
                return _("That piece cannot go there")
            return _("That is a hole: choose a piece next to it")
        if state.count("") == 1:
            return _("That piece cannot reach the hole")
        return _("That piece cannot reach a hole")

    def multi_moves(self, state: State) -> Mapping[tuple[int, ...], Sequence[str]]:
        """Map clicks on cells in line with a hole to the slides of the row."""
        if self.motion != "slide" or self.board.shape != "square":
            return {}
        rows: dict[int, list[str]] = {}
        for hole in find_holes(state):
            for cell in self.board.sources[hole]:
                for row in self._sliding_rows(state, cell, hole):
                    far = row[-1][0]
                    if far not in rows or len(row) < len(rows[far]):
                        rows[far] = [self.step_names[step] for step in row]
        return {(cell,): moves for cell, moves in rows.items() if len(moves) > 1}

    def _sliding_rows(self, state: State, cell: int, hole: int) -> Iterator[list[tuple[int, int]]]:
        """Yield the steps of increasingly long rows of pieces that slide towards a hole."""
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

    def frame(self, state: State) -> Hashable:
        """Return the holes."""
        return tuple(find_holes(state))

    def move_to_frame(self, state: State, goal: State) -> State | None:
        """Return the position after moving its holes to the holes of `goal`, or None if impossible.

        Raises `LimitReachedError` if there are too many placements of the holes to search.
        """
        cells, holes = len(self.board), goal.count("")
        if cells > MAX_CELLS or math.comb(cells, holes) > MAX_PLACES:
            raise LimitReachedError(
                f"{holes} holes on {cells} cells are too many for a search for walks of the holes."
            )
        return super().move_to_frame(state, goal)


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
    _proves_frames = True

    def legal_moves(self, state: State) -> list[str]:
        """Return the slides into holes."""
        return self._slides(state)

    def apply(self, state: State, move: str) -> State:
        """Return the position after a legal move."""
        return exchange_cells(state, *self.step_cells[move])

    def predecessors(self, state: State) -> list[tuple[str, State]]:
        """Return the steps that lead to a state, each with the preceding state."""
        return legal_predecessors(self, self._slides_to(state), state)

    def scramble(self, rng: Random) -> State:
        """Return the end of the same random walk as in `Puzzle`, computed in place on a list."""
        standard_steps = type(self).random_predecessor is Puzzle.random_predecessor
        if not standard_steps or not self.has_proved_frames:
            return super().scramble(rng)
        state, holes = list(self.goal), find_holes(self.goal)
        length = walk_length(len(state), max(1, len(holes)))
        for _walk in range(10):
            back: tuple[int, int] | None = None
            for _step in range(length + rng.randrange(200, 202)):
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
                names.setdefault(closed, f"{self.step_names[a, hole]} #{len(names) + 1}")
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


def find_holes(state: State) -> list[int]:
    """Return the holes in the order of the cells."""
    holes, at = [], -1
    for _hole in range(state.count("")):
        at = state.index("", at + 1)
        holes.append(at)
    return holes


def exchange_cells(state: tuple[str, ...], a: int, b: int) -> tuple[str, ...]:
    """Return the state with the contents of two cells exchanged."""
    labels = list(state)
    labels[a], labels[b] = labels[b], labels[a]
    return tuple(labels)
