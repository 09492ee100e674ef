"""The contract: what every plugin answers; `values` holds the small values it answers with.

A rule book never changes once made. A *state* is an immutable, hashable value; a
*move* is a word that can be shown, typed, saved and compared. A plugin is a class
derived from `Rules` (or from one of its kinds, which implement most of it) with five
required members: `start`, `legal_moves`, `apply` (or `play`), `result` and `pieces`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self, SupportsIndex

from ..core.board import Board, Cell
from ..core.errors import (
    FrameError,
    IllegalMoveError,
    LimitReachedError,
    OptionError,
    PluginError,
    can_be_shown,
    quoted,
    short_repr,
    shorten_path,
)
from ..core.numba_status import has_numba
from ..core.permutation import (
    Images,
    apply,
    identity,
    multiply,
    to_sympy,
    without_inverses,
)
from ..core.solid import Solid
from ..core.sparse import Sparse, dense
from ..core.values import Click, Piece, Question, Result, Summary
from .compiled import CompiledRules
from .description import Description
from .frames import FrameGraph, VertexGroup, walk_frames
from .notation import read_labels, write_labels
from .prompts import default_prompt, default_refusal
from .sides import seat_of_side, unknown_side
from .state_codec import pack, unpack
from .state_graph import MAX_NODES, reachable_graph
from .suggestions import suggestion

if TYPE_CHECKING:
    import networkx

State = Any  # any hashable value of the plugin's own


class Rules(Description, ABC):
    """A rule book: the base class of all plugins.

    The docstring of a plugin is its page of rules; its first line is shown on the card.
    """

    name: ClassVar[str] = ""
    family: ClassVar[str] = ""

    #: The side of each seat. Where an option is called `players`, so many of them, from the
    #: first on, take part: the class names them all, `__init__` keeps those of the game.
    players: tuple[str, ...] = ("Solver",)

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    motion: ClassVar[str] = "turn"

    board: Board

    #: The solid whose stickers are the cells of the board, in their order; it is shown in space.
    solid: Solid | None = None

    #: Places beside the board from which pieces come and to which they go.
    reserve: int = 0

    #: For the editor, where lines begin with a field of cells and one for who is to move: the
    #: letters that a cell can hold, in the order of clicks, and those of the sides.
    editor_letters: tuple[str, str] = ("", "")

    #: Plies after which a game that nobody has won is a draw; None if the rules end every game.
    max_plies: int | None = None

    #: Whether a game can end in a draw, so that one may be offered.
    can_draw: bool = True

    #: Levels of computer players that score less than 65 % against the next lower one (48 % against
    #: two of them, 38, 32 or 27 % against more), as matches have shown: who plays against one is
    #: told. See `puzzlekit.players.mcts_player.LEVELS`.
    equal_levels: tuple[str, ...] = ()

    #: What a position that comes again in a game means: "draw", "loss" of who repeats it, or
    #: "forbidden"; nothing if no position can come again. See `history`.
    repetition: ClassVar[str] = ""

    #: What a rule book made from a file depends on, as a digest; a save keeps it.
    fingerprint: ClassVar[str] = ""

    #: How it was set up, if it was loaded by a game ID: `puzzlekit.play.setup.Setup`.
    setup: Any = None

    #: Whether `play` is `apply` with a check, so that the check can be left out.
    _play_checks_apply: ClassVar[bool] = True

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        if "play" in vars(cls):
            cls._play_checks_apply = "apply" in vars(cls)

    @abstractmethod
    def start(self, rng: Random | None = None) -> State:
        """Return the published start, or with `rng` a random one where there are several."""

    @abstractmethod
    def legal_moves(self, state: State) -> list[str]:
        """Return the legal moves, always in the same order; none when a game is over."""

    @abstractmethod
    def result(self, state: State) -> Result | None:
        """Return how it ended, or None while it goes on."""

    @abstractmethod
    def pieces(self, state: State) -> Sequence[Piece | None]:
        """Return what each cell of the board shows, in the order of its cells."""

    # -- one of these two -------------------------------------------------------------------------

    def apply(self, state: State, move: str) -> State:
        """Return the state after a move that `legal_moves` has named: nothing is to be checked here.

        A plugin writes it, or `play` with a check of its own.
        """
        raise NotImplementedError(f"{type(self).__name__} defines neither apply nor play")

    def play(self, state: State, move: str) -> State:
        """Return the state after a move; raise `IllegalMoveError` if it is not legal."""
        if move not in self.legal_moves(state):
            raise self.illegal_move(state, move)
        return self.apply(state, move)

    # -- what a plugin may answer as well ---------------------------------------------------------

    def turn(self, state: State) -> int:
        """Return the seat (0, 1, ...) that moves next."""
        return 0

    def sides(self, state: State) -> Sequence[str]:
        """Return the side that each seat plays, which a swap may exchange."""
        return self.players

    def status(self, state: State) -> Sequence[str]:
        """Return a short line about each seat, such as its score."""
        return [""] * len(self.players)

    def question(self, state: State) -> Question | None:
        """Return what who moves is to be asked before playing on, such as whether to swap."""
        return None

    def summary(self, state: State) -> Summary | None:
        """Return a table that says how the seats compare, to be shown when it is over."""
        return None

    def prompt(self, state: State, touches: Sequence[Click] = ()) -> str:
        """Return what who moves is to do now, after some touches: a short sentence, no stop."""
        return default_prompt(self, state, touches)

    def explain_refusal(self, state: State, touches: Sequence[Click], cell: int) -> str:
        """Return why a cell cannot be touched now, after some touches, as `prompt` does."""
        return default_refusal(self, state, touches, cell)

    def clicks(self, move: str) -> Sequence[Click]:
        """Return the clicks that mean a move: by default the cells that its word names.

        A move without touches is shown as a button.
        """
        return [Click((cell,)) for cell in self.board.cells_named_in(move)]

    def click_sequences(self, state: State, move: str) -> Sequence[Sequence[Click]]:
        """Return all orders of clicks that mean a move; by default only that of `clicks`."""
        return [self.clicks(move)]

    def multi_moves(self, state: State) -> Mapping[int, Sequence[str]]:
        """Return cells where one click means several moves, one after the other.

        A cell where a move begins is not asked for: a click there means the move.
        """
        return {}

    def parse_move(self, state: State, text: str) -> str:
        """Return the move that a person means by a text, such as another spelling of it."""
        return text

    def goal_icon(self, state: State, seat: int) -> Mapping[int, Piece]:
        """Return a little picture for a seat, such as its aim: pieces on cells of the board."""
        return {}

    def cell_permutation(self, state: State, move: str) -> Mapping[int, int]:
        """Return where a move takes the content of each cell that it changes, as a bijection."""
        return {}

    def generators(self, state: State) -> dict[str, Images]:
        """Return the permutations of the position by name: by default those of its moves.

        The identity, repeats and inverses of earlier ones are left out.
        """
        found: dict[str, Mapping[int, int]] = {}
        seen: set[frozenset[tuple[int, int]]] = set()
        for move in self.legal_moves(state):
            carry = self.cell_permutation(state, move)
            if (key := frozenset(carry.items())) not in seen:
                seen.add(key)
                seen.add(frozenset((image, point) for point, image in carry.items()))
                found[move] = carry
        named = {self._images(carry): move for move, carry in reversed(found.items())}
        return {named[images]: images for images in without_inverses(reversed(named))}

    def sparse_generators(self, state: State) -> dict[str, Sparse]:
        """Return the `generators` as what they move, which a large board has room for."""
        return {name: Sparse.of(images) for name, images in self.generators(state).items()}

    def evaluate(self, state: State, seat: int) -> float:
        """Return how good the position is for a seat; higher is better, 0 is even."""
        return 0.0

    def repetition_key(self, state: State) -> Hashable:
        """Return what two states share that are the same position, for `repetition`.

        By default the state itself; one that counts the plies leaves the number out.
        """
        return state  # type: ignore[no-any-return]

    def encode(self, state: State) -> str:
        """Return a position as one line without blanks, `#`, `@`, `/` or dots.

        By default states of plain parts are packed; others raise `NotationError`.
        """
        return pack(state, self.board)

    def decode(self, line: str) -> State:
        """Return the position of a line; raise `NotationError` if it is none of this game."""
        return unpack(line, self.start(), self.board)

    def compiled_rules(self) -> CompiledRules | None:
        """Return the compiled fast path of the rule book, or None if it brings none."""
        return None

    # -- what follows from the answers ------------------------------------------------------------

    @property
    def unwrapped(self) -> Rules:
        """The author's rules, which may be wrapped in some that keep a history."""
        return self

    def apply_unchecked(self, state: State, move: str) -> State:
        """Return the state after a move that `legal_moves` has named, as quickly as it can be had."""
        return self.apply(state, move) if self._play_checks_apply else self.play(state, move)

    def outcome(self, state: State) -> Result | None:
        """Return `result` with the seat that won, which `result` may name by its side.

        Raises `PluginError` for a name that is none of the `sides`.
        """
        result = self.result(state)
        if result is None or not isinstance(result.winner, str):
            return result
        sides = self.sides(state)
        if (seat := seat_of_side(result.winner, sides)) is None:
            raise PluginError(f"{self.name}: {unknown_side(result.winner, sides)}")
        return result._replace(winner=seat)

    @cached_property
    def compiled(self) -> CompiledRules | None:
        """The fast path, made once; None if there is none or numba cannot be used."""
        if type(self).compiled_rules is Rules.compiled_rules or not has_numba():
            return None
        found = self.compiled_rules()
        if found is None:
            return None
        if not isinstance(found, CompiledRules):
            raise TypeError(
                f"compiled_rules() returns {short_repr(found)}; expected a CompiledRules or None"
            )
        return found.checked(len(self.players))

    def permutation(self, state: State, move: str) -> Images:
        """Return which permutation of the cells, and of the reserve after them, a move is."""
        return self._images(self.cell_permutation(state, move))

    def _images(self, carry: Mapping[int, int]) -> Images:
        places = range(len(self.board) + self.reserve)
        images = list(places)
        for point, image in carry.items():
            if point in places:
                images[point] = image
        return tuple(images)

    def group(self, state: State) -> Any:
        """Return the group that acts on the position, as a sympy `PermutationGroup`."""
        from sympy.combinatorics import Permutation, PermutationGroup

        found = [to_sympy(images) for images in self.generators(state).values()]
        return PermutationGroup(found or [Permutation(len(self.board) + self.reserve - 1)])

    def is_game(self) -> bool:
        """Tell whether several players play (a game) or one person solves (a puzzle)."""
        return len(self.players) > 1

    def __repr__(self) -> str:
        board = getattr(self, "board", None)  # there is none while the rule book is being made
        known = self.setup and shorten_path(self.setup.id)
        return f"<{self.name or type(self).__name__}: {known or f'{len(board or ())} cells'}>"

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Pickle rules that were loaded as how they were set up: by their game ID."""
        if self.setup is None:
            return super().__reduce_ex__(protocol)
        return type(self.setup).rule_book, (self.setup,)

    def __copy__(self) -> Self:
        """Return a copy with the same attributes, which pickling would load again."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        return other

    def _repr_svg_(self) -> str:
        """Return a picture of the start, which notebooks show."""
        from ..ui.svg import picture  # late: rules import nothing else of the user interface

        return picture(self, self.start())

    def illegal_move(self, state: State, move: str) -> IllegalMoveError:
        """Return the error to raise for a move that the rules do not allow here."""
        legal, meant = self.legal_moves(state), quoted(move, 40)
        if not legal:
            return IllegalMoveError(f"{meant} cannot be played: there are no moves here.")
        board = getattr(self, "board", None)
        cells = board.index if board is not None else ()
        return IllegalMoveError(
            f"{meant} is not a legal move here; {suggestion(move, legal, cells)}"
        )


def check_labels(name: str, labels: Iterable[str]) -> None:
    """Raise `OptionError` for a label that cannot be shown; the empty one is nothing."""
    for label in labels:
        if not isinstance(label, str):
            right = "" if label is None else str(label)
            raise OptionError(f"{name} has the label {label!r}, which is no text; write {right!r}.")
        if label and not label.isspace() and not can_be_shown(label):
            raise OptionError(f"{name} has the label {quoted(label)}, which cannot be shown.")


def _labels(state: State) -> bool:
    return isinstance(state, tuple) and all(isinstance(label, str) for label in state)


#: Cells of a large board, and how many are looked at in a random walk there.
WIDE, MAX_WALK = 1_000, 5_000_000


def walk_length(cells: int, looks: int) -> int:
    """Return the steps of a random walk on a board, each of which looks at so many cells."""
    return 20 * cells if cells <= WIDE else min(20 * cells, MAX_WALK // looks)


class Puzzle(Rules):
    """A puzzle of labelled pieces: a board, and the label that each cell shows at the goal.

    A state is the tuple of the labels of all cells. The empty label is an empty cell, and equal
    labels are equal pieces. A subclass writes `legal_moves` and `cell_permutation`, and `frame` if it is not the
    empty cells that decide which moves are legal.

    Args:
        board: The board.
        goal: The label of each cell when it is solved.
        start: The published start; by default the goal, so that a game begins with a scramble.
        pieces: How labels look; a label without an entry is a tile that shows it.
        free: Cells that may show anything when it is solved.

    Raises `OptionError` for labels that cannot be shown or that do not fit the board.

    >>> from puzzlekit import grid, order
    >>> class Frog(Puzzle):
    ...     name = "Frog"
    ...     def legal_moves(self, state):
    ...         hole = state.index("")
    ...         return [f"{i}" for i in range(len(state)) if 1 <= abs(i - hole) <= 2]
    ...     def cell_permutation(self, state, move):
    ...         return {int(move): state.index(""), state.index(""): int(move)}
    >>> frog = Frog(grid(4, 1), ["1", "2", "3", ""])
    >>> frog.play(frog.start(), "1")
    ('1', '', '3', '2')
    >>> order(frog)
    6
    """

    goal: tuple[str, ...]
    piece_by_label: Mapping[str, Piece]
    free: frozenset[int] = frozenset()

    #: Other names that people may type, each with the word of moves that it means.
    aliases: Mapping[str, str] = MappingProxyType({})
    solved = Result(0, "Solved")
    _needs_hole: ClassVar[bool] = False

    def __init__(
        self,
        board: Board,
        goal: Sequence[str],
        *,
        start: Sequence[str] | None = None,
        pieces: Mapping[str, Piece] | None = None,
        free: Iterable[Cell] = (),
    ) -> None:
        self.board = board
        self.goal = tuple(goal)
        self.first = self.goal if start is None else tuple(start)
        self.piece_by_label = pieces or {}
        self.free = frozenset(map(board.number, free))
        title = self.name or type(self).__name__
        if odd := sorted(self.free - set(range(len(board)))):
            raise OptionError(
                f"{title} has the free cell {odd[0]}, but its cells are 0 to {len(board) - 1}."
            )
        for what, labels in (("goal", self.goal), ("start", self.first)):
            check_labels(title, labels)
            if len(labels) != len(board):
                raise OptionError(
                    f"{title} needs one label for each of its {len(board)} cells, but its {what} "
                    f'has {len(labels)}; the label of an empty cell is "".'
                )
        if self._needs_hole and "" not in self.goal:
            raise OptionError(f'{title} needs a hole, or nothing can move; its label is "".')
        if surplus := Counter(self.first) - Counter(self.goal):
            raise OptionError(
                f"{title} needs the same labels at the start and at the goal; the start has "
                f"{quoted(min(surplus))} more often than the goal."
            )

    def start(self, rng: Random | None = None) -> State:
        """Return the published start, or with `rng` a random one that can be solved."""
        return self.first if rng is None else self.scramble(rng)

    def apply(self, state: State, move: str) -> State:
        """Return the arrangement after a legal move, which `cell_permutation` describes."""
        return apply(self.permutation(state, move), state)

    def result(self, state: State) -> Result | None:
        """Return the result once each cell that matters shows what it does at the goal."""
        if not self.free:
            return self.solved if state == self.goal else None
        shown = enumerate(zip(state, self.goal, strict=True))
        right = all(label == wanted or cell in self.free for cell, (label, wanted) in shown)
        return self.solved if right else None

    def pieces(self, state: State) -> Sequence[Piece | None]:
        """Return the piece of each label."""
        return [
            self.piece_by_label.get(label) or (Piece("tile", "plain", label) if label else None)
            for label in state
        ]

    def encode(self, state: State) -> str:
        """Return the labels of all cells; states that are none are packed."""
        return write_labels(state, self.goal) if _labels(state) else super().encode(state)

    def decode(self, line: str) -> State:
        """Return the arrangement of labels that a line lists: the pieces of the goal."""
        return read_labels(line, self.goal) if _labels(self.goal) else super().decode(line)

    def is_allowed(self, state: State) -> bool:
        """Return whether an arrangement of the pieces may occur."""
        return True

    @property
    def ends_at_goal(self) -> bool:
        """Whether `goal` and `free` decide what is solved, and not a `result` of a subclass."""
        return type(self).result is Puzzle.result

    # -- frames -----------------------------------------------------------------------------------

    def frame(self, state: State) -> Hashable:
        """Return the part of a state that decides which moves are legal, and what they do.

        Positions with the same frame must have the same legal moves, the same `cell_permutation` of each, and
        lead to the same frames. By default it is the empty cells.
        """
        return tuple([cell for cell, label in enumerate(state) if label == ""])

    @property
    def has_proved_frames(self) -> bool:
        """Whether the moves follow the frames by construction, so that nothing is to be checked."""
        return False

    @cached_property
    def frame_graph(self) -> FrameGraph:
        """The frames that can be reached from the goal."""
        return FrameGraph(self, self.goal)

    def vertex_group(self, state: State) -> VertexGroup:
        """Return the group of the closed walks from the frame of a position.

        Raises `LimitReachedError` if there are too many frames, and `FrameError` if the moves do not
        follow the frames.
        """
        graph = self.frame_graph.with_frame_of(state)
        graph.check(state)
        return graph.vertex_group(graph.index[self.frame(state)])

    def generators(self, state: State) -> dict[str, Images]:
        """Return the generators of the `vertex_group` as images of all cells."""
        found = self.vertex_group(state).generators
        return dict(zip(found, dense(list(found.values())), strict=True))

    def sparse_generators(self, state: State) -> dict[str, Sparse]:
        """Return the generators of the `vertex_group`."""
        return dict(self.vertex_group(state).generators)

    def solve_frame(self, state: State, goal: State) -> State | None:
        """Return what a position becomes after moves to the frame of another one.

        The vertex group there tells which arrangements can follow. None if no moves lead there.
        Raises `LimitReachedError` if no moves lead back, so that the group does not tell.
        """
        graph = self.frame_graph.with_frame_of(state)
        graph.check(state)
        source, target = graph.index[self.frame(state)], graph.index.get(self.frame(goal))
        walk = None if target is None else graph.walk(source, target)
        if target is None or walk is None:
            return None
        if source not in graph.component(target):
            raise LimitReachedError(
                f"{self.name}: no moves lead back to the frame of this position."
            )
        return walk_frames(walk, state)

    def predecessors(self, state: State) -> list[tuple[str, State]]:
        """Return the moves that lead to a state, each with the state that it comes from.

        By default those from the frames that can be reached from the goal.
        """
        return self.frame_graph.with_frame_of(state).predecessors(state)

    def has_all_predecessors(self, state: State) -> bool:
        """Return whether `predecessors` finds all states from which moves lead to the goal and a state.

        By default that is certain if moves lead from each frame to each other.
        """
        owner: Any = next(kind for kind in type(self).__mro__ if "predecessors" in vars(kind))
        if owner is not Puzzle:
            return (
                type(self).cell_permutation is owner.cell_permutation
            )  # it goes back by these permutations
        try:
            graph = self.frame_graph
            if not graph.is_strongly_connected or self.frame(state) not in graph.index:
                return False
            graph.check(state)
        except (LimitReachedError, FrameError):
            return False
        return True

    def inverse_move(self, move: str) -> str | None:
        """Return the move that undoes a move right after it, or None if there is none."""
        return None

    def all_moves(self) -> Collection[str]:
        """Return all moves that there are, legal now or not; none if that is not known."""
        return ()

    def schreier_graph(
        self, point: Cell | None = None, limit: int = MAX_NODES
    ) -> networkx.MultiDiGraph:
        """Return the positions that can be reached from the start, each move as a labelled edge.

        With a `point`, the cells to which the generators of the group can take what lies there.
        Raises `LimitReachedError` if there are more than `limit` positions.

        >>> from puzzlekit import load
        >>> graph = load("fifteen:2,height=2").schreier_graph()
        >>> len(graph), graph.number_of_edges()
        (12, 24)
        >>> sorted(load("fifteen:2,height=2").schreier_graph("a2"))
        ['a1', 'a2', 'b2']
        """
        start = self.start()
        if point is None:
            return reachable_graph(
                start,
                lambda state: [(m, self.play(state, m)) for m in self.legal_moves(state)],
                limit,
            )
        cells, index, cell = self.board.cells, self.board.index, self.board.number(point)
        if not 0 <= cell < len(cells):
            raise OptionError(f"There is no cell {cell}; cells are 0 to {len(cells) - 1}.")
        found = self.generators(start).items()
        return reachable_graph(
            cells[cell],
            lambda cell: [(name, cells[images[index[cell]]]) for name, images in found],
            limit,
        )

    def cayley_graph(self, limit: int = MAX_NODES) -> networkx.MultiDiGraph:
        """Return the elements of the group, as lists of images, and what generators make of them.

        An edge leads from g to gs, which is g followed by the generator s. Raises `LimitReachedError`
        if there are more than `limit` elements.

        >>> from puzzlekit import load
        >>> graph = load("fifteen:3,height=2").cayley_graph()
        >>> len(graph), {degree for _, degree in graph.out_degree()}
        (60, {2})
        """
        start = self.start()
        found = self.generators(start).items()
        return reachable_graph(
            identity(len(self.board) + self.reserve),
            lambda element: [(name, multiply(element, images)) for name, images in found],
            limit,
        )

    def random_predecessor(self, state: State, rng: Random) -> tuple[str, State] | None:
        """Return a random move that leads to a state, and the state it comes from, if any does."""
        steps = self.predecessors(state)
        return rng.choice(steps) if steps else None

    def random_walk(self, state: State, steps: int, rng: Random) -> Iterator[tuple[str, State]]:
        """Yield the steps of a random walk backwards: a move, and the state from which it leads on.

        A step straight back is drawn once more.
        """
        previous: Hashable = None
        for _ in range(steps):
            step = self.random_predecessor(state, rng)
            if step is not None and step[1] == previous:
                step = self.random_predecessor(state, rng)
            if step is None:
                return
            previous, state = state, step[1]
            yield step

    def scramble_walk(self, rng: Random) -> Iterator[tuple[str, State]]:
        """Yield the steps of a random walk back from the goal, to another state if possible.

        The walk has 20 steps a cell, fewer on boards so large that it would take long.
        """
        state = self.goal
        steps = walk_length(len(self.board), len(self.board))
        for _ in range(10):
            for step in self.random_walk(state, steps + rng.randrange(200, 202), rng):
                yield step
                state = step[1]
            if self.result(state) is None:
                break

    def scramble(self, rng: Random) -> State:
        """Return a random state from which the goal can be reached: the end of `scramble_walk`."""
        state = self.goal
        for step in self.scramble_walk(rng):
            state = step[1]
        return state
