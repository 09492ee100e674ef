"""Rubik's cube and its sisters."""

from typing import Annotated

from puzzlekit import TwistySolid, even_cube


class Cube(TwistySolid):
    """Turn the layers until every face shows one colour.

    The faces are U up, L left, F front, R right, B back and D down (E. Rubik, 1974). A letter
    turns that face clockwise by a quarter turn, with ' anticlockwise; 2U turns the second layer
    from the top. The pocket cube, two layers wide, needs only U, R and F: the corner between D, L
    and B stays in place.
    """

    name = "Cube"
    presets = {"Rubik's cube": {}, "Pocket cube": {"size": 2}, "4 x 4 x 4": {"size": 4}}

    def __init__(self, size: Annotated[int, range(2, 8)] = 3):
        super().__init__(even_cube(size))
