"""Sliding block puzzles: pieces of several cells that slide into empty cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import cycle
from typing import ClassVar, NamedTuple

from ..core.board import Board
from ..core.errors import LimitReachedError, OptionError, short_repr
from ..core.translation import _
from ..core.values import COLOURS, Click, Motion, Piece, Result
from .base import Labels
from .sliding import StepPuzzle, runs

#: Maximum number of positions in the search for a solved position.
MAX_POSITIONS = 1_000_000

#: In a drawing: an empty cell of the start, or a cell of the goal with arbitrary content.
DOT = "."

Vector = tuple[float, float]


class _Step(NamedTuple):
    """A step of a block: the cells that it enters, and its permutation of the cells."""

    entered: frozenset[int]
    images: dict[int, int]


class Lattice:
    """The cells of a board as vectors, and the blocks and steps that fit on them."""

    def __init__(self, board: Board) -> None:
        points = board.with_unit_step.points
        self.board = board
        self.places = [(round(x, 3), round(y, 3)) for x, y in points]
        self.cell_at = {place: cell for cell, place in enumerate(self.places)}
        #: The cells in reading order.
        self.order = sorted(
            range(len(board)), key=lambda cell: (-self.places[cell][1], self.places[cell][0])
        )

    def vector(self, cell: int, to: int) -> Vector:
        """Return the vector from one cell to another."""
        (ax, ay), (bx, by) = self.places[cell], self.places[to]
        return round(bx - ax, 3), round(by - ay, 3)

    def shape(self, drawing: str, letter: str) -> tuple[Vector, ...]:
        """Return the cells of a block as vectors from its first cell."""
        cells = [cell for cell in self.order if drawing[cell] == letter]
        return tuple(self.vector(cells[0], cell) for cell in cells)

    def shifted(self, cell: int, by: Vector) -> int | None:
        """Return the cell displaced from another cell by a vector, or None if there is none."""
        x, y = self.places[cell]
        return self.cell_at.get((round(x + by[0], 3), round(y + by[1], 3)))

    def block(self, first: int, shape: Sequence[Vector]) -> tuple[int, ...] | None:
        """Return the cells of a block that begins at a cell, or None if the block does not fit."""
        cells = [self.shifted(first, by) for by in shape]
        return None if None in cells else tuple(cell for cell in cells if cell is not None)

    def step(self, cells: Sequence[int], by: Vector, *, lengthwise: bool) -> _Step | None:
        """Return the step of a block, or None if the board or `lengthwise` forbids it."""
        near = self.board.neighbours
        images = {cell: self.shifted(cell, by) for cell in cells}
        if any(to is None or to not in near[cell] for cell, to in images.items()):
            return None
        carried = {cell: to for cell, to in images.items() if to is not None}
        if lengthwise and not any(to in carried for to in carried.values()):
            return None
        origins = {to: cell for cell, to in carried.items()}
        entered = frozenset(origins) - set(cells)
        for cell in entered:
            rear = cell
            while rear in origins:
                rear = origins[rear]
            carried[cell] = rear
        return _Step(entered, carried)


class Blocks(StepPuzzle):
    """A sliding block puzzle such as Klotski or Rush Hour, defined by drawings.

    A drawing has a letter for each cell, which names its block, or a dot. White space is ignored.
    A block slides by one cell along the edges of the board. The move `b2-b3` takes the block whose
    first cell is b2 (the leftmost cell of its top row) to b3. Blocks with the same shape and the
    same piece are interchangeable, unless the goal names them.

    Args:
        board: The board, without arcs.
        start: The drawing of the start; a dot is an empty cell.
        goal: The drawing of the goal; a dot stands for any content.
        pieces: The piece for each letter; by default, tiles with a colour for each shape.
        lengthwise: Whether blocks move only along their own axis, as cars do. Blocks of a single
            cell do not move then, and other blocks move in every direction in which they extend.

    Raises `OptionError` for drawings that do not fit the board or each other.

    >>> from puzzlekit import grid, solve
    >>> class Garage(Blocks):
    ...     def __init__(self):
    ...         super().__init__(grid(3, 4), "..B XXB ... ...", "... .XX ... ...", lengthwise=True)
    >>> print(solve(Garage()))
    c4-c3 c3-c2 a3-b3
    """

    family: ClassVar[str] = "sliding blocks"
    motion: ClassVar[Motion] = "slide"
    _not_allowed = "its cells do not form the blocks of this puzzle"

    def __init__(
        self,
        board: Board,
        start: str,
        goal: str,
        *,
        pieces: Mapping[str, Piece] | None = None,
        lengthwise: bool = False,
    ) -> None:
        title = self.name or type(self).__name__
        for what, drawing in (("start", start), ("goal", goal)):
            if not isinstance(drawing, str):
                raise OptionError(
                    f"The {what} of {title} is {short_repr(drawing)}; it must be a string."
                )
            if (size := len("".join(drawing.split()))) != len(board):
                raise OptionError(
                    f"{title} needs a letter or a dot for each of its {len(board)} cells, but its "
                    f"{what} has {size}."
                )
        drawn, wanted = ("".join(each.split()).replace(DOT, " ") for each in (start, goal))
        if board.arcs:
            raise OptionError(f"{title} needs a board without arcs; use edges.")
        self._lattice = lattice = Lattice(board)
        self._lengthwise = lengthwise
        letters = list(dict.fromkeys(drawn[cell] for cell in lattice.order if drawn[cell] != " "))
        shapes = {letter: lattice.shape(drawn, letter) for letter in letters}
        for letter in sorted(set(wanted) - {" "}):
            if shapes.get(letter) != lattice.shape(wanted, letter):
                raise OptionError(
                    f"The block {letter} of {title} has different shapes in its start and goal."
                )
        kinds, looks, colours = dict[object, str](), dict[str, Piece](), cycle(COLOURS[4:])
        kind_of = {" ": ""}
        for letter in letters:
            look = (pieces or {}).get(letter)
            key = shapes[letter], look, letter if letter in wanted else ""
            kind_of[letter] = kinds.setdefault(key, letter)
            if kind_of[letter] == letter:
                looks[letter] = look or Piece("tile", next(colours))
        self._shapes = {kind: shapes[kind] for kind in looks}
        first = [kind_of[letter] for letter in drawn]
        super().__init__(board, first, pieces=looks)
        self.free = frozenset(cell for cell, letter in enumerate(wanted) if letter == " ")
        self._wanted = [(cell, each) for cell, each in enumerate(wanted) if each != " "]
        del self.goal  # found on demand

    @cached_property
    def _cells(self) -> dict[tuple[str, int], tuple[int, ...]]:
        """Map each (kind, first cell) at which a block fits to the cells of the block."""
        placed = {
            (kind, first): self._lattice.block(first, shape)
            for kind, shape in self._shapes.items()
            for first in self._lattice.order
        }
        return {block: cells for block, cells in placed.items() if cells is not None}

    @cached_property
    def _steps(self) -> dict[tuple[str, int], dict[str, _Step]]:
        """Map each (kind, first cell) to the block's steps by name, on an otherwise empty board."""
        steps: dict[tuple[str, int], dict[str, _Step]] = {block: {} for block in self._cells}
        for move, (first, to) in self.step_cells.items():
            by = self._lattice.vector(first, to)
            for kind in self._shapes:
                if cells := self._cells.get((kind, first)):
                    step = self._lattice.step(cells, by, lengthwise=self._lengthwise)
                    if step is not None:
                        steps[kind, first][move] = step
        return steps

    # -- rules ------------------------------------------------------------------------------------

    @cached_property
    def goal(self) -> Labels:  # type: ignore[override]
        """The nearest solved position.

        Raises `OptionError` if there is none, and `LimitReachedError` if the search is too large.
        """
        queue, seen = [self.first], {self.first}
        for state in queue:
            if self.result(state):
                return state
            for move in self.legal_moves(state):
                after = self.apply(state, move)
                if after not in seen:
                    seen.add(after)
                    queue.append(after)
            if len(queue) > MAX_POSITIONS:
                raise LimitReachedError(
                    f"{self.name} has no solution among the first {MAX_POSITIONS:,} positions."
                )
        raise OptionError(f"{self.name} has no solution; change its start or its goal.")

    def _blocks(self, state: Labels) -> list[tuple[str, int]]:
        """Return the kind and the first cell of each block."""
        blocks, covered = [], set[int]()
        for cell in self._lattice.order:
            if (kind := state[cell]) and cell not in covered:
                block = kind, cell
                covered.update(self._cells.get(block, ()))
                blocks.append(block)
        return blocks

    def is_allowed(self, state: Labels) -> bool:
        """Return whether the cells form blocks."""
        blocks = self._blocks(state)
        covered = [(cell, block[0]) for block in blocks for cell in self._cells.get(block, ())]
        return sorted(covered) == [(cell, kind) for cell, kind in enumerate(state) if kind]

    def legal_moves(self, state: Labels) -> list[str]:
        """Return the steps of all blocks into empty cells."""
        empty = {cell for cell, kind in enumerate(state) if not kind}
        return [
            move
            for block in self._blocks(state)
            for move, step in self._steps[block].items()
            if step.entered <= empty
        ]

    def _moved_block(self, state: Labels, move: str) -> tuple[str, int]:
        first = self.step_cells[move][0]
        return state[first], first

    def apply(self, state: Labels, move: str) -> Labels:
        """Return the position after a legal step."""
        labels = list(state)
        for cell, to in self._step_images(state, move).items():
            labels[to] = state[cell]
        return tuple(labels)

    def result(self, state: Labels) -> Result | None:
        """Return `solved` once the blocks of the goal are in place."""
        return self.solved if all(state[cell] == kind for cell, kind in self._wanted) else None

    @property
    def goal_defines_solved(self) -> bool:
        """Return whether the goal was replaced; otherwise, there are many solved positions."""
        return self.has_replaced_goal

    def pieces(self, state: Labels) -> Sequence[Piece | None]:
        """Return the piece on each cell, joined to the other cells of its block."""
        pieces: list[Piece | None] = [None] * len(self.board)
        for block in self._blocks(state):
            piece, cells = self.piece_by_label[block[0]], dict.fromkeys(self._cells[block])
            for cell in cells:
                near = [to for to in self.board.neighbours[cell] if to in cells]
                joined = tuple(self._lattice.vector(cell, to) for to in near)
                pieces[cell] = piece._replace(joined=joined)
                piece = piece._replace(text="")  # only the first cell shows the text
        return pieces

    def click_sequences(self, state: Labels, move: str) -> Sequence[Sequence[Click]]:
        """Return clicks on each cell of the block and on its target."""
        images = self._step_images(state, move)
        cells = self._cells[self._moved_block(state, move)]
        return [[Click((cell,)), Click((images[cell],))] for cell in cells]

    def multi_moves(self, state: Labels) -> Mapping[tuple[int, ...], Sequence[str]]:
        """Map each (cell of a block, target) to the run of several steps that leads there."""
        moves: dict[tuple[int, ...], Sequence[str]] = {}
        for run, end in runs(self, state):
            if len(run) > 1:
                cells = self._cells[self._moved_block(state, run[0])]
                after = self._cells[self._moved_block(end, self._reversed(run[-1]))]
                moves |= dict.fromkeys(zip(cells, after, strict=True), run)
        return moves

    def prompt(self, state: Labels, clicks: Sequence[Click] = ()) -> str:
        """Return a prompt to move a block, or to choose its target."""
        return _("Choose where to move it") if clicks else _("Move a block")

    def explain_refusal(self, state: Labels, clicks: Sequence[Click], cell: int) -> str:
        """Return the reason why a block cannot move, or cannot move to a cell."""
        if clicks:
            return _("No move leads there")
        return _("This piece cannot move") if state[cell] else _("That cell is empty")

    def cell_permutation(self, state: Labels, move: str) -> Mapping[int, int]:
        """Return the permutation of a step. The empty cells in front of the block go behind it."""
        return self._step_images(state, move)

    def _step_images(self, state: Labels, move: str) -> Mapping[int, int]:
        return self._steps[self._moved_block(state, move)][move].images

    def frame(self, state: Labels) -> Labels:
        """Return the whole position."""
        return state

    def predecessors(self, state: Labels) -> list[tuple[str, Labels]]:
        """Return the steps that lead to a state, each with the preceding state."""
        return [(self._reversed(move), self.apply(state, move)) for move in self.legal_moves(state)]

    def _reversed(self, move: str) -> str:
        return self.step_names[self.step_cells[move][::-1]]
