"""The face-turning octahedron."""

from puzzlekit import Example, TwistySolid, solid


class Octahedron(TwistySolid):
    """Turn the faces until each shows one colour.

    This is the face-turning octahedron.
    """

    name = "Octahedron"

    examples = (
        Example(
            "Turn a face",
            "The puzzle is an octahedron with nine stickers per face. A move turns a face by a "
            "third of a turn, clockwise as seen from outside. Add ' to turn it anticlockwise.",
            move="U",
        ),
        Example(
            "Names of faces",
            "Hold the corner between the white, green, purple and red faces towards you: U (white) "
            "is above it, R (green) and L (purple) are beside it, and F (red) is below it. D is "
            "opposite U, B is opposite F, BL is opposite R, and BR is opposite L.",
            move="R U",
        ),
        Example(
            "Goal",
            "The puzzle is solved when each face shows one colour.",
            moves="R U",
            move="U' R'",
        ),
    )

    def __init__(self):
        super().__init__(solid("octahedron", faces=[1 / 3]))
