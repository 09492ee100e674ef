"""Slither, by Corey Clark (2010)."""

from typing import Annotated, Literal

from puzzlekit import EMPTY, Connection, grid


class Slither(Connection):
    """Move a stone by one step if you like, place one, and join your two sides.

    Black joins the bottom and the top, White the left and the right; a corner belongs to both of
    its sides. Black begins. In a turn you may first move one of your stones to a neighbouring
    empty point, orthogonally or diagonally; then you must place a stone on any empty point. At
    the end of the turn no two stones of yours may be diagonal neighbours unless a stone of yours
    is an orthogonal neighbour of both. An orthogonal chain between the sides of its colour wins.

    Who cannot do anything must pass, nobody else may. The second player may `swap` at the first
    turn: the players exchange colours, and the opener goes on as White. Sources differ in who
    begins; here it is Black, as on iggamecenter.com.

    A turn that moves is entered as two words: `c3-d4`, then `e5`. The move counts as legal if a
    placement can follow; chains are looked for when the turn is over.

    Advanced Slither, in which fewer stones may move, has been published in two forms. With
    moving=mixed a stone moves only if it is part of an orthogonal group that holds stones of both
    colours as the turn begins (MindSports, Ai Ai); with moving=advanced it is enough that any
    stone is its orthogonal neighbour (iggamecenter.com).
    """

    name = "Slither"
    forbidden = ("X-/-X",)
    presets = {
        "9 x 9": {"size": 9},
        "13 x 13": {"size": 13},
        "15 x 15": {},
        "19 x 19": {"size": 19},
        "9 x 9, advanced": {"size": 9, "moving": "mixed"},
    }

    def __init__(
        self,
        size: Annotated[int, range(2, 20)] = 15,
        moving: Literal["free", "mixed", "advanced"] = "free",
        swap: bool = True,
    ):
        rims = {"black": ("bottom", "top"), "white": ("left", "right")}
        super().__init__(
            grid(size, size, shape="point", rims=rims),
            steps=grid(size, size, diagonals=True),
            company={"free": "none", "mixed": "mixed", "advanced": "beside"}[moving],
            swap=swap,
        )

    def explain_refusal(self, state, touches, cell):
        if not touches and state.stones[cell] == EMPTY:
            return "A stone there would touch one of yours only diagonally"
        return super().explain_refusal(state, touches, cell)
