"""The 15-puzzle, on any rectangle."""

from typing import Annotated

from puzzlekit import Sliding, grid


class Fifteen(Sliding):
    """Slide the numbered tiles until they are in order.

    One cell of the rectangle is empty (N. P. Chapman, 1874). Slide tiles that are next to the hole
    into it. The puzzle is solved when the numbers are in order, row by row, with the hole at the
    bottom right.
    """

    name = "15-puzzle"
    presets = {"4 x 4": {}, "3 x 3": {"width": 3, "height": 3}, "5 x 5": {"width": 5, "height": 5}}

    def __init__(
        self,
        width: Annotated[int, range(2, 51)] = 4,
        height: Annotated[int, range(2, 51)] = 4,
    ):
        tiles = map(str, range(1, width * height))
        super().__init__(grid(width, height), [*tiles, ""])

    def prompt(self, state, clicks=()):
        return "Slide a tile into the hole"

    def explain_refusal(self, state, clicks, cell):
        if not state[cell]:
            return "That is the hole: click a tile next to it"
        return "Only tiles in line with the hole can slide"
