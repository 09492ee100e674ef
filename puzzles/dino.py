"""The Dino cube: a cube of twelve edges, whose corners turn."""

from puzzlekit import TwistySolid, solid


class Dino(TwistySolid):
    """Turn the corners until every face shows one colour.

    The cube consists of twelve edges only. The name of a move gives the three faces that meet at a
    corner, such as URF: the three edges there make a third turn, clockwise as seen from outside,
    with ' anticlockwise. The letters are U up, F front, R right, D down, B back and L left.
    """

    name = "Dino cube"

    def __init__(self):
        super().__init__(solid("cube", vertices=[3**-0.5]))
