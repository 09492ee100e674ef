"""The Megaminx: a dodecahedron whose faces turn."""

from puzzlekit import TwistySolid, solid


class Megaminx(TwistySolid):
    """Turn the faces until each shows one colour.

    A dodecahedron with eleven stickers per face. One or two letters turn a face by a fifth turn,
    clockwise as seen from outside, with ' anticlockwise. U is at the top, with F, R, BR, BL and L
    around it, beginning at the front and going to the right; below, FR, DR, B, DL and FL are around
    D.
    """

    name = "Megaminx"

    def __init__(self):
        super().__init__(solid("dodecahedron", faces=[0.7]))
