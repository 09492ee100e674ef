"""Hex, by Piet Hein (1942) and John Nash (1948)."""

from typing import Annotated

from puzzlekit import Connection, rhombus


class Hex(Connection):
    """Join your two sides of a rhombus of hexagons.

    Red joins the top and the bottom, Blue the left and the right; a corner belongs to both of
    its sides. Red begins; a turn puts one stone on any empty cell. Nothing moves and nothing is
    captured. The first chain of neighbours between the sides of its colour wins; a full board
    always holds exactly one, so that there are no draws.

    The first stone is an advantage, so the second player may `swap` instead of answering it:
    the players exchange colours, the stone stays, and the opener goes on as Blue (swap=off to
    do without). `c3` puts a stone; a1 is at the top left.
    """

    name = "Hex"
    players = ("Red", "Blue")
    goals = (("top", "bottom"), ("left", "right"))
    can_draw = False
    presets = {
        "11 x 11": {},
        "5 x 5": {"size": 5},
        "9 x 9": {"size": 9},
        "13 x 13": {"size": 13},
        "14 x 14": {"size": 14},
        "19 x 19": {"size": 19},
    }

    def __init__(
        self,
        size: Annotated[int, range(2, 27)] = 11,
        swap: bool = True,
    ):
        self.size = size
        rims = {"red": ("top", "bottom"), "blue": ("left", "right")}
        super().__init__(rhombus(size, size, downwards=True, rims=rims), swap=swap)

    @property
    def equal_levels(self):
        return ("expert", "master") if self.size <= 5 else ()  # they see nearly all of it

    def compiled_rules(self):
        from .fast import fast

        return fast(self)
