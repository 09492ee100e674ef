"""The Megaminx: a dodecahedron with turning faces."""

from puzzlekit import TwistySolid, solid


class Megaminx(TwistySolid):
    """Turn the faces until each shows one colour.

    The puzzle is a dodecahedron with eleven stickers per face. Each face has a name of one or two
    letters. Its name turns it by a fifth turn, clockwise as seen from outside; add ' to turn it
    anticlockwise. U is at the top. F, R, BR, BL and L are around it, starting at the front and
    going to the right. FR, DR, B, DL and FL are around D at the bottom.
    """

    name = "Megaminx"

    def __init__(self):
        super().__init__(solid("dodecahedron", faces=[0.7]))
