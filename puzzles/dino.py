"""The Dino cube: a corner-turning cube made of twelve edges."""

from puzzlekit import Example, TwistySolid, solid


class Dino(TwistySolid):
    """Turn the corners until every face shows one colour.

    The Dino cube is a cube that consists of just twelve edge pieces.
    """

    name = "Dino cube"

    examples = (
        Example(
            "Turn a corner",
            "A move turns the three edges at a corner by a third of a turn, clockwise as seen from "
            "outside. Add ' to turn them anticlockwise.",
            move="URF",
        ),
        Example(
            "Names of moves",
            "A move turns a corner and has its name: the three faces that meet there, "
            "such as URF. The faces are up (U), front (F), right (R), down (D), back (B) and left "
            "(L).",
            move="URF UFL",
        ),
        Example(
            "Goal",
            "The puzzle is solved when every face shows one colour.",
            moves="URF UFL",
            move="UFL' URF'",
        ),
    )

    def __init__(self):
        super().__init__(solid("cube", vertices=[3**-0.5]))
