"""The Dino cube: a cube of twelve edges, whose corners turn."""

from puzzlekit import TwistySolid, solid


class Dino(TwistySolid):
    """Turn the corners until every face shows one colour.

    A cube of twelve edges, nothing else. A move names the three faces that meet in a corner, such
    as URF: the three edges there turn by a third, clockwise seen from outside, with ' the other
    way. The letters are U up, F front, R right, D down, B back, L left.
    """

    name = "Dino cube"

    def __init__(self):
        super().__init__(solid("cube", vertices=[3**-0.5]))
