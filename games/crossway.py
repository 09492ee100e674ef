"""Crossway, by Mark Steere (2007)."""

from typing import Annotated

from puzzlekit import EMPTY, Connection, grid


class Crossway(Connection):
    """Connect your two sides; no move may complete a crosscut.

    Black connects the bottom and the top of the board, White the left and the right. Each corner
    belongs to both of its sides. Black begins. Each turn, place one stone on an empty point. It
    must not complete a crosscut, a 2 × 2 block with one colour on each diagonal. The first player
    to connect both sides with an orthogonally or diagonally connected chain wins. There are no
    draws. According to the designer, a player always has a legal move. If there were none, the
    player would pass.

    The second player may `swap` instead of answering the first stone: the players exchange
    colours, the stone stays, and the first player moves next as White (swap=off disables this).
    `c3` places a stone. The published board has 19 × 19 points; smaller boards are common.
    """

    name = "Crossway"
    forbidden = ("XO/OX",)
    presets = {
        "13 x 13": {"size": 13},
        "9 x 9": {"size": 9},
        "19 x 19": {},
    }

    def __init__(
        self,
        size: Annotated[int, range(2, 27)] = 19,
        swap: bool = True,
    ):
        rims = {"black": ("bottom", "top"), "white": ("left", "right")}
        points = grid(size, size, shape="point", rims=rims)
        super().__init__(points, links=grid(size, size, diagonals=True), swap=swap)

    def explain_refusal(self, state, clicks, cell):
        if state.stones[cell] == EMPTY:
            return "A stone there would complete a crosscut"
        return super().explain_refusal(state, clicks, cell)
