"""The plugin contract: the base classes `Rules` and `Puzzle`.

A rules object is immutable. A *state* is an immutable, hashable value; a *move* is a string that
can be shown, typed, saved and compared. A plugin is a subclass of `Rules`, or of a subclass that
already implements most of the contract. Five members are required: `start`, `legal_moves`, `apply`
(or `play`), `result` and `pieces`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, SupportsIndex

from ..core import words
from ..core.board import Board, Cell
from ..core.errors import (
    FrameError,
    IllegalMoveError,
    LimitReachedError,
    MemberError,
    NotationError,
    OptionError,
    PluginError,
    can_be_shown,
    quoted,
    short_repr,
    shorten_path,
)
from ..core.numba_status import has_numba
from ..core.permutation import Images, apply, identity, multiply, to_sympy, without_inverses
from ..core.solid import Solid
from ..core.sparse_permutations import Sparse, dense
from ..core.translation import _
from ..core.values import Click, Level, Motion, Piece, Question, Repetition, Result, Summary
from .compiled import CompiledRules, as_compiled_rules
from .default_prompts import default_prompt, default_refusal
from .description import Description, seat_of_side, unknown_side, wrong_result
from .frames import FrameGraph, VertexGroup, is_standard, walk_frames
from .position_notation import read_labels, write_labels
from .similar_moves import suggestion
from .state_codec import pack, unpack

if TYPE_CHECKING:
    import networkx
    from typing_extensions import TypeVar  # with defaults, which Python 3.13 introduced

    StateT = TypeVar("StateT", default=Any)
else:
    from typing import TypeVar

    StateT = TypeVar("StateT")


#: The state of any game or puzzle: a hashable value, whose type the plugin chooses.
State = Any

#: The usual state of a puzzle: the label of each cell, or "" for an empty cell.
Labels = tuple[str, ...]


class Rules(Description, ABC, Generic[StateT]):
    """The base class of all plugins.

    The docstring of a plugin is its rule sheet; the first paragraph appears on the launcher card.
    Write `Rules[Position]` to tell type checkers that states have the class `Position`.
    """

    name: str = ""
    family: ClassVar[str] = ""

    #: The name of the side that each seat plays, such as "White". If an option called `players`
    #: sets the number of players, the class names all sides and `__init__` keeps the first ones.
    players: tuple[str, ...] = ("Solver",)

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    motion: ClassVar[Motion] = "turn"

    board: Board

    #: The solid to show in 3D; its stickers are the cells of the board, in the same order.
    solid: Solid | None = None

    #: Number of cells off the board that hold pieces before they enter or after they leave it.
    reserve: int = 0

    #: The letters that repeated clicks on a cell in the position editor cycle through, and those of
    #: the sides. Encoded positions must begin with the cells and the side to move.
    editor_letters: tuple[str, str] = ("", "")

    #: The number of plies after which the game is a draw; None if the rules end every game.
    max_plies: int | None = None

    #: True if a game can end in a draw, so that players may offer one.
    can_draw: bool = True

    #: Levels of computer players that are hardly stronger than the next lower level. In matches,
    #: they scored less than 65% against that level (48% in games for three players, and 38, 32 or
    #: 27% in games for four, five or six). Their opponents see a note. The levels are listed in
    #: `puzzlekit.core.values.LEVELS`.
    equal_levels: tuple[Level, ...] = ()

    #: The effect of repeating a position, which is "draw", "loss" (for the player who repeats it)
    #: or "forbidden"; empty if positions cannot repeat. See `puzzlekit.rules.game_with_history`.
    repetition: ClassVar[Repetition] = ""

    #: A digest of the file that defines the rules; stored in saves.
    fingerprint: ClassVar[str] = ""

    #: The `puzzlekit.play.setup.Setup`, if the rules were loaded from a game ID.
    setup: Any = None

    #: True if `play` only adds a check to `apply`, so that `apply` can be called directly.
    _play_checks_apply: ClassVar[bool] = True

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        if "play" in vars(cls):
            cls._play_checks_apply = "apply" in vars(cls)

    @abstractmethod
    def start(self, rng: Random | None = None) -> StateT:
        """Return the standard start, or a random one if `rng` is given and there are several."""

    @abstractmethod
    def legal_moves(self, state: StateT) -> list[str]:
        """Return the legal moves in a fixed order, or an empty list once a game is over."""

    @abstractmethod
    def result(self, state: StateT) -> Result | None:
        """Return the result, or None while the game is in progress."""

    @abstractmethod
    def pieces(self, state: StateT) -> Sequence[Piece | None]:
        """Return the piece on each cell of the board, with None for an empty cell."""

    # -- required: one of these two ---------------------------------------------------------------

    def apply(self, state: StateT, move: str) -> StateT:
        """Return the state after a legal move. This method need not check the move.

        A plugin defines either this method or `play`, which includes a check.
        """
        if type(self).play is Rules.play:
            raise NotImplementedError(f"{type(self).__name__} defines neither apply nor play")
        return self.play(state, move)

    def play(self, state: StateT, move: str) -> StateT:
        """Return the state after a move; raise `IllegalMoveError` if it is not legal."""
        if move not in self.legal_moves(state):
            raise self.illegal_move(state, move)
        return self.apply(state, move)

    # -- optional members -------------------------------------------------------------------------

    def turn(self, state: StateT) -> int:
        """Return the seat (0, 1, ...) that moves next."""
        return 0

    def sides(self, state: StateT) -> Sequence[str]:
        """Return the side that each seat plays, which a swap may change."""
        return self.players

    def status(self, state: StateT) -> Sequence[str]:
        """Return a short status for each seat, such as its score."""
        return [""] * len(self.players)

    def question(self, state: StateT) -> Question | None:
        """Return a question for the side to move, such as whether to swap, or None for none."""
        return None

    def summary(self, state: StateT) -> Summary | None:
        """Return a table that compares the seats at the end of the game, or None for no table."""
        return None

    def prompt(self, state: StateT, clicks: Sequence[Click] = ()) -> str:
        """Return a short prompt, without a full stop, for the next click after the given ones."""
        return default_prompt(self, state, clicks)

    def explain_refusal(self, state: StateT, clicks: Sequence[Click], cell: int) -> str:
        """Return the reason why a cell cannot be clicked now, in the same form as `prompt`."""
        return default_refusal(self, state, clicks, cell)

    def clicks(self, move: str) -> Sequence[Click]:
        """Return the clicks that make a move: by default, the cells that it names.

        A move without clicks is shown as a button.
        """
        return [Click((cell,)) for cell in self.board.cells_named_in(move)]

    def click_sequences(self, state: StateT, move: str) -> Sequence[Sequence[Click]]:
        """Return all sequences of clicks that make a move: by default, only `clicks`."""
        return [self.clicks(move)]

    def multi_moves(self, state: StateT) -> Mapping[tuple[int, ...], Sequence[str]]:
        """Map sequences of clicked cells to the series of moves that they make.

        A single move takes precedence if its clicks are the same or begin with the same cells.
        """
        return {}

    def parse_move(self, state: StateT, text: str) -> str:
        """Return the move that the user typed, possibly in an alternative notation."""
        return text

    def goal_icon(self, state: StateT, seat: int) -> Mapping[int, Piece]:
        """Return a small picture of a seat's goal, made of pieces on cells."""
        return {}

    def cell_permutation(self, state: StateT, move: str) -> Mapping[int, int]:
        """Return the permutation that a move makes: the target of each cell that it changes."""
        return {}

    def generators(self, state: StateT) -> dict[str, Images]:
        """Return generators of the group by name: by default, the permutations of the legal moves.

        Omit the identity, repeated permutations and inverses of earlier ones.
        """
        named: dict[Images, str] = {}
        seen: set[frozenset[tuple[int, int]]] = set()  # faster to compare than images of all cells
        for move in self.legal_moves(state):
            carry = self.cell_permutation(state, move)
            if (key := frozenset(carry.items())) not in seen:
                seen.add(key)
                seen.add(frozenset((image, point) for point, image in carry.items()))
                named.setdefault(self._images(carry), move)
        return {named[images]: images for images in without_inverses(named)}

    def sparse_generators(self, state: StateT) -> dict[str, Sparse]:
        """Return the `generators` in sparse form, for large boards."""
        return {name: Sparse.of(images) for name, images in self.generators(state).items()}

    def evaluate(self, state: StateT, seat: int) -> float:
        """Return the evaluation of the position for a seat: higher is better, and 0 is even."""
        return 0.0

    def repetition_key(self, state: StateT) -> Hashable:
        """Return a key that is equal for repetitions of the same position.

        By default, it is the state itself. If states count plies, the key must omit the count.
        """
        return state

    def encode(self, state: StateT) -> str:
        """Return a position as one line without spaces, `#`, `@`, `/` or dots.

        The default encodes states made of strings, numbers, tuples and sets, and raises
        `NotationError` for other states.
        """
        return pack(state, self.board)

    def decode(self, line: str) -> StateT:
        """Return the position encoded in a line; raise `NotationError` if it is invalid."""
        state: StateT = unpack(line, self.start(), self.board)
        return state

    def compiled_rules(self) -> CompiledRules | None:
        """Return the compiled version of the rules, or None if there is none."""
        return None

    # -- derived members --------------------------------------------------------------------------

    @property
    def unwrapped(self) -> Rules:
        """The plugin's own rules, without the wrapper that keeps the history."""
        return self

    def apply_unchecked(self, state: StateT, move: str) -> StateT:
        """Return the state after a legal move, without checking it."""
        return self.apply(state, move) if self._play_checks_apply else self.play(state, move)

    def outcome(self, state: StateT) -> Result | None:
        """Return `result` with the winner as a seat, even if the plugin names a side.

        Raises `PluginError` if it is not a `Result` or the winner is not one of the `sides`.
        """
        result: Any = self.result(state)  # plugins can return anything
        if result is None:
            return None
        if not isinstance(result, Result):
            text, advice = wrong_result(result, is_game=self.is_game())
            raise MemberError(f"result(state) {text}; {advice}", "result")
        if not isinstance(result.winner, str):
            return result
        sides = self.sides(state)
        if (seat := seat_of_side(result.winner, sides)) is None:
            raise PluginError(f"{self.name}: {unknown_side(result.winner, sides)}")
        return result._replace(winner=seat)

    @property
    def compiled(self) -> CompiledRules | None:
        """The compiled rules, built once, or None if there are none or numba is unavailable."""
        if type(self).compiled_rules is Rules.compiled_rules or not has_numba():
            return None
        return self.checked_compiled_rules

    @cached_property
    def checked_compiled_rules(self) -> CompiledRules | None:
        """The return value of `compiled_rules`, checked; `compiled` is None without numba."""
        compiled = self.compiled_rules()
        return None if compiled is None else as_compiled_rules(compiled).checked(len(self.players))

    def permutation(self, state: StateT, move: str) -> Images:
        """Return the permutation that a move makes of the cells and the reserve, in this order."""
        return self._images(self.cell_permutation(state, move))

    def _images(self, carry: Mapping[int, int]) -> Images:
        places = range(len(self.board) + self.reserve)
        images = list(places)
        for point, image in carry.items():
            if point in places:
                images[point] = image
        return tuple(images)

    def group(self, state: StateT) -> Any:
        """Return the group that acts on the position, as a SymPy `PermutationGroup`."""
        from sympy.combinatorics import Permutation, PermutationGroup

        generators = [to_sympy(images) for images in self.generators(state).values()]
        return PermutationGroup(generators or [Permutation(len(self.board) + self.reserve - 1)])

    def is_game(self) -> bool:
        """Return whether this is a game for several players rather than a puzzle."""
        return len(self.players) > 1

    def __repr__(self) -> str:
        board = getattr(self, "board", None)  # missing during __init__
        known = self.setup and shorten_path(self.setup.id)
        return f"<{self.name or type(self).__name__}: {known or f'{len(board or ())} cells'}>"

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Pickle only the setup if the rules were loaded from a game ID."""
        if self.setup is None:
            return super().__reduce_ex__(protocol)
        return type(self.setup).load_rules, (self.setup,)

    def __copy__(self) -> Self:
        """Return a copy with the same attributes. The default method would reload the plugin."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        return other

    def _repr_svg_(self) -> str:
        """Return a picture of the start for notebooks."""
        from ..ui.svg import picture  # late: rules import nothing else of the user interface

        return picture(self, self.start())

    def illegal_move(self, state: StateT, move: str) -> IllegalMoveError:
        """Return the error to raise for an illegal move."""
        legal, meant = self.legal_moves(state), short_repr(move)
        if not legal:
            return IllegalMoveError(f"{meant} cannot be played: there are no legal moves here.")
        board = getattr(self, "board", None)
        cells = board.index if board is not None else ()
        return IllegalMoveError(
            f"{meant} is not a legal move here; {suggestion(str(move), legal, cells)}"
        )


def check_labels(name: str, what: str, labels: Sequence[str], cells: int) -> None:
    """Raise `OptionError` for a label that cannot be displayed, or a wrong number of labels."""
    for label in labels:
        if not isinstance(label, str):
            right = "" if label is None else str(label)
            raise OptionError(f"{name} has the label {label!r}; labels must be text: {right!r}.")
        if label and not label.isspace() and not can_be_shown(label):
            raise OptionError(f"{name} has the label {quoted(label)}, which cannot be displayed.")
    if len(labels) != cells:
        raise OptionError(
            f"{name} needs one label for each of its {cells} cells, but its {what} has "
            f'{len(labels)}; the label of an empty cell is "".'
        )


def check_move_name(name: str, move: str, taken: Collection[str]) -> None:
    """Raise `OptionError` for a move name that is not a word, or one of the `taken` names."""
    if not isinstance(move, str) or move.split() != [move]:
        raise OptionError(
            f"{name} has the move {short_repr(move)}; the name of a move must be a word without "
            "blanks."
        )
    if move in taken:
        raise OptionError(f"Two moves would be named {move}; rename one of them.")


def checked_moves(rules: Rules, state: State) -> list[str]:
    """Return the legal moves; raise `MemberError` if a game has neither moves nor a result."""
    moves = rules.legal_moves(state)
    if len(moves) == 0 and rules.is_game() and rules.outcome(state) is None:
        raise dead_end_error(rules, state)
    return moves


def dead_end_error(rules: Rules, state: State) -> MemberError:
    """Return the error for a position of a game with neither moves nor a result."""
    try:
        position = rules.encode(state)
    except NotationError:
        position = short_repr(state)
    moves = list(rules.legal_moves(state))  # raises TypeError for None, which is another fault
    return MemberError(
        f"legal_moves(state) is {moves}, but result(state) is None at {position}; "
        "return a move in this position, such as 'pass', or a Result.",
        "legal_moves",
    )


def is_label_tuple(state: State) -> bool:
    """Return whether a state is a tuple of labels."""
    return isinstance(state, tuple) and all(isinstance(label, str) for label in state)


def known_labels(rules: Puzzle) -> Labels:
    """Return the labels at the goal or, because blocks must search for theirs, at the start."""
    own = vars(rules)  # plugins need not set `first`
    labels: Labels | None = own.get("goal") or own.get("first")
    return labels or rules.goal


#: On boards with more cells than this, random walks examine at most `MAX_WALK` cells.
LARGE_BOARD_CELLS, MAX_WALK = 1_000, 5_000_000


def walk_length(cells: int, cells_per_step: int) -> int:
    """Return the length of a random walk whose steps examine `cells_per_step` cells each."""
    return 20 * cells if cells <= LARGE_BOARD_CELLS else min(20 * cells, MAX_WALK // cells_per_step)


#: Default maximum number of nodes in a graph (about 100 MB).
MAX_NODES = 50_000


def reachable_graph(
    start: Any, steps: Callable[[Any], Iterable[tuple[str, Any]]], limit: int
) -> networkx.MultiDiGraph:
    """Return the graph reachable from a start; raise `LimitReachedError` beyond `limit` nodes."""
    import networkx

    graph = networkx.MultiDiGraph()
    graph.add_node(start)
    queue = [start]
    for node in queue:
        for move, reached in steps(node):
            if reached not in graph:
                if len(graph) >= limit:
                    raise LimitReachedError(
                        f"The graph has more than {limit:,} nodes; raise `limit` if you have "
                        "enough memory."
                    )
                queue.append(reached)
            graph.add_edge(node, reached, move=move)
    return graph


class Puzzle(Rules[Labels]):
    """A puzzle with labelled pieces, defined by a board and the label of each cell at the goal.

    A state is the tuple of the labels of all cells. An empty label marks an empty cell, and pieces
    with equal labels are interchangeable. A subclass defines `legal_moves` and
    `cell_permutation`, and `frame` if the legal moves depend on more than the empty cells.

    Args:
        board: The board.
        goal: The label of each cell in the solved position.
        start: The standard start. By default it is the goal, and solving begins with a scramble.
        pieces: The piece drawn for each label; by default, a tile that shows the label.
        free: Cells whose content does not matter in the solved position.

    Raises `OptionError` for labels that cannot be displayed or do not fit the board.

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

    free: frozenset[int] = frozenset()

    #: Extra names that users may type for sequences of moves, and for turns such as rotations.
    aliases: Mapping[str, str] = MappingProxyType({})
    notation: Collection[str] = ()
    #: Keys that make moves in the window while no text is being typed, such as `i` for `R`.
    keys: Mapping[str, str] = MappingProxyType({})
    solved = Result(0, _("Solved"))
    has_replaced_goal = False  # True in a copy with another goal, for which `result` is wrong
    _needs_hole: ClassVar[bool] = False
    _not_allowed: ClassVar[str] = "this arrangement of the pieces is not allowed"
    _proves_frames: ClassVar[bool]  # set in a class whose own moves depend only on the frame

    def __init__(
        self,
        board: Board,
        goal: Sequence[str],
        *,
        start: Sequence[str] | None = None,
        pieces: Mapping[str, Piece] | None = None,
        free: Iterable[Cell] = (),
    ) -> None:
        title = self.name or type(self).__name__
        if not isinstance(board, Board):
            raise OptionError(f"{title} needs a `Board`, not {short_repr(board)}.")
        self.board = board
        self.goal = tuple(goal)
        self.first = self.goal if start is None else tuple(start)
        self.piece_by_label: Mapping[str, Piece] = pieces or {}
        self.free = frozenset(map(board.number, free))
        check_labels(title, "goal", self.goal, len(board))
        check_labels(title, "start", self.first, len(board))
        if self._needs_hole and "" not in self.goal:
            raise OptionError(f'{title} needs a hole; give a cell the label "".')
        if surplus := Counter(self.first) - Counter(self.goal):
            raise OptionError(
                f"{title} needs the same labels at the start and at the goal; the start has "
                f"{quoted(min(surplus))} more often than the goal."
            )

    def start(self, rng: Random | None = None) -> Labels:
        """Return the standard start, or a random solvable position if `rng` is given."""
        return self.first if rng is None else self.scramble(rng)

    def read_notation(self, line: str) -> str:
        """Return a typed line, without comments, as a word in the notation of `core.words`."""
        return line

    def write_notation(self, word: words.Word) -> str:
        """Return a word as a line that `read_notation` can read."""
        return words.write(word, {*self.all_moves(), *self.aliases})

    def write_scramble(self, word: words.Word) -> str:
        """Return a word as competitions write scrambles, by default in the same notation."""
        return self.write_notation(word)

    def expand_word(self, word: words.Word) -> list[str]:
        """Return the moves of a word whose names are moves or belong to the `notation`."""
        return words.expand(word, self.inverse_move)

    def apply(self, state: Labels, move: str) -> Labels:
        """Return the position after a legal move, as `cell_permutation` describes it."""
        return apply(self.permutation(state, move), state)

    def result(self, state: Labels) -> Result | None:
        """Return `solved` once all cells that are not `free` match the goal."""
        if not self.free:
            return self.solved if state == self.goal else None
        cells = enumerate(zip(state, self.goal, strict=True))
        return self.solved if all(a == b or i in self.free for i, (a, b) in cells) else None

    def pieces(self, state: Labels) -> Sequence[Piece | None]:
        """Return the piece on each cell, chosen by its label."""
        return [
            self.piece_by_label.get(label) or (Piece("tile", "plain", label) if label else None)
            for label in state
        ]

    def encode(self, state: Labels) -> str:
        """Return the labels of all cells; encode other states as in `Rules.encode`."""
        known = known_labels(self)
        return write_labels(state, known) if is_label_tuple(state) else super().encode(state)

    def decode(self, line: str) -> Labels:
        """Return the arrangement encoded in a line, which must be allowed."""
        if not is_label_tuple(known := known_labels(self)):
            return super().decode(line)
        state = read_labels(line, known)
        if not self.is_allowed(state):
            raise NotationError(self._not_allowed)
        return state

    def is_allowed(self, state: Labels) -> bool:
        """Return whether an arrangement of the pieces is allowed."""
        return True

    @property
    def goal_defines_solved(self) -> bool:
        """Return whether `goal` and `free` define the solved positions, rather than `result`."""
        return self.has_replaced_goal or type(self).result is Puzzle.result

    def frame(self, state: Labels) -> Hashable:
        """Return the part of a state that decides which moves are legal and what they do.

        Positions with the same frame must have the same legal moves, with the same
        `cell_permutation`, leading to the same frames. By default, the frame is the empty cells.
        """
        return tuple([cell for cell, label in enumerate(state) if label == ""])

    @cached_property
    def has_proved_frames(self) -> bool:
        """True if moves depend only on the frame by construction, so no check is needed."""
        kinds = (kind for kind in type(self).__mro__ if "_proves_frames" in vars(kind))
        return any(is_standard(self, kind) for kind in kinds)

    @cached_property
    def frame_graph(self) -> FrameGraph:
        """The frames that can be reached from the goal."""
        return FrameGraph(self, self.goal)

    def vertex_group(self, state: Labels) -> VertexGroup:
        """Return the group generated by the closed walks from the frame of a position.

        Raises `LimitReachedError` if there are too many frames, and `FrameError` if positions with
        the same frame have different moves.
        """
        graph = self.frame_graph.with_frame_of(state)
        graph.check(state)
        return graph.vertex_group(graph.index[self.frame(state)])

    def generators(self, state: Labels) -> dict[str, Images]:
        """Return the generators of the `vertex_group` as images of all cells."""
        sparse = self.vertex_group(state).generators
        return dict(zip(sparse, dense(list(sparse.values())), strict=True))

    def sparse_generators(self, state: Labels) -> dict[str, Sparse]:
        """Return the generators of the `vertex_group`."""
        return dict(self.vertex_group(state).generators)

    def move_to_frame(self, state: Labels, goal: Labels) -> Labels | None:
        """Return the position after moving to the frame of `goal`, or None if that is impossible.

        The vertex group of that frame then decides which arrangements are reachable. Raises
        `LimitReachedError` if no moves lead back, because reachability then depends on more than
        the group.
        """
        if self.has_proved_frames and self.frame(state) == self.frame(goal):
            return state
        graph = self.frame_graph.with_frame_of(state)
        graph.check(state)
        source, target = graph.index[self.frame(state)], graph.index.get(self.frame(goal))
        if target is None or (walk := graph.walk(source, target)) is None:
            return None
        if source not in graph.component(target):
            raise LimitReachedError(f"{self.name}: no moves lead back to the frame of this state.")
        return walk_frames(walk, state)

    def predecessors(self, state: Labels) -> list[tuple[str, Labels]]:
        """Return the moves that lead to a state, each with the preceding state.

        By default, consider only states whose frames can be reached from the goal.
        """
        return self.frame_graph.with_frame_of(state).predecessors(state)

    def has_all_predecessors(self, state: Labels) -> bool:
        """Return whether a backward search with `predecessors` finds all states.

        By default, it does if the frame graph is strongly connected.
        """
        owner: Any = next(kind for kind in type(self).__mro__ if "predecessors" in vars(kind))
        if owner is not Puzzle:
            return type(self).cell_permutation is owner.cell_permutation  # what it inverts
        with suppress(LimitReachedError, FrameError):
            graph = self.frame_graph
            if graph.is_strongly_connected and self.frame(state) in graph.index:
                graph.check(state)
                return True
        return False

    def inverse_move(self, move: str) -> str | None:
        """Return the move that undoes a given move, or None if there is none."""
        return None

    def all_moves(self) -> Collection[str]:
        """Return all moves that are legal in some position, or an empty collection if unknown."""
        return ()

    def schreier_graph(
        self, point: Cell | None = None, limit: int = MAX_NODES
    ) -> networkx.MultiDiGraph:
        """Return the graph of positions reachable from the start, with all legal moves as edges.

        If a cell `point` is given, return the Schreier graph of its orbit under the generators,
        without their inverses. Raises `LimitReachedError` if there are more than `limit` nodes.

        >>> from puzzlekit import load
        >>> graph = load("fifteen:2,height=2").schreier_graph()
        >>> len(graph), graph.number_of_edges()
        (12, 24)
        >>> sorted(load("fifteen:2,height=2").schreier_graph("a2"))
        ['a1', 'a2', 'b2']
        """
        start = self.start()
        if point is None:
            moves = self.legal_moves
            return reachable_graph(start, lambda s: [(m, self.play(s, m)) for m in moves(s)], limit)
        cells, index, cell = self.board.cells, self.board.index, self.board.number(point)
        generators = self.generators(start).items()
        return reachable_graph(
            cells[cell],
            lambda cell: [(name, cells[images[index[cell]]]) for name, images in generators],
            limit,
        )

    def cayley_graph(self, limit: int = MAX_NODES) -> networkx.MultiDiGraph:
        """Return the Cayley graph of the group. Its nodes are tuples of images.

        For each generator s, but not its inverse, an edge leads from g to gs, which is g followed
        by s. Raises `LimitReachedError` if there are more than `limit` elements.

        >>> from puzzlekit import load
        >>> graph = load("fifteen:3,height=2").cayley_graph()
        >>> len(graph), {degree for _, degree in graph.out_degree()}
        (60, {2})
        """
        generators = self.generators(self.start()).items()
        return reachable_graph(
            identity(len(self.board) + self.reserve),
            lambda element: [(name, multiply(element, images)) for name, images in generators],
            limit,
        )

    def random_predecessor(self, state: Labels, rng: Random) -> tuple[str, Labels] | None:
        """Return a random move to a state and the preceding state, or None if there is none."""
        steps = self.predecessors(state)
        return rng.choice(steps) if steps else None

    def random_walk(self, state: Labels, steps: int, rng: Random) -> Iterator[tuple[str, Labels]]:
        """Yield the steps of a random backward walk, each as a move and the preceding state.

        A step that undoes the previous one is redrawn once.
        """
        previous: Hashable = None
        for _step in range(steps):
            step = self.random_predecessor(state, rng)
            if step is not None and step[1] == previous:
                step = self.random_predecessor(state, rng)
            if step is None:
                return
            previous, state = state, step[1]
            yield step

    def scramble_walk(self, rng: Random) -> Iterator[tuple[str, Labels]]:
        """Yield the steps of a random backward walk from the goal; avoid ending at the goal.

        The walk has 20 steps per cell, or fewer on very large boards.
        """
        state = self.goal
        steps = walk_length(len(self.board), len(self.board))
        for _walk in range(10):
            for step in self.random_walk(state, steps + rng.randrange(200, 202), rng):
                yield step
                state = step[1]
            if self.result(state) is None:
                break

    def scramble(self, rng: Random) -> Labels:
        """Return a random solvable state: the end of `scramble_walk`."""
        return [self.goal, *(state for _, state in self.scramble_walk(rng))][-1]


def short_scramble(rules: Puzzle, rng: Random, moves: int) -> State:
    """Return the end of a random backward walk from the goal with the given number of moves.

    The walk never revisits a position and, where possible, avoids positions one move away from an
    earlier one. It ends early if it gets stuck.
    """
    state, visited = rules.goal, {rules.goal}
    for _step in range(moves):
        origins = dict.fromkeys(before for _move, before in rules.predecessors(state))
        candidates = [
            each for each in origins if each not in visited and rules.outcome(each) is None
        ]
        if not candidates:
            break
        rng.shuffle(candidates)
        others = visited - {state}
        apart = (
            each
            for each in candidates
            if not any(rules.apply_unchecked(each, m) in others for m in rules.legal_moves(each))
        )
        state = next(apart, candidates[0])
        visited.add(state)
    return state
