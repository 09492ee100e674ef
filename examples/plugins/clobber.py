"""Clobber, a complete two-player game in one file."""

from collections.abc import Sequence
from typing import Annotated

from puzzlekit import EMPTY, Click, StoneGame, Stones, grid, place_stone


class Clobber(StoneGame):
    """Capture an adjacent stone; the player who moves last wins.

    The board starts full of black and white stones in a chequerboard pattern. Each turn, move one
    of your stones onto an orthogonally adjacent stone of your opponent, which is removed. If you
    cannot move, you lose (M. Albert, J. P. Grossman and R. Nowakowski, 2001).
    """

    name = "Clobber"
    presets = {"5 x 6": {}, "8 x 8": {"width": 8, "height": 8}}

    def __init__(
        self, width: Annotated[int, range(2, 17)] = 5, height: Annotated[int, range(2, 17)] = 6
    ) -> None:
        board = grid(width, height)
        super().__init__(board, ("BW"[int(x + y) % 2] for x, y in board.points))

    def legal_moves(self, state: Stones) -> list[str]:
        stones, names = state.stones, self.board.cells
        own, other = ("BW", "WB")[self.turn(state)]
        return [
            f"{names[a]}-{names[b]}"
            for a, stone in enumerate(stones)
            if stone == own
            for b in self.board.neighbours[a]
            if stones[b] == other
        ]

    def prompt(self, state: Stones, clicks: Sequence[Click] = ()) -> str:
        return "Choose the neighbour to capture" if clicks else "Choose a stone to capture with"

    def apply(self, state: Stones, move: str) -> Stones:
        a, b = self.board.cells_named_in(move)
        stones = place_stone(place_stone(state.stones, a, EMPTY), b, self.own_stone(state))
        return Stones(stones, state.ply + 1)
