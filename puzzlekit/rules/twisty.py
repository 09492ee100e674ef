"""Twisty puzzles: named permutations of the cells that are always legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import ClassVar, NamedTuple, cast

from ..core.board import Board, Cell
from ..core.errors import (
    MAX_QUOTED,
    NotationError,
    OptionError,
    did_you_mean,
    join_names,
    quoted,
    short_repr,
)
from ..core.permutation import Images, apply, from_cycles, inverse, moved_points, without_inverses
from ..core.sparse_permutations import Sparse
from ..core.translation import _
from ..core.values import Click, Piece
from .base import Puzzle, State, check_move_name
from .frames import VertexGroup, legal_predecessors

Cycle = Iterable[Cell]


class NamedMoves(NamedTuple):
    """Named permutations, each with its inverse (the sources of all cells), its name and clicks."""

    twists: dict[str, Images]
    sources: dict[str, Images]
    inverses: dict[str, str]
    click_cells: dict[str, tuple[Click, ...]]


def parse_named_moves(
    whole: str,
    board: Board,
    moves: Mapping[str, Iterable[Cycle]],
    handles: Mapping[str, Iterable[Cell]],
) -> NamedMoves:
    """Return moves given as cycles, and their inverses `X'`. `whole` is the name of the puzzle."""
    if not isinstance(moves, Mapping):
        raise OptionError(
            f"The moves of {whole} are {repr(moves)[:MAX_QUOTED]}; "
            'they must be a dictionary that maps names to cycles, such as {"L": [(0, 1, 2)]}.'
        )
    parsed = NamedMoves({}, {}, {}, {})
    for name, cycles in moves.items():
        check_move_name(whole, name, parsed.twists)
        images = _images_of(whole, board, name, cycles)
        support = tuple(moved_points(images))
        cells = tuple(map(board.number, handles.get(name, support)))
        clicks = [(Click(cells, variant),) if cells else () for variant in (0, 1)]
        back = inverse(images)
        other = name if back == images else name[:-1] if name.endswith("'") else name + "'"
        check_move_name(whole, other, parsed.twists)
        parsed.twists.update({name: images, other: back})
        parsed.sources.update({name: back, other: images})
        parsed.click_cells.update({other: clicks[1], name: clicks[0]})
        parsed.inverses.update({name: other, other: name})
    return parsed


def _images_of(whole: str, board: Board, name: str, cycles: Iterable[Cycle]) -> Images:
    """Return the product of cycles; raise `OptionError`, naming the move, if they are invalid."""
    index, numbers = board.index, []
    given = list(cycles) if isinstance(cycles, Iterable) else [cycles]
    if isinstance(cycles, str) or any(isinstance(cycle, int | str) for cycle in given):
        shown = repr(cycles)[:MAX_QUOTED]
        suggested = f"[{shown}]" if isinstance(cycles, tuple | range) else f"[{tuple(given)}]"
        if isinstance(cycles, str | int):
            suggested = "[(0, 1, 2)]"
        raise OptionError(
            f"The move {name[:80]} of {whole} is {shown}, but must be a list of cycles; "
            f"write {suggested[:MAX_QUOTED]}."
        )
    for cycle in given:
        cells = [index.get(cell, cell) if isinstance(cell, str) else cell for cell in cycle]
        if unknown := [cell for cell in cells if isinstance(cell, str)]:
            raise OptionError(
                f"The move {name[:80]} names {quoted(unknown[0])}, which is not a cell of the "
                f"board; the cells are {join_names(index, 8)}.{did_you_mean(unknown[0], index)}"
            )
        names = Counter(cell for cell in cycle if isinstance(cell, str))
        if twice := [cell for cell, count in names.items() if count > 1]:
            raise OptionError(
                f"The move {name[:80]} of {whole}: {repr(cycle)[:MAX_QUOTED]} is not a cycle: "
                f"{quoted(twice[0])} occurs more than once."
            )
        numbers.append(cast("list[int]", cells))
    try:
        return from_cycles(numbers, len(board))
    except NotationError as error:
        raise OptionError(f"The move {name[:80]} of {whole}: {error}") from error
    except TypeError as error:
        raise OptionError(
            f"The move {name[:80]} of {whole} is {repr(given)[:MAX_QUOTED]}; cycles must contain "
            "cell numbers or cell names."
        ) from error


class Twisty(Puzzle):
    """A permutation puzzle, defined by a board, a goal and the cycles of each move.

    Cells are given as numbers or names. A cycle takes the content of its first cell to the second
    cell, and so on. The inverse of a move X, if it differs, is added as `X'`. Users click a move at
    the centre of its `handles`, by default all cells that it moves; a move without handles has a
    button. `forbidden` lists the labels that a cell may never show; moves that would break this are
    illegal. The content of the `free` cells does not matter in the solved position.

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
    _proves_frames = True
    _not_allowed = "a cell shows a label that is forbidden there"

    def __init__(
        self,
        board: Board,
        goal: Sequence[str],
        moves: Mapping[str, Iterable[Cycle]],
        *,
        start: Sequence[str] | None = None,
        pieces: Mapping[str, Piece] | None = None,
        handles: Mapping[str, Iterable[Cell]] | None = None,
        forbidden: Mapping[int, Collection[str]] | Mapping[str, Collection[str]] | None = None,
        free: Iterable[Cell] = (),
    ) -> None:
        super().__init__(board, goal, start=start, pieces=pieces, free=free)
        self.forbidden = {
            board.number(cell): frozenset(labels) for cell, labels in (forbidden or {}).items()
        }
        if unknown := frozenset[str]().union(*self.forbidden.values()).difference(self.goal):
            label = min(map(short_repr, unknown))
            raise OptionError(
                f"{self.name or type(self).__name__} forbids the label {label}, "
                "which is not in its goal; list labels of the goal."
            )
        for title, arrangement in (("goal", self.goal), ("start", self.first)):
            if not self.is_allowed(arrangement):
                raise OptionError(
                    f"The {title} of {self.name or type(self).__name__} shows a forbidden label; "
                    "change `forbidden`."
                )
        turns = parse_named_moves(self.name or type(self).__name__, board, moves, handles or {})
        self.twists, self._sources, self._inverses, self._clicks = turns
        #: The inverses of all twists, by name.
        self._inverse_twists = [*zip(self._inverses.values(), self._sources.values(), strict=True)]
        # Labels that are forbidden on the same cells have the same effect on legality.
        cells: dict[str, list[int]] = {}
        for cell, labels in self.forbidden.items():
            for label in labels:
                cells.setdefault(label, []).append(cell)
        self._restricted = {label: tuple(where) for label, where in cells.items()}

    def competition_scramble(self, rng: Random) -> str | None:
        """Return the random moves with which competitions scramble the goal, in notation.

        By default None: competitions use moves that lead to a random position.
        """
        return None

    def is_allowed(self, state: State) -> bool:
        """Return whether no cell shows a label that is forbidden there."""
        return all(state[cell] not in labels for cell, labels in self.forbidden.items())

    def legal_moves(self, state: State) -> list[str]:
        """Return all twists except those that lead to a forbidden position."""
        if not self.forbidden:
            return list(self.twists)
        return [
            move
            for move, source in self._sources.items()
            if all(state[source[cell]] not in labels for cell, labels in self.forbidden.items())
        ]

    def apply(self, state: State, move: str) -> State:
        """Return the position after a legal twist."""
        return tuple([state[cell] for cell in self._sources[move]])

    def predecessors(self, state: State) -> list[tuple[str, State]]:
        """Return the twists that lead to a state, each with the preceding state."""
        steps = [(move, apply(source, state)) for move, source in self._sources.items()]
        allowed = [(move, source) for move, source in steps if self.is_allowed(source)]
        return legal_predecessors(self, allowed, state)

    def all_moves(self) -> Collection[str]:
        """Return the names of all twists."""
        return self.twists

    def random_predecessor(self, state: State, rng: Random) -> tuple[str, State] | None:
        """Return a random twist and the preceding state, or None if all are forbidden."""
        if not self.twists or not self.has_proved_frames:
            return super().random_predecessor(state, rng)
        move, images = rng.choice(self._inverse_twists)
        before = tuple([state[cell] for cell in images])
        return (move, before) if self.is_allowed(before) else super().random_predecessor(state, rng)

    def inverse_move(self, move: str) -> str | None:
        """Return the inverse twist."""
        return self._inverses[move]

    def arrange_labels(self, line: str) -> str:
        """Return a list of labels in the order of the board, if it is in another known order."""
        return line

    def cell_permutation(self, state: State, move: str) -> Mapping[int, int]:
        """Return the permutation of the cells that the twist moves."""
        images = self.twists[move]
        return {cell: images[cell] for cell in moved_points(images)}

    def permutation(self, state: State, move: str) -> Images:
        """Return the permutation of a twist."""
        return self.twists[move]

    def frame(self, state: State) -> Hashable:
        """Return the positions of the labels that are forbidden somewhere."""
        return tuple([self._restricted.get(label) for label in state]) if self.forbidden else ()

    def vertex_group(self, state: State) -> VertexGroup:
        """Return the group of the twists or, if some can be illegal, that of the closed walks."""
        if self.forbidden or not self.has_proved_frames:
            return super().vertex_group(state)
        names = {images: name for name, images in reversed(self.twists.items())}
        generators = without_inverses(self.twists.values())
        return VertexGroup({names[images]: Sparse.of(images) for images in generators})

    def whole_rotations(self) -> list[Images]:
        """Return the permutations of the cells by rotations of the whole puzzle, if known."""
        return []

    def prompt(self, state: State, clicks: Sequence[Click] = ()) -> str:
        """Return a prompt to turn a part."""
        return _("Turn a part")

    def clicks(self, move: str) -> Sequence[Click]:
        """Return a click on the handle of the twist. An inverse twist is the second variant."""
        return self._clicks[move]
