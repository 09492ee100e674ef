"""Crossway, by Mark Steere (2007)."""

from typing import Annotated

from puzzlekit import EMPTY, Connection, grid


class Crossway(Connection):
    """Join your two sides; nobody may complete a crosscut.

    Black joins the bottom and the top of the board, White the left and the right; a corner
    belongs to both of its sides. Black begins; a turn puts one stone on an empty point. It must
    not complete a crosscut: a 2 x 2 block with one colour on one diagonal and the other colour on
    the other. A chain that hangs together orthogonally or diagonally between the sides of its
    colour wins. There are no draws and, the designer says, always a point left for everybody;
    were there none, one would pass.

    The second player may `swap` instead of answering the first stone: the players exchange
    colours, the stone stays, and the opener goes on as White (swap=off to do without). `c3` puts
    a stone. The published board has 19 x 19 points, smaller ones are common.
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

    def explain_refusal(self, state, touches, cell):
        if state.stones[cell] == EMPTY:
            return "A stone there would complete a crosscut"
        return super().explain_refusal(state, touches, cell)
