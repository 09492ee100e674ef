"""The face-turning octahedron."""

from puzzlekit import TwistySolid, solid


class Octahedron(TwistySolid):
    """Turn the faces until each shows one colour.

    An octahedron with nine stickers per face. One or two letters turn a face by a third turn,
    clockwise as seen from outside, with ' anticlockwise. A corner points towards you, with U above
    it, R and L next to it and F below. D is opposite U, B opposite F, BL opposite R and BR
    opposite L.
    """

    name = "Octahedron"

    def __init__(self):
        super().__init__(solid("octahedron", faces=[1 / 3]))
