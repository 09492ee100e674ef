"""Twisty puzzles: named permutations of the cells, which may be made at any time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import ClassVar, cast

from ..core.board import Board, Cell
from ..core.errors import MAX_QUOTED, NotationError, OptionError, did_you_mean, listed, quoted
from ..core.permutation import Images, apply, from_cycles, inverse, moved, without_inverses
from ..core.values import Piece, Touch
from .rule_book import Puzzle, State, check_labels

Cycle = Iterable[Cell]


class Twisty(Puzzle):
    """A puzzle of permutations: a board, its goal, and the cycles of each move.

    Cells are given by numbers or names; what is in the first cell of a cycle goes to the
    second. The inverse of a move, where it differs, is added as `X'`. `handles` names
    the cells at whose middle a move is clicked, by default all that it moves; a move without
    any has a button. `forbidden` names labels that a cell may never show: a move that would
    lead there is not legal, while the group stays what it is.

    >>> from puzzlekit import ring
    >>> class Turn(Twisty):
    ...     def __init__(self):
    ...         super().__init__(ring(4), "abcd", {"L": [range(4)], "T": [(0, 1)]})
    >>> puzzle = Turn()
    >>> puzzle.moves(puzzle.start())
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
    ) -> None:
        self.board = board
        self.goal = tuple(goal)
        self.first = self.goal if start is None else tuple(start)
        self.pieces = pieces or {}
        for title, arrangement in (("goal", self.goal), ("start", self.first)):
            if len(arrangement) != len(board):
                raise OptionError(
                    f"{self.name or type(self).__name__} has {len(board)} cells, "
                    f"but its {title} names {len(arrangement)} pieces."
                )
        check_labels(self.name or type(self).__name__, self.goal)
        self.forbidden = {cell: frozenset(labels) for cell, labels in (forbidden or {}).items()}
        for title, arrangement in (("goal", self.goal), ("start", self.first)):
            if not self._allowed(arrangement):
                raise OptionError(
                    f"The {title} of {self.name or type(self).__name__} is itself forbidden; "
                    "allow it."
                )
        self.twists: dict[str, Images] = {}
        self._backs: dict[str, str] = {}
        self._touches: dict[str, tuple[Touch, ...]] = {}
        if not isinstance(moves, Mapping):
            raise OptionError(
                f"The moves of {self.name or type(self).__name__} are {repr(moves)[:MAX_QUOTED]}; "
                'they must be a dictionary of cycles by name, such as {"L": [(0, 1, 2)]}.'
            )
        for name, cycles in moves.items():
            self._add(name, cycles, handles or {})
        # Where each twist takes the piece of a cell from: the images of its inverse.
        self._sources = [self.twists[self._backs[name]] for name in self.twists]

    def _add(
        self, name: str, cycles: Iterable[Cycle], handles: Mapping[str, Iterable[Cell]]
    ) -> None:
        images = self._images_of(name, cycles)
        support = tuple(moved(images))
        cells = tuple(map(self.board.number, handles.get(name, support)))
        touches = [(Touch(cells, variant),) if cells else () for variant in (0, 1)]
        back = inverse(images)
        other = name if back == images else name[:-1] if name.endswith("'") else name + "'"
        names = list(dict.fromkeys([name, other]))
        if taken := [each for each in names if each in self.twists]:
            raise OptionError(f"Two moves would be named {taken[0]}; rename one of them.")
        self.twists |= {name: images, other: back}
        self._touches |= {other: touches[1], name: touches[0]}
        self._backs |= {name: other, other: name}

    def _images_of(self, name: str, cycles: Iterable[Cycle]) -> Images:
        """Return the permutation of some cycles; say of a move what is wrong with them."""
        whole = self.name or type(self).__name__
        index, numbers = self.board.index, []
        given = list(cycles) if isinstance(cycles, Iterable) else [cycles]
        if isinstance(cycles, str) or any(isinstance(cycle, int | str) for cycle in given):
            shown = repr(cycles)[:MAX_QUOTED]
            right = f"[{shown}]" if isinstance(cycles, tuple | range) else f"[{tuple(given)}]"
            if isinstance(cycles, str | int):
                right = "[(0, 1, 2)]"
            raise OptionError(
                f"The move {name[:80]} of {whole} is {shown}, where a list of cycles is wanted; "
                f"write {right[:MAX_QUOTED]}."
            )
        for cycle in given:
            cells = [index.get(cell, cell) if isinstance(cell, str) else cell for cell in cycle]
            if unknown := [cell for cell in cells if isinstance(cell, str)]:
                raise OptionError(
                    f"The move {name[:80]} names {quoted(unknown[0])}, which is no cell of the "
                    f"board; the cells are {listed(index, 8)}.{did_you_mean(unknown[0], index)}"
                )
            names = Counter(cell for cell in cycle if isinstance(cell, str))
            if twice := [cell for cell, count in names.items() if count > 1]:
                raise OptionError(
                    f"The move {name[:80]} of {whole}: {repr(cycle)[:MAX_QUOTED]} is no cycle: "
                    f"{quoted(twice[0])} may stand in it only once."
                )
            numbers.append(cast("list[int]", cells))
        try:
            return from_cycles(numbers, len(self.board))
        except NotationError as error:
            raise OptionError(f"The move {name[:80]} of {whole}: {error}") from error
        except TypeError as error:
            raise OptionError(
                f"The move {name[:80]} of {whole} is {repr(given)[:MAX_QUOTED]}; cycles hold "
                "numbers or names of cells."
            ) from error

    def _allowed(self, state: Sequence[str]) -> bool:
        return all(state[cell] not in labels for cell, labels in self.forbidden.items())

    def _leads_on(self, state: State, move: str) -> bool:
        """Tell whether a twist leads to an arrangement that is allowed."""
        source = self.twists[self._backs[move]]
        return all(state[source[cell]] not in labels for cell, labels in self.forbidden.items())

    def start(self, rng: Random | None = None) -> State:
        """Return the published start, or with `rng` the end of a random walk from the goal."""
        return self.first if rng is None else self.scramble(rng)

    def state_of(self, line: str) -> State:
        """Return the arrangement that a line lists, unless it is forbidden."""
        state = super().state_of(line)
        if not self._allowed(state):
            raise NotationError("a cell shows what is forbidden there")
        return state

    def moves(self, state: State) -> list[str]:
        """Return all twists, but for those that lead to a forbidden arrangement."""
        if not self.forbidden:
            return list(self.twists)
        return [move for move in self.twists if self._leads_on(state, move)]

    def play(self, state: State, move: str) -> State:
        """Return the arrangement after a twist."""
        if move not in self.twists or not self._leads_on(state, move):
            raise self.illegal(state, move)
        return self.after(state, move)

    def after(self, state: State, move: str) -> State:
        """Return the arrangement after a twist that is allowed."""
        source = self.twists[self._backs[move]]
        return tuple([state[cell] for cell in source])

    def before(self, state: State) -> list[tuple[str, State]]:
        """Return the twists that lead to a state, each with the state it comes from."""
        found = [(move, apply(self.twists[self._backs[move]], state)) for move in self.twists]
        return [(move, source) for move, source in found if self._allowed(source)]

    def words(self) -> Collection[str]:
        """Return the names of all twists."""
        return self.twists

    def step_back(self, state: State, rng: Random) -> State:
        """Return the state before a random twist."""
        source = rng.choice(self._sources)
        before = tuple([state[cell] for cell in source])
        return before if self._allowed(before) else super().step_back(state, rng)

    def inverse_move(self, move: str) -> str | None:
        """Return the twist back, which may be the same twist."""
        return self._backs[move]

    def carry(self, state: State, move: str) -> Mapping[int, int]:
        """Return the cells that the twist moves."""
        images = self.twists[move]
        return {cell: images[cell] for cell in moved(images)}

    def generators(self, state: State) -> dict[str, Images]:
        """Return the twists without their inverses, whatever the position."""
        kept = without_inverses(self.twists.values())
        names = {images: name for name, images in reversed(self.twists.items())}
        return {names[images]: images for images in kept}

    def prompt(self, state: State, touches: Sequence[Touch] = ()) -> str:
        """Return that a part is to be turned."""
        return "Turn a part"

    def touches(self, move: str) -> Sequence[Touch]:
        """Return the handle of the twist; its inverse is the second variant there."""
        return self._touches[move]
