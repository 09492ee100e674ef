"""The face-turning octahedron."""

from puzzlekit import TwistySolid, solid


class Octahedron(TwistySolid):
    """Turn the faces until every one shows one colour.

    An octahedron, nine stickers a face. A letter, or two, turns a face by a third, clockwise seen
    from outside, with ' the other way. A corner points to you, with U above it, R and L beside
    it and F below; opposite are D to U, B to F, BL to R and BR to L.
    """

    name = "Octahedron"

    def __init__(self):
        super().__init__(solid("octahedron", faces=[1 / 3]))
