"""The Megaminx: a dodecahedron whose faces turn."""

from puzzlekit import TwistySolid, solid


class Megaminx(TwistySolid):
    """Turn the faces until every one shows one colour.

    A dodecahedron, eleven stickers a face. A letter, or two, turns a face by a fifth, clockwise
    seen from outside, with ' the other way: U, with F, R, BR, BL and L round it from the front
    to the right, and below it FR, DR, B, DL and FL round D.
    """

    name = "Megaminx"

    def __init__(self):
        super().__init__(solid("dodecahedron", faces=[0.7]))
