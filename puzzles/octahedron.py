"""The face-turning octahedron."""

from puzzlekit import TwistySolid, solid


class Octahedron(TwistySolid):
    """Turn the faces until each shows one colour.

    The puzzle is an octahedron with nine stickers per face. Each face has a name of one or two
    letters. The move of that name turns the face by a third of a turn, clockwise as seen from
    outside; add ' to turn it anticlockwise. A corner points towards you, with U above it, R and L
    beside it and F below it. D is opposite U, B is opposite F, BL is opposite R, and BR is opposite
    L.
    """

    name = "Octahedron"

    def __init__(self):
        super().__init__(solid("octahedron", faces=[1 / 3]))
