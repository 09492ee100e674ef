"""The neutral form of a puzzle in a file: cells, labels and named permutations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..core.errors import FormatError
from ..core.permutation import Images, without_inverses

if TYPE_CHECKING:
    from ..core.board import Board
    from ..core.values import Piece

#: Cells that a puzzle from a file may have, and moves; more would make every step slow.
MAX_CELLS = 10_000
MAX_MOVES = 10_000

_ROTATION = re.compile(r"[xyz][2']?|[A-Z_]+v")


class PieceSet(NamedTuple):
    """A set of slots that exchange their pieces; a slot has one cell for each twist.

    A piece that is twisted by one takes what it shows from each cell of its slot to the next.
    """

    name: str
    slots: tuple[tuple[int, ...], ...]

    @property
    def twists(self) -> int:
        """How many ways there are to lie in a slot."""
        return len(self.slots[0])


class Definition(NamedTuple):
    """A puzzle as data: what each cell shows at the goal and at the start, and the moves.

    `begun` is the start where that is not the goal; what `free` cells show does not matter at
    the goal. `legal_moves` and `rotations` (of the whole
    puzzle, which are no moves) are image lists by name, without inverses; a puzzle without
    moves is a sliding puzzle on the graph of its board, and where it `slides` too pieces do both.
    `motion` says how they move where that is not usual. `aliases` are words for moves by name,
    `forbidden` the labels that a cell may never show, `sets` the pieces where the file tells of
    them, `board` is None where the file does not say how the puzzle looks. `cycles` is how moves
    are to be written where that says more than their images: several steps along a path.
    """

    name: str
    cells: tuple[str, ...]
    goal: tuple[str, ...]
    begun: tuple[str, ...] = ()
    moves: Mapping[str, Images] = {}
    rotations: Mapping[str, Images] = {}
    aliases: Mapping[str, str] = {}
    forbidden: Mapping[int, frozenset[str]] = {}
    sets: tuple[PieceSet, ...] = ()
    pieces: Mapping[str, Piece] = {}
    board: Board | None = None
    handles: Mapping[str, tuple[int, ...]] = {}
    rules: str = ""
    free: frozenset[int] = frozenset()
    slides: bool = False
    motion: str = ""
    author: str = ""
    hint: str = ""
    cycles: Mapping[str, Sequence[Sequence[int]]] = {}

    @property
    def start(self) -> tuple[str, ...]:
        """What each cell shows at the start."""
        return self.begun or self.goal

    @property
    def sliding(self) -> bool:
        """Whether pieces only slide along the edges of the board: there are no other moves."""
        return not self.moves

    def generators(self) -> dict[str, Images]:
        """Return the moves, without repeats and inverses of others."""
        names: dict[Images, str] = {}
        for name, images in self.moves.items():
            names.setdefault(images, name)
        return {names[images]: images for images in without_inverses(names)}

    def fingerprint(self) -> str:
        """Return a short digest of all that a saved game depends on.

        >>> Definition(name="A", cells=("a",), goal=("1",)).fingerprint()[:4]
        '427b'
        """
        from hashlib import sha256

        board = self.board if self.sliding or self.slides else None
        facts: tuple[object, ...] = (
            self.cells,
            self.goal,
            self.start,
            sorted(self.moves.items()),
            sorted((cell, sorted(labels)) for cell, labels in self.forbidden.items()),
            board and (board.edges, board.arcs),
        )
        if self.free:
            facts += (sorted(self.free),)
        return sha256(repr(facts).encode()).hexdigest()[:16]


def is_rotation(name: str) -> bool:
    """Tell whether a name means a turn of the whole puzzle, as twsearch reads names."""
    return _ROTATION.fullmatch(name) is not None


def refuse_rotations(definition: Definition, format: str) -> None:
    """Raise `FormatError` for a move that a format would read as a turn of the whole puzzle."""
    for name in definition.moves:
        if is_rotation(name):
            raise FormatError(
                f"{definition.name}: the move {name!r} would be read as a turn of the whole; "
                f"rename it, or write another format than {format}."
            )
