"""Catchup, by Nick Bentley (2010)."""

from typing import Annotated, Literal, NamedTuple

from puzzlekit import (
    EMPTY,
    LargestRegions,
    NotationError,
    RegionGame,
    hexhex,
    place_stone,
    read_number,
    read_side,
)

DONE = "done"


class Position(NamedTuple):
    """Stones, who moves, what may still be placed, what has been, and the size to be beaten."""

    stones: str
    seat: int = 0
    left: int = 1
    placed: int = 0
    mark: int = 1


class Catchup(RegionGame):
    """Grow the largest group; who gets ahead gives the other a third stone.

    The board is a hexagon of hexagons, empty at first. White begins with one stone on any cell.
    From then on a turn puts one or two stones on empty cells, or up to three after a turn in which
    the opponent's largest group grew and is now at least as large as one's own. A first stone of
    its own does not count as growth.

    The game ends when the board is full. The player with the largest group wins; if these are
    equal, the second largest decides, and so on. The number of cells is odd, so that there are no
    draws.

    `c3` puts a stone; `done` ends a turn in which less has been placed than may be. Rows are
    lettered from the bottom, diagonals numbered from the left.

    The rules have been published in two forms: third=caught is the one above (iggamecenter.com),
    with third=record the third stone comes after a turn at whose end the largest group on the
    board, of either colour, is larger than at its beginning (2011, MindSports). MindSports has
    alternative rules too, suggested by Luis Bolaños Mures: with third=none there is no third stone,
    and two stones must leave the largest group on the board, of either colour, as large as it was.
    """

    name = "Catchup"
    family = "territory game"
    players = ("White", "Black")
    kind = Position
    can_draw = False
    presets = {
        "5 a side": {},
        "4 a side": {"size": 4},
        "6 a side": {"size": 6},
        "7 a side": {"size": 7},
        "5 a side, records": {"third": "record"},
        "5 a side, quiet pairs": {"third": "none"},
    }

    def __init__(
        self,
        size: Annotated[int, range(2, 10)] = 5,
        third: Literal["caught", "record", "none"] = "caught",
    ):
        super().__init__(hexhex(size))
        self.size, self.third = size, third
        #: The size of the largest group of each player, of some stones.
        self.largest = LargestRegions(self.board, "WB")

    def turn(self, state):
        return state.seat

    def next_turn(self, stones, seat, mark):
        """Return the position in which the other player begins a turn."""
        sizes = self.largest(stones)
        own, other = sizes[seat], sizes[1 - seat]
        if self.third == "caught":
            ahead, onward = own > mark and own >= other, other
        else:
            ahead, onward = self.third == "record" and max(sizes) > mark, max(sizes)
        return Position(stones, 1 - seat, 3 if ahead else 2, 0, max(onward, 1))

    def legal_moves(self, state):
        names, stones = self.board.cells, state.stones
        if self.third == "none":
            found = [names[cell] for cell in self.open_cells(state)]
        else:  # the same without a list of cells between
            found = [name for name, stone in zip(names, stones, strict=True) if stone == EMPTY]
        return [*found, DONE] if state.placed and EMPTY in state.stones else found

    def open_cells(self, state):
        """Return the cells where a stone may be put: a second one often only where it is quiet."""
        cells = [cell for cell, stone in enumerate(state.stones) if stone == EMPTY]
        if self.third != "none" or not state.placed:
            return cells
        groups = self.regions(state)["WB"[state.seat]]
        group_at = {cell: number for number, group in enumerate(groups) for cell in group}
        near = self.board.neighbours

        def grown(cell):
            joined = {group_at[other] for other in near[cell] if other in group_at}
            return 1 + sum(len(groups[number]) for number in joined)

        return [cell for cell in cells if grown(cell) <= state.mark]

    def play(self, state, move):
        stones, seat, left, placed, mark = state
        if move == DONE and placed and EMPTY in stones:
            return self.next_turn(stones, seat, mark)
        cell = self.board.index.get(move)
        if cell is None or stones[cell] != EMPTY:
            raise self.illegal_move(state, move)
        if self.third == "none" and placed and cell not in self.open_cells(state):
            raise self.illegal_move(state, move)
        stones = place_stone(stones, cell, "WB"[seat])
        if left == 1 or (self.third == "none" and self.largest(stones)[seat] > mark):
            return self.next_turn(stones, seat, mark)
        return Position(stones, seat, left - 1, placed + 1, mark)

    def is_over(self, state):
        return EMPTY not in state.stones

    def encode_fields(self, state):
        return state.left, state.placed, state.mark

    def decode_fields(self, stones, side, left, placed, mark):
        seat, sizes = read_side(side, "WB"), self.largest(stones)
        beaten = sizes[seat] if self.third == "caught" else max(sizes)
        left = read_number(left, 2, "stones")
        most = 2 if self.third == "none" else 3
        if not 1 <= left <= most:
            raise NotationError(f"from 1 to {most} stones can be left to place, not {left}")
        placed = read_number(placed, 0, "stones")
        return seat, left, placed, read_number(mark, max(beaten, 1), "stones")

    def prompt(self, state, touches=()):
        if state.placed:
            if not self.open_cells(state):
                return "End the turn by done"
            return "Place another stone, or end by done"
        return "Place a stone" if state.left == 1 else f"Place up to {state.left} stones"

    def explain_refusal(self, state, touches, cell):
        if state.stones[cell] == EMPTY and cell not in self.open_cells(state):
            return "A second stone there would make a group larger than the largest"
        return super().explain_refusal(state, touches, cell)

    def status(self, state):
        texts = [f"largest {size}" for size in self.largest(state.stones)]
        if EMPTY in state.stones:
            texts[state.seat] += f", {'up to ' * (state.left > 1)}{state.left} to place"
        return texts

    @property
    def equal_levels(self):
        return ("master",) if self.size == 6 else ()

    def compiled_rules(self):
        from .fast import fast

        return fast(self)
