"""Loopover in ten lines: rows and columns of a torus that move by one cell."""

from typing import Annotated

from puzzlekit import Twisty, grid


class Loopover(Twisty):
    """Push rows and columns round until the numbers are in order."""

    name = "Loopover"
    presets = {"3 x 3": {}, "5 x 5": {"size": 5}}

    def __init__(self, size: Annotated[int, range(2, 11)] = 3):
        rows = {f"R{y + 1}": [[y * size + x for x in range(size)]] for y in range(size)}
        columns = {f"D{x + 1}": [[y * size + x for y in range(size)]] for x in range(size)}
        goal = [str(i + 1) for i in range(size * size)]
        super().__init__(grid(size, size), goal, rows | columns)
