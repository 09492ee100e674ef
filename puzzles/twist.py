"""A puzzle with twisting 2 x 2 faces on a rectangle."""

from typing import Annotated

from puzzlekit import Twisty, grid, grid_faces


class Twist(Twisty):
    """Turn 2 × 2 faces until the numbers are in order.

    This is a solitaire cousin of Permute: every square has a number, and any 2 × 2 face can be
    turned by 90 degrees in either direction. A face has the name of its bottom-left square. The
    puzzle is solved when the numbers are in order, row by row.
    """

    name = "Twist"
    presets = {"3 x 3": {}, "4 x 4": {"width": 4, "height": 4}, "2 x 4": {"width": 4, "height": 2}}

    def __init__(
        self,
        width: Annotated[int, range(2, 51)] = 3,
        height: Annotated[int, range(2, 51)] = 3,
    ):
        board = grid(width, height)
        faces = {board.cells[face[0]]: [face] for face in grid_faces(width, height)}
        super().__init__(board, [str(i + 1) for i in range(width * height)], faces)

    def prompt(self, state, clicks=()):
        return "Turn a 2 x 2 face"
