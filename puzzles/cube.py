"""Rubik's cube in any size."""

from typing import Annotated

from puzzlekit import TwistySolid, even_cube, read_facelets


class Cube(TwistySolid):
    """Turn the layers until every face shows one colour.

    The faces are up (U), left (L), front (F), right (R), back (B) and down (D) (E. Rubik, 1974). A
    letter turns that face clockwise by a quarter turn; add ' to turn it anticlockwise. 2U turns the
    second layer from the top. The pocket cube, two layers wide, needs only U, R and F: the corner
    between D, L and B stays in place.

    Cubers' notation can be typed as well: Rw, 3Rw and r turn several layers, M, E and S the middle
    one, and x, y and z the whole cube, so that the letters that follow refer to other faces.
    """

    name = "Cube"
    presets = {"Rubik's cube": {}, "Pocket cube": {"size": 2}, "4 x 4 x 4": {"size": 4}}

    def __init__(self, size: Annotated[int, range(2, 8)] = 3):
        self.size = size
        super().__init__(even_cube(size))

    def decode(self, line):
        return super().decode(read_facelets(line, self.size))
