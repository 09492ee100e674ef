"""Toggle puzzles such as Lights Out: moves add numbers modulo n to the cells."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from operator import index
from random import Random
from typing import Any, ClassVar

from ..core.board import Board
from ..core.errors import NotationError, OptionError, quoted, short_repr
from ..core.permutation import cycles_of
from ..core.translation import _
from ..core.values import Click, Motion, Piece
from .base import Labels, Puzzle, State, check_labels, check_move_name
from .frames import VertexGroup
from .twisty import Twisty

#: The colours of the numbers 0, 1, 2, ...
SHADES = "grey", "yellow", "orange", "red", "purple", "blue", "teal", "green"


class Toggle(Puzzle):
    """A puzzle whose moves add numbers modulo n to the cells, such as Lights Out (n = 2).

    By default, the move `c3` adds 1 to the cell c3 and to its neighbours. A label is a number. If
    n is greater than 2, the move X has the inverse `X'`.

    Args:
        board: The board.
        modulus: The number n of values of a cell, 2 to 36.
        moves: For each move, the numbers that it adds to cells.
        goal: The label of each cell in the solved position; by default "0".
        start: The standard start; by default the goal, and solving begins with a scramble.
        pieces: The piece for each label; by default, a tile in a colour for each number.

    Raises `OptionError` for invalid arguments.

    >>> from puzzlekit import grid, order, solve
    >>> lights = Toggle(grid(3, 3))
    >>> lights.play(lights.start(), "a3")
    ('1', '1', '0', '1', '0', '0', '0', '0', '0')
    >>> order(lights), solve(lights, ["0"] * 8 + ["1"], optimal=True).length
    (512, 5)
    """

    family: ClassVar[str] = "toggle"
    motion: ClassVar[Motion] = "fly"
    _proves_frames = True

    def __init__(
        self,
        board: Board,
        modulus: int = 2,
        moves: Mapping[str, Mapping[Any, int]] | None = None,
        *,
        goal: Iterable[str] | None = None,
        start: Sequence[str] | None = None,
        pieces: Mapping[str, Piece] | None = None,
    ) -> None:
        title = self.name or type(self).__name__
        if modulus not in range(2, 37):
            raise OptionError(f"{title} has the modulus {short_repr(modulus)}; use 2 to 36.")
        modulus = int(modulus)  # NumPy integers are not accepted everywhere
        self.values = [str(number) for number in range(modulus)]
        looks = {
            label: Piece("tile", SHADES[number % len(SHADES)], label if modulus > 2 else "")
            for number, label in enumerate(self.values)
        }
        labels = ["0"] * len(board) if goal is None else list(goal)
        for what, arrangement in (("goal", labels), ("start", labels if start is None else start)):
            if odd := [label for label in arrangement if label not in self.values]:
                raise OptionError(
                    f"The {what} of {title} has the label {odd[0]!r}; use 0 to {modulus - 1}."
                )
        super().__init__(board, labels, pieces=looks | dict(pieces or {}))
        if start is not None:
            self.first = tuple(start)
            check_labels(title, "start", self.first, len(board))
        self.modulus = modulus
        self.reserve = len(board) * (modulus - 1)  # the values of each cell that do not show
        if moves is None:
            near = enumerate(board.neighbours)
            moves = {board.cells[cell]: dict.fromkeys((cell, *ends), 1) for cell, ends in near}
        #: For each move, the numbers that it adds to cells.
        self.additions: dict[str, dict[int, int]] = {}
        self._inverses: dict[str, str] = {}
        for name, numbers in moves.items():
            check_move_name(title, name, self.additions)
            try:
                added = {board.number(cell): index(n) % modulus for cell, n in numbers.items()}
            except (AttributeError, TypeError) as error:
                raise OptionError(
                    f"The move {quoted(name)} of {title} adds {short_repr(numbers)}; "
                    'write an integer for each cell, such as {"a1": 1}.'
                ) from error
            if len(added) < len(numbers):
                raise OptionError(f"The move {name} of {title} lists a cell twice; list it once.")
            undone = {cell: -number % modulus for cell, number in added.items()}
            inverse = name if undone == added else f"{name}'"
            check_move_name(title, inverse, self.additions)
            self.additions |= {name: added, inverse: undone}
            self._inverses |= {name: inverse, inverse: name}

    # -- rules ------------------------------------------------------------------------------------

    def legal_moves(self, state: Labels) -> list[str]:
        """Return all moves."""
        return list(self.additions)

    def apply(self, state: Labels, move: str) -> Labels:
        """Return the position after a move."""
        labels = list(state)
        for cell, number in self.additions[move].items():
            labels[cell] = self.values[(int(labels[cell]) + number) % self.modulus]
        return tuple(labels)

    def inverse_move(self, move: str) -> str:
        """Return the inverse move."""
        return self._inverses[move]

    def all_moves(self) -> Collection[str]:
        """Return all moves."""
        return self.additions

    def predecessors(self, state: Labels) -> list[tuple[str, Labels]]:
        """Return all moves, each with the preceding state."""
        return [(move, self.apply(state, self._inverses[move])) for move in self.additions]

    def random_predecessor(self, state: Labels, rng: Random) -> tuple[str, Labels] | None:
        """Return a random move and the preceding state, or None if there are no moves."""
        if not self.additions:
            return None
        move = rng.choice(list(self.additions))
        return move, self.apply(state, self._inverses[move])

    def frame(self, state: Labels) -> Hashable:
        """Return an empty tuple, because all moves are always legal."""
        return ()

    def clicks(self, move: str) -> Sequence[Click]:
        """Return a click on the cell that names the move, or on the centre of the changed cells.

        An inverse move is the second variant.
        """
        name = move.removesuffix("'") if move not in self.board.index else move
        cell = self.board.index.get(name)
        cells = tuple(self.additions[move]) if cell is None else (cell,)
        return [Click(cells, int(name != move))]

    def prompt(self, state: Labels, clicks: Sequence[Click] = ()) -> str:
        """Return a prompt to press a cell."""
        return _("Press a cell")

    def encode(self, state: Labels) -> str:
        """Return the labels of all cells, separated by commas if any has two digits."""
        return ("," if self.modulus > 10 else "").join(state)

    def decode(self, line: str) -> Labels:
        """Return the position encoded in a line."""
        labels = tuple(line.split(",") if self.modulus > 10 else line)
        if len(labels) != len(self.board) or not set(labels) <= set(self.values):
            raise NotationError(
                f"it needs {len(self.board)} numbers from 0 to {self.modulus - 1}, one per cell"
            )
        return labels

    # -- permutations -----------------------------------------------------------------------------

    def cell_permutation(self, state: Labels, move: str) -> Mapping[int, int]:
        """Return the permutation of the cells and of the values in reserve, as in `twisty`."""
        size = len(self.board)
        return {
            cell + value * size: cell + (value - number) % self.modulus * size
            for cell, number in self.additions[move].items()
            for value in range(self.modulus)
        }

    @cached_property
    def twisty(self) -> Twisty:
        """The same puzzle as permutations, with n points for each cell.

        Point c + k N stands for k more than the value of cell c, where N is the number of cells.
        """
        size = len(self.board)
        points = [
            (float(point % size), float(point // size)) for point in range(self.modulus * size)
        ]

        moves = {
            name: cycles_of(self.cell_permutation(self.goal, name))
            for name in self.additions
            if self._inverses[name] == name or not name.endswith("'")
        }
        return Twisty(
            Board(map(str, range(len(points))), points), self.arrangement(self.goal), moves
        )

    def arrangement(self, state: Labels) -> Labels:
        """Return the labels of all points of `twisty` in a position."""
        numbers = [int(label) for label in state]
        return tuple(
            self.values[(number + by) % self.modulus]
            for by in range(self.modulus)
            for number in numbers
        )

    def vertex_group(self, state: State) -> VertexGroup:
        """Return the group generated by the moves, as permutations of the points of `twisty`."""
        return self.twisty.vertex_group(self.arrangement(state))

    def move_to_frame(self, state: Labels, goal: Labels) -> Labels:
        """Return the position itself, because there is only one frame."""
        return state
