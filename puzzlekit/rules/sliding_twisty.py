"""Puzzles that combine slides into holes with turns of parts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar

from ..core.board import Board, Cell
from ..core.errors import OptionError
from ..core.permutation import apply, moved_points
from ..core.translation import _
from ..core.values import Click, Motion, Piece
from .base import State
from .frames import legal_predecessors
from .sliding import SlidingBase, exchange_cells
from .twisty import Cycle, parse_named_moves


class SlidingTwisty(SlidingBase):
    """A puzzle with slides and turns, defined by a board, a goal and the cycles of each turn.

    Pieces slide along the edges and arcs of the board into holes, as in `Sliding`. Turns permute
    their cells, including holes, as in `Twisty`.

    >>> from puzzlekit import grid
    >>> class Gate(SlidingTwisty):
    ...     def __init__(self):
    ...         super().__init__(grid(2, 2), ["1", "2", "3", ""], {"T": [("a2", "b2", "a1")]})
    >>> puzzle = Gate()
    >>> puzzle.legal_moves(puzzle.start())
    ['b2-b1', 'a1-b1', 'T', "T'"]
    >>> puzzle.play(puzzle.start(), "T")
    ('3', '1', '2', '')
    >>> puzzle.group(puzzle.start()).order()
    6
    """

    family: ClassVar[str] = "mixed"
    motion: ClassVar[Motion] = "slide"
    _proves_frames = True

    def __init__(
        self,
        board: Board,
        goal: Sequence[str],
        turns: Mapping[str, Iterable[Cycle]],
        *,
        start: Sequence[str] | None = None,
        pieces: Mapping[str, Piece] | None = None,
        handles: Mapping[str, Iterable[Cell]] | None = None,
        free: Iterable[Cell] = (),
    ) -> None:
        super().__init__(board, goal, start=start, pieces=pieces, free=free)
        named = parse_named_moves(self.name or type(self).__name__, board, turns, handles or {})
        self.twists, self._sources, self._inverses, self._clicks = named
        if taken := [name for name in self.twists if name in self.step_cells]:
            raise OptionError(f"The turn {taken[0]} has the same name as a slide; rename it.")

    def legal_moves(self, state: State) -> list[str]:
        """Return the slides into holes, and all turns."""
        return [*self._slides(state), *self.twists]

    def apply(self, state: State, move: str) -> State:
        """Return the position after a legal move."""
        if move in self.step_cells:
            return exchange_cells(state, *self.step_cells[move])
        return tuple([state[cell] for cell in self._sources[move]])

    def predecessors(self, state: State) -> list[tuple[str, State]]:
        """Return the moves that lead to a state, each with the preceding state."""
        turned = [(move, apply(source, state)) for move, source in self._sources.items()]
        return legal_predecessors(self, [*self._slides_to(state), *turned], state)

    def all_moves(self) -> Collection[str]:
        """Return all slides along the edges and arcs, and all turns."""
        return [*self.step_cells, *self.twists]

    def inverse_move(self, move: str) -> str | None:
        """Return the inverse turn or the reverse slide, or None if the edge is directed."""
        return self._inverses[move] if move in self._inverses else super().inverse_move(move)

    def cell_permutation(self, state: State, move: str) -> Mapping[int, int]:
        """Return the permutation of a turn, or of a slide, which swaps a piece with a hole."""
        if move in self.step_cells:
            return super().cell_permutation(state, move)
        images = self.twists[move]
        return {cell: images[cell] for cell in moved_points(images)}

    def prompt(self, state: State, clicks: Sequence[Click] = ()) -> str:
        """Return a prompt to move a piece or turn a part, or to choose a piece's target."""
        text = super().prompt(state, clicks)
        return text if clicks else _("{prompt}, or turn a part").format(prompt=text)

    def clicks(self, move: str) -> Sequence[Click]:
        """Return clicks on the piece and the hole, or a click on the handle of a turn.

        A click on a single cell chooses a piece, so a turn whose handle is one cell has a button.
        """
        if move in self.step_cells:
            return super().clicks(move)
        clicks = self._clicks[move]
        return clicks if all(len(click.cells) > 1 for click in clicks) else ()
