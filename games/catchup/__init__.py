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
    """The stones, the seat to move, stones left and placed in this turn, and the size to beat."""

    stones: str
    seat: int = 0
    left: int = 1
    placed: int = 0
    mark: int = 1


class Catchup(RegionGame):
    """Grow the largest group, but catching up gives your opponent a third stone.

    The board is a hexagon of hexagonal cells and starts empty. White begins by placing one stone on
    any cell. After that, place one or two stones on empty cells each turn. You may place up to
    three if your opponent has just enlarged their largest group and it is now at least as large as
    yours. A player's first stone does not count as growth.

    The game ends when the board is full. The player with the largest group wins. If the largest
    groups are equal, compare the second largest, and so on. The number of cells is odd, so there
    are no draws.

    `c3` places a stone, and `done` ends a turn early. Rows have letters, starting at the bottom;
    diagonals have numbers, starting on the left.

    The rules have been published in two forms. The rules above are those of third=caught
    (iggamecenter.com). With third=record (2011, MindSports), you may place a third stone if your
    opponent's turn made the largest group on the board, of either colour, larger than before. The
    variant third=none by Luis Bolaños Mures (also on MindSports) has no third stone. If you place
    two stones, no group may become larger than the largest group on the board, of either colour.
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
        #: A function that maps stones to the size of each player's largest group.
        self.largest = LargestRegions(self.board, "WB")

    def turn(self, state):
        return state.seat

    def next_turn(self, stones, seat, mark):
        """Return the position at the start of the opponent's turn."""
        sizes = self.largest(stones)
        own, other = sizes[seat], sizes[1 - seat]
        if self.third == "caught":
            ahead, size_to_beat = own > mark and own >= other, other
        else:
            ahead, size_to_beat = self.third == "record" and max(sizes) > mark, max(sizes)
        return Position(stones, 1 - seat, 3 if ahead else 2, 0, max(size_to_beat, 1))

    def legal_moves(self, state):
        names, stones = self.board.cells, state.stones
        if self.third == "none":
            placements = [names[cell] for cell in self.open_cells(state)]
        else:  # the same result, but faster
            placements = [name for name, stone in zip(names, stones, strict=True) if stone == EMPTY]
        return [*placements, DONE] if state.placed and EMPTY in state.stones else placements

    def open_cells(self, state):
        """Return the cells where a stone may be placed; third=none limits the second stone."""
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
        maximum = 2 if self.third == "none" else 3
        if not 1 <= left <= maximum:
            raise NotationError(f"the stones left to place must be 1 to {maximum}, not {left}")
        placed = read_number(placed, 0, "stones")
        return seat, left, placed, read_number(mark, max(beaten, 1), "stones")

    def prompt(self, state, clicks=()):
        if state.placed:
            if not self.open_cells(state):
                return "Press Done to end your turn"
            return "Place another stone, or press Done"
        return "Place a stone" if state.left == 1 else f"Place up to {state.left} stones"

    def explain_refusal(self, state, clicks, cell):
        if state.stones[cell] == EMPTY and cell not in self.open_cells(state):
            return "A second stone there would make a new largest group"
        return super().explain_refusal(state, clicks, cell)

    def status(self, state):
        texts = [f"largest group {size}" for size in self.largest(state.stones)]
        if EMPTY in state.stones:
            left = f"up to {state.left} stones" if state.left > 1 else "1 stone"
            texts[state.seat] += f" · {left} to place"
        return texts

    @property
    def equal_levels(self):
        return ("master",) if self.size == 6 else ()

    def compiled_rules(self):
        from .fast import fast

        return fast(self)
