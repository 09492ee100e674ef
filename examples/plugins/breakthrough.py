"""Breakthrough, a complete two-player game with an evaluation, in one file."""

from typing import Annotated

from puzzlekit import EMPTY, Result, StoneGame, Stones, grid, place_stone


class Breakthrough(StoneGame):
    """Be the first to bring a stone to the other side.

    Both players have two rows of stones, Black at the bottom. A stone moves one step forward,
    straight or diagonally, but captures only diagonally. Bring a stone to the last row or capture
    all of your opponent's stones to win (D. Troyka, 2000).
    """

    name = "Breakthrough"
    presets = {"6 x 6": {}, "8 x 8": {"size": 8}}

    def __init__(self, size: Annotated[int, range(5, 17)] = 6) -> None:
        rows = ["W", "W", *EMPTY * (size - 4), "B", "B"]
        super().__init__(grid(size, size), "".join(row * size for row in rows))
        self.rows = [int(y) for x, y in self.board.points]
        near = list(zip(self.rows, grid(size, size, diagonals=True).neighbours, strict=True))
        forth = [[cell for cell in cells if self.rows[cell] > row] for row, cells in near]
        back = [[cell for cell in cells if self.rows[cell] < row] for row, cells in near]
        self.ahead = {"B": forth, "W": back}

    def legal_moves(self, state: Stones) -> list[str]:
        if self.result(state):
            return []
        stones, names, own = state.stones, self.board.cells, self.own_stone(state)
        return [
            f"{names[a]}-{names[b]}"
            for a, stone in enumerate(stones)
            if stone == own
            for b in self.ahead[own][a]
            if stones[b] == EMPTY or (stones[b] != own and b not in self.board.neighbours[a])
        ]

    def apply(self, state: Stones, move: str) -> Stones:
        a, b = self.board.cells_named_in(move)
        return Stones(
            place_stone(place_stone(state.stones, a, EMPTY), b, self.own_stone(state)),
            state.ply + 1,
        )

    def result(self, state: Stones) -> Result | None:
        for seat, (own, other, last) in enumerate([("B", "W", "top"), ("W", "B", "bottom")]):
            there = tuple(c for c in self.board.sides[last] if state.stones[c] == own)
            if there or other not in state.stones:
                return Result(seat, f"{self.players[seat]} wins: a stone has broken through", there)
        return None

    def evaluate(self, state: Stones, seat: int) -> float:
        """Return the seat's lead in stones and in rows advanced."""
        worth = dict.fromkeys("BW.", 0)
        for stone, row in zip(state.stones, self.rows, strict=True):
            worth[stone] += 4 + (row if stone == "B" else self.rows[0] - row)
        return worth["BW"[seat]] - worth["WB"[seat]]
