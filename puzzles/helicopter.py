"""The Helicopter cube: a cube with turning edges."""

from puzzlekit import TwistySolid, solid


class Helicopter(TwistySolid):
    """Turn the edges until every face shows one colour.

    The cube has eight corners, and four triangles on each face (A. Cowan, 2005). Each move is named
    after an edge: the two faces that meet there, such as UF. The move turns the pieces around the
    edge by a half turn. The jumbling turns of the physical puzzle are omitted.
    """

    name = "Helicopter cube"

    def __init__(self):
        super().__init__(solid("cube", edges=[2**-0.5]))
