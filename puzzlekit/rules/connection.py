"""Connection games for two players, who each try to connect two sides of the board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ..core.board import Board
from ..core.errors import NotationError, OptionError, join_names
from ..core.translation import _, ngettext, translate
from ..core.values import Click, Result
from .base import State
from .forbidden_2x2_patterns import ForbiddenBlocks, block_texts
from .frames import is_standard
from .position_notation import read_number
from .stone_game import EMPTY, PASS, SWAP, PieRule, place_stone

if TYPE_CHECKING:
    from .compiled import CompiledRules


#: The members that the compiled rules implement. A game that overrides one of them is not compiled.
_COMPILED = (
    *("kind", "turn", "own_stone", "can_swap", "after_swap", "legal_moves", "apply", "play"),
    *("result", "places", "reach", "moved"),
)

#: The values of `step_condition`: no condition, an adjacent stone, or membership in a connected
#: group with stones of both colours.
STEP_CONDITIONS = ("none", "beside", "mixed")

#: The members that the compiled evaluation implements.
_EVALUATION = ("count_missing_stones", "evaluate")


class Position(NamedTuple):
    """The stone on each cell, the number of turns made, and whether the players have swapped.

    `passes` counts consecutive passes. `half` is the step already made in an unfinished turn.
    """

    stones: str
    ply: int = 0
    swapped: bool = False
    passes: int = 0
    half: tuple[int, ...] = ()


class ConnectedSides:
    """A callable that finds a chain of one colour between two sides.

    The last result is cached, since moves of the other colour do not change it.

    >>> from puzzlekit import grid
    >>> joined = ConnectedSides(grid(3, 2), (0, 3), (2, 5), "B", "W")
    >>> joined("B.BBBW"), joined("BB.WBB")
    ((), (0, 1, 4, 5))
    """

    def __init__(
        self, links: Board, start: Collection[int], end: Collection[int], own: str, other: str
    ) -> None:
        self._links, self._own, self._other = links, own, other
        self._start, self._end = tuple(start), frozenset(end)
        adjacency = zip(links.neighbours, links.sources, strict=True)
        self._linked = [frozenset(to + back) for to, back in adjacency]
        self._min_stones = links.distance(lambda cell: 1, self._start, self._end) or 0
        self._last: tuple[str, tuple[int, ...]] = "", ()

    def __call__(self, stones: str) -> tuple[int, ...]:
        """Return the cells of a chain, or an empty tuple."""
        stones = stones.replace(self._other, EMPTY)
        if self._last[0] != stones:
            self._last = stones, self._connecting_chain(stones)
        return self._last[1]

    def _connecting_chain(self, stones: str) -> tuple[int, ...]:
        own = self._own
        if stones.count(own) < self._min_stones:
            return ()
        queue = [cell for cell in self._start if stones[cell] == own]
        seen = set(queue)
        for cell in queue:
            for near in self._linked[cell]:
                if stones[near] == own and near not in seen:
                    seen.add(near)
                    queue.append(near)
        if self._end.isdisjoint(seen):
            return ()
        return self._links.chain(seen.__contains__, self._start, self._end)


class Connection(PieRule[Position]):
    """The base class of connection games. The default is Hex. Subclasses override these settings.

    The first player wins by connecting the sides `goals[0]` of the board, the second by connecting
    `goals[1]`. `links` is the board whose edges connect a chain, if that differs from `board`. The
    second player may answer the first stone with a swap: the players exchange colours, and the
    first player moves next. A player without a legal move passes; two passes in a row are a draw.

    `forbidden` lists patterns of 2 x 2 blocks that must not exist after a turn. If `steps` is a
    board, a turn may first move a stone along one of its edges. `step_condition` restricts which
    stones may move: "beside" requires an adjacent stone, and "mixed" requires that the stone
    belongs to a connected group with stones of both colours. Games defined by these settings alone
    are compiled. Other games run as Python; they override `places`, the cells where the mover may
    place a stone, or `reach`, the cells to which a stone may move. The players' names need
    different initials.
    """

    family: ClassVar[str] = "connection game"
    kind = Position
    goals: ClassVar[Sequence[tuple[str, str]]] = (("bottom", "top"), ("left", "right"))

    #: Patterns that no 2 x 2 block changed by a turn may match after the turn, written as two
    #: rows: X is the mover's stone, O the opponent's, . an empty cell, - anything but X. Rotations
    #: and reflections count, too.
    forbidden: ClassVar[Sequence[str]] = ()

    def __init__(
        self,
        board: Board,
        *,
        links: Board | None = None,
        steps: Board | None = None,
        step_condition: str = "none",
        swap: bool = True,
    ) -> None:
        pairs = (self.players, self.goals, *(self.goals or ()))
        if any(not isinstance(pair, Sequence) or len(pair) != 2 for pair in pairs):
            raise OptionError(
                f"{self.name or type(self).__name__} is a connection game: `players` must name two "
                "players, and `goals` a pair of sides for each."
            )
        wanted = [side for goal in self.goals for side in goal]
        if missing := [side for side in wanted if side not in board.sides]:
            known = f"has only {join_names(board.sides)}" if board.sides else "has none"
            raise OptionError(
                f"{self.name or type(self).__name__} needs the side {missing[0]!r}, but its board "
                f"{known}; name the cells of each side, as in Board(..., sides={{{missing[0]!r}: "
                "[...]}), or set `goals` to two pairs of sides that the board has."
            )
        super().__init__(board)
        for name, other in (("links", links), ("steps", steps)):
            if other is not None and getattr(other, "cells", ()) != board.cells:
                raise OptionError(
                    f"`{name}` must be a board of the same {len(board)} cells, in the same order, "
                    "as the board of the game."
                )
        self.links, self.may_swap = links or board, swap
        if step_condition not in STEP_CONDITIONS:
            names = join_names(STEP_CONDITIONS)
            raise OptionError(f"`step_condition` must be one of {names}, not {step_condition!r}.")
        self.steps, self.step_condition = steps, step_condition
        self._stones_move = steps is not None or type(self).reach is not Connection.reach
        if step_condition != "none" and not self._stones_move:
            raise OptionError(
                f"step_condition={step_condition!r} needs `steps`, the board along whose edges "
                "stones may step."
            )
        self._is_standard = is_standard(self, Connection, _COMPILED)
        first, second = tuple(self.initials)
        self._joined = [
            ConnectedSides(self.links, board.sides[start], board.sides[end], own, other)
            for (start, end), own, other in zip(
                self.goals, (first, second), (second, first), strict=True
            )
        ]
        self.forbidden_blocks = {
            own: ForbiddenBlocks(board, block_texts(self.forbidden, own, other), own, self.initials)
            for own, other in ((first, second), (second, first))
        }

    # -- overridable rules ------------------------------------------------------------------------

    def places(self, state: State) -> Iterable[int]:
        """Return the cells where the mover may place a stone without making a forbidden block."""
        blocks = self.forbidden_blocks[self.own_stone(state)]
        return blocks.cells_that_end_turn(state.stones, state.half)

    def reach(self, state: State, source: int) -> Iterable[int]:
        """Return the cells to which a stone may step so that a legal placement remains."""
        stones, own = state.stones, state.stones[source]
        if self.steps is None or state.half:
            return ()
        if not meets_step_condition(self.board, stones, source, self.step_condition):
            return ()
        lifted, blocks = place_stone(stones, source, EMPTY), self.forbidden_blocks[own]
        return [
            cell
            for cell in self.steps.neighbours[source]
            if stones[cell] == EMPTY
            and blocks.may_end_turn(place_stone(lifted, cell, own), (source, cell))
        ]

    def moved(self, state: State, a: int, b: int) -> State:
        """Return the position after a stone has moved from a to b."""
        stones = place_stone(place_stone(state.stones, a, EMPTY), b, state.stones[a])
        if self.steps is not None:
            return state._replace(stones=stones, half=(a, b))
        return state._replace(stones=stones, ply=state.ply + 1, passes=0)

    def compiled_rules(self) -> CompiledRules | None:
        """Return the compiled rules if the settings alone define the game, else None."""
        boards = [board for board in (self.board, self.links, self.steps) if board is not None]
        simple = not any(board.arcs for board in boards)
        if not self._is_standard or not simple:
            return None
        from .connection_tables import build_default_rules

        return build_default_rules(self, is_standard(self, Connection, _EVALUATION))

    # -- rules ------------------------------------------------------------------------------------

    def legal_moves(self, state: State) -> list[str]:
        """Return the placements, the steps and the swap, or a pass if there are none."""
        if self.result(state) is not None:
            return []
        names, own = self.board.cells, self.own_stone(state)
        moves = [names[cell] for cell in self.places(state)]
        for a, stone in enumerate(state.stones if self._stones_move else ()):
            if stone == own:
                moves += [f"{names[a]}-{names[b]}" for b in self.reach(state, a)]
        if self.can_swap(state):
            moves.append(SWAP)
        return moves or [PASS]

    def can_swap(self, state: State) -> bool:
        """Return whether the second player may swap: not in the middle of a turn."""
        return not state.half and super().can_swap(state)

    def apply(self, state: State, move: str) -> State:
        """Return the position after a legal move."""
        if move == SWAP:
            return self.after_swap(state)
        if move == PASS:
            return state._replace(ply=state.ply + 1, passes=state.passes + 1)
        cell = self.board.index.get(move)
        if cell is None:
            return self.moved(state, *self.board.cells_named_in(move))
        placed = place_stone(state.stones, cell, self.own_stone(state))
        return state._replace(stones=placed, ply=state.ply + 1, passes=0, half=())

    def result(self, state: State) -> Result | None:
        """Return the winner, with the chain that connects both sides."""
        if state.half:
            return None
        for player, (start, end) in enumerate(self.goals):
            if chain := self._joined[player](state.stones):
                cells = self.board.cells
                text = _(
                    "{name} wins: a chain from {first} to {last} joins {start} and {end}"
                ).format(
                    name=translate(self.players[player]),
                    first=cells[chain[0]],
                    last=cells[chain[-1]],
                    start=translate(start),
                    end=translate(end),
                )
                return Result(player ^ state.swapped, text, chain)
        if state.passes >= 2:
            return Result(None, _("A draw: both players had to pass"))
        return None

    # -- prompts ----------------------------------------------------------------------------------

    def prompt(self, state: State, clicks: Sequence[Click] = ()) -> str:
        """Return a prompt to place a stone, move one, or choose its target."""
        if clicks:
            return _("Choose where it goes") if self.steps is None else _("Choose where it steps")
        if state.half:
            return _("Now place a stone")
        legal = self.legal_moves(state)
        if {PASS, SWAP}.issuperset(legal):
            return _("You can only pass") if PASS in legal else ""
        if not self.can_move_a_stone(state):
            return _("Place a stone")
        if self.steps is None:
            return _("Place a stone, or move one")
        return _("Place a stone, or move one first")

    def can_move_a_stone(self, state: State) -> bool:
        """Return whether the mover can move a stone."""
        return not {PASS, SWAP, *self.board.cells}.issuperset(self.legal_moves(state))

    def explain_refusal(self, state: State, clicks: Sequence[Click], cell: int) -> str:
        """Return the reason why a cell cannot be clicked to place, choose or move a stone."""
        side, own = self.owner(state, cell), self.own_stone(state)
        if clicks:
            return _("That point is taken") if side else _("That stone cannot go there")
        if not side:
            return _("No stone can be placed there now")
        if not self._stones_move or not self.can_move_a_stone(state):
            return _("That point is taken")
        if not side.startswith(own):
            return _("That stone is {side}'s: choose one of yours").format(side=side)
        return _("That stone cannot move now")

    # -- notation ---------------------------------------------------------------------------------

    def encode_fields(self, state: State) -> Iterable[object]:
        """Return the ply count, `p1` after a pass, and `hc3-d4` if a turn began with `c3-d4`."""
        yield state.ply
        if state.passes:
            yield f"p{state.passes}"
        if state.half:
            yield "h" + "-".join(self.board.cells[cell] for cell in state.half)

    def decode_fields(self, stones: str, side: str, *fields: str) -> Iterable[Any]:
        """Return the ply count, swap, passes and half turn from fields that may be empty."""
        plies, swapped = super().decode_fields(stones, side, *fields)
        passes, half = 0, tuple[int, ...]()
        for field in filter(None, fields[1:]):
            if field[0] == "p":
                passes = read_number(field[1:], 0, "passes")
            elif field[0] == "h" and (named := self.board.cells_named_in(field[1:])):
                half = tuple(named)
                if self._is_standard and not self._may_have_begun(stones, plies, swapped, half):
                    raise NotationError(f"{field[:40]!r} is not a step that can begin a turn")
            else:
                raise NotationError(f"{field[:40]!r} is not a valid field")
        return plies, swapped, passes, half

    def _may_have_begun(
        self, stones: str, plies: int, swapped: bool, half: tuple[int, ...]
    ) -> bool:
        """Return whether a turn can have begun with the step `half`, given the current stones."""
        if self.steps is None or len(half) != 2:
            return False
        (a, b), own = half, self.own_stone(Position(stones, plies, swapped))
        return b in self.steps.neighbours[a] and stones[a] == EMPTY and stones[b] == own

    # -- evaluation -------------------------------------------------------------------------------

    def count_missing_stones(self, state: State, player: int) -> int | None:
        """Return how many more stones a player needs to connect, or None if that is impossible.

        >>> from puzzlekit import rhombus
        >>> class Small(Connection):
        ...     name = "Small"
        >>> rules = Small(rhombus(4, 4))
        >>> rules.count_missing_stones(rules.play(rules.start(), "b2"), 0)
        3
        """
        own = self.initials[player]
        start, end = (self.board.sides[side] for side in self.goals[player])
        cost = {own: 0, EMPTY: 1}
        return self.links.distance(lambda cell: cost.get(state.stones[cell]), start, end)

    def status(self, state: State) -> Sequence[str]:
        """Return the goal of each seat, with the number of stones that it still needs."""
        lines = []
        counts = [self.count_missing_stones(state, player) for player in range(len(self.goals))]
        for (start, end), count in zip(self.goals, counts, strict=True):
            missing = None if count and 0 in counts else count  # only one player can be connected
            # Translators: The state of a player who can no longer connect two sides.
            text = _("cut off")
            if missing == 0:
                text = _("connected")
            elif missing is not None:
                text = ngettext("{count} stone short", "{count} stones short", missing)
            lines.append(f"{translate(start)}-{translate(end)} · {text.format(count=missing)}")
        return lines[::-1] if state.swapped else lines

    def evaluate(self, state: State, seat: int) -> float:
        """Return how many more stones the opponent needs than the given seat."""
        cut_off = len(self.board)
        ours, theirs = (
            self.count_missing_stones(state, player ^ state.swapped) for player in (seat, 1 - seat)
        )
        return float((cut_off if theirs is None else theirs) - (cut_off if ours is None else ours))


def meets_step_condition(board: Board, stones: str, source: int, word: str) -> bool:
    """Return whether a stone meets the condition `word` for a step; see `STEP_CONDITIONS`."""
    if word == "none":
        return True
    near, own, group = board.neighbours, stones[source], [source]
    if word == "beside":
        return any(stones[cell] != EMPTY for cell in near[source])
    for cell in group:
        if any(stones[other] not in (own, EMPTY) for other in near[cell]):
            return True
        group += [other for other in near[cell] if stones[other] == own and other not in group]
    return False


def makes_crosscut(board: Board, stones: str, cell: int, own: str) -> bool:
    """Return whether a stone would complete a crosscut, a block with one colour on each diagonal.

    >>> from puzzlekit import grid
    >>> makes_crosscut(grid(2, 2), "BWW.", 3, "B"), makes_crosscut(grid(2, 2), "BW..", 3, "B")
    (True, False)
    """
    for opposite, a, b in board.blocks[cell]:
        if stones[opposite] == own and stones[a] == stones[b] not in (own, EMPTY):
            return True
    return False
