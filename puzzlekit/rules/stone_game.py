"""Board games, stone games (whose positions have one letter per cell) and the pie rule."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ..core.board import Board
from ..core.errors import NotationError
from ..core.translation import _, translate
from ..core.values import Click, Motion, Piece, Question, Result
from .base import Rules, State, StateT
from .default_prompts import next_clicks
from .position_notation import read_cells, read_plies, split_fields, write_cells

EMPTY, SWAP, PASS = ".", "swap", "pass"


class BoardGame(Rules[StateT]):
    """The base class of board games, for two players unless a subclass names more.

    A subclass sets `board` and defines the five required members and `turn`. If one letter per cell
    describes a position, `StoneGame` provides most of these members. Moves that name their cells
    (`c3` places a stone, `c3-f6` moves one) need no `clicks` and no `cell_permutation`. Placing a
    stone exchanges a cell with the mover's reserve; the reserves are numbered after the cells. A
    stone moved onto another stone captures it, and the captured stone goes to the next player's
    reserve. Without such a reserve, these moves are not animated.
    """

    family: ClassVar[str] = "board game"
    players: tuple[str, ...] = ("Black", "White")
    motion: ClassVar[Motion] = "slide"

    if not TYPE_CHECKING:  # for type checkers, an attribute that subclasses may set

        @cached_property
        def reserve(self) -> int:
            """The number of reserve cells, one per player."""
            return len(self.players)

    def cell_permutation(self, state: StateT, move: str) -> Mapping[int, int]:
        """Return the permutation of a move that places a stone, moves it or captures with it."""
        cells = self.board.cells_named_in(move)
        if len(cells) == 1:
            cells.append(len(self.board) + self.turn(state))
        if len(cells) != 2:
            return {}
        if cells[1] < len(self.board) and self.pieces(state)[cells[1]] is not None:
            cells.append(len(self.board) + (self.turn(state) + 1) % len(self.players))
        if max(cells) >= len(self.board) + self.reserve:
            return {}
        return dict(zip(cells, cells[1:] + cells[:1], strict=True))


class Stones(NamedTuple):
    """A letter for each cell, the number of plies made, and whether the players have swapped."""

    stones: str
    ply: int = 0
    swapped: bool = False


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    StonesT = TypeVar("StonesT", default=Stones)
else:
    StonesT = StateT


class StoneGame(BoardGame[StonesT]):
    """The base class of games with stones. The players' names need different initials.

    A position is a `Stones`, with `.` for an empty cell. A game begins with the stones `first`, or
    with an empty board. `piece_letters` maps each letter to a piece; by default, each player's
    initial is a stone in the colour of the player's name. A lower-case letter may stand for a
    variant of the same stone, such as one that is not fixed yet. A game defines `legal_moves`,
    `apply` and usually `result`; the class provides pieces, turns, notation and position editing. A
    game that overrides `start` must set `editor_letters` to allow editing.

    >>> from puzzlekit import grid
    >>> class Drop(StoneGame):
    ...     name = "Drop"
    ...     def legal_moves(self, state):
    ...         pairs = zip(self.board.cells, state.stones, strict=True)
    ...         return [cell for cell, stone in pairs if stone == "."]
    ...     def apply(self, state, move):
    ...         cell = self.board.index[move]
    ...         return Stones(place_stone(state.stones, cell, self.own_stone(state)), state.ply + 1)
    >>> rules = Drop(grid(3, 1))
    >>> state = rules.play(rules.start(), "b1")
    >>> rules.encode(state), rules.decode("1B1_W_1") == state, rules.pieces(state)[1].colour
    ('1B1_W_1', True, 'black')
    """

    #: The class of positions, a named tuple. Its first field must be `stones`, and the others
    #: need defaults. `turn`, `encode_fields` and `decode_fields` use the field `ply`.
    kind: type[StonesT] = Stones  # type: ignore[assignment]

    piece_letters: Mapping[str, Piece] = MappingProxyType({})

    #: True if the players can exchange colours.
    may_swap: bool = False

    def __init__(self, board: Board, first: Iterable[str] = "") -> None:
        self.board = board
        self.first = "".join(first) or EMPTY * len(board)
        self.initials = "".join(player[0] for player in self.players)
        self.piece_letters = self.piece_letters or {
            initial: Piece("stone", player.lower())
            for initial, player in zip(self.initials, self.players, strict=True)
        }
        # Without a reserve, stones are never added or removed, so a full board stays full.
        self.full = not self.reserve and EMPTY not in self.first
        if type(self).start is StoneGame.start and not self.editor_letters[0]:
            letters = EMPTY * (not self.full) + "".join(self.piece_letters)
            self.editor_letters = letters, self.initials

    def start(self, rng: Random | None = None) -> StonesT:
        """Return the initial position."""
        kind: Any = self.kind
        start: StonesT = kind(self.first)
        return start

    def turn(self, state: State) -> int:
        """Return the seat to move: seats alternate, and a swap counts as a turn."""
        seat: int = state.ply % len(self.players)
        return seat

    def own_stone(self, state: State) -> str:
        """Return the initial of the mover's colour."""
        return self.initials[self.turn(state)]

    def result(self, state: State) -> Result | None:
        """Return the result: by default, a player who cannot move loses (normal play)."""
        if self.legal_moves(state):
            return None
        winner = (self.turn(state) - 1) % len(self.players)
        side = translate(self.sides(state)[winner])
        return Result(winner, _("{winner} wins: no one else can move").format(winner=side))

    def pieces(self, state: State) -> Sequence[Piece | None]:
        """Return the piece on each cell, chosen by its letter."""
        return [self.piece_letters.get(stone) for stone in state.stones]

    def explain_refusal(self, state: State, clicks: Sequence[Click], cell: int) -> str:
        """Return the reason why a cell, such as an opponent's stone, cannot be clicked."""
        side, own = self.owner(state, cell), self.own_stone(state)
        following = next_clicks(self, state, clicks)[0]
        stones = {self.owner(state, at) for click in following for at in click.cells}
        if side and not side.startswith(own) and {each[:1] for each in stones} == {own}:
            return _("That stone is {side}'s: choose one of yours").format(side=translate(side))
        return super().explain_refusal(state, clicks, cell)

    def owner(self, state: State, cell: int) -> str:
        """Return the name of the colour of the stone on a cell, or an empty string."""
        stones = getattr(state, "stones", "")  # positions of a subclass may have no stones
        letter = stones[cell].upper() if stones else ""
        return next((name for name in self.players if name[0] == letter), "")

    def repetition_key(self, state: State) -> Hashable:
        """Return the position without its ply count, together with the seat to move."""
        counted = getattr(state, "ply", None) is not None
        return (state._replace(ply=0) if counted else state), self.turn(state)

    def encode(self, state: State) -> str:
        """Return the stones in rows, the initial of the colour to move and `encode_fields(state)`.

        Positions that are not of the class `kind` are encoded as in `Rules.encode`.
        """
        kind: Any = self.kind
        if type(state) is not kind:
            return super().encode(state)
        fields = map(str, self.encode_fields(state))
        return "_".join([write_cells(self.board, state.stones), self.own_stone(state), *fields])

    def decode(self, line: str) -> State:
        """Return the position encoded in a line. All fields except the stones are optional."""
        kind: Any = self.kind
        start = self.start()
        if not isinstance(start, kind):
            return super().decode(line)
        # Older versions of some games wrote the stones and the seat in packed form.
        if match := re.fullmatch("t2_~(.*)_([01])", line):
            line = f"{match[1]}_{self.initials[int(match[2])]}_{match[2]}"
        most = max(len(kind._fields), 2 + len(list(self.encode_fields(start))))
        cells, side, *fields = split_fields(line, most)
        stones = read_cells(self.board, cells, "".join(self.piece_letters))
        if self.full and EMPTY in stones:
            raise NotationError("every cell needs a stone")
        state: StonesT = kind(stones, *self.decode_fields(stones, side, *fields))
        return state

    def encode_fields(self, state: State) -> Iterable[object]:
        """Return the fields that follow the colour to move: by default, the plies made."""
        return (state.ply,)

    # For type checkers, the last two parameters accept any override, such as one with named fields.
    def decode_fields(self, stones: str, side: str, *fields: Any, **_named: Any) -> Iterable[Any]:
        """Return the fields of the position class after the stones, from strings that may be empty.

        The strings are `side`, the initial of the colour to move, and what `encode_fields` wrote.
        There are at least as many strings as fields. Raises `NotationError`.
        """
        return read_plies(side, fields[0], self.players, may_swap=self.may_swap)


class PieRule(StoneGame[StonesT]):
    """A mixin for the pie rule: the second player may answer the first turn with a swap.

    The players exchange colours, the stones stay as they are, and the first player moves next. A
    game adds `SWAP` to its moves if `can_swap` returns True, and applies it with `after_swap`.
    """

    may_swap = True

    def own_stone(self, state: State) -> str:
        """Return the initial of the mover's colour."""
        return self.initials[self.turn(state) ^ state.swapped]

    def sides(self, state: State) -> Sequence[str]:
        """Return the colour of each seat."""
        return self.players[::-1] if state.swapped else self.players

    def can_swap(self, state: State) -> bool:
        """Return whether the side to move may swap: only on the second ply."""
        return self.may_swap and state.ply == 1

    def after_swap(self, state: StonesT) -> StonesT:
        """Return the position after a swap."""
        before: Any = state
        after: StonesT = before._replace(ply=before.ply + 1, swapped=True)
        return after

    def question(self, state: State) -> Question | None:
        """Return a question that offers a swap, or None."""
        if not self.can_swap(state) or self.result(state) is not None:
            return None
        other, own = map(translate, self.players)
        text = _("Swap colours? You would play {other}, and {own} moves next.")
        return Question(
            text.format(other=other, own=own),
            {_("Swap"): SWAP},
            _("Play on as {side}").format(side=own),
        )


def place_stone(stones: str, cell: int, stone: str) -> str:
    """Return the stones with a stone placed on a cell.

    >>> place_stone("...", 1, "B")
    '.B.'
    """
    return stones[:cell] + stone + stones[cell + 1 :]


def permuted(stones: str, carry: Mapping[int, int]) -> str:
    """Return the stones moved by a permutation of cells.

    >>> permuted("BW.", {0: 1, 1: 2, 2: 0})
    '.BW'
    """
    changed = list(stones)
    for cell, to in carry.items():
        changed[to] = stones[cell]
    return "".join(changed)
