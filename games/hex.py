"""Hex, by Piet Hein (1942) and John Nash (1948)."""

from typing import Annotated

from puzzlekit import Connection, rhombus


class Hex(Connection):
    """Connect your two sides of a rhombus of hexagons.

    Red connects the top and the bottom, Blue the left and the right. Each corner belongs to both
    of its sides. Red begins. Each turn, place one stone on any empty cell. Stones never move and
    are never captured. The first player to connect both sides with a chain of adjacent stones
    wins. A full board always has exactly one winner, so there are no draws.

    Moving first is an advantage, so the second player may `swap` instead of answering the first
    stone: the players exchange colours, the stone stays, and the first player moves next as Blue
    (swap=off disables this). `c3` places a stone; a1 is at the top left.
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
        return ("expert", "master") if self.size <= 5 else ()  # both search nearly the whole game
