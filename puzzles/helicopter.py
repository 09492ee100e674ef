"""The helicopter cube: a cube whose edges turn."""

from puzzlekit import TwistySolid, solid


class Helicopter(TwistySolid):
    """Turn the edges until every face shows one colour.

    The cube has eight corners, and four triangles on each face (A. Cowan, 2005). The name of a move
    gives the two faces at an edge, such as UF: the pieces around the edge make a half turn. The
    jumbling turns of the physical puzzle are omitted.
    """

    name = "Helicopter cube"

    def __init__(self):
        super().__init__(solid("cube", edges=[2**-0.5]))
