"""The Dino cube: a cube made of twelve edges, with turning corners."""

from puzzlekit import TwistySolid, solid


class Dino(TwistySolid):
    """Turn the corners until every face shows one colour.

    The cube consists only of twelve edges. Each move has the name of a corner: the three faces that
    meet there, such as URF. The move turns the three edges at the corner by a third of a turn,
    clockwise as seen from outside; add ' to turn them anticlockwise. The faces are up (U), front
    (F), right (R), down (D), back (B) and left (L).
    """

    name = "Dino cube"

    def __init__(self):
        super().__init__(solid("cube", vertices=[3**-0.5]))
