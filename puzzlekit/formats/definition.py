"""Puzzle definitions, the common representation for all file formats."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..core.errors import FormatError
from ..core.permutation import Images

if TYPE_CHECKING:
    from ..core.board import Board
    from ..core.values import Piece

#: Maximum numbers of cells and of moves in a puzzle from a file.
MAX_CELLS = 10_000
MAX_MOVES = 10_000

#: Rotations of the whole puzzle, as named by twsearch, and by PuzzleGeometry for the Pyraminx.
_ROTATION = re.compile(r"[xyz][2']?|[A-Z_]+v|[ulrb]v")


class PieceSet(NamedTuple):
    """A set of slots (an orbit) that exchange pieces. A slot has one cell per orientation.

    A twist by one moves each label of a piece to the next cell in its slot.
    """

    name: str
    slots: tuple[tuple[int, ...], ...]

    @property
    def twists(self) -> int:
        """The number of orientations of each piece."""
        return len(self.slots[0])


class PiecePattern(NamedTuple):
    """The content of the slots of a set.

    For each slot, `values` identifies the piece (equal pieces have equal values), `twists` is its
    twist, and `differ` is its number of distinguishable twists.
    """

    values: tuple[int, ...]
    twists: tuple[int, ...]
    differ: tuple[int, ...]


class Definition(NamedTuple):
    """A puzzle as data: the labels on the cells at the goal and at the start, and the moves.

    `begun` is the start if it differs from the goal. `free` cells may show any label in the solved
    position. `moves` and `rotations` (of the whole puzzle, which are not moves) map names to
    images, without inverses. A puzzle without moves is a sliding puzzle on the graph of its board.
    If `slides` is true, the puzzle has both moves and slides. `motion` overrides the animation.
    `aliases` maps names to sequences of moves, and `forbidden` maps cells to the labels that they
    must never show. `blocks` are sets of labels on pieces that are glued together: a move takes all
    or none of them. `turned` are cells whose pieces take part in a move but stay in place, such as
    the centre of a face. `sets` lists the piece sets if the file defines them, `patterns` their
    contents at the goal. `board` is None if the file has no layout. `cycles` are the moves as
    written, if these contain more information than the images, such as several steps along a path.
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
    patterns: tuple[PiecePattern, ...] = ()
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
    blocks: tuple[frozenset[str], ...] = ()
    turned: Mapping[str, frozenset[int]] = {}

    @property
    def start(self) -> tuple[str, ...]:
        """The labels on the cells at the start."""
        return self.begun or self.goal

    @property
    def sliding(self) -> bool:
        """True if the only moves are slides along the edges of the board."""
        return not self.moves

    def page(self, rules: str, hint: str = "Hint: {hint}", author: str = "By {author}.") -> str:
        """Return the rules (by default `rules`), followed by the hint and the author."""
        notes = [
            hint.format(hint=self.hint) if self.hint else "",
            author.format(author=self.author) if self.author else "",
        ]
        return "\n\n".join(filter(None, [self.rules.strip() or rules, *notes]))

    def fingerprint(self) -> str:
        """Return a short digest of everything that saved games depend on.

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
        if self.blocks:
            facts += (sorted(map(sorted, self.blocks)),)
        return sha256(repr(facts).encode()).hexdigest()[:16]


def is_rotation(name: str) -> bool:
    """Return whether a name stands for a rotation of the whole puzzle."""
    return _ROTATION.fullmatch(name) is not None


def refuse_rotations(definition: Definition, format: str) -> None:
    """Raise `FormatError` if the format interprets the name of a move as a rotation."""
    for name in definition.moves:
        if is_rotation(name):
            raise FormatError(
                f"{definition.name}: the move {name!r} would be read as a rotation of the puzzle; "
                f"rename it, or use a format other than {format}."
            )
