"""Puzzles with holes: pieces slide along streets into them, and closed walks of the holes.

The group of such a puzzle is the rearrangement group: what closed walks of the holes, back to
where they started, do to the pieces.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property

from ..core.errors import LimitReachedError
from ..core.values import Click
from .base import Puzzle, State

#: Cells, and ways in which holes can lie, at most, so that closed walks are soon listed.
MAX_CELLS, MAX_PLACES = 150, 1_000


class SlidingBase(Puzzle):
    """What puzzles have in common whose pieces slide into holes: the base of such kinds.

    The empty label is a hole. A slide is written `from-to`.
    """

    _needs_hole = True

    @cached_property
    def step_cells(self) -> dict[str, tuple[int, int]]:
        """All slides, each with the cells from which and to which it leads."""
        return {word: step for step, word in self._words.items()}

    @cached_property
    def _words(self) -> dict[tuple[int, int], str]:
        cells, near = self.board.cells, enumerate(self.board.neighbours)
        return {(a, b): f"{cells[a]}-{cells[b]}" for a, ends in near for b in ends}

    def _slides(self, state: State) -> list[str]:
        return [
            self._words[a, hole]
            for hole in find_holes(state)
            for a in self.board.sources[hole]
            if state[a]
        ]

    def _slides_to(self, state: State) -> list[tuple[str, State]]:
        """Return the slides that lead to a state, each with the state it comes from."""
        return [
            (self._words[hole, b], exchange_cells(state, b, hole))
            for hole in find_holes(state)
            for b in self.board.neighbours[hole]
            if state[b]
        ]

    def all_moves(self) -> Collection[str]:
        """Return all slides along the edges and arcs."""
        return self.step_cells

    def inverse_move(self, move: str) -> str | None:
        """Return the slide back, unless the edge is directed."""
        a, b = self.step_cells[move]
        return self._words.get((b, a))

    def clicks(self, move: str) -> Sequence[Click]:
        """Return the piece and the hole."""
        return [Click((cell,)) for cell in self.step_cells[move]]

    def cell_permutation(self, state: State, move: str) -> Mapping[int, int]:
        """Return the exchange of the piece with the hole."""
        a, b = self.step_cells[move]
        return {a: b, b: a}

    def prompt(self, state: State, touches: Sequence[Click] = ()) -> str:
        """Return that a piece is to be moved, or where a chosen one may go."""
        hole = "the hole" if state.count("") == 1 else "a hole"
        return f"Choose {hole} to which it goes" if touches else f"Move a piece into {hole}"

    def explain_refusal(self, state: State, touches: Sequence[Click], cell: int) -> str:
        """Return why a piece cannot move, or not to a cell."""
        hole = "the hole" if state.count("") == 1 else "a hole"
        if not state[cell]:
            return "It cannot go there" if touches else "That is a hole: choose a piece beside it"
        return f"No way leads from there to {hole}"

    def multi_moves(self, state: State) -> Mapping[int, Sequence[str]]:
        """Return the cells in line with a hole, from which all between them slide along."""
        if self.motion != "slide" or self.board.shape != "square":
            return {}
        found: dict[int, list[str]] = {}
        for hole in find_holes(state):
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

    def frame(self, state: State) -> Hashable:
        """Return the holes."""
        return tuple(find_holes(state))

    def solve_frame(self, state: State, goal: State) -> State | None:
        """Return what a position becomes when its holes have gone to those of a goal.

        Raises `LimitReachedError` if the holes can lie in too many ways to look for a walk each time.
        """
        cells, holes = len(self.board), goal.count("")
        if cells > MAX_CELLS or math.comb(cells, holes) > MAX_PLACES:
            raise LimitReachedError(f"The walks of {holes} holes are not searched.")
        return super().solve_frame(state, goal)


def find_holes(state: State) -> list[int]:
    """Return the holes in order."""
    found, at = [], -1
    for _ in range(state.count("")):
        at = state.index("", at + 1)
        found.append(at)
    return found


def exchange_cells(state: tuple[str, ...], a: int, b: int) -> tuple[str, ...]:
    """Return a state after what lies on two cells has changed places."""
    labels = list(state)
    labels[a], labels[b] = labels[b], labels[a]
    return tuple(labels)
