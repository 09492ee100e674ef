"""Puzzles with holes, into which pieces slide along the edges of a graph.

The group of such a puzzle is the rearrangement group: the permutations of the pieces made by closed
walks of the holes.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property

from ..core.errors import LimitReachedError
from ..core.translation import _
from ..core.values import Click
from .base import Puzzle, State

#: Limits of the search for walks of the holes: numbers of cells, and of placements of the holes.
MAX_CELLS, MAX_PLACES = 150, 1_000


class SlidingBase(Puzzle):
    """The base class of puzzles whose pieces slide into holes.

    An empty label marks a hole. A slide is written `from-to`.
    """

    _needs_hole = True

    @cached_property
    def step_cells(self) -> dict[str, tuple[int, int]]:
        """All slides, each with its source and target cell."""
        return {word: step for step, word in self._slide_names.items()}

    @cached_property
    def _slide_names(self) -> dict[tuple[int, int], str]:
        cells, near = self.board.cells, enumerate(self.board.neighbours)
        return {(a, b): f"{cells[a]}-{cells[b]}" for a, ends in near for b in ends}

    def _slides(self, state: State) -> list[str]:
        return [
            self._slide_names[a, hole]
            for hole in find_holes(state)
            for a in self.board.sources[hole]
            if state[a]
        ]

    def _slides_to(self, state: State) -> list[tuple[str, State]]:
        """Return the slides that lead to a state, each with the preceding state."""
        return [
            (self._slide_names[hole, b], exchange_cells(state, b, hole))
            for hole in find_holes(state)
            for b in self.board.neighbours[hole]
            if state[b]
        ]

    def all_moves(self) -> Collection[str]:
        """Return all slides along the edges and arcs."""
        return self.step_cells

    def inverse_move(self, move: str) -> str | None:
        """Return the reverse slide, or None if the edge is directed."""
        a, b = self.step_cells[move]
        return self._slide_names.get((b, a))

    def clicks(self, move: str) -> Sequence[Click]:
        """Return clicks on the piece and on the hole."""
        return [Click((cell,)) for cell in self.step_cells[move]]

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
                        rows[far] = [self._slide_names[step] for step in row]
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
