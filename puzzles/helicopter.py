"""The Helicopter cube: a cube with turning edges."""

from puzzlekit import TwistySolid, solid


class Helicopter(TwistySolid):
    """Turn the edges until every face shows one colour.

    The cube has eight corners, and four triangles on each face (A. Cowan, 2005). The name of a move
    is that of an edge: its two faces, such as UF. A move gives the pieces around that edge a half
    turn. The jumbling turns of the physical puzzle are omitted.
    """

    name = "Helicopter cube"

    def __init__(self):
        super().__init__(solid("cube", edges=[2**-0.5]))
