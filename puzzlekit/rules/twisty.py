"""Twisty puzzles: named permutations of the cells, which may be made at any time."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import ClassVar

from ..core.board import Board, Cell
from ..core.errors import NotationError, OptionError
from ..core.permutation import Images, apply, moved_points, without_inverses
from ..core.sparse import Sparse
from ..core.values import Click, Piece
from .base import Puzzle, State
from .frames import VertexGroup, is_standard, legal_predecessors
from .named_moves import Cycle, read_turns


class Twisty(Puzzle):
    """A puzzle of permutations: a board, its goal, and the cycles of each move.

    Cells are given by numbers or names; what is in the first cell of a cycle goes to the
    second. The inverse of a move, where it differs, is added as `X'`. `handles` names
    the cells at whose middle a move is clicked, by default all that it moves; a move without
    any has a button. `forbidden` names labels that a cell may never show: a move that would
    lead there is not legal. What the `free` cells show at
    the goal does not matter.

    >>> from puzzlekit import ring
    >>> class Turn(Twisty):
    ...     def __init__(self):
    ...         super().__init__(ring(4), "abcd", {"L": [range(4)], "T": [(0, 1)]})
    >>> puzzle = Turn()
    >>> puzzle.legal_moves(puzzle.start())
    ['L', "L'", 'T']
    >>> puzzle.play(puzzle.start(), "L")
    ('d', 'a', 'b', 'c')
    """

    family: ClassVar[str] = "twisty"

    def __init__(
        self,
        board: Board,
        goal: Sequence[str],
        moves: Mapping[str, Iterable[Cycle]],
        *,
        start: Sequence[str] | None = None,
        pieces: Mapping[str, Piece] | None = None,
        handles: Mapping[str, Iterable[Cell]] | None = None,
        forbidden: Mapping[int, Collection[str]] | None = None,
        free: Iterable[Cell] = (),
    ) -> None:
        super().__init__(board, goal, start=start, pieces=pieces, free=free)
        self.forbidden = {cell: frozenset(labels) for cell, labels in (forbidden or {}).items()}
        for title, arrangement in (("goal", self.goal), ("start", self.first)):
            if not self.is_allowed(arrangement):
                raise OptionError(
                    f"The {title} of {self.name or type(self).__name__} is itself forbidden; "
                    "allow it."
                )
        turns = read_turns(self.name or type(self).__name__, board, moves, handles or {})
        self.twists, self._backs, self._touches = turns
        # The inverse of each twist and its images, which say where the twist takes pieces from.
        self._undoing = [
            (self._backs[name], self.twists[self._backs[name]]) for name in self.twists
        ]
        # Labels forbidden at the same cells decide alike which moves are legal.
        cells: dict[str, list[int]] = {}
        for cell, labels in self.forbidden.items():
            for label in labels:
                cells.setdefault(label, []).append(cell)
        self._restricted = {label: tuple(where) for label, where in cells.items()}

    def is_allowed(self, state: State) -> bool:
        """Return whether no cell shows a label that is forbidden there."""
        return all(state[cell] not in labels for cell, labels in self.forbidden.items())

    def _leads_on(self, state: State, move: str) -> bool:
        source = self.twists[self._backs[move]]
        return all(state[source[cell]] not in labels for cell, labels in self.forbidden.items())

    def decode(self, line: str) -> State:
        """Return the arrangement that a line lists, unless it is forbidden."""
        state = super().decode(line)
        if not self.is_allowed(state):
            raise NotationError("a cell shows what is forbidden there")
        return state

    def legal_moves(self, state: State) -> list[str]:
        """Return all twists, but for those that lead to a forbidden arrangement."""
        if not self.forbidden:
            return list(self.twists)
        return [move for move in self.twists if self._leads_on(state, move)]

    def play(self, state: State, move: str) -> State:
        """Return the arrangement after a twist."""
        if move not in self.twists or not self._leads_on(state, move):
            raise self.illegal_move(state, move)
        return self.apply(state, move)

    def apply(self, state: State, move: str) -> State:
        """Return the arrangement after a twist that is allowed."""
        source = self.twists[self._backs[move]]
        return tuple([state[cell] for cell in source])

    def predecessors(self, state: State) -> list[tuple[str, State]]:
        """Return the twists that lead to a state, each with the state it comes from."""
        found = [(move, apply(self.twists[self._backs[move]], state)) for move in self.twists]
        allowed = [(move, source) for move, source in found if self.is_allowed(source)]
        return legal_predecessors(self, allowed, state)

    def all_moves(self) -> Collection[str]:
        """Return the names of all twists."""
        return self.twists

    def random_predecessor(self, state: State, rng: Random) -> tuple[str, State] | None:
        """Return a random twist and the state before it, if there are any."""
        if not self.twists or not self.has_proved_frames:
            return super().random_predecessor(state, rng)
        move, images = rng.choice(self._undoing)
        before = tuple([state[cell] for cell in images])
        return (move, before) if self.is_allowed(before) else super().random_predecessor(state, rng)

    def inverse_move(self, move: str) -> str | None:
        """Return the twist back, which may be the same twist."""
        return self._backs[move]

    def cell_permutation(self, state: State, move: str) -> Mapping[int, int]:
        """Return the cells that the twist moves."""
        images = self.twists[move]
        return {cell: images[cell] for cell in moved_points(images)}

    def permutation(self, state: State, move: str) -> Images:
        """Return the permutation of a twist."""
        return self.twists[move]

    def frame(self, state: State) -> Hashable:
        """Return where the labels lie that are forbidden somewhere: nothing if none are."""
        return tuple([self._restricted.get(label) for label in state]) if self.forbidden else ()

    @property
    def has_proved_frames(self) -> bool:
        """Whether the moves are those of this class."""
        return is_standard(self, Twisty)

    def vertex_group(self, state: State) -> VertexGroup:
        """Return the group of the twists, if all of them are always legal."""
        if self.forbidden or not self.has_proved_frames:
            return super().vertex_group(state)
        names = {images: name for name, images in reversed(self.twists.items())}
        kept = without_inverses(self.twists.values())
        return VertexGroup({names[images]: Sparse.of(images) for images in kept})

    def solve_frame(self, state: State, goal: State) -> State | None:
        """Return the position itself, if all twists are always legal."""
        free = self.has_proved_frames and not self.forbidden
        return state if free else super().solve_frame(state, goal)

    def prompt(self, state: State, touches: Sequence[Click] = ()) -> str:
        """Return that a part is to be turned."""
        return "Turn a part"

    def clicks(self, move: str) -> Sequence[Click]:
        """Return the handle of the twist; its inverse is the second variant there."""
        return self._touches[move]
