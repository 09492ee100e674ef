"""Slither, by Corey Clark (2010)."""

from typing import Annotated, Literal

from puzzlekit import EMPTY, Connection, grid


class Slither(Connection):
    """Place a stone each turn, with an optional step first, and connect your two sides.

    Black connects the bottom and the top, White the left and the right. Each corner belongs to
    both of its sides. Black begins. Each turn, you may first move one of your stones to an
    adjacent empty point, orthogonally or diagonally. Then you must place a stone on any empty
    point. At the end of your turn, two of your stones may be diagonally adjacent only if another
    of your stones is orthogonally adjacent to both. The first player to connect both sides with an
    orthogonally connected chain wins.

    Pass only if you have no legal move. The second player may `swap` on their first turn: the
    players exchange colours, and the first player moves next as White. Sources differ on who
    begins. Here, Black begins, as on iggamecenter.com.

    A turn with a step is entered as two moves: `c3-d4`, then `e5`. A step is legal if a placement
    can follow. Connections are checked at the end of the turn.

    Advanced Slither, which restricts the stones that may step, has been published in two forms.
    With moving=mixed (MindSports, Ai Ai), a stone may step only if, at the beginning of the turn,
    it belongs to an orthogonally connected group that contains stones of both colours. With
    moving=advanced (iggamecenter.com), the stone only needs an orthogonally adjacent stone of
    either colour.
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

    def explain_refusal(self, state, clicks, cell):
        if not clicks and state.stones[cell] == EMPTY:
            return "A stone there would touch one of yours only diagonally"
        return super().explain_refusal(state, clicks, cell)
