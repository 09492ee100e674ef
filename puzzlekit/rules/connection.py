"""Connection games: two players, each with two sides of the board to join by a chain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

from ..core.board import Board
from ..core.errors import NotationError, OptionError, listed
from ..core.values import Result, Touch
from .memory import overrides
from .position_text import read_number
from .rule_book import State
from .stones import EMPTY, SWAP, PieRule, put

PASS = "pass"


class Position(NamedTuple):
    """A position: the initial of a player on each cell, turns made, whether the seats swapped.

    `passes` are those in a row. `half` is the part of a turn that has been made already.
    """

    stones: str
    ply: int = 0
    swapped: bool = False
    passes: int = 0
    half: tuple[int, ...] = ()


class Connection(PieRule):
    """The base class of connection games: Hex, with what other games change in it.

    The first player joins the sides `goals[0]` of the board, the second `goals[1]`; who has
    done so wins. `links` is the board whose steps count in a chain, if that is another one.
    The second player may answer the first stone by a swap: the players exchange colours, and
    the opener goes on. Who cannot do anything passes; two passes in a row are a draw.

    A game overrides `places`, where the mover may put a stone, and `reach`, where a stone of
    the mover may go. The players need different initials.
    """

    family: ClassVar[str] = "connection game"
    kind = Position
    goals: ClassVar[Sequence[tuple[str, str]]] = (("bottom", "top"), ("left", "right"))

    def __init__(self, board: Board, *, links: Board | None = None, swap: bool = True) -> None:
        wanted = [side for goal in self.goals for side in goal]
        if missing := [side for side in wanted if side not in board.sides]:
            known = f"has only {listed(board.sides)}" if board.sides else "has none"
            raise OptionError(
                f"{self.name or type(self).__name__} joins sides of its board, which {known}, not "
                f"{missing[0]!r}; name the cells of each, as in Board(..., sides={{{missing[0]!r}: "
                "[...]}), or set `goals` to two pairs of sides that it has."
            )
        super().__init__(board)
        self.links, self.may_swap = links or board, swap
        self._steps = [frozenset(near) for near in self.links.neighbours]
        self._ends = [[frozenset(board.sides[side]) for side in goal] for goal in self.goals]
        self._stones_move = overrides(type(self), Connection, "reach")
        #: The moves and the result of the position asked for last: play asks for both again.
        self._listed: tuple[State, Sequence[str]] = None, ()
        self._judged: tuple[State, Result | None] = None, None

    # -- what a game changes ----------------------------------------------------------------------

    def places(self, state: State) -> Iterable[int]:
        """Return where the mover may put a stone: on every empty cell."""
        return [cell for cell, stone in enumerate(state.stones) if stone == EMPTY]

    def reach(self, state: State, source: int) -> Iterable[int]:
        """Return where a stone of the mover may go: nowhere."""
        return ()

    def moved(self, state: State, a: int, b: int) -> State:
        """Return the position after a stone has gone from a to b."""
        stones = put(put(state.stones, a, EMPTY), b, state.stones[a])
        return state._replace(stones=stones, ply=state.ply + 1, passes=0)

    # -- the rule book ----------------------------------------------------------------------------

    def moves(self, state: State) -> list[str]:
        """Return the stones that can be placed, those that can move, and a swap; else a pass."""
        return list(self._legal(state))

    def _legal(self, state: State) -> Sequence[str]:
        if self._listed[0] is not state:
            self._listed = state, self._list(state)
        return self._listed[1]

    def _list(self, state: State) -> Sequence[str]:
        if self.result(state) is not None:
            return ()
        names, own = self.board.cells, self.own(state)
        found = [names[cell] for cell in self.places(state)]
        for a, stone in enumerate(state.stones if self._stones_move else ()):
            if stone == own:
                found += [f"{names[a]}-{names[b]}" for b in self.reach(state, a)]
        if self.can_swap(state):
            found.append(SWAP)
        return found or [PASS]

    def after(self, state: State, move: str) -> State:
        """Return the position after a legal move."""
        if move == SWAP:
            return self.after_swap(state)
        if move == PASS:
            return state._replace(ply=state.ply + 1, passes=state.passes + 1)
        a, *rest = (self.board.index[name] for name in move.split("-"))
        if rest:
            return self.moved(state, a, rest[0])
        placed = put(state.stones, a, self.own(state))
        return state._replace(stones=placed, ply=state.ply + 1, passes=0, half=())

    def result(self, state: State) -> Result | None:
        """Return who has joined both sides, with the chain."""
        if self._judged[0] is not state:
            self._judged = state, self._judge(state)
        return self._judged[1]

    def _judge(self, state: State) -> Result | None:
        if state.half:
            return None
        for player, (start, end) in enumerate(self.goals):
            if chain := self._chain(state.stones, player):
                name, cells = self.players[player], self.board.cells
                text = f"{name} wins: a chain from {cells[chain[0]]} to {cells[chain[-1]]}"
                return Result(player ^ state.swapped, f"{text} joins {start} and {end}", chain)
        if state.passes >= 2:
            return Result(None, "A draw: both players had to pass")
        return None

    def _chain(self, stones: str, player: int) -> tuple[int, ...]:
        own = self.initials[player]
        cells = {cell for cell, stone in enumerate(stones) if stone == own}
        if not self._joined(cells, player):
            return ()
        start, end = (self.board.sides[side] for side in self.goals[player])
        return self.links.chain(cells.__contains__, start, end)

    def _joined(self, cells: set[int], player: int) -> bool:
        """Tell whether some of the cells join the sides of a player; quicker than a chain."""
        start, end = self._ends[player]
        if cells.isdisjoint(end):
            return False
        left, new = cells - start, list(cells & start)
        while new:
            reached = self._steps[new.pop()] & left
            left -= reached
            new += reached
        return not end.isdisjoint(cells - left)

    # -- what is said -----------------------------------------------------------------------------

    def prompt(self, state: State, touches: Sequence[Touch] = ()) -> str:
        """Return that a stone is to be placed, or where a chosen one may go."""
        if touches:
            return "Choose the point to which it goes"
        legal = self._legal(state)
        if not any(move not in (PASS, SWAP) for move in legal):
            return "You can only pass" if PASS in legal else ""
        return "Place a stone, or move one" if self.movable(state) else "Place a stone"

    def movable(self, state: State) -> bool:
        """Tell whether the mover can move a stone."""
        return any("-" in move for move in self._legal(state))

    def why_not(self, state: State, touches: Sequence[Touch], cell: int) -> str:
        """Return why a stone cannot go to a cell, or be chosen there."""
        side, own = self.owner(state, cell), self.own(state)
        if touches:
            return "That point is not empty" if side else "It cannot go there"
        if not side:
            return "No stone can be placed there now"
        if not self._stones_move or not self.movable(state):
            return "A stone lies there already"
        if not side.startswith(own):
            return f"That stone is {side}'s: choose one of yours"
        return "That stone cannot move now"

    # -- as text ----------------------------------------------------------------------------------

    def fields_of(self, state: State) -> Iterable[object]:
        """Return the plies made, `p1` after a pass, `hc3-d4` in a turn that began by `c3-d4`."""
        yield state.ply
        if state.passes:
            yield f"p{state.passes}"
        if state.half:
            yield "h" + "-".join(self.board.cells[cell] for cell in state.half)

    def parts_of(self, stones: str, side: str, *fields: str) -> Iterable[Any]:
        """Return plies, swap, passes and the half of a turn, from fields that may be empty."""
        plies, swapped = super().parts_of(stones, side, *fields)
        passes, half = 0, tuple[int, ...]()
        for field in filter(None, fields[1:]):
            if field[0] == "p":
                passes = read_number(field[1:], 0, "passes")
            elif field[0] == "h" and set(names := field[1:].split("-")) <= set(self.board.index):
                half = tuple(self.board.index[name] for name in names)
            else:
                raise NotationError(f"{field[:40]!r} means nothing here")
        return plies, swapped, passes, half

    # -- how it stands ----------------------------------------------------------------------------

    def missing(self, state: State, player: int) -> int | None:
        """Return how many stones more would join the sides of a player, or None if none would.

        >>> from puzzlekit import rhombus
        >>> class Small(Connection):
        ...     name = "Small"
        >>> rules = Small(rhombus(4, 4))
        >>> rules.missing(rules.play(rules.start(), "b2"), 0)
        3
        """
        own = self.initials[player]
        start, end = (self.board.sides[side] for side in self.goals[player])
        cost = {own: 0, EMPTY: 1}
        return self.links.distance(lambda cell: cost.get(state.stones[cell]), start, end)

    def status(self, state: State) -> Sequence[str]:
        """Say what each seat wants to join, and how much is missing."""
        lines = []
        for player, (start, end) in enumerate(self.goals):
            missing = self.missing(state, player)
            count = "cut off" if missing is None else f"{missing} missing"
            lines.append(f"{start} to {end}, {count}")
        return lines[::-1] if state.swapped else lines

    def evaluate(self, state: State, seat: int) -> float:
        """Return how many stones more the opponent needs than the seat."""
        far = len(self.board)
        ours, theirs = (self.missing(state, player ^ state.swapped) for player in (seat, 1 - seat))
        return float((far if theirs is None else theirs) - (far if ours is None else ours))


def crosscut(board: Board, stones: str, cell: int, own: str) -> bool:
    """Tell whether a stone on a cell would complete a block with one colour on each diagonal.

    >>> from puzzlekit import grid
    >>> crosscut(grid(2, 2), "BWW.", 3, "B"), crosscut(grid(2, 2), "BW..", 3, "B")
    (True, False)
    """
    for opposite, a, b in board.blocks[cell]:
        if stones[opposite] == own and stones[a] == stones[b] not in (own, EMPTY):
            return True
    return False
