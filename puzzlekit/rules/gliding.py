"""Puzzles such as Lunar Lockout, whose pieces glide until something stops them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from ..core.board import Board
from ..core.errors import OptionError
from ..core.translation import _
from ..core.values import Click, Piece
from .base import Labels
from .blocks import Blocks
from .sliding import exchange_cells


class Gliding(Blocks):
    """A puzzle with pieces that glide in a straight line until they are stopped.

    The drawings are those of `Blocks`; each letter is a piece of one cell. The move `a1-d1` takes
    the piece on a1 to d1, where it is stopped by the piece on e1.

    Args:
        board: The board, without arcs. Pieces glide along its edges.
        start: The drawing of the start; a dot is an empty cell.
        goal: The drawing of the goal; a dot stands for any content.
        pieces: The piece for each letter; by default, tiles in different colours.
        edge_stops: Whether pieces may glide to the edge of the board, which then stops them.

    Raises `OptionError` for a letter on several cells, and as `Blocks` does.

    >>> from puzzlekit import grid, solve
    >>> class Space(Gliding):
    ...     def __init__(self):
    ...         super().__init__(grid(5, 1), "A...B", "..A..")
    >>> Space().legal_moves(Space().start())
    ['a1-d1', 'e1-b1']
    """

    family: ClassVar[str] = "gliding pieces"

    def __init__(
        self,
        board: Board,
        start: str,
        goal: str,
        *,
        pieces: Mapping[str, Piece] | None = None,
        edge_stops: bool = False,
    ) -> None:
        super().__init__(board, start, goal, pieces=pieces)
        self._edge_stops = edge_stops
        for letter, shape in self._shapes.items():
            if len(shape) > 1:
                raise OptionError(
                    f"The piece {letter} of {self.name or type(self).__name__} has {len(shape)} "
                    "cells, but gliding pieces have one; use another letter for each piece."
                )

    @cached_property
    def step_names(self) -> dict[tuple[int, int], str]:
        """The move for each cell of a piece before and after it."""
        cells = self.board.cells
        return {
            (a, b): f"{cells[a]}-{cells[b]}"
            for a, rays in enumerate(self.board.lines_from)
            for ray in rays
            for b in ray
        }

    def _glide(self, state: Labels, ray: Sequence[int]) -> list[int]:
        """Return the empty cells along a ray, up to the first piece."""
        blocked = next((i for i, each in enumerate(ray) if state[each]), len(ray))
        return list(ray[:blocked])

    def legal_moves(self, state: Labels) -> list[str]:
        """Return the moves of all pieces that an obstacle stops."""
        moves = []
        for cell in self._lattice.order:
            for ray in self.board.lines_from[cell] if state[cell] else ():
                path = self._glide(state, ray)
                if path and (len(path) < len(ray) or self._edge_stops):
                    moves.append(self.step_names[cell, path[-1]])
        return moves

    def _step_images(self, state: Labels, move: str) -> Mapping[int, int]:
        a, b = self.step_cells[move]
        return {a: b, b: a}

    def predecessors(self, state: Labels) -> list[tuple[str, Labels]]:
        """Return the moves that lead to a state, each with the preceding state."""
        steps = []
        for cell in self._lattice.order:
            for ray in self.board.lines_from[cell] if state[cell] else ():
                stop = self._lattice.shifted(cell, self._lattice.vector(ray[0], cell))
                edge = stop is None or stop not in self.board.neighbours[cell]
                if self._edge_stops if edge else state[stop or 0]:
                    for origin in self._glide(state, ray):
                        before = exchange_cells(state, origin, cell)
                        steps.append((self.step_names[origin, cell], before))
        return steps

    def inverse_move(self, move: str) -> None:
        """Return None, because a piece may be unable to return."""

    def click_sequences(self, state: Labels, move: str) -> Sequence[Sequence[Click]]:
        """Return `clicks` as the only sequence."""
        return [self.clicks(move)]

    def multi_moves(self, state: Labels) -> Mapping[tuple[int, ...], Sequence[str]]:
        """Return an empty dictionary."""
        return {}

    def prompt(self, state: Labels, clicks: Sequence[Click] = ()) -> str:
        """Return a prompt to move a piece, or to choose its target."""
        return _("Choose where to move it") if clicks else _("Move a piece")
